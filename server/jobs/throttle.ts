/**
 * Runs `work` at once, then at most once per pause. The last request of a burst is never dropped.
 * @param onFault called when `work` throws or rejects
 */
export function throttle(
  pauseMs: number | (() => number),
  work: () => unknown,
  onFault: (fault: unknown) => void,
): () => void {
  let pause: NodeJS.Timeout | undefined;
  let isDue = false;

  async function run(): Promise<void> {
    const endPause = () => {
      pause = undefined;
      if (isDue) void run();
    };
    pause = setTimeout(endPause, typeof pauseMs === 'number' ? pauseMs : pauseMs()).unref();
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
