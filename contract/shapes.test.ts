import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { api } from './api.ts';
import { ClientMessage } from './live.ts';
import type { Route } from './route.ts';
import { OpaqueIdShape } from './shapes.ts';

interface Shape {
  readonly type?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly enum?: unknown[];
  readonly const?: unknown;
  readonly items?: Shape;
  readonly properties?: Record<string, Shape>;
  readonly additionalProperties?: Shape | boolean;
  readonly anyOf?: Shape[];
  readonly oneOf?: Shape[];
}

/** Paths of texts and lists without a maximum length. */
function unbounded(shape: Shape, at: string): string[] {
  const inner = [
    ...Object.entries(shape.properties ?? {}),
    ...[...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].map((one) => ['', one] as const),
    ...(shape.items === undefined ? [] : [['[]', shape.items] as const]),
  ].flatMap(([name, one]) => unbounded(one, name === '' ? at : `${at}.${name}`));
  const isNamed = shape.enum !== undefined || shape.const !== undefined;
  if (shape.type === 'string' && !isNamed && shape.maxLength === undefined) inner.push(at);
  if (shape.type === 'array' && shape.maxItems === undefined) inner.push(at);
  if (typeof shape.additionalProperties === 'object') inner.push(at);
  return inner;
}

const shapeOf = (shape: z.ZodType): Shape =>
  z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Shape;

describe('the input of a route', () => {
  const inputs = (Object.entries(api) as [string, Route][]).flatMap(([key, route]) =>
    (['params', 'query', 'body'] as const).flatMap((part) =>
      route[part] === undefined ? [] : [{ at: `${key} ${part}`, shape: route[part] }],
    ),
  );
  inputs.push({ at: '/ws', shape: ClientMessage });

  it.each(inputs)('has a maximum length everywhere in $at', ({ at, shape }) => {
    expect(unbounded(shapeOf(shape), at)).toEqual([]);
  });

  it('without a maximum length is found by this test', () => {
    const open = z.object({ names: z.array(z.string()), by: z.record(z.string().max(3), z.int()) });
    expect(unbounded(shapeOf(open), 'open')).toEqual(['open.names.[]', 'open.names', 'open.by']);
  });
});

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
