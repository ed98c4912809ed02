-- RULINGS B4: the match of a player who missed a round and is still away can be claimed.
ALTER TABLE battle_matches DROP CONSTRAINT battle_matches_end_reason_check;
-- What is stored met the narrower one: no need to look at every row again.
ALTER TABLE battle_matches ADD CONSTRAINT battle_matches_end_reason_check
  CHECK (end_reason IN ('decided', 'left', 'nobody-played', 'claimed')) NOT VALID;

-- When the player was last heard of, by any server; not at every poll.
ALTER TABLE battle_seats ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE battle_seats SET (fillfactor = 70);
