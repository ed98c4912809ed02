-- B4: which servers are there, so that those who play through one that is silent are given that time back.
CREATE TABLE battle_servers (
  id text PRIMARY KEY,
  alive_at timestamptz NOT NULL,
  -- Its players have the time of its silence back until then.
  given_until timestamptz
);

-- The server that heard of the player last.
ALTER TABLE battle_seats ADD COLUMN seen_by text;
