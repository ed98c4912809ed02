import { beforeEach, describe, expect, it } from 'vitest';
import { canonicalAddress } from '#rules/address.ts';
import { ManualClock } from '#server/cluster/clock.ts';
import { createEventBus } from '#server/cluster/event-bus.ts';
import type { NonceStore } from './nonce-store.ts';
import type { SessionStore, StoredSession } from './session-store.ts';
import { createSessions } from './sessions.ts';

const wallet = canonicalAddress('0xa11ce')!;

/** The table of sessions in memory, counting; a reading waits while `isHeld`. */
function createTable() {
  const rows = new Map<string, StoredSession>();
  const table = { reads: 0, notes: 0, holdReads: Promise.resolve() };
  const store: SessionStore = {
    async begin(hash, walletAddress, now, replaced) {
      rows.set(hash.toString('hex'), { walletAddress, createdAt: now, lastUsedAt: now });
      return replaced !== null && rows.delete(replaced.toString('hex'));
    },
    async find(hash) {
      table.reads += 1;
      const row = rows.get(hash.toString('hex'));
      const copy = row === undefined ? null : { ...row };
      await table.holdReads;
      return copy;
    },
    async noteUse(hash, now) {
      table.notes += 1;
      const row = rows.get(hash.toString('hex'));
      if (row !== undefined) row.lastUsedAt = now;
    },
    async end(hash) {
      return rows.delete(hash.toString('hex'));
    },
    async removeOver() {},
  };
  return Object.assign(table, { store });
}

let table: ReturnType<typeof createTable>;
let clock: ManualClock;
let bus: ReturnType<typeof createEventBus>;
const nonces = {} as NonceStore;
const server = () => createSessions({ store: table.store, nonces, bus, clock });

beforeEach(() => {
  table = createTable();
  clock = new ManualClock();
  bus = createEventBus((fault) => {
    throw fault;
  });
});

describe('a session that is asked for again and again', () => {
  it('is read once in ten seconds', async () => {
    const sessions = server();
    const { token } = await sessions.begin(wallet, null);
    for (let second = 0; second < 20; second += 1) {
      expect(await sessions.findSession(token)).toBe(wallet);
      await clock.advance(1000);
    }
    expect(table.reads).toBe(2);
  });

  it('has its use noted once a minute, also by many calls at once', async () => {
    const sessions = server();
    const { token } = await sessions.begin(wallet, null);
    for (let minute = 1; minute <= 3; minute += 1) {
      await clock.advance(60_000);
      await sessions.findSession(token);
      await Promise.all(Array.from({ length: 10 }, () => sessions.findSession(token)));
      expect(table.notes).toBe(minute);
    }
  });
});

describe('a session that ended is not found any more', () => {
  it('by signing out', async () => {
    const sessions = server();
    const { token } = await sessions.begin(wallet, null);
    await sessions.findSession(token);
    await sessions.signOut(token);
    expect(await sessions.findSession(token)).toBeNull();
  });

  it('by a new one in its place', async () => {
    const sessions = server();
    const { token } = await sessions.begin(wallet, null);
    await sessions.findSession(token);
    await sessions.begin(wallet, token);
    expect(await sessions.findSession(token)).toBeNull();
  });

  it('in another process that remembered it', async () => {
    const [here, there] = [server(), server()];
    const { token } = await here.begin(wallet, null);
    expect(await there.findSession(token)).toBe(wallet);
    await here.signOut(token);
    await clock.advance(0); // the bus delivers
    expect(await there.findSession(token)).toBeNull();
  });

  it('in another process that hears nothing, after ten seconds', async () => {
    const here = server();
    bus = createEventBus(() => {});
    const deaf = server();
    const { token } = await here.begin(wallet, null);
    expect(await deaf.findSession(token)).toBe(wallet);
    await here.signOut(token);
    await clock.advance(10_000);
    expect(await deaf.findSession(token)).toBeNull();
  });

  it('when it ended while it was being read', async () => {
    const sessions = server();
    const { token } = await sessions.begin(wallet, null);
    const { promise, resolve } = Promise.withResolvers<void>();
    table.holdReads = promise;
    const reading = sessions.findSession(token);
    await sessions.signOut(token);
    resolve();
    await reading;
    expect(await sessions.findSession(token)).toBeNull();
  });
});

describe('the end of a session', () => {
  it('is told to the others when there was one, never for a token somebody made up', async () => {
    const sessions = server();
    const told: string[] = [];
    bus.subscribe('session-ended', ({ key }) => void told.push(key));
    const madeUp = 'A'.repeat(43);
    await sessions.signOut(madeUp);
    const first = await sessions.begin(wallet, madeUp);
    await clock.advance(0); // the bus delivers
    expect(told).toEqual([]);
    const second = await sessions.begin(wallet, first.token);
    await sessions.signOut(second.token);
    await sessions.signOut(second.token);
    await clock.advance(0);
    expect(told).toEqual([first, second].map(({ token }) => sessions.keyOf(token)));
  });
});
