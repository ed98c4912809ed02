-- The heartbeat looks for due rounds among the live matches only. While `closes_at` stood in an index each round of a
-- match wrote into all indexes of the table; without it an update stays on its page (HOT) and leaves no work for vacuum.
-- lock: the index is built of live matches only, after one pass over the table.
CREATE INDEX battle_matches_live ON battle_matches (created_at) WHERE ended_at IS NULL;
DROP INDEX battle_matches_due;
