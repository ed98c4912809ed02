/** Messages of the errors that queries throw. */
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { nftsQuery } from '#web/cards/queries.ts';
import { statsQuery } from '#web/collectors/queries.ts';

afterEach(() => void vi.unstubAllGlobals());

const answerWith = (status: number, body: string) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
const queries = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
const WALLET = `0x${'a'.repeat(64)}`;

it("stats that are not OK are said with 'Failed to fetch stats'", {
  tags: 'errors-4',
}, async () => {
  answerWith(500, '{"error":"Something broke here."}');
  await expect(queries().fetchQuery(statsQuery)).rejects.toThrow(/^Failed to fetch stats$/);
});

it("without a wallet address no cards are asked for: 'No wallet address'", {
  tags: 'H6',
}, async () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  await expect(queries().fetchQuery(nftsQuery(null))).rejects.toThrow(/^No wallet address$/);
  expect(fetched).not.toHaveBeenCalled();
});

it("cards that are not OK are said with 'Failed to fetch NFTs'", { tags: 'errors-5' }, async () => {
  answerWith(503, '');
  await expect(queries().fetchQuery(nftsQuery(WALLET))).rejects.toThrow(/^Failed to fetch NFTs$/);
});
