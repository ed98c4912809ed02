import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { isComplete, readDisplay } from './display.ts';

const NOTHING = { name: null, description: null, imageUrl: null };

describe('a display', () => {
  it('prefers the display', () => {
    const display = readDisplay({
      display: { output: { name: ' Shown ', description: 'Text', image_url: 'ipfs://a' } },
      json: { name: 'Own', image_url: 'ipfs://b' },
    });
    expect(display).toEqual({ name: 'Shown', description: 'Text', imageUrl: 'ipfs://a' });
    expect(isComplete(display)).toBe(true);
  });

  it('fills each gap with the own fields of the object', { tags: 'H5' }, () => {
    const display = { output: { name: 'Shown', image_url: { nested: 'value' }, description: '' } };
    const json = { name: 'Own', img_url: 'https://x/y.png', description: 7 };
    expect(readDisplay({ display, json })).toEqual({
      name: 'Shown',
      description: null,
      imageUrl: 'https://x/y.png',
    });
  });

  it('takes a name that shows nothing for none', { tags: 'H5' }, () => {
    const display = { output: { name: '\u200b \u2060\ufe0f' } };
    expect(readDisplay({ display, json: { name: 'Own' } }).name).toBe('Own');
    expect(readDisplay({ display }).name).toBeNull();
  });

  it('keeps emoji whole, and turns no sentence around in which the name stands', () => {
    const display = { output: { name: '\u202e👩‍🚀 Ace\u2067' } };
    expect(readDisplay({ display }).name).toBe('👩‍🚀 Ace');
  });

  it('keeps no more of a long text in memory than a page can show', () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const megabyte = (of: string) => Buffer.alloc(1_000_000, of).toString();
    const long = () => ({ name: `${megabyte(' ')}Ace`, image_url: megabyte('x') });
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    const shown = Array.from({ length: 40 }, () => readDisplay({ display: { output: long() } }));
    collectGarbage();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
    expect(shown[0]).toMatchObject({ name: 'Ace', imageUrl: expect.stringMatching(/^x{4096}$/) });
  });

  it.each([
    {},
    { display: null, json: null },
    { display: { output: null }, json: {} },
    { display: { output: { name: ['a'], image_url: 3 } }, json: { url: {} } },
  ])('leaves open what nobody says: %j', (source) => {
    expect(readDisplay(source)).toEqual(NOTHING);
    expect(isComplete(readDisplay(source))).toBe(false);
  });
});
