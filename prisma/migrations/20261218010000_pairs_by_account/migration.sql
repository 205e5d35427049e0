-- A pair may be about lines on the accounts between two companies instead of about a counterparty that represents one of them (a bill
-- of an outside vendor, paid for a sister). When its mirror was last tried, so that those that cannot be made do not keep others waiting.
ALTER TABLE intercompany_pairs ADD COLUMN by_account boolean NOT NULL DEFAULT false;
ALTER TABLE intercompany_pairs ADD COLUMN tried_at timestamptz(6);
-- What has no mirror, those that were never tried first, then those tried longest ago.
CREATE INDEX intercompany_pairs_tried_sql_idx ON intercompany_pairs (organization_id, tried_at NULLS FIRST, id)
  WHERE mirror_id IS NULL AND made_at IS NULL;

-- The same of the documents without a pair.
ALTER TABLE intercompany_unpaired ADD COLUMN by_account boolean NOT NULL DEFAULT false;
-- An owner without superuser rights sees no rows of organizations while row security is forced.
ALTER TABLE intercompany_unpaired NO FORCE ROW LEVEL SECURITY;
ALTER TABLE intercompany_parties NO FORCE ROW LEVEL SECURITY;
ALTER TABLE business_transactions NO FORCE ROW LEVEL SECURITY;
UPDATE intercompany_unpaired u SET by_account = true FROM business_transactions t
WHERE t.organization_id = u.organization_id AND t.id = u.document_id AND (t.kind = 'JOURNAL' OR NOT EXISTS (
  SELECT FROM intercompany_parties p
  WHERE p.organization_id = u.organization_id AND p.subsidiary_id = u.sister_id AND t.entity_id IN (p.customer_id, p.vendor_id)));
ALTER TABLE business_transactions FORCE ROW LEVEL SECURITY;
ALTER TABLE intercompany_parties FORCE ROW LEVEL SECURITY;
ALTER TABLE intercompany_unpaired FORCE ROW LEVEL SECURITY;
