/**
 * Checks signatures. Five schemes are checked here, in a few milliseconds; zkLogin, alone or in a
 * multisig, depends on keys that only the chain knows, so the chain checks it.
 */
import { parseSerializedSignature, SIGNATURE_SCHEME_TO_FLAG } from '@mysten/sui/cryptography';
import { MultiSigPublicKey, type MultiSigStruct } from '@mysten/sui/multisig';
import { fromBase64 } from '@mysten/sui/utils';
import { isValidPersonalMessageSignature, publicKeyFromRawBytes } from '@mysten/sui/verify';
import { parseZkLoginSignature } from '@mysten/sui/zklogin';
import type { Address } from '#rules/address.ts';
import { Refusal } from '#rules/refusal.ts';
import { isEpochOver } from '#rules/sign-in.ts';
import type { Chain } from '#server/sui/chain.ts';

export type SigningChain = Pick<Chain, 'epoch' | 'verifyPersonalMessage'>;

/** A well-formed signature of the wallet's key, to be checked against a text. */
export interface Candidate {
  /** @throws ChainUnreachableError when only the chain can check it */
  isOver(text: string): Promise<boolean>;
}

/**
 * Longest issuer claim a zkLogin proof may have, in base64 characters. The SDK decodes it in
 * quadratic time, so a longer one is refused before: no signature may cost seconds.
 */
const ISSUER_CHARACTERS = 224;

const encoder = new TextEncoder();

/**
 * Checks all of a signature that does not need the text.
 * @throws Refusal `bad-signature` when it is malformed or of another wallet's key,
 * `signature-epoch-over` when a zkLogin proof in it has run out
 * @throws ChainUnreachableError when the epoch must be known and the chain cannot tell
 */
export async function readSignature(
  chain: SigningChain,
  signature: string,
  walletAddress: Address,
): Promise<Candidate> {
  const read = parse(signature, walletAddress);
  if (read === null) throw new Refusal('bad-signature');
  if (read.judge === 'here') {
    return { isOver: (text) => isValidHere(text, signature, walletAddress) };
  }
  // Nodes check the proof, but some do not compare its last epoch with the current one.
  const epoch = await chain.epoch();
  if (read.maxEpochs.some((maxEpoch) => isEpochOver(maxEpoch, epoch))) {
    throw new Refusal('signature-epoch-over');
  }
  return {
    isOver: (text) => chain.verifyPersonalMessage(encoder.encode(text), signature, walletAddress),
  };
}

type Read = { judge: 'here' } | { judge: 'chain'; maxEpochs: bigint[] };

/** Null for what cannot be a signature of this wallet, whatever the text. */
function parse(signature: string, walletAddress: Address): Read | null {
  try {
    if (hasOverlongIssuer(fromBase64(signature))) return null;
    const parsed = parseSerializedSignature(signature);
    if (parsed.signatureScheme === 'MultiSig') return readMultisig(parsed.multisig, walletAddress);
    const key = publicKeyFromRawBytes(parsed.signatureScheme, parsed.publicKey);
    if (!key.verifyAddress(walletAddress)) return null;
    return parsed.signatureScheme === 'ZkLogin'
      ? { judge: 'chain', maxEpochs: [BigInt(parsed.zkLogin.maxEpoch)] }
      : { judge: 'here' };
  } catch {
    return null;
  }
}

function hasOverlongIssuer(bytes: Uint8Array): boolean {
  if (bytes[0] !== SIGNATURE_SCHEME_TO_FLAG.ZkLogin) return false;
  const { inputs } = parseZkLoginSignature(bytes.subarray(1));
  return inputs.issBase64Details.value.length > ISSUER_CHARACTERS;
}

function readMultisig({ sigs, multisig_pk }: MultiSigStruct, walletAddress: Address): Read | null {
  if (multisig_pk.pk_map.some(({ pubKey }) => 'ZkLogin' in pubKey)) {
    const proofs = sigs.flatMap((sig) => ('ZkLogin' in sig ? [Uint8Array.from(sig.ZkLogin)] : []));
    // A member's signature keeps its scheme byte in front.
    const maxEpochs = proofs.map((it) => BigInt(parseZkLoginSignature(it.subarray(1)).maxEpoch));
    // The chain checks its address: for a member of the old zkLogin form the SDK derives another one.
    return { judge: 'chain', maxEpochs };
  }
  const key = new MultiSigPublicKey(multisig_pk);
  return key.verifyAddress(walletAddress) ? { judge: 'here' } : null;
}

async function isValidHere(
  text: string,
  signature: string,
  walletAddress: Address,
): Promise<boolean> {
  try {
    return await isValidPersonalMessageSignature(encoder.encode(text), signature, {
      address: walletAddress,
    });
  } catch {
    // No network is involved, so a throw means a malformed part, e.g. a multisig bitmap.
    return false;
  }
}
