/** The card battle between two browsers, over sockets. */
import { expect, type Locator, type Page } from '@playwright/test';
import { personaAddress } from '#demo/keys.ts';
import { CARD } from '#tests/support/battle-product.ts';
import { seat, test } from './support/battle-fixture.ts';
import {
  atTable,
  button,
  heading,
  join,
  type Move,
  matchAgainst,
  openLobby,
  pick,
  playAgainst,
  shoot,
  skip,
} from './support/duel.ts';
import { toastsOf } from './support/product-fixture.ts';
import { settledBox } from './support/ready.ts';

test('Check Result, pressed while the cards are counted down, says what was decided', {
  tag: ['@T3', '@battle-35', '@battle-36'],
}, async ({ browser, fixture, rival }) => {
  const page = await matchAgainst(browser, fixture, rival);
  for (const said of ['Round Complete!', 'Tournament Complete!']) {
    await shoot(page, 'rock');
    await pressAtCountdown(page, 'Check Result');
    await rival.play(CARD.scissors);
    await expect.poll(async () => (await toastsOf(page)).join()).toContain(said);
    await skip(page);
    if (said === 'Round Complete!') await button(page, 'Continue to Next Round').click();
  }
  await expect(heading(page, 'Victory')).toBeVisible();
});

/** Presses a button as soon as the cards are counted down: within the page, as the countdown may end before a click comes. */
function pressAtCountdown(page: Page, name: string): Promise<void> {
  return button(page, name).evaluate((element: HTMLElement) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('.countdown') === null) return;
      observer.disconnect();
      element.click();
    });
    observer.observe(document.body, { subtree: true, childList: true });
  });
}

/** Both play a card; the round ends with the second one. */
async function playRound([one, move]: [Page, Move], [two, other]: [Page, Move]): Promise<void> {
  await shoot(one, move);
  await expect(two.locator('.plate[data-side="opponent"]')).toHaveAttribute('data-played', 'true');
  await pick(two, other);
  await button(two, 'SHOT!').click();
}

