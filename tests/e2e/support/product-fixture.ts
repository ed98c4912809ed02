/**
 * The product outside demo mode, with a stand-in Sui node whose requests can be counted and whose faults can
 * be switched.
 */
import type { Page } from '@playwright/test';
import { createDemoWorld, DEMO_CARD_TYPE, DEMO_COIN_TYPE } from '#demo/world.ts';
import { startTestNode, type TestNode } from '#tests/sui-node/test-node.ts';
import { type Product, startProduct } from '#tests/support/product.ts';

export interface ProductFixture {
  readonly node: TestNode;
  readonly product: Product;
  readonly url: string;
  close(): Promise<void>;
}

export async function openProductFixture(
  env: Record<string, string> = {},
  imageUrlOf = (id: number) => `/art/cards/${id}.svg`,
): Promise<ProductFixture> {
  const node = await startTestNode({ ledger: createDemoWorld({ imageUrlOf }) });
  const product = await startProduct({
    env: {
      COLLECTION_TYPES: DEMO_CARD_TYPE,
      COIN_TYPE: DEMO_COIN_TYPE,
      SUI_URL: node.url,
      LOG_LEVEL: 'silent',
      ...env,
    },
  });
  return {
    node,
    product,
    url: product.url,
    close: async () => {
      await product[Symbol.asyncDispose]();
      await node.close();
    },
  };
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
