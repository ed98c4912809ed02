/** Every fault of a node: a reading recovers completely or fails. It never returns fewer cards. */
import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createKiosk } from '#demo/sui-node/ledger/kiosks.ts';
import { createEmptyWorld, mintMany } from '#demo/world.ts';
import type { ChainCallError, ChainRequest } from '#server/sui/calls/calls.ts';
import type { FailureKind } from '#server/sui/calls/failures.ts';
import { ChainUnreachableError } from '#server/sui/chain.ts';
import type { SuiChainOptions } from '#server/sui/sui-chain.ts';
import type { Fault } from '#tests/sui-node/faults.ts';
import type { TestNode } from '#tests/sui-node/test-node.ts';
import { listening } from '#tests/support/listening.ts';
import { ManualClock } from '#tests/support/manual-clock.ts';
import { closeAll, KIOSK_FIELDS, openChain, openNode, someone, TRANSPORTS } from './chain-setup.ts';

const owner = someone('ab');
const LOOSE = 200;
const PLACED = 60;
/** Three more list requests, for the kiosk keys, go out with the first page. */
const PAGE_3 = 2 + 3;

const EXPECTED: [kind: Fault['kind'], failure: FailureKind][] = [
  ['429', 'rate-limited'],
  ['502', 'server'],
  ['wrong-content-type', 'garbled'],
  ['cut-body', 'garbled'],
  ['reset', 'network'],
];

const ledger = createEmptyWorld();
const limits = { grpcMaxPage: 50 };
let node: TestNode;
beforeAll(async () => {
  mintMany(ledger, owner, LOOSE);
  mintMany(ledger, owner, PLACED, { kioskId: createKiosk(ledger, owner).kioskId });
  node = await openNode(ledger, { limits });
});
afterEach(() => node.faults.clear());
afterAll(closeAll);

const LIST = {
  grpc: 'ListOwnedObjects',
  graphql: 'getOwnedObjects',
  jsonrpc: 'suix_getOwnedObjects',
};

// Side by side, each with a node of its own: time has to pass here.
describe.concurrent.each(TRANSPORTS)('a node that hangs, on %s', (transport) => {
  const method = LIST[transport];
  const timeouts = { request: 2_000 };

  it('is asked again in the middle of page 3', async () => {
    const ours = await openNode(ledger, { limits });
    ours.faults.set({ kind: 'hang', method, after: PAGE_3, times: 1 });
    const failures: unknown[] = [];
    const onRequest = ({ failure }: ChainRequest) => failure && failures.push(failure);
    const cards = await openChain(ours, transport, { timeouts, onRequest }).heldCards(owner);
    expect(cards).toHaveLength(LOOSE + PLACED);
    expect(new Set(failures)).toEqual(new Set(['timeout']));
  });

  it('is given up when it goes on', async () => {
    const ours = await openNode(ledger, { limits });
    ours.faults.set({ kind: 'hang', method, after: PAGE_3 });
    const chain = openChain(ours, transport, { timeouts, retry: { attempts: 1 } });
    await expect(chain.heldCards(owner)).rejects.toMatchObject({ kind: 'timeout' });
  });
});

