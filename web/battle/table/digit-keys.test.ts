import { describe, expect, it } from 'vitest';
import { DECK } from '#rules/battle/deck.ts';
import { cardOfKey } from './digit-keys.ts';

const press = (key: string, more: Partial<Parameters<typeof cardOfKey>[0]> = {}) =>
  cardOfKey(
    {
      key,
      code: '',
      altKey: false,
      ctrlKey: false,
      metaKey: false,
      repeat: false,
      defaultPrevented: false,
      target: null,
      ...more,
    },
    DECK,
  );

/** A focused element that matches these selectors. */
const focused = (field: boolean) => ({ matches: () => field });

describe('the keys of the hand', () => {
  it('the digits from 1 on are the cards in their order, nothing else is one', () => {
    expect(DECK.map((_, index) => press(String(index + 1)))).toEqual(DECK.map(({ name }) => name));
    const next = String(DECK.length + 1);
    for (const key of ['0', next, '11', 'a', 'Enter', ' ', '']) expect(press(key)).toBeNull();
  });

  it('the key with the digit counts where it types something else: French letters, Persian digits', () => {
    expect(press('&', { code: 'Digit1' })).toBe(DECK[0]?.name);
    expect(press('\u06f2', { code: 'Digit2' })).toBe(DECK[1]?.name);
    // Programmers' Dvorak.
    expect(press('1', { code: 'Digit5' })).toBe(DECK[0]?.name);
    expect(press('End', { code: 'Numpad1' })).toBeNull();
    // Filling in a form, browsers and extensions send events that name no key.
    expect(cardOfKey(new Event('keydown') as KeyboardEvent, DECK)).toBeNull();
  });

  it('leaves shortcuts, repeats and handled presses alone', () => {
    expect(press('1', { ctrlKey: true })).toBeNull();
    expect(press('1', { metaKey: true })).toBeNull();
    expect(press('1', { altKey: true })).toBeNull();
    expect(press('1', { repeat: true })).toBeNull();
    expect(press('1', { defaultPrevented: true })).toBeNull();
  });

  it('leaves what is typed alone', () => {
    expect(press('1', { target: focused(true) })).toBeNull();
    expect(press('1', { target: { ...focused(false), isContentEditable: true } })).toBeNull();
    expect(press('1', { target: focused(false) })).toBe(DECK[0]?.name);
  });
});
