/** A test at the battle, and a player's browser there. */
import type { Browser, Page } from '@playwright/test';
import type { BattleFixture, Rival } from './battle-server.ts';
import { become } from './become.ts';
import { shared } from './demo-product.ts';
import { recordToasts } from './product-fixture.ts';
import { setClockOff } from './wrong-clock.ts';

/** Every test begins without matches, lobbies and names. */
export const test = shared.extend<{ fixture: BattleFixture; rival: Rival }>({
  baseURL: ({ battle }, use) => use(battle.url),
  fixture: async ({ battle }, use, test) => {
    test.setTimeout(240_000); // enough for two browsers on a busy machine
    await battle.clear();
    await use(battle);
  },
  rival: async ({ fixture }, use) => use(await fixture.rival('duo')),
});

export interface Seat {
  /** Sockets cannot be opened. */
  readonly isUnplugged?: boolean;
  /** Error of the browser's clock, in ms. */
  readonly clockOffBy?: number;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly path?: string;
}

/** Opens the battle in a new browser context for a persona; its toasts are recorded. */
export async function seat(
  browser: Browser,
  fixture: Pick<BattleFixture, 'url'>,
  persona: string,
  { isUnplugged, clockOffBy, viewport, path: where = '/trading-card-game' }: Seat = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: fixture.url,
    reducedMotion: 'reduce',
    ...(viewport === undefined ? {} : { viewport }),
  });
  await become(context, persona);
  if (isUnplugged) {
    await context.addInitScript(() => {
      window.WebSocket = function refused() {
        const line = { readyState: 3, onclose: () => {}, close() {}, send() {} };
        setTimeout(() => line.onclose(), 10);
        return line;
      } as unknown as typeof WebSocket;
    });
  }
  if (clockOffBy !== undefined) await context.addInitScript(setClockOff, clockOffBy);
  const page = await context.newPage();
  await recordToasts(page);
  await page.goto(where);
  return page;
}
