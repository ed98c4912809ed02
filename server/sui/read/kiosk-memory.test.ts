import { bcs } from '@mysten/sui/bcs';
import { describe, expect, it } from 'vitest';
import { createKioskMemory, type KioskListing } from './kiosk-memory.ts';
import { KioskContents } from './kiosks.ts';

/** A listing that keeps so many ids. */
function listing(version: string, ids = 0): KioskListing {
  const contents = new KioskContents(new Set());
  for (let index = 0; index < ids; index++) {
    const name = bcs.Address.serialize(`0x${index.toString(16)}`).toBytes();
    contents.add({ nameType: '0x2::kiosk::Lock', name, valueType: 'bool', display: null }, false);
  }
  return { version, contents, mostItems: ids, cursor: null, pages: 1, isWhole: true };
}

describe('kiosk memory', () => {
  it('knows a kiosk by its version, and forgets the version that has gone', () => {
    const memory = createKioskMemory();
    const first = listing('1');
    memory.put('a', first);
    expect(memory.has('a')).toBe(true);
    expect(memory.take('a', '2')).toBeNull();
    expect(memory.take('a', '1')).toBeNull();
    expect(memory.has('a')).toBe(false);
  });

  it('gives a listing to one reader at a time', () => {
    const memory = createKioskMemory();
    const only = listing('1');
    memory.put('a', only);
    expect(memory.take('a', '1')).toBe(only);
    expect(memory.take('a', '1')).toBeNull();
  });

  it('counts a kiosk once that two readings put back', () => {
    const memory = createKioskMemory(10);
    for (let reading = 0; reading < 5; reading += 1) memory.put('a', listing('1', 2));
    memory.put('b', listing('1', 2));
    expect(['a', 'b'].filter((id) => memory.has(id))).toEqual(['a', 'b']);
  });

  it('keeps so many ids, and forgets the longest unused first', () => {
    const memory = createKioskMemory(10);
    for (const id of ['a', 'b', 'c']) memory.put(id, listing('1', 2)); // three each, with their own
    memory.put('a', memory.take('a', '1') as KioskListing);
    memory.put('d', listing('1', 2));
    expect(['a', 'b', 'c', 'd'].filter((id) => memory.has(id))).toEqual(['a', 'c', 'd']);
    memory.put('e', listing('1', 10)); // never fits, and pushes nobody out
    expect(['a', 'c', 'd', 'e'].filter((id) => memory.has(id))).toEqual(['a', 'c', 'd']);
  });
});
