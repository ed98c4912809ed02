/** Nobody loses a live match by a press that was meant for something else. */
import { expect, type Page } from '@playwright/test';
import { personaAddress } from '#demo/keys.ts';
import { CARD } from '#tests/support/battle-product.ts';
import { seat, test } from './support/battle-fixture.ts';
import {
  atTable,
  button,
  heading,
  join,
  matchAgainst,
  openLobby,
  playAgainst,
} from './support/duel.ts';
import { hold } from './support/hold.ts';
import { loadedAhead } from './support/ready.ts';

test('whoever opened a lobby is told in a tab that was open before, when the tab of the lobby is closed', {
  tag: ['@battle-11', '@battle-38', '@B11'],
}, async ({ browser, fixture, rival }) => {
  // The title of this page looks like an alert itself.
  await rival.call('(!) Ada | Duo');
  const path = `/profile?wallet=${personaAddress('duo')}`;
  const before = await seat(browser, fixture, 'ace', { path });
  // Chromium without a screen refuses all notifications: what the page asks for is written down instead.
  await before.context().addInitScript(() => {
    const told: string[] = [];
    const Notification = Object.assign(
      function shown(title: string) {
        told.push(title);
        return { close() {} };
      },
      {
        permission: location.pathname === '/profile' ? 'granted' : 'default',
        requestPermission() {
          told.push('asked');
          return Promise.resolve('granted');
        },
      },
    );
    Object.assign(window, { told, Notification });
  });
  await before.reload();
  const told = (page: Page) => page.evaluate(() => (window as unknown as { told: string[] }).told);
  // What tells of it comes after the page.
  await loadedAhead(before, ['MatchBanner']);
  const opener = await before.context().newPage();
  await opener.goto('/trading-card-game');
  await expect(heading(opener, 'Open games')).toBeVisible();
  expect(await told(opener)).toEqual([]);
  const link = await openLobby(opener, 'Midnight duel');
  expect(await told(opener)).toEqual(['asked']);
  await opener.close();
  await rival.join(link);
  const sign = before.getByRole('complementary', { name: 'You are in a match' });
  await expect(sign).toContainText(/\d+ s/);
  await expect(before.getByText(/^Your match against .* has begun\.$/)).toBeAttached();
  await expect(before).toHaveTitle(/^\(!\) Your match: \d+ s \| \(!\) Ada \| Duo/);
  await expect(before.locator('link[rel="icon"]')).toHaveAttribute('href', '/favicon-call.svg');
  expect(await told(before)).toEqual(['Your match has begun']);
  await sign.getByRole('link', { name: 'Back to the match' }).click();
  await atTable(before, 1);
  await expect(before).not.toHaveTitle(/Your match/);
});

test('a tab that was open before a match was joined in another one shows it, and Disconnect asks there', {
  tag: ['@B7', '@battle-38'],
}, async ({ browser, fixture, rival }) => {
  const before = await seat(browser, fixture, 'ace', { path: '/profile' });
  await loadedAhead(before, ['MatchBanner']);
  await rival.open('Midnight duel');
  const player = await before.context().newPage();
  await player.goto('/trading-card-game');
  await join(player, 'Midnight duel');
  await atTable(player, 1);
  await player.close();
  const shown = before.getByRole('complementary', { name: 'You are in a match' });
  await expect(shown).toContainText(/\d+ s/);
  await before.getByRole('banner').getByRole('button', { name: 'Disconnect' }).click();
  await expect(before.getByRole('dialog', { name: 'Disconnect during a match?' })).toBeVisible();
});

test('whoever offered a rematch is told on another page that it began', {
  tag: ['@B9', '@battle-38'],
}, async ({ browser, fixture, rival }) => {
  const page = await matchAgainst(browser, fixture, rival);
  await playAgainst(page, rival, 'rock', 'scissors');
  await button(page, 'Continue to Next Round').click();
  await playAgainst(page, rival, 'rock', 'scissors');
  await button(page, 'Play Again').click();
  const waits = /has to press Play Again, too\.$/;
  await expect(page.getByText(waits)).toBeVisible();
  const sign = page.getByRole('complementary', { name: 'You are in a match' });
  // Another tab shows the offer too, and does not take it back when it is closed.
  const second = await page.context().newPage();
  await second.goto('/trading-card-game');
  await expect(second.getByText(waits)).toBeVisible();
  await second.close();
  const hasLooked = page.waitForResponse('**/api/game/matches?*');
  await page.getByRole('banner').getByRole('link', { name: 'Profile' }).click();
  await hasLooked;
  await expect(sign).toHaveCount(0);
  await rival.playAgain();
  await expect(sign).toContainText(/\d+ s/);
  await sign.getByRole('link', { name: 'Back to the match' }).click();
  await atTable(page, 1);
});

