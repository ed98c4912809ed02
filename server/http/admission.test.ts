import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { createChargeOf } from './admission.ts';

const MIB = 1024 * 1024;

describe('what a call costs', () => {
  const costOf = (route: Parameters<typeof createChargeOf>[0], headers: Record<string, string>) =>
    createChargeOf(route)({ headers } as unknown as FastifyRequest).cost ?? 1;
  const save = api['POST /api/nft-groups/{walletAddress}'];

  it.each([
    ['for the groups of 2,000 cards what the route costs', `${140 * 1024}`, save.cost],
    ['for 2 MiB eight more', `${2 * MIB}`, save.cost + 8],
    ['for more than is taken no more than that', `${2_000 * MIB}`, save.cost + 8],
  ])('is %s', (_what, length, cost) => {
    expect(costOf(save, { 'content-length': length })).toBe(cost);
  });

  it('is that of the longest body when nobody says how long it is', () => {
    expect(costOf(save, { 'transfer-encoding': 'chunked' })).toBe(save.cost + 8);
  });

  it('is the same for any body where only small ones are taken', () => {
    expect(costOf(api['POST /api/user'], { 'content-length': `${60 * 1024}` })).toBe(1);
  });
});
