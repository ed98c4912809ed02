-- The round decides for every writer, also for a server of a version that knows no rounds and runs beside this one: what it
-- registered while a wallet was already judged would never get a verdict, and the freeze would not end.
CREATE FUNCTION require_open_round() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  round whitelist_rounds;
BEGIN
  SELECT * INTO round FROM whitelist_rounds ORDER BY id DESC LIMIT 1 FOR SHARE;
  IF EXISTS (SELECT FROM added WHERE round.stage <> 'collecting'
      OR registered_at < round.opens_at OR registered_at >= round.closes_at) THEN
    RAISE EXCEPTION 'round % is not open', round.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER only_in_open_round AFTER INSERT ON whitelist_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION require_open_round();

CREATE FUNCTION require_no_freeze() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  round whitelist_rounds;
BEGIN
  SELECT * INTO round FROM whitelist_rounds ORDER BY id DESC LIMIT 1 FOR SHARE;
  IF round.stage = 'freezing' THEN
    RAISE EXCEPTION 'round % is freezing', round.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER not_while_freezing AFTER UPDATE OF deleted_at ON whitelist_entries
  FOR EACH STATEMENT EXECUTE FUNCTION require_no_freeze();
