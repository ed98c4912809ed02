/** What the chain tests share: a stand-in node per file, and the port on each transport. */
import type { Ledger } from '#demo/sui-node/ledger/ledger.ts';
import { DEMO_CARD_TYPE } from '#demo/world.ts';
import type { Address } from '#rules/address.ts';
import type { Chain } from '#server/sui/chain.ts';
import { createSuiChain, type SuiChainOptions } from '#server/sui/sui-chain.ts';
import {
  startTestNode,
  type TestNode,
  type TestNodeOptions,
  TRANSPORTS,
  type Transport,
} from '#tests/sui-node/test-node.ts';

export { TRANSPORTS, type Transport };

/** Pages and object batches as the transports have them. */
export const PAGE: Record<Transport, number> = { grpc: 1_000, graphql: 50, jsonrpc: 50 };
export const BATCH: Record<Transport, number> = { grpc: 50, graphql: 40, jsonrpc: 50 };

/** What lists the fields of a kiosk, as the request log names it. */
export const KIOSK_FIELDS: Record<Transport, string> = {
  grpc: 'ListDynamicFields',
  graphql: 'kioskFields',
  jsonrpc: 'suix_getDynamicFields',
};

const closing: (() => Promise<void>)[] = [];

export async function openNode(
  ledger: Ledger,
  options: Omit<TestNodeOptions, 'ledger'> = {},
): Promise<TestNode> {
  const node = await startTestNode({ ledger, ...options });
  closing.push(() => node.close());
  return node;
}

/** Short waits between tries; otherwise as in production. */
export function openChain(
  node: TestNode,
  transport: Transport,
  options: Partial<SuiChainOptions> = {},
): Chain {
  const urls = { grpc: node.url, graphql: node.graphqlUrl, jsonrpc: node.jsonRpcUrl };
  const chain = createSuiChain({
    transport,
    url: urls[transport],
    network: 'mainnet',
    collectionTypes: [DEMO_CARD_TYPE],
    retry: { firstWaitMs: 1, longestWaitMs: 4 },
    ...options,
  });
  closing.push(() => chain.close());
  return chain;
}

/** Closes everything the file opened; for `afterAll`. */
export async function closeAll(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close();
}

/** An address of nobody else: `0x` + the digits over and over. */
export function someone(digits: string): Address {
  return `0x${digits.repeat(64).slice(0, 64)}` as Address;
}
