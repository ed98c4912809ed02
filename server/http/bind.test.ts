import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { type ApiKey, api } from '#contract/api.ts';
import type { Address } from '#rules/address.ts';
import { BadInputError } from './answer-errors.ts';
import { read } from './bind.ts';
import type { Handler } from './handlers.ts';

function faultsIn(shape: z.ZodType, input: unknown): number {
  try {
    read(shape, input);
    return 0;
  } catch (error) {
    if (error instanceof BadInputError) return error.issues.length;
    throw error;
  }
}

describe('input', () => {
  it.each([['no address'], [0], [null], [{}]])('is looked at to the first fault: %j', (wrong) => {
    const { body } = api['POST /api/nft-groups/{walletAddress}'];
    const nftTokenIds = Array(19_000).fill(wrong);
    const groups = [{ groupId: 'g', groupName: 'Mine', nftTokenIds }];
    expect(faultsIn(body, { groups })).toBe(1);
  });

  it('is counted before any of it is looked at', () => {
    let looked = 0;
    const item = z.string().refine(() => {
      looked += 1;
      return true;
    });
    const shape = z.object({ ids: z.array(item).max(10) });
    expect(faultsIn(shape, { ids: Array(215_000).fill('right') })).toBe(1);
    expect(looked).toBe(0);
  });
});

type CallerWallet<K extends ApiKey> = Parameters<Handler<K>>[0]['caller']['wallet'];

/** Checked by the compiler. */
describe('the access of a route', () => {
  it('gives its handler a wallet where a session is needed', () => {
    expectTypeOf<CallerWallet<'GET /api/auth/session'>>().toEqualTypeOf<Address>();
    expectTypeOf<CallerWallet<'POST /api/transfers'>>().toEqualTypeOf<Address>();
    expectTypeOf<
      CallerWallet<'POST /api/booster-pack/whitelist/recheck'>
    >().toEqualTypeOf<Address>();
    expectTypeOf<CallerWallet<'GET /api/nfts'>>().toEqualTypeOf<Address | null>();
    expectTypeOf<CallerWallet<'GET /api/stats'>>().toEqualTypeOf<null>();
  });
});
