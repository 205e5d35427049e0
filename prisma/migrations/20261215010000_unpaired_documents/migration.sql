-- Posted documents between two subsidiaries that are in no pair, so that the oldest of them are found without reading what a counterparty
-- has. Derived: from the documents, the settings and the pairs (keep-unpaired and fold-unpaired in prisma/sql); the application may only read it.
CREATE TABLE intercompany_unpaired (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  sister_id uuid NOT NULL,
  -- Of the document.
  subsidiary_id uuid NOT NULL,
  posting_date date NOT NULL,
  CONSTRAINT intercompany_unpaired_pkey PRIMARY KEY (organization_id, document_id, sister_id)
);
CREATE INDEX intercompany_unpaired_own_sql_idx ON intercompany_unpaired (organization_id, subsidiary_id, posting_date, document_id);
CREATE INDEX intercompany_unpaired_sister_sql_idx ON intercompany_unpaired (organization_id, sister_id, posting_date, document_id);

-- An owner without superuser rights sees no rows of organizations while row security is forced.
ALTER TABLE intercompany_accounts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE intercompany_pairs NO FORCE ROW LEVEL SECURITY;
ALTER TABLE intercompany_parties NO FORCE ROW LEVEL SECURITY;
ALTER TABLE business_transactions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_lines NO FORCE ROW LEVEL SECURITY;
INSERT INTO intercompany_unpaired (organization_id, document_id, sister_id, subsidiary_id, posting_date)
SELECT t.organization_id, t.id, f.sister_id, t.subsidiary_id, t.posting_date
FROM (
  SELECT p.organization_id, d.id AS document_id, p.subsidiary_id AS sister_id
  FROM intercompany_parties p
  CROSS JOIN LATERAL (VALUES (p.customer_id), (p.vendor_id)) e (id)
  JOIN business_transactions d ON d.organization_id = p.organization_id AND d.entity_id = e.id AND d.kind <> 'JOURNAL'
  UNION
  SELECT a.organization_id, d.source_id, a.sister_id
  FROM intercompany_accounts a
  CROSS JOIN LATERAL (VALUES (a.due_from_account_id), (a.due_to_account_id)) c (id)
  JOIN ledger_lines l ON l.organization_id = a.organization_id AND l.account_id = c.id AND l.subsidiary_id = a.subsidiary_id
  JOIN ledger_entries d ON d.organization_id = l.organization_id AND d.id = l.entry_id AND d.transaction_id IS NOT NULL
) f
JOIN business_transactions t ON t.organization_id = f.organization_id AND t.id = f.document_id
WHERE t.transaction_status IN ('POSTED', 'PAID', 'CLOSED') AND t.reverses_transaction_id IS NULL AND t.subsidiary_id <> f.sister_id
  AND NOT EXISTS (SELECT FROM intercompany_pairs p WHERE p.organization_id = t.organization_id AND p.source_id = t.id AND p.sister_id = f.sister_id)
  AND NOT EXISTS (SELECT FROM intercompany_pairs p WHERE p.organization_id = t.organization_id AND p.mirror_id = t.id);
ALTER TABLE ledger_lines FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries FORCE ROW LEVEL SECURITY;
ALTER TABLE business_transactions FORCE ROW LEVEL SECURITY;
ALTER TABLE intercompany_parties FORCE ROW LEVEL SECURITY;
ALTER TABLE intercompany_pairs FORCE ROW LEVEL SECURITY;
ALTER TABLE intercompany_accounts FORCE ROW LEVEL SECURITY;

ALTER TABLE intercompany_unpaired ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON intercompany_unpaired TO daybook_app;
