/** Two browsers and a server in its own process: which messages they receive, and what a kill -9 loses. */
import { expect, type Page, test } from '@playwright/test';
import { personaAddress } from '#demo/keys.ts';
import { CARD } from '#tests/support/battle-product.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { seat } from './support/battle-fixture.ts';
import { atTable, button, goHome, heading, matchOf, pick, shoot, skip } from './support/duel.ts';

let product: Product;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
});
test.afterAll(() => product[Symbol.asyncDispose]());

test('a kill -9 of the server in the middle of a round loses nothing', {
  tag: ['@B11', '@pages-41'],
}, async ({ browser }) => {
  test.setTimeout(180_000);
  const [kiosk, five] = await matchOf(browser, product, ['kiosk', 'five']);
  await shoot(kiosk, 'rock');
  await expect(five.locator('.plate[data-side="opponent"]')).toHaveAttribute('data-played', 'true');
  await product.kill9();
  const line = five.getByTestId('line');
  await expect(line).toHaveText('The server does not answer. What you see may be old.');
  // Said once: a second line would move the hand.
  await expect(five.locator('.battle-line')).toHaveText('Your opponent is ready. Your move.');
  await product.restart();
  await expect(line).toBeEmpty();

  // The played card is still there, and the other player can go on.
  await expect(button(kiosk, 'SHOT!')).toHaveAttribute('data-state', 'played');
  await pick(five, 'scissors');
  await button(five, 'SHOT!').click();
  for (const page of [kiosk, five]) await skip(page);
  await expect(heading(kiosk, 'Round won')).toBeVisible();
  await expect(heading(five, 'Round lost')).toBeVisible();

  for (const page of [kiosk, five]) await button(page, 'Continue to Next Round').click();
  await shoot(five, 'paper');
  await product.kill9();
  await product.restart();
  await pick(kiosk, 'scissors');
  await button(kiosk, 'SHOT!').click();
  for (const page of [kiosk, five]) await skip(page);
  await expect(heading(kiosk, 'Victory')).toBeVisible();
  await expect(heading(five, 'Defeat')).toBeVisible();
  await goHome(kiosk, five);
});

test('nothing that reaches the opponent or an outsider names the card before the round is over', {
  tag: '@B2',
}, async ({ browser }) => {
  const [ace, duo] = await matchOf(browser, product, ['ace', 'duo']);
  const outsider = await seat(browser, product, 'admin');
  const tapes = [record(duo), record(outsider)];
  // From here on all answers and socket messages of the pages are recorded.
  await Promise.all([duo.reload(), outsider.reload()]);
  await atTable(duo, 1);
  await expect(heading(outsider, 'Open games')).toBeVisible();

  // No card of the two wallets has this name, so only the played card can match.
  await shoot(ace, 'scissors');
  await expect(duo.locator('.plate[data-side="opponent"]')).toHaveAttribute('data-played', 'true');
  const { id } = await liveMatch(ace);
  for (const page of [duo, outsider]) {
    for (const path of [`/api/game/matches/${id}`, '/api/game/matches', '/api/game/lobbies']) {
      for (const persona of ['ace', 'duo', 'admin']) await ask(page, path, persona);
    }
  }
  for (const tape of tapes) {
    await expect.poll(tape.length).toBeGreaterThan(5);
    expect(await tape.words(id)).not.toMatch(SECRET);
  }

  await pick(duo, 'paper');
  await button(duo, 'SHOT!').click();
  await skip(duo);
  await expect(heading(duo, 'Round lost')).toBeVisible();
  // After the round it is public: the recording does find it.
  await expect.poll(() => tapes[0]!.words(id)).toMatch(SECRET);
  await leave(ace, id);
  await goHome(ace, duo, outsider);
});

const SECRET = new RegExp(`${CARD.scissors}|"scissors"`, 'i');

/** Messages about other matches, of the demo's house opponent, reach every page. */
const OF_A_MATCH = /^\{"type":"match-/;

/** Records all answers and socket messages that the page receives from now on. */
function record(page: Page) {
  const heard: Promise<string>[] = [];
  page.on('response', (response) => {
    if (!response.url().includes('/api/')) return;
    // A 304 has no body; its headers are recorded nevertheless.
    const body = response.text().catch(() => '');
    heard.push(body.then((text) => `${JSON.stringify(response.headers())} ${text}`));
  });
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => heard.push(Promise.resolve(String(payload))));
  });
  return {
    length: () => heard.length,
    /** The recording without socket messages about other matches. */
    words: async (id: string) => {
      const all = await Promise.all(heard);
      return all.filter((text) => !OF_A_MATCH.test(text) || text.includes(id)).join('\n');
    },
  };
}

/** A call from the page, with its session, on behalf of a persona. */
function ask(page: Page, path: string, persona: string): Promise<unknown> {
  return page.evaluate(
    (url) => fetch(url).then((answer) => answer.json()),
    `${path}?walletAddress=${personaAddress(persona)}`,
  );
}

/** Ends the match, so that both can play again. */
async function leave(page: Page, id: string): Promise<void> {
  const data = { walletAddress: personaAddress('ace') };
  const left = await page.request.post(`/api/game/matches/${id}/leave`, { data });
  expect(left.ok()).toBe(true);
}

async function liveMatch(page: Page): Promise<{ id: string }> {
  const [match] = (await ask(page, '/api/game/matches', 'ace')) as { id: string }[];
  return match!;
}
