/** Performs a scene: connects, sets up faults, clicks, and waits for its toast. */
import { expect, type Locator, type Page, type Request } from '@playwright/test';
import { become } from '#tests/e2e/support/become.ts';
import { TAKES_PICTURES } from '#tests/e2e/support/pictures.ts';
import { withoutPrerender } from '#tests/e2e/support/without-prerender.ts';
import { lobbyOf, RIVAL, ScriptedBattle } from '../scripted-battle.ts';
import { type BattleScene, button, type Scene } from './scene.ts';

/** How often in a row the page is found to wait for no answer, until it counts as loaded. */
const CALM_LOOKS = 10;

/** @returns waits until nothing more comes, for a picture */
export async function perform(
  page: Page,
  scene: Scene | BattleScene,
): Promise<() => Promise<unknown>> {
  const loaded = watchLoading(page);
  if ('play' in scene) {
    const battle = await ScriptedBattle.open(page);
    battle.lobbies = [lobbyOf(RIVAL, 'Midnight duel')];
    await become(page, 'ace');
    await page.goto('/trading-card-game');
    await expect(button(page, 'Check Match Status')).toBeVisible();
    await loaded();
    await scene.play(page, battle);
    return async () => {
      await loaded(scene.unanswered);
      await battle.rest();
    };
  }
  if (TAKES_PICTURES) await page.clock.install();
  if (scene.persona !== undefined) await become(page, scene.persona);
  if (scene.before !== undefined) {
    // What it changes of the answers has to be asked for.
    await withoutPrerender(page);
    await scene.before(page);
  }
  await page.goto(scene.path ?? '/');
  await loaded(scene.unanswered);
  await scene.act?.(page);
  return () => loaded(scene.unanswered);
}

/** @returns for pictures: waits for all answers but those that never come, and for the demo's notice, which is last */
function watchLoading(page: Page): (unanswered?: number) => Promise<void> {
  if (!TAKES_PICTURES) return () => Promise.resolve();
  const waiting = new Set<Request>();
  page.on('request', (request) => waiting.add(request));
  page.on('requestfinished', (request) => waiting.delete(request));
  page.on('requestfailed', (request) => waiting.delete(request));
  let isFirst = true;
  return async (unanswered = 0) => {
    for (let calm = 0; calm < CALM_LOOKS; ) {
      await page.waitForTimeout(20);
      await page.evaluate(() => document.fonts.ready);
      calm = waiting.size <= unanswered ? calm + 1 : 0;
    }
    if (!isFirst) return;
    isFirst = false;
    const { isDemo } = JSON.parse((await page.locator('#settings').textContent()) ?? '');
    await page.clock.fastForward(4_000);
    await expect(page.locator('button.demo-notice')).toHaveCount(isDemo ? 1 : 0);
  };
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
