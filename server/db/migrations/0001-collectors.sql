-- A Sui address or object id in its one canonical spelling. Byte order: no language sorts it.
CREATE DOMAIN sui_address AS text COLLATE "C" CHECK (VALUE ~ '^0x[0-9a-f]{64}$');

CREATE TABLE collectors (
  wallet sui_address PRIMARY KEY,
  -- The one chosen name; null until there is one.
  name text CHECK (name <> ''),
  -- A card of their own whose picture they show; taken away with the card.
  picture_card sui_address,
  -- What the last full reading of the chain said, and when it first said that number.
  nft_count integer NOT NULL DEFAULT 0 CHECK (nft_count >= 0),
  count_reached_at timestamptz NOT NULL,
  -- End of the last full reading; null before the first.
  synced_at timestamptz,
  -- The last reading failed; the set is the last good one.
  is_stale boolean NOT NULL DEFAULT false,
  -- To the hour: a read by its owner does not cost a write each time.
  seen_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);

-- The ranking reads its first rows off this index, however many collectors there are.
CREATE INDEX collectors_ranking ON collectors (nft_count DESC, count_reached_at, wallet)
  WHERE name IS NOT NULL;
CREATE INDEX collectors_seen ON collectors (seen_at);
