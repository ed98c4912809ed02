import { describe, expect, it } from 'vitest';
import { Refusal } from '#rules/refusal.ts';
import { parseJson } from './json-body.ts';

describe('a body', () => {
  it('is the value of its text, or none', () => {
    expect(parseJson(Buffer.from('{"a":[1,"ü"]}'))).toEqual({ a: [1, 'ü'] });
    expect(parseJson(Buffer.alloc(0))).toBeUndefined();
  });

  it.each(['{', 'undefined', '{"a":1}x', "{'a':1}", 'NaN', ' '])('is refused as %j', (text) => {
    expect(() => parseJson(Buffer.from(text))).toThrow(Refusal);
  });

  it('is refused when its bytes are no UTF-8', () => {
    expect(() => parseJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow(Refusal);
  });

  it.each(['{"a":"x\\u0000"}', '{"a":[{"b":"\\u0000"}]}', '{"\\u0000":1}'])(
    'is refused with a NUL in %s, which no database keeps',
    (text) => {
      expect(() => parseJson(Buffer.from(text))).toThrow(Refusal);
    },
  );

  it('may speak of NUL without having one', () => {
    expect(parseJson(Buffer.from('{"a":"\\\\u0000"}'))).toEqual({ a: '\\u0000' });
  });

  it('may nest as deep as it fits', () => {
    const deep = `${'['.repeat(32_000)}"\\u0000"${']'.repeat(32_000)}`;
    expect(() => parseJson(Buffer.from(deep))).toThrow(Refusal);
  });
});
