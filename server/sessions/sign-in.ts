/** Use cases of signing in: hand out a message, verify its signature. */
import type { Address } from '#rules/address.ts';
import { Refusal } from '#rules/refusal.ts';
import { signInExpiry, signInMessage } from '#rules/sign-in.ts';
import type { Clock } from '#server/cluster/clock.ts';
import { createKeyedMutex } from '#server/jobs/keyed-mutex.ts';
import type { NonceStore, OpenSignIn } from './nonce-store.ts';
import { drawSecret, hashSecret } from './secrets.ts';
import { readSignature, type SigningChain } from './signatures.ts';

/** Open messages one signature without a ticket is held against. Bounds what a signature may cost. */
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

  /** Takes out what the signature may belong to. From here on nobody else can use it. */
  async function spend({ walletAddress, ticket, askedFrom }: Signed): Promise<OpenSignIn[]> {
    if (ticket === undefined) return nonces.takeNewest(walletAddress, askedFrom, MOST_TRIED);
    const ticketHash = hashSecret(ticket);
    return ticketHash === null ? [] : nonces.takeByTicket(ticketHash, walletAddress);
  }

  /** The one among `spent` that was signed, or a Refusal. */
  async function findSigned(spent: readonly OpenSignIn[], signed: Signed): Promise<OpenSignIn> {
    const candidate = await readSignature(chain, signed.signature, signed.walletAddress);
    for (const open of spent) {
      if (await candidate.isOver(textOf(open))) return open;
    }
    throw new Refusal('bad-signature');
  }

  /**
   * Spends first, judges then: a message is answered once, rightly or wrongly. Without a ticket
   * several may be tried; those that turn out to be other, still open ones go back.
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
      // Without a ticket, other messages are out while one is judged: who signed them waits.
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