describe.each(TRANSPORTS)('on %s', (transport) => {
  const method = LIST[transport];

  function open(options: Partial<SuiChainOptions> = {}) {
    const clock = new ManualClock({ skipsSleep: true });
    const requests: ChainRequest[] = [];
    const chain = openChain(node, transport, {
      clock,
      retry: { attempts: 2 },
      onRequest: (request) => requests.push(request),
      ...options,
    });
    return { chain, clock, failures: () => requests.flatMap(({ failure }) => failure ?? []) };
  }

  it.each(EXPECTED)('recovers from %s in the middle of page 3', async (kind, failure) => {
    node.faults.set({ kind, method, after: PAGE_3, times: 1 });
    const { chain, failures } = open();
    const cards = await chain.heldCards(owner);
    expect(new Set(cards.map(({ id }) => id)).size).toBe(LOOSE + PLACED);
    expect(failures()).toEqual([failure]);
  });

  it.each(EXPECTED)('fails openly when %s goes on', async (kind, failure) => {
    node.faults.set({ kind, method, after: PAGE_3 });
    const { chain } = open();
    const reading = chain.heldCards(owner);
    await expect(reading).rejects.toBeInstanceOf(ChainUnreachableError);
    const error = (await reading.catch((thrown: unknown) => thrown)) as ChainCallError;
    expect(error).toMatchObject({ kind: failure });
    expect(error.cause).toBeInstanceOf(Error);
    await expect(chain.ping()).resolves.toBeUndefined(); // only that method is struck
  });

  it('fails openly when only the kiosks cannot be read', async () => {
    node.faults.set({ kind: '502', method: KIOSK_FIELDS[transport], after: 1 });
    await expect(open().chain.heldCards(owner)).rejects.toThrow(ChainUnreachableError);
  });

  it('does as it is told when asked to wait, and gives up when told to wait too long', async () => {
    node.faults.set({ kind: '429', times: 1, retryAfterSeconds: 9 });
    const { chain, clock } = open();
    await chain.referenceGasPrice();
    expect(clock.slept).toEqual([9_000]);
    node.faults.set({ kind: '429', retryAfterSeconds: 120 });
    await expect(chain.referenceGasPrice()).rejects.toThrow(ChainUnreachableError);
    expect(clock.slept).toEqual([9_000]);
  });

  it('ends a reading that takes too long as a whole', async () => {
    node.faults.set({ kind: 'slow', ms: 60 });
    const { chain, failures } = open({ timeouts: { holdings: 200 } });
    await expect(chain.heldCards(owner)).rejects.toThrow('out of time after 200 ms');
    expect(failures()).toContain('stopped');
  });

  it('tells that nobody is there, and ends at once when closed', async () => {
    const { chain } = open();
    node.faults.set({ kind: 'hang' });
    const ping = chain.ping();
    const reading = chain.heldCards(owner);
    await chain.close();
    await expect(ping).rejects.toThrow(ChainUnreachableError);
    await expect(reading).rejects.toThrow(ChainUnreachableError);
    await expect(chain.epoch()).rejects.toThrow(ChainUnreachableError);
    const nowhere = openChain(node, transport, { url: 'http://127.0.0.1:1' });
    await expect(nowhere.ping()).rejects.toThrow(ChainUnreachableError);
    await expect(nowhere.objects([owner])).rejects.toThrow(ChainUnreachableError);
  });

  it('takes an answer without substance for a fault, never for nothing', async () => {
    const empty = createServer((request, response) => {
      request.resume().on('end', () => {
        if (transport === 'grpc') {
          response.writeHead(200, { 'content-type': 'application/grpc-web+proto' });
          const trailer = Buffer.from('grpc-status:0\r\n');
          const head = (flag: number, size: number) => Buffer.from([flag, 0, 0, 0, size]);
          response.end(Buffer.concat([head(0, 0), head(0x80, trailer.length), trailer]));
        } else {
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, data: null, result: {} }));
        }
      });
    });
    const url = `http://127.0.0.1:${await listening(empty)}`;
    const chain = openChain(node, transport, { url });
    await expect(chain.referenceGasPrice()).rejects.toThrow(ChainUnreachableError);
    await expect(chain.epoch()).rejects.toThrow(ChainUnreachableError);
    await expect(chain.objects([owner])).rejects.toThrow(ChainUnreachableError);
    if (transport !== 'grpc') {
      // In gRPC an empty message is a whole one: it does say that there is nothing.
      await expect(chain.heldCards(owner)).rejects.toThrow(ChainUnreachableError);
    }
    await expect(chain.balance(owner, '0x2::sui::SUI')).rejects.toThrow(ChainUnreachableError);
    empty.close();
  });
});
