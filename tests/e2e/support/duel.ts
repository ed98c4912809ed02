/** Actions of two players on the battle page. */
import { type Browser, expect, type Page } from '@playwright/test';
import { DECK } from '#rules/battle/deck.ts';
import { CARD } from '#tests/support/battle-product.ts';
import { type Seat, seat } from './battle-fixture.ts';
import type { BattleFixture, Rival } from './battle-server.ts';
import { sign } from './profile.ts';

export type Move = keyof typeof CARD;

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

/** Opens a lobby, with signing in. @returns its invite link */
export async function openLobby(page: Page, name: string): Promise<string> {
  await page.getByLabel('Lobby name').fill(name);
  await button(page, 'Create Lobby').click();
  await sign(page);
  await expect(page.getByText('Your game is open')).toBeVisible();
  return page.getByLabel('Invite link').inputValue();
}

export async function join(page: Page, name: string): Promise<void> {
  await button(page, `Join ${name}`).click();
  await sign(page);
}

export const atTable = (page: Page, round: number) =>
  expect(heading(page, `Round ${round} of 3`)).toBeVisible();

/** Picks a card by its digit key. */
export async function pick(page: Page, move: Move): Promise<void> {
  const place = DECK.findIndex(({ name }) => name === CARD[move]) + 1;
  await page.keyboard.press(String(place));
  await expect(page.getByRole('radio', { name: CARD[move] })).toBeChecked();
}

export async function shoot(page: Page, move: Move): Promise<void> {
  await pick(page, move);
  await button(page, 'SHOT!').click();
  await expect(button(page, 'SHOT!')).toHaveAttribute('data-state', 'played');
}

/** One browser in the first round against a rival without a browser. */
export async function matchAgainst(
  browser: Browser,
  fixture: Pick<BattleFixture, 'url'>,
  rival: Rival,
  at: Seat = {},
): Promise<Page> {
  await rival.open('Midnight duel');
  const page = await seat(browser, fixture, 'ace', at);
  await join(page, 'Midnight duel');
  await atTable(page, 1);
  return page;
}

/** A whole round against a rival without a browser. */
export async function playAgainst(page: Page, rival: Rival, move: Move, theirs: Move) {
  await shoot(page, move);
  await rival.play(CARD[theirs]);
  await skip(page);
}

/** Skips the countdown, if it is not over yet. */
export async function skip(page: Page): Promise<void> {
  await expect(page.locator('.countdown, .clash, .outcome').first()).toBeVisible();
  await page.keyboard.press('Escape');
}
