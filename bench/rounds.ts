/**
 * A round of 100,000 registrations, from its last reading to published, and what its list and proofs cost to read.
 * Without a chain: what a node takes to list 25,000 wallets is the node's. A database of its own.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { canonicalAddress } from '#rules/address.ts';
import { systemClock } from '#server/cluster/clock.ts';
import { createEventBus } from '#server/cluster/event-bus.ts';
import { createEntryStore } from '#server/whitelist/entry-store.ts';
import { createFreezeStore } from '#server/whitelist/freeze-store.ts';
import { createPublishStore } from '#server/whitelist/publish-store.ts';
import { createPublished } from '#server/whitelist/published.ts';
import { createRoundStore } from '#server/whitelist/round-store.ts';
import { createRounds } from '#server/whitelist/rounds.ts';
import { startDatabase } from '#tests/support/database.ts';
import { storeEntries } from '#tests/support/many-entries.ts';
import startPostgres from '#tests/support/postgres.ts';

const REGISTRATIONS = 100_000;
const WALLETS_PER_BATCH = 60;
const PROOFS = 20_000;
const AT_ONCE = 16;

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
const since = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** Most memory while it works: of the whole process. */
async function measured<T>(name: string, work: () => Promise<T>): Promise<T> {
  let most = 0;
  const before = process.memoryUsage().rss;
  let isDone = false;
  const looking = (async () => {
    while (!isDone) {
      most = Math.max(most, process.memoryUsage().rss);
      await sleep(20);
    }
  })();
  const start = performance.now();
  const result = await work();
  isDone = true;
  await looking;
  console.log(
    `${name}: ${since(start)}, memory ${megabytes(before)} before, ${megabytes(most)} at most`,
  );
  return result;
}

export async function benchRounds(): Promise<void> {
  const stopPostgres = await startPostgres();
  const database = await startDatabase();
  const { sql } = database;
  try {
    const rounds = createRoundStore(sql);
    const freezing = createFreezeStore(sql);
    const publishing = createPublishStore(sql);
    await storeEntries(sql, 1, REGISTRATIONS);
    const admin = canonicalAddress('0xad')!;
    await rounds.beginFreeze(admin, new Date(), () => true);
    const lease = (await freezing.lease('bench', new Date(), new Date(Date.now() + 3_600_000)))!;
    const entries = createEntryStore(sql);

    await measured('verdicts of every wallet', async () => {
      for (let last = ''; ; ) {
        const wallets = await freezing.pending(lease, last, WALLETS_PER_BATCH);
        if (wallets.length === 0) break;
        last = wallets.at(-1)!;
        const read = await Promise.all(
          wallets.map(async (wallet) => {
            const held = (await entries.ofWallet(wallet)).flatMap(({ cardIds }) => cardIds);
            const place = { place: 'wallet', kioskId: null, isListed: false } as const;
            return {
              wallet,
              readAt: new Date(),
              cards: new Map(held.map((id) => [id, place] as const)),
            };
          }),
        );
        await freezing.record(lease, read, { before: 1n, after: 2n });
      }
    });
    await measured('published', () => publishing.publish(lease, new Date()));
    const { leaves } = await rounds.current();
    console.log(`  ${leaves} wallets in the list`);

    const bus = createEventBus(() => {});
    const published = createPublished({
      store: publishing,
      rounds: createRounds({ store: rounds, bus, clock: systemClock }),
    });
    const round = await published.require(1, undefined);
    for (const file of ['list', 'evidence'] as const) {
      let bytes = 0;
      await measured(`${file} read`, async () => {
        for await (const piece of published[file](round)) bytes += piece.length;
      });
      console.log(`  ${megabytes(bytes)}`);
    }

    const wallets = await sql<{ wallet: never }[]>`
      SELECT wallet FROM whitelist_round_leaves ORDER BY random() LIMIT ${PROOFS}`;
    const left = wallets.values();
    await measured(`${wallets.length} proofs, ${AT_ONCE} at once`, () =>
      Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (const { wallet } of left) await published.leaf(round, wallet);
        }),
      ),
    );
  } finally {
    await database.close();
    await stopPostgres();
  }
}
