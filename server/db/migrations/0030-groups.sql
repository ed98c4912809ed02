-- A collector's groups of cards. One row per wallet that ever saved carries the version its ETag names.
create table group_sets (
  wallet   sui_address primary key,
  version  bigint not null,
  saved_at timestamptz not null
);

create table card_groups (
  wallet   sui_address not null references group_sets (wallet),
  group_id text not null,
  position integer not null,
  name     text not null,
  card_ids text[] not null,
  primary key (wallet, group_id)
);
