/** The published list of a frozen round: its lines, the evidence behind them, and proofs (W7). */
import type { RoundEvidence, RoundProof } from '#contract/whitelist-rounds.ts';
import type { Address } from '#rules/address.ts';
import { HASH_BYTES } from '#rules/merkle.ts';
import { Refusal } from '#rules/refusal.ts';
import type { Bus } from '#server/cluster/event-bus.ts';
import { BoundedCache } from '#server/jobs/bounded-cache.ts';
import { createThrottledQueue } from '#server/jobs/throttled-queue.ts';
import type { LeafRow, PublishStore, VerdictRow } from './publish-store.ts';
import type { RoundRow } from './round-store.ts';
import { hexOf } from './round-view.ts';
import type { Rounds } from './rounds.ts';

/** Lines that are held in memory at once; one of 1,500 cards has 100 kB. */
const PORTION = 200;

/**
 * All who read files together take a quarter of the process and of one connection: 20,000 registrations take half a
 * second of it for each reader, and one address may begin fifty files at once, and five more each second.
 */
const PAUSE_AFTER_PORTION = 3;

/** Who reads a file. */
interface Reader {
  /** The readers of one network have one share together. */
  readonly network: string;
  isGone(): boolean;
}

/** Proofs kept: about 7 MB. */
const MOST_PROOFS = 4_000;

interface PublishedDependencies {
  readonly store: PublishStore;
  readonly rounds: Pick<Rounds, 'find'>;
  readonly bus: Bus;
}

interface FrozenRound {
  readonly id: number;
  readonly root: Buffer;
  readonly leaves: number;
}

/** A proof as JSON, and its name. */
interface ProofText {
  readonly text: string;
  readonly etag: string;
}

export type Published = ReturnType<typeof createPublished>;

export function createPublished({ store, rounds, bus }: PublishedDependencies) {
  /** Frozen ones never change, unless the database is restored. They are few. */
  const kept = new Map<number, FrozenRound>();
  const proofs = new BoundedCache<string, ProofText>(MOST_PROOFS);
  const queued = createThrottledQueue(PAUSE_AFTER_PORTION);
  bus.subscribe('events-lost', () => {
    kept.clear();
    proofs.clear();
  });

  /** @param read the rows behind this one, none behind the last */
  async function* inPortions<Last, Row extends Last>(
    { network, isGone }: Reader,
    first: Last,
    read: (last: Last) => Promise<readonly Row[]>,
    lineOf: (row: Row) => string,
  ): AsyncGenerator<string> {
    for (let last = first; ; ) {
      const { text, end } = await queued(network, async () => {
        const rows = isGone() ? [] : await read(last);
        return { text: rows.map((row) => `${lineOf(row)}\n`).join(''), end: rows.at(-1) };
      });
      if (end === undefined) return;
      yield text;
      last = end;
    }
  }

  return {
    /**
     * A frozen round.
     * @param root the one that is meant; any when undefined
     * Refusals: round-unknown, round-not-frozen, round-root-differs.
     */
    async require(id: number, root: string | undefined): Promise<FrozenRound> {
      const round = kept.get(id) ?? frozen(await rounds.find(id));
      kept.set(id, round);
      if (root !== undefined && root !== hexOf(round.root)) {
        throw new Refusal('round-root-differs', { root: hexOf(round.root) });
      }
      return round;
    },

    /** Refusals: not-in-round. */
    async proof(round: FrozenRound, wallet: Address): Promise<ProofText> {
      const key = `${round.id} ${wallet}`;
      const known = proofs.get(key);
      if (known !== undefined) return known;
      const leaf = await store.leaf(round.id, wallet);
      if (leaf === null) throw new Refusal('not-in-round');
      const root = hexOf(round.root);
      const proof: RoundProof = {
        round: round.id,
        root,
        wallets: round.leaves,
        address: leaf.wallet,
        entries: leaf.entries,
        cardsHash: hexOf(leaf.cardsHash),
        index: leaf.index,
        path: pathOf(leaf),
      };
      const made = { text: JSON.stringify(proof), etag: `proof-${leaf.index}-${root}` };
      proofs.set(key, made);
      return made;
    },

    list: ({ id }: FrozenRound, reader: Reader): AsyncGenerator<string> =>
      inPortions(
        reader,
        { index: -1 },
        ({ index }) => store.lines(id, index, PORTION),
        ({ line }) => line,
      ),

    evidence: ({ id }: FrozenRound, reader: Reader): AsyncGenerator<string> =>
      inPortions(
        reader,
        { wallet: '', seq: 0 },
        ({ wallet, seq }) => store.verdicts(id, wallet, seq, PORTION),
        (row) => JSON.stringify(evidenceOf(row)),
      ),
  };
}

function frozen({ id, root, leaves }: RoundRow): FrozenRound {
  if (root === null || leaves === null) throw new Refusal('round-not-frozen');
  return { id, root, leaves };
}

function pathOf({ path }: LeafRow): string[] {
  const steps = path.length / HASH_BYTES;
  return Array.from({ length: steps }, (_, step) =>
    hexOf(path.subarray(step * HASH_BYTES, (step + 1) * HASH_BYTES)),
  );
}

function evidenceOf(row: VerdictRow): RoundEvidence {
  return {
    registration: row.entryId,
    address: row.wallet,
    entries: row.entryCount,
    registeredAt: row.registeredAt.toISOString(),
    verdict: row.verdict,
    readAt: row.readAt.toISOString(),
    checkpoints: [row.before, row.after],
    cards: row.cardIds.map((id, at) => ({
      id,
      place: row.places[at] ?? null,
      kiosk: row.kioskIds[at] ?? null,
      listed: row.listed[at] ?? null,
    })),
  };
}
