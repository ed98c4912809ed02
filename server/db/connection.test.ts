import { expect, it } from 'vitest';
import { configsOf } from './connection.ts';

const tried = (url: string): string[] =>
  configsOf(url, ['application_name']).map(({ connectionString }) =>
    decodeURIComponent(connectionString ?? '')
      .replace(/uselibpqcompat=true&?/, '')
      .replace(/[?&]$/, ''),
  );

it.each([
  ['postgres://u:p@db:5433/x', ['postgres://u:p@db:5433/x']],
  ['postgres://u:p%40@db/x?application_name=other', ['postgres://u:p@@db/x']],
  ['postgres://u@db/x?sslmode=require', ['postgres://u@db/x?sslmode=require']],
  ['postgres://u@db/x?sslmode=verify-full', ['postgres://u@db/x?sslmode=verify-full']],
  ['postgres://u@db/x?sslrootcert=system', ['postgres://u@db/x?sslmode=verify-full']],
  [
    'postgres://u@db/x?sslmode=prefer',
    ['postgres://u@db/x?sslmode=prefer', 'postgres://u@db/x?sslmode=disable'],
  ],
  [
    'postgres://u@localhost/x?host=/run/pg&sslmode=require',
    ['postgres://u@localhost/x?host=/run/pg&sslmode=disable'],
  ],
])('%s is tried as %j', (url, expected) => {
  expect(tried(url)).toEqual(expected);
});
