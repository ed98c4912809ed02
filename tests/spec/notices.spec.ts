/** Behaviour of toasts, and what follows a change of the name; the texts are checked in scenes.spec.ts. */
import { expect, type Page } from '@playwright/test';
import { personaAddress } from '#demo/keys.ts';
import { become } from '#tests/e2e/support/become.ts';
import { counting } from '../e2e/support/counting.ts';
import { recordToasts } from '../e2e/support/product-fixture.ts';
import { sign } from '../e2e/support/profile.ts';
import { test } from './fixture.ts';
import { fails, PARTS } from './pictures/scene.ts';

async function visit(page: Page, persona: string, path = '/profile') {
  await become(page, persona);
  const toasts = await recordToasts(page);
  await page.goto(path);
  return toasts;
}

const field = (page: Page) => page.getByLabel('Display name');
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const quickName = (page: Page) => page.getByRole('textbox', { name: /^Choose a name/ });

test("the name set by the short way is said with 'Username Updated' or 'Update Failed'", {
  tag: ['@collectors-8', '@collectors-10', '@errors-8'],
}, async ({ page }) => {
  const toasts = await visit(page, PARTS.namedAtHome, '/');
  await fails(page, 'PATCH', '**/api/user/*');
  await quickName(page).fill('Nameless no more');
  await save(page).click();
  await expect.poll(toasts).toContainEqual('Update Failed Failed to update your username');
  await page.unroute('**/api/user/*');
  await save(page).click();
  await sign(page);
  await expect.poll(toasts).toContainEqual('Username Updated');
  await expect(quickName(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Your collection' })).toContainText(
    'Nameless no more',
  );
});

test('a new name is read again by the user, the leaderboard and the users, and cards by the session', {
  tag: ['@collectors-11', '@calls-7', '@calls-13'],
}, async ({ page }) => {
  const bar = page.getByRole('navigation', { name: 'Main' });
  const counts = ['/api/leaderboard', '/api/users'].map((path) => counting(page, path));
  const counted = () => counts.map((count) => count());
  const user = counting(page, `/api/users/${personaAddress(PARTS.namedOnProfile)}`);
  await visit(page, PARTS.namedOnProfile);
  // Waits until the reload after connecting is over.
  await expect(page.getByText(/^Read from the chain/)).toBeVisible();
  await bar.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByText('Collection Leader')).toBeVisible();
  await expect.poll(() => Math.min(...counted())).toBeGreaterThan(0);
  await bar.getByRole('link', { name: 'Profile' }).click();
  const name = 'Cinq';
  await field(page).fill(name);
  await save(page).click();
  await sign(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect.poll(user).toBe(1);
  const cards: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/nfts') cards.push(search);
  });
  await page.getByRole('button', { name: 'Read again' }).click();
  await expect.poll(() => cards).toContain('');
  const [boards = 0, users = 0] = counted();
  await bar.getByRole('link', { name: 'Home' }).click();
  await expect.poll(counted).toEqual([boards + 1, users + 1]);
});

test.describe('a toast', () => {
  const open = (page: Page) => page.locator('li.toast[data-state="open"]');

  /** Shows 'Wallet Disconnected' and stops the clock. */
  async function shown(page: Page) {
    const start = Date.now();
    await page.clock.install({ time: start });
    await become(page, 'duo');
    await page.goto('/');
    const disconnect = page.getByRole('banner').getByRole('button', { name: 'Disconnect' });
    await expect(disconnect).toBeEnabled();
    await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toBeAttached();
    await page.clock.pauseAt(start + 600_000);
    await disconnect.click();
    await expect(open(page)).toHaveCount(1);
    await expect(open(page)).toContainText('Wallet Disconnected');
  }

  test('stands for 5,000 ms', { tag: ['@pages-18', '@pages-19', '@wallet-16'] }, async ({
    page,
  }) => {
    await shown(page);
    await page.clock.runFor(4_999);
    await expect(open(page)).toHaveCount(1);
    await page.clock.runFor(1);
    await expect(open(page)).toHaveCount(0);
  });

  test('is thrown away to the right by more than 50 px, and no other way', {
    tag: '@pages-20',
  }, async ({ page }) => {
    await shown(page);
    const swipe = async (across: number) => {
      const box = (await open(page).boundingBox())!;
      const [x, y] = [box.x + 30, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + Math.sign(across) * 10, y);
      await page.mouse.move(x + across, y);
      await page.mouse.up();
      await page.clock.runFor(300);
    };
    await swipe(-90);
    await expect(open(page)).toHaveCount(1);
    await swipe(50);
    await expect(open(page)).toHaveCount(1);
    await swipe(51);
    await expect(open(page)).toHaveCount(0);
  });
});
