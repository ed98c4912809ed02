/** Plays matches while the server is killed repeatedly. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Match } from '#contract/battle.ts';
import type { Fighter } from './battle-product.ts';
import { anyCard } from './battle-race.ts';
import type { Product } from './product.ts';

interface Killing {
  readonly matchesEach: number;
  readonly kills: number;
  /** Accepted cards between two kills, from and to: makes progress on any machine. */
  readonly cardsBetween: readonly [number, number];
}

interface Survived {
  readonly matches: readonly Match[];
  readonly kills: number;
  readonly accepted: number;
  /** Accepted cards that the finished match does not contain. */
  readonly lost: readonly string[];
}

/** Random delay of a kill, so that it can hit any moment. */
const MOST_DELAY_MS = 60;

interface Accepted {
  readonly id: string;
  readonly round: number;
  readonly seat: 1 | 2;
  readonly cardName: string;
}

/** Retries until the server answers, also with a refusal. */
async function untilAnswered<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const { status } = error as { status?: number };
      if (status !== undefined && status < 500) throw error;
      await sleep(50);
    }
  }
}

async function playOut(one: Fighter, two: Fighter, accepted: Accepted[]): Promise<Match> {
  const lobby = await untilAnswered(() => one.openLobby());
  let { match } = await untilAnswered(() => two.join(lobby.id));
  const { id } = match;
  while (match.status === 'in_progress') {
    const round = match.currentRound;
    const answers = await Promise.all(
      [one, two].map(async (fighter, index) => {
        const cardName = anyCard();
        const answer = await untilAnswered(() => fighter.play(id, cardName, round));
        accepted.push({ id, round, seat: index === 0 ? 1 : 2, cardName });
        return answer;
      }),
    );
    answers.push(await untilAnswered(() => one.see(id)));
    // As the page does: a server that missed the event of one that was killed shows an older state for up to a second.
    match = answers.reduce((newest, seen) => (seen.version > newest.version ? seen : newest));
  }
  return match;
}

/** @param product what is killed and comes again */
export async function playThroughKills(
  product: Pick<Product, 'kill9' | 'restart'>,
  pairs: readonly (readonly [Fighter, Fighter])[],
  { matchesEach, kills: mostKills, cardsBetween: [from, to] }: Killing,
): Promise<Survived> {
  const matches: Match[] = [];
  const accepted: Accepted[] = [];
  let isOver = false;
  const killing = (async () => {
    let kills = 0;
    while (!isOver && kills < mostKills) {
      const enough = accepted.length + from + Math.random() * (to - from);
      while (!isOver && accepted.length < enough) await sleep(5);
      await sleep(Math.random() * MOST_DELAY_MS);
      if (isOver) break;
      await product.kill9();
      await product.restart();
      kills += 1;
    }
    return kills;
  })();
  try {
    await Promise.all(
      pairs.map(async ([one, two]) => {
        for (let time = 0; time < matchesEach; time += 1) {
          matches.push(await playOut(one, two, accepted));
        }
      }),
    );
  } finally {
    isOver = true;
  }
  const kills = await killing;
  const lost = accepted.filter(({ id, round, seat, cardName }) => {
    const finished = matches.find((match) => match.id === id)?.rounds[round - 1];
    return (seat === 1 ? finished?.player1Card : finished?.player2Card) !== cardName;
  });
  return {
    matches,
    kills,
    accepted: accepted.length,
    lost: lost.map(({ id, round, seat, cardName }) => `${id} ${round} ${seat} ${cardName}`),
  };
}
