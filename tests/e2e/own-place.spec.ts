/** The viewer's own row below the top of both boards (S5). */
import { expect, type Page } from '@playwright/test';
import { personaAddress } from '#demo/keys.ts';
import { test } from './support/demo-product.ts';
import { expectNoSidewaysScroll } from './support/page-checks.ts';
import { visitProfile } from './support/profile.ts';
import { withoutPrerender } from './support/without-prerender.ts';

const ACE = personaAddress('ace');
const wallet = (n: number) => `0x${n.toString(16).padStart(64, '0')}`;
const collector = (rank: number, walletAddress: string, nftCount: number) => ({
  rank,
  walletAddress,
  nftCount,
  username: `Number ${rank}`,
  displayName: `Number ${rank}`,
});
const player = (walletAddress: string, wins: number) => ({
  id: walletAddress,
  walletAddress,
  displayName: `With ${wins} wins`,
  totalGames: wins + 5,
  wins,
  losses: 3,
  ties: 2,
  winRate: (wins / (wins + 5)) * 100,
  streak: -1,
  bestStreak: 2,
  lastGameAt: '2026-03-01T12:00:00.000Z',
});

/** Answers both boards as with 100,000 collectors. */
async function crowd(page: Page): Promise<void> {
  await withoutPrerender(page);
  const numbers = Array.from({ length: 100 }, (_, index) => index + 1);
  const ranking = numbers.map((rank) => collector(rank, wallet(rank), 1_000 - rank));
  const board = numbers.map((n) => player(wallet(n), 500 - n));
  await page.route('**/api/leaderboard', (route) => route.fulfill({ json: ranking }));
  await page.route(`**/api/leaderboard/${ACE}`, (route) =>
    route.fulfill({ json: { entry: collector(12_345, ACE, 12) } }),
  );
  await page.route('**/api/game/leaderboard', (route) => route.fulfill({ json: board }));
  await page.route(`**/api/game/leaderboard/${ACE}`, (route) =>
    route.fulfill({ json: { place: { rank: 80_001, isExact: false, row: player(ACE, 1) } } }),
  );
}

for (const width of [360, 1440]) {
  test(`the own row stands below the top with its rank, at ${width} px`, { tag: '@S5' }, async ({
    browser,
  }) => {
    const viewport = { width, height: 900 };
    const page = await visitProfile(browser, 'ace', { viewport });
    await crowd(page);
    await page.goto('/');
    const own = page.getByRole('region', { name: 'Your place' });
    await expect(own.getByRole('listitem')).toHaveText(/12,345.*Number 12345.*You.*12 cards/);
    await expectNoSidewaysScroll(page);
    await page.goto('/games');
    await expect(own.getByRole('listitem')).toContainText('80,001+');
    await expect(own.getByRole('listitem')).toContainText('With 1 wins');
    await expectNoSidewaysScroll(page);
    await page.context().close();
  });
}
