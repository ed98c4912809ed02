import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Address } from '#rules/address.ts';
import { addressOf } from '#tests/support/test-wallet.ts';
import { CannotSignInError, HttpError } from '#web/api/http-error.ts';
import { SignInDeclinedError, signInThrough } from '#web/api/session-gate.ts';
import { groupsOwner } from './owner.ts';
import { classifyError, queueQuery } from './queues.ts';

const OTHER = addressOf('0') as Address;

/** The document; the queues listen to the first one they see. */
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });

interface Server {
  /** What the answers wait for. */
  held?: Promise<void>;
  hasSession?: boolean;
  /** Ids of cards that are no longer in the wallet. */
  dropped?: readonly string[];
  /** Of the last call, without method and body. */
  asked?: RequestInit;
}

/** A server without groups. @returns the methods of the calls made to it */
function serve(server: Server = {}): string[] {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET', body, ...init }: RequestInit) => {
    sent.push(method);
    server.asked = init;
    const headers = { etag: `"${sent.length}"` };
    await server.held;
    if (method === 'GET') return Response.json([], { headers });
    if (!server.hasSession) return new Response('', { status: 401 });
    const { groups } = JSON.parse(String(body));
    return Response.json({ groups, droppedTokenIds: server.dropped ?? [] }, { headers });
  });
  return sent;
}

const add = (id: string) => ({ kind: 'add', id, name: id }) as const;

/** The queue of the connected wallet; each test has a wallet of its own. */
const open = () => new QueryClient().fetchQuery(queueQuery(groupsOwner.get()!));

function connect(digit: string): Address {
  const address = addressOf(digit) as Address;
  groupsOwner.set(address);
  return address;
}

function see(visibilityState: 'hidden' | 'visible'): void {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', () => {});
  vi.spyOn(console, 'error').mockImplementation(() => {}); // groups-13
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('reading the groups again keeps the queue, and a change made meanwhile', {
  tags: ['G3', 'groups-14'],
}, async () => {
  connect('1');
  const server: Server = {};
  const sent = serve(server);
  const queue = await open();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.held = promise;
  const again = open();
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  queue.change(add('meanwhile'));
  resolve();
  expect(await again).toBe(queue);
  expect(queue.get()).toMatchObject({ groups: [{ id: 'meanwhile' }], status: { kind: 'saving' } });
  queue.change({ kind: 'delete', id: 'meanwhile' });
  queue.flush(); // leaves no timer to later tests
});

it('what one wallet left unsaved waits for that wallet: another is not asked to sign for it', {
  tags: ['G3', 'wallet-17'],
}, async () => {
  const address = connect('2');
  const server: Server = {};
  const sent = serve(server);
  const signIn = vi.fn(async () => {});
  signInThrough(signIn);
  const queue = await open();
  const writes = () => sent.filter((method) => method === 'POST').length;
  queue.change(add('unsigned'));
  see('hidden');
  await vi.waitFor(() => expect(queue.get().status.kind).toBe('failed'));
  const before = writes();

  groupsOwner.set(OTHER);
  server.hasSession = true;
  see('visible');
  see('hidden');
  queue.flush();
  await vi.waitFor(() => expect(queue.get().status.kind).toBe('failed'));
  queue.flush({ isQuiet: true }); // its page is left
  await vi.waitFor(() => expect(queue.get().status.kind).toBe('failed'));
  expect(writes()).toBe(before);
  expect(signIn).not.toHaveBeenCalled();

  groupsOwner.set(address);
  see('visible');
  await vi.waitFor(() => expect(queue.get().status.kind).toBe('saved'));
  expect(writes()).toBe(before + 1);
});

it('a wallet that is switched while it is asked to sign does not save under the other one', async () => {
  connect('3');
  const sent = serve();
  signInThrough(async () => groupsOwner.set(OTHER));
  const queue = await open();
  queue.change(add('switched'));
  queue.flush();
  await vi.waitFor(() => expect(queue.get().status.kind).toBe('failed'));
  expect(sent.filter((method) => method === 'POST')).toHaveLength(1);
});

it('a save names the version it was made from, and outlives its page unless a browser forbids it', {
  tags: ['G2', 'G3'],
}, async () => {
  connect('5');
  const server: Server = { hasSession: true };
  serve(server);
  const queue = await open();
  const save = async (id: string) => {
    queue.change(add(id));
    queue.flush();
    await vi.waitFor(() => expect(queue.get().status.kind).toBe('saved'));
    return server.asked;
  };
  expect(await save('a')).toMatchObject({ headers: { 'If-Match': '"1"' }, keepalive: true });
  expect(await save('b')).toMatchObject({ headers: { 'If-Match': '"2"' }, keepalive: true });
  // All bodies of such requests together may have 64 KiB.
  expect(await save('c'.repeat(64 * 1024))).toMatchObject({ keepalive: false });
});

it.each<[error: unknown, kind: ReturnType<typeof classifyError>]>([
  [new HttpError(412, '', ''), 'conflict'],
  [new HttpError(401, '', ''), 'unauthenticated'],
  [new HttpError(403, '', '{"reason":"not-yours"}'), 'unauthenticated'],
  [new HttpError(403, '', '{"reason":"no-cards-to-group"}'), 'rejected'],
  [new SignInDeclinedError(), 'unauthenticated'],
  [new CannotSignInError('Wallet not connected'), 'unauthenticated'],
  [new HttpError(400, '', ''), 'rejected'],
  [new HttpError(429, '', ''), 'transient'],
  [new HttpError(503, '', ''), 'transient'],
  [new TypeError('Failed to fetch'), 'transient'],
  [new DOMException('', 'TimeoutError'), 'transient'],
  [new SyntaxError('a proxy sent a page'), 'transient'],
])('a save that failed with %s is %s', { tags: ['G2', 'groups-14'] }, (error, kind) => {
  expect(classifyError(error)).toBe(kind);
});

it('which cards left a wallet is told to that wallet alone', { tags: 'G1' }, async () => {
  const server: Server = { hasSession: true, dropped: ['sold'] };
  serve(server);
  const address = connect('4');
  const queue = await open();
  queue.change(add('a'));
  queue.flush();
  await vi.waitFor(() => expect(queue.dropped.get()).toEqual(['sold']));
  groupsOwner.set(OTHER);
  expect((await open()).dropped.get()).toEqual([]);

  groupsOwner.set(address);
  server.dropped = [];
  queue.change(add('b'));
  queue.flush();
  await vi.waitFor(() => expect(queue.get().status.kind).toBe('saved'));
  expect((await open()).dropped.get(), 'until it is dismissed').toEqual(['sold']);
});
