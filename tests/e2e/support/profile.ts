/** The profile page with a demo persona already connected, and the few acts its tests share. */
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { personaAddress } from '#demo/keys.ts';

export interface Visit {
  readonly reducedMotion?: 'reduce' | 'no-preference';
  readonly hasTouch?: boolean;
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** A browser of their own for a persona, on the profile, with the cards there. */
export async function visitProfile(
  browser: Browser,
  url: string,
  persona: string,
  { reducedMotion = 'reduce', ...visit }: Visit = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, reducedMotion, ...visit });
  await context.addInitScript(
    ([name, address]) => {
      if (sessionStorage.getItem('demo_persona') !== null) return;
      sessionStorage.setItem('demo_persona', name!);
      localStorage.setItem('demo_wallet_allowed', 'true');
      localStorage.setItem('wallet_connected', 'true');
      localStorage.setItem('wallet_address', address!);
    },
    [persona, personaAddress(persona)],
  );
  const page = await context.newPage();
  await page.goto('/profile');
  return page;
}

/** Signs the message that the first write asks for. */
export async function sign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign message' }).click();
}

export async function declineToSign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Not now' }).click();
}

/** A card of the organiser, by its full name. */
export function card(page: Page, name: string): Locator {
  return page.locator('[data-card]').filter({ has: page.getByRole('img', { name, exact: true }) });
}

/** A group of the organiser, by its name. */
export function group(page: Page, name: string): Locator {
  return page
    .getByRole('rowgroup')
    .filter({ has: page.getByRole('heading', { name: new RegExp(`${name}$`) }) });
}

/** Names of the cards of a group, in the order shown. */
export async function cardsOf(page: Page, name: string): Promise<string[]> {
  return group(page, name)
    .locator('[data-card]')
    .evaluateAll((cells) =>
      cells
        .map((cell) => ({ cell, box: cell.getBoundingClientRect() }))
        .sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left)
        .map(({ cell }) => cell.querySelector('img')?.alt ?? ''),
    );
}

export async function addGroup(page: Page, name: string): Promise<void> {
  await page.getByLabel('Add Group').fill(name);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(group(page, name)).toBeVisible();
}

/** Waits until everything is saved, signing if that is asked for. */
export async function saved(page: Page): Promise<void> {
  const sign = page.getByRole('button', { name: 'Sign message' });
  const word = page.locator('.save-word', { hasText: 'Saved' });
  await expect(sign.or(word).first()).toBeVisible();
  if (await sign.isVisible()) await sign.click();
  await expect(word).toBeVisible();
}

/** Takes hold of a card with the mouse, in the middle of its picture. */
export async function grab(page: Page, from: Locator): Promise<void> {
  await from.scrollIntoViewIfNeeded();
  const box = (await from.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 3];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 12, y + 4, { steps: 4 });
}

/** Moves what is held over a place of an element, given as shares of its size, and lets it go. */
export async function dropOn(page: Page, to: Locator, across = 0.5, down = 0.5): Promise<void> {
  const box = (await to.boundingBox())!;
  const at = [box.x + box.width * across, box.y + box.height * down] as const;
  await page.mouse.move(...at, { steps: 8 });
  // The place is looked up once a frame.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await page.mouse.up();
}

/** What the organiser last said aloud. */
export function said(page: Page): Locator {
  return page.getByTestId('organiser-says');
}
