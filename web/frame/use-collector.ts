import { useQuery } from '@tanstack/react-query';
import type { User } from '#contract/collectors.ts';
import type { Address } from '#rules/address.ts';
import { userQuery } from '#web/collectors/queries.ts';
import { createStore, useStore } from '#web/ui/external-store.ts';
import { useConnection } from '#web/wallet/page-connection.ts';

/** Load state of the connected wallet; `web/main/after-connect.ts` sets it. */
export interface LoadState {
  readonly address: Address;
  /** 'known': the user exists and can be read; 'reading': its cards are being read from the chain. */
  readonly phase: 'loading' | 'reading' | 'known' | 'failed';
}

export const loadState = createStore<LoadState | null>(null);

export interface Collector {
  readonly address: Address;
  /** Undefined while loading. */
  readonly user: User | undefined;
  readonly phase: LoadState['phase'];
  /** Whether the server knows this wallet, so that its data can be requested. */
  readonly isLoaded: boolean;
}

export function useCollector(): Collector | null {
  const connection = useConnection();
  const loaded = useStore(loadState);
  const address = connection.status === 'connected' ? connection.address : null;
  const phase = loaded !== null && loaded.address === address ? loaded.phase : 'loading';
  const isLoaded = address !== null && (phase === 'reading' || phase === 'known');
  const { data: user } = useQuery({
    ...userQuery(address ?? ''),
    enabled: isLoaded,
  });
  return address === null ? null : { address, user, phase, isLoaded };
}
