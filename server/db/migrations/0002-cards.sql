-- Every card ever read, with what the chain says of it.
CREATE TABLE cards (
  id sui_address PRIMARY KEY,
  type text NOT NULL,
  name text NOT NULL,
  description text,
  image_url text
);
CREATE INDEX cards_type ON cards (type);

-- What each wallet's last full reading found. Between a sale and the seller's next reading a card
-- stands under both wallets, so the key is the pair.
CREATE TABLE holdings (
  holder sui_address NOT NULL REFERENCES collectors (wallet),
  card_id sui_address NOT NULL REFERENCES cards (id),
  place text NOT NULL CHECK (place IN ('wallet', 'kiosk', 'personal-kiosk', 'originbyte-kiosk')),
  kiosk_id sui_address,
  is_listed boolean NOT NULL,
  is_locked boolean NOT NULL,
  PRIMARY KEY (holder, card_id)
);
CREATE INDEX holdings_card ON holdings (card_id);

-- Who is reading a wallet from the chain right now, when that last ended, and when it is due again.
CREATE TABLE readings (
  wallet sui_address PRIMARY KEY REFERENCES collectors (wallet),
  -- The reader holds the wallet until then and keeps moving it on; a dead one loses it by itself.
  reader uuid,
  reader_until timestamptz,
  read_at timestamptz,
  failed_at timestamptz,
  -- A reading in the background is wanted from then on.
  wanted_at timestamptz
);
CREATE INDEX readings_wanted ON readings (wanted_at) WHERE wanted_at IS NOT NULL;
