/** The keys 1 to 9 pick the card of that place in the hand. */

interface Key {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly repeat: boolean;
  readonly defaultPrevented: boolean;
  readonly target: unknown;
}

/** Name of the card a key press means, null for none. What is typed into a field means none. */
export function cardOfKey(event: Key, cards: readonly { readonly name: string }[]): string | null {
  if (event.defaultPrevented || event.repeat) return null;
  if (event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return null;
  if (!/^[1-9]$/.test(event.key)) return null;
  return cards[Number(event.key) - 1]?.name ?? null;
}

/** A radio is a field, too, but nobody types into it. */
const TYPED = 'input:not([type="radio"], [type="checkbox"], [type="button"]), textarea, select';

function isTyping(target: unknown): boolean {
  const element = target as { matches?(selector: string): boolean; isContentEditable?: boolean };
  if (typeof element?.matches !== 'function') return false;
  return element.isContentEditable === true || element.matches(TYPED);
}
