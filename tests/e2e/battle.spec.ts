/** The card battle between two people, each in a browser of their own, over sockets. */
import { expect, test } from '@playwright/test';
import { type BattleStage, openBattleStage } from './support/battle-stage.ts';
import { atTable, button, goHome, heading, matchOf, playRound } from './support/duel.ts';

let stage: BattleStage;
test.beforeAll(async () => {
  stage = await openBattleStage();
});
test.afterAll(() => stage.close());
test.beforeEach(() => stage.clear());

test('a whole match with a tie, and a rematch', async ({ browser }) => {
  const [ace, duo] = await matchOf(browser, stage, ['ace', 'duo']);

  await playRound([ace, 'rock'], [duo, 'scissors']);
  await expect(heading(ace, 'Round won')).toBeVisible();
  await expect(heading(duo, 'Round lost')).toBeVisible();
  await expect(ace.getByTestId('battle-says')).toHaveText(/Round 1 result: You won the round/);

  for (const page of [ace, duo]) await button(page, 'Continue to Next Round').click();
  await playRound([duo, 'paper'], [ace, 'paper']);
  await expect(heading(ace, 'Dead even')).toBeVisible();
  await expect(heading(duo, 'Dead even')).toBeVisible();

  for (const page of [ace, duo]) await button(page, 'Continue to Next Round').click();
  await playRound([ace, 'scissors'], [duo, 'paper']);
  await expect(heading(ace, 'Victory')).toBeVisible();
  await expect(heading(duo, 'Defeat')).toBeVisible();

  await button(duo, 'Play Again').click();
  await expect(duo.getByText('Finding Match...')).toBeVisible();
  await expect(ace.getByText(/^User_.* wants to play again/)).toBeVisible();
  await button(ace, 'Play Again').click();
  for (const page of [ace, duo]) await atTable(page, 1);
  await goHome(ace, duo);
});
