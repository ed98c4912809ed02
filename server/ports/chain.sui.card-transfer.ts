/** Builds the one transaction the product needs: a card from a wallet to another address. */
import { bcs } from '@mysten/sui/bcs';
import type { SuiClientTypes } from '@mysten/sui/client';
import { Inputs, TransactionDataBuilder } from '@mysten/sui/transactions';
import { SUI_TYPE_ARG } from '@mysten/sui/utils';
import type { Address } from '#rules/address.ts';
import type { Budget } from './chain.sui.calls.ts';
import { answeredAmount } from './chain.sui.inputs.ts';
import { type CoinObject, type Reading, readCoins, readObjects } from './chain.sui.objects.ts';
import type { Transactions } from './chain.sui.transactions.ts';
import { DRY_RUN_BUDGET, TransactionRefused } from './chain.ts';

export interface CardTransfer {
  readonly owner: Address;
  readonly recipient: Address;
  readonly cardId: Address;
}

/** Gas units kept above what the dry run used, as the price of computation may round up. */
const GAS_OVERHEAD = 1_000n;
/** Most coins that may pay for one transaction. */
const MAX_GAS_COINS = 256;

/** The budget is what a dry run used and a little more; the fewest coins that cover it pay. */
export async function buildCardTransfer(
  reading: Reading,
  transactions: Transactions,
  transfer: CardTransfer,
  budget: Budget,
): Promise<Uint8Array> {
  const { owner, cardId } = transfer;
  const [[card], gasPrice, coins] = await Promise.all([
    readObjects(reading, [cardId], {}, budget),
    readGasPrice(reading, budget),
    readCoins(reading, owner, SUI_TYPE_ARG, budget),
  ]);
  if (card?.owner.$kind !== 'AddressOwner' || card.owner.AddressOwner !== owner) {
    const words = 'The card does not lie in the wallet that would send it';
    throw new TransactionRefused(words, undefined, 'card');
  }
  const build = drafted(transfer, card, gasPrice);
  const trial = await transactions.dryRun(build(DRY_RUN_BUDGET, []), budget);
  if (!trial.succeeded) throw new TransactionRefused(`The card cannot be sent: ${trial.failure}`);
  const storage = trial.gasUsed - trial.computationCost;
  // Storage given back comes only after the computation has been paid for.
  const fee = trial.computationCost + (storage > 0n ? storage : 0n) + GAS_OVERHEAD * gasPrice;
  return build(fee, coinsCovering(fee, coins));
}

/** In MIST. */
export function readGasPrice({ access, calls }: Reading, budget?: Budget): Promise<bigint> {
  const read = async () => {
    return answeredAmount((await access.core.getReferenceGasPrice()).referenceGasPrice);
  };
  return calls.call('gas price', read, budget === undefined ? {} : { budget });
}

function drafted(
  { owner, recipient }: CardTransfer,
  { objectId, version, digest }: SuiClientTypes.Object,
  gasPrice: bigint,
): (budgetMist: bigint, coins: readonly CoinObject[]) => Uint8Array {
  const draft = new TransactionDataBuilder();
  const card = draft.addInput('object', Inputs.ObjectRef({ objectId, version, digest }));
  const address = draft.addInput('pure', Inputs.Pure(bcs.Address.serialize(recipient)));
  draft.commands.push({
    $kind: 'TransferObjects',
    TransferObjects: { objects: [card], address },
  });
  return (budgetMist, coins) => {
    const payment = coins.map((coin) => ({
      objectId: coin.id,
      version: coin.version,
      digest: coin.digest,
    }));
    const gasData = { owner, price: String(gasPrice), budget: String(budgetMist), payment };
    return draft.build({ overrides: { sender: owner, gasData } });
  };
}

function coinsCovering(fee: bigint, coins: readonly CoinObject[]): CoinObject[] {
  const richestFirst = [...coins].sort((a, b) => (a.balance > b.balance ? -1 : 1));
  const chosen: CoinObject[] = [];
  let sum = 0n;
  for (const coin of richestFirst.slice(0, MAX_GAS_COINS)) {
    if (sum >= fee) break;
    chosen.push(coin);
    sum += coin.balance;
  }
  if (sum < fee) {
    throw new TransactionRefused(`The fee of ${fee} MIST is not covered`, undefined, 'fee');
  }
  return chosen;
}
