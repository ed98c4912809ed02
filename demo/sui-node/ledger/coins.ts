import { bcs } from '@mysten/sui/bcs';
import type { CoinMetadata, Ledger } from './ledger.ts';
import { COIN_TYPE, canonicalType, coinTypeOf, SUI_TYPE } from './move-types.ts';
import { addressOwner, coinBalance, type LedgerObject } from './objects.ts';

const Coin = bcs.struct('Coin', { id: bcs.Address, balance: bcs.u64() });

export function coinContents(id: string, balance: bigint): Uint8Array {
  return Coin.serialize({ id, balance }).toBytes();
}

/** Mints a coin object to an address; `balance` in the coin's smallest unit (MIST for SUI). */
export function mintCoin(
  ledger: Ledger,
  owner: string,
  balance: bigint,
  coinType: string = SUI_TYPE,
  id: string = ledger.nextId(),
): LedgerObject {
  const type = `${COIN_TYPE}<${canonicalType(coinType)}>`;
  const contents = coinContents(id, balance);
  const draft = { id, owner: addressOwner(owner), type, hasPublicTransfer: true, contents };
  return ledger.commit({ writes: [draft] })[0] as LedgerObject;
}

export function setCoinMetadata(ledger: Ledger, coinType: string, metadata: CoinMetadata): void {
  ledger.coinMetadata.set(canonicalType(coinType), metadata);
}

/** Puts SUI into the address balance of `owner`, in MIST; below zero it takes some out. */
export function fundAddress(ledger: Ledger, owner: string, amount: bigint): void {
  const left = (ledger.addressBalances.get(owner) ?? 0n) + amount;
  if (left < 0n) throw new Error(`${owner} has ${-left} too little in its address balance`);
  ledger.addressBalances.set(owner, left);
}

/** What an address has of one coin, in the coin's smallest unit. */
export interface Balance {
  inCoins: bigint;
  coinCount: number;
  inAddress: bigint;
}

export const NO_BALANCE: Readonly<Balance> = { inCoins: 0n, coinCount: 0, inAddress: 0n };

export function balancesOf(ledger: Ledger, owner: string): Map<string, Balance> {
  const balances = new Map<string, Balance>();
  const inAddress = ledger.addressBalances.get(owner) ?? 0n;
  if (inAddress > 0n) balances.set(SUI_TYPE, { ...NO_BALANCE, inAddress });
  for (const coin of ledger.store.listOwned(owner, (type) => coinTypeOf(type) !== undefined)) {
    const coinType = coinTypeOf(coin.type) as string;
    const known = balances.get(coinType) ?? { ...NO_BALANCE };
    known.inCoins += coinBalance(coin) ?? 0n;
    known.coinCount += 1;
    balances.set(coinType, known);
  }
  return balances;
}
