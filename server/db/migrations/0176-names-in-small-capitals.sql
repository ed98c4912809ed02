-- Small capitals now look like the letters they are made of (N3): names with any such letter are claimed again. Who came first
-- keeps the look. Claims of before stay until the name is given up.
INSERT INTO names_unclaimed (wallet)
SELECT wallet FROM collectors WHERE name ~ '[^ -~]' ORDER BY created_at, wallet
ON CONFLICT DO NOTHING;
