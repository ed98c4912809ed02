-- Rounds of the whitelist. The newest is the current one; the first is open without end until somebody sets its times.
CREATE TABLE whitelist_rounds (
  id            integer PRIMARY KEY CHECK (id > 0),
  opens_at      timestamptz,
  closes_at     timestamptz CHECK (closes_at > opens_at),
  stage         text NOT NULL DEFAULT 'collecting' CHECK (stage IN ('collecting', 'freezing', 'frozen')),
  -- The freeze: who asked for it when, and over how much.
  freeze_by     sui_address,
  freezing_at   timestamptz,
  wallets       integer,
  registrations integer,
  -- The one server that works on it, until then.
  freezer       text,
  freezer_until timestamptz,
  -- Wallets that could not be read in the last pass; some of them by name.
  unread        integer NOT NULL DEFAULT 0,
  unread_named  text[] NOT NULL DEFAULT '{}',
  -- What came of it.
  frozen_at     timestamptz,
  root          bytea CHECK (octet_length(root) = 32),
  leaves        integer,
  entries       bigint,
  counted       integer,
  first_checkpoint bigint,
  last_checkpoint  bigint,
  CHECK ((stage = 'collecting') = (freezing_at IS NULL)),
  CHECK ((stage = 'frozen') = (root IS NOT NULL))
);

CREATE UNIQUE INDEX whitelist_rounds_one_at_a_time ON whitelist_rounds ((true)) WHERE stage <> 'frozen';
INSERT INTO whitelist_rounds (id) VALUES (1);

-- The reading by which the registrations of a wallet were judged, and the newest checkpoint asked for before and after.
CREATE TABLE whitelist_round_readings (
  round_id          integer NOT NULL REFERENCES whitelist_rounds,
  wallet            sui_address NOT NULL,
  read_at           timestamptz NOT NULL,
  checkpoint_before bigint NOT NULL,
  checkpoint_after  bigint NOT NULL CHECK (checkpoint_after >= checkpoint_before),
  PRIMARY KEY (round_id, wallet)
);

-- What became of each registration, and where its cards lay.
CREATE TABLE whitelist_round_verdicts (
  round_id      integer NOT NULL,
  wallet        sui_address NOT NULL,
  seq           bigint NOT NULL,
  entry_id      text NOT NULL,
  entry_count   integer NOT NULL,
  registered_at timestamptz NOT NULL,
  -- Each of its cards backed no other registration.
  claimed       boolean NOT NULL,
  -- taken: one of its cards counts for another registration
  verdict       text NOT NULL CHECK (verdict IN ('held', 'missing', 'taken')),
  -- One element for each card, in their order. A card that was not in the wallet has no place.
  card_ids      text[] NOT NULL,
  places        text[] NOT NULL CHECK (cardinality(places) = cardinality(card_ids)),
  kiosk_ids     text[] NOT NULL CHECK (cardinality(kiosk_ids) = cardinality(card_ids)),
  listed        boolean[] NOT NULL CHECK (cardinality(listed) = cardinality(card_ids)),
  PRIMARY KEY (round_id, wallet, seq),
  FOREIGN KEY (round_id, wallet) REFERENCES whitelist_round_readings
);

-- The published list: its lines as they stand there, and the way from each to the root.
CREATE TABLE whitelist_round_leaves (
  round_id   integer NOT NULL REFERENCES whitelist_rounds,
  index      integer NOT NULL,
  wallet     sui_address NOT NULL,
  entries    integer NOT NULL CHECK (entries > 0),
  line       text NOT NULL,
  cards_hash bytea NOT NULL CHECK (octet_length(cards_hash) = 32),
  path       bytea NOT NULL CHECK (octet_length(path) % 32 = 0),
  PRIMARY KEY (round_id, index),
  UNIQUE (round_id, wallet)
);

-- A frozen round never changes, whoever asks.
CREATE FUNCTION refuse_frozen_round() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.stage = 'frozen' THEN
    RAISE EXCEPTION 'round % is frozen', OLD.id;
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER frozen_stays BEFORE UPDATE OR DELETE ON whitelist_rounds
  FOR EACH ROW EXECUTE FUNCTION refuse_frozen_round();

CREATE FUNCTION refuse_part_of_frozen_round() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  part record := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF EXISTS (SELECT FROM whitelist_rounds WHERE stage = 'frozen' AND (id = part.round_id
      OR (TG_OP = 'UPDATE' AND id = OLD.round_id))) THEN
    RAISE EXCEPTION 'round % is frozen', part.round_id;
  END IF;
  RETURN part;
END $$;
CREATE TRIGGER frozen_stays BEFORE INSERT OR UPDATE OR DELETE ON whitelist_round_readings
  FOR EACH ROW EXECUTE FUNCTION refuse_part_of_frozen_round();
CREATE TRIGGER frozen_stays BEFORE INSERT OR UPDATE OR DELETE ON whitelist_round_verdicts
  FOR EACH ROW EXECUTE FUNCTION refuse_part_of_frozen_round();
CREATE TRIGGER frozen_stays BEFORE INSERT OR UPDATE OR DELETE ON whitelist_round_leaves
  FOR EACH ROW EXECUTE FUNCTION refuse_part_of_frozen_round();

CREATE FUNCTION refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM whitelist_rounds WHERE stage = 'frozen') THEN
    RAISE EXCEPTION 'a frozen round never changes';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER frozen_is_not_truncated BEFORE TRUNCATE ON whitelist_rounds
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER frozen_is_not_truncated BEFORE TRUNCATE ON whitelist_round_readings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER frozen_is_not_truncated BEFORE TRUNCATE ON whitelist_round_verdicts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER frozen_is_not_truncated BEFORE TRUNCATE ON whitelist_round_leaves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
