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

/** Total balances of an address by coin type, in each coin's smallest unit. */
export function balancesOf(
  ledger: Ledger,
  owner: string,
): Map<string, { total: bigint; coins: number }> {
  const balances = new Map<string, { total: bigint; coins: number }>();
  for (const coin of ledger.store.listOwned(owner, (type) => coinTypeOf(type) !== undefined)) {
    const coinType = coinTypeOf(coin.type) as string;
    const known = balances.get(coinType) ?? { total: 0n, coins: 0 };
    known.total += coinBalance(coin) ?? 0n;
    known.coins += 1;
    balances.set(coinType, known);
  }
  return balances;
}
