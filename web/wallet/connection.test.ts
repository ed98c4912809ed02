import type { Wallet } from '@mysten/wallet-standard';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { accountOf, addressOf, TestWallet, testConnection } from '#tests/support/test-wallet.ts';
import { SILENT_LIMIT } from './restore.ts';

afterEach(() => void vi.useRealTimers());

const [A, B] = [addressOf('a'), addressOf('b')];

function setUp(...wallets: TestWallet[]) {
  const tab = new EventTarget();
  const { connection, storage } = testConnection(wallets, {}, tab);
  const events: object[] = [];
  /** The signals of all 'connected' and 'switched' events. */
  const signals: AbortSignal[] = [];
  connection.onEvent((event) => {
    if (event.kind === 'disconnected') return events.push(event);
    const { signal, ...rest } = event;
    signals.push(signal);
    return events.push(rest);
  });
  const statuses: string[] = [];
  connection.subscribe(() => statuses.push(connection.get().status));
  return { connection, storage, tab, events, signals, statuses };
}

async function connected(wallet = new TestWallet()) {
  const page = setUp(wallet);
  await page.connection.connect();
  return { wallet, ...page };
}

describe('the wallet connection', () => {
  it('connects: connecting, then connected, both flags written', {
    tags: ['wallet-5', 'wallet-9', 'wallet-13'],
  }, async () => {
    const { connection, storage, events, statuses } = setUp(new TestWallet());
    expect(await connection.connect('suiet')).toBe(A);
    expect(statuses).toEqual(['connecting', 'connected']);
    expect(storage.getItem('wallet_connected')).toBe('true');
    expect(storage.getItem('wallet_address')).toBe(A);
    expect(storage.getItem('wallet_name')).toBe('Suiet');
    expect(events).toEqual([{ kind: 'connected', how: 'asked', address: A }]);
  });

  it('connects the wallet that was chosen, also beside another one of its name', async () => {
    const [first, second] = [
      new TestWallet({ id: '1' }),
      new TestWallet({ id: '2', holds: [accountOf('b')] }),
    ];
    const { connection } = setUp(first, second);
    expect(await connection.connect(second as unknown as Wallet)).toBe(B);
    expect(first.asked).toEqual([]);
  });

  it('connects and disconnects a wallet whose events throw', { tags: 'wallet-16' }, async () => {
    const failing = () => {
      throw new Error('no events today');
    };
    const on = { version: '1.0.0', on: failing };
    const mute = setUp(new TestWallet({ more: { 'standard:events': on } }));
    expect(await mute.connection.connect()).toBe(A);
    expect(mute.events).toHaveLength(1);
    const sticky = await connected(
      new TestWallet({ more: { 'standard:events': { version: '1.0.0', on: () => failing } } }),
    );
    await sticky.connection.disconnect();
    expect(sticky.connection.get().status).toBe('disconnected');
    expect(sticky.storage.getItem('wallet_connected')).toBeNull();
  });

  it('ends when another tab disconnects this address, and leaves the flags to that tab; not when it is connected there again', {
    tags: 'wallet-16',
  }, async () => {
    const { connection, storage, tab, events } = await connected();
    const forget = (oldValue: string) =>
      tab.dispatchEvent(
        Object.assign(new Event('storage'), { key: 'wallet_address', oldValue, newValue: null }),
      );
    forget(B);
    expect(connection.get().status).toBe('connected');
    // A tab that stood still hears it late.
    forget(A);
    expect(connection.get().status).toBe('connected');
    storage.setItem('wallet_address', B);
    forget(A);
    expect(connection.get().status).toBe('disconnected');
    expect(events.at(-1)).toEqual({
      kind: 'disconnected',
      by: 'other-tab',
      from: A,
    });
    expect(storage.getItem('wallet_address')).toBe(B);
    // Connected there again since: those flags are not of this tab.
    storage.setItem('wallet_address', A);
    void connection.connect();
    connection.cancel();
    expect(storage.getItem('wallet_address')).toBe(A);
  });

  it('without any wallet, without the named one, and when the wallet says no', {
    tags: 'errors-21',
  }, async () => {
    await expect(setUp().connection.connect()).rejects.toThrow('No Sui wallet extensions found');
    const wallet = new TestWallet();
    const { connection, storage } = setUp(wallet);
    await expect(connection.connect('Nightly')).rejects.toThrow('No Sui wallets found');
    // It left between being shown and being chosen.
    await expect(connection.connect(new TestWallet())).rejects.toThrow('No Sui wallets found');
    wallet.answer = 'no';
    await expect(connection.connect()).rejects.toThrow('Wallet connection failed');
    expect(connection.get().status).toBe('disconnected');
    expect(storage.getItem('wallet_connected')).toBeNull();
  });

  it('a wallet without an account on Sui does not connect', async () => {
    const { connection } = setUp(new TestWallet({ holds: [accountOf('a', ['evm:1'])] }));
    await expect(connection.connect()).rejects.toThrow('Wallet connection failed');
  });

  it('cancelling a wallet that never answers; its late answer changes nothing', {
    tags: 'wallet-9',
  }, async () => {
    const wallet = new TestWallet();
    const { connection, events } = setUp(wallet);
    const asked = connection.connect();
    connection.cancel();
    expect(await asked).toBeNull();
    expect(connection.get().status).toBe('disconnected');
    expect(events).toEqual([]);
    // Once it is connected there is nothing to cancel.
    await connection.connect();
    connection.cancel();
    expect(connection.get().status).toBe('connected');
  });

  it('what is cancelled or fails here, or ends here, leaves the flags to the connection of another tab', {
    tags: 'wallet-16',
  }, async () => {
    const wallet = new TestWallet();
    const { connection, storage } = setUp(wallet);
    const connectElsewhere = () => {
      storage.setItem('wallet_connected', 'true');
      storage.setItem('wallet_address', B);
    };
    connectElsewhere();
    const asked = connection.connect();
    connection.cancel();
    await asked;
    wallet.answer = 'no';
    await expect(connection.connect()).rejects.toThrow('Wallet connection failed');
    expect(storage.getItem('wallet_address')).toBe(B);
    wallet.answer = 'yes';
    await connection.connect();
    connectElsewhere();
    await connection.disconnect();
    expect(connection.get().status).toBe('disconnected');
    expect(storage.getItem('wallet_address')).toBe(B);
  });

  it('a wallet that says no after another one was chosen changes nothing', async () => {
    const refusing = new TestWallet();
    refusing.answer = 'no';
    const { connection } = setUp(refusing, new TestWallet({ name: 'Nightly' }));
    const asked = connection.connect('Suiet');
    await connection.connect('Nightly');
    expect(await asked).toBeNull();
    expect(connection.get()).toMatchObject({ status: 'connected', wallet: { name: 'Nightly' } });
  });

  it('disconnecting clears account and flags, and stops listening', {
    tags: ['wallet-16', 'wallet-18'],
  }, async () => {
    const { wallet, connection, storage, events } = await connected();
    await connection.disconnect();
    expect(connection.get()).toEqual({ status: 'disconnected' });
    expect(storage.length).toBe(0);
    expect(wallet.asked).toEqual(['connect', 'disconnect']);
    expect(wallet.listeners).toBe(0);
    expect(events.at(-1)).toEqual({ kind: 'disconnected', by: 'person', from: A });
  });

  it('a wallet without disconnect, or that fails at it or never answers, is left all the same', {
    tags: 'wallet-16',
  }, async () => {
    const without = await connected(new TestWallet({ without: ['standard:disconnect'] }));
    await without.connection.disconnect();
    expect(without.connection.get().status).toBe('disconnected');

    const { wallet, ...failing } = await connected();
    wallet.answer = 'no';
    await expect(failing.connection.disconnect()).rejects.toThrow();
    expect(failing.connection.get().status).toBe('disconnected');
    expect(failing.storage.length).toBe(0);

    vi.useFakeTimers();
    wallet.answer = 'yes';
    await failing.connection.connect();
    wallet.answer = 'silence';
    const left = expect(failing.connection.disconnect()).rejects.toBeUndefined();
    expect(failing.connection.get().status).toBe('disconnected');
    await vi.advanceTimersByTimeAsync(SILENT_LIMIT);
    await left;
  });

  it('switching the account in the wallet switches here, and is told once', async () => {
    const { wallet, connection, storage, events } = await connected();
    wallet.show(accountOf('b'), accountOf('a'));
    wallet.show(accountOf('b'));
    expect(connection.get()).toMatchObject({ status: 'connected', address: B });
    expect(storage.getItem('wallet_address')).toBe(B);
    expect(events.slice(1)).toEqual([{ kind: 'switched', address: B, from: A }]);
  });

  it('asked again, it finds the account that was switched unheard; a wallet that does not answer stays connected', async () => {
    const found = await connected(new TestWallet({ isTrusting: true }));
    found.wallet.holds = [accountOf('b')];
    await found.connection.askAgain();
    expect(found.connection.get()).toMatchObject({ status: 'connected', address: B });
    expect(found.events.slice(1)).toEqual([{ kind: 'switched', address: B, from: A }]);

    const { wallet: shy, ...kept } = await connected();
    await kept.connection.askAgain();
    shy.answer = 'no';
    await kept.connection.askAgain();
    expect(kept.connection.get()).toMatchObject({ status: 'connected', address: A });
    expect(kept.events).toHaveLength(1);
    shy.accounts = [];
    shy.answer = 'yes';
    await kept.connection.askAgain();
    expect(kept.connection.get().status).toBe('disconnected');
  });

  it('taking the last account away disconnects', async () => {
    const { wallet, connection, storage, events } = await connected();
    wallet.show();
    expect(connection.get().status).toBe('disconnected');
    expect(storage.length).toBe(0);
    expect(events.at(-1)).toEqual({ kind: 'disconnected', by: 'wallet', from: A });
  });

  it('connecting another wallet over the first one is a switch', async () => {
    const second = new TestWallet({ name: 'Nightly', holds: [accountOf('b')] });
    const first = new TestWallet();
    const { connection, events } = setUp(first, second);
    await connection.connect('Suiet');
    await connection.connect('Nightly');
    expect(events.at(-1)).toEqual({
      kind: 'switched',
      address: B,
      from: A,
    });
    expect(first.listeners).toBe(0);
  });

  it('what follows a connection is called off when another address or none is connected', async () => {
    const { wallet, connection, signals } = await connected();
    wallet.show(accountOf('a'), accountOf('b'));
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    wallet.show(accountOf('b'));
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    await connection.disconnect();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });
});
