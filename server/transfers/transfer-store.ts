/** All SQL of transfers. */
import type { Address } from '#rules/address.ts';
import type { TransferStatus } from '#rules/transfers.ts';
import type { Sql } from '#server/db/open.ts';

export interface TransferRow {
  readonly id: string;
  readonly sender: Address;
  readonly recipient: Address;
  readonly cardId: Address;
  readonly transaction: Buffer;
  readonly digest: string;
  /** In MIST. */
  readonly fee: bigint;
  readonly status: TransferStatus;
  readonly expiresAt: Date;
  readonly sentAt: Date | null;
}

export type NewTransfer = Omit<TransferRow, 'status' | 'sentAt'>;

type Stored = Omit<TransferRow, 'fee'> & { readonly fee: string };

const COLUMNS = `id, sender, recipient, card_id as "cardId", transaction, digest, fee::text as fee,
  status, expires_at as "expiresAt", sent_at as "sentAt"`;

/** How long a transfer that is over is still known. */
const KEPT = '1 day';

export type TransferStore = ReturnType<typeof createTransferStore>;

export function createTransferStore(sql: Sql) {
  const columns = sql.unsafe(COLUMNS);
  const read = (row: Stored): TransferRow => ({ ...row, fee: BigInt(row.fee) });
  const first = ([row]: readonly Stored[]): TransferRow | null =>
    row === undefined ? null : read(row);

  return {
    /** Stores a prepared transfer in place of the one this wallet had open. */
    async open(transfer: NewTransfer): Promise<void> {
      const { id, sender, recipient, cardId, transaction, digest, fee, expiresAt } = transfer;
      await sql`
        insert into card_transfers
          (id, sender, recipient, card_id, transaction, digest, fee, status, expires_at)
        values (${id}, ${sender}, ${recipient}, ${cardId}, ${transaction}, ${digest},
          ${fee.toString()}, 'open', ${expiresAt})
        on conflict (sender) where status = 'open' do update set
          id = excluded.id, recipient = excluded.recipient, card_id = excluded.card_id,
          transaction = excluded.transaction, digest = excluded.digest, fee = excluded.fee,
          expires_at = excluded.expires_at`;
    },

    async find(id: string): Promise<TransferRow | null> {
      return first(await sql<Stored[]>`select ${columns} from card_transfers where id = ${id}`);
    },

    /** Takes an open one to hand it in: one caller gets it. Nobody else looks for it before `lookAt`. */
    async take(id: string, now: Date, lookAt: Date): Promise<TransferRow | null> {
      return first(
        await sql<Stored[]>`
          update card_transfers set status = 'sent', sent_at = ${now}, look_at = ${lookAt}
          where id = ${id} and status = 'open' and expires_at > ${now}
          returning ${columns}`,
      );
    },

    /** The end of it, once. False when that was written already. */
    async settle(id: string, status: 'done' | 'failed' | 'refused', fee: bigint): Promise<boolean> {
      const { count } = await sql`
        update card_transfers set status = ${status}, fee = ${fee.toString()}, look_at = null
        where id = ${id} and status in ('sent', 'late')`;
      return count > 0;
    },

    /** Not seen in time. @param lookAt when to look again; null to give up */
    async setLate(id: string, lookAt: Date | null): Promise<void> {
      await sql`
        update card_transfers set status = 'late', look_at = ${lookAt}
        where id = ${id} and status in ('sent', 'late')`;
    },

    /** Some that are due to be looked for, put off until `lookAt` so that nobody else takes them too. */
    async takeDue(now: Date, lookAt: Date, limit: number): Promise<TransferRow[]> {
      const rows = await sql<Stored[]>`
        update card_transfers set look_at = ${lookAt} where id in (
          select id from card_transfers where look_at <= ${now}
          order by look_at limit ${limit} for update skip locked)
        returning ${columns}`;
      return rows.map(read);
    },

    async forgetOld(now: Date): Promise<void> {
      await sql`
        delete from card_transfers
        where look_at is null and expires_at < ${now} - ${KEPT}::interval`;
    },
  };
}
