/** The keys 1 to 9 pick a card of the hand by its position. */
import { useEffect, useEffectEvent } from 'react';
import type { DECK } from '#rules/battle/deck.ts';

type Named = (typeof DECK)[number];

type Key = Pick<
  KeyboardEvent,
  'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'repeat' | 'defaultPrevented'
> & { readonly target: unknown };

/** Name of the card for a key press; null for other keys, and while typing into a field. */
export function cardOfKey(event: Key, cards: readonly Named[]): string | null {
  if (event.defaultPrevented || event.repeat) return null;
  if (event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return null;
  // French keyboards type digits only with Shift, Persian ones other digits.
  const digit = /^[1-9]$/.test(event.key) ? event.key : /^Digit(.)$/.exec(event.code)?.[1];
  return cards[Number(digit) - 1]?.name ?? null;
}

export function useDigitKeys(cards: readonly Named[], select: (name: string) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const name = cardOfKey(event, cards);
    if (name !== null) select(name);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** Inputs that take text. */
const TYPED = 'input:not([type="radio"], [type="checkbox"], [type="button"]), textarea, select';

function isTyping(target: unknown): boolean {
  const element = target as { matches?(selector: string): boolean; isContentEditable?: boolean };
  if (typeof element?.matches !== 'function') return false;
  return element.isContentEditable === true || element.matches(TYPED);
}
