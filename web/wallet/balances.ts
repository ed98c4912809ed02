/** The coin balances of the connected wallet, and how they are written. */
import { queryOptions } from '@tanstack/react-query';
import type { Amount, Balances } from '#contract/wallets.ts';
import { compactAmount, fullAmount } from '#rules/amounts.ts';
import { kept, readQuery } from '#web/api/call.ts';

/** The server caches balances for the same time. In ms. */
const BALANCES_KEPT = 30_000;

export function balancesQuery(address: string) {
  return queryOptions({
    ...readQuery('GET /api/wallets/{address}/balances', { params: { address } }),
    ...kept(BALANCES_KEPT),
  });
}

/** '1.24 SUI · 3.5K MAIN' */
export function inShort(balances: Balances): string {
  return coinsOf(balances)
    .map(({ amount, decimals, symbol }) => `${compactAmount(BigInt(amount), decimals)} ${symbol}`)
    .join(' · ');
}

/** '1.249999999 SUI, 3,599 MAIN' */
export function inFull(balances: Balances): string {
  return coinsOf(balances)
    .map(({ amount, decimals, symbol }) => `${fullAmount(BigInt(amount), decimals)} ${symbol}`)
    .join(', ');
}

function coinsOf({ sui, token }: Balances): Amount[] {
  return token === null ? [sui] : [sui, token];
}
