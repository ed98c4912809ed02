import { toBase64 } from '@mysten/sui/utils';
import type { Json } from '../ledger/layouts.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type LedgerObject, type Owner, objectDigest } from '../ledger/objects.ts';

/** The `show...` flags of a request. */
export type ObjectOptions = Readonly<Record<string, boolean | undefined>>;

/** JSON-RPC writes addresses inside types without leading zeros: clients must normalise them. */
export function shortType(type: string): string {
  return type.replace(/0x0+(?=[0-9a-f])/g, '0x');
}

function ownerJson(owner: Owner): Json {
  switch (owner.kind) {
    case 'address':
      return { AddressOwner: owner.address };
    case 'object':
      return { ObjectOwner: owner.id };
    case 'shared':
      return { Shared: { initial_shared_version: Number(owner.initialVersion) } };
    case 'party': {
      const start_version = Number(owner.startVersion);
      return { ConsensusAddressOwner: { owner: owner.address, start_version } };
    }
  }
}

export function objectJson(ledger: Ledger, object: LedgerObject, options: ObjectOptions): Json {
  const { id, version, type, contents, hasPublicTransfer } = object;
  const display = options.showDisplay ? ledger.displays.of(object) : null;
  return {
    objectId: id,
    version: version.toString(),
    digest: objectDigest(object),
    ...(options.showType && { type: shortType(type) }),
    ...(options.showOwner && { owner: ownerJson(object.owner) }),
    ...(options.showDisplay && { display: { data: display?.output ?? null, error: null } }),
    ...(options.showContent && {
      content: {
        dataType: 'moveObject',
        type: shortType(type),
        hasPublicTransfer,
        fields: ledger.layouts.toJson(type, contents) ?? {},
      },
    }),
    ...(options.showBcs && {
      bcs: {
        dataType: 'moveObject',
        type: shortType(type),
        hasPublicTransfer,
        version: Number(version),
        bcsBytes: toBase64(contents),
      },
    }),
  };
}

/** An object or the reason why there is none. */
export function objectResponse(ledger: Ledger, id: string, options: ObjectOptions): Json {
  const object = ledger.store.get(id);
  if (object !== undefined) return { data: objectJson(ledger, object, options) };
  return { error: { code: 'notExists', object_id: id } };
}
