/** The load on the product while something is broken: writers of every kind, and pairs who play. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Match } from '#contract/battle.ts';
import { personaKeypair } from '#demo/keys.ts';
import { inParallel } from '#server/jobs/in-parallel.ts';
import { Fighter } from '#tests/support/battle-product.ts';
import { anyCard } from '#tests/support/battle-race.ts';
import { personName } from '../fixture.ts';
import type { AcceptedWrites } from './accepted-writes.ts';
import { RetryingClient, type Trial } from './retrying-client.ts';
import { hasAll, type Slot, type UnreadWallets, WRITERS, type WriterKind } from './writers.ts';

/** Writers of each kind. What each wrote last is checked before the next write. */
const SLOTS_EACH = 8;
const PAIRS = 4;
const KINDS = Object.keys(WRITERS) as WriterKind[];
export const PEOPLE = KINDS.length * SLOTS_EACH + PAIRS * 2;
export const CARDS_EACH = 6;

const WRITE_PAUSE_MS = 80;
const THINK_MS = 120;
const POLL_MS = 60;

type Pair = readonly [Fighter, Fighter];

export class Load {
  readonly matches: Match[] = [];
  readonly #writers: ReadonlyMap<WriterKind, Slot[]>;
  readonly #pairs: readonly Pair[];
  readonly #unreadWallets: UnreadWallets;

  private constructor(
    lines: ReadonlyMap<WriterKind, Slot[]>,
    pairs: readonly Pair[],
    unreadWallets: UnreadWallets,
  ) {
    this.#writers = lines;
    this.#pairs = pairs;
    this.#unreadWallets = unreadWallets;
  }

  /** @param cardsOf the cards of a person by their number */
  static async open(
    trial: Trial,
    timeoutMs: number,
    cardsOf: (index: number) => readonly string[],
    unreadWallets: UnreadWallets,
  ): Promise<Load> {
    const indices = Array.from({ length: PEOPLE }, (_, index) => index);
    const clients = await inParallel(indices, 4, async (index) => {
      const signer = personaKeypair(personName(index));
      const client = new RetryingClient(trial, index, { signer, timeoutMs });
      const { walletAddress } = client;
      await client.call('POST /api/user', { body: { walletAddress } });
      await client.signIn();
      await client.sync();
      return client;
    });
    const lines = new Map(
      KINDS.map((kind, line) => {
        const first = line * SLOTS_EACH;
        const slots = clients
          .slice(first, first + SLOTS_EACH)
          .map((client, slot) =>
            WRITERS[kind]({ client, cardIds: cardsOf(first + slot), unreadWallets }),
          );
        return [kind, slots] as const;
      }),
    );
    const fighters = clients.slice(KINDS.length * SLOTS_EACH).map((client) => new Fighter(client));
    const pairs = Array.from({ length: PAIRS }, (_, pair) => {
      return [fighters[pair * 2]!, fighters[pair * 2 + 1]!] as const;
    });
    return new Load(lines, pairs, unreadWallets);
  }

  get fighters(): readonly Fighter[] {
    return this.#pairs.flat();
  }

  /** Writes and plays until `isOver`, then checks that everything accepted is there. */
  async work(writes: AcceptedWrites, isOver: () => boolean): Promise<void> {
    const running: Promise<void>[] = [];
    for (const [kind, slots] of this.#writers)
      running.push(keepWriting(kind, slots, writes, isOver));
    for (const pair of this.#pairs) running.push(this.#keepPlaying(pair, writes, isOver));
    const ends = await Promise.allSettled(running);
    for (const end of ends) {
      if (end.status === 'rejected') writes.wrong.push(String((end.reason as Error).stack));
    }
  }

  /** Syncs the misread wallets again. Returns how many of them are right now. */
  async readAgain(): Promise<string> {
    const { client } = this.fighters[0]!;
    const { misread } = this.#unreadWallets;
    const all = misread.splice(0);
    for (const { address } of all) {
      await client.call('POST /api/nfts/sync/{address}', { params: { address } });
    }
    const right = await inParallel(all, 4, (one) => hasAll(client, one));
    return `${right.filter(Boolean).length} of ${all.length}`;
  }

  async #keepPlaying(pair: Pair, writes: AcceptedWrites, isOver: () => boolean): Promise<void> {
    while (!isOver()) this.matches.push(await playOut(pair, writes));
  }
}

async function keepWriting(
  kind: WriterKind,
  slots: readonly Slot[],
  writes: AcceptedWrites,
  isOver: () => boolean,
): Promise<void> {
  const unseen = new Map<Slot, number>();
  const look = async (slot: Slot) => {
    const n = unseen.get(slot);
    if (n === undefined) return;
    writes.check(`${kind} ${n}`, await slot.isStored(n));
    unseen.delete(slot);
  };
  for (let n = writes.nextNumber(); !isOver(); n = writes.nextNumber()) {
    const slot = slots[n % slots.length]!;
    await look(slot);
    await slot.write(n);
    writes.accepted += 1;
    unseen.set(slot, n);
    await sleep(WRITE_PAUSE_MS);
  }
  for (const slot of slots) await look(slot);
}

/** One match from a new lobby. Every accepted card must be in its history. */
async function playOut([one, two]: Pair, writes: AcceptedWrites): Promise<Match> {
  const lobby = await one.openLobby();
  const { match } = await two.join(lobby.id);
  writes.matchesBegun += 1;
  const ends = await Promise.all([one, two].map((fighter) => playAlone(fighter, match.id, writes)));
  writes.matchesEnded += 1;
  return ends[0]!;
}

/** Plays one side of a match, knowing only what this player may see. Returns the finished match. */
async function playAlone(fighter: Fighter, id: string, writes: AcceptedWrites): Promise<Match> {
  const chosen = new Map<number, string>();
  const taken = new Set<number>();
  for (;;) {
    const match = await fighter.see(id);
    const isFirst = match.player1Wallet === fighter.wallet;
    if (match.status === 'completed') {
      for (const round of taken) {
        const shown = match.rounds[round - 1];
        const card = isFirst ? shown?.player1Card : shown?.player2Card;
        writes.check(`card in round ${round} of ${id}`, card === chosen.get(round));
      }
      return match;
    }
    const { currentRound: round } = match;
    if (!(isFirst ? match.player1HasPlayed : match.player2HasPlayed)) {
      await sleep(Math.random() * THINK_MS);
      // A poll may be old: then the same card is sent again, which must be harmless.
      const cardName = chosen.get(round) ?? anyCard();
      chosen.set(round, cardName);
      if (await putDown(fighter, id, round, cardName, writes)) {
        if (!taken.has(round)) writes.accepted += 1;
        taken.add(round);
      }
    }
    await sleep(POLL_MS);
  }
}

async function putDown(
  fighter: Fighter,
  id: string,
  round: number,
  cardName: string,
  writes: AcceptedWrites,
): Promise<boolean> {
  try {
    await fighter.play(id, cardName, round);
    return true;
  } catch (error) {
    const { reason = '' } = error as { reason?: string };
    if (reason !== 'round-not-open' && reason !== 'match-over') throw error;
    writes.missedRounds += 1;
    return false;
  }
}
