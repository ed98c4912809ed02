/**
 * Work that is asked for in bursts: done at once, then at most once in each pause, and never left
 * out after the last time it was asked for.
 * @param onFault told when the work throws or rejects
 */
export function throttle(
  pauseMs: number,
  work: () => unknown,
  onFault: (fault: unknown) => void,
): () => void {
  let pause: NodeJS.Timeout | undefined;
  let isDue = false;

  async function run(): Promise<void> {
    pause = setTimeout(() => {
      pause = undefined;
      if (isDue) void run();
    }, pauseMs).unref();
    isDue = false;
    try {
      await work();
    } catch (fault) {
      onFault(fault);
    }
  }

  return () => {
    if (pause === undefined) void run();
    else isDue = true;
  };
}
