/** battle-27: away is who was not heard of, on any server, for 20 s. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CARD, matchOf, startBattleProduct } from '#tests/support/battle-product.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';

const product = await forThisFile(startBattleProduct());
const [ann, ben] = await product.fighters('ann', 'ben');
let id = '';
let at = 0;
beforeEach(async () => {
  ({ id } = await matchOf(ann, ben));
  await ann.play(id, CARD.rock);
  at = 0;
});
afterEach(() => product.clear());

/** Half seconds of a running server: a tick each, a sweep every 5 s. */
async function pass(seconds: number, isBenThere = false) {
  const until = at + seconds;
  while (at < until) {
    await product.clock.advance(500);
    at += 0.5;
    if (isBenThere && at % 5 !== 0) await ben.see(id);
    await product.app.battle.tick();
    if (at % 5 === 0) await product.app.battle.sweepLobbies();
  }
}

it('an opponent who was heard of 16 s ago is not away', { tags: 'battle-27' }, async () => {
  await pass(44.5, true); // Ben polls until 44.5 s, and is cut off
  const lastHeard = at;
  const claimable: number[] = [];
  while (at < lastHeard + 30) {
    await pass(0.5);
    if (await ann.canClaim(id)) claimable.push(at - lastHeard);
  }
  expect(claimable[0]).toBeGreaterThanOrEqual(20);
});

it('an opponent who was there until the server was killed has 20 s to come back', {
  tags: 'battle-27',
}, async () => {
  await pass(49.5, true); // Ben polls until the kill
  await product.restartAfter(60);
  await ann.see(id);
  at = 0;
  const claimable: number[] = [];
  while (at < 30) {
    await pass(0.5);
    if (await ann.canClaim(id)) claimable.push(at);
  }
  expect(claimable[0]).toBeGreaterThanOrEqual(20);
});
