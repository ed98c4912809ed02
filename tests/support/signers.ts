/** Wallets of every signature scheme, with real keys. The passkey's authenticator is emulated. */
import { createHash, generateKeyPairSync, randomBytes, sign as signBytes } from 'node:crypto';
import type { Signer } from '@mysten/sui/cryptography';
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519';
import { PasskeyKeypair, type PasskeyProvider } from '@mysten/sui/keypairs/passkey';
import { Secp256k1Keypair } from '@mysten/sui/keypairs/secp256k1';
import { Secp256r1Keypair } from '@mysten/sui/keypairs/secp256r1';
import { MultiSigPublicKey } from '@mysten/sui/multisig';
import { ZkLoginSigner } from '@mysten/sui/zklogin';
import { type Address, canonicalAddress } from '#rules/address.ts';

export interface TestWallet {
  readonly address: Address;
  /** The result of `sui:signPersonalMessage`. */
  signMessage(text: string): Promise<string>;
  /** The same bytes signed as a transaction. */
  signAsTransaction(text: string): Promise<string>;
}

const encoder = new TextEncoder();

function walletOf(signer: Signer): TestWallet {
  return {
    address: canonicalAddress(signer.toSuiAddress())!,
    signMessage: async (text) => (await signer.signPersonalMessage(encoder.encode(text))).signature,
    signAsTransaction: async (text) =>
      (await signer.signTransaction(encoder.encode(text))).signature,
  };
}

export const ed25519Wallet = (): TestWallet => walletOf(new Ed25519Keypair());

/** Schemes that the server verifies without the chain. */
export const LOCAL_SCHEMES: Readonly<Record<string, () => Promise<TestWallet>>> = {
  ed25519: async () => ed25519Wallet(),
  secp256k1: async () => walletOf(new Secp256k1Keypair()),
  secp256r1: async () => walletOf(new Secp256r1Keypair()),
  multisig: async () => multisigWallet(),
  passkey: async () => walletOf(await PasskeyKeypair.getPasskeyInstance(emulatedAuthenticator())),
};

/** Two of three members sign, each with another scheme. */
function multisigWallet(): TestWallet {
  const members = [new Ed25519Keypair(), new Secp256k1Keypair(), new Secp256r1Keypair()];
  const key = MultiSigPublicKey.fromPublicKeys({
    threshold: 2,
    publicKeys: members.map((member) => ({ publicKey: member.getPublicKey(), weight: 1 })),
  });
  const signers: Signer[] = members.slice(1);
  return walletOf(key.getSigner(...(signers as [Signer])));
}

/** The claim `"iss":"https://accounts.example",` as a zkLogin proof carries it. */
const ISSUER_CLAIM = Buffer.from('"iss":"https://accounts.example",').toString('base64url');

/**
 * A zkLogin wallet. There is no prover here: the stand-in node decides whether its proof is valid.
 * @param options.maxEpoch last valid epoch of the proof
 */
export function zkLoginWallet(options: { maxEpoch: number }): TestWallet {
  return walletOf(zkLoginSigner(options));
}

/** Its proof has the right form but proves nothing. */
function zkLoginSigner(options: { maxEpoch: number }): ZkLoginSigner {
  return new ZkLoginSigner({
    ephemeralSigner: new Ed25519Keypair(),
    maxEpoch: options.maxEpoch,
    legacyAddress: false,
    inputs: {
      proofPoints: {
        a: ['1', '2', '1'],
        b: [
          ['1', '2'],
          ['3', '4'],
          ['1', '0'],
        ],
        c: ['5', '6', '1'],
      },
      issBase64Details: { value: ISSUER_CLAIM, indexMod4: 0 },
      headerBase64: Buffer.from('{"alg":"RS256","typ":"JWT","kid":"test"}').toString('base64url'),
      addressSeed: BigInt(`0x${randomBytes(31).toString('hex')}`).toString(),
    },
  });
}

/** A multisig of an ordinary key and a zkLogin account, or one for each last epoch; all sign. */
export function multisigWithZkLogin(...social: { maxEpoch: number }[]): TestWallet {
  const signers: Signer[] = [new Ed25519Keypair(), ...social.map(zkLoginSigner)];
  const key = MultiSigPublicKey.fromPublicKeys({
    threshold: signers.length,
    publicKeys: signers.map((signer) => ({ publicKey: signer.getPublicKey(), weight: 1 })),
  });
  return walletOf(key.getSigner(...(signers as [Signer])));
}

/** An emulated authenticator: a P-256 key that signs its data and the hash of the client's. */
function emulatedAuthenticator(): PasskeyProvider {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const id = randomBytes(16);
  const relyingParty = createHash('sha256').update('wallet.example').digest();
  const userPresentAndVerified = 0x05;
  const authenticatorData = Buffer.concat([
    relyingParty,
    Buffer.from([userPresentAndVerified, 0, 0, 0, 1]),
  ]);
  return {
    create: async () => ({
      rawId: id,
      response: { getPublicKey: () => publicKey.export({ type: 'spki', format: 'der' }) },
    }),
    get: async (challenge: Uint8Array) => {
      const clientDataJSON = Buffer.from(
        JSON.stringify({
          type: 'webauthn.get',
          challenge: Buffer.from(challenge).toString('base64url'),
          origin: 'https://wallet.example',
          crossOrigin: false,
        }),
      );
      const hash = createHash('sha256').update(clientDataJSON).digest();
      const signature = signBytes('sha256', Buffer.concat([authenticatorData, hash]), privateKey);
      return { rawId: id, response: { authenticatorData, clientDataJSON, signature } };
    },
  } as unknown as PasskeyProvider;
}
