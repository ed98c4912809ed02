-- What this database is for. Noted at the first start; every other start is held against it.
CREATE TABLE installation (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  is_demo boolean NOT NULL,
  network text NOT NULL,
  -- Move struct types of the cards, the first is the collection.
  collection_types text[] NOT NULL CHECK (cardinality(collection_types) > 0),
  noted_at timestamptz NOT NULL DEFAULT now()
);
