-- Re-checks of the whole whitelist that the admin asked for. Kept: who asked when, and what came of it.
create table whitelist_rechecks (
  id           bigint generated always as identity primary key,
  requested_by sui_address not null,
  requested_at timestamptz not null,
  -- Entries last checked before this are checked again.
  cutoff       timestamptz not null,
  -- Wallets with such entries when it was asked for, and what became of them.
  wallets      integer not null,
  checked      integer not null default 0,
  unreachable  integer not null default 0,
  -- Wallets are walked in their order, so that each is looked at once: this is the last one taken.
  taken_to     text collate "C" not null default '',
  -- Steps in a row in which the chain answered for nobody.
  setbacks     integer not null default 0,
  finished_at  timestamptz
);

-- One at a time.
create unique index whitelist_rechecks_running on whitelist_rechecks ((true)) where finished_at is null;
