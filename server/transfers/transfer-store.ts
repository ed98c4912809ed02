/** All SQL of transfers. */
import type { Address } from '#rules/address.ts';
import { AHEAD_SECONDS } from '#rules/cards.ts';
import type { TransferStatus } from '#rules/transfers.ts';
import { removeRows } from '#server/db/portions.ts';
import type { Sql } from '#server/db/sql.ts';

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
  /** Null before it is signed, after a newer one of its sender, and of a version that did not keep it. */
  readonly signature: string | null;
}

export type NewTransfer = Omit<TransferRow, 'status' | 'sentAt' | 'signature'>;

type Stored = Omit<TransferRow, 'fee'> & { readonly fee: string };

const FINISHED_KEPT = '1 day';

export type TransferStore = ReturnType<typeof createTransferStore>;

export function createTransferStore(sql: Sql) {
  const columns = sql`
    id, sender, recipient, card_id AS "cardId", transaction, digest, fee::text AS fee,
    status, expires_at AS "expiresAt", sent_at AS "sentAt", signature`;
  const read = (row: Stored): TransferRow => ({ ...row, fee: BigInt(row.fee) });
  const first = ([row]: readonly Stored[]): TransferRow | null =>
    row === undefined ? null : read(row);

  return {
    /** Stores a prepared transfer; it replaces the wallet's open one. */
    async open(transfer: NewTransfer): Promise<void> {
      const { id, sender, recipient, cardId, transaction, digest, fee, expiresAt } = transfer;
      await sql`
        INSERT INTO card_transfers
          (id, sender, recipient, card_id, transaction, digest, fee, status, expires_at)
        VALUES (${id}, ${sender}, ${recipient}, ${cardId}, ${transaction}, ${digest},
          ${fee.toString()}, 'open', ${expiresAt})
        ON CONFLICT (sender) WHERE status = 'open' DO UPDATE SET
          id = excluded.id, recipient = excluded.recipient, card_id = excluded.card_id,
          transaction = excluded.transaction, digest = excluded.digest, fee = excluded.fee,
          expires_at = excluded.expires_at`;
    },

    async find(id: string): Promise<TransferRow | null> {
      return first(await sql<Stored[]>`SELECT ${columns} FROM card_transfers WHERE id = ${id}`);
    },

    /**
     * Marks an open transfer as sent; only one caller gets it. It is not followed again before `lookAt`. Older ones of its
     * sender are not sent again: they may pay with the same coin.
     */
    async take(
      id: string,
      signature: string,
      now: Date,
      lookAt: Date,
    ): Promise<TransferRow | null> {
      return first(
        await sql<Stored[]>`
          WITH taken AS (
            UPDATE card_transfers SET status = 'sent', signature = ${signature}, sent_at = ${now},
              look_at = ${lookAt}
            WHERE id = ${id} AND status = 'open' AND expires_at > ${now}
            RETURNING ${columns}),
          older AS (
            UPDATE card_transfers AS one SET signature = NULL FROM taken
            WHERE one.sender = taken.sender AND one.id <> taken.id AND one.signature IS NOT NULL)
          SELECT * FROM taken`,
      );
    },

    /** Stores the result, once. */
    async settle(id: string, status: 'done' | 'failed' | 'refused', fee: bigint): Promise<void> {
      await sql`
        UPDATE card_transfers SET status = ${status}, fee = ${fee.toString()}, look_at = NULL
        WHERE id = ${id} AND status IN ('sent', 'late')`;
    },

    /** @param lookAt when to look on the chain again; null to give up */
    async setLate(id: string, lookAt: Date | null): Promise<void> {
      await sql`
        UPDATE card_transfers SET status = 'late', look_at = ${lookAt}
        WHERE id = ${id} AND status IN ('sent', 'late')`;
    },

    /** Takes transfers that are due and postpones them to `lookAt`, so that no other server takes them. */
    async takeDue(now: Date, lookAt: Date, limit: number): Promise<TransferRow[]> {
      // None is put off for longer: a later time was noted before a clock was set back.
      const latest = new Date(lookAt.getTime() + AHEAD_SECONDS * 1000);
      const rows = await sql<Stored[]>`
        UPDATE card_transfers SET look_at = ${lookAt} WHERE id IN (
          SELECT id FROM card_transfers WHERE look_at <= ${now} OR look_at > ${latest}
          ORDER BY look_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
        RETURNING ${columns}`;
      return rows.map(read);
    },

    /** Refused ones cost their sender nothing, so they are not kept for a day. */
    async removeOld(now: Date): Promise<void> {
      const old = sql`
        look_at IS NULL AND expires_at < ${now}
          AND (status = 'refused' OR expires_at < ${now} - ${FINISHED_KEPT}::interval)
        ORDER BY expires_at`;
      await removeRows(sql, 'card_transfers', 'id', old);
    },
  };
}
