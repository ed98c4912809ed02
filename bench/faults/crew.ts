/** Everybody who uses the product while something is broken: writers of every kind, and pairs who play. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Match } from '#contract/battle.ts';
import { personaKeypair } from '#demo/keys.ts';
import { DECK } from '#rules/battle/deck.ts';
import { Fighter } from '#tests/support/battle-product.ts';
import { inTurns, personName } from '../fixture.ts';
import type { Book } from './book.ts';
import { type Trial, TrialClient } from './trial-client.ts';
import { hasAll, type Newcomers, type Slot, WRITERS, type WriterKind } from './writers.ts';

/** So many people of each kind: what each wrote last is looked at when it is their turn again. */
const SLOTS_EACH = 8;
const PAIRS = 4;
const KINDS = Object.keys(WRITERS) as WriterKind[];
export const PEOPLE = KINDS.length * SLOTS_EACH + PAIRS * 2;
export const CARDS_EACH = 6;

/** Between two writes of one kind, and between two cards of a player, in ms. */
const WRITE_PAUSE_MS = 80;
const THINK_MS = 120;
const POLL_MS = 60;

type Pair = readonly [Fighter, Fighter];
type Shift = Promise<void>;

export class Crew {
  readonly matches: Match[] = [];
  readonly #lines: ReadonlyMap<WriterKind, Slot[]>;
  readonly #pairs: readonly Pair[];
  readonly #newcomers: Newcomers;

  private constructor(
    lines: ReadonlyMap<WriterKind, Slot[]>,
    pairs: readonly Pair[],
    newcomers: Newcomers,
  ) {
    this.#lines = lines;
    this.#pairs = pairs;
    this.#newcomers = newcomers;
  }

  /** @param cardsOf the cards of a person by their number */
  static async come(
    trial: Trial,
    patienceMs: number,
    cardsOf: (index: number) => readonly string[],
    newcomers: Newcomers,
  ): Promise<Crew> {
    const indices = Array.from({ length: PEOPLE }, (_, index) => index);
    const clients = await inTurns(indices, 4, async (index) => {
      const signer = personaKeypair(personName(index));
      const client = new TrialClient(trial, index, { signer, patienceMs });
      const { walletAddress } = client;
      await client.call('POST /api/user', { body: { walletAddress } });
      await client.signIn();
      await client.call('POST /api/nfts/sync/{address}', { params: { address: walletAddress } });
      return client;
    });
    const lines = new Map(
      KINDS.map((kind, line) => {
        const first = line * SLOTS_EACH;
        const slots = clients
          .slice(first, first + SLOTS_EACH)
          .map((client, slot) =>
            WRITERS[kind]({ client, cardIds: cardsOf(first + slot), newcomers }),
          );
        return [kind, slots] as const;
      }),
    );
    const fighters = clients.slice(KINDS.length * SLOTS_EACH).map((client) => new Fighter(client));
    const pairs = Array.from({ length: PAIRS }, (_, pair) => {
      return [fighters[pair * 2]!, fighters[pair * 2 + 1]!] as const;
    });
    return new Crew(lines, pairs, newcomers);
  }

  get fighters(): readonly Fighter[] {
    return this.#pairs.flat();
  }

  /** Everybody works until `isOver`, then looks whether all that was accepted is there. */
  async work(book: Book, isOver: () => boolean): Promise<void> {
    const shifts: Shift[] = [];
    for (const [kind, slots] of this.#lines) shifts.push(keepWriting(kind, slots, book, isOver));
    for (const pair of this.#pairs) shifts.push(this.#keepPlaying(pair, book, isOver));
    const ends = await Promise.allSettled(shifts);
    for (const end of ends) {
      if (end.status === 'rejected') book.wrong.push(String((end.reason as Error).stack));
    }
  }

  /** Has those read again who were told wrong cards; answers how many of how many are right now. */
  async readAgain(): Promise<string> {
    const { client } = this.fighters[0]!;
    const { misread } = this.#newcomers;
    const all = misread.splice(0);
    for (const { address } of all) {
      await client.call('POST /api/nfts/sync/{address}', { params: { address } });
    }
    const right = await inTurns(all, 4, (one) => hasAll(client, one));
    return `${right.filter(Boolean).length} of ${all.length}`;
  }

  async #keepPlaying(pair: Pair, book: Book, isOver: () => boolean): Shift {
    while (!isOver()) this.matches.push(await playOut(pair, book));
  }
}

async function keepWriting(
  kind: WriterKind,
  slots: readonly Slot[],
  book: Book,
  isOver: () => boolean,
): Shift {
  const unseen = new Map<Slot, number>();
  const look = async (slot: Slot) => {
    const n = unseen.get(slot);
    if (n === undefined) return;
    book.check(`${kind} ${n}`, await slot.isThere(n));
    unseen.delete(slot);
  };
  for (let n = book.nextNumber(); !isOver(); n = book.nextNumber()) {
    const slot = slots[n % slots.length]!;
    await look(slot);
    await slot.write(n);
    book.accept();
    unseen.set(slot, n);
    await sleep(WRITE_PAUSE_MS);
  }
  for (const slot of slots) await look(slot);
}

/** One match by a new lobby; every card that was taken must stand in its history. */
async function playOut([one, two]: Pair, book: Book): Promise<Match> {
  const lobby = await one.openLobby();
  const { match } = await two.join(lobby.id);
  book.matchesBegun += 1;
  const ends = await Promise.all([one, two].map((fighter) => playAlone(fighter, match.id, book)));
  book.matchesEnded += 1;
  return ends[0]!;
}

/** One player's side of a match, seen with nothing but their own eyes; answers how it ended. */
async function playAlone(fighter: Fighter, id: string, book: Book): Promise<Match> {
  const chosen = new Map<number, string>();
  const taken = new Set<number>();
  for (;;) {
    const match = await fighter.see(id);
    const isFirst = match.player1Wallet === fighter.wallet;
    if (match.status === 'completed') {
      for (const round of taken) {
        const shown = match.rounds[round - 1];
        const card = isFirst ? shown?.player1Card : shown?.player2Card;
        book.check(`card in round ${round} of ${id}`, card === chosen.get(round));
      }
      return match;
    }
    const { currentRound: round } = match;
    if (!(isFirst ? match.player1HasPlayed : match.player2HasPlayed)) {
      await sleep(Math.random() * THINK_MS);
      // A poll may be a moment behind: then it is the same card again, which must be harmless.
      const cardName = chosen.get(round) ?? anyCard();
      chosen.set(round, cardName);
      if (await putDown(fighter, id, round, cardName, book)) {
        if (!taken.has(round)) book.accept();
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
  book: Book,
): Promise<boolean> {
  try {
    await fighter.play(id, cardName, round);
    return true;
  } catch (error) {
    const { reason = '' } = error as { reason?: string };
    if (reason !== 'round-not-open' && reason !== 'match-over') throw error;
    book.missedRounds += 1;
    return false;
  }
}

const anyCard = () => DECK[Math.floor(Math.random() * DECK.length)]!.name;
