import { once } from 'node:events';
import net from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Address } from '#rules/address.ts';
import { Refusal } from '#rules/refusal.ts';
import { ManualClock } from '#tests/support/manual-clock.ts';
import { ed25519Wallet, multisigWithZkLogin, zkLoginWallet } from '#tests/support/signers.ts';
import type { NonceStore, OpenSignIn } from './nonce-store.ts';
import { createSignIn } from './sign-in.ts';
import type { SigningChain } from './signatures.ts';

const EPOCH = 7;

/** Open sign-ins in memory, asked for from one place. */
function createNonces(): NonceStore {
  let open: OpenSignIn[] = [];
  return {
    add: async (opened) => {
      open.push(...opened);
    },
    takeByTicket: async () => [],
    takeNewest: async (wallet) => {
      const taken = open.filter(({ walletAddress }) => walletAddress === wallet);
      open = open.filter((one) => !taken.includes(one));
      return taken.reverse();
    },
    removeExpired: async () => {
      open = [];
    },
  };
}

const signInAt = (chain: SigningChain) =>
  createSignIn({
    nonces: createNonces(),
    chain,
    clock: new ManualClock(),
    network: 'mainnet',
    adminWallet: null,
  });

const from = (walletAddress: Address) => ({
  walletAddress,
  askedFrom: '192.0.2.1',
  wholeNetwork: '192.0.2.1',
  origin: 'https://cards.example',
});

describe.each([
  ['zkLogin', zkLoginWallet],
  ['a multisig with a zkLogin member', multisigWithZkLogin],
])('a sign-in of %s without a ticket, with five open messages', (_, create) => {
  it.each([true, false])('asks the chain about the signed one only: %s', async (isValid) => {
    const wallet = create({ maxEpoch: EPOCH });
    const asked: string[] = [];
    const signIn = signInAt({
      epoch: async () => BigInt(EPOCH),
      verifyPersonalMessage: async (message) => {
        asked.push(Buffer.from(message).toString());
        return isValid;
      },
    });
    const request = from(wallet.address);
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
    const signIn = signInAt({
      epoch: () => Promise.reject(new Error('the chain was asked')),
      verifyPersonalMessage: () => Promise.reject(new Error('the chain was asked')),
    });
    const request = from(wallet.address);
    const { message } = await signIn.issue(request);
    const signed = { ...request, signature: await wallet.signMessage(message), ticket: undefined };
    const verified = signIn.verify(signed, () => {
      throw new Refusal('too-many-requests', { seconds: 4 });
    });
    await expect(verified).rejects.toMatchObject({ reason: 'too-many-requests' });
  });
});

describe('signatures that arrive at once', () => {
  const createVerifier = () =>
    signInAt({ epoch: async () => 1n, verifyPersonalMessage: async () => true });

  /** Signed sign-ins of as many wallets, each from a /64 of its own where the network is a larger one. */
  const askFor = (signIn: ReturnType<typeof createVerifier>, count: number, wholeNetwork: string) =>
    Promise.all(
      Array.from({ length: count }, async (_, n) => {
        const wallet = ed25519Wallet();
        const askedFrom = wholeNetwork.replace('::/48', `:${n}::/64`);
        const request = { ...from(wallet.address), askedFrom, wholeNetwork };
        const { message } = await signIn.issue(request);
        return { ...request, signature: await wallet.signMessage(message), ticket: undefined };
      }),
    );

  it('are checked one at a time, and others have their turn in between', async () => {
    const signIn = createVerifier();
    const signed = await askFor(signIn, 4, '192.0.2.1');
    let turn = 0;
    let isChecking = true;
    const others = (async () => {
      for (; isChecking; turn += 1) await nextTurn();
    })();
    const checkedIn = await Promise.all(
      signed.map((one) => signIn.verify(one, () => undefined).then(() => turn)),
    );
    isChecking = false;
    await others;
    expect(new Set(checkedIn).size).toBe(4);
  });

  it('leave time for connections that come meanwhile: Node takes one a turn', async () => {
    const signIn = createVerifier();
    const networks = Array.from({ length: 20 }, (_, n) => `192.0.2.${n}`);
    const flood = (await Promise.all(networks.map((one) => askFor(signIn, 1, one)))).flat();
    const server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as net.AddressInfo;
    const taken: net.Socket[] = [];
    let checked = 0;
    const checkedBefore = new Promise<number>((resolve) => {
      server.on('connection', (socket) => {
        if (taken.push(socket) === networks.length) resolve(checked);
      });
    });
    const visitors = networks.map(() => net.connect(port, '127.0.0.1'));
    const verify = (one: (typeof flood)[number]) => signIn.verify(one, () => undefined);
    await Promise.all(flood.map((one) => verify(one).then(() => (checked += 1))));
    expect(await checkedBefore).toBeLessThan(networks.length / 2);
    for (const socket of [...visitors, ...taken]) socket.destroy();
    server.close();
  });

  it.each(['192.0.2.1', '2001:db8:1::/48'])(
    'wait for those of their own network, and for at most one of each other network: %s',
    async (network) => {
      const signIn = createVerifier();
      const flood = await askFor(signIn, 20, network);
      const [honest] = await askFor(signIn, 1, '198.51.100.1');
      const order: string[] = [];
      await Promise.all(
        [...flood, honest!].map(async (one) => {
          await signIn.verify(one, () => undefined);
          order.push(one.wholeNetwork);
        }),
      );
      expect(order.indexOf('198.51.100.1')).toBeLessThan(3);
    },
  );
});
