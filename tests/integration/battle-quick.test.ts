/** 'Quick match' of many at once, against the real server. */
import { afterEach, describe, expect, it } from 'vitest';
import { startBattleProduct } from '#tests/support/battle-product.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { pressQuickMatch as press } from '#tests/support/quick-match.ts';

const product = await forThisFile(startBattleProduct());
const [ann, ben, cyd, dan, eve] = await product.fighters('ann', 'ben', 'cyd', 'dan', 'eve');
afterEach(() => product.clear());

describe('a quick match', { tags: ['battle-37', 'B8'] }, () => {
  it('tries the next seat when somebody was faster, and pairs all who press at once', async () => {
    for (const [index, host] of [ann, ben].entries()) {
      await host.openLobby(`room ${index}`);
      await product.pass(1);
    }
    const guests = [cyd, dan];
    const found = await Promise.all(guests.map(press));
    const hosts = found.map((one) => ('match' in one ? one.match.player1Wallet : null));
    expect(new Set(hosts)).toEqual(new Set([ann.wallet, ben.wallet]));
  });

  it('brings two who open one at the same moment to one table', async () => {
    for (let again = 0; again < 5; again += 1) {
      await Promise.all([press(dan), press(eve)]);
      const [one, two] = await Promise.all([dan.matches(), eve.matches()]);
      expect(one[0]).toMatchObject({ status: 'in_progress' });
      expect(two[0]?.id).toBe(one[0]?.id);
      await dan.leave(one[0]!.id);
      await product.pass(1);
    }
  });
});
