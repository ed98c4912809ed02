/**
 * Whole matches from many pairs, over HTTP and sockets: once as fast as the server lets them, for what
 * a match costs, and once at the pace of people, for how long a result takes to be known.
 */
import type { Match } from '#contract/battle.ts';
import type { Player } from '#demo/house-player.ts';
import {
  percentile,
  printTable,
  resetStatements,
  rounded,
  serverCpuSeconds,
  statements,
} from './figures.ts';
import { inTurns, openFixture, playerNamed, type Fixture } from './fixture.ts';

const PAIRS = 100;
/** What a Colyseus room needs for the same game in memory, in microseconds (docs of this folder). */
const PEER_CPU_US = 1_250;
/** How long each part runs, in seconds; the longer one has its share of everything that recurs. */
const RUSH_SECONDS = 20;
const EASY_SECONDS = 20;
const WARM_UP_SECONDS = 5;

interface Pair {
  readonly host: Player;
  readonly guest: Player;
}

/** Shots and the moments at which their outcome was known, by round. */
class Latencies {
  readonly ms: number[] = [];
  readonly #open = new Map<string, { shots: number; lastShotAt: number; known: number }>();

  shot({ id, currentRound }: Match): void {
    const round = this.#round(id, currentRound);
    round.shots += 1;
    round.lastShotAt = performance.now();
  }

  /** Told once per player and state. @param before rounds the player knew of */
  seen({ id, rounds }: Match, before: number): void {
    for (let number = before + 1; number <= rounds.length; number += 1) {
      const round = this.#round(id, number);
      round.known += 1;
      if (round.known < 2) continue;
      this.#open.delete(`${id} ${number}`);
      if (round.shots === 2) this.ms.push(performance.now() - round.lastShotAt);
    }
  }

  #round(id: string, number: number) {
    const key = `${id} ${number}`;
    const round = this.#open.get(key) ?? { shots: 0, lastShotAt: 0, known: 0 };
    this.#open.set(key, round);
    return round;
  }
}

class Crowd {
  latencies = new Latencies();
  /** How long to think before a card, in ms. */
  thinking = () => 0;
  readonly #leaving = new AbortController();
  readonly #fixture: Fixture;
  readonly pairs: Pair[] = [];

  constructor(fixture: Fixture) {
    this.#fixture = fixture;
  }

  async come(): Promise<void> {
    const indices = Array.from({ length: PAIRS * 2 }, (_, index) => index);
    const players = await inTurns(indices, 10, async (index) => {
      const known = new Map<string, number>();
      const player = playerNamed(this.#fixture, index, {
        signal: this.#leaving.signal,
        pace: () => this.thinking(),
        onShot: (match) => this.latencies.shot(match),
        onSeen: (match) => {
          this.latencies.seen(match, known.get(match.id) ?? 0);
          known.set(match.id, match.rounds.length);
        },
      });
      await player.come();
      return player;
    });
    for (let index = 0; index < players.length; index += 2) {
      this.pairs.push({ host: players[index]!, guest: players[index + 1]! });
    }
  }

  /** Every pair plays one match after the other until the time is over; answers them all. */
  async play(seconds: number): Promise<Match[]> {
    const matches: Match[] = [];
    const until = performance.now() + seconds * 1_000;
    await Promise.all(
      this.pairs.map(async ({ host, guest }) => {
        while (performance.now() < until) {
          const lobby = await host.calls.openLobby('Bench');
          const { id } = await guest.join(lobby.id);
          const [match] = await Promise.all([host.playOut(id), guest.playOut(id)]);
          matches.push(match);
        }
      }),
    );
    return matches;
  }

  leave(): void {
    this.#leaving.abort();
  }
}

interface Part {
  readonly name: string;
  readonly matches: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly cpuUs: number;
  readonly statements: number;
  readonly latencies: readonly number[];
}

async function measure(
  fixture: Fixture,
  crowd: Crowd,
  name: string,
  seconds: number,
): Promise<Part> {
  crowd.latencies = new Latencies();
  await resetStatements(fixture.sql);
  const cpuBefore = await serverCpuSeconds(fixture.url);
  const began = performance.now();
  const matches = await crowd.play(seconds);
  const took = (performance.now() - began) / 1_000;
  const cpu = (await serverCpuSeconds(fixture.url)) - cpuBefore;
  const asked = await statements(fixture.sql);
  if (process.env.BENCH_STATEMENTS) {
    for (const { calls, query } of asked.slice(0, 40)) {
      console.log(`${rounded(calls / matches.length, 2)}  ${query.slice(0, 150)}`);
    }
  }
  return {
    ...{ name, matches: matches.length, seconds: took },
    rounds: matches.reduce((sum, { rounds }) => sum + rounds.length, 0),
    cpuUs: (cpu * 1e6) / matches.length,
    statements: asked.reduce((sum, { calls }) => sum + calls, 0) / matches.length,
    latencies: crowd.latencies.ms,
  };
}

export async function benchMatches(): Promise<void> {
  await using fixture = await openFixture({ people: PAIRS * 2 });
  const crowd = new Crowd(fixture);
  await crowd.come();
  await crowd.play(WARM_UP_SECONDS);
  const rush = await measure(fixture, crowd, 'as fast as it goes', RUSH_SECONDS);
  crowd.thinking = () => 500 + Math.random() * 3_000;
  const easy = await measure(fixture, crowd, 'thinking 0.5 to 3.5 s', EASY_SECONDS);
  crowd.leave();
  printTable(`Whole matches from ${PAIRS} pairs (lobby, join, all rounds, result)`, [
    [
      ...['', 'matches', 'rounds/s', '2nd SHOT to both p50', 'p99'],
      ...['server CPU per match', 'statements per match'],
    ],
    ...[rush, easy].map((part) => [
      part.name,
      String(part.matches),
      rounded(part.rounds / part.seconds),
      `${rounded(percentile(part.latencies, 0.5))} ms`,
      `${rounded(percentile(part.latencies, 0.99))} ms`,
      `${rounded(part.cpuUs, 0)} us`,
      rounded(part.statements),
    ]),
    ['a room in memory, without a database', '', '', '', '', `${PEER_CPU_US} us`, '0'],
  ]);
}
