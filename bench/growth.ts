/**
 * The cost of a read with a thousand times as many collectors: the server's CPU, and PostgreSQL's time and pages.
 * Page counts are the same on any machine.
 */
import { hash } from 'node:crypto';
import { inParallel } from '#server/jobs/in-parallel.ts';
import { median, printTable, resetStatements, rounded, serverCpuSeconds } from './figures.ts';
import { type Fixture, openFixture, visitor } from './fixture.ts';

const FEW = 1_000;
const MANY = Number(process.env.BENCH_COLLECTORS ?? 1_000_000);
const CARDS_EACH = 2;
/** Cards per entry of the whitelist. The first have one each, so that its page is full from the start; then one in ten. */
const ENTRY_CARDS = 5;
const ONE_ENTRY_IN = 10;
/** Collectors added with one statement. */
const AT_ONCE = 10_000;
const READS = 2_000;
const READS_AT_ONCE = 8;
const TURNS = 3;

interface Cost {
  readonly serverUs: number;
  readonly databaseUs: number;
  /** Pages looked at, and those of them that were not in PostgreSQL's own memory. */
  readonly pages: number;
  readonly missed: number;
}

type Ask = (wallet: string) => Promise<unknown>;

/** Spread over all addresses, as real ones are. */
const walletOf = (index: number): string => `0x${hash('sha256', String(index), 'hex')}`;

/** Inserts collectors like completed readings. */
async function settle({ sql, product }: Fixture, from: number, to: number): Promise<void> {
  for (let first = from; first < to; first += AT_ONCE) {
    const last = Math.min(to, first + AT_ONCE) - 1;
    await sql.begin(async (tx) => {
      await tx.takeAnyTime();
      await tx`SELECT set_config('session_replication_role', 'replica', true)`;
      await tx`
        CREATE TEMPORARY TABLE come ON COMMIT DROP AS
        SELECT n, '0x' || encode(sha256(n::text::bytea), 'hex') AS wallet,
               '2026-01-01'::timestamptz + n * interval '1 second' AS at
        FROM generate_series(${first}::int, ${last}::int) AS n`;
      await tx`
        INSERT INTO collectors (wallet, name, nft_count, count_reached_at, synced_at, seen_at, created_at)
        SELECT wallet, 'Collector ' || n, ${CARDS_EACH}, at, now(), now(), at FROM come`;
      await tx`INSERT INTO readings (wallet, read_at) SELECT wallet, now() FROM come`;
      await tx`
        CREATE TEMPORARY TABLE brought ON COMMIT DROP AS
        SELECT wallet, '0x' || encode(sha256((wallet || card)::bytea), 'hex') AS id
        FROM come, generate_series(0, ${CARDS_EACH - 1}::int) AS card`;
      await tx`
        INSERT INTO cards (id, type, name, description, image_url)
        SELECT id, '0x1::genesis::Card', 'A card', 'One of very many.', 'ipfs://none' FROM brought`;
      await tx`
        INSERT INTO holdings (holder, card_id, place, is_listed, is_locked)
        SELECT wallet, id, 'wallet', false, false FROM brought`;
      await tx`
        INSERT INTO whitelist_entries (id, wallet, card_ids, selection_hash, entry_count,
          registered_at, checked_at)
        SELECT 'entry ' || n, wallet,
          ARRAY(SELECT wallet FROM generate_series(1, ${ENTRY_CARDS}::int)),
          sha256(wallet::bytea), 1, at, now()
        FROM come WHERE n < ${FEW} OR n % ${ONE_ENTRY_IN} = 0`;
    });
  }
  await sql`ANALYZE`;
  await sql`CHECKPOINT`;
  // The same start for both sizes.
  await product.stop();
  await product.restart();
}

async function measure(fixture: Fixture, size: number, ask: Ask): Promise<Cost> {
  const anyWallet = () => walletOf(Math.floor(Math.random() * size));
  const reads = async () => {
    const wallets = Array.from({ length: READS }, anyWallet);
    await inParallel(wallets, READS_AT_ONCE, ask);
  };
  await reads();
  const costs: Cost[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    await resetStatements(fixture.sql);
    const before = await serverCpuSeconds(fixture.url);
    await reads();
    const cpu = (await serverCpuSeconds(fixture.url)) - before;
    const [row] = await fixture.sql<[{ ms: number; hit: number; read: number }]>`
      SELECT sum(total_exec_time)::float AS ms, sum(shared_blks_hit)::float AS hit,
             sum(shared_blks_read)::float AS read
      FROM pg_stat_statements JOIN pg_roles ON pg_roles.oid = userid WHERE rolname = 'the_mainz'`;
    costs.push({
      serverUs: (cpu * 1e6) / READS,
      databaseUs: ((row.ms ?? 0) * 1e3) / READS,
      pages: ((row.hit ?? 0) + (row.read ?? 0)) / READS,
      missed: (row.read ?? 0) / READS,
    });
  }
  const middle = (of: keyof Cost) => median(costs.map((cost) => cost[of]));
  return {
    serverUs: middle('serverUs'),
    databaseUs: middle('databaseUs'),
    pages: middle('pages'),
    missed: middle('missed'),
  };
}

export async function benchGrowth(): Promise<void> {
  await using fixture = await openFixture();
  const client = visitor(fixture);
  const reads: readonly (readonly [string, Ask])[] = [
    ['one user', (address) => client.call('GET /api/user/{address}', { params: { address } })],
    [
      "one wallet's cards",
      (walletAddress) => client.call('GET /api/nfts', { query: { walletAddress } }),
    ],
    [
      "one wallet's entries",
      (walletAddress) =>
        client.call('GET /api/booster-pack/entries/{walletAddress}', { params: { walletAddress } }),
    ],
    ['collectors leaderboard', () => client.call('GET /api/leaderboard', {})],
    ['whitelist', () => client.call('GET /api/booster-pack/whitelist', { query: {} })],
    ['battle leaderboard', () => client.call('GET /api/game/leaderboard', {})],
  ];
  const costs: Cost[][] = [];
  for (const [from, to] of [
    [0, FEW],
    [FEW, MANY],
  ] as const) {
    await settle(fixture, from, to);
    const at: Cost[] = [];
    for (const [, ask] of reads) at.push(await measure(fixture, to, ask));
    costs.push(at);
  }
  const [few = [], many = []] = costs;
  printTable(`The same read with ${FEW} and with ${MANY} collectors`, [
    ['', 'server CPU us', 'grows', 'PostgreSQL us', 'pages', 'not in its memory'],
    ...reads.map(([name], index) => {
      const [one, other] = [few[index]!, many[index]!];
      const both = (of: keyof Cost, digits: number) =>
        `${rounded(one[of], digits)} -> ${rounded(other[of], digits)}`;
      return [
        name,
        both('serverUs', 0),
        `${rounded(other.serverUs / one.serverUs, 2)}x`,
        both('databaseUs', 0),
        both('pages', 1),
        both('missed', 2),
      ];
    }),
  ]);
}
