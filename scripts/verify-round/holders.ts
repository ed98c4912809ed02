/** Where the cards of a round lie now, as a node of one's own choice tells it. */
import type { CoreClient, SuiClientTypes } from '@mysten/sui/client';
import { SuiGraphQLClient } from '@mysten/sui/graphql';
import { SuiGrpcClient } from '@mysten/sui/grpc';
import { SuiJsonRpcClient } from '@mysten/sui/jsonRpc';
import { type Address, canonicalAddress } from '#rules/address.ts';
import type { Evidence } from './check.ts';

export type Transport = 'grpc' | 'graphql' | 'jsonrpc';

/** Objects in one request; the GraphQL client takes no more. */
const BATCH = 40;

function coreOf(transport: Transport, url: string, network: string): CoreClient {
  if (transport === 'graphql') return new SuiGraphQLClient({ url, network }).core;
  if (transport === 'jsonrpc') return new SuiJsonRpcClient({ url, network }).core;
  return new SuiGrpcClient({ baseUrl: url, network, format: 'binary' }).core;
}

export async function askHolders(
  node: { readonly transport: Transport; readonly url: string; readonly network: string },
  held: readonly Evidence[],
) {
  const core = coreOf(node.transport, node.url, node.network);
  const found = {
    /** Cards in the wallet that the evidence names. */
    inWallet: 0,
    /** Cards in the kiosk that the evidence names. Whose kiosk it is now is not looked up. */
    inKiosk: 0,
    /** Cards that lie elsewhere now: they may have moved after the freeze. */
    elsewhere: [] as { readonly card: Address; readonly wallet: Address }[],
    /** Cards that the node does not know: destroyed, or never there. */
    unknown: [] as Address[],
  };
  const cards = held.flatMap(({ address, cards }) =>
    cards.map(({ id, kiosk }) => ({ card: id, wallet: address, kiosk })),
  );
  for (let at = 0; at < cards.length; at += BATCH) {
    const batch = cards.slice(at, at + BATCH);
    const owners = await ownersOf(
      core,
      batch.map(({ card }) => card),
    );
    // A card in a kiosk belongs to a field, which belongs to the kiosk.
    const fields = owners.map((owner) => (owner?.kind === 'object' ? owner.id : null));
    const parents = await ownersOf(
      core,
      fields.filter((id) => id !== null),
    );
    const parentOf = new Map(
      fields.filter((id) => id !== null).map((id, index) => [id, parents[index]?.id]),
    );
    for (const [index, { card, wallet, kiosk }] of batch.entries()) {
      const owner = owners[index];
      if (owner === undefined || owner === null) found.unknown.push(card);
      else if (kiosk === null && owner.kind === 'address' && owner.id === wallet) {
        found.inWallet += 1;
      } else if (kiosk !== null && owner.id !== null && parentOf.get(owner.id) === kiosk) {
        found.inKiosk += 1;
      } else found.elsewhere.push({ card, wallet });
    }
  }
  return found;
}

interface Owner {
  readonly kind: 'address' | 'object' | 'other';
  readonly id: Address | null;
}

/** In the order asked; null for an object that does not exist. */
async function ownersOf(core: CoreClient, ids: readonly Address[]): Promise<(Owner | null)[]> {
  // Two cards never lie in one field, but a dishonest list may name a card twice.
  const objectIds = [...new Set(ids)];
  if (objectIds.length === 0) return [];
  const { objects } = await core.getObjects({ objectIds });
  const owners = new Map(
    objects.map((object, index) => [
      objectIds[index],
      object instanceof Error ? null : ownerOf(object.owner),
    ]),
  );
  return ids.map((id) => owners.get(id) ?? null);
}

function ownerOf(owner: SuiClientTypes.ObjectOwner): Owner {
  if (owner.$kind === 'AddressOwner') {
    return { kind: 'address', id: canonicalAddress(owner.AddressOwner) };
  }
  if (owner.$kind === 'ObjectOwner') {
    return { kind: 'object', id: canonicalAddress(owner.ObjectOwner) };
  }
  return { kind: 'other', id: null };
}
