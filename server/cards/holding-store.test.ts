import { describe, expect, it } from 'vitest';
import { canonicalAddress } from '#rules/address.ts';
import type { HeldCard } from '#server/sui/chain.ts';
import { storableCards } from './holding-store.ts';

const card = (changed: Partial<HeldCard> & { n?: number }): HeldCard => ({
  id: canonicalAddress(`0x${(changed.n ?? 1).toString(16)}`)!,
  type: '0x2::a::Card',
  name: 'Card',
  description: null,
  imageUrl: null,
  place: 'wallet',
  kioskId: null,
  isListed: false,
  isLocked: false,
  ...changed,
});
const only = (changed: Partial<HeldCard>) => storableCards([card(changed)])[0];

describe('storable cards', () => {
  it('are sorted by id and listed once, the last copy of each', () => {
    const storable = storableCards([
      card({ n: 3 }),
      card({ n: 1 }),
      card({ n: 3, place: 'kiosk' }),
    ]);
    expect(storable.map(({ id, place }) => [Number(id), place])).toEqual([
      [1, 'wallet'],
      [3, 'kiosk'],
    ]);
  });

  it('contain no NUL, which PostgreSQL refuses', () => {
    expect(
      only({ name: 'A\0ce', description: '\0', imageUrl: 'https://x\0.example' }),
    ).toMatchObject({
      name: 'Ace',
      description: '',
      imageUrl: 'https://x.example',
    });
  });

  it('contain no half of a surrogate pair, which PostgreSQL refuses: JSON can spell one', () => {
    const half = JSON.parse('"A\\ud800ce"') as string;
    expect(only({ name: half, description: half, imageUrl: half })).toMatchObject({
      name: 'A\ufffdce',
      description: 'A\ufffdce',
      imageUrl: 'A\ufffdce',
    });
  });

  it('have texts cut to a bounded length, never inside a surrogate pair', () => {
    expect(only({ name: 'x'.repeat(5_000) })?.name).toHaveLength(200);
    const cut = only({ name: `${'x'.repeat(199)}😀` })?.name;
    expect(cut).toBe('x'.repeat(199));
    expect(only({ description: 'y'.repeat(50_000) })?.description).toHaveLength(4_000);
  });

  it('have no picture when its link is too long', () => {
    expect(only({ imageUrl: `data:image/png;base64,${'A'.repeat(3_000)}` })?.imageUrl).toBeNull();
  });
});
