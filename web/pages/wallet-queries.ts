/** What a new reading of a wallet's cards, or a card that was sent, changes of what is shown. */
import type { Address } from '#rules/address.ts';
import { nftsQuery } from '#web/cards/queries.ts';
import { leaderboardQuery, statsQuery, userQuery, usersQuery } from '#web/collectors/queries.ts';
import { balancesQuery } from '#web/wallet/balances.ts';

/** Of this collector. */
export const ownQueries = (address: Address) => [
  userQuery(address).queryKey,
  nftsQuery(address).queryKey,
  balancesQuery(address).queryKey,
];

/** Of everybody. */
export const sharedQueries = [leaderboardQuery, usersQuery, statsQuery].map(
  ({ queryKey }) => queryKey,
);