test('who leaves the table is told of the match also when the server has no file of this version any more', {
  tag: ['@battle-38', '@pages-27'],
}, async ({ browser, fixture, rival }) => {
  const page = await matchAgainst(browser, fixture, rival);
  await loadedAhead(page, ['HomePage', 'MatchBanner']);
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
  const sign = page.getByRole('complementary', { name: 'You are in a match' });
  await expect(sign).toContainText(/\d+ s/);
});

test('a rematch that was cancelled before its offer was answered is not asked for again meanwhile, nor a seat elsewhere', {
  tag: ['@B9', '@battle-37'],
}, async ({ browser, fixture, rival }) => {
  const page = await matchAgainst(browser, fixture, rival);
  await playAgainst(page, rival, 'rock', 'scissors');
  await button(page, 'Continue to Next Round').click();
  await playAgainst(page, rival, 'rock', 'scissors');
  const answer = await hold(page, '**/api/game/lobbies');
  await button(page, 'Play Again').click();
  await button(page, 'Cancel').click();
  await expect(button(page, 'Play Again')).toBeDisabled();
  await button(page, 'Quit Game').click();
  await expect(button(page, 'Quick match')).toBeDisabled();
  answer();
  await expect(button(page, 'Quick match')).toBeEnabled();
  expect((await rival.match()).rematch.state).toBe('over');
});

test('a tab that lies elsewhere plays its sound when somebody sits down, also one from before the sound was on', {
  tag: ['@battle-38'],
}, async ({ browser, fixture, rival }) => {
  const front = await seat(browser, fixture, 'ace');
  const behind = await front.context().newPage();
  // Counts notes that the real audio context has played to their end, which it does only while it runs.
  await behind.addInitScript(() => {
    const sounded = { started: 0, ended: 0 };
    Object.assign(window, { sounded });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) {
      sounded.started += 1;
      this.addEventListener('ended', () => {
        sounded.ended += Number(this.context.state === 'running');
      });
      start.call(this, when);
    };
  });
  const sounded = () => behind.evaluate(() => (window as unknown as { sounded: object }).sounded);
  // A match that it finds at first is no news to it.
  const hasLooked = behind.waitForResponse('**/api/game/matches?*');
  await behind.goto('/games');
  await hasLooked;
  // Browsers let a page sound once somebody has pressed something on it.
  await behind.getByRole('heading', { level: 1 }).click();
  await front.bringToFront();
  await front.evaluate(() => localStorage.setItem('battle_sound', 'on'));
  const link = await openLobby(front, 'Midnight duel');
  expect(await sounded()).toEqual({ started: 0, ended: 0 });
  await rival.join(link);
  await expect.poll(sounded).toEqual({ started: 3, ended: 3 });
  await atTable(front, 1);
  // Heard as on or off; a name 'Sound off' that is off would be heard as its opposite.
  const ofSound = front.getByRole('switch', { name: 'Sound', exact: true });
  for (const [words, isOn] of [
    ['Sound on', true],
    ['Sound off', false],
  ] as const) {
    if ((await ofSound.isChecked()) !== isOn) await ofSound.click();
    await expect(ofSound).toBeChecked({ checked: isOn });
    await expect(ofSound).toHaveText(words);
  }
});

test('who comes back too late reads which match was missed', {
  tag: ['@B11', '@battle-38'],
}, async ({ browser, fixture, rival }) => {
  const page = await seat(browser, fixture, 'ace');
  const link = await openLobby(page, 'Midnight duel');
  await page.goto('about:blank');
  await rival.join(link);
  for (const seconds of [42, 52]) {
    await rival.play(CARD.rock);
    await fixture.pass(seconds);
  }
  await page.goto('/trading-card-game');
  await expect(page.getByText(/^You missed a match against .*0x.*\.$/)).toBeVisible();
});

test('whoever saw a match end in which they played no card, and quit, is not told that they missed it', {
  tag: '@battle-38',
}, async ({ browser, fixture, rival }) => {
  const page = await matchAgainst(browser, fixture, rival);
  for (const round of [1, 2]) {
    await rival.play(CARD.rock);
    await fixture.pass(52);
    if (round === 1) await button(page, 'Continue to Next Round').click();
  }
  await button(page, 'Quit Game').click();
  await expect(heading(page, 'Open games')).toBeVisible();
  const missed = page.getByText(/^You missed a match/);
  await expect(missed).toHaveCount(0);
  await page.reload();
  await expect(heading(page, 'Your matches')).toBeVisible();
  await expect(missed).toHaveCount(0);
});

test('how a match ended that Reset Game had left is told where the way back was', {
  tag: '@B7',
}, async ({ browser, fixture, rival }) => {
  const page = await matchAgainst(browser, fixture, rival);
  await button(page, 'Reset Game').click();
  await expect(button(page, 'Back to the match')).toBeVisible();
  await rival.leave();
  await expect(
    page.getByText(/^You are in no match\. Your last one against .*: won, 0 : 0\.$/),
  ).toBeVisible();
  await expect(button(page, 'Back to the match')).toHaveCount(0);
});
