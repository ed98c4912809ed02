-- Registrations for booster packs. Deleted ones are kept (soft delete).
create table whitelist_entries (
  id                 text primary key,
  seq                bigint generated always as identity,
  wallet             sui_address not null,
  card_ids           text[] not null check (cardinality(card_ids) >= 5),
  -- sha-256 of the sorted ids: the same set by the same wallet is the same entry
  selection_hash     bytea not null,
  entry_count        integer not null check (entry_count = cardinality(card_ids) / 5),
  registered_at      timestamptz not null,
  deleted_at         timestamptz,
  has_required_cards boolean not null default true,
  checked_at         timestamptz not null
);

create unique index whitelist_entries_one_per_set
  on whitelist_entries (wallet, selection_hash) where deleted_at is null;
create index whitelist_entries_of_wallet on whitelist_entries (wallet, seq desc) where deleted_at is null;
create unique index whitelist_entries_newest on whitelist_entries (seq desc) where deleted_at is null;
create index whitelist_entries_due on whitelist_entries (checked_at) where deleted_at is null;

-- A card backs at most one live entry in the whole product: this primary key is that rule.
-- A row goes when its entry is deleted or the card has left the wallet.
create table whitelist_claims (
  card_id  sui_address primary key,
  entry_id text not null references whitelist_entries (id)
);

create index whitelist_claims_of_entry on whitelist_claims (entry_id);
