import { Displays } from './displays.ts';
import type { ExecutedTransaction } from './executed.ts';
import { digestFromText, idFromText } from './hashes.ts';
import { Layouts } from './layouts.ts';
import { ObjectStore } from './object-store.ts';
import { type LedgerObject, meteredSize, type Owner } from './objects.ts';

/** MIST per byte of an object kept, as Sui charges it. */
const STORAGE_PRICE_PER_BYTE = 7_600n;

export interface CoinMetadata {
  readonly id: string;
  readonly decimals: number;
  readonly name: string;
  readonly symbol: string;
  readonly description: string;
  readonly iconUrl: string | null;
}

/** An object to be written; version, digest and rebate follow from the change it is part of. */
export interface ObjectDraft {
  readonly id: string;
  /** A new shared object is given with initialVersion 0. */
  readonly owner: Owner;
  readonly type: string;
  readonly hasPublicTransfer: boolean;
  readonly contents: Uint8Array;
}

interface Change {
  readonly writes?: readonly ObjectDraft[];
  readonly deletes?: readonly string[];
}

export interface LedgerOptions {
  epoch?: bigint;
}

/** Everything the stand-in node knows, in memory. Its three fronts only render it. */
export class Ledger {
  readonly store = new ObjectStore();
  /** What owners hold in SUI without coin objects (SIP-58), in MIST. */
  readonly addressBalances = new Map<string, bigint>();
  readonly layouts = new Layouts();
  readonly displays = new Displays(this.layouts);
  /** SuiNS names, such as `ace.sui`, and the addresses they lead to. */
  readonly names = new Map<string, string>();
  /** Off on every network but mainnet and testnet. */
  hasNameService = true;
  /** What the node says of every zkLogin proof: it has no verifier of its own. */
  zkLoginProofs: { isValid: boolean; reason?: string } = {
    isValid: false,
    reason: 'Groth16 proof verify failed',
  };
  /** By digest, in the order of execution. */
  readonly transactions = new Map<string, ExecutedTransaction>();
  /** Told of every transaction executed, after it stands; a journal listens here. */
  onExecuted: ((transaction: ExecutedTransaction) => void) | undefined;
  readonly coinMetadata = new Map<string, CoinMetadata>();
  /** Digest of the genesis checkpoint, base58 of 32 bytes. */
  chainIdentifier = digestFromText('the-mainz stand-in chain');
  readonly protocolVersion = 138n;
  /** Milliseconds since 1970; stamps transactions and the start of the epoch. */
  readonly now = Date.now;
  epoch: bigint;
  /** In MIST per gas unit. */
  readonly referenceGasPrice = 1_000n;
  readonly epochStartMs = this.now();
  #changes = 0;
  #checkpoint = 0n;
  #created = 0;

  constructor({ epoch = 1_024n }: LedgerOptions = {}) {
    this.epoch = epoch;
  }

  /** The newest one: every change is a checkpoint of its own. */
  get checkpoint(): bigint {
    return this.#checkpoint;
  }

  /** The address behind a SuiNS name; `@ace` and `ace.sui` are the same name. */
  addressOf(name: string): string | undefined {
    return this.names.get(name.replace(/^@(.+)/, '$1.sui'));
  }

  /** The live object; throws when there is none, so that a set-up with a wrong id fails at once. */
  object(id: string): LedgerObject {
    const object = this.store.get(id);
    if (object === undefined) throw new Error(`no object ${id}`);
    return object;
  }

  /** An id for the next object made from code; the nth call gives the same id in every run. */
  nextId(): string {
    this.#created += 1;
    return idFromText(`the-mainz object ${this.#created}`);
  }

  /**
   * Writes and deletes objects as one step. All written objects get the same version, one above the
   * highest of those touched, as on Sui. `by` names the transaction; without it the change comes from code.
   */
  commit(change: Change, by?: { digest: string; version: bigint }): LedgerObject[] {
    const { writes = [], deletes = [] } = change;
    this.#checkpoint += 1n;
    const version = by?.version ?? this.versionAfter([...writes.map(({ id }) => id), ...deletes]);
    if (by === undefined) this.#changes += 1;
    const digest = by?.digest ?? digestFromText(`the-mainz change ${this.#changes}`);
    for (const id of deletes) this.store.delete(id);
    return writes.map((draft) => {
      const object = finishDraft(draft, version, digest);
      this.store.put(object);
      return object;
    });
  }

  /** One above the highest version of the objects named; 1 when all of them are new. */
  versionAfter(ids: readonly string[]): bigint {
    let highest = 0n;
    for (const id of ids) {
      const version = this.store.get(id)?.version ?? 0n;
      if (version > highest) highest = version;
    }
    return highest + 1n;
  }
}

/** The object a draft becomes in a change of this version and digest. */
export function finishDraft(draft: ObjectDraft, version: bigint, digest: string): LedgerObject {
  const isNewlyShared = draft.owner.kind === 'shared' && draft.owner.initialVersion === 0n;
  return {
    id: draft.id,
    version,
    owner: isNewlyShared ? { kind: 'shared', initialVersion: version } : draft.owner,
    type: draft.type,
    hasPublicTransfer: draft.hasPublicTransfer,
    contents: draft.contents,
    previousTransaction: digest,
    storageRebate: BigInt(meteredSize(draft.type, draft.contents)) * STORAGE_PRICE_PER_BYTE,
  };
}
