/** The whole product: real HTTP, a real database, and the stand-in chain over HTTP. */
import { Client } from '#demo/client.ts';
import { personaKeypair } from '#demo/keys.ts';
import { createKiosk } from '#demo/sui-node/ledger/kiosks.ts';
import type { Ledger } from '#demo/sui-node/ledger/ledger.ts';
import { createEmptyWorld, DEMO_CARD_TYPE, mintMany } from '#demo/world.ts';
import { type Address, canonicalAddress } from '#rules/address.ts';
import { createApp } from '#server/app.ts';
import type { WebFile } from '#server/http/pages/web-files.ts';
import type { Config } from '#server/start/config.ts';
import { type ChainTimeouts, createSuiChain } from '#server/sui/sui-chain.ts';
import { startTestNode } from '#tests/sui-node/test-node.ts';
import { ManualClock } from '#tests/support/manual-clock.ts';
import { listenOn, testAppParts } from './app-parts.ts';
import { startDatabase, type TestDatabase } from './database.ts';

const walletOf = (name: string): Address =>
  canonicalAddress(personaKeypair(`test ${name}`).toSuiAddress())!;

/** A setting with which `collector('boss')` is the admin. */
export const ADMIN = { adminWallet: walletOf('boss') };

export interface ProductOptions {
  readonly config?: Partial<Config>;
  readonly ledger?: Ledger;
  readonly webFiles?: ReadonlyMap<string, WebFile>;
  readonly timeouts?: Partial<ChainTimeouts>;
}

/** A person with a key, signed in or not. */
export interface Person {
  readonly address: Address;
  readonly client: Client;
}

export async function startProduct(options: ProductOptions = {}) {
  const database = await startDatabase();
  const ledger = options.ledger ?? createEmptyWorld();
  const node = await startTestNode({ ledger });
  const clock = new ManualClock();
  const server = await startServer(database, node.url, clock, options);
  const others: (typeof server)[] = [];

  return {
    ...server,
    sql: database.sql,
    databaseUrl: database.url,
    shutDatabase: database.shut,
    openDatabase: database.open,
    ledger,
    node,
    clock,
    mint: (owner: Address, count: number) => mintMany(ledger, owner, count) as Address[],
    /** The clock goes on in steps until the answer is there, which waits for it. */
    nudged<T>(answer: Promise<T>, stepMs = 200): Promise<T> {
      const nudge = setInterval(() => clock.advance(stepMs), 20);
      return answer.finally(() => clearInterval(nudge));
    },
    /** A sync that stops in the middle: the wallet's own cards are read, its kiosk is not. `end` continues it. */
    async holdUpSync(wallet: Address, at: { origin: string } = server) {
      createKiosk(ledger, wallet);
      const opened = () => node.requests.count('grpc', 'ListDynamicFields');
      const before = opened();
      node.faults.set({ kind: 'slow', method: 'ListDynamicFields', times: 1, ms: 2_500 });
      const answer = send(at, 'POST', `/api/nfts/sync/${wallet}`);
      while (opened() === before) await new Promise((later) => setTimeout(later, 5));
      return {
        end() {
          node.faults.clear();
          return answer;
        },
      };
    },
    /** A second server on the same database and chain. */
    async another(config: Partial<Config> = {}) {
      const changed = { ...options, config: { ...options.config, ...config } };
      const other = await startServer(database, node.url, clock, changed);
      others.push(other);
      return other;
    },
    async close() {
      for (const one of [server, ...others]) await one.close();
      await node.close();
      await database.close();
    },
  };
}

async function startServer(
  database: TestDatabase,
  nodeUrl: string,
  clock: ManualClock,
  { config, webFiles, timeouts }: ProductOptions,
) {
  const chain = createSuiChain({
    transport: 'grpc',
    url: nodeUrl,
    network: 'mainnet',
    collectionTypes: [DEMO_CARD_TYPE],
    // No retries: the chain port's retries are tested elsewhere.
    retry: { attempts: 1 },
    timeouts: { request: 3_000, call: 3_000, holdings: 30_000, ping: 3_000, ...timeouts },
  });
  const parts = testAppParts(database.sql, { collectionTypes: [DEMO_CARD_TYPE], ...config });
  const app = createApp({ ...parts, chain, clock, ...(webFiles ? { webFiles } : {}) });
  const { origin, port } = await listenOn(app);

  const person = (name: string): Person => ({
    address: walletOf(name),
    client: new Client({ origin, signer: personaKeypair(`test ${name}`) }),
  });

  return {
    app,
    bus: parts.bus,
    log: parts.log,
    origin,
    port,
    person,
    /** A signed-in person with a collector. */
    async collector(name: string): Promise<Person> {
      const one = person(name);
      await one.client.call('POST /api/user', { body: { walletAddress: one.address } });
      await one.client.signIn();
      return one;
    },
    async close() {
      await app.close();
      await chain.close();
    },
  };
}

/** Sends a raw call with any body. */
export async function send(
  product: { readonly origin: string },
  method: string,
  path: string,
  more: RequestInit = {},
) {
  const response = await fetch(product.origin + path, { method, redirect: 'manual', ...more });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text !== '' ? (JSON.parse(text) as Record<string, unknown>) : undefined,
  };
}

export function json(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  };
}
