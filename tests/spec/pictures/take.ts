/** Takes every picture at two widths: see pictures.config.ts. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { test } from '../on-stage.ts';
import { perform, toastOf } from './perform.ts';
import { BATTLE_SCENES, SCENES } from './scenes.ts';

const FOLDER = process.env.PICTURES ?? '';
if (FOLDER === '') throw new Error('PICTURES names the folder for the pictures');
mkdirSync(FOLDER, { recursive: true });

const battle = Object.entries(BATTLE_SCENES).map(
  ([name, scene]) => [`battle-${name}`, scene] as const,
);

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]) {
  test.describe(`${viewport.width}`, () => {
    test.use({ viewport });
    for (const [name, scene] of [...Object.entries(SCENES), ...battle]) {
      test(name, async ({ page }) => {
        const logged: string[] = [];
        page.on('console', (message) => logged.push(message.text()));
        await perform(page, scene);
        const anywhere = page.locator('main, [role="dialog"]');
        for (const words of scene.shows ?? []) {
          await expect(anywhere.getByText(words).filter({ visible: true }).first()).toBeVisible();
        }
        if (scene.toast !== undefined) await toastOf(page, scene.toast);
        await page.screenshot({ path: path.join(FOLDER, `${name}-${viewport.width}.png`) });
        if ('logs' in scene) expect(logged.join()).toContain(scene.logs);
      });
    }
  });
}
