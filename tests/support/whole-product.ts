/** The whole app over the stand-in node, in this process, on a clock the test moves. */
import type { AddressInfo } from 'node:net';
import { Client } from '#demo/client.ts';
import { personaKeypair } from '#demo/keys.ts';
import { type SuiNode, startSuiNode } from '#demo/sui-node/server.ts';
import { createDemoWorld, DEMO_CARD_TYPE } from '#demo/world.ts';
import { type App, createApp } from '#server/app.ts';
import { createSuiChain } from '#server/ports/chain.sui.ts';
import { ManualClock } from '#server/ports/clock.ts';
import { testAppParts } from './app-parts.ts';
import { startDatabase, type TestDatabase } from './database.ts';

export interface WholeProduct {
  readonly origin: string;
  readonly node: SuiNode;
  readonly clock: ManualClock;
  readonly app: App;
  readonly sql: TestDatabase['sql'];
  /** A persona as a program: not signed in yet. */
  person(name: string): Client;
  close(): Promise<void>;
}

export async function startWholeProduct(): Promise<WholeProduct> {
  const node = await startSuiNode({ ledger: createDemoWorld() });
  const database = await startDatabase();
  const clock = new ManualClock({ start: new Date() });
  const collectionTypes = [DEMO_CARD_TYPE];
  const chain = createSuiChain({
    ...{ transport: 'grpc', url: node.url, network: 'mainnet', collectionTypes },
    retry: { firstWaitMs: 1, longestWaitMs: 4 },
  });
  const app = createApp({ ...testAppParts(database.sql, { collectionTypes }), chain, clock });
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
  return {
    ...{ origin, node, clock, app, sql: database.sql },
    person: (name) => new Client({ origin, signer: personaKeypair(name) }),
    close: async () => {
      await app.close();
      await chain.close();
      await database.close();
      await node.close();
    },
  };
}
