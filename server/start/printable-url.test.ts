import { describe, expect, it } from 'vitest';
import { printableUrl, secretsOf } from './printable-url.ts';

describe('an address that is printed', () => {
  it.each([
    ['https://node.example', 'https://node.example'],
    ['https://node.example:443/', 'https://node.example'],
    ['https://node.example/v2/0123456789abcdef', 'https://node.example/...'],
    ['https://node.example/?key=0123456789abcdef', 'https://node.example/...'],
    ['https://me:word@node.example/graphql', 'https://node.example/...'],
    ['postgres://me:word@db.example:5432/mainz?sslkey=x', 'postgres://db.example:5432/mainz'],
    ['rediss://:word@redis.example/2', 'rediss://redis.example/2'],
  ])('tells where %s is and no more', (url, printed) => {
    expect(printableUrl(url)).toBe(printed);
  });

  it('has nothing that may be a key or a password', () => {
    expect(secretsOf('https://node.example/graphql')).toEqual([]);
    expect(secretsOf('https://node.example/v2/0123456789abcdef?key=fedcba9876543210')).toEqual([
      '0123456789abcdef',
      'fedcba9876543210',
    ]);
    expect(secretsOf('postgres://me:p%40ssword@db.example/a-database-of-ours')).toEqual([
      'p%40ssword',
      'p@ssword',
    ]);
    expect(secretsOf('postgres://me:100%sure@db.example/ours?password=an0ther%one')).toEqual([
      '100%sure',
      'an0ther%one',
    ]);
  });
});
