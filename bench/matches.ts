/**
 * Whole matches of many pairs: ours, a Colyseus room and plain sockets, alternating on the same machine. At full
 * speed for the cost of a match; at a fixed rate and human pace for the latency of results.
 */
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Contender, Pair, Usage } from './matches/contender.ts';
import { openFloor } from './matches/floor.ts';
import { Latencies, playAsFastAsItGoes, playAtRate } from './matches/load.ts';
import { openOurs } from './matches/ours.ts';
import { openPeer } from './matches/peer.ts';
import { type Part, printResults, type Result } from './matches/tables.ts';

const TURNS = Number(process.env.BENCH_TURNS ?? 1);
const SERVERS = process.env.BENCH_SERVERS ?? '1';
/** Number of pairs at full speed; `10,100,1000` shows how the cost grows. */
const SATURATING_PAIRS = (process.env.BENCH_PAIRS ?? '100').split(',').map(Number);
/** Matches started per second. */
const RATES = (process.env.BENCH_RATES ?? '300,400').split(',').filter(Boolean).map(Number);
const PAIRS_AT_A_RATE = 200;
const PAIRS_OF_PEOPLE = 100;

/** Duration of each part per contender. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 15);
/** V8 compiles for a minute under full load; a server runs for weeks. */
const WARM_UP_SECONDS = 60;
/** Pause so that one contender's remaining work is done before the next begins. */
const PAUSE_MS = 1_000;

const noThinking = () => 0;

const PARTS: readonly Part[] = [
  ...SATURATING_PAIRS.map((pairs) => ({
    name: `${pairs} pairs, as fast as it goes`,
    pairs,
    thinkMs: noThinking,
    play: (all: readonly Pair[]) => playAsFastAsItGoes(all, SECONDS),
  })),
  ...RATES.map((rate) => ({
    name: `${rate} matches begun a second`,
    pairs: PAIRS_AT_A_RATE,
    thinkMs: noThinking,
    play: (all: readonly Pair[]) => playAtRate(all, rate, SECONDS),
  })),
  {
    name: `${PAIRS_OF_PEOPLE} pairs, thinking 0.5 to 3.5 s`,
    pairs: PAIRS_OF_PEOPLE,
    thinkMs: () => 500 + Math.random() * 3_000,
    play: (all) => playAsFastAsItGoes(all, SECONDS),
  },
];

interface Team {
  readonly contender: Contender;
  readonly pairs: readonly Pair[];
  readonly latencies: Latencies;
  /** When the last of its readings is too old to serve, in ms of `performance.now()`. */
  readUntil: number;
}

export async function benchMatches(): Promise<void> {
  const most = Math.max(...PARTS.map(({ pairs }) => pairs));
  const teams: Team[] = [];
  const results: Result[] = [];
  try {
    for (const open of [() => openOurs(most, SERVERS), openPeer, openFloor]) {
      const contender = await open();
      const latencies = new Latencies();
      const pairs = await contender.openPairs(most, latencies);
      teams.push({ contender, latencies, pairs, readUntil: 0 });
    }
    for (const team of teams) {
      await playAsFastAsItGoes(team.pairs.slice(0, 100), WARM_UP_SECONDS);
      team.readUntil = performance.now() + (team.contender.readingsLastMs ?? 0);
    }
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const part of PARTS) {
        // Each turn begins with another contender.
        for (let next = 0; next < teams.length; next += 1) {
          await sleep(PAUSE_MS);
          results.push(await measure(teams[(turn + next) % teams.length]!, part, turn));
        }
      }
    }
  } finally {
    for (const { contender } of teams) await contender.close();
  }
  printResults(
    results,
    PARTS,
    teams.map(({ contender }) => contender),
  );
}

async function measure(team: Team, part: Part, turn: number): Promise<Result> {
  const { contender, pairs, latencies } = team;
  const playing = pairs.slice(0, part.pairs);
  // Wallets that were read together would be read again together, in the middle of a part: 400 readings slow down
  // 600 matches. So all are read again before it, by a match that does not count.
  await sleep(Math.max(0, team.readUntil - performance.now()));
  latencies.thinkMs = noThinking;
  await Promise.all(pairs.map((pair) => pair.play()));
  team.readUntil = performance.now() + (contender.readingsLastMs ?? 0);
  latencies.thinkMs = part.thinkMs;
  latencies.take();
  const before = await contender.usage();
  const load = process.cpuUsage();
  const machine = machineSeconds();
  const played = await part.play(playing);
  const { user, system } = process.cpuUsage(load);
  const loadSeconds = (user + system) / 1e6;
  const allSeconds = machineSeconds() - machine;
  const after = await contender.usage();
  if (process.env.BENCH_STATEMENTS) await contender.printStatements?.(played.matches);
  const used = (of: keyof Usage) => after[of] - before[of];
  const ourSeconds = loadSeconds + used('serverCpuSeconds') + used('databaseCpuSeconds');
  const perMatch = (of: keyof Usage) => used(of) / played.matches;
  return {
    part,
    contender,
    turn,
    played,
    roundMs: latencies.take(),
    serverUs: perMatch('serverCpuSeconds') * 1e6,
    databaseUs: perMatch('databaseCpuSeconds') * 1e6,
    statements: perMatch('statements'),
    megabytes: after.residentBytes / 2 ** 20,
    loadCores: loadSeconds / played.seconds,
    otherCores: Math.max(0, allSeconds - ourSeconds) / played.seconds,
  };
}

/** CPU of the whole machine since boot, in seconds. */
function machineSeconds(): number {
  const ms = os.cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq);
  return ms.reduce((sum, one) => sum + one, 0) / 1_000;
}
