/** A server that never answers, stopped while the system goes on accepting for it; and one whose proxy answers for it. */
import { expect } from '@playwright/test';
import { become } from './support/become.ts';
import { test } from './support/demo-product.ts';
import { expectNoSidewaysScroll } from './support/page-checks.ts';
import { untilInteractive } from './support/ready.ts';

test('a server that never answers is told of while the call still waits, and the strip goes by itself', {
  tag: '@pages-41',
}, async ({ page, product }) => {
  await page.goto(product.url);
  await untilInteractive(page);
  const line = page.getByTestId('line');
  const refresh = page.getByRole('button', { name: 'Refresh leaderboard' });
  await expect(refresh).toBeEnabled();
  await expect(line).toBeEmpty();
  const ended: string[] = [];
  const note = (request: { url(): string }) => ended.push(new URL(request.url()).pathname);
  page.on('requestfinished', note);
  page.on('requestfailed', note);

  process.kill(product.pid, 'SIGSTOP');
  try {
    await refresh.click();
    await expect(line).toContainText('The server does not answer.', { timeout: 60_000 });
    await expect(line).toContainText('What you see may be old.');
    expect(ended).not.toContain('/api/leaderboard');
    await expect(page.locator('.toast')).toHaveCount(0);
    await expectNoSidewaysScroll(page);
  } finally {
    process.kill(product.pid, 'SIGCONT');
  }
  await expect(line).toBeEmpty({ timeout: 60_000 });
  await expect.poll(() => ended).toContain('/api/leaderboard');
});

for (const [who, answer, words] of [
  ['a server for which a proxy answers 502', { status: 502 }, 'The server is out of order.'],
  [
    'a network that answers everything with its login page',
    { contentType: 'text/html', body: '<h1>Log in to this network</h1>' },
    'The server does not answer.',
  ],
] as const) {
  test(`${who} is told of, and all that failed comes by itself`, {
    tag: ['@pages-26', '@pages-41', '@pages-61'],
  }, async ({ page, product }) => {
    await become(page, 'ace');
    // All but the files of the page: their cache may be in between.
    await page.route(`${product.url}/**`, (route) => {
      const request = route.request();
      const isCall = new URL(request.url()).pathname.startsWith('/api/');
      return isCall || request.method() === 'HEAD' ? route.fulfill(answer) : route.continue();
    });
    await page.goto(`${product.url}/profile`);
    const line = page.getByTestId('line');
    await expect(line).toContainText(words, { timeout: 60_000 });
    await expect(page.getByText('Your profile could not be loaded')).toBeVisible();
    await page.unrouteAll();
    await expect(line).toBeEmpty({ timeout: 60_000 });
    await expect(page.locator('.tile').first()).toBeVisible({ timeout: 60_000 });
  });
}
