/** Performs a scene: connects, sets up faults, clicks, and waits for its toast. */
import { expect, type Locator, type Page } from '@playwright/test';
import { become } from '#tests/e2e/support/become.ts';
import { withoutPrerender } from '#tests/e2e/support/without-prerender.ts';
import { lobbyOf, RIVAL, ScriptedBattle } from '../scripted-battle.ts';
import { type BattleScene, button, type Scene } from './scene.ts';

export async function perform(page: Page, scene: Scene | BattleScene): Promise<void> {
  if ('play' in scene) {
    const battle = await ScriptedBattle.open(page);
    battle.lobbies = [lobbyOf(RIVAL, 'Midnight duel')];
    await become(page, 'ace');
    await page.goto('/trading-card-game');
    await expect(button(page, 'Check Match Status')).toBeVisible();
    await scene.play(page, battle);
    return;
  }
  if (scene.persona !== undefined) await become(page, scene.persona);
  if (scene.before !== undefined) {
    // What it changes of the answers has to be asked for.
    await withoutPrerender(page);
    await scene.before(page);
  }
  await page.goto(scene.path ?? '/');
  await scene.act?.(page);
}

/** The open toast of a scene, once it is fully visible. */
export async function toastOf(page: Page, [title, words = '']: NonNullable<Scene['toast']>) {
  const slip: Locator = page.locator('li.toast[data-state="open"]').filter({ hasText: title });
  await expect(slip).toContainText(words);
  await expect(slip).toBeInViewport({ ratio: 1 });
  const isOnTop = () =>
    slip.evaluate((toast) => {
      const { left, top, width, height } = toast.getBoundingClientRect();
      return toast.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  await expect.poll(isOnTop).toBe(true);
  return slip;
}
