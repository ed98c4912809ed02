import { describe, expect, it } from 'vitest';
import { etagOf, isKnown, readIfMatch } from './etags.ts';

describe('If-None-Match', () => {
  const etag = etagOf('state');

  it.each([etag, etag.slice(2), `"other", ${etag}`, `"other",${etag.slice(2)}`, '*', ' * '])(
    'knows the state in %j',
    (header) => expect(isKnown(header, etag)).toBe(true),
  );

  it.each([undefined, '', '"other"', etag.slice(0, -1), 'W/""'])(
    'does not know it in %j',
    (header) => expect(isKnown(header, etag)).toBe(false),
  );

  it('tells states apart', () => {
    expect(etagOf('a')).not.toBe(etagOf('b'));
    expect(etagOf('a')).toBe(etagOf(Buffer.from('a')));
  });
});

describe('If-Match', () => {
  it.each([
    [undefined, null],
    ['*', null],
    ['"groups-7"', ['groups-7']],
    ['W/"groups-7"', ['groups-7']],
    [' "groups-7" ', ['groups-7']],
    ['groups-7', ['groups-7']],
    ['"groups-6", W/"groups-7","groups-8"', ['groups-6', 'groups-7', 'groups-8']],
    ['""', ['']],
    [','.repeat(2_001), []],
  ])('%j names %j', (header, opaques) => {
    expect(readIfMatch(header)).toEqual(opaques);
  });
});
