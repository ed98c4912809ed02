import { describe, expect, it } from 'vitest';
import { api } from './api.ts';
import { OpaqueIdShape } from './shapes.ts';

describe('an id from a client', () => {
  it.each(['none', 'g1', 'a group of mine', '0190b2c4-7d1e', 'ñ', '🔥'])('may be %j', (id) => {
    expect(OpaqueIdShape.safeParse(id).success).toBe(true);
  });

  // PostgreSQL refuses NUL, and stores every lone surrogate as the same character, so two ids would be equal.
  it.each([
    ...['', 'a\u0000', '\u0000', 'a\nb', '\u007f', 'x'.repeat(101)],
    ...['a\ud800', '\udc00', '\udc00\ud800'],
  ])('is never %j', (id) => {
    expect(OpaqueIdShape.safeParse(id).success).toBe(false);
  });

  it('is refused with a NUL in the path of every route that has one', () => {
    const named = Object.entries(api).filter(([key]) => key.includes('{id}'));
    expect(named.length).toBeGreaterThan(4);
    for (const [key, route] of named) {
      const { params } = route as { params: { safeParse(value: unknown): { success: boolean } } };
      expect([key, params.safeParse({ id: 'a\u0000' }).success]).toEqual([key, false]);
    }
  });
});
