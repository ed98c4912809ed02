/**
 * Use cases of card transfers: prepare, execute with the owner's signature, follow on the chain. Only
 * the stored transaction is sent, so a client cannot change it.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Address } from '#rules/address.ts';
import type { CardMove, CardPlace } from '#rules/cards.ts';
import { Refusal } from '#rules/refusal.ts';
import {
  FOLLOW_MAX_SECONDS,
  FOLLOW_RETRY_SECONDS,
  isSystemAddress,
  readRecipient,
  TRANSFER_OPEN_SECONDS,
} from '#rules/transfers.ts';
import type { Clock } from '#server/cluster/clock.ts';
import {
  type Chain,
  ChainInputError,
  ChainUnreachableError,
  type TransactionEffects,
  TransactionRefusedError,
  WAIT_POLL_MS,
  WAIT_TIMEOUT_MS,
} from '#server/sui/chain.ts';
import type { NewTransfer, TransferRow, TransferStore } from './transfer-store.ts';

/** What the card is part of; a transfer ends that. */
interface Ties {
  readonly entries: readonly { readonly id: string; readonly entryCount: number }[];
  /** Null for the default group. */
  readonly groupName: string | null;
}

export interface Draft {
  readonly transfer: NewTransfer;
  readonly ties: Ties;
}

/** What transfers need of other features; wired in app.ts, so that features stay apart. */
interface OtherFeatures {
  /** Null when the last reading of the wallet does not show the card. */
  placeOf(wallet: Address, cardId: Address): Promise<CardPlace | null>;
  tiesOf(wallet: Address, cardId: Address): Promise<Ties>;
  /** Records a confirmed transfer; both wallets are read again. */
  recordMove(move: CardMove): Promise<void>;
  /** Has both wallets read again in the background: the chain does not show the card with the receiver any more. */
  readBoth(from: Address, to: Address): Promise<void>;
  recordFee(wallet: Address): void;
}

interface TransferDependencies {
  readonly store: TransferStore;
  readonly chain: Pick<
    Chain,
    'resolveName' | 'objects' | 'buildCardTransfer' | 'dryRun' | 'execute' | 'waitFor'
  >;
  readonly features: OtherFeatures;
  readonly clock: Clock;
  readonly log: Logger;
}

const FOLLOW_EVERY_MS = 5_000;
const REMOVE_EVERY_MS = 10 * 60 * 1000;
const MOST_FOLLOWED = 4;
/** How often the card's owner is looked up while the node shows the sender. */
const MOST_LOOKS = 3;
/** One server at a time follows a transfer: the time of the wait, plus time to look up the owner and store the result. */
const FOLLOW_LEASE_MS = WAIT_TIMEOUT_MS + 120_000;

/** Throws what is a fault of ours. */
function requireChainError(error: unknown): void {
  const ofChain = [ChainUnreachableError, ChainInputError, TransactionRefusedError];
  if (!ofChain.some((kind) => error instanceof kind)) throw error;
}

export type Transfers = ReturnType<typeof createTransfers>;

