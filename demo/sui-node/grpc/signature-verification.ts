import { bcs } from '@mysten/sui/bcs';
import type { GrpcTypes } from '@mysten/sui/grpc';
import { toBase64 } from '@mysten/sui/utils';
import type { NodeContext } from '../front.ts';
import { checkSignature } from '../transactions/signatures.ts';
import { requiredAddress } from './paging.ts';
import { invalidArgument } from './status.ts';

/** sui.rpc.v2.SignatureVerificationService */
export const signatureVerificationMethods = {
  async VerifySignature({ ledger }: NodeContext, request: GrpcTypes.VerifySignatureRequest) {
    const signature = request.signature?.bcs?.value;
    if (signature === undefined) throw invalidArgument('signature', 'missing');
    const { name = '', value } = request.message ?? {};
    if (value === undefined) throw invalidArgument('message', 'missing');
    if (name !== 'PersonalMessage') throw invalidArgument('message', 'only personal messages');
    const { isValid, reason } = await checkSignature(
      ledger,
      'PersonalMessage',
      readByteVector(value),
      toBase64(signature),
      requiredAddress('address', request.address),
    );
    return isValid ? { isValid } : { isValid, ...(reason !== undefined && { reason }) };
  },
};

/** A personal message travels as a BCS vector<u8>. */
function readByteVector(value: Uint8Array): Uint8Array {
  try {
    return bcs.byteVector().parse(value);
  } catch {
    throw invalidArgument('message', 'invalid message');
  }
}
