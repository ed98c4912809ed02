import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { WhitelistEntry } from '#contract/whitelist.ts';
import type { Address } from '#rules/address.ts';
import { call, kept, readQuery } from '#web/api/call.ts';
import { orFound } from '#web/api/or-found.ts';
import { withSession } from '#web/api/session-gate.ts';
import { roundsQuery } from './round-queries.ts';

export function entriesQuery(walletAddress: Address) {
  return readQuery('GET /api/booster-pack/entries/{walletAddress}', { params: { walletAddress } });
}

/** Stale time of the public list, in ms. */
export const GAMES_WHITELIST_STALE = 5 * 60_000;
export const ADMIN_WHITELIST_STALE = 60_000;

/** Registrations, newest first. */
export const whitelistQuery = queryOptions({
  ...readQuery('GET /api/booster-pack/whitelist'),
  ...kept(GAMES_WHITELIST_STALE),
});

/** The totals of all registrations; one answer of the list may not contain all. Two pages share it, each with its stale time. */
export function whitelistTotalsQuery(staleTime: number) {
  return queryOptions({
    ...readQuery('GET /api/booster-pack/whitelist/totals'),
    ...kept(staleTime),
  });
}

const listQueries = [whitelistQuery.queryKey, whitelistTotalsQuery(0).queryKey];

/** All queries that contain registrations. */
export const entryQueries = (walletAddress: Address) => [
  entriesQuery(walletAddress).queryKey,
  ...listQueries,
];

export function refreshList(queries: QueryClient): Promise<unknown> {
  return Promise.all(listQueries.map((queryKey) => queries.invalidateQueries({ queryKey })));
}

/** After a change, and after a refusal: the round may have closed, or another tab been faster. */
export function refreshEntries(queries: QueryClient, walletAddress: Address): Promise<unknown> {
  return Promise.all(
    [...entryQueries(walletAddress), roundsQuery.queryKey].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    ),
  );
}

function readEntries(walletAddress: Address): Promise<WhitelistEntry[]> {
  return call('GET /api/booster-pack/entries/{walletAddress}', { params: { walletAddress } });
}

/** Without an answer the registrations tell whether it was made. */
export function register(
  walletAddress: Address,
  cardIds: readonly string[],
): Promise<WhitelistEntry> {
  const body = { walletAddress, selectedNftIds: [...cardIds] };
  return orFound(
    withSession(() => call('POST /api/booster-pack/register', { body })),
    async () =>
      (await readEntries(walletAddress)).find((entry) =>
        isSameCards(entry.selectedNftIds, cardIds),
      ),
  );
}

export function isSameCards(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id));
}

/** Without an answer the registrations tell whether it is gone. */
export function deleteEntry(walletAddress: Address, id: string): Promise<unknown> {
  return orFound<unknown>(
    withSession(() => call('DELETE /api/booster-pack/entry/{id}', { params: { id } })),
    async () => {
      const isThere = (await readEntries(walletAddress)).some((entry) => entry.id === id);
      return isThere ? undefined : id;
    },
  );
}
