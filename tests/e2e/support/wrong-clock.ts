/** Runs in a page: its clock is off by so many ms from now on. */
export function setClockOff(off: number): void {
  const True = Date;
  class Wrong extends True {
    constructor(...parts: unknown[]) {
      if (parts.length === 0) super(True.now() + off);
      else super(...(parts as [number]));
    }
    static override now = () => True.now() + off;
  }
  globalThis.Date = Wrong as DateConstructor;
}
