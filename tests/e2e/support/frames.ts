/**
 * Cost of frames: the time between two frames, which depends on everything that runs on the machine, and
 * the processor time of the page's main thread, which depends only on the page.
 */
import type { Page } from '@playwright/test';
import { startTrace } from './trace.ts';

export interface FrameCosts {
  readonly frames: number;
  /** Longest time between two frames, in ms. */
  readonly longest: number;
  readonly median: number;
  /** Longest task of the main thread (script, style, layout, paint), in ms of processor time. */
  readonly busiest: number;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** In microseconds of processor time. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Starts measuring. @returns stops it */
export async function watchFrames(page: Page): Promise<() => Promise<FrameCosts>> {
  const endTrace = await startTrace<TraceEvent>(page, 'disabled-by-default-devtools.timeline');
  await page.evaluate(() => {
    const watched = { gaps: [] as number[], isOn: true };
    Object.assign(window, { watched });
    let last = performance.now();
    const tick = (now: number) => {
      watched.gaps.push(now - last);
      last = now;
      if (watched.isOn) requestAnimationFrame(tick);
    };
    requestAnimationFrame((now) => {
      last = now;
      requestAnimationFrame(tick);
    });
  });

  return async () => {
    const gaps = await page.evaluate(() => {
      const { watched } = window as unknown as { watched: { gaps: number[]; isOn: boolean } };
      watched.isOn = false;
      return watched.gaps.sort((a, b) => a - b);
    });
    return {
      frames: gaps.length,
      longest: Math.round(gaps.at(-1) ?? 0),
      median: Math.round(gaps[gaps.length >> 1] ?? 0),
      busiest: busiestTask(await endTrace()),
    };
  };
}

function busiestTask(events: readonly TraceEvent[]): number {
  const threads = events.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  );
  const isMain = ({ pid, tid }: TraceEvent) =>
    threads.some((thread) => thread.pid === pid && thread.tid === tid);
  const costs = events
    .filter((event) => event.name === 'RunTask' && isMain(event))
    .map(({ tdur = 0 }) => tdur / 1_000);
  return Math.round(Math.max(0, ...costs));
}
