import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  contentPath,
  imageCandidates,
  mayPlay,
  normalMoveType,
  PLACEHOLDER_IMAGE,
  readForGate,
} from './cards.ts';

const V0 = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG';
const V1 = 'bafkreiccli42qngsx44545s6mubtt7aua6ybbucpmo4c6brnbxqijyrpge';
const GATEWAYS = ['https://one.example/ipfs/{cid}?pinned', 'https://two.example/ipfs/'];

describe('mayPlay', () => {
  it('requires one held card', { tags: 'battle-2' }, () => {
    expect([0, 1, 2].map(mayPlay)).toEqual([false, true, true]);
  });
});

describe('contentPath', () => {
  it.each([
    [V0, V0],
    [V1, V1],
    [`ipfs://${V1}`, V1],
    [`IPFS://ipfs/${V1}/1.png`, `${V1}/1.png`],
    [`https://gateway.example/ipfs/${V1}/a%20b.png?x=1`, `${V1}/a%20b.png?x=1`],
  ])('finds the content in %s', (link, path) => {
    expect(contentPath(link)).toBe(path);
  });

  it.each([
    ...['', 'ipfs://', 'ipfs://not-a-cid', 'https://example.com/1.png', 'data:image/png;base64,AA'],
    ...['https://gateway.example/ipfs/none', `ftp://x/ipfs/${V1}`],
  ])('finds none in %j', (link) => {
    expect(contentPath(link)).toBeNull();
  });
});

describe('imageCandidates', () => {
  it('tries the gateways in their order, then the placeholder', { tags: 'cards-4' }, () => {
    expect(imageCandidates(`ipfs://${V1}`, GATEWAYS)).toEqual([
      `https://one.example/ipfs/${V1}?pinned`,
      `https://two.example/ipfs/${V1}`,
      PLACEHOLDER_IMAGE,
    ]);
  });

  it('tries the gateway that worked last first', { tags: 'cards-5' }, () => {
    expect(imageCandidates(V0, GATEWAYS, 1)).toEqual([
      `https://two.example/ipfs/${V0}`,
      `https://one.example/ipfs/${V0}?pinned`,
      PLACEHOLDER_IMAGE,
    ]);
    expect(imageCandidates(V0, GATEWAYS, 2)).toEqual(imageCandidates(V0, GATEWAYS));
  });

  it('keeps an ordinary link unchanged', () => {
    expect(imageCandidates('https://pictures.example/1.png', GATEWAYS)).toEqual([
      'https://pictures.example/1.png',
      PLACEHOLDER_IMAGE,
    ]);
    expect(imageCandidates('/art/cards/1.svg', [])[0]).toBe('/art/cards/1.svg');
  });

  it('asks over https for a picture that names http', { tags: 'H5' }, () => {
    expect(imageCandidates('http://pictures.example/1.png?next=http://x', GATEWAYS)).toEqual([
      'https://pictures.example/1.png?next=http://x',
      PLACEHOLDER_IMAGE,
    ]);
  });

  it('writes a path with signs of replacement into a template unchanged', () => {
    expect(imageCandidates(`${V1}/$&.png`, GATEWAYS)[0]).toContain(`${V1}/$&.png`);
  });

  it.each([
    ...[null, '', 'javascript:alert(1)', 'data:text/html,x', '//other.example/1.png', 'file:///x'],
    '/\\other.example/1.png',
  ])('shows the placeholder alone for %j', (link) => {
    expect(imageCandidates(link, GATEWAYS)).toEqual([PLACEHOLDER_IMAGE]);
  });

  it('always ends in the placeholder and never runs anything', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(4), (link, worked) => {
        const candidates = imageCandidates(link, GATEWAYS, worked);
        expect(candidates.at(-1)).toBe(PLACEHOLDER_IMAGE);
        for (const candidate of candidates) expect(candidate).toMatch(/^(https?:\/\/|\/)/i);
      }),
    );
  });
});

describe('normalMoveType', () => {
  it('spells a Move type as the chain does', () => {
    const two = `0x${'0'.repeat(63)}2`;
    expect(normalMoveType('0x2::a::B')).toBe(`${two}::a::B`);
    expect(normalMoveType('0X02::a::B<0x2::c::D, vector<u64>>')).toBe(
      `${two}::a::B<${two}::c::D,vector<u64>>`,
    );
    expect(normalMoveType(normalMoveType('0x2::a::B'))).toBe(`${two}::a::B`);
  });
});

describe('a gate', () => {
  it('reads again before it refuses', async () => {
    const asked: number[] = [];
    const read = async (maxAgeSeconds: number) => {
      asked.push(maxAgeSeconds);
      return asked.length;
    };
    expect(await readForGate(read, (seen) => seen >= 1)).toBe(1);
    expect(asked.splice(0)).toEqual([60]);
    expect(await readForGate(read, (seen) => seen >= 3)).toBe(2);
    expect(asked).toEqual([60, 30]);
  });
});
