/** The connected collector as the frame and the pages see them. */
import { useQuery } from '@tanstack/react-query';
import type { User } from '#contract/collectors.ts';
import type { Address } from '#rules/address.ts';
import { userQuery } from '#web/collectors/queries.ts';
import { useStore } from '#web/ui/external-store.ts';
import { useConnection } from '#web/wallet/page-connection.ts';
import { type Arrival, arrival } from './after-connect.ts';

export interface Collector {
  readonly address: Address;
  /** Undefined until the server has answered. */
  readonly user: User | undefined;
  readonly phase: Arrival['phase'];
}

/** Null while no wallet is connected. */
export function useCollector(): Collector | null {
  const connection = useConnection();
  const arrived = useStore(arrival);
  const address = connection.status === 'connected' ? connection.address : null;
  const phase = arrived !== null && arrived.address === address ? arrived.phase : 'meeting';
  const { data: user } = useQuery({
    ...userQuery(address ?? ''),
    // Before the first meeting the server may not know this wallet.
    enabled: address !== null && (phase === 'reading' || phase === 'known'),
  });
  return address === null ? null : { address, user, phase };
}
