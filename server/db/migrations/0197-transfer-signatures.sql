-- A transfer that was handed in can be sent again: the server may have stopped before the chain had it. Null until it is
-- signed, and in those of the version before.
ALTER TABLE card_transfers ADD COLUMN signature text;
