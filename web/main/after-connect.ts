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
import { userQuery } from '#web/collectors/queries.ts';
import { toastTexts } from '#web/frame/texts.ts';
import { type LoadState, loadState } from '#web/frame/use-collector.ts';
import { ownQueries, sharedQueries } from '#web/pages/wallet-queries.ts';
import type { ToastWords } from '#web/ui/toasts.ts';
import { balancesQuery } from '#web/wallet/balances.ts';
import type { ConnectionEvent, ConnectionStore } from '#web/wallet/connection.ts';

interface Dependencies {
  readonly connection: ConnectionStore;
  readonly queries: QueryClient;
  readonly endSession: (address: Address) => Promise<boolean>;
  readonly toast: (words: ToastWords) => void;
  readonly isMobile: boolean;
}

/** Follows the connection for as long as the page lives. */
export function followConnection(dependencies: Dependencies): void {
  dependencies.connection.onEvent((event) => void follow(dependencies, event));
}

async function follow(dependencies: Dependencies, event: ConnectionEvent): Promise<void> {
  const { endSession, toast, isMobile } = dependencies;
  switch (event.kind) {
    case 'connected':
      if (event.how === 'restored') return load(dependencies, event, SILENT);
      return load(dependencies, event, {
        toast,
        words: isMobile ? toastTexts.connectedMobile : toastTexts.connected,
      });
    case 'switched': {
      forget(dependencies, event.from);
      const hadSession = await endSession(event.from).catch(() => false);
      const [now, before] = [shortAddress(event.address), shortAddress(event.from)];
      const words = hadSession ? toastTexts.switchedOut(now, before) : toastTexts.switched(now);
      return load(dependencies, event, { toast, words });
    }
    case 'disconnected':
      loadState.set(null);
      forget(dependencies, event.from);
      // Who pressed the button hears what came of it from there.
      if (event.by === 'wallet') toast(toastTexts.disconnectedByWallet);
      await endSession(event.from).catch(() => false);
  }
}

interface Welcome {
  readonly toast: (words: ToastWords) => void;
  readonly words: ToastWords | null;
}

/** A reload brings the person back to where they were; that is no news. */
const SILENT: Welcome = { toast: () => {}, words: null };

async function load(
  { queries }: Dependencies,
  { address, signal }: { readonly address: Address; readonly signal: AbortSignal },
  welcome: Welcome,
): Promise<void> {
  const notify = (words: ToastWords) => {
    if (!signal.aborted) welcome.toast(words);
  };
  const setPhase = (phase: LoadState['phase']) => {
    if (!signal.aborted) loadState.set({ address, phase });
  };

  setPhase('loading');
  const body = { walletAddress: address, username: defaultUsername(address), nftCount: 0 };
  let user: User;
  try {
    user = await call('POST /api/user', { body }, { signal });
  } catch {
    setPhase('failed');
    notify(toastTexts.syncFailed);
    return;
  }
  if (signal.aborted) return;
  queries.setQueryData(userQuery(address).queryKey, user);
  if (welcome.words !== null) welcome.toast(welcome.words);
  if (welcome === SILENT && isRecent(user)) return setPhase('known');

  setPhase('reading');
  const params = { address };
  const total = await call('POST /api/nfts/sync/{address}', { params }, { signal }).then(
    ({ totalNfts }) => totalNfts,
    () => null,
  );
  if (signal.aborted) return;
  const isReloaded = await reload(queries, address);
  setPhase('known');
  if (total === null) notify(toastTexts.syncFailed);
  else if (!isReloaded) notify(toastTexts.syncWarning);
  else if (total > 0) notify(toastTexts.loaded(total));
}

function isRecent({ syncedAt, isStale }: User): boolean {
  return !isStale && syncedAt !== null && Date.now() - Date.parse(syncedAt) < NFT_CACHE;
}

/** Reads again what a sync may have changed. False when the collector's own part could not be read. */
async function reload(queries: QueryClient, address: Address): Promise<boolean> {
  for (const queryKey of [...sharedQueries, balancesQuery(address).queryKey]) {
    void queries.invalidateQueries({ queryKey });
  }
  // Whatever a page asked for before the chain was read must not be joined: it may say less.
  await Promise.all(
    [userQuery(address), nftsQuery(address)].map(({ queryKey }) =>
      queries.cancelQueries({ queryKey }),
    ),
  );
  const [user, cards] = await Promise.allSettled([
    queries.fetchQuery({
      ...userQuery(address),
      queryFn: ({ signal }) => call('GET /api/user/{address}', { params: { address } }, { signal }),
      staleTime: 0,
    }),
    queries.fetchQuery({ ...nftsQuery(address), staleTime: 0 }),
  ]);
  return user.status === 'fulfilled' && cards.status === 'fulfilled';
}

function forget({ queries }: Dependencies, address: Address): void {
  for (const queryKey of ownQueries(address)) queries.removeQueries({ queryKey });
}
