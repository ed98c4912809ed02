import { describe, expect, it } from 'vitest';
import type { Nft } from '#contract/cards.ts';
import { cardsOfTile, onlyStack, stackUp, tileOf } from './stacks.ts';

const card = (id: string, name: string, more: Partial<Nft> = {}) =>
  ({ id, name, contractAddress: '0x1::a::B', imageUrl: null, ...more }) as Nft;
const cards = [
  card('1', 'Drops #1'),
  card('2', 'Mist #1'),
  card('3', 'Drops #2'),
  card('4', 'Drops #3', { isListed: true }),
  card('5', 'Drops #4'),
  card('6', 'Drops #5', { contractAddress: '0x2::a::B' }),
  card('7', 'Drops #6', { imageUrl: '/another.svg' }),
  card('8', 'Transcendence #1', { imageUrl: '/one.svg' }),
  card('9', 'Transcendence #2', { imageUrl: '/other.svg' }),
];
const NONE: ReadonlySet<string> = new Set();

describe('a stack', () => {
  const tiles = stackUp('g', cards, new Set(['5']), NONE);

  it('holds cards with one print and the same marks, at the place of the first', () => {
    expect(tiles.tileIds).toEqual(['1', '2', '4', '5', '6', '7', '8']);
    expect(cardsOfTile(tiles, '1')).toEqual(['1', '3']);
    expect(cardsOfTile(tiles, '2')).toEqual(['2']);
    expect(tileOf(tiles, '3')).toBe('1');
    expect(tileOf(tiles, '10')).toBeNull();
  });

  it('spread shows each card where it stands, in its own group only', () => {
    const { key = '' } = tiles.stacks.get('1') ?? {};
    const tilesOf = (groupId: string) =>
      stackUp(groupId, cards, new Set(['5']), new Set([key])).tileIds;
    expect(tilesOf('g')).toEqual(['1', '3', '2', '4', '5', '6', '7', '8']);
    expect(tilesOf('other')).toEqual(tiles.tileIds);
  });

  it('takes a number only while all that is selected lies in it', () => {
    expect(onlyStack([tiles], new Set(['3', '1']))?.cardIds).toEqual(['1', '3']);
    expect(onlyStack([tiles], new Set(['3', '2']))).toBeNull();
    const later = stackUp('h', [card('10', 'Mist #2'), card('11', 'Mist #3')], NONE, NONE);
    expect(onlyStack([tiles, later], new Set(['11']))?.cardIds).toEqual(['10', '11']);
    expect(onlyStack([tiles], NONE)).toBeNull();
  });
});
