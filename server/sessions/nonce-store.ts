/** All SQL about open sign-ins: messages to sign that are not answered yet. */
import type { Address } from '#rules/address.ts';
import type { Sql } from '#server/db/sql.ts';

/** Everything a message is rebuilt from. */
export interface OpenSignIn {
  /** SHA-256 of the ticket; in hex it is the message's nonce. */
  readonly ticketHash: Buffer;
  readonly walletAddress: Address;
  /** Network address the message was asked from. */
  readonly askedFrom: string;
  readonly origin: string;
  readonly network: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

export type NonceStore = ReturnType<typeof createNonceStore>;

export function createNonceStore(sql: Sql) {
  const columns = sql`
    ticket_hash AS "ticketHash", wallet_address AS "walletAddress", asked_from AS "askedFrom",
    origin, network, issued_at AS "issuedAt", expires_at AS "expiresAt"`;

  return {
    async add(opened: readonly OpenSignIn[]): Promise<void> {
      const rows = opened.map((one) => ({
        ticket_hash: one.ticketHash,
        wallet_address: one.walletAddress,
        asked_from: one.askedFrom,
        origin: one.origin,
        network: one.network,
        issued_at: one.issuedAt,
        expires_at: one.expiresAt,
      }));
      await sql`INSERT INTO open_sign_ins ${sql(rows)}`;
    },

    /** Deletes and returns the one with this ticket of this wallet. Only one of two parallel calls gets it. */
    async takeByTicket(ticketHash: Buffer, walletAddress: Address): Promise<OpenSignIn[]> {
      return sql<OpenSignIn[]>`
        DELETE FROM open_sign_ins
        WHERE ticket_hash = ${ticketHash} AND wallet_address = ${walletAddress}
        RETURNING ${columns}`;
    },

    /** Deletes and returns the newest that `askedFrom` requested for this wallet, newest first. */
    async takeNewest(
      walletAddress: Address,
      askedFrom: string,
      most: number,
    ): Promise<OpenSignIn[]> {
      const taken = await sql<OpenSignIn[]>`
        DELETE FROM open_sign_ins
        WHERE ticket_hash = ANY (ARRAY(
          SELECT ticket_hash FROM open_sign_ins
          WHERE wallet_address = ${walletAddress} AND asked_from = ${askedFrom}
          ORDER BY issued_at DESC
          LIMIT ${most}
        ))
        RETURNING ${columns}`;
      return taken.sort((a, b) => b.issuedAt.getTime() - a.issuedAt.getTime());
    },

    async removeExpired(now: Date): Promise<void> {
      await sql`DELETE FROM open_sign_ins WHERE expires_at <= ${now}`;
    },
  };
}
