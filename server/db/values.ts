/** Converts values between JavaScript and PostgreSQL. */
import pg from 'pg';

/** A value to be stored as JSON; made by `sql.json`. */
export class Json {
  readonly text: string;
  constructor(value: unknown) {
    this.text = JSON.stringify(value);
  }
}

type Scalar = string | number | bigint | boolean | Date | null;
export type Parameter = Scalar | Uint8Array | readonly Scalar[] | Json;

export type Wire = string | Buffer | null;

/**
 * The wire form of a parameter.
 * @throws TypeError for `undefined` and for objects, whose meaning is unclear
 */
export function toWire(value: unknown): Wire {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
  }
  if (value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Json) return value.text;
  if (Array.isArray(value)) return arrayLiteral(value);
  if (value instanceof Uint8Array) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
  throw new TypeError(`${value === undefined ? 'undefined' : 'an object'} is no SQL parameter`);
}

/**
 * The cast after a parameter's number. PostgreSQL infers types from the context and may guess wrong (`$1 - interval
 * '1 day'` would be two intervals).
 */
export function castOf(value: unknown): string {
  if (typeof value === 'boolean') return '::boolean';
  if (typeof value === 'bigint') return '::int8';
  if (value instanceof Date) return '::timestamptz';
  if (value instanceof Json) return '::jsonb';
  return value instanceof Uint8Array ? '::bytea' : '';
}

function arrayLiteral(values: readonly unknown[]): string {
  const elements = values.map((value) => {
    const wire = toWire(value);
    if (wire === null) return 'NULL';
    if (typeof wire !== 'string' || Array.isArray(value)) {
      throw new TypeError('an array parameter holds plain values');
    }
    return typeof value === 'number' ? wire : `"${wire.replace(/[\\"]/g, '\\$&')}"`;
  });
  return `{${elements.join(',')}}`;
}

const { builtins } = pg.types;
const INT8_ARRAY = 1016;
const TEXT_ARRAY = 1009;
const parseAnyTexts: (text: string) => (string | null)[] = pg.types.getTypeParser(
  TEXT_ARRAY as number,
);
const parseAnyTime: (text: string) => unknown = pg.types.getTypeParser(builtins.TIMESTAMPTZ);

/** Fast path for lists of plain words; the driver checks each character. */
function parseTexts(text: string): (string | null)[] {
  if (/["\\]|^\{\{|=/.test(text)) return parseAnyTexts(text);
  if (text === '{}') return [];
  const words = text.slice(1, -1).split(',');
  return text.includes('NULL') ? words.map((word) => (word === 'NULL' ? null : word)) : words;
}

/** The driver parses years BC and infinity. */
function parseTime(text: string): unknown {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) || text.startsWith('00') ? parseAnyTime(text) : time;
}

const OWN_PARSERS = new Map<number, (text: string) => unknown>([
  [builtins.INT8, toExactNumber],
  [builtins.TIMESTAMPTZ, parseTime],
  [TEXT_ARRAY, parseTexts],
  [
    INT8_ARRAY,
    (text) => parseTexts(text).map((digits) => (digits === null ? null : toExactNumber(digits))),
  ],
]);

/** int8 (counts) as a number; one that is not exact is an error. */
function toExactNumber(digits: string): number {
  const value = Number(digits);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 out of exact range: ${digits}`);
  return value;
}

/** The driver's parsers of columns. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    OWN_PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format),
};
