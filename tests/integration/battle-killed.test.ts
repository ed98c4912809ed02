/** The server is killed again and again while matches are played. Nothing accepted may be lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Match } from '#contract/battle.ts';
import { Client } from '#demo/client.ts';
import { personaKeypair } from '#demo/keys.ts';
import { HOLDERS } from '#demo/personas.ts';
import { type SuiNode, startSuiNode } from '#demo/sui-node/server.ts';
import { createDemoWorld, DEMO_CARD_TYPE } from '#demo/world.ts';
import { DECK } from '#rules/battle/deck.ts';
import { Fighter } from '#tests/support/battle-product.ts';
import { type Product, startProduct } from '#tests/support/product.ts';

const PAIRS = 8;
const MATCHES_EACH = 5;
const KILLS = 3;

let node: SuiNode;
let product: Product;

beforeAll(async () => {
  node = await startSuiNode({ ledger: createDemoWorld() });
  product = await startProduct({
    env: {
      ...{ COLLECTION_TYPES: DEMO_CARD_TYPE, SUI_URL: node.url, LOG_LEVEL: 'silent' },
      RATE_LIMIT_FACTOR: '1000',
    },
  });
});
afterAll(async () => {
  await product[Symbol.asyncDispose]();
  await node.close();
});

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

/** Cards the server said yes to: match, round, seat and card. */
const accepted: { id: string; round: number; seat: 1 | 2; cardName: string }[] = [];

async function startMatch(one: Fighter, two: Fighter): Promise<Match> {
  const { id } = await patiently(() => one.openLobby());
  return (await patiently(() => two.join(id))).match;
}

async function playOut(one: Fighter, two: Fighter): Promise<Match> {
  let match = await startMatch(one, two);
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

it('every accepted card counts once, every match ends, the board is what the matches say', async () => {
  const fighters = await Promise.all(
    HOLDERS.slice(0, PAIRS * 2).map(async ({ name }) => {
      const fighter = new Fighter(
        new Client({ origin: product.url, signer: personaKeypair(name) }),
      );
      await fighter.client.signIn();
      return fighter;
    }),
  );
  let isOver = false;
  const killing = (async () => {
    let kills = 0;
    while (!isOver && kills < KILLS) {
      await sleep(150 + Math.random() * 400);
      await product.kill9();
      await product.restart();
      kills += 1;
    }
    return kills;
  })();
  const matches: Match[] = [];
  const play = async (pair: number) => {
    for (let time = 0; time < MATCHES_EACH; time += 1) {
      matches.push(await playOut(fighters[pair * 2]!, fighters[pair * 2 + 1]!));
    }
  };
  await Promise.all(Array.from({ length: PAIRS }, (_, pair) => play(pair)));
  isOver = true;
  const kills = await killing;

  const lost = accepted.filter(({ id, round, seat, cardName }) => {
    const finished = matches.find((match) => match.id === id)?.rounds[round - 1];
    return (seat === 1 ? finished?.player1Card : finished?.player2Card) !== cardName;
  });
  console.log(
    `${matches.length} matches, ${accepted.length} accepted cards, ${kills} kills: ${lost.length} lost`,
  );
  expect(lost).toEqual([]);
  expect(matches).toHaveLength(PAIRS * MATCHES_EACH);

  const counted = new Map<string, number[]>();
  for (const { player1Wallet, player2Wallet, winner } of matches) {
    for (const wallet of [player1Wallet, player2Wallet]) {
      const record = counted.get(wallet) ?? [0, 0, 0];
      record[winner === 'tie' ? 2 : winner === wallet ? 0 : 1]! += 1;
      counted.set(wallet, record);
    }
  }
  const board = await new Client({ origin: product.url }).call('GET /api/game/leaderboard', {});
  const shown = new Map(
    board.map(({ walletAddress, wins, losses, ties }) => [walletAddress, [wins, losses, ties]]),
  );
  expect(shown).toEqual(counted);
});
