/** A player's finished matches, from what is stored. */
import { expect, it } from 'vitest';
import { CARD, type Fighter, matchOf, startBattleProduct } from '#tests/support/battle-product.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

const product = await forThisFile(startBattleProduct());
const [ann, ben, cyd] = await product.fighters('ann', 'ben', 'cyd');

const history = ({ wallet: walletAddress }: Fighter, before?: string) =>
  product.visitor().call('GET /api/game/history/{walletAddress}', {
    params: { walletAddress },
    query: before === undefined ? {} : { before },
  });

it('a history has opponent, cards by round and date of each match, newest first, in pages', {
  tags: 'battle-39',
}, async () => {
  const played: string[] = [];
  for (let number = 0; number < 12; number += 1) {
    const [one, two] = number % 2 === 0 ? [ann, ben] : [ben, ann];
    const { id } = await matchOf(one, two);
    await one.play(id, CARD.rock);
    await two.play(id, CARD.scissors);
    await one.leave(id);
    played.unshift(id);
    // Half of them began in the same moment.
    if (number < 6) await product.pass(1);
  }
  const first = await history(ann);
  const second = await history(ann, first.at(-1)?.id);
  expect([first.length, second.length]).toEqual([10, 2]);
  const found = [...first, ...second];
  expect(new Set(found.map(({ id }) => id))).toEqual(new Set(played));
  expect(found.slice(-6).map(({ id }) => id)).toEqual(played.slice(-6));
  expect(found.at(-1)).toMatchObject({
    status: 'completed',
    player1Wallet: ann.wallet,
    player2: { walletAddress: ben.wallet },
    endReason: 'left',
    rounds: [{ player1Card: CARD.rock, player2Card: CARD.scissors, roundWinner: ann.wallet }],
  });
  expect(await history(ann, second.at(-1)?.id)).toEqual([]);
  expect(await outcomeOf(history(ann, 'unknown'))).toBe('404 match-unknown');
});

it('a match that goes on is in nobody’s history, nor is one of others', {
  tags: ['battle-39', 'B2'],
}, async () => {
  const { id } = await matchOf(cyd, ben);
  await cyd.play(id, CARD.rock);
  expect(await history(cyd)).toEqual([]);
  expect((await history(ben)).every((match) => match.id !== id)).toBe(true);
  await cyd.leave(id);
  expect((await history(cyd)).map((match) => match.id)).toEqual([id]);
});
