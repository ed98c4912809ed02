-- Cards that left a wallet. A save of groups that still names one is told so; any other card is refused (G1).
CREATE TABLE left_cards (
  wallet sui_address NOT NULL REFERENCES collectors (wallet) ON DELETE CASCADE,
  card_id sui_address NOT NULL REFERENCES cards (id),
  PRIMARY KEY (wallet, card_id)
);
