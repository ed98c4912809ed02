import { describe, expect, it } from 'vitest';
import { GENESIS_CARDS } from '#rules/genesis.ts';
import { genesisOf, kiOf, nftLook } from './card-look.ts';

describe('kiOf', () => {
  it.each([
    ['Legendary Spell - Sui Ki', 'sui'],
    ['Legendary Walker - Inferno Ki', 'inferno'],
    ['Legendary Rich Kid - Mist Ki', 'mist'],
    ['Legendary Alchemy - Void Ki', 'void'],
    ['Legendary Omni - Eter Ki', 'eter'],
  ])('reads the type line %s', (type, ki) => {
    expect(kiOf(type)).toBe(ki);
  });

  it.each([
    ['Drops of Conviction', 'sui'],
    ['the hodlord card #0042', 'inferno'],
    ['  THE OCCULT INTERN CARD ', 'void'],
    ['Transcendence (Genesis)', 'eter'],
  ])('knows the genesis card %j by its name', (name, ki) => {
    expect(kiOf(name)).toBe(ki);
  });

  it.each(['', 'Elite art on the Sui network', 'Voidwalker', 'Suikin', 'Not Transcendence'])(
    'gives %j the neutral Ki',
    (text) => {
      expect(kiOf(text)).toBe('mist');
    },
  );
});

it.each(GENESIS_CARDS)('an edition of $name is of no other card', ({ name }) => {
  expect(genesisOf(`${name} #12`)?.name).toBe(name);
});

it.each([
  ['Transcendence #12', '#12'],
  ['Transcendence', undefined],
  ['Another card #12', undefined],
])('%j has the edition %s', (name, edition) => {
  const card = { name, isListed: false, isLocked: false } as Parameters<typeof nftLook>[0];
  expect(nftLook(card).edition).toBe(edition);
});
