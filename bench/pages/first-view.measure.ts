/**
 * The first view of each page on a phone: paints with and without JavaScript on a slow line, requests and bytes,
 * the longest task. `BENCH_URL` measures a server that runs already, for example of another version.
 */
import { type Browser, expect, test } from '@playwright/test';
import { PAGES } from '#rules/pages.ts';
import { startProduct } from '#tests/support/product.ts';
import { become } from '../../tests/e2e/support/become.ts';
import { longest, longTasks, trace } from './trace.ts';

/** Lighthouse's slow 4G, as it applies it to a real line. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_474.56 * 1_024) / 8,
  uploadThroughput: (675 * 1_024) / 8,
};
/** After the load event the page loads what a press may need, in ms. */
const REST = 4_000;

interface View {
  readonly path: string;
  readonly hasScript: boolean;
  readonly isSlow: boolean;
  /** Demo persona who visits the page. */
  readonly persona?: string;
}

async function view(browser: Browser, url: string, { path, hasScript, isSlow, persona }: View) {
  const context = await browser.newContext({
    javaScriptEnabled: hasScript,
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  if (persona !== undefined) await become(context, persona);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  if (isSlow) await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  const bytes = { requests: 0, all: 0, script: 0 };
  const scripts = new Set<string>();
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    bytes.requests += 1;
    if (request.url.endsWith('.js')) scripts.add(requestId);
  });
  devtools.on('Network.responseReceived', ({ response }) => {
    if (response.fromDiskCache) bytes.requests -= 1;
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.all += encodedDataLength;
    if (scripts.has(requestId)) bytes.script += encodedDataLength;
  });
  const stop = await trace(page, isSlow ? undefined : 1);
  await page.goto(url + path, { waitUntil: 'load' });
  const atLoad = { ...bytes };
  await page.waitForTimeout(REST);
  const traced = await stop();
  await context.close();
  return { traced, atLoad, later: bytes };
}

test('first view', async ({ browser }) => {
  const own = process.env.BENCH_URL ? null : await startProduct({ env: { LOG_LEVEL: 'silent' } });
  const url = process.env.BENCH_URL ?? own!.url;
  const ranking = async () => (await (await fetch(`${url}/api/leaderboard`)).json()).length;
  await expect.poll(ranking).toBeGreaterThan(20);
  // The first visit of all is not measured: the server renders the page then.
  for (const path of Object.keys(PAGES))
    await view(browser, url, { path, hasScript: false, isSlow: false });

  console.log('page                 no script: FCP LCP    with: FCP LCP  shift  longest task');
  for (const path of Object.keys(PAGES)) {
    const persona = path === '/profile' ? { persona: 'whale' } : {};
    const bare = await view(browser, url, { path, hasScript: false, isSlow: true });
    const full = await view(browser, url, { path, hasScript: true, isSlow: true, ...persona });
    const paints = [bare, full].map(({ traced }) =>
      `${traced.firstPaint ?? '-'} ${traced.largestPaint ?? '-'}`.padStart(16),
    );
    const { traced } = full;
    console.log(
      `${path.padEnd(20)}${paints.join('')}  ${traced.shift.toFixed(3)}  ${longest(traced)} ms`,
    );
    for (const words of longTasks(traced)) console.log(words);
  }

  console.log(
    'page                 at load: requests kB script kB    later: requests kB script kB',
  );
  for (const path of Object.keys(PAGES)) {
    const { atLoad, later } = await view(browser, url, { path, hasScript: true, isSlow: false });
    const figures = [atLoad, later].map(({ requests, all, script }) =>
      [requests, Math.round(all / 1_000), Math.round(script / 1_000)].join(' ').padStart(22),
    );
    console.log(`${path.padEnd(20)}${figures.join('')}`);
  }
  await own?.[Symbol.asyncDispose]();
});
