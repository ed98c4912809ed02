import { SuiGrpcClient } from '@mysten/sui/grpc';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createEmptyWorld, mintMany } from '#demo/world.ts';
import type { FaultKind } from '#tests/sui-node/faults.ts';
import { startTestNode, type TestNode } from '#tests/sui-node/test-node.ts';
import { connect, TRANSPORTS, type Transport } from '#tests/support/sui-clients.ts';

const owner = `0x${'1'.repeat(64)}`;
let node: TestNode;

beforeAll(async () => {
  const ledger = createEmptyWorld();
  mintMany(ledger, owner, 20);
  node = await startTestNode({ ledger });
  return () => node.close();
});

afterEach(() => node.faults.clear());

const grpc = { '429': 'RESOURCE_EXHAUSTED', '502': 'UNKNOWN' };

/** What the real client makes of each fault. */
const SEEN: Record<Transport, Partial<Record<FaultKind, object>>> = {
  grpc: {
    '429': { name: 'RpcError', code: grpc['429'] },
    '502': { name: 'RpcError', code: grpc['502'] },
    'wrong-content-type': {
      code: 'INTERNAL',
      message: expect.stringContaining('unexpected response content type'),
    },
    'cut-body': { code: 'DATA_LOSS' },
    reset: { code: 'INTERNAL' },
    hang: { code: 'DEADLINE_EXCEEDED' },
  },
  graphql: {
    '429': { message: expect.stringContaining('(429)') },
    '502': { message: expect.stringContaining('(502)') },
    'wrong-content-type': { name: 'SyntaxError' },
    'cut-body': { name: 'SyntaxError' },
    reset: { name: 'TypeError' },
    hang: { name: 'TimeoutError' },
  },
  jsonrpc: {
    '429': { status: 429 },
    '502': { status: 502 },
    'wrong-content-type': { name: 'SyntaxError' },
    'cut-body': { name: 'SyntaxError' },
    reset: { name: 'TypeError' },
    hang: { name: 'TimeoutError' },
  },
};

describe.each(TRANSPORTS)('%s', (transport) => {
  const read = () =>
    connect(node, transport).core.listOwnedObjects({
      owner,
      include: { display: true },
      signal: AbortSignal.timeout(20_000),
    });

  it.each(Object.entries(SEEN[transport]))('%s', async (kind, seen) => {
    const signal = kind === 'hang' ? AbortSignal.timeout(80) : AbortSignal.timeout(10_000);
    node.faults.set({ kind: kind as FaultKind });
    const { core } = connect(node, transport);
    const broken = core.listOwnedObjects({ owner, include: { display: true }, signal });
    await expect(broken).rejects.toMatchObject(seen);
    node.faults.clear();
    expect((await read()).objects.length).toBe(20);
  });

  it('slow answers are still answers', async () => {
    node.faults.set({ kind: 'slow', ms: 30 });
    expect((await read()).objects.length).toBe(20);
  });
});

describe('a fault of the stand-in node', () => {
  it('a fault strikes only the front and method meant, after and for so many requests', async () => {
    const [front, other] = [connect(node, 'grpc').core, connect(node, 'jsonrpc').core];
    node.faults.set({ kind: '429', front: 'grpc', method: 'ListOwnedObjects', after: 1, times: 2 });
    const outcomes = [];
    for (let round = 0; round < 5; round++) {
      outcomes.push(
        await front.listOwnedObjects({ owner }).then(
          () => 'fine',
          () => 'struck',
        ),
      );
      await front.getReferenceGasPrice();
      await other.listOwnedObjects({ owner });
    }
    expect(outcomes).toEqual(['fine', 'struck', 'struck', 'fine', 'fine']);
  });

  it('429 names the seconds to wait', async () => {
    node.faults.set({ kind: '429', retryAfterSeconds: 7 });
    const response = await fetch(node.url, { method: 'POST', body: '{}' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
  });

  it('requests are counted by front and method', async () => {
    node.requests.reset();
    const client = new SuiGrpcClient({ network: 'localnet', baseUrl: node.url, format: 'binary' });
    await client.core.getReferenceGasPrice();
    await connect(node, 'graphql').core.getReferenceGasPrice();
    await connect(node, 'jsonrpc').core.getReferenceGasPrice();
    expect(node.requests.all()).toEqual({
      'grpc GetEpoch': 1,
      'graphql getReferenceGasPrice': 1,
      'jsonrpc suix_getReferenceGasPrice': 1,
    });
    expect(node.requests.count()).toBe(3);
    expect(node.requests.count('grpc')).toBe(1);
    expect(node.requests.count('jsonrpc', 'suix_getReferenceGasPrice')).toBe(1);
  });
});
