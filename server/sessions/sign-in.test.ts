import { describe, expect, it } from 'vitest';
import { Refusal } from '#rules/refusal.ts';
import { ManualClock } from '#tests/support/manual-clock.ts';
import { multisigWithZkLogin, zkLoginWallet } from '#tests/support/signers.ts';
import type { NonceStore, OpenSignIn } from './nonce-store.ts';
import { createSignIn } from './sign-in.ts';

const EPOCH = 7;

/** Open sign-ins in memory; of one wallet, asked for from one place. */
function createNonces(): NonceStore {
  let open: OpenSignIn[] = [];
  return {
    add: async (opened) => {
      open.push(...opened);
    },
    takeByTicket: async () => [],
    takeNewest: async () => open.splice(0).reverse(),
    removeExpired: async () => {
      open = [];
    },
  };
}

describe.each([
  ['zkLogin', zkLoginWallet],
  ['a multisig with a zkLogin member', multisigWithZkLogin],
])('a sign-in of %s without a ticket, with five open messages', (_, create) => {
  it.each([true, false])('asks the chain about the signed one only: %s', async (isValid) => {
    const wallet = create({ maxEpoch: EPOCH });
    const asked: string[] = [];
    const signIn = createSignIn({
      nonces: createNonces(),
      chain: {
        epoch: async () => BigInt(EPOCH),
        verifyPersonalMessage: async (message) => {
          asked.push(Buffer.from(message).toString());
          return isValid;
        },
      },
      clock: new ManualClock(),
      network: 'mainnet',
    });
    const request = {
      walletAddress: wallet.address,
      askedFrom: '192.0.2.1',
      origin: 'https://cards.example',
    };
    const messages: string[] = [];
    for (let one = 0; one < 5; one += 1) messages.push((await signIn.issue(request)).message);
    const oldest = messages[0]!;
    const outcome = await signIn
      .verify(
        { ...request, signature: await wallet.signMessage(oldest), ticket: undefined },
        () => undefined,
      )
      .then(
        () => 'signed in',
        ({ message }: Error) => message,
      );
    expect(outcome).toBe(isValid ? 'signed in' : 'bad-signature');
    expect(asked).toEqual([oldest]);
  });
});

describe('a signature that only the chain can check', () => {
  it('is not checked once its network has used its share up', { tags: 'I8' }, async () => {
    const wallet = zkLoginWallet({ maxEpoch: EPOCH });
    const signIn = createSignIn({
      nonces: createNonces(),
      chain: {
        epoch: () => Promise.reject(new Error('the chain was asked')),
        verifyPersonalMessage: () => Promise.reject(new Error('the chain was asked')),
      },
      clock: new ManualClock(),
      network: 'mainnet',
    });
    const request = {
      walletAddress: wallet.address,
      askedFrom: '192.0.2.1',
      origin: 'https://cards.example',
    };
    const { message } = await signIn.issue(request);
    const signed = { ...request, signature: await wallet.signMessage(message), ticket: undefined };
    const verified = signIn.verify(signed, () => {
      throw new Refusal('too-many-requests', { seconds: 4 });
    });
    await expect(verified).rejects.toMatchObject({ reason: 'too-many-requests' });
  });
});
