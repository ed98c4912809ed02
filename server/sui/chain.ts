/**
 * The chain as the product sees it, whatever the transport.
 * Amounts are in the smallest unit of their coin, as bigint. Every call has a time-out, and every
 * failure to reach or understand the chain is a `ChainUnreachableError`: never an empty list, never a zero.
 */
import type { Address } from '#rules/address.ts';
import type { CardPlace } from '#rules/cards.ts';

/** A card of the collection that a wallet holds, directly or through a kiosk it owns (H1). */
export interface HeldCard {
  readonly id: Address;
  /** Normalised Move type. */
  readonly type: string;
  readonly name: string;
  readonly description: string | null;
  readonly imageUrl: string | null;
  readonly place: CardPlace;
  readonly kioskId: Address | null;
  readonly isListed: boolean;
  readonly isLocked: boolean;
}

export interface ChainObject {
  readonly id: Address;
  readonly version: bigint;
  /** Owning address; null when shared, immutable or owned by another object. */
  readonly owner: Address | null;
}

export interface Coin {
  readonly id: Address;
  readonly balance: bigint;
}

/** A struct as its module declares it. */
export interface MoveStruct {
  /** In lower case: `key`, `store`, `copy`, `drop`. */
  readonly abilities: readonly string[];
  /** Names, in order. */
  readonly fields: readonly string[];
  /** How many type arguments it takes. */
  readonly typeParameters: number;
  /**
   * The package that declared it first, which its objects' type names: an upgrade has an id of its own. Null over
   * JSON-RPC.
   */
  readonly definedIn: Address | null;
}

/** How amounts of a coin are written. */
export interface CoinInfo {
  /** An amount of 10^decimals is one coin. */
  readonly decimals: number;
  readonly symbol: string;
}

/** What a transaction would do, or did. */
export interface TransactionEffects {
  readonly digest: string;
  readonly succeeded: boolean;
  /** The chain's reason when it did not succeed. */
  readonly failure: string | null;
  /** Computation + storage - rebate, in MIST. */
  readonly gasUsed: bigint;
  /** Of every object that it changed; null where the node does not tell. */
  readonly version: bigint | null;
}

/** Largest budget a dry run may use, in MIST. */
export const DRY_RUN_BUDGET = 50_000_000_000n;
/** Object lookups go out in batches of this many. */
export const OBJECT_BATCH = 50;
/** How long we wait for a transaction, and how often we look it up. */
export const WAIT_TIMEOUT_MS = 60_000;
export const WAIT_POLL_MS = 2_000;

/** The chain could not be reached, took too long, refused to serve, or gave a broken answer. */
export class ChainUnreachableError extends Error {
  override name = 'ChainUnreachableError';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/**
 * Digest of the first checkpoint of each network, by which a node shows which one it is of. Devnet and private networks
 * begin anew now and then.
 */
export const GENESIS: Readonly<Record<string, string>> = {
  mainnet: '4btiuiMPvEENsttpZC7CZ53DruC3MAgfznDbASZ7DR6S',
  testnet: '69WiPg3DAQiwdxfncX6wYQ2siKwAe6L9BZthQea3JNMD',
};

/** The wallet has more kiosks than one reading may open; the next reading goes on from there. */
export class UnfinishedReadingError extends ChainUnreachableError {
  override name = 'UnfinishedReadingError';
}

/** The node is of another network than the settings name; what it says of cards is about that one. */
export class WrongNetworkError extends ChainUnreachableError {
  override name = 'WrongNetworkError';
}

/** Our own question was malformed: a bad address, object id or digest, or a repeated id. */
export class ChainInputError extends Error {
  override name = 'ChainInputError';
}

/**
 * The chain understood a transaction and refuses it: a signature of the wrong key, an object that has
 * changed since, too little SUI for the fee. The same transaction will always be refused.
 */
export class TransactionRefusedError extends Error {
  override name = 'TransactionRefusedError';
  /** What is missing, if known: the card is not there, or the wallet's SUI does not cover the fee. */
  readonly lacks: 'card' | 'fee' | null;

  constructor(message: string, cause?: unknown, lacks: 'card' | 'fee' | null = null) {
    super(message, { cause });
    this.lacks = lacks;
  }
}

/** Throws ChainInputError on malformed input and ChainUnreachableError on every failure, whatever the method. */
export interface Chain {
  /**
   * Every card the wallet holds, each once, by id. Never a part of them: it throws instead.
   * @param before cards it held by the last reading: one that no list contains is looked up before it counts as gone
   */
  heldCards(owner: Address, before?: readonly Address[]): Promise<HeldCard[]>;
  /** Objects in the order of the ids; null for one that does not exist. Any number. */
  objects(ids: readonly Address[]): Promise<(ChainObject | null)[]>;
  /** What a type is declared as, whatever its type arguments, by this package or a version before its upgrades; null when its package declares no such struct. */
  struct(type: string): Promise<MoveStruct | null>;
  coins(owner: Address, coinType: string): Promise<Coin[]>;
  /** In coins and in the address balance together. */
  balance(owner: Address, coinType: string): Promise<bigint>;
  /** Null when the chain knows nothing about such a coin. */
  coinInfo(coinType: string): Promise<CoinInfo | null>;
  /** In MIST. */
  referenceGasPrice(): Promise<bigint>;
  epoch(): Promise<bigint>;
  /** Number of the newest checkpoint that the node knows. */
  checkpoint(): Promise<bigint>;
  /** When the newest checkpoint that the node knows was made, in whole seconds at least; null when it does not tell. */
  checkpointTime(): Promise<Date | null>;
  /** The address behind a SuiNS name, or null. */
  resolveName(name: string): Promise<Address | null>;
  /**
   * The BCS of a transaction, ready to be signed, that gives a card lying in `owner`'s wallet to
   * `recipient`. Its budget comes from a dry run; `owner`'s SUI pays, from the address balance if that
   * covers the budget, else in coins. TransactionRefusedError when the card does not lie there, cannot be
   * given away, or neither covers the fee (with JSON-RPC that may show at the dry run only).
   */
  buildCardTransfer(owner: Address, recipient: Address, cardId: Address): Promise<Uint8Array>;
  /**
   * Try a transaction without signing it; `transaction` is its BCS, its budget `DRY_RUN_BUDGET` at most.
   * Without gas coins in it the sender's address balance pays; JSON-RPC nodes lend a coin instead, which
   * makes the fee a little higher than it will be. TransactionRefusedError when it could not even be tried.
   */
  dryRun(transaction: Uint8Array): Promise<TransactionEffects>;
  /**
   * Sends a signed transaction. Sending the same one again is harmless: it runs once.
   * TransactionRefusedError when the chain refuses it. After a ChainUnreachableError it may still have run:
   * `waitFor` its digest before building another.
   */
  execute(transaction: Uint8Array, signatures: readonly string[]): Promise<TransactionEffects>;
  /** Until the transaction can be read back, at most `WAIT_TIMEOUT_MS`; then ChainUnreachableError. */
  waitFor(digest: string): Promise<TransactionEffects>;
  /**
   * Whether the signature over this personal message is by this address, checked by the node.
   * Needed for zkLogin; any scheme works.
   */
  verifyPersonalMessage(message: Uint8Array, signature: string, address: Address): Promise<boolean>;
  /** Cheap liveness for readiness probes; throws ChainUnreachableError. */
  ping(): Promise<void>;
  /** Aborts all calls; every later call throws ChainUnreachableError. */
  close(): Promise<void>;
}
