/** What the service worker makes of a proxy before the server: its login page, its errors, and a slow line. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import type { Product } from '#tests/support/product.ts';
import { testWithProduct } from './support/demo-product.ts';
import { isMarked, keeps, keptIn } from './support/kept.ts';
import { untilInteractive } from './support/ready.ts';

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
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
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

const test = testWithProduct({ SERVICE_WORKER: 'on' }).extend<{ ownProxy: Proxy }>({
  /** The home page behind it is kept. */
  ownProxy: async ({ page, product }, use) => {
    using proxy = await openProxy(product);
    await page.goto(proxy.url);
    await keeps(page, '/');
    await use(proxy);
  },
});

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
  proxy.way = (_asked, answer) => answer.writeHead(200, { 'content-type': 'text/html' }).end(LOGIN);
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
