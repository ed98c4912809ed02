/**
 * The product's battle in this process, with the page: everybody holds a card, and only `pass` moves the
 * server's clock.
 */
import path from 'node:path';
import { type Browser, test as base, type Page } from '@playwright/test';
import type { Match } from '#contract/battle.ts';
import { Client } from '#demo/client.ts';
import { personaKeypair } from '#demo/keys.ts';
import { createApp } from '#server/app.ts';
import { type Clock, systemClock } from '#server/cluster/clock.ts';
import { readWebFiles } from '#server/http/web-files.ts';
import type { Chain } from '#server/sui/chain.ts';
import { listenOn, testAppParts } from '#tests/support/app-parts.ts';
import { CardChain, clearBattle, Fighter } from '#tests/support/battle-product.ts';
import { startDatabase } from '#tests/support/database.ts';
import { become } from './become.ts';
import { recordToasts } from './product-fixture.ts';

const WEB = path.resolve(import.meta.dirname, '../../../dist/web');

/** A longer jump would count as an outage, which extends rounds. */
const LONGEST_JUMP_MS = 1_500;

export type BattleFixture = Awaited<ReturnType<typeof openBattleFixture>>;

async function openBattleFixture() {
  const database = await startDatabase();
  // The clock stands still, so that no round ends by itself on a slow machine.
  let now = Date.now();
  const clock: Clock = { now: () => new Date(now), sleep: systemClock.sleep };
  const parts = testAppParts(database.sql, { logLevel: 'silent' });
  const app = createApp({
    ...parts,
    chain: new CardChain() as Pick<Chain, 'heldCards'> as Chain,
    clock,
    webFiles: readWebFiles(WEB),
  });
  const { origin: url } = await listenOn(app);
  app.start();

  return {
    url,
    /** Moves the server's clock. */
    async pass(seconds: number): Promise<void> {
      for (let left = seconds * 1_000; left > 0; left -= LONGEST_JUMP_MS) {
        now += Math.min(left, LONGEST_JUMP_MS);
        await app.battle.tick();
      }
    },
    /** Notes who was heard of, and forgets it: twice, as two looks in a row remember. */
    async look(): Promise<void> {
      await app.battle.sweepLobbies();
      await app.battle.sweepLobbies();
    },
    /** Deletes matches, lobbies and chosen names. */
    async clear(): Promise<void> {
      await database.sql`TRUNCATE name_claims`;
      await database.sql`UPDATE collectors SET name = NULL, name_changes = '{}'`;
      await clearBattle(database.sql, app, parts.bus);
    },
    /** A persona who plays without a browser. */
    async rival(persona: string): Promise<Rival> {
      const client = new Client({ origin: url, signer: personaKeypair(persona) });
      await client.signIn();
      return new Rival(client);
    },
    async close(): Promise<void> {
      await app.close();
      await database.close();
    },
  };
}

/**
 * A test at the battle. Each worker opens one, for all files that use it; every test begins without
 * matches, lobbies and names, and its windows are closed after it.
 */
export const test = base.extend<
  { fixture: BattleFixture; rival: Rival },
  { battle: BattleFixture }
>({
  battle: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const battle = await openBattleFixture();
      await use(battle);
      await battle.close();
    },
    { scope: 'worker' },
  ],
  fixture: async ({ battle, browser }, use, test) => {
    test.setTimeout(240_000); // enough for two browsers on a busy machine
    await battle.clear();
    await use(battle);
    await Promise.all(browser.contexts().map((context) => context.close()));
  },
  rival: async ({ fixture }, use) => use(await fixture.rival('duo')),
});

/** The other player, by API calls. */
export class Rival {
  readonly #fighter: Fighter;

  constructor(client: Client) {
    this.#fighter = new Fighter(client);
  }

  async call(displayName: string): Promise<void> {
    const { client, wallet: walletAddress } = this.#fighter;
    await client.call('POST /api/user', { body: { walletAddress } });
    await client.rename(displayName);
  }

  async open(name: string): Promise<string> {
    return (await this.#fighter.openLobby(name)).id;
  }

  /** Closes a lobby, or declines a rematch. */
  async close(id: string): Promise<void> {
    await this.#fighter.closeLobby(id);
  }

  async join(id: string): Promise<void> {
    await this.#fighter.join(id);
  }

  /** The current match, else the last one. */
  async match(): Promise<Match> {
    const [match] = await this.#fighter.matches();
    if (match === undefined) throw new Error('no match');
    return match;
  }

  async play(cardName: string): Promise<Match> {
    const { id, currentRound } = await this.match();
    return this.#fighter.play(id, cardName, currentRound);
  }

  async leave(): Promise<void> {
    await this.#fighter.leave((await this.match()).id);
  }

  async playAgain(): Promise<void> {
    await this.#fighter.openLobby('Again', (await this.match()).id);
  }
}

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
  if (clockOffBy !== undefined) {
    await context.addInitScript((off) => {
      const True = Date;
      class Wrong extends True {
        constructor(...parts: unknown[]) {
          if (parts.length === 0) super(True.now() + off);
          else super(...(parts as [number]));
        }
        static override now = () => True.now() + off;
      }
      window.Date = Wrong as DateConstructor;
    }, clockOffBy);
  }
  const page = await context.newPage();
  await recordToasts(page);
  await page.goto(where);
  return page;
}
