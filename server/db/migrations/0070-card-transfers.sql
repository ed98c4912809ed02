-- Cards given away through the product. The transaction stands here before it is signed, so that
-- nothing is handed in but what was written here for that wallet.
create table card_transfers (
  id          text primary key,
  sender      sui_address not null references collectors (wallet),
  recipient   sui_address not null,
  card_id     sui_address not null,
  transaction bytea not null,
  digest      text not null,
  -- MIST: as tried out, then as paid
  fee         bigint not null,
  status      text not null check (status in ('open', 'sent', 'late', 'done', 'failed', 'refused')),
  expires_at  timestamptz not null,
  sent_at     timestamptz,
  -- Whoever looks for it on the chain takes it by moving this on.
  look_at     timestamptz,
  check ((status in ('open', 'refused')) or sent_at is not null)
);

-- The newest prepared one counts: another takes its place.
create unique index card_transfers_one_open on card_transfers (sender) where status = 'open';
create index card_transfers_look on card_transfers (look_at) where look_at is not null;
create index card_transfers_over on card_transfers (expires_at);
