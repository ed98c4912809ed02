/**
 * What the service worker keeps, and what becomes of it: behind a proxy with a login page, errors and a slow line,
 * without the server, after an update, and when it must go.
 */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import path from 'node:path';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { createApp } from '#server/app.ts';
import { systemClock } from '#server/cluster/clock.ts';
import { readWebFiles, type WebFile } from '#server/http/pages/web-files.ts';
import type { Chain } from '#server/sui/chain.ts';
import { listenOn, testAppParts } from '#tests/support/app-parts.ts';
import { startDatabase } from '#tests/support/database.ts';
import { listening } from '#tests/support/listening.ts';
import type { Product } from '#tests/support/product.ts';
import { makeTempFolder } from '#tests/support/temp-folder.ts';
import { become } from './support/become.ts';
import { shared, startDemo } from './support/demo-product.ts';
import { untilInteractive } from './support/ready.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const WEB = path.join(ROOT, 'dist/web');

const hasWorker = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

/** Everything the browser keeps of us, by its path. */
const keptIn = (page: Page) =>
  page.evaluate(async () => {
    const kept: Record<string, string> = {};
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        kept[new URL(url).pathname] = (await (await cache.match(url))?.text()) ?? '';
      }
    }
    return kept;
  });

const keeps = (page: Page, address: string) =>
  expect.poll(async () => Object.keys(await keptIn(page))).toContain(address);

/** Whether the page came from what is kept. */
const isMarked = (page: Page) => page.evaluate(() => 'kept' in document.documentElement.dataset);

/** Hands on or answers itself. */
type Way = (asked: IncomingMessage, answer: ServerResponse, handOn: () => void) => void;

type Proxy = Awaited<ReturnType<typeof openProxy>>;

