import { parseSerializedSignature } from '@mysten/sui/cryptography';
import { MultiSigPublicKey } from '@mysten/sui/multisig';
import { fromBase64 } from '@mysten/sui/utils';
import { publicKeyFromRawBytes } from '@mysten/sui/verify';
import { parseZkLoginSignature } from '@mysten/sui/zklogin';
import type { Ledger } from '../ledger/ledger.ts';

type SignedScope = 'TransactionData' | 'PersonalMessage';

interface Verdict {
  readonly isValid: boolean;
  readonly reason?: string;
}

const VALID: Verdict = { isValid: true };

/**
 * Checks a signature of any scheme over a message, and that it is the address's own. Of zkLogin the ephemeral
 * signature and the address are checked; the proof itself is not, `ledger.zkLoginProofs` says how it went.
 */
export async function checkSignature(
  ledger: Ledger,
  scope: SignedScope,
  message: Uint8Array,
  signature: string,
  address: string,
): Promise<Verdict> {
  try {
    const parsed = parseSerializedSignature(signature);
    const key =
      parsed.signatureScheme === 'MultiSig'
        ? new MultiSigPublicKey(parsed.multisig.multisig_pk)
        : publicKeyFromRawBytes(parsed.signatureScheme, parsed.publicKey);
    if (!key.verifyAddress(address)) {
      const derived = key.toSuiAddress();
      const reason = `provided address \`${address}\` does not match derived address \`${derived}\``;
      return { isValid: false, reason };
    }
    if (parsed.signatureScheme === 'ZkLogin') {
      return await checkZkLogin(ledger, scope, message, signature);
    }
    const hasZkLogin =
      parsed.signatureScheme === 'MultiSig' &&
      parsed.multisig.multisig_pk.pk_map.some(({ pubKey }) => 'ZkLogin' in pubKey);
    return hasZkLogin ? ledger.zkLoginProofs : await verify(key, scope, message, signature);
  } catch (error) {
    return { isValid: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

async function checkZkLogin(
  ledger: Ledger,
  scope: SignedScope,
  message: Uint8Array,
  signature: string,
): Promise<Verdict> {
  const { userSignature } = parseZkLoginSignature(fromBase64(signature).slice(1));
  const ephemeral = parseSerializedSignature(Buffer.from(userSignature).toString('base64'));
  if (ephemeral.signatureScheme === 'MultiSig' || ephemeral.signatureScheme === 'ZkLogin') {
    return { isValid: false, reason: 'ephemeral signature has no simple scheme' };
  }
  const key = publicKeyFromRawBytes(ephemeral.signatureScheme, ephemeral.publicKey);
  const signed = await verify(key, scope, message, ephemeral.serializedSignature);
  return signed.isValid ? ledger.zkLoginProofs : signed;
}

async function verify(
  key: ReturnType<typeof publicKeyFromRawBytes>,
  scope: SignedScope,
  message: Uint8Array,
  signature: string,
): Promise<Verdict> {
  const isValid =
    scope === 'TransactionData'
      ? await key.verifyTransaction(message, signature)
      : await key.verifyPersonalMessage(message, signature);
  return isValid ? VALID : { isValid, reason: 'Fail to verify user sig' };
}
