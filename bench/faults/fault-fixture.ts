/** The fixture of a group of faults: one or two real servers, their database, the chain and the load. */
import { personaAddress } from '#demo/keys.ts';
import { createEmptyWorld, DEMO_CARD_TYPE, mintMany } from '#demo/world.ts';
import { startTestNode, type TestNode } from '#tests/sui-node/test-node.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { personName } from '../fixture.ts';
import { CARDS_EACH, Load, PEOPLE } from './load.ts';
import { Monitor } from './monitor.ts';
import type { Trial } from './retrying-client.ts';
import type { FaultFixture } from './run-faults.ts';
import type { UnreadWallets } from './writers.ts';

interface OpenFaultFixture extends FaultFixture {
  readonly node: TestNode;
  [Symbol.asyncDispose](): Promise<void>;
}

interface FaultFixtureOptions {
  readonly servers?: number;
  readonly env?: Record<string, string>;
  readonly dataDir?: string;
  /** Longest wait for an answer before a client tries another server, in ms. */
  readonly timeoutMs?: number;
  /** Puts something between the server and the node. */
  readonly suiUrl?: (node: TestNode) => Promise<string>;
}

const HANGS_MS = 30_000;

export async function openFaultFixture(
  options: FaultFixtureOptions = {},
): Promise<OpenFaultFixture> {
  const { servers: count = 1, env = {}, dataDir, timeoutMs = HANGS_MS } = options;
  const ledger = createEmptyWorld();
  const cards = Array.from({ length: PEOPLE }, (_, index) =>
    mintMany(ledger, personaAddress(personName(index)), CARDS_EACH),
  );
  const node = await startTestNode({ ledger });
  const settings = {
    COLLECTION_TYPES: DEMO_CARD_TYPE,
    SUI_URL: (await options.suiUrl?.(node)) ?? node.url,
    LOG_LEVEL: 'fatal',
    RATE_LIMIT_FACTOR: '100000',
    ...env,
  };
  const servers: Product[] = [];
  for (let index = 0; index < count; index += 1) {
    servers.push(await startProduct({ env: settings, ...(dataDir && { dataDir }) }));
  }
  const trial: Trial = {
    monitor: new Monitor(false),
    signal: new AbortController().signal,
    origins: servers.map(({ url }) => url),
  };
  let came = 0;
  const unreadWallets: UnreadWallets = {
    misread: [],
    next() {
      came += 1;
      const address = personaAddress(`newcomer ${came}`);
      return { address, cardIds: mintMany(ledger, address, CARDS_EACH) };
    },
  };
  const load = await Load.open(trial, timeoutMs, (index) => cards[index] ?? [], unreadWallets);
  return {
    trial,
    load,
    servers,
    node,
    async [Symbol.asyncDispose]() {
      for (const server of servers) await server[Symbol.asyncDispose]();
      await node.close();
    },
  };
}
