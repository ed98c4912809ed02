/** Reading and changing a collector's registrations (SPEC section 7). */
import type { QueryClient } from '@tanstack/react-query';
import type { WhitelistEntry } from '#contract/whitelist.ts';
import type { Address } from '#rules/address.ts';
import { call } from '#web/api/call.ts';
import { reading } from '#web/api/reading.ts';
import { withSession } from '#web/api/session-gate.ts';

export function entriesQuery(walletAddress: Address) {
  return reading('GET /api/booster-pack/entries/{walletAddress}', { params: { walletAddress } });
}

/** Everything that shows registrations is read again. */
export function refreshEntries(queries: QueryClient, walletAddress: Address): Promise<unknown> {
  const everyone = reading('GET /api/booster-pack/whitelist');
  return Promise.all([
    queries.invalidateQueries({ queryKey: entriesQuery(walletAddress).queryKey }),
    queries.invalidateQueries({ queryKey: everyone.queryKey }),
  ]);
}

export function register(
  walletAddress: Address,
  cardIds: readonly string[],
): Promise<WhitelistEntry> {
  const body = { walletAddress, selectedNftIds: [...cardIds] };
  return withSession(() => call('POST /api/booster-pack/register', { body }));
}

export async function deleteEntry(id: string): Promise<void> {
  await withSession(() => call('DELETE /api/booster-pack/entry/{id}', { params: { id } }));
}
