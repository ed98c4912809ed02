import { GrpcTypes } from '@mysten/sui/grpc';
import type { NodeContext } from '../front.ts';
import { canonicalType } from '../ledger/move-types.ts';
import type { ServiceHandlers } from './front.ts';
import { notFound } from './status.ts';

const { Ability, DatatypeDescriptor_DatatypeKind: Kind } = GrpcTypes;
const ABILITIES = {
  copy: Ability.COPY,
  drop: Ability.DROP,
  store: Ability.STORE,
  key: Ability.KEY,
};

export const movePackageMethods = {
  GetDatatype({ ledger }: NodeContext, request: GrpcTypes.GetDatatypeRequest): object {
    const { packageId, moduleName, name } = request;
    const declared = ledger.layouts.declared(canonicalType(`${packageId}::${moduleName}::${name}`));
    if (declared === undefined) throw notFound(`datatype ${name}`);
    const datatype = {
      name,
      kind: Kind.STRUCT,
      abilities: declared.abilities.map((one) => ABILITIES[one]),
      fields: Object.keys(declared.fields).map((field, position) => ({ name: field, position })),
      typeParameters: Array.from({ length: declared.typeParameters }, () => ({
        constraints: [],
        isPhantom: false,
      })),
      definingId: declared.definedIn,
      variants: [],
    };
    return { datatype };
  },
} satisfies ServiceHandlers;
