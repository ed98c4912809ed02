-- Which looks of names are taken (N3). A key is a hash of what a name looks like, made by the server.
CREATE TABLE name_claims (
  key text COLLATE "C" PRIMARY KEY,
  wallet sui_address NOT NULL,
  -- The name it was made for, as it is written.
  name text NOT NULL,
  -- Null while the wallet bears it; then kept for its return for some time.
  given_up_at timestamptz
);
CREATE INDEX name_claims_by_wallet ON name_claims (wallet);
CREATE INDEX name_claims_given_up ON name_claims (given_up_at) WHERE given_up_at IS NOT NULL;

-- Names without their claims: from before there were claims, or stored by a server that knows none.
CREATE TABLE names_unclaimed (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  wallet sui_address NOT NULL UNIQUE,
  -- It was looked at, and another collector has what it looks like.
  clashes boolean NOT NULL DEFAULT false
);

CREATE FUNCTION note_name_without_claim() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM name_claims
      WHERE wallet = NEW.wallet AND name = NEW.name AND given_up_at IS NULL) THEN
    DELETE FROM names_unclaimed WHERE wallet = NEW.wallet;
  ELSE
    INSERT INTO names_unclaimed (wallet) VALUES (NEW.wallet)
    ON CONFLICT (wallet) DO UPDATE SET clashes = false;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER name_is_claimed_at_birth AFTER INSERT ON collectors
  FOR EACH ROW WHEN (NEW.name IS NOT NULL) EXECUTE FUNCTION note_name_without_claim();
CREATE TRIGGER name_is_claimed AFTER UPDATE OF name ON collectors
  FOR EACH ROW WHEN (NEW.name IS NOT NULL AND NEW.name IS DISTINCT FROM OLD.name)
  EXECUTE FUNCTION note_name_without_claim();

-- When the name was changed in the last day.
ALTER TABLE collectors ADD COLUMN name_changes timestamptz[] NOT NULL DEFAULT '{}';