export function createTransfers({ store, chain, features, clock, log }: TransferDependencies) {
  let isClosing = false;
  const inMs = (ms: number): Date => new Date(clock.now().getTime() + ms);

  /** The address of a recipient given as address or name. Refusals: bad-recipient, recipient-*, own-recipient. */
  async function recipientOf(sender: Address, text: string): Promise<Address> {
    const meant = readRecipient(text);
    if (meant === null) throw new Refusal('bad-recipient');
    const address = meant.kind === 'address' ? meant.address : await resolve(meant.name);
    if (isSystemAddress(address)) throw new Refusal('recipient-is-object');
    if (address === sender) throw new Refusal('own-recipient');
    // Objects have addresses too, and a card sent to one is lost.
    const [object] = await chain.objects([address]);
    if (object !== null) throw new Refusal('recipient-is-object');
    return address;
  }

  async function resolve(name: string): Promise<Address> {
    try {
      const address = await chain.resolveName(name);
      if (address === null) throw new Refusal('recipient-unknown');
      return address;
    } catch (error) {
      throw error instanceof ChainInputError ? new Refusal('bad-recipient') : error;
    }
  }

  async function ownedBy(wallet: Address, id: string): Promise<TransferRow> {
    const row = await store.find(id);
    if (row === null) throw new Refusal('transfer-unknown');
    if (row.sender !== wallet) throw new Refusal('not-yours');
    return row;
  }

  /**
   * Whether the chain shows the card in the recipient's wallet now. The owner may have had the transaction executed
   * elsewhere long before, and the card may have gone on since, even back to the sender.
   * @param version of the card after the transfer
   * @throws ChainUnreachableError while the node shows the card as it was before: it lags behind
   */
  async function hasArrived(
    { cardId, sender, recipient }: TransferRow,
    version: bigint | null,
  ): Promise<boolean> {
    for (let looks = 1; ; looks += 1) {
      const [card] = await chain.objects([cardId]);
      if (card?.owner !== sender) return card?.owner === recipient;
      if (version !== null && card.version > version) return false;
      if (looks === MOST_LOOKS) throw new ChainUnreachableError('the node lags behind');
      await clock.sleep(WAIT_POLL_MS);
    }
  }

  /** Waits until the chain shows the transaction (see `waitFor`), then stores the result. */
  async function follow(row: TransferRow): Promise<void> {
    let effects: TransactionEffects;
    let isThere = false;
    try {
      effects = await chain.waitFor(row.digest);
      isThere = effects.succeeded && (await hasArrived(row, effects.version));
    } catch (error) {
      if (!(error instanceof ChainUnreachableError)) throw error;
      if (isClosing) return; // the next start follows it
      const since = row.sentAt?.getTime() ?? 0;
      const isGivenUp = clock.now().getTime() - since > FOLLOW_MAX_SECONDS * 1000;
      await store.setLate(row.id, isGivenUp ? null : inMs(FOLLOW_RETRY_SECONDS * 1000));
      return;
    }
    features.recordFee(row.sender);
    // Holdings first: a client that sees `done` must find the card moved.
    if (isThere) {
      await features.recordMove({ cardId: row.cardId, from: row.sender, to: row.recipient });
    } else if (effects.succeeded) await features.readBoth(row.sender, row.recipient);
    await store.settle(row.id, effects.succeeded ? 'done' : 'failed', effects.gasUsed);
  }

  /** After a failure the job `follow transfers` tries again. */
  function inBackground(following: Promise<void>, { id }: TransferRow): void {
    following.catch((err: unknown) => {
      if (!isClosing) log.error({ err, transfer: id }, 'a transfer could not be followed');
    });
  }

  /**
   * The server may have stopped before it sent it, or the node was away. It runs once, however often it is sent. Not after
   * its time: by then its owner may do something else with the card, and two transactions at once would lock it for a day.
   */
  async function sendAgain({ transaction, signature, expiresAt }: TransferRow): Promise<void> {
    if (signature === null || expiresAt <= clock.now()) return;
    // A node that refuses it may know less than the one that took it: the chain is looked at all the same.
    await chain.execute(transaction, [signature]).catch(requireChainError);
  }

  /** Follows transfers that no server follows: after a restart, or late ones. */
  async function followDue(): Promise<void> {
    const due = await store.takeDue(clock.now(), inMs(FOLLOW_LEASE_MS), MOST_FOLLOWED);
    for (const row of due)
      inBackground(
        sendAgain(row).then(() => follow(row)),
        row,
      );
  }

  return {
    /**
     * Builds the transaction for the wallet to sign, and simulates it.
     * Refusals: bad-recipient, recipient-*, own-recipient, card-not-in-wallet, card-in-kiosk.
     * @throws TransactionRefusedError, ChainUnreachableError
     */
    async prepare(sender: Address, cardId: Address, recipientText: string): Promise<Draft> {
      const place = await features.placeOf(sender, cardId);
      if (place === null) throw new Refusal('card-not-in-wallet');
      if (place !== 'wallet') throw new Refusal('card-in-kiosk');
      const recipient = await recipientOf(sender, recipientText);
      const transaction = await chain.buildCardTransfer(sender, recipient, cardId);
      const simulated = await chain.dryRun(transaction);
      if (!simulated.succeeded)
        throw new TransactionRefusedError(simulated.failure ?? 'the dry run failed');
      const transfer: NewTransfer = {
        id: randomUUID(),
        sender,
        recipient,
        cardId,
        transaction: Buffer.from(transaction),
        digest: simulated.digest,
        fee: simulated.gasUsed,
        expiresAt: inMs(TRANSFER_OPEN_SECONDS * 1000),
      };
      await store.open(transfer);
      return { transfer, ties: await features.tiesOf(sender, cardId) };
    },

    /** Refusals: transfer-unknown, not-yours. */
    get: ownedBy,

    /**
     * Sends the stored transaction with this signature; `get` shows its progress. Idempotent.
     * Refusals: transfer-unknown, not-yours, transfer-expired.
     * @throws TransactionRefusedError when the chain will not run it
     */
    async execute(wallet: Address, id: string, signature: string): Promise<TransferRow> {
      await ownedBy(wallet, id);
      const taken = await store.take(id, signature, clock.now(), inMs(FOLLOW_LEASE_MS));
      if (taken === null) {
        const now = await ownedBy(wallet, id);
        if (now.status === 'open') throw new Refusal('transfer-expired');
        if (now.status === 'refused') throw new Refusal('transaction-refused');
        return now;
      }
      try {
        await chain.execute(taken.transaction, [signature]);
      } catch (error) {
        if (error instanceof TransactionRefusedError || error instanceof ChainInputError) {
          await store.settle(id, 'refused', 0n);
          throw error instanceof ChainInputError ? new Refusal('transaction-refused') : error;
        }
        // Without an answer it may have been executed; following it shows.
        if (!(error instanceof ChainUnreachableError)) throw error;
      }
      inBackground(follow(taken), taken);
      return taken;
    },

    followDue,
    jobs: [
      { name: 'follow transfers', everyMs: FOLLOW_EVERY_MS, run: followDue },
      {
        name: 'remove old transfers',
        everyMs: REMOVE_EVERY_MS,
        run: () => store.removeOld(clock.now()),
      },
    ],

    /** The next start follows what is unfinished. */
    close(): void {
      isClosing = true;
    },
  };
}
