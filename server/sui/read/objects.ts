/** Objects and coins. */
import { ObjectError, type SuiClientTypes } from '@mysten/sui/client';
import { normalizeStructTag } from '@mysten/sui/utils';
import type { Address } from '#rules/address.ts';
import { inParallel } from '#server/jobs/in-parallel.ts';
import type { Calls, Deadline } from '#server/sui/calls/calls.ts';
import { answeredAmount, answeredId } from '#server/sui/calls/checks.ts';
import { MalformedAnswerError } from '#server/sui/calls/failures.ts';
import { chunksOf, fewerAfter, readPages } from '#server/sui/calls/pages.ts';
import type { ChainObject, Coin } from '#server/sui/chain.ts';
import type { SuiAccess } from '#server/sui/transports/access.ts';

/** Most requests of one job at the same time. */
export const REQUESTS_AT_ONCE = 4;

export interface Connection {
  readonly access: SuiAccess;
  readonly calls: Calls;
}

type Include = SuiClientTypes.ObjectInclude;

/** Objects by id in the order asked, null for one that does not exist (any more). */
export async function readObjects<const I extends Include>(
  { access, calls }: Connection,
  ids: readonly Address[],
  include: I,
  deadline: Deadline,
): Promise<(SuiClientTypes.Object<I> | null)[]> {
  type Read = (SuiClientTypes.Object<I> | null)[];
  const ask = (batch: readonly Address[]) => async (): Promise<Read> => {
    const { objects } = await access.core.getObjects({ objectIds: [...batch], include });
    if (objects.length !== batch.length) throw new MalformedAnswerError('objects are missing');
    return objects.map((object, index) => existing(object, batch[index] as Address));
  };
  async function read(batch: readonly Address[]): Promise<Read> {
    try {
      return await calls.call('objects', ask(batch), { deadline });
    } catch (error) {
      const parts = chunksOf(batch, fewerAfter(error, batch.length));
      return (await inParallel(parts, 1, read)).flat();
    }
  }
  const batches = await inParallel(chunksOf(ids, access.objectBatch), REQUESTS_AT_ONCE, read);
  return batches.flat();
}

function existing<I extends Include>(
  object: SuiClientTypes.Object<I> | Error,
  id: Address,
): SuiClientTypes.Object<I> | null {
  if (object instanceof ObjectError && object.reason !== 'unknown') return null;
  if (object instanceof Error) throw object;
  if (answeredId(object.objectId) !== id)
    throw new MalformedAnswerError('another object was asked for');
  return object;
}

export function chainObject(object: SuiClientTypes.Object): ChainObject {
  return {
    id: answeredId(object.objectId),
    version: answeredAmount(object.version),
    owner: owningAddress(object.owner),
  };
}

/**
 * Throws when an object of a wallet's list is of another wallet or type. Leaving such an object out
 * would turn the node's mistake into "no cards".
 * @param asked its type is canonical
 */
export function requireAsked(
  object: Pick<SuiClientTypes.Object, 'owner' | 'type'>,
  asked: { readonly owner: Address; readonly type: string },
): void {
  if (owningAddress(object.owner) !== asked.owner) {
    throw new MalformedAnswerError("another wallet's object was listed");
  }
  if (normalizeStructTag(object.type) !== asked.type) {
    throw new MalformedAnswerError('an object of another type was listed');
  }
}

export function owningAddress(owner: SuiClientTypes.ObjectOwner): Address | null {
  if (owner.$kind === 'AddressOwner') return answeredId(owner.AddressOwner);
  if (owner.$kind === 'ConsensusAddressOwner') return answeredId(owner.ConsensusAddressOwner.owner);
  return null;
}

/** The object that another one belongs to. */
export function parentOf({ owner }: SuiClientTypes.Object): Address | null {
  return owner.$kind === 'ObjectOwner' ? answeredId(owner.ObjectOwner) : null;
}

/** All coins of one type, each once, by id. */
export async function readCoins(
  { access, calls }: Connection,
  owner: Address,
  coinType: string,
  deadline: Deadline,
): Promise<Coin[]> {
  const coins = new Map<Address, Coin>();
  await readPages(
    (cursor) =>
      calls.call(
        'coins',
        async () => {
          const limit = access.pageSize;
          const page = await access.core.listCoins({ owner, coinType, cursor, limit });
          const items = page.objects.map(({ objectId, balance }) => {
            return { id: answeredId(objectId), balance: answeredAmount(balance) };
          });
          return { ...page, items };
        },
        { deadline },
      ),
    (coin) => coins.set(coin.id, coin),
  );
  return [...coins.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}
