/**
 * Thousands of polling players against one server, from a separate process on the same machine. All are in a live
 * match, so each polls its match every second, its matches every two seconds, and lobbies and totals like a page.
 */
import { fork } from 'node:child_process';
import { hash, randomBytes, randomUUID } from 'node:crypto';
import { on } from 'node:events';
import path from 'node:path';
import {
  percentile,
  printTable,
  resetStatements,
  rounded,
  serverCpuSeconds,
  statements,
} from './figures.ts';
import { type Fixture, openFixture } from './fixture.ts';
import type { Heard, Load } from './poller-load.ts';

const POLLERS = Number(process.env.BENCH_POLLERS ?? 5_000);
const SECONDS = 20;
const SERVERS = process.env.BENCH_SERVERS ?? '1';

const walletOf = (index: number): string => `0x${hash('sha256', `poller ${index}`, 'hex')}`;

/** Signed-in wallets, in pairs, each in an idle match. */
async function seat({ sql }: Fixture): Promise<Load['pollers']> {
  const pairs = Array.from({ length: Math.ceil(POLLERS / 2) }, (_, index) => ({
    match: randomUUID(),
    lobby: randomUUID(),
    one: walletOf(index * 2),
    two: walletOf(index * 2 + 1),
  }));
  const people = pairs.flatMap(({ match, one, two }) =>
    [one, two].map((wallet) => {
      const token = randomBytes(32).toString('base64url');
      return { wallet, token, key: hash('sha256', token, 'hex'), match };
    }),
  );
  const round = { state: 'none', by: null, lobbyId: null, matchId: null, until: null };
  const face = { displayName: 'Somebody', wins: 1, losses: 1, ties: 0 };
  await sql`
    INSERT INTO sessions (token_hash, wallet_address, created_at, last_used_at)
    SELECT decode(key, 'hex'), wallet, now(), now()
    FROM jsonb_to_recordset(${sql.json(people)}) AS person (key text, wallet text)`;
  await sql`
    INSERT INTO battle_matches (id, lobby_id, player1, player2, faces, version, score1, score2,
      rounds, round_number, attempt, opened_at, pick_ends_at, closes_at, created_at, rematch)
    SELECT match, lobby, one, two, ${sql.json({ player1: face, player2: face })},
      1, 0, 0, '[]', 1, 1, now(), now() + interval '1 hour', now() + interval '1 hour', now(),
      ${sql.json(round)}
    FROM jsonb_to_recordset(${sql.json(pairs)}) AS pair (match text, lobby text, one text, two text)`;
  await sql`
    INSERT INTO battle_seats (wallet, match_id)
    SELECT wallet, match FROM jsonb_to_recordset(${sql.json(people)}) AS person (wallet text, match text)`;
  await sql`ANALYZE`;
  return people.map(({ wallet, token, match }) => {
    const own = `walletAddress=${wallet}`;
    return {
      cookie: `mainz_session=${token}`,
      polls: [
        { path: `/api/game/matches/${match}?${own}`, everyMs: 1_000 },
        { path: `/api/game/matches?${own}`, everyMs: 2_000 },
        { path: '/api/game/lobbies', everyMs: 5_000 },
        { path: '/api/stats', everyMs: 30_000 },
      ],
    };
  });
}

export async function benchPollers(): Promise<void> {
  await using fixture = await openFixture({ env: { SERVERS } });
  const pollers = await seat(fixture);
  const child = fork(path.join(import.meta.dirname, 'poller-load.ts'));
  const load: Load = { port: fixture.product.port, seconds: SECONDS, pollers };
  child.send(load);
  let cpuBefore = 0;
  let heard: Heard | undefined;
  for await (const [said] of on(child, 'message') as AsyncIterable<['begun' | Heard]>) {
    if (said !== 'begun') {
      heard = said;
      break;
    }
    await resetStatements(fixture.sql);
    const askedAt = performance.now();
    cpuBefore = await serverCpuSeconds(fixture.url);
    // A server in whose queue the question stood had used that much only later.
    if (performance.now() - askedAt > 1_000) cpuBefore = Number.NaN;
  }
  if (heard === undefined) throw new Error('the load went without a word');
  const cpu = (await serverCpuSeconds(fixture.url)) - cpuBefore;
  const asked = (await statements(fixture.sql)).reduce((sum, { calls }) => sum + calls, 0);
  child.disconnect();

  const { ms, statuses, seconds, cpuSeconds } = heard;
  const wanted = (pollers[0]?.polls ?? []).reduce((sum, { everyMs }) => sum + 1_000 / everyMs, 0);
  printTable(`${POLLERS} players who poll, for ${SECONDS} s`, [
    [
      'requests/s',
      'of those due',
      'p50',
      'p99',
      'server cores',
      'CPU per request',
      'load cores',
      'statements/s',
    ],
    [
      rounded(ms.length / seconds, 0),
      `${rounded((ms.length / seconds / (wanted * POLLERS)) * 100, 0)} %`,
      `${rounded(percentile(ms, 0.5))} ms`,
      `${rounded(percentile(ms, 0.99))} ms`,
      rounded(cpu / seconds, 2),
      `${rounded((cpu * 1e6) / ms.length)} us`,
      rounded(cpuSeconds / seconds, 2),
      rounded(asked / seconds, 0),
    ],
  ]);
  const words = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  console.log(`  (answers by status: ${words.join(', ')})`);
}
