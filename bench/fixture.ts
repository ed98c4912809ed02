/** The fixture of every measurement: the real server as a process, with its own PostgreSQL. */
import { Client } from '#demo/client.ts';
import { Player, type PlayerOptions } from '#demo/house/player.ts';
import { evenly } from '#demo/house/strategies.ts';
import { personaAddress, personaKeypair } from '#demo/keys.ts';
import { createEmptyWorld, DEMO_CARD_TYPE, mintMany } from '#demo/world.ts';
import { DATABASE_NAME, SUPERUSER } from '#server/db/embedded/initdb.ts';
import { connectByUrl } from '#server/db/open.ts';
import type { Sql } from '#server/db/sql.ts';
import { startTestNode, type TestNode } from '#tests/sui-node/test-node.ts';
import { testDatabaseUrl } from '#tests/support/postgres.ts';
import { embeddedPostgres, type Product, startProduct } from '#tests/support/product.ts';

interface FixtureOptions {
  /** Collectors with cards, named `bench 0`, `bench 1`, ... */
  readonly people?: number;
  readonly cardsEach?: number;
  /** Further settings of the server. */
  readonly env?: Record<string, string>;
}

export interface Fixture {
  readonly url: string;
  readonly product: Product;
  readonly node: TestNode;
  /** As PostgreSQL's superuser, in the product's database. */
  readonly sql: Sql;
  [Symbol.asyncDispose](): Promise<void>;
}

export const personName = (index: number): string => `bench ${index}`;

/** Starts the product outside demo mode with very high rate limits. */
export async function openFixture(options: FixtureOptions = {}): Promise<Fixture> {
  const { people = 0, cardsEach = 1, env = {} } = options;
  const ledger = createEmptyWorld();
  for (let index = 0; index < people; index += 1) {
    mintMany(ledger, personaAddress(personName(index)), cardsEach);
  }
  const node = await startTestNode({ ledger });
  const settings = {
    COLLECTION_TYPES: DEMO_CARD_TYPE,
    SUI_URL: node.url,
    LOG_LEVEL: 'error',
    RATE_LIMIT_FACTOR: '100000',
    ...env,
  };
  const product = await startProduct({ env: settings });
  await countStatements(product);
  const sql = connectAsAdmin(product);
  await sql`CREATE EXTENSION IF NOT EXISTS pg_stat_statements`;
  return {
    url: product.url,
    product,
    node,
    sql,
    async [Symbol.asyncDispose]() {
      await sql.end({ timeout: 5 });
      await product[Symbol.asyncDispose]();
      await node.close();
    },
  };
}

/** Lets PostgreSQL count statements; takes effect after a restart. */
async function countStatements(product: Product): Promise<void> {
  const sql = connectAsAdmin(product);
  await sql`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`;
  await sql.end({ timeout: 5 });
  await product.stop();
  await product.restart();
}

const connectAsAdmin = (product: Product): Sql => connectByUrl(databaseUrl(product));

/** The superuser's DATABASE_URL of the product's private PostgreSQL. */
export function databaseUrl({ dataDir }: Product): string {
  const folder = embeddedPostgres(dataDir)?.socketFolder;
  if (folder === undefined || folder === '') throw new Error('the bench needs Unix sockets');
  return testDatabaseUrl(folder, DATABASE_NAME, SUPERUSER);
}

export function visitor({ url }: Fixture): Client {
  return new Client({ origin: url });
}

export function playerNamed(
  { url }: Pick<Fixture, 'url'>,
  index: number,
  options: Pick<PlayerOptions, 'signal'> & Partial<PlayerOptions>,
): Player {
  const signer = personaKeypair(personName(index));
  return new Player({ origin: url, signer, strategy: evenly, ...options });
}
