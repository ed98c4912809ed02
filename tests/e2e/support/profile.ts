/** The profile with a connected demo persona, and actions that tests share. */

import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import type { Client } from '#demo/client.ts';
import { personaAddress, personaKeypair } from '#demo/keys.ts';
import { signedIn } from '#tests/support/people.ts';
import { become } from './become.ts';
import { type Box, frames, settledBox } from './ready.ts';

interface Visit {
  /** Without it the product of the test. */
  readonly baseURL?: string;
  readonly reducedMotion?: 'reduce' | 'no-preference';
  readonly hasTouch?: boolean;
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** A new browser context for a persona, without a page loaded. */
export async function personaAt(
  browser: Browser,
  persona: string,
  { reducedMotion = 'reduce', ...visit }: Visit = {},
): Promise<Page> {
  const context = await browser.newContext({ reducedMotion, ...visit });
  await become(context, persona);
  return context.newPage();
}

/** Opens the profile in a new browser context for a persona. */
export async function visitProfile(
  browser: Browser,
  persona: string,
  visit: Visit = {},
): Promise<Page> {
  const page = await personaAt(browser, persona, visit);
  await page.goto('/profile');
  return page;
}

/**
 * The same with a session. Without one the dialog for the signature opens one second after the first
 * change and covers the page.
 */
export async function visitSignedIn(
  browser: Browser,
  persona: string,
  visit: Visit = {},
): Promise<Page> {
  const page = await personaAt(browser, persona, visit);
  const walletAddress = personaAddress(persona);
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data });
    expect(answer.status(), path).toBe(200);
    return answer.json();
  };
  const { message, ticket } = await post('/api/auth/nonce', { walletAddress });
  const bytes = new TextEncoder().encode(message);
  const { signature } = await personaKeypair(persona).signPersonalMessage(bytes);
  await post('/api/auth/verify', { walletAddress, signature, ticket });
  await page.goto('/profile');
  return page;
}

/** Takes back all registrations of a persona, as on another device: other files may have made some. */
export async function takeBackCards(origin: string, persona: string): Promise<Client> {
  const client = await signedIn(origin, persona);
  for (const { id } of await client.entries()) {
    await client.call('DELETE /api/booster-pack/entry/{id}', { params: { id } });
  }
  return client;
}

/** Registers the first cards that lie in a persona's wallet, and no others, as on another device. */
export async function registerCards(origin: string, persona: string, count: number) {
  const client = await takeBackCards(origin, persona);
  await client.sync();
  const loose = (await client.cards()).filter(({ place }) => place === 'wallet');
  const cards = loose.slice(0, count).map(({ id }) => id);
  await client.register(cards);
  return { client, cards };
}

const notNow = (page: Page) => page.getByRole('button', { name: 'Not now' });

/**
 * Signs the message of the first write and waits until the dialog is closed: while it is open, everything
 * below is hidden from roles, so that "no such dialog" would be true too early.
 */
export async function sign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign message' }).click();
  await expect(notNow(page)).toHaveCount(0);
}

export async function declineToSign(page: Page): Promise<void> {
  await notNow(page).click();
  await expect(notNow(page)).toHaveCount(0);
}

/** A card of the organiser by its full name, also while a dialog is open. */
export function card(page: Page, name: string): Locator {
  const picture = page.getByRole('img', { name, exact: true, includeHidden: true });
  return page.locator('[data-card]').filter({ has: picture });
}

/** A group of the organiser by its name, also while a dialog is open. */
export function group(page: Page, name: string): Locator {
  const heading = { name: new RegExp(`${name}$`), includeHidden: true };
  return page
    .getByRole('rowgroup', { includeHidden: true })
    .filter({ has: page.getByRole('heading', heading) });
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
  await page.getByRole('button', { name: 'Add Group', exact: true }).click();
  await expect(group(page, name)).toBeVisible();
}

/** Waits until everything is saved; signs if asked. */
export async function saved(page: Page): Promise<void> {
  const sign = page.getByRole('button', { name: 'Sign message' });
  const word = page.locator('.save-word', { hasText: 'Saved' });
  await expect(sign.or(word).first()).toBeVisible();
  if (await sign.isVisible()) await sign.click();
  await expect(word).toBeVisible();
}

type Point = Pick<Box, 'x' | 'y'>;

/** A point on a card that no bar and no sticky head covers. @param within a group; without it any */
export async function cardInReach(
  page: Page,
  within: Locator = page.locator('body'),
): Promise<Point> {
  const find = () =>
    within.locator('[data-card]').evaluateAll((cells) => {
      for (const cell of cells) {
        const box = cell.getBoundingClientRect();
        const at = { x: box.x + box.width / 2, y: box.y + box.height / 3 };
        const isOnScreen = at.y > 250 && at.y < innerHeight;
        if (isOnScreen && cell.contains(document.elementFromPoint(at.x, at.y))) return at;
      }
      return null;
    });
  await expect.poll(find).not.toBeNull();
  return (await find())!;
}

/** A finger, as the browser gets it from a touch screen. */
export async function finger(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    /** @param second of another finger */
    press: (at: Point, ...second: Point[]) => send('touchStart', [at, ...second]),
    move: (to: Point) => send('touchMove', [to]),
    lift: () => send('touchEnd', []),
  };
}

/** Presses a card with the mouse, in the upper part of its picture, and moves off a little. */
export async function grab(page: Page, from: Locator): Promise<void> {
  const { width, height } = await settledBox(from);
  // Hovering waits until the card no longer moves and nothing covers it.
  await from.hover({ position: { x: width / 2, y: height / 3 } });
  const { x, y } = await settledBox(from);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 12, y + height / 3 + 4, { steps: 4 });
}

/** Moves the dragged card to a point of an element, in shares of its size, and drops it. */
export async function dropOn(page: Page, to: Locator, across = 0.5, down = 0.5): Promise<void> {
  await expect(page.locator('[data-dragging="pointer"]')).toHaveCount(1);
  const box = await settledBox(to);
  await page.mouse.move(box.x + box.width * across, box.y + box.height * down, { steps: 8 });
  // The drop target is computed once per frame.
  await frames(page, 2);
  await page.mouse.up();
}

/** The last sentence for screen readers. */
export function said(page: Page): Locator {
  return page.getByTestId('organiser-says');
}
