import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Address } from '#rules/address.ts';
import { addressOf } from '#tests/support/test-wallet.ts';
import { queueQuery } from './queues.ts';

interface Sent {
  readonly method: string;
  readonly path: string;
}

/** A server without groups. `held` is what the next answer waits for. */
function serve(held: { now?: Promise<void> } = {}): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
    sent.push({ method, path });
    const headers = { etag: `"${sent.length}"` };
    await held.now;
    if (method === 'GET') return Response.json([], { headers });
    return Response.json({ groups: JSON.parse(String(body)), droppedTokenIds: [] }, { headers });
  });
  return sent;
}

const add = (id: string) => ({ kind: 'add', id, name: id }) as const;

beforeEach(() => {
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('addEventListener', () => {});
});
afterEach(() => vi.unstubAllGlobals());

it('reading the groups again keeps the queue, and a change made meanwhile', {
  tags: ['G3', 'groups-14'],
}, async () => {
  const held: { now?: Promise<void> } = {};
  const sent = serve(held);
  const reads = new QueryClient();
  const query = queueQuery(addressOf('a') as Address);
  const queue = await reads.fetchQuery(query);
  const { promise, resolve } = Promise.withResolvers<void>();
  held.now = promise;
  const again = reads.fetchQuery(query);
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  queue.change(add('meanwhile'));
  resolve();
  expect(await again).toBe(queue);
  expect(queue.get()).toMatchObject({ groups: [{ id: 'meanwhile' }], status: { kind: 'saving' } });
  queue.change({ kind: 'delete', id: 'meanwhile' });
  queue.flush(); // leaves no timer to later tests
});
