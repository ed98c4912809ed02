import type { WalletAccount } from '@mysten/wallet-standard';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  accountOf,
  addressOf,
  TestRegistry,
  TestWallet,
  testConnection,
} from '#tests/support/test-wallet.ts';
import { createConnection } from './connection.ts';
import { acceptedWallets } from './detect.ts';
import { rememberedIn } from './remembered.ts';
import { RESTORE_GRACE, SILENT_LIMIT } from './restore.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const flags = (digit: string) => ({
  wallet_connected: 'true',
  wallet_address: addressOf(digit),
});

const setUp = (kept: Record<string, string>, ...wallets: TestWallet[]) =>
  testConnection(wallets, kept);

/** The status when the wait for late wallets is over. */
async function statusInTheEnd({ connection }: ReturnType<typeof setUp>): Promise<string> {
  const restored = connection.restore();
  await vi.advanceTimersByTimeAsync(RESTORE_GRACE);
  await restored;
  return connection.get().status;
}

describe('finding the wallet of the last visit again', () => {
  it('restores when the flag is set and the address is the current account', {
    tags: 'wallet-14',
  }, async () => {
    const wallet = new TestWallet({ isTrusting: true });
    const { connection } = setUp(flags('a'), wallet);
    const restored = connection.restore();
    expect(connection.get().status).toBe('connecting');
    await restored;
    expect(connection.get()).toMatchObject({ status: 'connected', address: addressOf('a') });
    expect(wallet.asked).toEqual(['silent']);
  });

  it('ends when a wallet shows an account that breaks the standard', async () => {
    const broken = new TestWallet({ isOpen: true, holds: [null as unknown as WalletAccount] });
    const found = setUp({ ...flags('a'), wallet_name: 'Suiet' }, broken);
    expect(await statusInTheEnd(found)).toBe('disconnected');
  });

  it('accounts that a wallet already shows spare it the question', async () => {
    const wallet = new TestWallet({ isOpen: true });
    const { connection } = setUp(flags('a'), wallet);
    await connection.restore();
    expect(connection.get().status).toBe('connected');
    expect(wallet.asked).toEqual([]);
  });

  it.each([
    ['the flag is not true', { wallet_connected: 'false', wallet_address: addressOf('a') }],
    ['there is no address', { wallet_connected: 'true' }],
    ['there is nothing', {}],
  ])('stays disconnected and clears both flags when %s', async (_case, kept) => {
    const wallet = new TestWallet({ isTrusting: true });
    const { connection, storage } = setUp(kept, wallet);
    const ready = vi.fn(async () => {});
    await connection.restore(ready);
    expect(connection.get().status).toBe('disconnected');
    expect(storage.length).toBe(0);
    expect(wallet.asked).toEqual([]);
    expect(ready).not.toHaveBeenCalled();
  });

  it('another current account clears both flags after the wait for late wallets', {
    tags: 'wallet-15',
  }, async () => {
    const wallet = new TestWallet({ isTrusting: true, holds: [accountOf('b'), accountOf('a')] });
    const other = setUp(flags('a'), wallet);
    expect(await statusInTheEnd(other)).toBe('disconnected');
    expect(other.storage.length).toBe(0);
  });

  it('another account in the wallet remembered by name ends the search at once', async () => {
    const { connection } = setUp(
      { ...flags('a'), wallet_name: 'Suiet' },
      new TestWallet({ isTrusting: true, holds: [accountOf('b')] }),
    );
    await connection.restore();
    expect(connection.get().status).toBe('disconnected');
  });

  it('with a remembered name no other wallet is asked', async () => {
    const other = new TestWallet({ name: 'Nightly', isTrusting: true });
    const { connection } = setUp(
      { ...flags('a'), wallet_name: 'Suiet' },
      other,
      new TestWallet({ isTrusting: true }),
    );
    await connection.restore();
    expect(connection.get()).toMatchObject({ status: 'connected', wallet: { name: 'Suiet' } });
    expect(other.asked).toEqual([]);
  });

  it('a wallet that takes three seconds to register on a slow machine costs no signature', {
    tags: 'wallet-14',
  }, async () => {
    const { connection, registry } = setUp(flags('a'));
    const restored = connection.restore();
    await vi.advanceTimersByTimeAsync(3_000);
    registry.register(new TestWallet({ isTrusting: true }));
    await restored;
    expect(connection.get().status).toBe('connected');
  });

  it('waits for a wallet that registers late, and not for ever', {
    tags: 'wallet-15',
  }, async () => {
    const late = setUp(flags('a'));
    const restored = late.connection.restore();
    await vi.advanceTimersByTimeAsync(RESTORE_GRACE - 200);
    late.registry.register(new TestWallet({ isTrusting: true }));
    await restored;
    expect(late.connection.get().status).toBe('connected');

    // Also where one that was there before has another account.
    const other = new TestWallet({ name: 'Nightly', isTrusting: true, holds: [accountOf('b')] });
    const second = setUp(flags('a'), other);
    const found = second.connection.restore();
    await vi.advanceTimersByTimeAsync(RESTORE_GRACE - 200);
    second.registry.register(new TestWallet({ isTrusting: true }));
    await found;
    expect(second.connection.get()).toMatchObject({
      status: 'connected',
      wallet: { name: 'Suiet' },
    });

    const never = setUp(flags('a'));
    expect(await statusInTheEnd(never)).toBe('disconnected');
    expect(never.storage.length).toBe(0);
  });

  it('a wallet that ignores silence and opens a window is not waited for endlessly', async () => {
    const wallet = new TestWallet();
    wallet.answer = 'silence';
    const { connection, registry } = setUp(flags('a'), wallet);
    const restored = connection.restore();
    await vi.advanceTimersByTimeAsync(RESTORE_GRACE / 2);
    registry.register(new TestWallet({ name: 'Nightly', holds: [accountOf('b')] }));
    await vi.advanceTimersByTimeAsync(RESTORE_GRACE / 2);
    expect(wallet.asked, 'once').toEqual(['silent']);
    expect(connection.get().status).toBe('connecting');
    await vi.advanceTimersByTimeAsync(SILENT_LIMIT);
    await restored;
    expect(connection.get().status).toBe('disconnected');
  });

  it('what is found after the person has chosen another wallet changes nothing', async () => {
    const chosen = new TestWallet({ name: 'Nightly', holds: [accountOf('b')] });
    const { connection, registry } = setUp({ ...flags('a'), wallet_name: 'Suiet' }, chosen);
    const restored = connection.restore();
    await connection.connect('Nightly');
    registry.register(new TestWallet({ isTrusting: true }));
    await vi.advanceTimersByTimeAsync(RESTORE_GRACE);
    await restored;
    expect(connection.get()).toMatchObject({ status: 'connected', wallet: { name: 'Nightly' } });
  });

  it('a wallet that refuses to be asked silently is no match', { tags: 'wallet-15' }, async () => {
    const wallet = new TestWallet();
    wallet.answer = 'no';
    const { connection, storage } = setUp({ ...flags('a'), wallet_name: 'Suiet' }, wallet);
    await connection.restore();
    expect(connection.get().status).toBe('disconnected');
    expect(storage.length).toBe(0);
  });

  it('a wallet that is locked when another tab is opened does not disconnect this one', {
    tags: ['wallet-15', 'wallet-16'],
  }, async () => {
    const tab = new EventTarget();
    const here = testConnection([new TestWallet()], {}, tab);
    await here.connection.connect();
    const { storage } = here;
    const set = (key: string, newValue: string | null) => {
      const oldValue = storage.getItem(key);
      if (newValue === null) storage.removeItem(key);
      else storage.setItem(key, newValue);
      tab.dispatchEvent(Object.assign(new Event('storage'), { key, oldValue, newValue }));
    };
    const heardHere: Storage = { ...storage, setItem: set, removeItem: (key) => set(key, null) };
    const locked = new TestWallet();
    locked.answer = 'no';
    const opened = createConnection(
      acceptedWallets(new TestRegistry(locked)),
      rememberedIn(() => heardHere),
    );
    await opened.restore();
    expect(opened.get().status).toBe('disconnected');
    expect(storage.length).toBe(0);
    expect(here.connection.get().status).toBe('connected');

    locked.answer = 'yes';
    await opened.connect();
    await opened.disconnect();
    expect(here.connection.get().status).toBe('disconnected');
  });

  it('begins to look only when the wallets that the page brings are there', async () => {
    const { connection, registry, storage } = setUp(flags('b'));
    const own = Promise.withResolvers<void>();
    const restored = connection.restore(() => own.promise);
    await vi.advanceTimersByTimeAsync(RESTORE_GRACE * 3);
    expect(connection.get().status).toBe('connecting');
    registry.register(new TestWallet({ isTrusting: true }));
    storage.setItem('wallet_address', addressOf('a'));
    own.resolve();
    await restored;
    expect(connection.get().status).toBe('connected');
  });

  it('cancelled before they are there, it asks no wallet, and the next page does not try again', async () => {
    const wallet = new TestWallet({ isTrusting: true });
    const { connection, storage } = setUp(flags('a'), wallet);
    const own = Promise.withResolvers<void>();
    const restored = connection.restore(() => own.promise);
    connection.cancel();
    own.resolve();
    await restored;
    expect(connection.get().status).toBe('disconnected');
    expect(wallet.asked).toEqual([]);
    expect(storage.length).toBe(0);
  });

  it('a browser that forbids storage remembers nothing and breaks nothing', async () => {
    const remembered = rememberedIn(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const connection = createConnection(
      acceptedWallets(new TestRegistry(new TestWallet())),
      remembered,
    );
    await connection.restore();
    await connection.connect();
    expect(connection.get().status).toBe('connected');
  });
});
