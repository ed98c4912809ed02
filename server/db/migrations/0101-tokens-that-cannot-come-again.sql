-- A version is a counter: in a database that was restored from a backup the same numbers come again with
-- something else behind them. Beside it stands a token that is drawn anew with every change.
ALTER TABLE battle_matches ADD COLUMN token uuid NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE group_sets ADD COLUMN token uuid NOT NULL DEFAULT gen_random_uuid();

-- Whoever writes a match draws its token; for a hand, and for a server of an older version, the database does.
CREATE FUNCTION draw_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.token := gen_random_uuid();
  RETURN NEW;
END $$;
CREATE TRIGGER battle_matches_token BEFORE UPDATE ON battle_matches
  FOR EACH ROW WHEN (NEW.token = OLD.token) EXECUTE FUNCTION draw_token();
CREATE TRIGGER group_sets_token BEFORE UPDATE ON group_sets
  FOR EACH ROW WHEN (NEW.token = OLD.token) EXECUTE FUNCTION draw_token();
