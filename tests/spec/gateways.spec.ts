/** Pictures of the demo on IPFS: four gateways, one after the other, then the stock picture. */
import { expect, type Page } from '@playwright/test';
import { become } from '../e2e/support/become.ts';
import { test } from './fixture.ts';

const DEMO_GATEWAYS = ['pinned', 'second', 'public', 'cdn'];

/** The picture of the card with this name, once it is drawn. */
async function pictureOf(page: Page, name: string): Promise<string> {
  const picture = page.getByRole('main').getByRole('img', { name, exact: true }).first();
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  return picture.evaluate((image: HTMLImageElement) => new URL(image.currentSrc).pathname);
}

test('the pictures of the demo come from the first, second, third, fourth gateway, or none', {
  tag: ['@H5', '@cards-4', '@cards-13'],
}, async ({ page }) => {
  await become(page, 'encore');
  await page.goto('/profile');
  const from: string[] = [];
  for (const number of [1, 2, 3, 4, 5]) {
    const link = await pictureOf(page, `Backstage Pass #${number}`);
    from.push(link.startsWith('/demo/ipfs/') ? (link.split('/')[3] ?? '') : link);
  }
  expect(from).toEqual([...DEMO_GATEWAYS, '/art/placeholder.svg']);
});

test('a picture that the first gateway does not have is not drawn as torn until the next one has answered', {
  tag: ['@H5', '@cards-5'],
}, async ({ page }) => {
  await become(page, 'encore');
  const answers: (() => void)[] = [];
  await page.route('/demo/ipfs/second/**', async (route) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    await route.continue();
  });
  await page.goto('/profile');
  const picture = page.getByRole('main').getByRole('img', { name: 'Backstage Pass #2' }).first();
  await picture.scrollIntoViewIfNeeded();
  await expect(picture).toHaveCSS('opacity', '0');
  await expect.poll(() => answers.length).toBeGreaterThan(0);
  for (const answer of answers) answer();
  await expect(picture).toHaveCSS('opacity', '1');
});
