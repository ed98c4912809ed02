/** Where cards lie that no list of their wallet contained (H2). */
import { normalizeStructTag } from '@mysten/sui/utils';
import type { Address } from '#rules/address.ts';
import type { Deadline } from '#server/sui/calls/calls.ts';
import { ITEM_FIELD } from './kiosks.ts';
import { type Connection, owningAddress, parentOf, readObjects } from './objects.ts';

/** What the lists of a wallet contained. */
interface Listed {
  readonly owner: Address;
  /** By their ids. */
  readonly kiosks: ReadonlyMap<string, unknown>;
}

/** @param types of cards, canonical */
export function createMissingCards(connection: Connection, types: ReadonlySet<string>) {
  /**
   * The kiosks in whose lists one of these cards is missing, null standing for the wallet itself: it moved from one
   * list to another while they were read, or the node left it out.
   * @returns `keyless`: kiosks with such a card whose key is in no list
   */
  return async function listsWithout(
    missing: readonly Address[],
    { owner, kiosks }: Listed,
    deadline: Deadline,
  ): Promise<{ lists: Set<Address | null>; keyless: Address[] }> {
    const lists = new Set<Address | null>();
    const fieldIds: Address[] = [];
    for (const card of await readObjects(connection, missing, {}, deadline)) {
      if (card === null || !types.has(normalizeStructTag(card.type))) continue;
      const { $kind } = card.owner;
      // Not one owned through consensus: whether its list contains those is the node's affair.
      if ($kind === 'AddressOwner' && owningAddress(card.owner) === owner) lists.add(null);
      const parent = parentOf(card);
      if (parent !== null) fieldIds.push(parent);
    }
    const keyless: Address[] = [];
    // What lies in a kiosk belongs to a field, and the field to the kiosk.
    for (const field of await readObjects(connection, fieldIds, {}, deadline)) {
      // Gone since the card was looked up: the card has moved once more, nobody knows where to.
      if (field === null) lists.add(null);
      if (field === null || normalizeStructTag(field.type) !== ITEM_FIELD) continue;
      const kioskId = parentOf(field);
      if (kioskId === null) continue;
      if (kiosks.has(kioskId)) lists.add(kioskId);
      else keyless.push(kioskId);
    }
    return { lists, keyless };
  };
}
