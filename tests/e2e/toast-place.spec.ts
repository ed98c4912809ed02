/** A toast stands for five seconds: in none of its places does it lie on what is pressed next. */
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '#tests/spec/on-stage.ts';
import { perform, toastOf } from '#tests/spec/pictures/perform.ts';
import { fails, button as named } from '#tests/spec/pictures/scene.ts';
import { BATTLE_SCENES, SCENES } from '#tests/spec/pictures/scenes.ts';
import { ScriptedBattle } from '#tests/spec/scripted-battle.ts';
import { become } from './support/become.ts';
import { type Box, settledBox } from './support/still.ts';

const PHONE = { width: 360, height: 740 };

const button = (name: string) => (page: Page) => named(page, name).last();
const link = (name: string) => (page: Page) => page.getByRole('main').getByRole('link', { name });
const hand = (page: Page) => page.locator('.hand');
const verdict = (page: Page) => page.locator('.outcome-word');

/** What a scene ends in, and what must stay free in it. */
const FREE: readonly (readonly [scene: string, ...((page: Page) => Locator)[]])[] = [
  ['wallet-connected', link('Open your profile')],
  ['wallet-required', button('Sulky')],
  ['name-required', button('Save')],
  ['username-failed', button('Save')],
  ['registration-failed', button('Register'), button('Clear')],
  ['delete-failed', button('Delete'), button('Keep it')],
  ['no-entries', button('Download')],
  ['lobby-failed', button('Create Lobby'), button('Join Midnight duel')],
  ['lobby-created', button('Copy link')],
  ['match-started', button('SHOT!'), hand, button('Check Result'), button('Reset Game')],
  ['play-failed', button('SHOT!'), hand],
  ['round-result', button('Continue to Next Round'), button('Reset & Refresh'), verdict],
  ['battle-complete', button('Play Again'), button('Quit Game'), verdict],
  ['rematch-failed', button('Play Again'), verdict],
];
/** Where there is room, what could lie in the way is the table and the verdicts. */
const TIGHT = ['registration-failed', 'match-started', 'round-result', 'battle-complete'];

const sceneOf = (name: string) => ({ ...SCENES, ...BATTLE_SCENES })[name]!;

function expectApart(one: Box, other: Box): void {
  const isApart =
    other.y >= one.y + one.height ||
    other.y + other.height <= one.y ||
    other.x >= one.x + one.width ||
    other.x + other.width <= one.x;
  expect(isApart, `${JSON.stringify(one)} and ${JSON.stringify(other)}`).toBe(true);
}

for (const viewport of [PHONE, { width: 1024, height: 720 }, { width: 1440, height: 900 }]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });
    for (const [name, ...free] of FREE) {
      if (viewport !== PHONE && !TIGHT.includes(name)) continue;
      test(`${name}: the toast lies on nothing that is pressed next`, { tag: '@E2' }, async ({
        page,
      }) => {
        const scene = sceneOf(name);
        await perform(page, scene);
        const slip = await settledBox(await toastOf(page, scene.toast!));
        for (const find of free) expectApart(slip, await settledBox(find(page)));
      });
    }
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('nor on the way back into a match', async ({ page }) => {
    const battle = await ScriptedBattle.open(page);
    battle.start();
    await become(page, 'ace');
    await fails(page, 'PATCH', '**/api/user/*');
    await page.goto('/');
    const back = page.getByRole('link', { name: 'Back to the match' });
    await expect(back).toBeVisible();
    await page.getByRole('textbox', { name: /^Choose a name/ }).fill('Ace');
    await named(page, 'Save').click();
    const toast = await toastOf(page, ['Update Failed', 'Failed to update your username']);
    expectApart(await settledBox(toast), await settledBox(back));
  });

  test('what a wallet did is in sight, however long the list is', async ({ page }) => {
    await perform(page, sceneOf('connecting'));
    await expect(page.getByText('Waiting for Sulky.')).toBeInViewport({ ratio: 1 });
    await expect(named(page, 'Cancel')).toBeInViewport({ ratio: 1 });
  });

  test('a word about the round does not push the hand', async ({ page }) => {
    await perform(page, sceneOf('match-started'));
    const before = await settledBox(hand(page));
    await named(page, 'Check Result').press('Enter');
    await expect(page.getByText('No result yet:')).toBeVisible();
    expect(await settledBox(hand(page))).toEqual(before);
  });
});
