/** Reading the chain: batches counted at the stand-in node, limits tested with n and n + 1. */
import { bcs } from '@mysten/sui/bcs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personaAddress } from '#demo/keys.ts';
import { mintCoin } from '#demo/sui-node/ledger/coins.ts';
import { createEmptyWorld, DEMO_CARD_TYPE, mintMany } from '#demo/world.ts';
import type { Address } from '#rules/address.ts';
import { type Chain, ChainInputError, ChainUnreachableError } from '#server/sui/chain.ts';
import { createSuiChain } from '#server/sui/sui-chain.ts';
import { startTestNode, type TestNode } from '#tests/sui-node/test-node.ts';
import { ManualClock } from '#tests/support/manual-clock.ts';

const ace = personaAddress('ace') as Address;
const zero = personaAddress('zero') as Address;

let node: TestNode;
let ids: Address[];
let clock: ManualClock;
const open: Chain[] = [];

beforeAll(async () => {
  const ledger = createEmptyWorld();
  ids = mintMany(ledger, ace, 101) as Address[];
  mintCoin(ledger, ace, 100_000_000_000n);
  node = await startTestNode({ ledger });
  clock = new ManualClock({ skipsSleep: true });
});
afterAll(async () => {
  for (const chain of open) await chain.close();
  await node.close();
});

function chainOver(transport: 'grpc' | 'jsonrpc'): Chain {
  const chain = createSuiChain({
    transport,
    url: transport === 'grpc' ? node.url : node.jsonRpcUrl,
    network: 'mainnet',
    collectionTypes: [DEMO_CARD_TYPE],
    clock,
  });
  open.push(chain);
  return chain;
}

describe.each(['grpc', 'jsonrpc'] as const)('over %s', (transport) => {
  it('objects are looked up in batches of 50', { tags: 'calls-23' }, async () => {
    const chain = chainOver(transport);
    const requestsFor = async (count: number) => {
      node.requests.reset();
      expect(await chain.objects(ids.slice(0, count))).toHaveLength(count);
      return node.requests.count(transport);
    };
    expect(await requestsFor(50)).toBe(1);
    expect(await requestsFor(51)).toBe(2);
    expect(await requestsFor(100)).toBe(2);
    expect(await requestsFor(101)).toBe(3);
  });

  it('a transaction is waited for during 60 s, looked for every 2 s', {
    tags: 'calls-24',
  }, async () => {
    const chain = chainOver(transport);
    clock.slept.length = 0;
    node.requests.reset();
    await expect(chain.waitFor('1'.repeat(32))).rejects.toThrow(ChainUnreachableError);
    expect(new Set(clock.slept)).toEqual(new Set([2_000]));
    expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBe(60_000);
    expect(node.requests.count(transport)).toBe(31);
  });

  it('a dry run spends 50,000,000,000 at most', { tags: 'calls-25' }, async () => {
    const chain = chainOver(transport);
    const transaction = await chain.buildCardTransfer(ace, zero, ids[0]!);
    const withBudget = (budget: string) => {
      const data = bcs.TransactionData.parse(transaction);
      data.V1.gasData.budget = budget;
      return bcs.TransactionData.serialize(data).toBytes();
    };
    await expect(chain.dryRun(withBudget('50000000000'))).resolves.toBeDefined();
    // Refused by the server itself: no request to the node.
    node.requests.reset();
    await expect(chain.dryRun(withBudget('50000000001'))).rejects.toThrow(ChainInputError);
    expect(node.requests.count(transport)).toBe(0);
  });
});
