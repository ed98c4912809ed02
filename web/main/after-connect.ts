/**
 * What follows a change of the connection: connecting creates or gets the user, syncs the cards and loads
 * the user again; disconnecting removes these from the cache; another account ends the session (I4).
 */
import type { QueryClient } from '@tanstack/react-query';
import type { User } from '#contract/collectors.ts';
import { type Address, defaultUsername, shortAddress } from '#rules/address.ts';
import { call } from '#web/api/call.ts';
import { HttpError } from '#web/api/http-error.ts';
import { isServerHere, serverState } from '#web/api/server-state.ts';
import { NFT_CACHE, nftsQuery } from '#web/cards/queries.ts';
import { userQuery } from '#web/collectors/queries.ts';
import { toastTexts } from '#web/frame/texts.ts';
import { type LoadState, loadState } from '#web/frame/use-collector.ts';
import { groupsOwner } from '#web/groups/saving/owner.ts';
import { ownQueries, sharedQueries } from '#web/pages/wallet-queries.ts';
import { ifStorageAllows } from '#web/ui/browser-storage.ts';
import { serverTime } from '#web/ui/clock.ts';
import type { ToastWords } from '#web/ui/toasts.ts';
import { balancesQuery } from '#web/wallet/balances.ts';
import type { ConnectionEvent, ConnectionStore } from '#web/wallet/connection.ts';

interface Dependencies {
  readonly connection: ConnectionStore;
  readonly queries: QueryClient;
  /** Rejects when the server does not answer. */
  readonly endSession: (address: Address) => Promise<boolean>;
  readonly toast: (words: ToastWords) => void;
  readonly isMobile: boolean;
}

/** Flag in the browser: wallets whose sessions the server was not there to end. It outlives the page. */
const OWED = 'sign_outs_owed';

const owed = (): string[] => ifStorageAllows(() => localStorage.getItem(OWED))?.match(/\w+/g) ?? [];

const setOwed = (addresses: Iterable<string>) =>
  ifStorageAllows(() => localStorage.setItem(OWED, [...addresses].join()));

function settle(address: string): void {
  if (owed().includes(address)) setOwed(owed().filter((one) => one !== address));
}

export function followConnection(dependencies: Dependencies): void {
  let last: ConnectionEvent | undefined;
  async function endSession(address: Address): Promise<boolean> {
    setOwed(new Set(owed()).add(address));
    try {
      const hadSession = await dependencies.endSession(address);
      settle(address);
      return hadSession;
    } catch {
      return false;
    }
  }
  const endOwed = () => owed().forEach((address) => void endSession(address as Address));
  endOwed();
  dependencies.connection.onEvent((event) => {
    last = event;
    if (event.kind !== 'disconnected') settle(event.address);
    void follow({ ...dependencies, endSession }, event);
  });
  serverState.subscribe(() => {
    if (!isServerHere()) return;
    endOwed();
    const hasFailed = loadState.get()?.phase === 'failed';
    if (!hasFailed || last === undefined || last.kind === 'disconnected') return;
    void load(dependencies, last, null);
  });
}

async function follow(dependencies: Dependencies, event: ConnectionEvent): Promise<void> {
  const { endSession, toast, isMobile } = dependencies;
  groupsOwner.set(event.kind === 'disconnected' ? null : event.address);
  switch (event.kind) {
    case 'connected': {
      const words = isMobile ? toastTexts.connectedMobile : toastTexts.connected;
      return load(dependencies, event, event.how === 'restored' ? null : words);
    }
    case 'switched': {
      forget(dependencies, event.from);
      const hadSession = await endSession(event.from);
      const [now, before] = [shortAddress(event.address), shortAddress(event.from)];
      const words = hadSession ? toastTexts.switchedOut(now, before) : toastTexts.switched(now);
      return load(dependencies, event, words);
    }
    case 'disconnected':
      loadState.set(null);
      forget(dependencies, event.from);
      // The disconnect button shows its own toast.
      if (event.by === 'wallet') toast(toastTexts.disconnectedByWallet);
      if (event.by === 'other-tab') toast(toastTexts.disconnectedElsewhere);
      await endSession(event.from);
  }
}

/** @param welcome null after a reload: the restored connection is not announced, nor what follows */
async function load(
  { queries, toast }: Dependencies,
  { address, signal }: { readonly address: Address; readonly signal: AbortSignal },
  welcome: ToastWords | null,
): Promise<void> {
  const notify = (words: ToastWords) => {
    if (!signal.aborted && welcome !== null) toast(words);
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
  if (welcome !== null) toast(welcome);
  else if (isRecent(user)) return setPhase('known');

  setPhase('reading');
  const params = { address };
  let isChainAway = false;
  const total = await call('POST /api/nfts/sync/{address}', { params }, { signal }).then(
    ({ totalNfts }) => totalNfts,
    (fault: unknown) => {
      isChainAway = fault instanceof HttpError && fault.reason === 'chain-unreachable';
      return null;
    },
  );
  if (signal.aborted) return;
  const isReloaded = await reload(queries, address);
  setPhase('known');
  const hasOlderCards = isChainAway && user.syncedAt !== null && isReloaded;
  if (total === null && !hasOlderCards) notify(toastTexts.syncFailed);
  else if (total === null || !isReloaded) notify(toastTexts.syncWarning);
  else if (total > 0) notify(toastTexts.loaded(total));
}

function isRecent({ syncedAt, isStale }: User): boolean {
  return !isStale && syncedAt !== null && serverTime() - Date.parse(syncedAt) < NFT_CACHE;
}

/** Reloads what a sync may have changed. False when the collector's own data could not be loaded. */
async function reload(queries: QueryClient, address: Address): Promise<boolean> {
  for (const queryKey of [...sharedQueries, balancesQuery(address).queryKey]) {
    void queries.invalidateQueries({ queryKey });
  }
  // A request made before the sync must not be joined: its answer may be older.
  await Promise.all(
    [userQuery(address), nftsQuery(address)].map(({ queryKey }) =>
      queries.cancelQueries({ queryKey }),
    ),
  );
  const [user, cards] = await Promise.allSettled([
    queries.fetchQuery({
      ...userQuery(address),
      // The older call; both answer the same user.
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
