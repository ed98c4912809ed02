/** Fixed cards and figures, typed out again. */
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DECK_IN_WORDS } from '#rules/battle/deck.ts';
import { COLLECTION_SIZE } from '#rules/cards.ts';
import { CHARACTERS } from '#rules/cast.ts';
import { GENESIS_CARDS } from '#rules/genesis.ts';
import { BATTLE_PATH, PAGES } from '#rules/pages.ts';
import { entryCount } from '#rules/whitelist.ts';

it('the five trading cards stand in their order, each with picture and description', {
  tags: 'pages-8',
}, () => {
  expect(GENESIS_CARDS.map(({ id, name, type }) => [id, name, type])).toEqual([
    [1, 'Drops of Conviction', 'Legendary Spell - Sui Ki'],
    [2, 'the hodlord card', 'Legendary Walker - Inferno Ki'],
    [3, 'Planktuz de Solanuz', 'Legendary Rich Kid - Mist Ki'],
    [4, 'the Occult Intern card', 'Legendary Alchemy - Void Ki'],
    [5, 'Transcendence', 'Legendary Omni - Eter Ki'],
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
