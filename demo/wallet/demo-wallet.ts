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
import type { Persona } from '../personas.ts';
import { ACCOUNTS } from './accounts.ts';

/** A wallet of the Wallet Standard inside the page. Its signatures are real, its keys are public (demo/keys.ts). */

const DEMO_WALLET_NAME = 'MAINZ Demo Wallet';

/** The chosen persona, and whether the page was allowed to connect; kept by the browser. */
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
  /** The same objects until they change: others compare them by identity. */
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

  /** Changes the persona; a connected page sees an account switch. */
  become(persona: Persona): void {
    if (persona.name === this.persona.name) return;
    this.#memory.setPersona(persona);
    if (this.accounts.length > 0) this.#show([this.#accountOf(persona)]);
  }

  /** A connected page sees its account go. */
  leave(): void {
    if (this.accounts.length > 0) this.#show([]);
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
    this.leave();
  };

  #on: StandardEventsOnMethod = (_event, listener) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #sign = async ({ message, account }: SuiSignPersonalMessageInput) =>
    (await this.#keypairOf(account)).signPersonalMessage(message);

  #signTransaction = async ({ transaction, account }: SuiSignTransactionInput) => {
    const keypair = await this.#keypairOf(account);
    const text = await transaction.toJSON();
    // JSON is a draft: to build it, a wallet would need a node.
    if (text.startsWith('{')) throw new Error('this wallet signs transactions that are built');
    return keypair.signTransaction(bytesOf(text));
  };

  async #keypairOf({ address }: WalletAccount) {
    const { name } = this.persona;
    if (address !== this.accounts[0]?.address) throw new Error('not an account of this wallet');
    const { personaKeypair } = await import('../keys.ts');
    return personaKeypair(name);
  }

  #accountOf({ name, displayName }: Persona): WalletAccount {
    const account = ACCOUNTS[name];
    if (account === undefined) throw new Error(`nobody can be ${name}`);
    return Object.freeze({
      address: account.address,
      publicKey: bytesOf(account.publicKey),
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

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** The demo wallet's icon: a domino mask under a lamp. */
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="8" fill="#f3c24f"/><path d="M20 0 34 40H6Z" fill="#fff7e0"/><path d="M5 16q15-6 30 0 0 12-8 12-5 0-7-5-2 5-7 5-8 0-8-12Z" fill="#171004"/><path d="M10 19q4-2 7 1-4 4-7-1ZM30 19q-4-2-7 1 4 4 7-1Z" fill="#f3c24f"/></svg>`;

const DEMO_WALLET_ICON = `data:image/svg+xml;base64,${btoa(DRAWING)}` as const;
