/** The test wallet as an extension in a real Chromium. */
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContext, test as base, chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { DEMO_CARD_TYPE, DEMO_PASS_TYPE } from '#demo/world.ts';
import type { TestNode } from '#tests/sui-node/test-node.ts';
import type { Product } from '#tests/support/product.ts';
import { makeTempFolder } from '#tests/support/temp-folder.ts';
import { WHOLE_CHROMIUM } from './chromium.ts';
import { startAtNode } from './product-fixture.ts';
import { BEHAVIOUR_KEY, type Behaviour, CHANGED_EVENT } from './test-wallet/behaviour.ts';

const SOURCE = path.join(import.meta.dirname, 'test-wallet');

/** In a browser with the test wallet, at a product of two collections. */
export const test = base.extend<
  object,
  {
    started: Awaited<ReturnType<typeof startAtNode>>;
    node: TestNode;
    product: Product;
    walletBrowser: BrowserContext;
  }
>({
  started: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      await using started = await startAtNode({
        COLLECTION_TYPES: `${DEMO_CARD_TYPE},${DEMO_PASS_TYPE}`,
        RATE_LIMIT_FACTOR: '10',
      });
      await use(started);
    },
    { scope: 'worker' },
  ],
  node: [({ started }, use) => use(started.node), { scope: 'worker' }],
  product: [({ started }, use) => use(started.product), { scope: 'worker' }],
  walletBrowser: [
    async ({ product }, use) => {
      const folder = makeTempFolder('test-wallet');
      const extension = path.join(folder, 'extension');
      await buildExtension(extension);
      const context = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
        ...WHOLE_CHROMIUM,
        baseURL: product.url,
        // Pages are kept in memory, as people's browsers do.
        ignoreDefaultArgs: ['--disable-back-forward-cache'],
        // Chromium's new headless loads extensions; Playwright's headless shell does not.
        headless: false,
        args: [
          ...WHOLE_CHROMIUM.args,
          '--headless=new',
          `--disable-extensions-except=${extension}`,
          `--load-extension=${extension}`,
        ],
      });
      await use(context);
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  page: async ({ walletBrowser, node }, use) => {
    const page = await walletBrowser.newPage();
    await use(page);
    node.faults.clear();
    await page.evaluate(() => localStorage.clear());
    await page.close();
  },
});

async function buildExtension(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      copyPublicDir: false,
      lib: {
        entry: path.join(SOURCE, 'content.ts'),
        formats: ['iife'],
        name: 'harbour',
        fileName: () => 'content.js',
      },
    },
  });
  cpSync(path.join(SOURCE, 'manifest.json'), path.join(folder, 'manifest.json'));
}

/** Sets the wallet's behaviour before the first page, at an address of the product that is not a page. */
export async function prepareWallet(page: Page, behaviour: Partial<Behaviour>): Promise<void> {
  await page.goto('/healthz');
  await setWallet(page, behaviour);
}

/** Sets the wallet's behaviour from the next page load on. */
export async function setWallet(page: Page, behaviour: Partial<Behaviour>): Promise<void> {
  await page.evaluate(
    ([key, value]) => localStorage.setItem(key as string, value as string),
    [BEHAVIOUR_KEY, JSON.stringify(behaviour)],
  );
}

/** Changes the behaviour now, as when the person switches accounts in the wallet. */
export async function changeWallet(page: Page, behaviour: Partial<Behaviour>): Promise<void> {
  await setWallet(page, behaviour);
  await page.evaluate((event) => window.dispatchEvent(new Event(event)), CHANGED_EVENT);
}
