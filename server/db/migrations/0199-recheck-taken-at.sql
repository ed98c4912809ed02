-- When wallets of the re-check were taken last: what a killed server had taken is taken again.
-- lock: a fraction of a second; the table has a row for each re-check.
ALTER TABLE whitelist_rechecks ADD COLUMN IF NOT EXISTS taken_at timestamptz;
