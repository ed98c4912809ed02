import { expect, it } from 'vitest';
import type { Address } from '#rules/address.ts';
import { BarrenKiosks, type KioskLook } from './chain.sui.flood.ts';

const kiosk = (id: string) => ({ id: id as Address, place: 'kiosk' as const });

it('passes over what is empty or known to be barren, and opens what it knows nothing about', () => {
  const barren = new BarrenKiosks();
  const kiosks = [kiosk('empty'), kiosk('barren'), kiosk('changed'), kiosk('new'), kiosk('unseen')];
  const looks = new Map<string, KioskLook>([
    ['empty', { version: '1', itemCount: 0 }],
    ['barren', { version: '4', itemCount: 2 }],
    ['changed', { version: '9', itemCount: 2 }],
    ['new', { version: '1', itemCount: 1 }],
  ]);
  barren.remember('barren', { version: '4', itemCount: 2 });
  barren.remember('changed', { version: '8', itemCount: 2 });
  const worth = barren.worthOpening(kiosks, looks).map(({ id }) => id);
  expect(worth).toEqual(['changed', 'new', 'unseen']);
});
