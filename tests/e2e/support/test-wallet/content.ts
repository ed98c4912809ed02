/**
 * The test wallet: a Wallet Standard wallet in an MV3 extension, with real keys and signatures. It shares no
 * code with the demo wallet of the product.
 */
import { fromBase64 } from '@mysten/sui/utils';
import {
  ReadonlyWalletAccount,
  registerWallet,
  type StandardEventsListeners,
  SUI_CHAINS,
  type Wallet,
} from '@mysten/wallet-standard';
import { personaKeypair } from '#demo/keys.ts';
import { BEHAVIOUR_KEY, type Behaviour, CHANGED_EVENT, TEST_WALLET_NAME } from './behaviour.ts';

const behaviour = (): Behaviour => ({
  accounts: ['ace'],
  ...(JSON.parse(localStorage.getItem(BEHAVIOUR_KEY) ?? '{}') as Partial<Behaviour>),
});

class HarbourWallet implements Wallet {
  readonly version = '1.0.0';
  readonly name = TEST_WALLET_NAME;
  readonly icon =
    'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAxMCAxMCI+PHBhdGggZD0iTTAgMGgxMHYxMEgweiIvPjwvc3ZnPg==';
  readonly chains = SUI_CHAINS;
  #accounts: ReadonlyWalletAccount[] = [];
  #listeners = new Set<StandardEventsListeners['change']>();

  constructor() {
    addEventListener(CHANGED_EVENT, () => {
      this.#open();
      for (const listener of this.#listeners) listener({ accounts: this.accounts });
    });
  }

  get accounts(): Wallet['accounts'] {
    return this.#accounts as Wallet['accounts'];
  }

  #open() {
    this.#accounts = behaviour().accounts.map((name) => {
      const key = personaKeypair(name);
      return new ReadonlyWalletAccount({
        address: key.toSuiAddress(),
        publicKey: key.getPublicKey().toSuiBytes(),
        chains: SUI_CHAINS,
        features: ['sui:signPersonalMessage'],
      });
    });
  }

  #keyOf(address: string) {
    const name = behaviour().accounts.find((one) => personaKeypair(one).toSuiAddress() === address);
    if (name === undefined) throw new Error('no such account');
    return personaKeypair(name);
  }

  get features() {
    const { cannotSignTransactions } = behaviour();
    const signer = (address: string) => {
      if (behaviour().declinesSigning) throw new Error('User rejected the request');
      return this.#keyOf(address);
    };
    const transactions = {
      'sui:signTransaction': {
        version: '2.0.0',
        signTransaction: async (input: {
          transaction: { toJSON(): Promise<string> };
          account: { address: string };
        }) => {
          const bytes = fromBase64(await input.transaction.toJSON());
          return signer(input.account.address).signTransaction(bytes);
        },
      },
    };
    return {
      'standard:connect': {
        version: '1.0.0',
        connect: async () => {
          this.#open();
          return { accounts: this.accounts };
        },
      },
      'standard:disconnect': {
        version: '1.0.0',
        disconnect: async () => {
          this.#accounts = [];
        },
      },
      'standard:events': {
        version: '1.0.0',
        on: (_event: 'change', listener: StandardEventsListeners['change']) => {
          this.#listeners.add(listener);
          return () => this.#listeners.delete(listener);
        },
      },
      'sui:signPersonalMessage': {
        version: '1.1.0',
        signPersonalMessage: async (input: { message: Uint8Array; account: { address: string } }) =>
          signer(input.account.address).signPersonalMessage(input.message),
      },
      ...(cannotSignTransactions ? {} : transactions),
    } as Wallet['features'];
  }
}

setTimeout(() => registerWallet(new HarbourWallet()), behaviour().lateBy ?? 0);
