/** What Chromium's main thread did for a page, from its own trace. */
import type { Page } from '@playwright/test';
import { startTrace } from '#tests/e2e/support/page-checks.ts';
import { finger } from '#tests/e2e/support/profile.ts';

/** Lighthouse's phone has a quarter of this machine's processor. */
const SLOWDOWN = 4;
/** From here on a task is a long one, in ms. */
const LONG_MS = 50;
const FRAME_MS = 1_000 / 60;

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** In microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly args?: {
    readonly name?: string;
    readonly data?: {
      readonly type?: string;
      readonly url?: string;
      readonly functionName?: string;
      readonly lineNumber?: number;
      readonly score?: number;
      readonly had_recent_input?: boolean;
    };
  };
}

interface Task {
  /** Of the clock, in ms. */
  readonly ms: number;
  /** Since the measurement began, in ms. */
  readonly at: number;
  /** The largest things in it, 'Layout 12'. */
  readonly parts: readonly string[];
}

interface Traced {
  readonly tasks: readonly Task[];
  /** Frames of 1/60 s that tasks of the page ran over. */
  readonly lostFrames: number;
  readonly firstPaint: number | null;
  readonly largestPaint: number | null;
  readonly shift: number;
}

const WORK = new Set([
  'EvaluateScript',
  'FunctionCall',
  'v8.compile',
  'v8.compileModule',
  'V8.GC_MC_BACKGROUND',
  'MajorGC',
  'MinorGC',
  'Layout',
  'UpdateLayoutTree',
  'PrePaint',
  'Paint',
  'Layerize',
  'Commit',
  'ParseHTML',
  'ParseAuthorStyleSheet',
  'RunMicrotasks',
  'TimerFire',
  'FireAnimationFrame',
  'EventDispatch',
  'HitTest',
  'DecodedDataDocumentInstall',
]);

/** Slows the page's processor down and starts the trace. @returns stops it */
export async function trace(page: Page, slowdown = SLOWDOWN): Promise<() => Promise<Traced>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const endTrace = await startTrace<TraceEvent>(
    page,
    'devtools.timeline',
    'disabled-by-default-devtools.timeline',
    'loading',
    'blink.user_timing',
    'v8',
  );
  return async () => {
    const events = await endTrace();
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await devtools.detach();
    return read(events);
  };
}

function read(events: readonly TraceEvent[]): Traced {
  const threads = events.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  );
  // The page's own renderer is the one that worked most.
  const byThread = threads.map(({ pid, tid }) =>
    events.filter((event) => event.pid === pid && event.tid === tid),
  );
  const main = byThread.sort((a, b) => workOf(b) - workOf(a))[0] ?? [];
  const tasks = tasksOf(main);
  const start = main.find(({ name }) => name === 'navigationStart')?.ts ?? tasks[0]?.ts ?? 0;
  const since = (event: TraceEvent | undefined) =>
    event === undefined ? null : Math.round((event.ts - start) / 1_000);
  return {
    tasks: tasks.map((task) => ({
      ms: Math.round((task.dur ?? 0) / 1_000),
      at: since(task) ?? 0,
      parts: partsOf(task, main),
    })),
    lostFrames: tasks.reduce((lost, { dur = 0 }) => lost + Math.floor(dur / 1_000 / FRAME_MS), 0),
    firstPaint: since(main.find(({ name }) => name === 'firstContentfulPaint')),
    largestPaint: since(main.findLast(({ name }) => name === 'largestContentfulPaint::Candidate')),
    shift: main
      .filter(({ name, args }) => name === 'LayoutShift' && args?.data?.had_recent_input === false)
      .reduce((sum, { args }) => sum + (args?.data?.score ?? 0), 0),
  };
}

const tasksOf = (thread: readonly TraceEvent[]) => thread.filter(({ name }) => name === 'RunTask');

const workOf = (thread: readonly TraceEvent[]) =>
  tasksOf(thread).reduce((sum, { dur = 0 }) => sum + dur, 0);

/** The parts of a task that no larger one of its kind contains. */
function partsOf(task: TraceEvent, thread: readonly TraceEvent[]): string[] {
  const until = task.ts + (task.dur ?? 0);
  if ((task.dur ?? 0) < (LONG_MS / 2) * 1_000) return [];
  const inside = thread.filter(
    ({ name, ts, dur = 0 }) => WORK.has(name) && ts >= task.ts && ts + dur <= until && dur > 3_000,
  );
  return inside
    .sort((a, b) => (b.dur ?? 0) - (a.dur ?? 0))
    .slice(0, 8)
    .map(({ name, dur = 0, args }) => {
      const { url = '', functionName = '', lineNumber, type = '' } = args?.data ?? {};
      const place = url === '' ? '' : ` ${url.replace(/^.*\//, '')}:${lineNumber ?? ''}`;
      return `${name}${type && ` ${type}`}${functionName && ` ${functionName}`}${place} ${Math.round(dur / 1_000)}`;
    });
}

/** The long tasks, longest first, one line each. */
export function longTasks({ tasks }: Traced): string[] {
  return tasks
    .filter(({ ms }) => ms > LONG_MS)
    .sort((a, b) => b.ms - a.ms)
    .map(({ ms, at, parts }) => `    ${ms} ms at ${at}: ${parts.join(', ')}`);
}

export function longest({ tasks }: Traced): number {
  return Math.max(0, ...tasks.map(({ ms }) => ms));
}

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

/**
 * Swipes upwards until something has scrolled so far. A phone has no mouse: with one at rest on the page Chromium looks
 * anew, for each frame, what is below it, which took a third of the main thread.
 * @param at how far it is scrolled, in px
 */
export async function swipeBy(page: Page, px: number, at: () => Promise<number>): Promise<void> {
  const touch = await finger(page);
  const end = (await at()) + px;
  while ((await at()) < end) {
    await touch.press({ x: 206, y: 700 });
    for (let y = 660; y >= 220; y -= 40) {
      await touch.move({ x: 206, y });
      await page.waitForTimeout(16);
    }
    await touch.lift();
    await page.waitForTimeout(300); // it rolls on
  }
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
