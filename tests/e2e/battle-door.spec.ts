/** Before and after a match: open games, invite links, and all phases on a small screen. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { type BattleFixture, openBattleFixture, seat } from './support/battle-fixture.ts';
import {
  atTable,
  button,
  CARD,
  goHome,
  heading,
  matchAgainst,
  pick,
  skip,
} from './support/duel.ts';
import { expectNoSidewaysScroll, newPerson } from './support/product-fixture.ts';
import { sign } from './support/profile.ts';

/** Enough for a slow machine. */
test.setTimeout(120_000);

let fixture: BattleFixture;
test.beforeAll(async () => {
  fixture = await openBattleFixture();
});
test.afterAll(() => fixture.close());
test.beforeEach(() => fixture.clear());

test('open games that cannot be read are no empty list', async ({ browser }) => {
  const page = await seat(browser, fixture, 'ace');
  await expect(page.getByText(/^Nobody is waiting right now/)).toBeVisible();
  await page.route('**/api/game/lobbies', (route) => route.fulfill({ status: 500, body: '' }));
  await page.reload();
  await expect(page.getByText(/^The open games could not be loaded/)).toBeVisible();
  await expect(page.getByText(/^Nobody is waiting right now/)).toHaveCount(0);
  await goHome(page);
});

test('an invite link says who asks, also when it is too late', async ({ browser }) => {
  const rival = await fixture.rival('duo');
  await rival.call('Duo Delacroix');
  const id = await rival.open('Midnight duel');
  const path = `/trading-card-game?lobby=${id}`;

  const visitor = await newPerson(browser, fixture.url);
  await visitor.goto(path);
  await expect(heading(visitor, 'Duo Delacroix wants to battle')).toBeVisible();
  await expect(
    visitor.getByRole('main').getByRole('button', { name: 'Connect Wallet' }),
  ).toBeVisible();

  const ace = await seat(browser, fixture, 'ace', { path });
  await button(ace, 'Join').click();
  await sign(ace);
  await atTable(ace, 1);
  await expect(ace).toHaveURL(/\/trading-card-game$/);
  await expect(heading(visitor, 'This seat is taken')).toBeVisible();

  await rival.leave();
  const again = await rival.open('Once more');
  await rival.close(again);
  await visitor.goto(`/trading-card-game?lobby=${again}`);
  await expect(heading(visitor, 'This game is closed')).toBeVisible();
  await visitor.goto('/trading-card-game?lobby=nothing');
  await expect(visitor.getByRole('alert')).toHaveText(/leads to no game/);
  await button(visitor, 'See all open games').click();
  await expect(heading(visitor, 'Connect your wallet')).toBeVisible();
  await goHome(visitor, ace);
});

test('on a small screen: every scene fits, and none is hard to use', async ({ browser }) => {
  const rival = await fixture.rival('duo');
  const page = await matchAgainst(browser, fixture, rival, {
    viewport: { width: 360, height: 740 },
  });
  await expectNoSidewaysScroll(page);
  await page.locator('.hand-card').first().click();
  await expect(page.getByRole('radio', { name: CARD.paper })).toBeChecked();
  await sound(page);
  await pick(page, 'rock');
  await button(page, 'SHOT!').click();
  await rival.play(CARD.scissors);
  await skip(page);
  await expect(heading(page, 'Round won')).toBeVisible();
  await sound(page);
  await rival.leave();
  await expect(heading(page, 'Victory')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await button(page, 'Quit Game').click();
  await expect(heading(page, 'Open games')).toBeVisible();
  await sound(page);
  await goHome(page);
});

async function sound(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}
