/**
 * Large versions of tests that also run, smaller, with `npm test`. Each prints counts and exits with 1 if one is
 * wrong.
 */
import fc from 'fast-check';
import { inParallel } from '#server/jobs/in-parallel.ts';
import { playThroughKills } from '#tests/support/battle-kills.ts';
import { type Fighter, fighterAt } from '#tests/support/battle-product.ts';
import {
  countedUp,
  differences,
  giveUp,
  joinAtOnce,
  noCounts,
  playAgainAtOnce,
  playAtTheSameInstant,
  shownBoard,
} from '#tests/support/battle-race.ts';
import { countForbidden, hostileCalls, sendHostile } from '#tests/support/hostile-calls.ts';
import { printTable } from './figures.ts';
import { type Fixture, openFixture, personName } from './fixture.ts';
import { type Held, heldAtRest, INSPECTED, sendMalformed, stall } from './malformed.ts';

type Pair = readonly [Fighter, Fighter];

async function fighters(fixture: Fixture, count: number): Promise<Fighter[]> {
  const indices = Array.from({ length: count }, (_, index) => index);
  return inParallel(indices, 8, (index) => fighterAt(fixture.url, personName(index)));
}

function inPairs(all: readonly Fighter[]): Pair[] {
  return all.flatMap((one, index) => (index % 2 === 0 ? [[one, all[index + 1]!] as const] : []));
}

function verdict(wrong: readonly string[]): string {
  for (const what of wrong.slice(0, 10)) console.error(`  wrong: ${what}`);
  if (wrong.length > 0) process.exitCode = 1;
  return String(wrong.length);
}

const ROUNDS = 1_000;
const JOINS = 100;
const REMATCHES = 100;
const RACING_PAIRS = 10;

export async function trialRaces(): Promise<void> {
  await using fixture = await openFixture({ people: RACING_PAIRS * 2 });
  const all = await fighters(fixture, RACING_PAIRS * 2);
  const pairs = inPairs(all);
  const counts = noCounts();
  let rounds = 0;
  await Promise.all(
    pairs.map(async (pair) => {
      while (rounds < ROUNDS) {
        const played = await playAtTheSameInstant(pair, counts);
        rounds += played;
      }
    }),
  );
  const wrongPlays = counts.wrong.splice(0);
  const [host, ...others] = all as [Fighter, ...Fighter[]];
  for (let time = 0; time < JOINS; time += 1) {
    await joinAtOnce(host, others.slice(0, 10), counts);
  }
  const wrongJoins = counts.wrong.splice(0);
  for (let time = 0; time < REMATCHES; time += pairs.length) {
    await Promise.all(
      pairs.map(async (pair) => {
        const lobby = await pair[0].openLobby();
        const { match } = await pair[1].join(lobby.id);
        // A rematch needs both players, so the match is played to its end.
        await playOutQuickly(pair, match.id);
        const over = await pair[0].see(match.id);
        counts.finished.push(over);
        const again = await playAgainAtOnce(pair, over, counts);
        await giveUp(pair[1], again, counts);
      }),
    );
  }
  const board = differences(await shownBoard(host), countedUp(counts.finished));
  printTable('Everybody at once', [
    ['', 'times', 'wrong'],
    ['rounds both play at the same instant, clicking twice', `${rounds}`, verdict(wrongPlays)],
    ['ten joins of one lobby at once', `${JOINS}`, verdict(wrongJoins)],
    ["both press 'Play Again' at once, clicking twice", `${REMATCHES}`, verdict(counts.wrong)],
    ['matches on the board as their histories say', `${counts.finished.length}`, verdict(board)],
  ]);
}

async function playOutQuickly([one, two]: Pair, id: string): Promise<void> {
  for (let match = await one.see(id); match.status === 'in_progress'; match = await one.see(id)) {
    await one.play(id, 'the hodlord card', match.currentRound);
    await two.play(id, 'Drops of Conviction', match.currentRound);
  }
}

const KILLED_PAIRS = 20;
const KILLED_MATCHES_EACH = 10;

