import { beforeEach, describe, expect, it } from 'vitest';
import { canonicalAddress } from '#rules/address.ts';
import { createEventBus } from '#server/cluster/event-bus.ts';
import { DatabaseError } from '#server/db/database-error.ts';
import { ManualClock } from '#tests/support/manual-clock.ts';
import type { NonceStore } from './nonce-store.ts';
import type { SessionStore, StoredSession } from './session-store.ts';
import { createSessions } from './sessions.ts';

const wallet = canonicalAddress('0xa11ce')!;

/** An in-memory table of sessions that counts its calls; reads wait for `holdReads`. */
function createTable() {
  const rows = new Map<string, StoredSession>();
  const table = { reads: 0, uses: 0, holdReads: Promise.resolve() };
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
    async recordUse(hash, now) {
      table.uses += 1;
      const row = rows.get(hash.toString('hex'));
      if (row !== undefined) row.lastUsedAt = now;
    },
    async end(hash) {
      const wallet = rows.get(hash.toString('hex'))?.walletAddress ?? null;
      rows.delete(hash.toString('hex'));
      return wallet;
    },
    async removeExpired() {},
  };
  return Object.assign(table, { store });
}

let table: ReturnType<typeof createTable>;
let clock: ManualClock;
let bus: ReturnType<typeof createEventBus>;
const nonces = {} as NonceStore;
const server = () =>
  createSessions({ store: table.store, nonces, bus, clock, onSignedOut: async () => {} });

beforeEach(() => {
  table = createTable();
  clock = new ManualClock();
  bus = createEventBus((fault) => {
    throw fault;
  });
});

describe('a session in use', () => {
  it('is read from the database once in ten seconds', async () => {
    const sessions = server();
    const { token } = await sessions.begin(wallet, null);
    for (let second = 0; second < 20; second += 1) {
      expect(await sessions.findSession(token)).toBe(wallet);
      await clock.advance(1000);
    }
    expect(table.reads).toBe(2);
  });

  it('has its last use written once a minute, also by parallel calls', async () => {
    const sessions = server();
    const { token } = await sessions.begin(wallet, null);
    for (let minute = 1; minute <= 3; minute += 1) {
      await clock.advance(60_000);
      await sessions.findSession(token);
      await Promise.all(Array.from({ length: 10 }, () => sessions.findSession(token)));
      expect(table.uses).toBe(minute);
    }
  });
});

describe('a use that cannot be recorded', () => {
  it('ends no session of a database that only takes no writes, and hides no fault', async () => {
    const sessions = server();
    const { token } = await sessions.begin(wallet, null);
    await clock.advance(60_000);
    const refuse = (code: string) => async () => {
      throw new DatabaseError('not recorded', code);
    };
    table.store.recordUse = refuse('25006');
    expect(await sessions.findSession(token)).toBe(wallet);
    await clock.advance(60_000);
    table.store.recordUse = refuse('42703');
    await expect(sessions.findSession(token)).rejects.toThrow('not recorded');
  });
});

describe('an ended session is not found', () => {
  it('by another server that had cached it', async () => {
    const [here, there] = [server(), server()];
    const { token } = await here.begin(wallet, null);
    expect(await there.findSession(token)).toBe(wallet);
    await here.signOut(token);
    await clock.advance(0); // the bus delivers
    expect(await there.findSession(token)).toBeNull();
  });

  it.each([
    ['after ten seconds', 10_000],
    ['after the clock was set back', -3_600_000],
  ])('by a server without events, %s', async (_, ms) => {
    const here = server();
    bus = createEventBus(() => {});
    const offline = server();
    const { token } = await here.begin(wallet, null);
    expect(await offline.findSession(token)).toBe(wallet);
    await here.signOut(token);
    await clock.advance(ms);
    expect(await offline.findSession(token)).toBeNull();
  });

  it('by a server that does not hear others now, or has not heard them', {
    tags: 'I3',
  }, async () => {
    const here = server();
    let isWhole = true;
    bus = { ...createEventBus(() => {}), isWhole: () => isWhole };
    const offline = server();
    const [first, second] = [await here.begin(wallet, null), await here.begin(wallet, null)];
    for (const { token } of [first, second]) await offline.findSession(token);
    isWhole = false;
    await here.signOut(first.token);
    expect(await offline.findSession(first.token)).toBeNull();
    await here.signOut(second.token);
    isWhole = true;
    bus.publish('events-lost', {});
    await clock.advance(0); // the bus delivers
    expect(await offline.findSession(second.token)).toBeNull();
  });

  it('when the answer to its end was lost, though a second try finds nothing to end', async () => {
    const sessions = server();
    const { token } = await sessions.begin(wallet, null);
    expect(await sessions.findSession(token)).toBe(wallet);
    const { end } = table.store;
    table.store.end = async (hash) => {
      await end(hash);
      throw new Error('the connection was lost');
    };
    await expect(sessions.signOut(token)).rejects.toThrow('the connection was lost');
    table.store.end = end;
    await sessions.signOut(token);
    expect(await sessions.findSession(token)).toBeNull();
  });

  it('when it ended during a read', async () => {
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
