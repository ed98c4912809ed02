-- The list of only those that still hold their cards is a page of an index too.
CREATE INDEX whitelist_entries_newest_held ON whitelist_entries (seq DESC)
  WHERE deleted_at IS NULL AND has_required_cards;