test('two browsers play a whole match with a tie, and a rematch', {
  tag: ['@battle-1', '@battle-10', '@battle-15', '@battle-17', '@battle-35', '@collectors-21'],
}, async ({ browser, fixture }) => {
  const seats = ['ace', 'duo'].map((name) => seat(browser, fixture, name));
  const [ace, duo] = (await Promise.all(seats)) as [Page, Page];
  await openLobby(ace, 'Midnight duel');
  await join(duo, 'Midnight duel');
  for (const page of [ace, duo]) await atTable(page, 1);
  const toasts = () => toastsOf(ace);
  const opponent = ace.locator('.plate[data-side="opponent"]').getByRole('link');
  await expect(opponent).toHaveAttribute('href', `/profile?wallet=${personaAddress('duo')}`);
  await expect(opponent).toHaveAttribute('target', '_blank');

  // Whoever opened the game and looks into the lobby is not told there that nobody came.
  await button(ace, 'Reset Game').click();
  await expect(ace.getByText(/goes on without you/)).toBeVisible();
  await expect(ace.getByText(/^Nobody is waiting right now/)).toBeVisible();
  await expect(ace.getByText(/^Your lobby is closed/)).toHaveCount(0);
  await button(ace, 'Back to the match').click();
  await atTable(ace, 1);

  await playRound([ace, 'rock'], [duo, 'scissors']);
  await expect(heading(ace, 'Round won')).toBeVisible();
  await expect(heading(duo, 'Round lost')).toBeVisible();

  for (const page of [ace, duo]) await button(page, 'Continue to Next Round').click();
  await playRound([duo, 'paper'], [ace, 'paper']);
  await Promise.all([ace, duo].map(skip));
  await expect(heading(ace, 'Dead even')).toBeVisible();
  await expect(heading(duo, 'Dead even')).toBeVisible();

  for (const page of [ace, duo]) await button(page, 'Continue').click();
  await playRound([ace, 'scissors'], [duo, 'paper']);
  await Promise.all([ace, duo].map(skip));
  await expect(heading(ace, 'Victory')).toBeVisible();
  await expect(heading(duo, 'Defeat')).toBeVisible();
  await expect.poll(toasts).toContainEqual('Round 1 Result You won the round.');
  await expect.poll(toasts).toContainEqual('Battle Complete! You won the match 2 : 0.');

  await button(duo, 'Play Again').click();
  await expect(duo.getByText('Finding Match...')).toBeVisible();
  await expect(ace.getByText(/User_.* \(0x.* wants to play again/)).toBeVisible();
  await button(ace, 'Play Again').click();
  for (const page of [ace, duo]) await atTable(page, 1);
  await expect.poll(toasts).toContainEqual(expect.stringMatching(/^New Match Started!/));
});

test('a reload loses nothing in any phase', { tag: '@B11' }, async ({
  browser,
  fixture,
  rival,
}) => {
  const page = await seat(browser, fixture, 'ace');
  const link = await openLobby(page, 'Midnight duel');
  await page.reload();
  await expect(page.getByLabel('Invite link')).toHaveValue(link);
  await expect(button(page, 'Your Lobby')).toBeDisabled();

  await rival.join(link);
  await atTable(page, 1);
  await page.reload();
  await atTable(page, 1);
  await shoot(page, 'rock');
  await page.reload();
  await expect(button(page, 'SHOT!')).toHaveAttribute('data-state', 'played');
  await expect(page.getByRole('radio', { name: CARD.rock })).toBeChecked();

  await rival.play(CARD.scissors);
  await skip(page);
  await expect(heading(page, 'Round won')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Round won')).toBeVisible();
  await button(page, 'Continue').click();
  await page.reload();
  await atTable(page, 2);

  await playAgainst(page, rival, 'rock', 'scissors');
  await expect(heading(page, 'Victory')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Victory')).toBeVisible();
  await button(page, 'Play Again').click();
  await expect(page.getByText(/has to press Play Again, too/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/has to press Play Again, too/)).toBeVisible();
  await button(page, 'Cancel').click();
  await expect(button(page, 'Play Again')).toBeDisabled();
  await button(page, 'Quit Game').click();
  await expect(heading(page, 'Open games')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Open games')).toBeVisible();
});

test('Reset Game stands apart and is not dragged back; Check Match Status and the way back rejoin; Disconnect asks first, and leaves nothing of the match on the page', {
  tag: ['@B7', '@battle-18', '@wallet-16'],
}, async ({ browser, fixture, rival }) => {
  const page = await matchAgainst(browser, fixture, rival, {
    viewport: { width: 390, height: 664 },
  });
  const [reset, check] = await Promise.all(
    ['Reset Game', 'Check Result'].map(async (name) => (await button(page, name).boundingBox())!),
  );
  expect(check!.x - (reset!.x + reset!.width)).toBeGreaterThan(44);
  // A word about the round does not push the hand.
  const hand = await settledBox(page.locator('.hand'));
  await button(page, 'Check Result').press('Enter');
  await expect(page.getByText(/^No result yet/)).toBeVisible();
  expect(await settledBox(page.locator('.hand'))).toEqual(hand);
  await button(page, 'Reset Game').click();
  await expect(page.getByText(/goes on without you/)).toBeVisible();
  await expect(button(page, 'Back to the match')).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 720 });
  // A newer state of the match arrives by the socket and by every poll.
  const told = page.waitForResponse((answer) => /matches\?/.test(answer.url()) && answer.ok());
  await rival.play(CARD.rock);
  await told;
  await expect(heading(page, 'Open games')).toBeVisible();

  await button(page, 'Check Match Status').click();
  await atTable(page, 1);
  await expect(page.getByText('Your opponent is ready. Your move.')).toBeVisible();

  // Whoever wants a quick match and sits in one gets that one.
  const other = await fixture.rival('five');
  await other.open('Elsewhere');
  await button(page, 'Reset Game').click();
  await button(page, 'Quick match').click();
  await atTable(page, 1);
  const said = await toastsOf(page);
  expect(said.map((words) => words.split('!')[0])).toEqual(['Joined Lobby', 'New Match Started']);

  const bar = page.getByRole('banner');
  const question = page.getByRole('dialog', { name: 'Disconnect during a match?' });
  await bar.getByRole('button', { name: 'Disconnect' }).click();
  await question.getByRole('button', { name: 'Stay' }).click();
  await atTable(page, 1);
  await bar.getByRole('link', { name: 'Profile' }).click();
  const sign = page.getByRole('complementary', { name: 'You are in a match' });
  await expect(sign).toBeVisible();
  await bar.getByRole('button', { name: 'Disconnect' }).click();
  await question.getByRole('button', { name: 'Stay' }).click();
  await sign.getByRole('link', { name: 'Back to the match' }).click();
  await atTable(page, 1);

  const ki = () => page.locator('html').getAttribute('data-ki');
  await expect.poll(ki).toBe('inferno');
  await pick(page, 'paper');
  await expect.poll(ki).toBe('sui');
  await expect(page).toHaveTitle(/^Round 1 of 3/);
  await bar.getByRole('button', { name: 'Disconnect' }).click();
  await question.getByRole('button', { name: 'Disconnect anyway' }).click();
  await expect(heading(page, 'Connect your wallet')).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Connect Wallet' })).toBeVisible();
  await expect(page).toHaveTitle(/^Trading Card Battle/);
  await expect.poll(ki).toBe('inferno');
});

test('the keyboard alone plays, and is never lost; of a round its result is heard once, and the focus moves to what came', async ({
  browser,
  fixture,
  rival,
}) => {
  const page = await seat(browser, fixture, 'ace');
  const heard = await listen(page);
  const { keyboard } = page;
  await button(page, 'Check Match Status').press('Enter');
  await expect(page.getByText('You are in no match.')).toBeVisible();
  await expect(button(page, 'Check Match Status')).toBeFocused();
  await page.getByLabel('Lobby name').focus();
  await keyboard.type('Keys only');
  await keyboard.press('Enter');
  await expect(button(page, 'Sign message')).toBeVisible();
  await keyboard.press('Enter');
  await expect(heading(page, 'Your game is open')).toBeFocused();
  await button(page, 'Close lobby').press('Enter');
  await expect(heading(page, 'Open a game')).toBeFocused();
  await page.getByLabel('Lobby name').fill('Keys only');
  await button(page, 'Create Lobby').press('Enter');
  await expect(heading(page, 'Your game is open')).toBeFocused();
  const link = await page.getByLabel('Invite link').inputValue();
  await rival.join(link);

  for (const round of [1, 2]) {
    await expect(heading(page, `Round ${round} of 3`)).toBeFocused();
    await rival.play(CARD.scissors);
    await tabTo(page, page.getByRole('radio', { name: 'Drops of Conviction, paper' }));
    await keyboard.press('Space');
    await keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: CARD.rock })).toBeChecked();
    await tabTo(page, button(page, 'SHOT!'));
    await keyboard.press('Enter');
    await skip(page);
    if (round === 2) break;
    await expect(heading(page, 'Round won')).toBeVisible();
    const told = 'Notification Round 1 Result You won the round. You 1, opponent 0.';
    await expect.poll(heard).toEqual(['Round 1 of 3', 'Result', told]);
    await tabTo(page, button(page, 'Continue to Next Round'));
    await keyboard.press('Enter');
  }
  await expect(heading(page, 'Victory')).toBeVisible();
  await tabTo(page, button(page, 'Quit Game'));
  await keyboard.press('Enter');
  await expect(heading(page, 'Trading Card Battle')).toBeFocused();
});

/** Notes what is read of a match by itself: headings that take the focus, and results in live regions. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  const heard = await page.evaluateHandle(() => {
    const notes: string[] = [];
    document.addEventListener('focusin', ({ target }) => {
      if ((target as Element).matches('h1')) notes.push((target as Element).textContent);
    });
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[role="status"]')) {
        const words = [...region.childNodes].map(({ textContent }) => textContent?.trim());
        const text = words.filter(Boolean).join(' ');
        if (/result/i.test(text) && !notes.includes(text)) notes.push(text);
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
    return notes;
  });
  return () => heard.evaluate((notes) => [...notes]);
}

/** Presses Tab until `target` has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 15; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('the keyboard does not get there');
}
