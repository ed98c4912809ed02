/** Building, trying, sending and waiting for transactions. */
import { type SuiClientTypes, TransactionError } from '@mysten/sui/client';
import { Transaction, TransactionDataBuilder } from '@mysten/sui/transactions';
import type { Address } from '#rules/address.ts';
import type { Clock } from '#server/cluster/clock.ts';
import { type CallOptions, ChainCallError, type Deadline } from './calls/calls.ts';
import { answeredAmount } from './calls/checks.ts';
import { isUnpaidText, MalformedAnswerError } from './calls/failures.ts';
import {
  ChainUnreachableError,
  type TransactionEffects,
  TransactionRefusedError,
  WAIT_POLL_MS,
  WAIT_TIMEOUT_MS,
} from './chain.ts';
import { type Connection, owningAddress, readObjects } from './read/objects.ts';

/** A node may take its time to execute a transaction. */
const EXECUTE_REQUEST_MS = 20_000;
const EXECUTE_TOTAL_MS = 60_000;

const EFFECTS = { effects: true } as const;

interface CardTransfer {
  readonly owner: Address;
  readonly recipient: Address;
  readonly cardId: Address;
}

export function createTransactions(connection: Connection, clock: Clock) {
  const { calls } = connection;
  const { core } = connection.access;

  async function orRefused<T>(
    method: string,
    run: () => Promise<T>,
    options: CallOptions<T>,
  ): Promise<T> {
    try {
      return await calls.call(method, run, options);
    } catch (error) {
      if (!(error instanceof ChainCallError) || error.kind !== 'refused') throw error;
      const lacks = isUnpaidText(error.message) ? 'fee' : null;
      throw new TransactionRefusedError(error.message, error.cause, lacks);
    }
  }

  /** The transaction if the node knows it; null if not (yet). */
  function lookUp(digest: string): Promise<TransactionEffects | null> {
    const look = async () => {
      try {
        return effectsOf(await core.getTransaction({ digest, include: EFFECTS }), digest);
      } catch (error) {
        if (error instanceof TransactionError && error.reason === 'notFound') return null;
        throw error;
      }
    };
    return calls.call('transaction', look, { attempts: 1 });
  }

  return {
    /**
     * The bytes of a transfer. The SDK, with the node, finds the price, the budget and who pays. Where an
     * address balance pays, a window of epochs and a nonce keep the transfer from being sent twice.
     */
    async buildCardTransfer(
      { owner, recipient, cardId }: CardTransfer,
      deadline: Deadline,
    ): Promise<Uint8Array> {
      const [card] = await readObjects(connection, [cardId], {}, deadline);
      if (card == null || owningAddress(card.owner) !== owner) {
        const reason = 'The card does not lie in the wallet that would send it';
        throw new TransactionRefusedError(reason, undefined, 'card');
      }
      const build = () => {
        // Building changes the draft, so each try begins with a new one.
        const transaction = new Transaction();
        transaction.setSender(owner);
        transaction.transferObjects([cardInput(transaction, card)], recipient);
        return transaction.build({ client: core });
      };
      return orRefused('transaction build', build, { deadline });
    },

    dryRun(transaction: Uint8Array, deadline: Deadline): Promise<TransactionEffects> {
      const run = async () => {
        const result = await core.simulateTransaction({ transaction, include: EFFECTS });
        // Not every node names the transaction it tried.
        return { ...effectsOf(result), digest: digestOf(transaction) };
      };
      return orRefused('dry run', run, { deadline });
    },

    /** Sent again after a failure: the same bytes have the same digest, and run once. */
    execute(transaction: Uint8Array, signatures: string[]): Promise<TransactionEffects> {
      const digest = digestOf(transaction);
      const request = { transaction, signatures, include: EFFECTS };
      const run = async () => effectsOf(await core.executeTransaction(request), digest);
      return orRefused('execution', run, {
        totalMs: EXECUTE_TOTAL_MS,
        requestMs: EXECUTE_REQUEST_MS,
        settle: async () => (await lookUp(digest).catch(() => null)) ?? undefined,
      });
    },

    /** Not the SDK's own wait: that hides every failure, so a dead node looks like a late transaction. */
    async waitFor(digest: string): Promise<TransactionEffects> {
      const startedAt = clock.now().getTime();
      for (let polls = 1; ; polls++) {
        let failure: unknown;
        try {
          const effects = await lookUp(digest);
          if (effects !== null) return effects;
        } catch (error) {
          if (error instanceof ChainCallError && error.kind === 'stopped') throw error;
          failure = error;
        }
        const now = clock.now().getTime();
        const next = Math.max(startedAt + polls * WAIT_POLL_MS, now);
        if (next > startedAt + WAIT_TIMEOUT_MS) {
          const seconds = WAIT_TIMEOUT_MS / 1_000;
          const reason = `Transaction ${digest} not seen within ${seconds} s`;
          throw new ChainUnreachableError(reason, failure);
        }
        // After the clock was set back `next` lies far ahead.
        const waitMs = Math.min(next - now, WAIT_POLL_MS);
        await clock.sleep(waitMs, calls.closing).catch((error: unknown) => {
          throw new ChainUnreachableError('Sui: closed while waiting for a transaction', error);
        });
      }
    },
  };
}

/** A card is named by its version, so that the transfer is void once it has moved; through consensus there is none to name. */
function cardInput(transaction: Transaction, card: SuiClientTypes.Object) {
  const { objectId, version, digest, owner } = card;
  if (owner.$kind !== 'ConsensusAddressOwner') {
    return transaction.objectRef({ objectId, version, digest });
  }
  const initialSharedVersion = owner.ConsensusAddressOwner.startVersion;
  return transaction.sharedObjectRef({ objectId, initialSharedVersion, mutable: true });
}

function digestOf(transaction: Uint8Array): string {
  return TransactionDataBuilder.getDigestFromBytes(transaction);
}

/** @param asked the digest that the answer must be about */
function effectsOf(
  result: SuiClientTypes.TransactionResult<typeof EFFECTS>,
  asked?: string,
): TransactionEffects {
  const { digest, status, effects } = result.Transaction ?? result.FailedTransaction;
  if (asked !== undefined && digest !== asked) {
    throw new MalformedAnswerError('the answer is about another transaction');
  }
  const computationCost = answeredAmount(effects.gasUsed.computationCost);
  const storageCost = answeredAmount(effects.gasUsed.storageCost);
  const storageRebate = answeredAmount(effects.gasUsed.storageRebate);
  const { lamportVersion } = effects;
  return {
    digest,
    succeeded: status.success,
    failure: status.success ? null : status.error.message,
    gasUsed: computationCost + storageCost - storageRebate,
    version: lamportVersion === null ? null : answeredAmount(lamportVersion),
  };
}
