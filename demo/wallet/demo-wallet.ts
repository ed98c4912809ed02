/**
 * A wallet of the Wallet Standard that lives in the page: the same registration, features and events
 * as an extension's, and real Ed25519 signatures, with keys anybody can derive (demo/keys.ts).
 */

import { fromBase64 } from '@mysten/sui/utils';
import type {
  IdentifierString,
  StandardConnectInput,
  StandardEventsListeners,
  StandardEventsOnMethod,
  SuiSignPersonalMessageInput,
  SuiSignTransactionInput,
  Wallet,
  WalletAccount,
} from '@mysten/wallet-standard';
import { personaKeypair } from '../keys.ts';
import type { Persona } from '../personas.ts';
import { DEMO_WALLET_ICON } from './icon.ts';

export const DEMO_WALLET_NAME = 'MAINZ Demo Wallet';

/** Who the wallet is, and whether the page was let in before; kept by the browser between loads. */
export interface DemoWalletMemory {
  persona(): Persona;
  setPersona(persona: Persona): void;
  isAllowed(): boolean;
  setAllowed(isAllowed: boolean): void;
}

type ChangeListener = StandardEventsListeners['change'];

export class DemoWallet implements Wallet {
  readonly version = '1.0.0';
  readonly name = DEMO_WALLET_NAME;
  readonly icon = DEMO_WALLET_ICON;
  readonly chains: readonly IdentifierString[];
  readonly features: Wallet['features'];
  /** The same array and account until they change: others use their identity as a key. */
  accounts: readonly WalletAccount[] = [];
  readonly #memory: DemoWalletMemory;
  readonly #listeners = new Set<ChangeListener>();

  constructor(network: string, memory: DemoWalletMemory) {
    this.chains = [`sui:${network}`];
    this.#memory = memory;
    this.features = {
      'standard:connect': { version: '1.0.0', connect: this.#connect },
      'standard:disconnect': { version: '1.0.0', disconnect: this.#disconnect },
      'standard:events': { version: '1.0.0', on: this.#on },
      'sui:signPersonalMessage': { version: '1.1.0', signPersonalMessage: this.#sign },
      'sui:signTransaction': { version: '2.0.0', signTransaction: this.#signTransaction },
    };
  }

  get persona(): Persona {
    return this.#memory.persona();
  }

  /** Becomes somebody else; a connected page hears of it as of an account switch. */
  become(persona: Persona): void {
    if (persona.name === this.persona.name) return;
    this.#memory.setPersona(persona);
    if (this.accounts.length > 0) this.#show([this.#accountOf(persona)]);
  }

  #connect = async ({ silent = false }: StandardConnectInput = {}) => {
    if (!silent) this.#memory.setAllowed(true);
    if (this.#memory.isAllowed() && this.accounts.length === 0) {
      this.#show([this.#accountOf(this.persona)]);
    }
    return { accounts: this.accounts };
  };

  #disconnect = async () => {
    this.#memory.setAllowed(false);
    if (this.accounts.length > 0) this.#show([]);
  };

  #on: StandardEventsOnMethod = (_event, listener) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #sign = async ({ message, account }: SuiSignPersonalMessageInput) =>
    this.#keypairOf(account).signPersonalMessage(message);

  #signTransaction = async ({ transaction, account }: SuiSignTransactionInput) => {
    const keypair = this.#keypairOf(account);
    const text = await transaction.toJSON();
    // The other form, a draft in JSON, still has to be built, and for that a wallet asks a node.
    if (text.startsWith('{')) throw new Error('this wallet signs transactions that are built');
    return keypair.signTransaction(fromBase64(text));
  };

  #keypairOf({ address }: WalletAccount) {
    if (address !== this.accounts[0]?.address) throw new Error('not an account of this wallet');
    return personaKeypair(this.persona.name);
  }

  #accountOf({ name, displayName }: Persona): WalletAccount {
    const keypair = personaKeypair(name);
    return Object.freeze({
      address: keypair.toSuiAddress(),
      publicKey: keypair.getPublicKey().toRawBytes(),
      chains: this.chains,
      features: ['sui:signPersonalMessage', 'sui:signTransaction'] as const,
      label: displayName,
    });
  }

  #show(accounts: readonly WalletAccount[]): void {
    this.accounts = Object.freeze(accounts);
    for (const listener of [...this.#listeners]) listener({ accounts });
  }
}
