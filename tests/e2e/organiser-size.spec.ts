/** The organiser with 2,000 cards: only what is near the screen is drawn, and dragging stays smooth. */
import { rmSync } from 'node:fs';
import { type BrowserContext, expect, test } from '@playwright/test';
import { personaAddress } from '#demo/keys.ts';
import { mintMany } from '#demo/world.ts';
import { CHROMIUM } from './support/chromium.ts';
import { buildExtension, openBrowserWithWallet, setWallet } from './support/extension.ts';
import { grab } from './support/profile.ts';
import { openStage, type Stage } from './support/stage.ts';

const CARDS = 2_000;
/** Cards that may be in the document at once: a few screens of them. */
const DRAWN_AT_MOST = 150;

let stage: Stage;
let extension: string;
let person: { context: BrowserContext; close(): Promise<void> };

test.beforeAll(async () => {
  stage = await openStage();
  mintMany(stage.node.ledger, personaAddress('whale'), CARDS - 1_500);
  extension = await buildExtension();
  person = await openBrowserWithWallet(extension, CHROMIUM);
});
test.afterAll(async () => {
  await person.close();
  await stage.close();
  rmSync(extension, { recursive: true, force: true });
});

test('shows all, draws few, and drags through them', async () => {
  const page = await person.context.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${stage.url}/profile`);
  await setWallet(page, { accounts: ['whale'] });
  await page.reload();
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Harbour' }).click();
  const drawn = page.locator('[data-card]');
  await expect(drawn.first()).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText('2,000').first()).toBeVisible();

  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    let last = performance.now();
    const frame = (now: number) => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await grab(page, drawn.first());
  await page.evaluate(() => (window as unknown as { frames: number[] }).frames.splice(0));
  // To the lower edge, where the page scrolls by itself, and about.
  for (let round = 0; round < 3; round += 1) {
    await page.mouse.move(700, 880, { steps: 15 });
    await page.mouse.move(900, 400, { steps: 15 });
  }
  const most = await drawn.count();
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames);
  await page.keyboard.press('Escape');
  await page.mouse.up();

  const sorted = [...frames].sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
  console.log(
    `${CARDS} cards: ${most} drawn; ${frames.length} frames while dragging, median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms`,
  );
  expect(most).toBeLessThanOrEqual(DRAWN_AT_MOST);
  expect(frames.length).toBeGreaterThan(10);
  await page.keyboard.press('End');
  await expect.poll(() => drawn.count()).toBeLessThanOrEqual(DRAWN_AT_MOST);
});
