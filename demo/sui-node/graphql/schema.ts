import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buildSchema } from 'graphql';

/** The schema of the real service: its full text comes with the SDK, beside the code generated from it. */
const entry = createRequire(import.meta.url).resolve('@mysten/sui/graphql');
const text = readFileSync(
  new URL('../../src/graphql/generated/schema.graphql', `file://${entry}`),
  'utf8',
);

export const SCHEMA = buildSchema(text, { assumeValid: true });
