-- Removing a collector looks for their transfers, and a transfer that is sent looks for the older ones of its sender.
-- lock: a fraction of a second; the table holds the transfers of a day.
CREATE INDEX IF NOT EXISTS card_transfers_sender ON card_transfers (sender);
