/**
 * What follows a change of the connection: create or get the user, read the cards
 * from the chain, load the user again; forget all of it on disconnecting; end the session when the
 * account is another (I4).
 */
import type { QueryClient } from '@tanstack/react-query';
import type { User } from '#contract/collectors.ts';
import { type Address, defaultUsername, shortAddress } from '#rules/address.ts';
import { call } from '#web/api/call.ts';
import { NFT_CACHE, nftsQuery } from '#web/cards/queries.ts';
import { leaderboardQuery, statsQuery, userQuery, usersQuery } from '#web/collectors/queries.ts';
import { toastWords } from '#web/frame/texts.ts';
import { type LoadState, loadState } from '#web/frame/use-collector.ts';
import type { ToastWords } from '#web/ui/toasts.ts';
import { balancesQuery } from '#web/wallet/balances.ts';
import type { ConnectionEvent, ConnectionStore } from '#web/wallet/connection.ts';

interface Around {
  readonly connection: ConnectionStore;
  readonly queries: QueryClient;
  readonly endSession: (address: Address) => Promise<boolean>;
  readonly toast: (words: ToastWords) => void;
  readonly isMobile: boolean;
}

/** Follows the connection for as long as the page lives. */
export function followConnection(around: Around): void {
  around.connection.onEvent((event) => void follow(around, event));
}

async function follow(around: Around, event: ConnectionEvent): Promise<void> {
  const { endSession, toast, isMobile } = around;
  switch (event.kind) {
    case 'connected':
      if (event.how === 'restored') return meet(around, event.address, quiet);
      return meet(around, event.address, {
        toast,
        welcome: isMobile ? toastWords.connectedMobile : toastWords.connected,
      });
    case 'switched': {
      forget(around, event.from);
      const hadSession = await endSession(event.from).catch(() => false);
      const [now, before] = [shortAddress(event.address), shortAddress(event.from)];
      const welcome = hadSession ? toastWords.switchedOut(now, before) : toastWords.switched(now);
      return meet(around, event.address, { toast, welcome });
    }
    case 'disconnected':
      loadState.set(null);
      forget(around, event.from);
      toast(event.by === 'person' ? toastWords.disconnected : toastWords.disconnectedByWallet);
      await endSession(event.from).catch(() => false);
  }
}

interface Manner {
  readonly toast: (words: ToastWords) => void;
  readonly welcome: ToastWords | null;
}

/** A reload brings the person back to where they were; that is no news. */
const quiet: Manner = { toast: () => {}, welcome: null };

async function meet(around: Around, address: Address, manner: Manner): Promise<void> {
  const { connection, queries } = around;
  const isStillHere = () => {
    const now = connection.get();
    return now.status === 'connected' && now.address === address;
  };
  const tell = (words: ToastWords) => {
    if (isStillHere()) manner.toast(words);
  };
  const step = (phase: LoadState['phase']) => {
    if (isStillHere()) loadState.set({ address, phase });
  };

  step('meeting');
  const body = { walletAddress: address, username: defaultUsername(address), nftCount: 0 };
  let user: User;
  try {
    user = await call('POST /api/user', { body });
  } catch {
    step('failed');
    tell(toastWords.syncFailed);
    return;
  }
  if (!isStillHere()) return;
  queries.setQueryData(userQuery(address).queryKey, user);
  if (manner.welcome !== null) manner.toast(manner.welcome);
  if (manner === quiet && isRecent(user)) return step('known');

  step('reading');
  const params = { address };
  const total = await call('POST /api/nfts/sync/{address}', { params }).then(
    ({ totalNfts }) => totalNfts,
    () => null,
  );
  if (!isStillHere()) return;
  const isReloaded = await reload(queries, address);
  step('known');
  if (total === null) tell(toastWords.syncFailed);
  else if (!isReloaded) tell(toastWords.syncWarning);
  else if (total > 0) tell(toastWords.loaded(total));
}

function isRecent({ syncedAt, isStale }: User): boolean {
  return !isStale && syncedAt !== null && Date.now() - Date.parse(syncedAt) < NFT_CACHE;
}

/** Reads again what a sync may have changed. False when the collector's own part could not be read. */
async function reload(queries: QueryClient, address: Address): Promise<boolean> {
  const others = [leaderboardQuery, usersQuery, statsQuery, balancesQuery(address)];
  for (const { queryKey } of others) {
    void queries.invalidateQueries({ queryKey });
  }
  // Whatever a page asked for before the chain was read must not be joined: it may say less.
  await Promise.all(
    [userQuery(address), nftsQuery(address)].map(({ queryKey }) =>
      queries.cancelQueries({ queryKey }),
    ),
  );
  const [user, cards] = await Promise.allSettled([
    queries.fetchQuery({ ...userQuery(address), staleTime: 0 }),
    queries.fetchQuery({ ...nftsQuery(address), staleTime: 0 }),
  ]);
  return user.status === 'fulfilled' && cards.status === 'fulfilled';
}

function forget({ queries }: Around, address: Address): void {
  queries.removeQueries({ queryKey: userQuery(address).queryKey });
  queries.removeQueries({ queryKey: nftsQuery(address).queryKey });
  queries.removeQueries({ queryKey: balancesQuery(address).queryKey });
}
