-- Apart from the triggers: reading all collectors must not hold their lock. Who came first keeps the look of a name.
INSERT INTO names_unclaimed (wallet)
SELECT wallet FROM collectors WHERE name IS NOT NULL ORDER BY created_at, wallet
ON CONFLICT DO NOTHING;
