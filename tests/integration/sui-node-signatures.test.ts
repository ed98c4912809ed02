import type { Signer } from '@mysten/sui/cryptography';
import { SuiGrpcClient } from '@mysten/sui/grpc';
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519';
import { Secp256k1Keypair } from '@mysten/sui/keypairs/secp256k1';
import { Secp256r1Keypair } from '@mysten/sui/keypairs/secp256r1';
import { MultiSigPublicKey } from '@mysten/sui/multisig';
import { Transaction } from '@mysten/sui/transactions';
import { afterEach, describe, expect, it } from 'vitest';
import { mintCoin } from '#demo/sui-node/ledger/coins.ts';
import { createEmptyWorld } from '#demo/world.ts';
import { connect, startTestNode } from '#tests/sui-node/test-node.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { zkLoginSigner } from '#tests/support/signers.ts';

const message = new TextEncoder().encode('cards.example wants you to sign in');
const sink = `0x${'5'.repeat(64)}`;

const node = await forThisFile(startTestNode({ ledger: createEmptyWorld() }));

afterEach(() => {
  node.ledger.zkLoginProofs = { isValid: false, reason: 'Groth16 proof verify failed' };
});

const first = new Ed25519Keypair();
const second = new Secp256k1Keypair();

/** Two of three members sign, each with another scheme. */
function multisig(): Signer {
  const members: Signer[] = [first, second, new Secp256r1Keypair()];
  const key = MultiSigPublicKey.fromPublicKeys({
    threshold: 2,
    publicKeys: members.map((member) => ({ publicKey: member.getPublicKey(), weight: 1 })),
  });
  return key.getSigner(...(members.slice(0, 2) as [Signer]));
}

const zkLogin = () => zkLoginSigner({ maxEpoch: 2_000 });

async function pay(signer: Signer): Promise<string> {
  const owner = signer.toSuiAddress();
  mintCoin(node.ledger, owner, 1_000_000_000n);
  const transaction = new Transaction();
  transaction.transferObjects([transaction.splitCoins(transaction.gas, [7])], sink);
  const { core } = connect(node, 'grpc');
  return (await core.signAndExecuteTransaction({ transaction, signer })).$kind;
}

describe('the stand-in node', () => {
  it.each([
    ['ed25519', () => new Ed25519Keypair()],
    ['secp256k1', () => new Secp256k1Keypair()],
    ['secp256r1', () => new Secp256r1Keypair()],
    ['multisig', () => multisig()],
  ])('executes and verifies %s signatures', async (_, create) => {
    const signer = create();
    expect(await pay(signer)).toBe('Transaction');
    const { signature } = await signer.signPersonalMessage(message);
    const { signatureVerificationService } = new SuiGrpcClient({
      network: 'localnet',
      baseUrl: node.url,
      format: 'binary',
    });
    const verify = async (text: Uint8Array, address: string) =>
      (
        await signatureVerificationService.verifySignature({
          message: { name: 'PersonalMessage', value: Uint8Array.of(text.length, ...text) },
          signature: {
            bcs: { value: new Uint8Array(Buffer.from(signature, 'base64')) },
            signature: { oneofKind: undefined },
          },
          address,
          jwks: [],
        })
      ).response;
    expect(await verify(message, signer.toSuiAddress())).toEqual({ isValid: true });
    expect(await verify(message, sink)).toMatchObject({ isValid: false });
    expect(await verify(message.slice(1), signer.toSuiAddress())).toMatchObject({ isValid: false });
  });

  it('counts a multisig by the weight of its members', async () => {
    const key = MultiSigPublicKey.fromPublicKeys({
      threshold: 2,
      publicKeys: [first, second].map((member) => ({
        publicKey: member.getPublicKey(),
        weight: 1,
      })),
    });
    const owner = key.toSuiAddress();
    const coin = mintCoin(node.ledger, owner, 1_000_000_000n);
    const transaction = new Transaction();
    transaction.setSender(owner);
    transaction.transferObjects([transaction.object(coin.id)], sink);
    mintCoin(node.ledger, owner, 1_000_000_000n);
    const { core } = connect(node, 'grpc');
    const bytes = await transaction.build({ client: connect(node, 'grpc') });
    const partial = await Promise.all(
      [first, second].map(async (member) => (await member.signTransaction(bytes)).signature),
    );
    const send = (count: number) =>
      core.executeTransaction({
        transaction: bytes,
        signatures: [key.combinePartialSignatures(partial.slice(0, count))],
      });
    await expect(send(1)).rejects.toThrow(/Invalid user signature/);
    expect((await send(2)).$kind).toBe('Transaction');
  });

  it('wants both signatures for a sponsored transaction', async () => {
    const [sender, sponsor] = [new Ed25519Keypair(), new Secp256k1Keypair()];
    mintCoin(node.ledger, sponsor.toSuiAddress(), 1_000_000_000n);
    const coin = mintCoin(node.ledger, sender.toSuiAddress(), 5n, '0x2::mock::COIN');
    const transaction = new Transaction();
    transaction.setSender(sender.toSuiAddress());
    transaction.setGasOwner(sponsor.toSuiAddress());
    transaction.transferObjects([transaction.object(coin.id)], sink);
    const client = connect(node, 'grpc');
    const bytes = await transaction.build({ client });
    const signatures = await Promise.all(
      [sender, sponsor].map(async (signer) => (await signer.signTransaction(bytes)).signature),
    );
    const send = (list: string[]) =>
      client.core.executeTransaction({ transaction: bytes, signatures: list });
    await expect(send(signatures.slice(0, 1))).rejects.toThrow(/Expect 2 signer signatures/);
    await expect(send([signatures[0] ?? '', signatures[0] ?? ''])).rejects.toThrow(/is absent/);
    expect((await send(signatures)).$kind).toBe('Transaction');
  });

  it('executes for a zkLogin account when its proof holds', async () => {
    await expect(pay(zkLogin())).rejects.toThrow(/Groth16 proof verify failed/);
    node.ledger.zkLoginProofs = { isValid: true };
    expect(await pay(zkLogin())).toBe('Transaction');
  });
});
