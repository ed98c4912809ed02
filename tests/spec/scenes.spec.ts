/**
 * Performs the scenes of tests/spec/pictures: their texts are visible, and a toast, which is shown for five
 * seconds, covers nothing that is clicked next. A run has the scenes that test a rule or are listed in FREE;
 * `PICTURES=<folder> npx playwright test scenes` performs all and takes a picture of each.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { TAKES_PICTURES, takePicture } from '#tests/e2e/support/pictures.ts';
import { become } from '../e2e/support/become.ts';
import { type Box, settledBox } from '../e2e/support/ready.ts';
import { test } from './fixture.ts';
import { perform, toastOf } from './pictures/perform.ts';
import { fails, button as named, PARTS } from './pictures/scene.ts';
import { BATTLE_SCENES, SCENES } from './pictures/scenes.ts';
import { ScriptedBattle } from './scripted-battle.ts';

const PHONE = { width: 360, height: 740 };
const MIDDLE = { width: 1024, height: 720 };
const WIDE = { width: 1440, height: 900 };

const button = (name: string) => (page: Page) => named(page, name).last();
const link = (name: string) => (page: Page) => page.getByRole('main').getByRole('link', { name });
const hand = (page: Page) => page.locator('.hand');
const verdict = (page: Page) => page.locator('.outcome-word');

/** Elements that must not be covered at the end of a scene; for a running match see toasts.spec.ts. */
const FREE: Readonly<Record<string, readonly ((page: Page) => Locator)[]>> = {
  'wallet-connected': [link('Open your profile')],
  'wallet-required': [button('Sulky')],
  'name-required': [button('Save')],
  'registration-failed': [button('Register'), button('Clear')],
  'delete-failed': [button('Delete'), button('Keep it')],
  'no-entries': [button('Download')],
  'lobby-failed': [button('Create Lobby'), button('Join Midnight duel')],
  'lobby-created': [button('Copy link')],
  'play-failed': [button('SHOT!'), hand],
  'battle-complete': [button('Play Again'), button('Quit Game'), verdict],
  'rematch-failed': [button('Play Again'), verdict],
};
/** Scenes checked on wide screens too, where the table and the result may be covered. */
const TIGHT = ['registration-failed', 'battle-complete'];

const battle = Object.entries(BATTLE_SCENES).map(
  ([name, scene]) => [name, scene, 'battle-'] as const,
);
const ALL = [
  ...Object.entries(SCENES).map(([name, scene]) => [name, scene, ''] as const),
  ...battle,
];

/** Keeps toasts open: their time stands still while the window has no focus. */
const keepToasts = (page: Page) =>
  page.addInitScript(() => {
    setInterval(() => dispatchEvent(new Event('blur')), 100);
  });

function expectApart(one: Box, other: Box): void {
  const isApart =
    other.y >= one.y + one.height ||
    other.y + other.height <= one.y ||
    other.x >= one.x + one.width ||
    other.x + other.width <= one.x;
  expect(isApart, `${JSON.stringify(one)} and ${JSON.stringify(other)}`).toBe(true);
}

for (const viewport of TAKES_PICTURES ? [PHONE, WIDE] : [PHONE]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });
    for (const [name, scene, kind] of ALL) {
      const rules = [...(scene.rules ?? []), ...(name in FREE ? ['E2'] : [])];
      if (!TAKES_PICTURES && rules.length === 0) continue;
      test(name, { tag: rules.map((rule) => `@${rule}`) }, async ({ page }) => {
        const isTight = !TAKES_PICTURES && TIGHT.includes(name);
        if (isTight || TAKES_PICTURES) await keepToasts(page);
        const logged: string[] = [];
        page.on('console', (message) => logged.push(message.text()));
        const atRest = await perform(page, scene);
        const anywhere = page.locator('main, [role="dialog"]');
        for (const words of scene.shows ?? []) {
          await expect(anywhere.getByText(words).filter({ visible: true }).first()).toBeVisible();
        }
        const { toast } = scene;
        // Over nothing.
        await page.mouse.move(0, 0);
        if (toast !== undefined) {
          for (const size of isTight ? [viewport, MIDDLE, WIDE] : [viewport]) {
            await page.setViewportSize(size);
            const slip = await toastOf(page, toast);
            for (const find of FREE[name] ?? []) {
              expectApart(await settledBox(slip), await settledBox(find(page)));
            }
            const isFailure = (await slip.getAttribute('data-destructive')) !== null;
            if (isFailure && name in FREE && scene.shows === undefined) {
              const beside = anywhere.getByText(toast[1] ?? toast[0]).filter({ visible: true });
              await expect(beside.first(), 'said beside the field or button').toBeVisible();
            }
          }
        }
        if (TAKES_PICTURES) {
          await atRest();
          await takePicture(page, `${kind}${name}-${viewport.width}`);
        }
        if ('logs' in scene) {
          await expect.poll(() => logged.join()).toContain(scene.logs);
          await expect(page.locator('li.toast'), 'only logged').toHaveCount(0);
        }
      });
    }
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('a toast covers neither the way back into a match nor the button that is pressed again', {
    tag: ['@E2', '@errors-8'],
  }, async ({ page }) => {
    const battle = await ScriptedBattle.open(page);
    battle.start();
    await become(page, PARTS.namelessInMatch);
    await fails(page, 'PATCH', '**/api/user/*');
    await page.goto('/');
    const banner = page.getByRole('complementary', { name: 'You are in a match' });
    await expect(banner).toBeVisible();
    await page.getByRole('textbox', { name: /^Choose a name/ }).fill('Ace');
    await named(page, 'Save').click();
    const toast = await toastOf(page, ['Update Failed', 'Failed to update your username']);
    for (const free of [banner, named(page, 'Save')]) {
      expectApart(await settledBox(toast), await settledBox(free));
    }
  });
});
