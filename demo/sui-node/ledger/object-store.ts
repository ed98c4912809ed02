import { coinBalance, type LedgerObject } from './objects.ts';

/** Where a listing goes on: the key of the next entry, so that a key that has gone is skipped over. */
export interface ListKey {
  readonly type: string;
  /** Coins are listed richest first; 0 for everything else. */
  readonly balance: bigint;
  readonly id: string;
}

type Bucket = { ids: Set<string>; sorted: LedgerObject[] | undefined };

/** The live objects, found by id, by owning address, and by parent object. */
export class ObjectStore {
  readonly #live = new Map<string, LedgerObject>();
  /** owner -> type -> objects */
  readonly #owned = new Map<string, Map<string, Bucket>>();
  /** parent -> field ids */
  readonly #children = new Map<string, Bucket>();

  get(id: string): LedgerObject | undefined {
    return this.#live.get(id);
  }

  put(object: LedgerObject): void {
    const old = this.#live.get(object.id);
    if (old !== undefined) this.#unlink(old);
    this.#live.set(object.id, object);
    const bucket = this.#bucketOf(object, true);
    bucket?.ids.add(object.id);
    if (bucket !== undefined) bucket.sorted = undefined;
  }

  delete(id: string): void {
    const old = this.#live.get(id);
    if (old !== undefined) this.#unlink(old);
    this.#live.delete(id);
  }

  /** Objects an address owns: types in order, coins richest first, then ids in order; from a key on. */
  *listOwned(
    owner: string,
    accepts: (type: string) => boolean = () => true,
    from?: ListKey,
  ): Generator<LedgerObject> {
    const types = this.#owned.get(owner);
    if (types === undefined) return;
    for (const type of [...types.keys()].sort()) {
      if ((from !== undefined && type < from.type) || !accepts(type)) continue;
      const objects = this.#sorted(types.get(type));
      const start = from?.type === type ? firstAtOrAfter(objects, from) : 0;
      for (let at = start; at < objects.length; at++) yield objects[at] as LedgerObject;
    }
  }

  /** The dynamic field objects of a parent in the order of their ids; from an id on. */
  *listChildren(parent: string, fromId: string | undefined): Generator<LedgerObject> {
    const objects = this.#sorted(this.#children.get(parent));
    const from = fromId === undefined ? undefined : { type: '', balance: 0n, id: fromId };
    for (let at = from ? firstAtOrAfter(objects, from) : 0; at < objects.length; at++) {
      yield objects[at] as LedgerObject;
    }
  }

  #sorted(bucket: Bucket | undefined): LedgerObject[] {
    if (bucket === undefined) return [];
    bucket.sorted ??= inOrder([...bucket.ids].map((id) => this.#live.get(id) as LedgerObject));
    return bucket.sorted;
  }

  #unlink(object: LedgerObject): void {
    const bucket = this.#bucketOf(object, false);
    bucket?.ids.delete(object.id);
    if (bucket !== undefined) bucket.sorted = undefined;
  }

  #bucketOf(object: LedgerObject, create: boolean): Bucket | undefined {
    const { owner } = object;
    if (owner.kind === 'object') return bucketIn(this.#children, owner.id, create);
    if (owner.kind === 'shared') return undefined;
    let types = this.#owned.get(owner.address);
    if (types === undefined && create) {
      types = new Map();
      this.#owned.set(owner.address, types);
    }
    return types && bucketIn(types, object.type, create);
  }
}

export function listKey(object: LedgerObject): ListKey {
  return { type: object.type, balance: coinBalance(object) ?? 0n, id: object.id };
}

function bucketIn(buckets: Map<string, Bucket>, key: string, create: boolean): Bucket | undefined {
  let bucket = buckets.get(key);
  if (bucket === undefined && create) {
    bucket = { ids: new Set(), sorted: undefined };
    buckets.set(key, bucket);
  }
  return bucket;
}

/** Objects of one type: coins by balance, all others, which are by far the most, by id alone. */
function inOrder(objects: LedgerObject[]): LedgerObject[] {
  const [first] = objects;
  if (first !== undefined && coinBalance(first) !== undefined) {
    return objects.sort((a, b) => compare(a, listKey(b)));
  }
  return objects.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function compare(object: LedgerObject, key: ListKey): number {
  const balance = coinBalance(object) ?? 0n;
  if (balance !== key.balance) return balance > key.balance ? -1 : 1;
  return object.id < key.id ? -1 : object.id > key.id ? 1 : 0;
}

function firstAtOrAfter(objects: LedgerObject[], key: ListKey): number {
  let low = 0;
  let high = objects.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(objects[middle] as LedgerObject, key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
