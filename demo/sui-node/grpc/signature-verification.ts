import { bcs } from '@mysten/sui/bcs';
import type { GrpcTypes } from '@mysten/sui/grpc';
import { toBase64 } from '@mysten/sui/utils';
import type { NodeContext } from '../front.ts';
import { checkSignature, type SignedScope } from '../transactions/signatures.ts';
import { requiredAddress } from './paging.ts';
import { invalidArgument } from './status.ts';

/** sui.rpc.v2.SignatureVerificationService */
export const signatureVerificationMethods = {
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
