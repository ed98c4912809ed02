/**
 * The product outside demo mode, with a stand-in Sui node whose requests can be counted and whose faults can
 * be switched.
 */
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
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

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const widths = await page.evaluate(() => ({
    page: document.documentElement.scrollWidth,
    window: window.innerWidth,
  }));
  expect(widths.page).toBeLessThanOrEqual(widths.window);
}

/** Words that stand nearer than this to the left or right edge of the window, but for lists that scroll sideways. */
export function wordsAtTheEdge(page: Page, px = 12): Promise<string[]> {
  return page.evaluate((least) => {
    const scrolls = (one: Element) => one.scrollWidth > one.clientWidth;
    const isSeen = (one: Element) =>
      one.checkVisibility({ visibilityProperty: true }) &&
      one.closest('.visually-hidden, [aria-hidden=true]') === null;
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (words.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(words.currentNode);
      const { left, right, width } = range.getBoundingClientRect();
      const element = range.commonAncestorContainer.parentElement!;
      if (width === 0 || !isSeen(element) || (left >= least && right <= innerWidth - least))
        continue;
      let list: Element | null = element;
      while (list !== null && !scrolls(list)) list = list.parentElement;
      if (list === null) found.push(range.toString());
    }
    return found;
  }, px);
}

/** What is written on buttons that are too narrow for it. */
export function cutButtons(inside: Locator): Promise<(string | null)[]> {
  return inside
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    );
}

export async function newPerson(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  return context.newPage();
}
