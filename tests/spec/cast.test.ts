/** Fixed cards and figures, typed out again. */
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DECK_IN_WORDS, moveOf } from '#rules/battle/deck.ts';
import { COLLECTION_SIZE } from '#rules/cards.ts';
import { CHARACTERS } from '#rules/cast.ts';
import { GENESIS_CARDS } from '#rules/genesis.ts';
import { BATTLE_PATH, PAGES } from '#rules/pages.ts';
import { entryCount } from '#rules/whitelist.ts';

it('the five genesis cards stand in their order, each with its move, picture and description', {
  tags: ['pages-8', 'battle-3'],
}, () => {
  expect(GENESIS_CARDS.map(({ id, name, type }) => [id, name, type, moveOf(name)])).toEqual([
    [1, 'Drops of Conviction', 'Legendary Spell - Sui Ki', 'paper'],
    [2, 'the hodlord card', 'Legendary Walker - Inferno Ki', 'rock'],
    [3, 'Planktuz de Solanuz', 'Legendary Rich Kid - Mist Ki', 'scissors'],
    [4, 'the Occult Intern card', 'Legendary Alchemy - Void Ki', 'scissors'],
    [5, 'Transcendence', 'Legendary Omni - Eter Ki', 'rock'],
  ]);
  for (const { image, description } of GENESIS_CARDS) {
    expect(existsSync(`web/public${image}`), image).toBe(true);
    expect(description.length).toBeGreaterThan(20);
  }
});

it('the battle page names the number of its cards', () => {
  expect(PAGES[BATTLE_PATH].description).toContain(` ${DECK_IN_WORDS} cards, best of three`);
});

it('the cast is twelve characters of a collection of 5,555', { tags: 'pages-16' }, () => {
  expect(new Set(CHARACTERS.map(({ name }) => name)).size).toBe(12);
  expect(COLLECTION_SIZE).toBe(5_555);
});

it('five cards are one entry', { tags: 'whitelist-1' }, () => {
  expect([4, 5, 9, 10, 14].map(entryCount)).toEqual([0, 1, 1, 2, 2]);
});
