/** All SQL of open sign-ins: messages that were issued and not yet signed. */
import type { Address } from '#rules/address.ts';
import { removeRows } from '#server/db/portions.ts';
import type { Sql } from '#server/db/sql.ts';

/** The fields from which the message is rebuilt. */
export interface OpenSignIn {
  /** SHA-256 of the ticket; in hex it is the message's nonce. */
  readonly ticketHash: Buffer;
  readonly walletAddress: Address;
  /** Network address of the client that requested the message; null where it can only be found by its ticket. */
  readonly askedFrom: string | null;
  readonly origin: string;
  readonly network: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** No network address. */
const BY_TICKET = 'by ticket';

export type NonceStore = ReturnType<typeof createNonceStore>;

export function createNonceStore(sql: Sql) {
  const columns = sql`
    ticket_hash AS "ticketHash", wallet_address AS "walletAddress",
    nullif(asked_from, ${BY_TICKET}) AS "askedFrom",
    origin, network, issued_at AS "issuedAt", expires_at AS "expiresAt"`;

  return {
    async add(opened: readonly OpenSignIn[]): Promise<void> {
      const rows = opened.map((one) => ({
        ticket_hash: one.ticketHash,
        wallet_address: one.walletAddress,
        asked_from: one.askedFrom ?? BY_TICKET,
        origin: one.origin,
        network: one.network,
        issued_at: one.issuedAt,
        expires_at: one.expiresAt,
      }));
      await sql`INSERT INTO open_sign_ins ${sql(rows)}`;
    },

    /** Deletes and returns it, so only one of two parallel calls gets it. Empty when there is none. */
    async takeByTicket(ticketHash: Buffer, walletAddress: Address): Promise<OpenSignIn[]> {
      return sql<OpenSignIn[]>`
        DELETE FROM open_sign_ins
        WHERE ticket_hash = ${ticketHash} AND wallet_address = ${walletAddress}
        RETURNING ${columns}`;
    },

    /** Deletes and returns the newest of this wallet and client address. */
    async takeNewest(
      walletAddress: Address,
      askedFrom: string,
      limit: number,
    ): Promise<OpenSignIn[]> {
      return sql<OpenSignIn[]>`
        DELETE FROM open_sign_ins
        WHERE ticket_hash = ANY (ARRAY(
          SELECT ticket_hash FROM open_sign_ins
          WHERE wallet_address = ${walletAddress} AND asked_from = ${askedFrom}
          ORDER BY issued_at DESC
          LIMIT ${limit}
        ))
        RETURNING ${columns}`;
    },

    async removeExpired(now: Date): Promise<void> {
      const expired = sql`expires_at <= ${now} ORDER BY expires_at`;
      await removeRows(sql, 'open_sign_ins', 'ticket_hash', expired);
    },
  };
}
