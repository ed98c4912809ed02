import { describe, expect, it, vi } from 'vitest';
import { accountOf, addressOf, TestRegistry, TestWallet } from '#tests/support/test-wallet.ts';
import { acceptedWallets, currentAccount, isMobile } from './detect.ts';

const names = (registry: TestRegistry) =>
  acceptedWallets(registry)
    .get()
    .map(({ name }) => name);

describe('the wallets that are accepted', () => {
  it('lists what the rule accepts, one per identity', { tags: 'wallet-6' }, () => {
    const registry = new TestRegistry(
      new TestWallet({ name: 'Suiet' }),
      new TestWallet({ name: 'Phantom' }),
      new TestWallet({ name: 'Slush', id: 'com.slush' }),
      new TestWallet({ name: 'Slush again', id: 'com.slush' }),
      new TestWallet({ name: 'Suiet' }),
      new TestWallet({ name: 'Other chain', chains: ['solana:mainnet'] }),
      new TestWallet({ name: 'Mute', without: ['standard:events'] }),
    );
    expect(names(registry)).toEqual(['Suiet', 'Slush again']);
  });

  it('lists the newer of two with one identity: an extension that was updated registers again, and what it registered before is dead', {
    tags: 'wallet-6',
  }, () => {
    const [before, after] = [new TestWallet({ id: 'a' }), new TestWallet({ id: 'a' })];
    const registry = new TestRegistry(before, new TestWallet({ id: 'b' }));
    const list = acceptedWallets(registry);
    registry.register(after);
    expect(list.get().map(({ id }) => id)).toEqual(['a', 'b']);
    expect(list.get()[0]).toBe(after);
  });

  it('lists two of one name when their pictures differ: who comes first must not hide the other', {
    tags: 'wallet-6',
  }, () => {
    const registry = new TestRegistry(
      new TestWallet({ icon: 'data:image/png;base64,AAAA' }),
      new TestWallet({ icon: 'data:image/png;base64,BBBB' }),
      new TestWallet({ icon: 'data:image/png;base64,BBBB' }),
    );
    expect(names(registry)).toEqual(['Suiet', 'Suiet']);
  });

  it('lists the others beside an extension that breaks the standard', () => {
    const featureless = { name: 'Half a wallet', accounts: [] } as unknown as TestWallet;
    const throwing = new Proxy(featureless, {
      get: () => {
        throw new Error('no access');
      },
    });
    const registry = new TestRegistry(featureless, throwing, new TestWallet({ name: 'Suiet' }));
    expect(names(registry)).toEqual(['Suiet']);
  });

  it('hears of wallets that come late and of those that go', () => {
    const registry = new TestRegistry();
    const list = acceptedWallets(registry);
    const heard = vi.fn();
    list.subscribe(heard);
    const late = new TestWallet({ name: 'Nightly' });
    registry.register(late);
    expect(list.get().map(({ name }) => name)).toEqual(['Nightly']);
    expect(list.get()).toBe(list.get());
    registry.unregister(late);
    expect(list.get()).toEqual([]);
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('the current account is the first one on Sui, in canonical spelling', () => {
    const elsewhere = accountOf('b', ['evm:1']);
    const here = { ...accountOf('c'), address: addressOf('C') };
    expect(currentAccount([elsewhere, here])?.address).toBe(addressOf('c'));
    expect(currentAccount([elsewhere])).toBeNull();
    expect(currentAccount([])).toBeNull();
  });
});

const agent = (userAgent: string, maxTouchPoints = 0) => ({ userAgent, maxTouchPoints });

describe('a phone or tablet', () => {
  it('phones and tablets, also those that call themselves a Mac', () => {
    expect(isMobile(agent('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)', 5))).toBe(true);
    expect(isMobile(agent('Mozilla/5.0 (Linux; Android 15)', 5))).toBe(true);
    expect(isMobile(agent('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15)', 5))).toBe(true);
    expect(isMobile({ ...agent('Mozilla/5.0'), userAgentData: { mobile: true } })).toBe(true);
  });

  it('desktops, with a touch screen too', () => {
    expect(isMobile(agent('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15)'))).toBe(false);
    expect(isMobile(agent('Mozilla/5.0 (Windows NT 10.0; Win64)', 10))).toBe(false);
  });
});