/** A proxy before the product, whose way can be changed. */
async function openProxy(to: Product) {
  const proxy = { way: ((_asked, _answer, handOn) => handOn()) as Way };
  const server = createServer((asked, answer) => {
    const { method, url: path, headers } = asked;
    proxy.way(asked, answer, () => {
      const onward = request({ host: '127.0.0.1', port: to.port, method, path, headers }, (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
      });
      onward.on('error', () => answer.destroy());
      asked.pipe(onward);
    });
  });
  const port = await listening(server);
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${port}/`,
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  });
}

const PICTURE = '/art/placeholder.svg';
const LOGIN = '<!doctype html><html><title>Sign in to the network</title></html>';

/** Of the tests while the server cannot be reached. */
let product: Product;
const test = shared.extend<{ ownProxy: Proxy }>({
  /** The home page behind it is kept. */
  ownProxy: async ({ page }, use) => {
    using proxy = await openProxy(product);
    await page.goto(proxy.url);
    await keeps(page, '/');
    await use(proxy);
  },
});

test.describe('while the server cannot be reached', () => {
  test.beforeAll(async () => {
    product = await startDemo({ SERVICE_WORKER: 'on' });
  });
  test.afterAll(() => product[Symbol.asyncDispose]());

  test('the login page of a proxy is kept for no page and for no file', {
    tag: '@pages-60',
  }, async ({ page, ownProxy: proxy }) => {
    const code = await page.evaluate(
      () => document.querySelector<HTMLLinkElement>('link[rel="modulepreload"]')!.href,
    );
    const { pathname } = new URL(code);
    await page.evaluate(async (name) => {
      for (const cache of await caches.keys()) await (await caches.open(cache)).delete(name);
    }, pathname);
    proxy.way = (_asked, answer) =>
      answer.writeHead(200, { 'content-type': 'text/html' }).end(LOGIN);
    const answered = await page.evaluate(
      async (name) => (await fetch(name, { cache: 'reload' })).text(),
      pathname,
    );
    expect(answered).toBe(LOGIN);
    await page.evaluate(async (name) => {
      navigator.serviceWorker.controller!.postMessage({ path: '/games', files: [name] });
    }, pathname);
    await page.goto(`${proxy.url}games`);
    await expect(page).toHaveTitle('Sign in to the network');

    proxy.way = (_asked, _answer, handOn) => handOn();
    await page.goto(proxy.url);
    await untilInteractive(page);
    await keeps(page, pathname);
    expect(Object.values(await keptIn(page)).filter((text) => text === LOGIN)).toEqual([]);
  });

  test('a page that was cut off, which no length in its head tells, is not kept; one that is kept has its pictures while the proxy answers for a server that is down', {
    tag: '@pages-60',
  }, async ({ page, ownProxy: proxy }) => {
    const whole = await (await page.request.get(`${proxy.url}games`)).text();
    const half = whole.slice(0, whole.indexOf('</body>'));
    proxy.way = ({ url, socket }, _answer, handOn) => {
      if (url === '/games') socket.end(`HTTP/1.0 200 OK\r\ncontent-type: text/html\r\n\r\n${half}`);
      else handOn();
    };
    await page.evaluate((name) => {
      navigator.serviceWorker.controller!.postMessage({ path: '/games', files: [name] });
    }, PICTURE);
    // It keeps the page first.
    await keeps(page, PICTURE);
    expect(Object.keys(await keptIn(page))).not.toContain('/games');

    proxy.way = (_asked, answer) => answer.writeHead(502).end();
    await page.reload();
    expect(await isMarked(page)).toBe(true);
    const status = await page.evaluate(
      async (name) => (await fetch(name, { cache: 'reload' })).status,
      PICTURE,
    );
    expect(status).toBe(200);
  });

  test('on a line that is always slow a page kept becomes the one of today', {
    tag: '@pages-61',
  }, async ({ page, ownProxy: proxy }) => {
    // As if it were from long ago.
    await page.evaluate(async () => {
      const [name] = await caches.keys();
      const cache = await caches.open(name!);
      const old = (await (await cache.match('/'))!.text()).replace('<body', '<body data-old');
      await cache.put('/', new Response(old, { headers: { 'content-type': 'text/html' } }));
    });
    let isHeld = true;
    let letGo = () => {};
    proxy.way = ({ headers, url }, _answer, handOn) => {
      if (isHeld && url === '/' && headers['sec-fetch-dest'] !== 'empty') letGo = handOn;
      else handOn();
    };
    await page.reload();
    expect(await isMarked(page)).toBe(true);
    isHeld = false;
    letGo();
    await expect.poll(async () => (await keptIn(page))['/']).not.toContain('data-old');
  });

  test('the pages seen last are there, say that they may be old, and are new when it answers again; an answer that is late is not waited for', {
    tag: ['@pages-60', '@pages-61'],
  }, async ({ page }) => {
    await page.goto(product.url);
    await keeps(page, '/');
    // Come to by a link, so the browser never asked for this page.
    await page.getByRole('link', { name: 'The MAINZ' }).first().focus();
    await page.getByRole('link', { name: 'Games', exact: true }).first().click();
    await keeps(page, '/games');
    expect(await isMarked(page)).toBe(false);

    await product.stop();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Games');
    expect(await isMarked(page)).toBe(true);
    await expect(page.getByTestId('line')).toContainText('What you see may be old.');
    await page.goto(product.url);
    await expect(page.getByTestId('line')).toContainText('What you see may be old.');
    await page.goto(`${product.url}/the-mainz`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The server does not answer');

    await product.restart();
    // On a busy machine the first answer after the start may be late, too.
    const isMarkedAgain = () => page.goto(product.url).then(() => isMarked(page));
    await expect.poll(isMarkedAgain).toBe(false);
    await expect(page.getByTestId('line')).toBeEmpty();

    process.kill(product.pid, 'SIGSTOP');
    await page.reload();
    expect(await isMarked(page)).toBe(true);
    await expect(page.getByTestId('line')).toContainText('What you see may be old.');
    const asked = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/stats') && answer.ok(),
    );
    process.kill(product.pid, 'SIGCONT');
    await asked;
    await expect(page.getByTestId('line')).toBeEmpty();
  });

  test('nothing is kept that belongs to one person, and with SERVICE_WORKER=off nothing at all from the next visit on', {
    tag: ['@pages-62', '@pages-63'],
  }, async ({ page }) => {
    await become(page, 'ace');
    await page.goto(`${product.url}/profile`);
    await expect(
      page.getByRole('banner').getByRole('button', { name: 'Disconnect' }),
    ).toBeVisible();
    await keeps(page, '/profile');
    const address = await page.evaluate(() => localStorage.getItem('wallet_address'));
    const checkKept = async () => {
      const kept = await keptIn(page);
      expect(Object.keys(kept).filter((name) => name.startsWith('/api/'))).toEqual([]);
      expect(kept['/profile']).not.toContain(address);
    };
    await checkKept();
    await page.getByRole('banner').getByRole('button', { name: 'Disconnect' }).click();
    await checkKept();

    // With SERVICE_WORKER=off the worker goes, and with it all that it kept.
    const { port } = product;
    await product.stop();
    await using off = await startDemo({ PORT: String(port), SERVICE_WORKER: 'off' });
    await page.goto(off.url);
    await expect.poll(() => hasWorker(page)).toBe(0);
    await expect.poll(() => keptIn(page)).toEqual({});
  });
});

/** Adds a line to a page and to the entry, as an update does. */
const LATER = `
  import { build } from 'vite';
  const later = {
    name: 'later',
    transform: (code, id) =>
      /web\\/(main\\/main|pages\\/HomePage)\\.tsx$/.test(id) ? code + '\\nglobalThis.isLater = true;' : null,
  };
  const [configFile, outDir] = process.argv.slice(1);
  await build({ configFile, logLevel: 'error', plugins: [later], build: { outDir } });
`;

/** Builds the next version: another entry script, another home page, all else as it is. */
function buildLater(): ReadonlyMap<string, WebFile> {
  const folder = makeTempFolder('later');
  try {
    execFileSync(
      process.execPath,
      ['--input-type=module', '-e', LATER, path.join(ROOT, 'vite.config.ts'), folder],
      { cwd: ROOT, env: { ...process.env, NODE_ENV: 'production' } },
    );
    return readWebFiles(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const entryOf = (files: ReadonlyMap<string, WebFile>) =>
  [...files.keys()].find((name) => /^\/assets\/index-.*\.js$/.test(name))!;

async function openVersion(files: ReadonlyMap<string, WebFile>, wanted?: number) {
  const database = await startDatabase();
  const app = createApp({
    ...testAppParts(database.sql, { logLevel: 'silent', hasServiceWorker: true }),
    chain: { heldCards: async () => [] } as unknown as Chain,
    clock: systemClock,
    webFiles: files,
  });
  const { port, origin: url } = await listenOn(app, wanted);
  return {
    port,
    url,
    async [Symbol.asyncDispose]() {
      await app.close();
      await database.close();
    },
  };
}

const isLater = (page: Page) => page.evaluate(() => 'isLater' in globalThis);

/** Names of caches that hold something: Chromium may have an empty one again after it was deleted. */
const versionsKept = (page: Page) =>
  page.evaluate(async () => {
    const kept: string[] = [];
    for (const name of await caches.keys()) {
      if ((await (await caches.open(name)).keys()).length > 0) kept.push(name);
    }
    return kept;
  });

test.describe('across an update', () => {
  let files: ReadonlyMap<string, WebFile>;
  let later: ReadonlyMap<string, WebFile>;
  test.beforeAll(() => {
    files = readWebFiles(WEB);
    later = buildLater();
  });

  /** The page keeps the first version, whose server stops. @returns the port it was at */
  async function keepFirst(page: Page): Promise<number> {
    await using first = await openVersion(files);
    await page.goto(first.url);
    await keeps(page, '/');
    expect(await isLater(page)).toBe(false);
    return first.port;
  }

  test('an update is there at the next visit, and nothing of the version before is kept', {
    tag: '@pages-63',
  }, async ({ context }: { context: BrowserContext }) => {
    expect(entryOf(later)).not.toBe(entryOf(files));
    const page = await context.newPage();
    const port = await keepFirst(page);
    await using second = await openVersion(later, port);
    await page.goto(second.url);
    await untilInteractive(page);
    expect(await isLater(page)).toBe(true);
    await expect.poll(() => versionsKept(page)).toEqual([entryOf(later)]);
    await keeps(page, '/');
    const gone = [...files.keys()].filter((name) => !later.has(name));
    expect(gone.length).toBeGreaterThan(1);
    const kept = Object.keys(await keptIn(page));
    expect(kept.filter((name) => gone.includes(name))).toEqual([]);
  });

  test('a page kept of the version before says so when it meets the next one, and gives way to it', {
    tag: '@pages-61',
  }, async ({ page }) => {
    const port = await keepFirst(page);
    await page.reload();
    expect(await isMarked(page)).toBe(true);
    await using _second = await openVersion(later, port);
    const said = page.getByTestId('line');
    await expect(said).toContainText('The site has a newer version.');
    await said.getByRole('button', { name: 'Load the page again' }).click();
    await expect.poll(() => isLater(page)).toBe(true);
    await expect(said).toBeEmpty();
  });

  test('with no room for the next version what is kept of the one before stays', {
    tag: '@pages-63',
  }, async ({ page, context }) => {
    const port = await keepFirst(page);
    await using second = await openVersion(later, port);
    const browser = await context.newCDPSession(page);
    await browser.send('Storage.overrideQuotaForOrigin', { origin: second.url, quotaSize: 1 });
    await page.goto(second.url);
    await untilInteractive(page);
    expect(await isLater(page)).toBe(true);
    const [worker] = context.serviceWorkers();
    const failed = await worker!.evaluate(async () => {
      const { keepPage } = globalThis as unknown as {
        keepPage: (path: string, answer: Response) => Promise<void>;
      };
      return keepPage('/', await fetch('/')).catch(({ name }: Error) => name);
    });
    expect(failed).toBe('QuotaExceededError');
    expect(await page.evaluate(() => caches.keys())).toEqual([entryOf(files)]);
    expect((await keptIn(page))['/']).toContain(entryOf(files));
  });
});
