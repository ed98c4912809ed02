/** The product outside demo mode, with a stand-in Sui node whose requests can be counted and whose faults can be switched. */
import type { Page } from '@playwright/test';
import { createDemoWorld, DEMO_CARD_TYPE, DEMO_COIN_TYPE } from '#demo/world.ts';
import { startTestNode } from '#tests/sui-node/test-node.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { shared } from './demo-product.ts';

export async function startAtNode(
  env: Record<string, string>,
  imageUrlOf = (id: number) => `/art/cards/${id}.svg`,
) {
  const node = await startTestNode({ ledger: createDemoWorld({ imageUrlOf }) });
  const chain = {
    COLLECTION_TYPES: DEMO_CARD_TYPE,
    COIN_TYPE: DEMO_COIN_TYPE,
    SUI_URL: node.url,
  };
  const product = await startProduct({ env: { ...chain, LOG_LEVEL: 'silent', ...env } });
  return {
    node,
    product,
    async [Symbol.asyncDispose]() {
      await product[Symbol.asyncDispose]();
      await node.close();
    },
  };
}

/** Tests of one file at a product of their own. */
export function testAtNode(...options: Parameters<typeof startAtNode>) {
  let starting: ReturnType<typeof startAtNode> | undefined;
  // Hooks have fixtures, too: it is started by the first of them.
  const start = () => {
    starting ??= startAtNode(...options);
    return starting;
  };
  const test = shared.extend<{ own: Product }>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    own: async ({}, use) => use((await start()).product),
    baseURL: ({ own }, use) => use(own.url),
  });
  test.afterAll(async () => (await start())[Symbol.asyncDispose]());
  return test;
}

/** Records the toasts of this page, also those that were soon replaced. */
export async function recordToasts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { saidByToasts: said });
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('li.toast')) {
        const words = [...toast.querySelectorAll('div > *')].map((part) => part.textContent);
        const text = words.join(' ').trim();
        if (text !== '' && said.at(-1) !== text) said.push(text);
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return () => toastsOf(page);
}

export function toastsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { saidByToasts: string[] }).saidByToasts);
}
