/** Formats counts and coin amounts. Amounts are bigints in the coin's smallest unit, never floats. */

/**
 * '1,500'. For whole numbers. Not through Intl: its first formatter takes a phone a tenth of a second.
 */
export function formatCount(count: number | bigint): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** '1 card', '1,500 cards' */
export function formatCountOf(count: number, one: string, many?: string): string {
  return `${formatCount(count)} ${nounOf(count, one, many)}`;
}

/** The noun alone, where the count stands beside it in another way. */
export function nounOf(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

/** 1 SUI = 10^9 MIST. */
export const SUI_DECIMALS = 9;

const STEPS = [
  { exponent: 12, letter: 'T' },
  { exponent: 9, letter: 'B' },
  { exponent: 6, letter: 'M' },
  { exponent: 3, letter: 'K' },
] as const;

/**
 * At most two decimals below a thousand, one with K, M, B, T above. Cut, not rounded, so that it never
 * shows more than the wallet holds. A tiny amount is `<0.01`, never zero.
 */
export function compactAmount(amount: bigint, decimals: number): string {
  const unit = 10n ** BigInt(decimals);
  const whole = amount / unit;
  const step = STEPS.find(({ exponent }) => whole >= 10n ** BigInt(exponent));
  if (step !== undefined) {
    return `${cut(amount, unit * 10n ** BigInt(step.exponent), 1)}${step.letter}`;
  }
  const short = cut(amount, unit, 2);
  return short === '0' && amount > 0n ? '<0.01' : short;
}

/** All digits, without trailing zeros. */
export function fullAmount(amount: bigint, decimals: number): string {
  return cut(amount, 10n ** BigInt(decimals), decimals);
}

function cut(amount: bigint, unit: bigint, places: number): string {
  const whole = amount / unit;
  const rest = ((amount % unit) * 10n ** BigInt(places)) / unit;
  const digits = rest.toString().padStart(places, '0').replace(/0+$/, '');
  return places === 0 || digits === '' ? formatCount(whole) : `${formatCount(whole)}.${digits}`;
}
