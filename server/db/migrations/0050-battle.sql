-- Lobbies: one free seat each. A row stays for a day after it closed, so that joining again answers the same.
CREATE TABLE battle_lobbies (
  id text PRIMARY KEY,
  name text NOT NULL,
  creator sui_address NOT NULL,
  -- Name and record of the creator when it was opened.
  face jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'started', 'closed')),
  -- A rematch: the finished match, and who alone may join.
  rematch_of text UNIQUE,
  reserved_for sui_address CHECK ((reserved_for IS NULL) = (rematch_of IS NULL)),
  joiner sui_address CHECK (joiner <> creator),
  match_id text CHECK ((match_id IS NULL) = (joiner IS NULL)),
  created_at timestamptz NOT NULL,
  -- When the creator last showed life.
  seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CHECK ((state = 'started') = (match_id IS NOT NULL))
);
-- RULINGS B8: one open lobby per wallet.
CREATE UNIQUE INDEX battle_lobbies_one_open ON battle_lobbies (creator) WHERE state = 'open';
CREATE INDEX battle_lobbies_newest ON battle_lobbies (created_at DESC)
  WHERE state = 'open' AND reserved_for IS NULL;
CREATE INDEX battle_lobbies_ended ON battle_lobbies (expires_at) WHERE state <> 'open';

-- A match. The columns of the open round are null once it is over. Every change raises `version` and
-- names the one it rests on, so that each match has one writer at a time.
CREATE TABLE battle_matches (
  id text PRIMARY KEY,
  lobby_id text NOT NULL,
  player1 sui_address NOT NULL,
  player2 sui_address NOT NULL CHECK (player2 <> player1),
  -- Names and records of both when it started.
  faces jsonb NOT NULL,
  version integer NOT NULL,
  score1 smallint NOT NULL,
  score2 smallint NOT NULL,
  rounds jsonb NOT NULL,
  round_number smallint,
  attempt smallint,
  opened_at timestamptz,
  pick_ends_at timestamptz,
  closes_at timestamptz,
  -- Secret until the round is over.
  card1 text,
  card2 text,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  winner text CHECK (winner IN ('player1', 'player2', 'tie')),
  end_reason text CHECK (end_reason IN ('decided', 'left', 'nobody-played')),
  rematch jsonb NOT NULL,
  CHECK ((ended_at IS NULL) = (closes_at IS NOT NULL)),
  CHECK ((ended_at IS NULL) = (winner IS NULL)),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
) WITH (fillfactor = 70);
CREATE INDEX battle_matches_due ON battle_matches (closes_at) WHERE closes_at IS NOT NULL;
CREATE INDEX battle_matches_of_player1 ON battle_matches (player1, created_at DESC);
CREATE INDEX battle_matches_of_player2 ON battle_matches (player2, created_at DESC);

-- RULINGS B8: one live match per wallet. A row for each player while the match goes on.
CREATE TABLE battle_seats (
  wallet sui_address PRIMARY KEY,
  match_id text NOT NULL REFERENCES battle_matches (id)
);
CREATE INDEX battle_seats_of_match ON battle_seats (match_id);

-- The board. Written in the transaction that ends a match, and nowhere else.
CREATE TABLE battle_standings (
  wallet sui_address PRIMARY KEY,
  wins integer NOT NULL CHECK (wins >= 0),
  losses integer NOT NULL CHECK (losses >= 0),
  ties integer NOT NULL CHECK (ties >= 0),
  games integer GENERATED ALWAYS AS (wins + losses + ties) STORED,
  streak integer NOT NULL,
  best_streak integer NOT NULL CHECK (best_streak >= 0),
  last_game_at timestamptz NOT NULL
);
-- With equal wins the better rate is the one with fewer games, so this is the order of the board.
CREATE INDEX battle_standings_board ON battle_standings (wins DESC, games, last_game_at, wallet);

-- When any server last showed life: what is missing was an outage, and open rounds get it back.
CREATE TABLE battle_clock (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  alive_at timestamptz NOT NULL
);
