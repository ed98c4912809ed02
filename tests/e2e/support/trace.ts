/** Chromium's own trace of what it did for a page. */
import type { Page } from '@playwright/test';

/**
 * Starts a trace with these categories. `TraceEvent`: what the caller reads of an event.
 * @returns ends it
 */
export async function startTrace<TraceEvent>(
  page: Page,
  ...includedCategories: string[]
): Promise<() => Promise<readonly TraceEvent[]>> {
  const devtools = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as TraceEvent[])));
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories },
  });
  return async () => {
    const isDone = new Promise((done) => devtools.once('Tracing.tracingComplete', done));
    await devtools.send('Tracing.end');
    await isDone;
    await devtools.detach();
    return events;
  };
}