export async function trialKills(): Promise<void> {
  await using fixture = await openFixture({
    people: KILLED_PAIRS * 2,
    env: { LOG_LEVEL: 'silent' },
  });
  const all = await fighters(fixture, KILLED_PAIRS * 2);
  const { matches, kills, accepted, lost } = await playThroughKills(fixture.product, inPairs(all), {
    matchesEach: KILLED_MATCHES_EACH,
    kills: Number.POSITIVE_INFINITY,
    cardsBetween: [1, 50],
  });
  const counted = countedUp(matches);
  const board = differences(await shownBoard(all[0]!), counted);
  const [left] = await fixture.sql<[{ live: number }]>`
    SELECT count(*) AS live FROM battle_matches WHERE ended_at IS NULL`;
  const open = left.live === 0 ? [] : [`${left.live} matches never ended`];
  printTable(`kill -9 of the server at ${kills} random moments`, [
    ['', 'times', 'wrong'],
    ['matches that ended', `${matches.length}`, verdict(open)],
    ['accepted cards, each counted once', `${accepted}`, verdict(lost)],
    ['players on the board as their histories say', `${counted.size}`, verdict(board)],
  ]);
}

const HOSTILE_CALLS = 100_000;
const HOSTILE_AT_ONCE = 8;
const MALFORMED_CONNECTIONS = 30_000;
const STALLED_CONNECTIONS = 240;
/**
 * Warm-up before the first memory reading: compiled code and caches stay. So does what the allocator keeps free: it grows by
 * 35 MB until about 10,000 connections have come, and by nothing over the next 20,000.
 */
const WARMING_CALLS = 10_000;
const WARMING_CONNECTIONS = 10_000;
const MOST_GROWTH = 1.25;

const inCells = ({ connections, descriptors, megabytes }: Held): string[] =>
  [connections, descriptors, megabytes].map(String);

export async function trialHostile(): Promise<void> {
  await using fixture = await openFixture({ people: 2, cardsEach: 6, env: INSPECTED });
  const [owner, other] = (await fighters(fixture, 2)) as [Fighter, Fighter];
  const lobby = await owner.openLobby();
  const { match } = await other.join(lobby.id);
  const victim = {
    origin: fixture.url,
    address: owner.wallet,
    cookie: owner.client.cookie ?? '',
    ids: [lobby.id, match.id],
  };
  const statuses = new Map<number, number>();
  const complaints: string[] = [];
  async function sendCalls(count: number): Promise<void> {
    for (let done = 0; done < count; done += 1_000) {
      const calls = fc.sample(hostileCalls(victim), 1_000);
      await inParallel(calls, HOSTILE_AT_ONCE, async (call) => {
        const { status, complaint } = await sendHostile({ origin: fixture.url }, call);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (complaint !== null) complaints.push(complaint);
      });
    }
  }
  await Promise.all([sendCalls(WARMING_CALLS), sendMalformed(fixture, WARMING_CONNECTIONS)]);
  const warm = await heldAtRest(fixture);
  statuses.clear();
  const stalled = stall(fixture, STALLED_CONNECTIONS);
  const [, malformed] = await Promise.all([
    sendCalls(HOSTILE_CALLS),
    sendMalformed(fixture, MALFORMED_CONNECTIONS),
  ]);
  const rest = await heldAtRest(fixture);
  for (const socket of stalled) socket.destroy();
  const left = rest.connections === 0 ? [] : [`${rest.connections} connections`];
  if (rest.descriptors > warm.descriptors) left.push(`${rest.descriptors} descriptors`);
  const grown = rest.megabytes > warm.megabytes * MOST_GROWTH ? [`${rest.megabytes} MB`] : [];
  const forbidden = await countForbidden(fixture.sql);
  const stored = forbidden === 0 ? [] : [`${forbidden} names or wallets`];
  const byStatus = [...statuses].sort(([a], [b]) => a - b).map((pair) => pair.join(': '));
  printTable('Generated calls', [
    ['', 'calls', 'wrong'],
    ['no fault, and every refusal has words', `${HOSTILE_CALLS}`, verdict(complaints)],
    ['nothing stored that the rules forbid', '', verdict(stored)],
  ]);
  printTable(`Malformed connections beside them, server ${fixture.product.pid} alive to the end`, [
    ['', 'connections', 'wrong'],
    ['no fault, each ended or answered', `${MALFORMED_CONNECTIONS}`, verdict(malformed)],
    ['stalled for good, ended by the server', `${STALLED_CONNECTIONS}`, verdict(left)],
  ]);
  printTable('What the server holds', [
    ['', 'connections', 'descriptors', 'memory, MB', 'wrong'],
    ['warm, at rest', ...inCells(warm), ''],
    ['after all of it, at rest', ...inCells(rest), verdict(grown)],
  ]);
  console.log(`  answers by status: ${byStatus.join(', ')}`);
}
