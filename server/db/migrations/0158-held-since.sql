-- When a reading first showed the card in the wallet. Null: it was there at the wallet's first reading, or before
-- this was kept, so nobody knows.
ALTER TABLE holdings ADD COLUMN held_since timestamptz;
