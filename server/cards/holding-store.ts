/** All SQL about cards and their holders. Texts from the chain are untrusted, so they are cut. */
import type { Address } from '#rules/address.ts';
import type { CardPlace } from '#rules/cards.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Fragment, Queries } from '#server/db/tag.ts';
import type { HeldCard } from '#server/sui/chain.ts';

export interface StoredCard extends HeldCard {
  /** When a reading first showed the card in the wallet; null when it was there at the first one. */
  readonly heldSince: Date | null;
}

/** Card ids that a new reading removed from a wallet and added to it. */
export interface HoldingChange {
  readonly removed: Address[];
  readonly added: Address[];
}

type PlacedCard = Pick<HeldCard, 'place' | 'kioskId' | 'isListed'>;

export interface PlacedCards {
  readonly readAt: Date;
  readonly cards: ReadonlyMap<string, PlacedCard>;
}

/** In UTF-16 units. */
const NAME_MAX = 200;
const DESCRIPTION_MAX = 4_000;
const IMAGE_URL_MAX = 2_048;

/** Deletes these holdings, and notes that the cards left their wallets. @param which what follows `holdings AS own` */
function takeAway(tx: Queries, which: Fragment): PromiseLike<{ id: Address }[]> {
  return tx<{ id: Address }[]>`
    WITH gone AS (
      DELETE FROM holdings AS own ${which} RETURNING own.holder, own.card_id AS id),
    noted AS (
      INSERT INTO left_cards (wallet, card_id) SELECT holder, id FROM gone ON CONFLICT DO NOTHING)
    SELECT id FROM gone`;
}

export type HoldingStore = ReturnType<typeof createHoldingStore>;

