-- A name with letters or marks that are written right to left also looks like what it shows in its order, and blank characters
-- do not tell two names apart (N3): names with any such character are claimed again. Who came first keeps the look.
INSERT INTO names_unclaimed (wallet)
SELECT wallet FROM collectors WHERE name ~ '[^ -~]' ORDER BY created_at, wallet
ON CONFLICT DO NOTHING;
