/** Under reduced motion nothing fades in: it is opaque from its first frame. */
import { type Browser, expect, type Page } from '@playwright/test';
import { addSulkyWallet } from '#tests/spec/fixture.ts';
import { test } from './support/demo-product.ts';

/** Opacity of each element in its first frame. */
async function opacities(page: Page): Promise<() => Promise<Record<string, number>>> {
  await page.addInitScript(() => {
    const first: Record<string, number> = {};
    Object.assign(window, { firstOpacities: first });
    new MutationObserver(() => {
      for (const what of ['.dialog-backdrop', '.dialog-content', 'li.toast']) {
        const element = document.querySelector(what);
        if (element !== null) first[what] ??= Number(getComputedStyle(element).opacity);
      }
    }).observe(document, { childList: true, subtree: true });
  });
  return () =>
    page.evaluate(
      () => (window as unknown as { firstOpacities: Record<string, number> }).firstOpacities,
    );
}

/** Opens a dialog and a toast. */
async function firstSeen(browser: Browser, reducedMotion: 'reduce' | 'no-preference') {
  const context = await browser.newContext({ reducedMotion });
  const page = await context.newPage();
  // The toast does not wait until the page has nothing else to do.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await addSulkyWallet(page, 'no');
  const read = await opacities(page);
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  await page.getByRole('button', { name: 'Sulky' }).click();
  await expect(page.locator('li.toast')).toContainText('Sui Wallet Required');
  return read();
}

test('a dialog and a toast fade in, but not under reduced motion', async ({ browser }) => {
  expect(await firstSeen(browser, 'no-preference')).toEqual({
    '.dialog-backdrop': 0,
    '.dialog-content': 0,
    'li.toast': 0,
  });
  expect(await firstSeen(browser, 'reduce')).toEqual({
    '.dialog-backdrop': 1,
    '.dialog-content': 1,
    'li.toast': 1,
  });
});
