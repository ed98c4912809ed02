import { GrpcTypes } from '@mysten/sui/grpc';
import type { NodeContext } from '../front.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { canonicalType } from '../ledger/move-types.ts';
import type { ServiceHandlers } from './front.ts';
import { GRPC_CODE, GrpcStatusError, notFound } from './status.ts';

const { Ability, DatatypeDescriptor_DatatypeKind: Kind } = GrpcTypes;
const ABILITIES = {
  copy: Ability.COPY,
  drop: Ability.DROP,
  store: Ability.STORE,
  key: Ability.KEY,
};

/** A package that is there, without the struct, is no NOT_FOUND. */
function noStruct(ledger: Ledger, packageId: string, module: string, name: string): Error {
  const origins = ledger.layouts.originsOf(packageId);
  if (origins.length === 0) return notFound('Package');
  const hasModule = origins.some((one) => one.module === module);
  const words = hasModule
    ? `Datatype '${name}' not found`
    : `Module not found: ${packageId}::${module}`;
  return new GrpcStatusError(GRPC_CODE.INTERNAL, words);
}

export const movePackageMethods = {
  GetDatatype({ ledger }: NodeContext, request: GrpcTypes.GetDatatypeRequest): object {
    const { packageId = '', moduleName = '', name = '' } = request;
    const declared = ledger.layouts.declared(canonicalType(`${packageId}::${moduleName}::${name}`));
    if (declared === undefined) throw noStruct(ledger, packageId, moduleName, name);
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
