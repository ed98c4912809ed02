/** Matches that are played while the server is killed again and again. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Match } from '#contract/battle.ts';
import { DECK } from '#rules/battle/deck.ts';
import type { Fighter } from './battle-product.ts';
import type { Product } from './product.ts';

export interface Killing {
  readonly matchesEach: number;
  /** At most so many kills. */
  readonly kills: number;
  /** Cards that are accepted in between, from and to: however slow the machine, it gets on. */
  readonly cardsBetween: readonly [number, number];
}

export interface Survived {
  readonly matches: readonly Match[];
  readonly kills: number;
  /** Cards the server said yes to. */
  readonly accepted: number;
  /** Those of them that a finished match does not show. */
  readonly lost: readonly string[];
}

/** After the last of them, so that it may hit anything, in ms. */
const MOST_DELAY_MS = 60;

interface Accepted {
  readonly id: string;
  readonly round: number;
  readonly seat: 1 | 2;
  readonly cardName: string;
}

/** Tries until the server answers; a refusal is an answer. */
async function patiently<T>(call: () => Promise<T>): Promise<T> {
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
  const lobby = await patiently(() => one.openLobby());
  let { match } = await patiently(() => two.join(lobby.id));
  const { id } = match;
  while (match.status === 'in_progress') {
    const round = match.currentRound;
    await Promise.all(
      [one, two].map(async (fighter, index) => {
        const cardName = DECK[Math.floor(Math.random() * DECK.length)]!.name;
        await patiently(() => fighter.play(id, cardName, round));
        accepted.push({ id, round, seat: index === 0 ? 1 : 2, cardName });
      }),
    );
    match = await patiently(() => one.see(id));
  }
  return match;
}

export async function playThroughKills(
  product: Product,
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
