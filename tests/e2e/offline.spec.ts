/** What the service worker keeps, and what becomes of it: without the server, after an update, and when it must go. */
import path from 'node:path';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { createApp } from '#server/app.ts';
import { readWebFiles, type WebFile, webFile } from '#server/http/web-files.ts';
import { systemClock } from '#server/cluster/clock.ts';
import type { Chain } from '#server/sui/chain.ts';
import { testAppParts } from '#tests/support/app-parts.ts';
import { startDatabase } from '#tests/support/database.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { become } from './support/become.ts';

const WEB = path.resolve(import.meta.dirname, '../../dist/web');

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

const isMarked = (page: Page) => page.evaluate(() => 'kept' in document.documentElement.dataset);

const hasWorker = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

test.describe('while the server cannot be reached', () => {
  let product: Product;
  test.beforeAll(async () => {
    product = await startProduct({ env: { LOG_LEVEL: 'silent', SERVICE_WORKER: 'on' } });
  });
  test.afterAll(() => product[Symbol.asyncDispose]());

  test('the pages seen last are there, say that they may be old, and are new when it answers again', {
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
    await page.goto(product.url);
    expect(await isMarked(page)).toBe(false);
    await expect(page.getByTestId('line')).toBeEmpty();
  });

  test('a server that does not answer in time is not waited for, and asked again', {
    tag: '@pages-61',
  }, async ({ page }) => {
    await page.goto(product.url);
    await keeps(page, '/');
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

  test('nothing is kept that belongs to one person, neither while they are here nor after', {
    tag: '@pages-62',
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
  });

  test('with SERVICE_WORKER=off a worker of before and all it kept are gone at the next visit', {
    tag: '@pages-63',
  }, async ({ page }) => {
    await page.goto(product.url);
    await keeps(page, '/');
    const { port } = product;
    await product.stop();
    await using off = await startProduct({
      env: { LOG_LEVEL: 'silent', PORT: String(port), SERVICE_WORKER: 'off' },
    });
    await page.goto(off.url);
    await expect.poll(() => hasWorker(page)).toBe(0);
    await expect.poll(() => keptIn(page)).toEqual({});
  });
});

/** The same pages under another entry script, as an update has it. */
function nextVersion(files: ReadonlyMap<string, WebFile>): ReadonlyMap<string, WebFile> {
  const entry = [...files.keys()].find((name) => /^\/assets\/index-.*\.js$/.test(name))!;
  const name = path.posix.basename(entry);
  const later = new Map<string, WebFile>();
  for (const [url, file] of files) {
    const text = file.bytes.toString();
    const isNaming = /\.(html|json|js)$/.test(url) && text.includes(name);
    const bytes = isNaming ? Buffer.from(text.replaceAll(name, 'index-later.js')) : file.bytes;
    later.set(url === entry ? '/assets/index-later.js' : url, webFile(url, bytes));
  }
  return later;
}

async function openVersion(files: ReadonlyMap<string, WebFile>, port = 0) {
  const database = await startDatabase();
  const app = createApp({
    ...testAppParts(database.sql, { logLevel: 'silent', hasServiceWorker: true }),
    chain: { heldCards: async () => [] } as unknown as Chain,
    clock: systemClock,
    webFiles: files,
  });
  await app.http.listen({ host: '127.0.0.1', port });
  const address = app.http.server.address() as { port: number };
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      await app.close();
      await database.close();
    },
  };
}

test('an update is there at the next visit, and nothing of the version before is kept', {
  tag: '@pages-63',
}, async ({ context }: { context: BrowserContext }) => {
  const files = readWebFiles(WEB);
  const page = await context.newPage();
  let port: number;
  {
    await using first = await openVersion(files);
    port = first.port;
    await page.goto(first.url);
    await keeps(page, '/');
  }
  await using second = await openVersion(nextVersion(files), port);
  await page.goto(second.url);
  await page.waitForFunction(() => 'alive' in document.documentElement.dataset);
  expect(await page.locator('script[src*="index-later"]').count()).toBe(1);
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['/assets/index-later.js']);
  await keeps(page, '/');
  const entries = Object.keys(await keptIn(page)).filter((name) => /\/index-/.test(name));
  expect(entries.filter((name) => name.endsWith('.js'))).toEqual(['/assets/index-later.js']);
});
