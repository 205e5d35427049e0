-- A pair may be about lines on the accounts between two companies instead of about a counterparty that represents one of them (a bill
-- of an outside vendor, paid for a sister). When its mirror was last tried, so that those that cannot be made do not keep others waiting.
ALTER TABLE intercompany_pairs ADD COLUMN by_account boolean NOT NULL DEFAULT false;
ALTER TABLE intercompany_pairs ADD COLUMN tried_at timestamptz(6);
-- What has no mirror, those that were never tried first, then those tried longest ago.
CREATE INDEX intercompany_pairs_tried_sql_idx ON intercompany_pairs (organization_id, tried_at NULLS FIRST, id)
  WHERE mirror_id IS NULL AND made_at IS NULL;
