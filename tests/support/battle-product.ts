/** A product with only what the battle needs: real HTTP, a real database, a manual clock. */
import type { Match } from '#contract/battle.ts';
import { Client } from '#demo/client.ts';
import { BattleCalls } from '#demo/house/battle-calls.ts';
import { type Address, canonicalAddress } from '#rules/address.ts';
import { type App, type AppParts, createApp } from '#server/app.ts';
import type { Sql } from '#server/db/sql.ts';
import { type Chain, ChainUnreachableError, type HeldCard } from '#server/sui/chain.ts';
import { ManualClock } from '#tests/support/manual-clock.ts';
import { listenOn, testAppParts } from './app-parts.ts';
import { startDatabase } from './database.ts';
import { signedIn } from './people.ts';

/** A chain on which everybody has one card, with exceptions. */
export class CardChain implements Pick<Chain, 'heldCards'> {
  readonly without = new Set<string>();
  isUp = true;

  async heldCards(owner: Address): Promise<HeldCard[]> {
    if (!this.isUp) throw new ChainUnreachableError('switched off');
    if (this.without.has(owner)) return [];
    return [
      {
        id: owner,
        type: '0x1::genesis::Card',
        name: 'A card',
        description: null,
        imageUrl: null,
        place: 'wallet',
        kioskId: null,
        isListed: false,
        isLocked: false,
      },
    ];
  }
}

export const CARD = {
  rock: 'the hodlord card',
  paper: 'Drops of Conviction',
  scissors: 'Planktuz de Solanuz',
} as const;

export class Fighter extends BattleCalls {
  override readonly wallet = canonicalAddress(this.client.walletAddress)!;

  override openLobby(name = 'A room', rematchOf?: string) {
    return super.openLobby(name, rematchOf);
  }

  claim(id: string) {
    const body = { walletAddress: this.wallet };
    return this.call('POST /api/game/matches/{id}/claim', { params: { id }, body });
  }

  async canClaim(id: string): Promise<boolean> {
    return (await this.call('GET /api/game/matches/{id}/claim', { params: { id } })).canClaim;
  }
}

export const fighterAt = async (origin: string, name: string) =>
  new Fighter(await signedIn(origin, name));

/** Starts a match of the first against the second. */
export async function matchOf(one: Fighter, two: Fighter): Promise<Match> {
  const { id } = await one.openLobby();
  return (await two.join(id)).match;
}

export async function clearBattle(sql: Sql, app: App, bus: AppParts['bus']): Promise<void> {
  await sql`TRUNCATE battle_lobbies, battle_seats, battle_matches, battle_standings`;
  app.battle.invalidate();
  bus.publish('lobbies-changed', {});
  bus.publish('match-ended', { matchId: 'all', players: [] });
}

interface BattleProductOptions extends Partial<Pick<AppParts, 'log'>> {
  readonly publicOrigin?: string;
  /** Connects to the database through a proxy. */
  readonly connect?: (url: string) => Promise<Sql>;
}

/** @param options parts of the server that differ from the default */
export async function startBattleProduct({
  connect,
  publicOrigin,
  ...more
}: BattleProductOptions = {}) {
  const database = await startDatabase();
  const sql = connect === undefined ? database.sql : await connect(database.url);
  const chain = new CardChain();
  const clock = new ManualClock();
  const newParts = () => testAppParts(sql, publicOrigin === undefined ? {} : { publicOrigin });
  let parts = newParts();
  const others: App[] = [];
  let app: App;
  let origin = '';
  let port = 0;

  function create(from: typeof parts): App {
    const cardChain = chain as Pick<Chain, 'heldCards'> as Chain;
    return createApp({ ...from, ...more, chain: cardChain, clock });
  }

  async function open(): Promise<void> {
    parts = newParts();
    app = create(parts);
    ({ port, origin } = await listenOn(app, port));
    await app.battle.tick();
  }
  await open();

  /** A signed-in player; the same name is the same wallet. */
  const fighter = (name: string) => fighterAt(origin, `fighter ${name}`);

  return {
    clock,
    chain,
    sql: database.sql,
    get app() {
      return app;
    },
    get origin() {
      return origin;
    },
    /** The bus of the first server. */
    get bus() {
      return parts.bus;
    },
    visitor: () => new Client({ origin }),
    clear: () => clearBattle(database.sql, app, parts.bus),
    fighter,
    /** One player per name. */
    async fighters<const Names extends readonly string[]>(...names: Names) {
      return (await Promise.all(names.map(fighter))) as { -readonly [K in keyof Names]: Fighter };
    },
    /** Advances the clock like a running server's. A step over 2 s would be an outage. */
    async pass(seconds: number, step = 1): Promise<void> {
      for (let passed = step; passed <= seconds; passed += step) {
        await clock.advance(step * 1_000);
        await app.battle.tick();
        if (passed % 5 < step) await app.battle.sweepLobbies();
      }
    },
    /** Stops the server, waits, and starts it again on the same port. */
    async restartAfter(seconds: number): Promise<void> {
      await app.close();
      await clock.advance(seconds * 1_000);
      await open();
    },
    /** A second server on the same database. */
    another(): App {
      const other = create(newParts());
      others.push(other);
      return other;
    },
    async close(): Promise<void> {
      for (const other of others) await other.close();
      await app.close();
      if (sql !== database.sql) await sql.end();
      await database.close();
    },
  };
}
