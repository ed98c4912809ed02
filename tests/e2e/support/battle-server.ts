/**
 * The product's battle in this process, with the page: everybody holds a card, and only `pass` moves the
 * server's clock.
 */
import path from 'node:path';
import type { Match } from '#contract/battle.ts';
import { createApp } from '#server/app.ts';
import { type Clock, systemClock } from '#server/cluster/clock.ts';
import { readWebFiles } from '#server/http/pages/web-files.ts';
import type { Chain } from '#server/sui/chain.ts';
import { listenOn, testAppParts } from '#tests/support/app-parts.ts';
import { CardChain, clearBattle, type Fighter, fighterAt } from '#tests/support/battle-product.ts';
import { startDatabase } from '#tests/support/database.ts';

const WEB = path.resolve(import.meta.dirname, '../../../dist/web');

/** A longer jump would count as an outage, which extends rounds. */
const LONGEST_JUMP_MS = 1_500;

export type BattleFixture = Awaited<ReturnType<typeof openBattleFixture>>;

export async function openBattleFixture() {
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
    rival: (persona: string) => rivalAt(url, persona),
    async close(): Promise<void> {
      await app.close();
      await database.close();
    },
  };
}

export async function rivalAt(origin: string, persona: string): Promise<Rival> {
  return new Rival(await fighterAt(origin, persona));
}

/** The other player, by API calls. */
export class Rival {
  readonly #fighter: Fighter;

  constructor(fighter: Fighter) {
    this.#fighter = fighter;
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

  async join(inviteLink: string): Promise<void> {
    await this.#fighter.join(new URL(inviteLink).searchParams.get('lobby')!);
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
