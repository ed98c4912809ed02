/** A small wallet that implements the Wallet Standard, its registry, and a page's connection to it, for tests. */
import type {
  IdentifierString,
  StandardEventsListeners,
  Wallet,
  WalletAccount,
} from '@mysten/wallet-standard';
import { createConnection } from '#web/wallet/connection.ts';
import { acceptedWallets } from '#web/wallet/detect.ts';
import { rememberedIn } from '#web/wallet/remembered.ts';

export const addressOf = (digit: string) => `0x${digit.repeat(64)}`;

export function accountOf(
  digit: string,
  chains: readonly IdentifierString[] = ['sui:mainnet'],
): WalletAccount {
  return { address: addressOf(digit), publicKey: new Uint8Array(32), chains, features: [] };
}

interface TestWalletOptions {
  name?: string;
  id?: string;
  icon?: TestWallet['icon'];
  holds?: WalletAccount[];
  /** It shows its accounts before `connect`. */
  isOpen?: boolean;
  /** It knows this page, so it answers a silent `connect`. */
  isTrusting?: boolean;
  chains?: IdentifierString[];
  without?: string[];
  more?: Record<`${string}:${string}`, unknown>;
}

type Change = StandardEventsListeners['change'];

/** A wallet whose person answers `connect` as configured; records every call in `asked`. */
export class TestWallet {
  readonly version = '1.0.0';
  readonly icon: `data:image/png;base64,${string}`;
  readonly asked: string[] = [];
  readonly name: string;
  readonly id?: string;
  readonly chains: readonly IdentifierString[];
  readonly features: Record<`${string}:${string}`, unknown>;
  accounts: WalletAccount[];
  holds: WalletAccount[];
  /** The answer to a non-silent `connect`, and to `disconnect`. */
  answer: 'yes' | 'no' | 'silence' = 'yes';
  #listeners = new Set<Change>();

  constructor(options: TestWalletOptions = {}) {
    this.name = options.name ?? 'Suiet';
    this.icon = options.icon ?? 'data:image/png;base64,';
    if (options.id !== undefined) this.id = options.id;
    this.chains = options.chains ?? ['sui:mainnet'];
    this.holds = options.holds ?? [accountOf('a')];
    this.accounts = options.isOpen ? this.holds : [];
    this.features = {
      'standard:connect': {
        version: '1.0.0',
        connect: ({ silent = false } = {}) => this.#connect(silent, options.isTrusting ?? false),
      },
      'standard:disconnect': { version: '1.0.0', disconnect: () => this.#disconnect() },
      'standard:events': {
        version: '1.0.0',
        on: (_event: 'change', listener: Change) => {
          this.#listeners.add(listener);
          return () => this.#listeners.delete(listener);
        },
      },
      ...options.more,
    };
    for (const feature of options.without ?? []) {
      delete this.features[feature as `${string}:${string}`];
    }
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  /** The person selects other accounts in the wallet. */
  show(...accounts: WalletAccount[]): void {
    this.accounts = accounts;
    for (const listener of [...this.#listeners]) listener({ accounts });
  }

  async #connect(silent: boolean, isTrusting: boolean) {
    this.asked.push(silent ? 'silent' : 'connect');
    if (this.answer === 'silence') return new Promise<never>(() => {});
    if (this.answer === 'no') throw new Error('rejected by the person');
    if (silent && !isTrusting) return { accounts: [] };
    this.accounts = this.holds;
    return { accounts: this.accounts };
  }

  async #disconnect() {
    this.asked.push('disconnect');
    if (this.answer === 'silence') return new Promise<never>(() => {});
    if (this.answer === 'no') throw new Error('the wallet has a bad day');
    this.accounts = [];
  }
}

/** The part of the wallet registry that the page uses. */
export class TestRegistry {
  #wallets: Wallet[] = [];
  #listeners = { register: new Set<() => void>(), unregister: new Set<() => void>() };

  constructor(...wallets: TestWallet[]) {
    this.#wallets = wallets as unknown as Wallet[];
  }

  get = () => this.#wallets;

  on = (event: 'register' | 'unregister', listener: () => void) => {
    this.#listeners[event].add(listener);
    return () => this.#listeners[event].delete(listener);
  };

  register(wallet: TestWallet): void {
    this.#wallets = [...this.#wallets, wallet as unknown as Wallet];
    for (const listener of this.#listeners.register) listener();
  }

  unregister(wallet: TestWallet): void {
    this.#wallets = this.#wallets.filter((one) => one !== (wallet as unknown as Wallet));
    for (const listener of this.#listeners.unregister) listener();
  }
}

/** With storage in memory. @param tab hears of other tabs */
export function testConnection(
  wallets: readonly TestWallet[],
  kept: Record<string, string> = {},
  tab: EventTarget | null = null,
) {
  const storage = testStorage(kept);
  const registry = new TestRegistry(...wallets);
  const remembered = rememberedIn(() => storage, tab);
  return { connection: createConnection(acceptedWallets(registry), remembered), registry, storage };
}

export function testStorage(kept: Record<string, string> = {}): Storage {
  const map = new Map(Object.entries(kept));
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    clear: () => map.clear(),
    key: (index) => [...map.keys()][index] ?? null,
    get length() {
      return map.size;
    },
  };
}
