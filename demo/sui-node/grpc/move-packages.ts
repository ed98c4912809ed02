import { GrpcTypes } from '@mysten/sui/grpc';
import type { NodeContext } from '../front.ts';
import { findMoveFunction } from '../transactions/move-calls.ts';
import type { MoveParameter } from '../transactions/move-function.ts';
import { requiredAddress } from './paging.ts';
import { notFound } from './status.ts';

/** sui.rpc.v2.MovePackageService, for the functions this node can run. */
export const movePackageMethods = {
  GetFunction(_: NodeContext, request: GrpcTypes.GetFunctionRequest) {
    const packageId = requiredAddress('package_id', request.packageId);
    const { moduleName = '', name = '' } = request;
    const fn = findMoveFunction(packageId, moduleName, name);
    if (fn === undefined) throw notFound(`Function ${packageId}::${moduleName}::${name}`);
    return {
      function: {
        name,
        visibility: GrpcTypes.FunctionDescriptor_Visibility.PUBLIC,
        isEntry: false,
        typeParameters: fn.typeParameters.map((abilities) => ({
          constraints: abilities.map((ability) => ABILITIES[ability]),
        })),
        parameters: fn.parameters.map(signatureMessage),
        returns: fn.returns.map(signatureMessage),
      },
    };
  },
};

const { Ability } = GrpcTypes;
const ABILITIES = {
  copy: Ability.COPY,
  drop: Ability.DROP,
  store: Ability.STORE,
  key: Ability.KEY,
} as const;

function signatureMessage({ reference, type }: MoveParameter): GrpcTypes.OpenSignature {
  const References = GrpcTypes.OpenSignature_Reference;
  const body = bodyMessage(type);
  if (reference === undefined) return { body };
  const isMutable = reference === 'mutable';
  return { reference: isMutable ? References.MUTABLE : References.IMMUTABLE, body };
}

function bodyMessage(type: string): GrpcTypes.OpenSignatureBody {
  const Types = GrpcTypes.OpenSignatureBody_Type;
  const base = { typeParameterInstantiation: [] };
  if (type.startsWith('$')) {
    return { ...base, type: Types.TYPE_PARAMETER, typeParameter: Number(type.slice(1)) };
  }
  if (type.includes('::')) return { ...base, type: Types.DATATYPE, typeName: type };
  return { ...base, type: Types[type.toUpperCase() as 'U64'] };
}
