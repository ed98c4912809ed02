/** A database belongs to the demo or to one collection on one network. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Installation } from '#server/db/installation.ts';
import { startDatabase, type TestDatabase } from '#tests/support/database.ts';
import { openAsServer } from '#tests/support/open-database.ts';
import { runProduct, startProduct } from '#tests/support/product.ts';
import { makeTempFolder } from '#tests/support/temp-folder.ts';

const A = `0x${'a'.repeat(64)}::cards::Card`;
const B = `0x${'b'.repeat(64)}::cards::Card`;
const DEMO: Installation = { isDemo: true, network: 'mainnet', collectionTypes: ['0x1::d::Card'] };
const real = (...collectionTypes: string[]) => ({
  isDemo: false,
  network: 'mainnet',
  collectionTypes,
});

let database: TestDatabase;
beforeEach(async () => {
  database = await startDatabase({ empty: true });
});
afterEach(() => database.close());

/** Opens the database as a start does. Answers the line that refuses it; null when it starts. */
async function refusal(installation: Installation, isAssigned = false): Promise<string | null> {
  try {
    const { close } = await openAsServer({ databaseUrl: database.url, installation, isAssigned });
    await close();
    return null;
  } catch (refused) {
    return (refused as Error).message;
  }
}

const differs = (stored: string, asked: string) =>
  expect.stringMatching(
    new RegExp(
      `^The database at postgres://\\S+ is for ${stored}, and this start asks for ${asked}: ` +
        'set another DATABASE_URL, or put COLLECTION_TYPES and SUI_NETWORK back\\.$',
    ),
  );

describe('a server', () => {
  it('does not start on the database of a demo, and a demo on no other than its own', {
    tags: 'A1',
  }, async () => {
    const collection = { COLLECTION_TYPES: A, SUI_URL: 'http://127.0.0.1:1' };
    const start = (env: Record<string, string>) => {
      const DATA_DIR = makeTempFolder('data');
      return { env: { ...env, DATA_DIR, DATABASE_URL: database.url, PORT: '0' }, DATA_DIR };
    };
    {
      await using demo = await startProduct(start({}));
      expect(demo.logs().match(/Demo mode: the chain is a stand-in/g)).toHaveLength(2);
    }
    expect(await runProduct(start(collection).env)).toEqual({
      code: 1,
      output: expect.stringMatching(/^The database at \S+ is for the demo, and [^\n]+\n$/),
    });
    await database.sql`UPDATE installation SET is_demo = false`;
    const { env, DATA_DIR } = start({});
    expect(await runProduct(env)).toEqual({
      code: 1,
      output: expect.stringMatching(/^The database at [^\n]+ asks for the demo: [^\n]+\n$/),
    });
    expect(existsSync(path.join(DATA_DIR, 'demo-chain.jsonl'))).toBe(false);
  });
});

describe('a database', { tags: 'A1' }, () => {
  it('is opened only for what it was opened for first, and is not changed for anything else', async () => {
    expect(await refusal(real(A))).toBeNull();
    // What an older version would have left to do: it is not done for somebody else.
    await database.sql`DELETE FROM schema_migrations WHERE name NOT LIKE '000%'`;
    for (const [asked, words] of [
      [DEMO, 'the demo'],
      [{ ...real(A), network: 'testnet' }, `${A} on testnet`],
      [real(B), `${B} on mainnet`],
      [real(B, A), `${B}, ${A} on mainnet`],
    ] as const) {
      expect(await refusal(asked)).toEqual(differs(`${A} on mainnet`, words));
      expect(await refusal(asked, true)).toEqual(differs(`${A} on mainnet`, words));
    }
    expect(await refusal(real(A))).toMatch(/^The migration 0020-sessions.sql failed/);
  });

  it('belongs to the first of many servers that open it at once', async () => {
    const answers = await Promise.all([A, B, A, B].map((type) => refusal(real(type))));
    const [row] = await database.sql<{ types: string[] }[]>`
      SELECT collection_types AS types FROM installation`;
    const [winner] = row!.types;
    expect(answers.map((answer) => answer === null)).toEqual(
      [A, B, A, B].map((type) => type === winner),
    );
  });

  it('accepts more collection types, and loses one only when its operator says so', async () => {
    expect(await refusal(real(A))).toBeNull();
    expect(await refusal(real(A, B))).toBeNull();
    expect(await refusal(real(A))).toMatch(
      `is for ${A}, ${B} on mainnet, and this start asks for ${A} on mainnet: name all of them`,
    );
    expect(await refusal(real(A), true)).toBeNull();
    expect(await refusal(real(A))).toBeNull();
  });

  it('goes to the collection whose cards it holds when it does not say for what it is', async () => {
    const forget = () => database.sql`DELETE FROM installation`;
    expect(await refusal(DEMO)).toBeNull();
    await forget();
    expect(await refusal(real(A))).toBeNull(); // nobody was in it
    await forget();
    await database.sql`INSERT INTO collectors (wallet, count_reached_at, seen_at, created_at)
      VALUES (${`0x${'1'.repeat(64)}`}, now(), now(), now())`;
    const unsure = 'holds collectors and no card that tells of which collection';
    expect(await refusal(real(A))).toMatch(unsure);
    expect(await refusal(real(A), true)).toBeNull();
    await forget();
    await database.sql`INSERT INTO cards (id, type, name) VALUES (${`0x${'2'.repeat(64)}`}, ${A}, '')`;
    const foreign = `holds cards of ${A}, and this start asks for`;
    expect(await refusal(DEMO)).toMatch(`${foreign} the demo`);
    expect(await refusal(real(B), true)).toMatch(`${foreign} ${B} on mainnet`);
    expect(await refusal(real(A))).toBeNull();
  });
});
