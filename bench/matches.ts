/**
 * Whole matches from many pairs: ours, a Colyseus room and bare sockets, in turns on the same machine. As
 * fast as they go, for what a match costs; at a fixed rate and at the pace of people, for how long a result
 * takes to be known.
 */
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, percentile, printTable, rounded } from './figures.ts';
import type { Contender, Pair, Usage } from './matches/contender.ts';
import { openFloor } from './matches/floor.ts';
import { Latencies, type Played, playAsFastAsItGoes, playAtRate } from './matches/load.ts';
import { openOurs } from './matches/ours.ts';
import { openPeer } from './matches/peer.ts';

const TURNS = Number(process.env.BENCH_TURNS ?? 1);
const SERVERS = process.env.BENCH_SERVERS === '2' ? 2 : 1;
/** Pairs that play as fast as it goes; `10,100,1000` shows how the cost grows. */
const SATURATING_PAIRS = (process.env.BENCH_PAIRS ?? '100').split(',').map(Number);
/** Matches begun in a second. */
const RATES = (process.env.BENCH_RATES ?? '300,400').split(',').filter(Boolean).map(Number);
const PAIRS_AT_A_RATE = 200;
const PAIRS_OF_PEOPLE = 100;

/** How long each part lasts for each contender. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 15);
const WARM_UP_SECONDS = 4;
/** What one contender leaves to do is done before the next one begins, in ms. */
const PAUSE_MS = 1_000;

/** One way to play, with so many of the pairs. */
interface Part {
  readonly name: string;
  readonly pairs: number;
  readonly thinkMs: () => number;
  play(pairs: readonly Pair[]): Promise<Played>;
}

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

interface Result {
  readonly part: Part;
  readonly contender: Contender;
  readonly turn: number;
  readonly played: Played;
  /** From the second card of a round to the moment at which both know its outcome, in ms. */
  readonly roundMs: readonly number[];
  readonly serverUs: number;
  readonly databaseUs: number;
  readonly statements: number;
  readonly megabytes: number;
  /** CPU of this process, that is, of the players. */
  readonly loadCores: number;
  /** What the machine did beside all of this: none, where figures are to be trusted. */
  readonly otherCores: number;
}

interface Team {
  readonly contender: Contender;
  readonly pairs: readonly Pair[];
  readonly latencies: Latencies;
}

export async function benchMatches(): Promise<void> {
  const most = Math.max(...PARTS.map(({ pairs }) => pairs));
  const teams: Team[] = [];
  const results: Result[] = [];
  try {
    for (const open of [() => openOurs(most, SERVERS), openPeer, openFloor]) {
      const contender = await open();
      const latencies = new Latencies();
      teams.push({ contender, latencies, pairs: await contender.openPairs(most, latencies) });
    }
    for (const { pairs } of teams) await playAsFastAsItGoes(pairs.slice(0, 100), WARM_UP_SECONDS);
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const part of PARTS) {
        // Another one begins each turn.
        for (let next = 0; next < teams.length; next += 1) {
          await sleep(PAUSE_MS);
          results.push(await measure(teams[(turn + next) % teams.length]!, part, turn));
        }
      }
    }
  } finally {
    for (const { contender } of teams) await contender.close();
  }
  for (const part of PARTS) printPart(part, results);
  printRatios(results);
}

async function measure(team: Team, part: Part, turn: number): Promise<Result> {
  const { contender, pairs, latencies } = team;
  latencies.thinkMs = part.thinkMs;
  latencies.take();
  const before = await contender.usage();
  const load = process.cpuUsage();
  const machine = machineSeconds();
  const played = await part.play(pairs.slice(0, part.pairs));
  const { user, system } = process.cpuUsage(load);
  const loadSeconds = (user + system) / 1e6;
  const allSeconds = machineSeconds() - machine;
  const after = await contender.usage();
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

/** CPU that everything on this machine used since it was started, in seconds. */
function machineSeconds(): number {
  const ms = os.cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq);
  return ms.reduce((sum, one) => sum + one, 0) / 1_000;
}

function printPart(part: Part, results: readonly Result[]): void {
  const order = [...new Set(results.map(({ contender }) => contender))];
  const rows = results
    .filter((result) => result.part === part)
    .sort((a, b) => order.indexOf(a.contender) - order.indexOf(b.contender) || a.turn - b.turn);
  printTable(part.name, [
    [
      '',
      'matches',
      'begun and over in time',
      'rounds/s',
      '2nd SHOT to both p50',
      'p99',
      'match p50',
      'p99',
      'server CPU/match',
      'PostgreSQL CPU/match',
      'statements/match',
      'memory',
      'load cores',
      'other cores',
    ],
    ...rows.map(({ contender, played, roundMs, ...used }) => [
      contender.name,
      String(played.matches),
      `${rounded((played.inTime / played.due) * 100, 0)} %`,
      rounded(played.rounds / played.seconds, 0),
      ...timesOf(roundMs),
      ...timesOf(played.matchMs),
      `${rounded(used.serverUs, 0)} us`,
      `${rounded(used.databaseUs, 0)} us`,
      rounded(used.statements),
      `${rounded(used.megabytes, 0)} MB`,
      rounded(used.loadCores, 2),
      rounded(used.otherCores, 2),
    ]),
  ]);
}

const timesOf = (ms: readonly number[]): string[] =>
  [0.5, 0.99].map((share) => `${rounded(percentile(ms, share))} ms`);

/** Ours over the peer, turn by turn, and the middle of the turns: below 1 ours is the cheaper or the quicker. */
function printRatios(results: readonly Result[]): void {
  const columns: readonly (readonly [string, (result: Result) => number])[] = [
    ['server CPU', ({ serverUs }) => serverUs],
    ['with PostgreSQL', ({ serverUs, databaseUs }) => serverUs + databaseUs],
    ['p50', ({ roundMs }) => percentile(roundMs, 0.5)],
    ['p99', ({ roundMs }) => percentile(roundMs, 0.99)],
    ['memory', ({ megabytes }) => megabytes],
  ];
  const rows = PARTS.map((part) => {
    const [ours, peers] = ['ours', 'Colyseus'].map((name) =>
      results.filter((one) => one.part === part && one.contender.name.startsWith(name)),
    );
    return [
      part.name,
      ...columns.map(([, figure]) => {
        const ratios = (ours ?? []).map((one) => {
          const peer = peers?.find(({ turn }) => turn === one.turn);
          return peer === undefined ? Number.NaN : figure(one) / figure(peer);
        });
        const turns = ratios.map((ratio) => rounded(ratio, 2)).join(' ');
        return ratios.length > 1 ? `${rounded(median(ratios), 2)} (${turns})` : turns;
      }),
    ];
  });
  printTable('Ours over Colyseus, same run', [['', ...columns.map(([name]) => name)], ...rows]);
}
