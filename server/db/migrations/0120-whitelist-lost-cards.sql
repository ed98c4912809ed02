-- When the newest reading began that showed a card of this entry in another wallet. A reading of the
-- entry's own wallet that began earlier does not bring the card back. (readings.read_at and
-- collectors.synced_at, too, say when a reading began.)
ALTER TABLE whitelist_entries ADD COLUMN lost_at timestamptz;