export function createHoldingStore(sql: Sql) {
  return {
    /** The wallet's cards from its last reading, sorted by name. */
    held(wallet: Address): Promise<StoredCard[]> {
      return sql<StoredCard[]>`
        SELECT id, type, name, description, image_url AS "imageUrl", place,
               kiosk_id AS "kioskId", is_listed AS "isListed", is_locked AS "isLocked",
               held_since AS "heldSince"
        FROM holdings JOIN cards ON id = card_id
        WHERE holder = ${wallet}
        ORDER BY name, id`;
    },

    /** Where each card of the last reading lies, and when that began; null before the first. */
    async places(wallet: Address): Promise<PlacedCards | null> {
      // One statement: cards and time belong to one reading.
      const rows = await sql<(PlacedCard & { readAt: Date; id: Address | null })[]>`
        SELECT read_at AS "readAt", card_id AS id, place, kiosk_id AS "kioskId",
          is_listed AS "isListed"
        FROM readings LEFT JOIN holdings ON holder = wallet
        WHERE wallet = ${wallet} AND read_at IS NOT NULL`;
      const [first] = rows;
      if (first === undefined) return null;
      const cards = rows.flatMap(({ id, place, kioskId, isListed }) =>
        id === null ? [] : [[id, { place, kioskId, isListed }] as const],
      );
      return { readAt: first.readAt, cards: new Map(cards) };
    },

    async heldIds(wallet: Address): Promise<Address[]> {
      const rows = await sql<{ id: Address }[]>`
        SELECT card_id AS id FROM holdings WHERE holder = ${wallet}`;
      return rows.map((row) => row.id);
    },

    /** The ids among these that the last reading itself showed: not what a transfer brought after it. */
    async shownIds(wallet: Address, ids: readonly string[]): Promise<Address[]> {
      const rows = await sql<{ id: Address }[]>`
        SELECT card_id AS id FROM holdings JOIN readings ON wallet = holder
        WHERE holder = ${wallet} AND card_id = ANY(${ids}::text[])
          AND (held_since IS NULL OR held_since <= read_at)`;
      return rows.map((row) => row.id);
    },

    /** Null when the last reading of the wallet does not show the card. */
    async placeOf(wallet: Address, cardId: Address): Promise<CardPlace | null> {
      const [row] = await sql<{ place: CardPlace }[]>`
        SELECT place FROM holdings WHERE holder = ${wallet} AND card_id = ${cardId}`;
      return row?.place ?? null;
    },

    /** The ids among these that belong to a card which has left the wallet at some time. */
    async leftIds(wallet: Address, ids: readonly string[]): Promise<Address[]> {
      const rows = await sql<{ id: Address }[]>`
        SELECT card_id AS id FROM left_cards
        WHERE wallet = ${wallet} AND card_id = ANY(${ids})`;
      return rows.map((row) => row.id);
    },

    async countHeld(wallet: Address): Promise<number> {
      const [row] = await sql<[{ count: number }]>`
        SELECT count(*) FROM holdings WHERE holder = ${wallet}`;
      return row.count;
    },

    /** `readAt` is null before the first reading. */
    async lastCount(wallet: Address): Promise<{ count: number; readAt: Date | null }> {
      const [row] = await sql<{ count: number; readAt: Date | null }[]>`
        SELECT read_at AS "readAt",
               (SELECT count(*) FROM holdings WHERE holder = ${wallet}) AS count
        FROM readings WHERE wallet = ${wallet}`;
      return row ?? { count: 0, readAt: null };
    },

    /** All wallets recorded as holders of any of these cards. */
    async holders(cards: readonly string[]): Promise<Address[]> {
      const rows = await sql<{ holder: Address }[]>`
        SELECT DISTINCT holder FROM holdings WHERE card_id = ANY(${cards})`;
      return rows.map((row) => row.holder);
    },

    /** Other wallets that are recorded as holders of a card of this one. */
    async rivals(queries: Queries, wallet: Address): Promise<Address[]> {
      const rows = await queries<{ holder: Address }[]>`
        SELECT DISTINCT other.holder
        FROM holdings AS own JOIN holdings AS other ON other.card_id = own.card_id
        WHERE own.holder = ${wallet} AND other.holder <> ${wallet}`;
      return rows.map((row) => row.holder);
    },

    /**
     * Takes from a wallet the cards that a later reading showed in another one: a card has one holder. Not what a
     * transfer brought since, and not by a reading of a time after `ahead`, noted before a clock was set back.
     * @returns whether there were any
     */
    async giveUpToLater(tx: Queries, wallet: Address, ahead: Date): Promise<boolean> {
      // As a reading that is saved locks them: first this row, then its cards.
      await tx`SELECT FROM readings WHERE wallet = ${wallet} FOR UPDATE`;
      const gone = await takeAway(
        tx,
        tx`USING holdings AS other, readings AS mine, readings AS theirs
          WHERE own.holder = ${wallet} AND other.card_id = own.card_id AND other.holder <> ${wallet}
            AND mine.wallet = ${wallet} AND theirs.wallet = other.holder
            AND mine.read_at < theirs.read_at AND theirs.read_at <= ${ahead}
            AND (own.held_since IS NULL OR own.held_since <= mine.read_at)
            AND (other.held_since IS NULL OR other.held_since <= theirs.read_at)`,
      );
      return gone.length > 0;
    },

    /** False when the wallet did not hold it. */
    async remove(tx: Queries, wallet: Address, cardId: Address): Promise<boolean> {
      const gone = await takeAway(tx, tx`WHERE holder = ${wallet} AND card_id = ${cardId}`);
      return gone.length > 0;
    },

    /** Records a known card in the wallet itself (no kiosk). False when it was recorded before. */
    async add(tx: Queries, wallet: Address, cardId: Address, since: Date): Promise<boolean> {
      const { count } = await tx`
        INSERT INTO holdings (holder, card_id, place, kiosk_id, is_listed, is_locked, held_since)
        SELECT ${wallet}, id, 'wallet', NULL, false, false, ${since}::timestamptz FROM cards WHERE id = ${cardId}
        ON CONFLICT (holder, card_id) DO NOTHING`;
      return count > 0;
    },

    /**
     * Replaces the wallet's cards by a full reading.
     * @param cards from `storableCards`
     * @param since when the cards came that were not there before; null when unknown
     */
    async replace(
      tx: Queries,
      wallet: Address,
      cards: readonly HeldCard[],
      since: Date | null,
    ): Promise<HoldingChange> {
      // One JSON parameter for all cards: a wallet can hold thousands.
      const read = JSON.stringify(cards);
      await tx`
        INSERT INTO cards (id, type, name, description, image_url)
        SELECT id, type, name, description, "imageUrl"
        FROM jsonb_to_recordset(${read}::text::jsonb)
          AS read (id text, type text, name text, description text, "imageUrl" text)
        ON CONFLICT (id) DO UPDATE SET
          type = excluded.type, name = excluded.name,
          description = excluded.description, image_url = excluded.image_url
        WHERE (cards.type, cards.name, cards.description, cards.image_url) IS DISTINCT FROM
          (excluded.type, excluded.name, excluded.description, excluded.image_url)`;
      const removed = await takeAway(
        tx,
        tx`WHERE holder = ${wallet} AND card_id NOT IN (
          SELECT id FROM jsonb_to_recordset(${read}::text::jsonb) AS read (id text))`,
      );
      const added = await tx<{ id: Address }[]>`
        WITH read AS (
          SELECT * FROM jsonb_to_recordset(${read}::text::jsonb)
            AS read (id text, place text, "kioskId" text, "isListed" bool, "isLocked" bool)),
        known AS (SELECT card_id FROM holdings WHERE holder = ${wallet}),
        saved AS (
          INSERT INTO holdings (holder, card_id, place, kiosk_id, is_listed, is_locked, held_since)
          SELECT ${wallet}, id, place, "kioskId", "isListed", "isLocked", ${since}::timestamptz
          FROM read
          ON CONFLICT (holder, card_id) DO UPDATE SET
            place = excluded.place, kiosk_id = excluded.kiosk_id,
            is_listed = excluded.is_listed, is_locked = excluded.is_locked
          WHERE (holdings.place, holdings.kiosk_id, holdings.is_listed, holdings.is_locked)
            IS DISTINCT FROM
            (excluded.place, excluded.kiosk_id, excluded.is_listed, excluded.is_locked))
        SELECT id FROM read WHERE id NOT IN (SELECT card_id FROM known)`;
      return { removed: removed.map((row) => row.id), added: added.map((row) => row.id) };
    },
  };
}

/** The cards sorted by id, each once, so that two readings lock rows in the same order. */
export function storableCards(cards: readonly HeldCard[]): HeldCard[] {
  const byId = new Map(cards.map((card) => [card.id, card]));
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).map(storable);
}

function storable(card: HeldCard): HeldCard {
  const imageUrl = card.imageUrl === null ? null : textOf(card.imageUrl);
  return {
    ...card,
    name: cut(textOf(card.name), NAME_MAX),
    description: card.description === null ? null : cut(textOf(card.description), DESCRIPTION_MAX),
    // A cut link would not work.
    imageUrl: imageUrl !== null && imageUrl.length <= IMAGE_URL_MAX ? imageUrl : null,
  };
}

/** PostgreSQL refuses NUL and half a surrogate pair; the reading could then never be saved. */
function textOf(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** At most `max` UTF-16 units, never half of a surrogate pair. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = text.slice(0, max);
  return end.isWellFormed() ? end : end.slice(0, -1);
}
