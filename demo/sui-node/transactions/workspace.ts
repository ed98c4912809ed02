import { createdObjectId } from '../ledger/hashes.ts';
import type { Ledger, ObjectDraft } from '../ledger/ledger.ts';
import type { LedgerObject } from '../ledger/objects.ts';
import { ExecutionError } from './failures.ts';

/** What a running program sees and changes; nothing reaches the ledger before the program has ended well. */
export class Workspace {
  readonly ledger: Ledger;
  readonly digest: string;
  readonly #inputs: ReadonlyMap<string, LedgerObject>;
  readonly #written = new Map<string, ObjectDraft>();
  readonly #deleted = new Set<string>();
  #created = 0;

  /** `inputs` may hold a coin that is not on the ledger: the mock one of a simulation. */
  constructor(ledger: Ledger, digest: string, inputs: ReadonlyMap<string, LedgerObject>) {
    this.ledger = ledger;
    this.digest = digest;
    this.#inputs = inputs;
  }

  before(id: string): LedgerObject | undefined {
    return this.#inputs.get(id) ?? this.ledger.store.get(id);
  }

  find(id: string): ObjectDraft | undefined {
    return this.#deleted.has(id) ? undefined : (this.#written.get(id) ?? this.before(id));
  }

  get(id: string): ObjectDraft {
    const object = this.find(id);
    if (object === undefined) throw new ExecutionError({ InvariantViolation: true });
    return object;
  }

  write(...drafts: ObjectDraft[]): void {
    for (const draft of drafts) {
      this.#written.set(draft.id, draft);
      this.#deleted.delete(draft.id);
    }
  }

  delete(id: string): void {
    this.#written.delete(id);
    // What this very program created leaves no trace.
    if (this.before(id) !== undefined) this.#deleted.add(id);
  }

  newId(): string {
    const id = createdObjectId(this.digest, this.#created);
    this.#created += 1;
    return id;
  }

  /** Forgets all that was done, for a program that failed. */
  undo(): void {
    this.#written.clear();
    this.#deleted.clear();
  }

  get written(): ObjectDraft[] {
    return [...this.#written.values()];
  }

  get deleted(): string[] {
    return [...this.#deleted];
  }
}
