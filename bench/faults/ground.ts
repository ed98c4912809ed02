/** What a group of faults happens on: the real server once or twice, its database, the chain and a crew. */
import { personaAddress } from '#demo/keys.ts';
import { createEmptyWorld, DEMO_CARD_TYPE, mintMany } from '#demo/world.ts';
import { startTestNode, type TestNode } from '#tests/sui-node/test-node.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { personName } from '../fixture.ts';
import { CARDS_EACH, Crew, PEOPLE } from './crew.ts';
import type { Ground } from './run-faults.ts';
import type { Trial } from './trial-client.ts';
import { Watch } from './watch.ts';
import type { Newcomers } from './writers.ts';

export interface OpenGround extends Ground {
  readonly node: TestNode;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface GroundOptions {
  readonly servers?: number;
  /** Further settings of each server. */
  readonly env?: Record<string, string>;
  /** Where the first server keeps its data. */
  readonly dataDir?: string;
  /** How long a caller waits for an answer before they go on at another server, in ms. */
  readonly patienceMs?: number;
  /** What stands between the server and the node; unset, nothing. */
  readonly suiUrl?: (node: TestNode) => Promise<string>;
}

/** A call that got no answer by then hangs, in ms. */
const HANGS_MS = 30_000;

export async function openGround(options: GroundOptions = {}): Promise<OpenGround> {
  const { servers: count = 1, env = {}, dataDir, patienceMs = HANGS_MS } = options;
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
    watch: new Watch({ server: false }),
    signal: new AbortController().signal,
    origins: servers.map(({ url }) => url),
  };
  let came = 0;
  const newcomers: Newcomers = {
    misread: [],
    next() {
      came += 1;
      const address = personaAddress(`newcomer ${came}`);
      return { address, cardIds: mintMany(ledger, address, CARDS_EACH) };
    },
  };
  const crew = await Crew.come(trial, patienceMs, (index) => cards[index] ?? [], newcomers);
  return {
    trial,
    crew,
    servers,
    node,
    async [Symbol.asyncDispose]() {
      for (const server of servers) await server[Symbol.asyncDispose]();
      await node.close();
    },
  };
}
