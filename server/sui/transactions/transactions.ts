/** Building, trying, handing in and waiting for transactions. */
import { type SuiClientTypes, TransactionError } from '@mysten/sui/client';
import { type Transaction, TransactionDataBuilder } from '@mysten/sui/transactions';
import type { Clock } from '#server/cluster/clock.ts';
import { type Budget, type CallOptions, ChainCallError } from '#server/sui/calls/calls.ts';
import { answeredAmount } from '#server/sui/calls/checks.ts';
import { isUnpaidText, MalformedAnswerError } from '#server/sui/calls/failures.ts';
import {
  ChainUnreachableError,
  type TransactionOutcome,
  TransactionRefusedError,
  WAIT_POLL_MS,
  WAIT_TIMEOUT_MS,
} from '#server/sui/chain.ts';
import type { Reading } from '#server/sui/read/objects.ts';

/** A node may take its time to see a transaction through. */
const EXECUTE_REQUEST_MS = 20_000;
const EXECUTE_TOTAL_MS = 60_000;

const EFFECTS = { effects: true } as const;

export class Transactions {
  readonly #reading: Reading;
  readonly #clock: Clock;

  constructor(reading: Reading, clock: Clock) {
    this.#reading = reading;
    this.#clock = clock;
  }

  /**
   * Completes a transaction and writes its bytes: the SDK, with the node, finds the price, the budget and who
   * pays. Where an address balance pays, a window of epochs and a nonce keep it from being sent twice.
   */
  build(draft: () => Transaction, budget: Budget): Promise<Uint8Array> {
    const { core: client } = this.#reading.access;
    // Building changes the draft, so each try begins with a new one.
    return this.#orRefused('transaction build', () => draft().build({ client }), { budget });
  }

  dryRun(transaction: Uint8Array, budget: Budget): Promise<TransactionOutcome> {
    const { core } = this.#reading.access;
    // Not every node names the transaction it tried, so the digest of the bytes is told.
    const run = async () => {
      const result = await core.simulateTransaction({ transaction, include: EFFECTS });
      return { ...outcomeOf(result), digest: digestOf(transaction) };
    };
    return this.#orRefused('dry run', run, { budget });
  }

  /** Sent again after a failure: the same bytes have the same digest, and run once. */
  execute(transaction: Uint8Array, signatures: string[]): Promise<TransactionOutcome> {
    const { core } = this.#reading.access;
    const digest = digestOf(transaction);
    const request = { transaction, signatures, include: EFFECTS };
    const run = async () => outcomeAbout(digest, await core.executeTransaction(request));
    return this.#orRefused('execution', run, {
      totalMs: EXECUTE_TOTAL_MS,
      requestMs: EXECUTE_REQUEST_MS,
      settle: async () => (await this.#lookUp(digest).catch(() => null)) ?? undefined,
    });
  }

  /** A loop of our own: the SDK's swallows every failure, and a dead endpoint looks like a late transaction. */
  async waitFor(digest: string): Promise<TransactionOutcome> {
    const started = this.#clock.now().getTime();
    for (let polls = 1; ; polls++) {
      let failure: unknown;
      try {
        const outcome = await this.#lookUp(digest);
        if (outcome !== null) return outcome;
      } catch (error) {
        if (error instanceof ChainCallError && error.kind === 'stopped') throw error;
        failure = error;
      }
      const now = this.#clock.now().getTime();
      const next = Math.max(started + polls * WAIT_POLL_MS, now);
      if (next > started + WAIT_TIMEOUT_MS) {
        const seconds = WAIT_TIMEOUT_MS / 1_000;
        throw new ChainUnreachableError(
          `Transaction ${digest} not seen within ${seconds} s`,
          failure,
        );
      }
      await this.#sleep(next - now);
    }
  }

  async #sleep(ms: number): Promise<void> {
    const { closing } = this.#reading.calls;
    try {
      await this.#clock.sleep(ms, closing);
    } catch (error) {
      throw new ChainUnreachableError('Sui: closed while waiting for a transaction', error);
    }
  }

  /** The transaction if the node knows it; null if not (yet). */
  #lookUp(digest: string): Promise<TransactionOutcome | null> {
    const { access, calls } = this.#reading;
    const look = async () => {
      try {
        return outcomeAbout(digest, await access.core.getTransaction({ digest, include: EFFECTS }));
      } catch (error) {
        if (error instanceof TransactionError && error.reason === 'notFound') return null;
        throw error;
      }
    };
    return calls.call('transaction', look, { attempts: 1 });
  }

  async #orRefused<T>(method: string, run: () => Promise<T>, options: CallOptions<T>): Promise<T> {
    try {
      return await this.#reading.calls.call(method, run, options);
    } catch (error) {
      if (!(error instanceof ChainCallError) || error.kind !== 'refused') throw error;
      const lacks = isUnpaidText(error.message) ? 'fee' : null;
      throw new TransactionRefusedError(error.message, error.cause, lacks);
    }
  }
}

type Result = SuiClientTypes.TransactionResult<typeof EFFECTS>;

function digestOf(transaction: Uint8Array): string {
  return TransactionDataBuilder.getDigestFromBytes(transaction);
}

function outcomeAbout(digest: string, result: Result): TransactionOutcome {
  const outcome = outcomeOf(result);
  if (outcome.digest !== digest) {
    throw new MalformedAnswerError('the answer is about another transaction');
  }
  return outcome;
}

function outcomeOf(result: Result): TransactionOutcome {
  const { digest, status, effects } = result.Transaction ?? result.FailedTransaction;
  const computationCost = answeredAmount(effects.gasUsed.computationCost);
  const storageCost = answeredAmount(effects.gasUsed.storageCost);
  const storageRebate = answeredAmount(effects.gasUsed.storageRebate);
  return {
    digest,
    succeeded: status.success,
    failure: status.success ? null : status.error.message,
    gasUsed: computationCost + storageCost - storageRebate,
  };
}
