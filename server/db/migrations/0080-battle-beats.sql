-- Signs of life of all servers together: one that counts without a gap is alone.
ALTER TABLE battle_clock ADD COLUMN beats bigint NOT NULL DEFAULT 0;
