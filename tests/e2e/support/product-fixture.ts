/** The product outside demo mode, with a stand-in Sui node whose requests can be counted and whose faults can be switched. */
import { test as base, type Page } from '@playwright/test';
import { createDemoWorld, DEMO_CARD_TYPE, DEMO_COIN_TYPE } from '#demo/world.ts';
import { startTestNode, type TestNode } from '#tests/sui-node/test-node.ts';
import { type Product, startProduct } from '#tests/support/product.ts';

/** Tests of one file, which may change both. */
export const testWithNode = (
  env: Record<string, string> = {},
  imageUrlOf = (id: number) => `/art/cards/${id}.svg`,
) =>
  base.extend<object, { node: TestNode; product: Product }>({
    node: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
      async ({}, use) => {
        const node = await startTestNode({ ledger: createDemoWorld({ imageUrlOf }) });
        await use(node);
        await node.close();
      },
      { scope: 'worker' },
    ],
    product: [
      async ({ node }, use) => {
        const chain = {
          COLLECTION_TYPES: DEMO_CARD_TYPE,
          COIN_TYPE: DEMO_COIN_TYPE,
          SUI_URL: node.url,
        };
        await using product = await startProduct({
          env: { ...chain, LOG_LEVEL: 'silent', ...env },
        });
        await use(product);
      },
      { scope: 'worker' },
    ],
    baseURL: ({ product }, use) => use(product.url),
  });

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
