/** Builds the one transaction the product needs: a card from a wallet to another address. */
import { Transaction } from '@mysten/sui/transactions';
import type { Address } from '#rules/address.ts';
import type { Budget } from '#server/sui/calls/calls.ts';
import { TransactionRefusedError } from '#server/sui/chain.ts';
import { type Reading, readObjects } from '#server/sui/read/objects.ts';
import type { Transactions } from './transactions.ts';

export interface CardTransfer {
  readonly owner: Address;
  readonly recipient: Address;
  readonly cardId: Address;
}

/** The node says what the fee may be; an address balance that covers it pays, else coins do. */
export async function buildCardTransfer(
  reading: Reading,
  transactions: Transactions,
  { owner, recipient, cardId }: CardTransfer,
  budget: Budget,
): Promise<Uint8Array> {
  const [card] = await readObjects(reading, [cardId], {}, budget);
  if (card?.owner.$kind !== 'AddressOwner' || card.owner.AddressOwner !== owner) {
    const words = 'The card does not lie in the wallet that would send it';
    throw new TransactionRefusedError(words, undefined, 'card');
  }
  const { objectId, version, digest } = card;
  return transactions.build(() => {
    const transaction = new Transaction();
    transaction.setSender(owner);
    const object = transaction.objectRef({ objectId, version, digest });
    transaction.transferObjects([object], recipient);
    return transaction;
  }, budget);
}
