/** Queries to invalidate after a new reading of a wallet's cards, or after a card was sent. */
import type { Address } from '#rules/address.ts';
import { nftsQuery } from '#web/cards/queries.ts';
import { leaderboardQuery, statsQuery, userQuery, usersQuery } from '#web/collectors/queries.ts';
import { balancesQuery } from '#web/wallet/balances.ts';

export const ownQueries = (address: Address) => [
  userQuery(address).queryKey,
  nftsQuery(address).queryKey,
  balancesQuery(address).queryKey,
];

export const sharedQueries = [leaderboardQuery, usersQuery, statsQuery].map(
  ({ queryKey }) => queryKey,
);
