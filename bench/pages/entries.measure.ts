/** The organiser's list of 2,000 registrations on a phone: scrolling. */
import { expect, test } from '@playwright/test';
import { connectBehind, storeEntries } from '#tests/support/many-entries.ts';
import { startProduct } from '#tests/support/product.ts';
import { longTaskCount, report, swipeBy, trace } from './trace.ts';

test('2,000 registrations', async ({ browser }) => {
  await using product = await startProduct({
    env: { LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '10' },
  });
  const sql = connectBehind(product);
  await storeEntries(sql, 1, 2_000, new Date(Date.now() - 1_200_000));
  await sql.end();
  const page = await browser.newPage({ viewport: { width: 412, height: 823 }, hasTouch: true });
  await expect(async () => {
    await page.goto(`${product.url}/admin`);
    await expect(page.locator('.entry-list-count')).toContainText('2,0', { timeout: 2_000 });
  }).toPass();

  let stop = await trace(page);
  await page.goto(`${product.url}/admin`);
  await page.locator('.entry-list-line').first().waitFor();
  await page.waitForTimeout(3_000);
  report('opening the list', await stop());

  const frame = page.locator('.entry-list-frame');
  await frame.scrollIntoViewIfNeeded();
  const seen = await longTaskCount(page);
  stop = await trace(page);
  await swipeBy(page, 24_000, () => frame.evaluate(({ scrollTop }) => scrollTop));
  report('scrolling 24,000 px', await stop(), await seen());
  await page.close();
});
