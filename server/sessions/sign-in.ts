/** Use cases of signing in. */
import type { Address } from '#rules/address.ts';
import { Refusal } from '#rules/refusal.ts';
import { signInExpiry, signInMessage } from '#rules/sign-in.ts';
import type { Clock } from '#server/cluster/clock.ts';
import { createKeyedMutex } from '#server/jobs/keyed-mutex.ts';
import type { NonceStore, OpenSignIn } from './nonce-store.ts';
import { drawSecret, hashSecret } from './secrets.ts';
import { readSignature, type SigningChain } from './signatures.ts';

/** A signature without a ticket is checked against this many open messages at most. */
const MOST_TRIED = 5;

interface SignInDependencies {
  readonly nonces: NonceStore;
  readonly chain: SigningChain;
  readonly clock: Clock;
  /** `mainnet`, `testnet`, ... */
  readonly network: string;
}

interface Asked {
  readonly walletAddress: Address;
  /** Network the call came from. */
  readonly askedFrom: string;
  /** Which of our own origins the message is for. */
  readonly origin: string;
}

interface Signed {
  readonly walletAddress: Address;
  readonly signature: string;
  readonly ticket: string | undefined;
  readonly askedFrom: string;
}

export type SignIn = ReturnType<typeof createSignIn>;

export function createSignIn({ nonces, chain, clock, network }: SignInDependencies) {
  const takeTurns = createKeyedMutex();

  /** Takes out the messages the signature may belong to; nobody else can use them then. */
  async function spend({ walletAddress, ticket, askedFrom }: Signed): Promise<OpenSignIn[]> {
    if (ticket === undefined) return nonces.takeNewest(walletAddress, askedFrom, MOST_TRIED);
    const ticketHash = hashSecret(ticket);
    return ticketHash === null ? [] : nonces.takeByTicket(ticketHash, walletAddress);
  }

  /** The one of `spent` that was signed, or a Refusal. */
  async function findSigned(spent: readonly OpenSignIn[], signed: Signed): Promise<OpenSignIn> {
    const candidate = await readSignature(chain, signed.signature, signed.walletAddress);
    for (const open of spent) {
      if (await candidate.isOver(textOf(open))) return open;
    }
    throw new Refusal('bad-signature');
  }

  /**
   * Deletes first and checks then: a message has one answer, right or wrong. Without a ticket
   * several messages are tried; those that were not signed are put back.
   */
  async function answer(signed: Signed): Promise<void> {
    const now = clock.now();
    const spent = (await spend(signed)).filter(({ expiresAt }) => expiresAt > now);
    if (spent.length === 0) throw new Refusal('nonce-unknown');
    const found = await findSigned(spent, signed);
    const others = spent.filter((open) => open !== found);
    if (others.length > 0) await nonces.add(others);
  }

  return {
    /** A message for the wallet to sign, and the ticket that says later which one was signed. */
    async handOut(asked: Asked) {
      const ticket = drawSecret();
      const issuedAt = clock.now();
      const open: OpenSignIn = {
        ...asked,
        ticketHash: hashSecret(ticket)!,
        network,
        issuedAt,
        expiresAt: signInExpiry(issuedAt),
      };
      await nonces.add([open]);
      return { message: textOf(open), expiresAt: open.expiresAt, ticket };
    },

    /**
     * Whether the wallet signed one of its open messages. Returns when it did.
     * @throws Refusal `nonce-unknown`, `bad-signature`, `signature-epoch-over`
     * @throws ChainUnreachableError when only the chain can judge and it cannot be asked
     */
    async verify(signed: Signed): Promise<void> {
      // Without a ticket, other messages are taken out meanwhile, so their signers must wait.
      const { walletAddress, ticket, askedFrom } = signed;
      await takeTurns(ticket === undefined ? `${walletAddress} ${askedFrom}` : null, () =>
        answer(signed),
      );
    },
  };
}

function textOf({ ticketHash, ...request }: OpenSignIn): string {
  return signInMessage({ ...request, nonce: ticketHash.toString('hex') });
}
