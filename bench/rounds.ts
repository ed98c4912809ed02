/**
 * A round of 100,000 registrations: from its last reading to published, then over HTTP what a proof costs beside a read from
 * memory, and what slow readers of the list cost. No chain is read: how long a node takes for 25,000 wallets is not ours to change.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '#server/db/sql.ts';
import { createEntryStore } from '#server/whitelist/entry-store.ts';
import { createFreezeStore, type Lease } from '#server/whitelist/freeze-store.ts';
import { createPublishStore } from '#server/whitelist/publish-store.ts';
import { storeEntries } from '#tests/support/many-entries.ts';
import { embeddedPostgres } from '#tests/support/product.ts';
import { openSocket } from './answers.ts';
import { median, postgresCpuSeconds, printTable, rounded, serverFigures } from './figures.ts';
import { type Fixture, openFixture } from './fixture.ts';
import { hammer } from './hammer.ts';

const REGISTRATIONS = 100_000;
const WALLETS_PER_BATCH = 60;
const ROUND = '/api/booster-pack/rounds';
const CONNECTIONS = 32;
const TURNS = 5;
const TURN_SECONDS = 1;
const READERS = 20;
/** The server takes over a lease that ends later than one of its own can. */
const LEASE_MS = 10_000;
const TAKEN = 'the server has taken the freeze over';
/** A slow reader takes 64 KiB at a time. */
const READ_EVERY_MS = 250;
const SLOW_SECONDS = 10;

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
const leaseEnd = () => new Date(Date.now() + LEASE_MS);
const since = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** Most memory while it works, of the process that is looked at. */
async function measured<T>(
  name: string,
  resident: () => number | Promise<number>,
  work: () => Promise<T>,
): Promise<T> {
  const before = await resident();
  let most = before;
  let isDone = false;
  const looking = (async () => {
    while (!isDone) {
      most = Math.max(most, await resident());
      await sleep(50);
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

/** As the freeze does it, the chain's answers left out. */
async function freeze(sql: Sql): Promise<void> {
  const lease: Lease = { roundId: 1, freezer: 'bench' };
  const freezing = createFreezeStore(sql);
  const entries = createEntryStore(sql);
  // In one statement: the server would begin to read the chain for a freeze that nobody works on.
  await sql`
    UPDATE whitelist_rounds SET stage = 'freezing', freezing_at = now(), freezer = 'bench',
      freezer_until = ${leaseEnd()}, registrations = ${REGISTRATIONS}`;
  const resident = () => process.memoryUsage.rss();
  await measured('verdicts of every wallet', resident, async () => {
    for (let last = ''; ; ) {
      const wallets = await freezing.pending(lease, last, WALLETS_PER_BATCH);
      if (wallets.length === 0) break;
      last = wallets.at(-1)!;
      const read = await Promise.all(
        wallets.map(async (wallet) => {
          const held = (await entries.ofWallet(wallet)).flatMap(({ cardIds }) => cardIds);
          const place = { place: 'wallet', kioskId: null, isListed: false } as const;
          const cards = new Map(held.map((id) => [id, place] as const));
          return { wallet, readAt: new Date(), cards };
        }),
      );
      await freezing.extend(lease, leaseEnd());
      if (!(await freezing.record(lease, read, { before: 1n, after: 2n }))) throw new Error(TAKEN);
    }
  });
  const publish = () => createPublishStore(sql).publish(lease, new Date());
  if (!(await measured('published', resident, publish))) throw new Error(TAKEN);
}

/** CPU of the server and of PostgreSQL in us for each of these reads, in turns. */
async function compare({ url, product }: Fixture, reads: Record<string, string | (() => string)>) {
  const { pid } = embeddedPostgres(product.dataDir)!;
  const cpu = async () => (await serverFigures(`${url}/metrics`)).cpuSeconds;
  const options = { headers: {}, connections: CONNECTIONS, seconds: TURN_SECONDS };
  const turns = new Map(Object.keys(reads).map((name) => [name, [] as number[][]]));
  for (let time = 0; time <= TURNS; time += 1) {
    for (const [name, path] of Object.entries(reads)) {
      const [server, postgres] = [await cpu(), postgresCpuSeconds(pid)];
      const { requests, seconds, statuses } = await hammer(url, path, options);
      if (statuses.get(200) !== requests) throw new Error(`${name}: ${[...statuses]}`);
      if (time === 0) continue; // warming up
      turns
        .get(name)
        ?.push([
          requests / seconds,
          (((await cpu()) - server) * 1e6) / requests,
          ((postgresCpuSeconds(pid) - postgres) * 1e6) / requests,
        ]);
    }
  }
  printTable('A proof beside a read from memory', [
    ['', 'requests/s', 'server CPU us', 'PostgreSQL CPU us'],
    ...[...turns].map(([name, all]) => [
      name,
      ...[0, 1, 2].map((column) => rounded(median(all.map((one) => one[column] ?? 0)), 0)),
    ]),
  ]);
}

/** Reads a little now and then, and hangs up. */
async function readSlowly(url: string, path: string): Promise<number> {
  const { hostname, port, host } = new URL(url);
  const socket = await openSocket(Number(port), hostname);
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  let bytes = 0;
  const end = performance.now() + SLOW_SECONDS * 1_000;
  while (performance.now() < end) {
    await sleep(READ_EVERY_MS);
    bytes += (socket.read(64 * 1024) ?? socket.read())?.length ?? 0;
  }
  socket.destroy();
  return bytes;
}

export async function benchRounds(): Promise<void> {
  await using fixture = await openFixture();
  const { sql, url } = fixture;
  await storeEntries(sql, 1, REGISTRATIONS);
  await freeze(sql);
  const [round] = await sql<[{ root: string; leaves: number }]>`
    SELECT '0x' || encode(root, 'hex') AS root, leaves FROM whitelist_rounds`;
  console.log(`  ${round.leaves} wallets in the list`);
  const wallets = await sql<{ wallet: string }[]>`
    SELECT wallet FROM whitelist_round_leaves ORDER BY random()`;
  const proofs = wallets.map(({ wallet }) => `${ROUND}/1/proof/${wallet}?root=${round.root}`);
  let at = 0;
  const nextOf = (among: readonly string[]) => () => among[at++ % among.length]!;
  await compare(fixture, {
    'rounds, from memory': ROUND,
    'collectors leaderboard, from memory': '/api/leaderboard',
    'proof of one wallet': proofs[0]!,
    'proofs of 1,000 wallets, again and again': nextOf(proofs.slice(0, 1_000)),
    'proofs of 25,000 wallets': nextOf(proofs),
  });

  const resident = async () => (await serverFigures(`${url}/metrics`)).residentBytes;
  for (const file of ['list', 'evidence']) {
    const path = `${ROUND}/1/${file}?root=${round.root}`;
    let bytes = 0;
    await measured(`\n${file} read at once`, resident, async () => {
      const { body } = await fetch(url + path);
      for await (const piece of body!) bytes += piece.length;
    });
    console.log(`  ${megabytes(bytes)}`);
    const slowly = await measured(`${file}, ${READERS} slow readers`, resident, () =>
      Promise.all(Array.from({ length: READERS }, () => readSlowly(url, path))),
    );
    console.log(`  each took ${megabytes(Math.max(...slowly))} at most`);
    await sleep(1_000);
    console.log(`  memory after they hung up: ${megabytes(await resident())}`);
  }
}
