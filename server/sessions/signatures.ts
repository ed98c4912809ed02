/**
 * Checks signatures of personal messages. zkLogin, alone or in a multisig, depends on keys that only
 * the chain knows, so the chain checks it; all other schemes are checked here.
 */
import { parseSerializedSignature, SIGNATURE_SCHEME_TO_FLAG } from '@mysten/sui/cryptography';
import {
  MultiSigPublicKey,
  type MultiSigStruct,
  parsePartialSignatures,
} from '@mysten/sui/multisig';
import { fromBase64, toBase64 } from '@mysten/sui/utils';
import { isValidPersonalMessageSignature, publicKeyFromRawBytes } from '@mysten/sui/verify';
import { parseZkLoginSignature } from '@mysten/sui/zklogin';
import type { Address } from '#rules/address.ts';
import { Refusal } from '#rules/refusal.ts';
import { isEpochPast } from '#rules/sign-in.ts';
import type { TakeShare } from '#server/http/limits/limits.ts';
import type { Chain } from '#server/sui/chain.ts';

export type SigningChain = Pick<Chain, 'epoch' | 'verifyPersonalMessage'>;

/** A well-formed signature by the wallet's key. */
export interface ParsedSignature {
  /** Whether the keys in it signed the text. Checked here, in up to 50 ms. */
  isOver(text: string): Promise<boolean>;
  /**
   * Whether those are the wallet's keys, for a text that it is over.
   * @throws ChainUnreachableError when only the chain knows that
   */
  isProven(text: string): Promise<boolean>;
}

/**
 * Longest issuer claim of a zkLogin proof, in base64 characters. The SDK decodes it in quadratic time,
 * so a longer one is refused before decoding.
 */
const MAX_ISSUER_LENGTH = 224;

const encoder = new TextEncoder();

/**
 * Checks everything that does not depend on the text.
 * @param takeShare called before the chain is asked
 * @throws Refusal `bad-signature` when it is malformed or by another wallet's key;
 *   `signature-epoch-over` when a zkLogin proof in it has expired
 * @throws ChainUnreachableError when the current epoch is needed and cannot be read
 */
export async function readSignature(
  chain: SigningChain,
  signature: string,
  walletAddress: Address,
  takeShare?: TakeShare,
): Promise<ParsedSignature> {
  const parsed = parse(signature, walletAddress);
  if (parsed === null) throw new Refusal('bad-signature');
  if (parsed.checkedBy === 'server') {
    return {
      isOver: (text) => isSignatureValid(text, signature, walletAddress),
      isProven: async () => true, // by the address, in `parse`
    };
  }
  await takeShare?.();
  // Some nodes check the proof without comparing its last epoch with the current one.
  const epoch = await chain.epoch();
  if (parsed.maxEpochs.some((maxEpoch) => isEpochPast(maxEpoch, epoch))) {
    throw new Refusal('signature-epoch-over');
  }
  return {
    isOver: (text) => isOver(text, signature),
    isProven: (text) => chain.verifyPersonalMessage(encoder.encode(text), signature, walletAddress),
  };
}

type SignatureCheck = { checkedBy: 'server' } | { checkedBy: 'chain'; maxEpochs: bigint[] };

/** Null when it cannot be a signature of this wallet for any text. */
function parse(signature: string, walletAddress: Address): SignatureCheck | null {
  try {
    if (hasOverlongIssuer(fromBase64(signature))) return null;
    const parsed = parseSerializedSignature(signature);
    if (parsed.signatureScheme === 'MultiSig') return readMultisig(parsed.multisig, walletAddress);
    const key = publicKeyFromRawBytes(parsed.signatureScheme, parsed.publicKey);
    if (!key.verifyAddress(walletAddress)) return null;
    return parsed.signatureScheme === 'ZkLogin'
      ? { checkedBy: 'chain', maxEpochs: [BigInt(parsed.zkLogin.maxEpoch)] }
      : { checkedBy: 'server' };
  } catch {
    return null;
  }
}

function hasOverlongIssuer(bytes: Uint8Array): boolean {
  if (bytes[0] !== SIGNATURE_SCHEME_TO_FLAG.ZkLogin) return false;
  const { inputs } = parseZkLoginSignature(bytes.subarray(1));
  return inputs.issBase64Details.value.length > MAX_ISSUER_LENGTH;
}

function readMultisig(
  { sigs, multisig_pk }: MultiSigStruct,
  walletAddress: Address,
): SignatureCheck | null {
  if (multisig_pk.pk_map.some(({ pubKey }) => 'ZkLogin' in pubKey)) {
    const proofs = sigs.flatMap((sig) => ('ZkLogin' in sig ? [Uint8Array.from(sig.ZkLogin)] : []));
    // A member's signature starts with its scheme byte.
    const maxEpochs = proofs.map((it) => BigInt(parseZkLoginSignature(it.subarray(1)).maxEpoch));
    // The chain checks the address: for a legacy zkLogin member the SDK derives another one.
    return { checkedBy: 'chain', maxEpochs };
  }
  const key = new MultiSigPublicKey(multisig_pk);
  return key.verifyAddress(walletAddress) ? { checkedBy: 'server' } : null;
}

/** A zkLogin signature contains one by its passing key; a multisig those of its members. */
async function isOver(text: string, signature: string): Promise<boolean> {
  const message = encoder.encode(text);
  try {
    const parsed = parseSerializedSignature(signature);
    if (parsed.signatureScheme !== 'MultiSig') return await isZkLoginOver(message, signature);
    for (const part of parsePartialSignatures(parsed.multisig)) {
      const isPartOver =
        part.signatureScheme === 'ZkLogin'
          ? await isZkLoginOver(message, toBase64(part.signature))
          : await part.publicKey.verifyPersonalMessage(message, part.signature);
      if (!isPartOver) return false;
    }
    return true;
  } catch {
    return false;
  }
}

function isZkLoginOver(message: Uint8Array, signature: string): Promise<boolean> {
  const { userSignature } = parseZkLoginSignature(fromBase64(signature).subarray(1));
  return isValidPersonalMessageSignature(message, toBase64(Uint8Array.from(userSignature)));
}

async function isSignatureValid(
  text: string,
  signature: string,
  walletAddress: Address,
): Promise<boolean> {
  try {
    return await isValidPersonalMessageSignature(encoder.encode(text), signature, {
      address: walletAddress,
    });
  } catch {
    // Without network access an error means a malformed part, e.g. a multisig bitmap.
    return false;
  }
}
