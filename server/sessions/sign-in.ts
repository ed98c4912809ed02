import type { Address } from '#rules/address.ts';
import { Refusal } from '#rules/refusal.ts';
import { signInExpiry, signInMessage } from '#rules/sign-in.ts';
import type { Clock } from '#server/cluster/clock.ts';
import type { TakeShare } from '#server/http/limits/limits.ts';
import { createKeyedMutex } from '#server/jobs/keyed-mutex.ts';
import { createThrottledQueue } from '#server/jobs/throttled-queue.ts';
import type { NonceStore, OpenSignIn } from './nonce-store.ts';
import { createSecret, hashSecret } from './secrets.ts';
import { type ParsedSignature, readSignature, type SigningChain } from './signatures.ts';

/** Most open messages that a signature without a ticket is checked against. */
const MAX_CANDIDATES = 5;

interface SignInDependencies {
  readonly nonces: NonceStore;
  readonly chain: SigningChain;
  readonly clock: Clock;
  /** `mainnet`, `testnet`, ... */
  readonly network: string;
  readonly adminWallet: Address | null;
}

interface NonceRequest {
  readonly walletAddress: Address;
  /** Null: the signature comes with the ticket. */
  readonly askedFrom: string | null;
  readonly origin: string;
}

interface Signed {
  readonly walletAddress: Address;
  readonly signature: string;
  readonly ticket: string | undefined;
  readonly askedFrom: string;
  /** All that the caller's customer may have: see `wholeNetworkOf`. */
  readonly wholeNetwork: string;
}

export type SignIn = ReturnType<typeof createSignIn>;

export function createSignIn({ nonces, chain, clock, network, adminWallet }: SignInDependencies) {
  const runExclusive = createKeyedMutex();
  const checksInTurn = createThrottledQueue(1);

  const textOf = ({ ticketHash, ...request }: OpenSignIn) =>
    signInMessage({
      ...request,
      isAdmin: request.walletAddress === adminWallet,
      nonce: ticketHash.toString('hex'),
    });

  /** Deletes and returns the messages that the signature may belong to. */
  async function takeCandidates({
    walletAddress,
    ticket,
    askedFrom,
  }: Signed): Promise<OpenSignIn[]> {
    if (ticket === undefined) return nonces.takeNewest(walletAddress, askedFrom, MAX_CANDIDATES);
    const ticketHash = hashSecret(ticket);
    return ticketHash === null ? [] : nonces.takeByTicket(ticketHash, walletAddress);
  }

  /**
   * A multisig takes up to 50 ms, and one network can send sixty at once: heartbeats and cards must not wait for them all,
   * nor a sign-in from another network for more than one of them. After a check the others have as much time as it took:
   * Node takes only one new connection a turn, and visitors would wait for as many checks as come before them.
   */
  const isOver = (parsed: ParsedSignature, text: string, wholeNetwork: string) =>
    checksInTurn(wholeNetwork, () => parsed.isOver(text));

  async function findSigned(
    candidates: readonly OpenSignIn[],
    signed: Signed,
    takeShare: TakeShare,
  ): Promise<OpenSignIn> {
    const { signature, walletAddress, wholeNetwork } = signed;
    const parsed = await readSignature(chain, signature, walletAddress, takeShare);
    for (const open of candidates) {
      const text = textOf(open);
      if (!(await isOver(parsed, text, wholeNetwork))) continue;
      if (await parsed.isProven(text)) return open;
      break; // the chain is asked once
    }
    throw new Refusal('bad-signature');
  }

  /**
   * Deletes the messages before the check, so each one can be tried once. Without a ticket several
   * messages are tried; those that were not signed are stored again.
   */
  async function check(signed: Signed, takeShare: TakeShare): Promise<void> {
    const now = clock.now();
    const open = (await takeCandidates(signed)).filter(({ expiresAt }) => expiresAt > now);
    if (open.length === 0) throw new Refusal('nonce-unknown');
    const found = await findSigned(open, signed, takeShare);
    const others = open.filter((one) => one !== found);
    if (others.length > 0) await nonces.add(others);
  }

  return {
    /** Issues a message for the wallet to sign, and the ticket that identifies it later. */
    async issue(request: NonceRequest) {
      const ticket = createSecret();
      const issuedAt = clock.now();
      const open: OpenSignIn = {
        ...request,
        ticketHash: hashSecret(ticket)!,
        network,
        issuedAt,
        expiresAt: signInExpiry(issuedAt),
      };
      await nonces.add([open]);
      return { message: textOf(open), expiresAt: open.expiresAt, ticket };
    },

    /**
     * Returns when the wallet signed one of its open messages.
     * @param takeShare called before the chain is asked about the signature
     * @throws Refusal `nonce-unknown`, `bad-signature`, `signature-epoch-over`, those of `takeShare`
     * @throws ChainUnreachableError when only the chain can check the signature
     */
    async verify(signed: Signed, takeShare: TakeShare): Promise<void> {
      // Without a ticket, unsigned messages are deleted for a moment, so parallel calls must wait.
      const { walletAddress, ticket, askedFrom } = signed;
      await runExclusive(ticket === undefined ? `${walletAddress} ${askedFrom}` : null, () =>
        check(signed, takeShare),
      );
    },
  };
}
