import type { Page } from '@playwright/test';
import { longest, longTasks, type Traced } from './trace.ts';

/** @param seen long tasks as the page's own PerformanceObserver saw them, in ms */
export function report(what: string, traced: Traced, seen?: readonly number[]): void {
  const observed = seen === undefined ? '' : `; the page observed ${seen.length} [${seen}]`;
  const long = longTasks(traced);
  console.log(
    `${what}: ${traced.tasks.length} tasks, longest ${longest(traced)} ms, ${long.length} over 50 ms${observed}; ` +
      `${traced.lostFrames} frames lost`,
  );
  for (const line of long) console.log(line);
}

/** Starts counting long tasks in the page. @returns their lengths in ms */
export async function longTaskCount(page: Page): Promise<() => Promise<readonly number[]>> {
  await page.evaluate(() => {
    const long: number[] = [];
    Object.assign(window, { longTasks: long });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) long.push(Math.round(duration));
    }).observe({ type: 'longtask' });
  });
  return () => page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks);
}
