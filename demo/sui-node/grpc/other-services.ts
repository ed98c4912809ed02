import { bcs } from '@mysten/sui/bcs';
import { GrpcTypes } from '@mysten/sui/grpc';
import { toBase64 } from '@mysten/sui/utils';
import type { NodeContext } from '../front.ts';
import { findMoveFunction, type MoveParameter } from '../transactions/move-calls.ts';
import { checkSignature, type SignedScope } from '../transactions/signatures.ts';
import { requiredAddress } from './paging.ts';
import { invalidArgument, notFound } from './status.ts';

/** sui.rpc.v2.NameService. A name or address without a record is NOT_FOUND, never an empty answer. */
export const nameService = {
  LookupName({ ledger }: NodeContext, request: GrpcTypes.LookupNameRequest) {
    if (request.name === undefined) throw invalidArgument('name', 'missing');
    const targetAddress = ledger.names.addressOf(request.name);
    if (targetAddress === undefined) throw notFound(`Name ${request.name}`);
    return { record: { name: request.name, targetAddress, data: {} } };
  },
  ReverseLookupName({ ledger }: NodeContext, request: GrpcTypes.ReverseLookupNameRequest) {
    const targetAddress = requiredAddress('address', request.address);
    const name = ledger.names.nameOf(targetAddress);
    if (name === undefined) throw notFound(`Name of ${targetAddress}`);
    return { record: { name, targetAddress, data: {} } };
  },
};

/** sui.rpc.v2.SignatureVerificationService */
export const signatureVerificationService = {
  async VerifySignature({ ledger }: NodeContext, request: GrpcTypes.VerifySignatureRequest) {
    const signature = request.signature?.bcs?.value;
    if (signature === undefined) throw invalidArgument('signature', 'missing');
    const { name = '', value } = request.message ?? {};
    if (value === undefined) throw invalidArgument('message', 'missing');
    const scope = readScope(name);
    const message = scope === 'PersonalMessage' ? readByteVector(value) : value;
    const address =
      request.address === undefined ? undefined : requiredAddress('address', request.address);
    const { isValid, reason } = await checkSignature(
      ledger,
      scope,
      message,
      toBase64(signature),
      address,
    );
    return isValid ? { isValid } : { isValid, ...(reason !== undefined && { reason }) };
  },
};

function readScope(name: string): SignedScope {
  if (name === 'TransactionData' || name === 'PersonalMessage') return name;
  throw invalidArgument('message', 'invalid message');
}

/** A personal message travels as a BCS vector<u8>. */
function readByteVector(value: Uint8Array): Uint8Array {
  try {
    return bcs.byteVector().parse(value);
  } catch {
    throw invalidArgument('message', 'invalid message');
  }
}

/** sui.rpc.v2.MovePackageService, for the functions this node can run. */
export const movePackageService = {
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
