-- Messages handed out to be signed. A row is deleted before its signature is looked at, so a
-- message is good once; the server rebuilds the text from the row.
CREATE TABLE open_sign_ins (
  -- SHA-256 of the ticket that whoever asked holds; in hex it is the nonce the message shows.
  ticket_hash bytea PRIMARY KEY CHECK (octet_length(ticket_hash) = 32),
  wallet_address text NOT NULL CHECK (wallet_address ~ '^0x[0-9a-f]{64}$'),
  asked_from text NOT NULL,
  origin text NOT NULL,
  network text NOT NULL,
  issued_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX open_sign_ins_by_asker ON open_sign_ins (wallet_address, asked_from, issued_at);
CREATE INDEX open_sign_ins_by_expiry ON open_sign_ins (expires_at);

-- Only last_used_at ever changes, and no index holds it: an update stays on its page.
CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  wallet_address text NOT NULL CHECK (wallet_address ~ '^0x[0-9a-f]{64}$'),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL
) WITH (fillfactor = 80);
