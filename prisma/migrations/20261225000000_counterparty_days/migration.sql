-- How many documents a counterparty has by day, subsidiary, type, kind and status, for those with very many: a shop's walk-in customer has a third of all
-- documents. Its list says how many there are, and finds a page far back or of a status, without going through them. The notes that lead to the counts by day
-- say whose documents they are, in arrays, so that a statement leaves as many notes as before.

ALTER TABLE document_day_changes ADD COLUMN entity_ids uuid[] NOT NULL DEFAULT '{}', ADD COLUMN entity_counts integer[] NOT NULL DEFAULT '{}';

CREATE TABLE counted_counterparties (
  organization_id uuid NOT NULL,
  entity_id uuid NOT NULL,
  CONSTRAINT counted_counterparties_pkey PRIMARY KEY (organization_id, entity_id)
);

CREATE TABLE counterparty_days (
  organization_id uuid NOT NULL,
  entity_id uuid NOT NULL,
  transaction_date date NOT NULL,
  subsidiary_id uuid NOT NULL,
  transaction_type_id uuid NOT NULL,
  kind text NOT NULL,
  transaction_status text NOT NULL,
  document_count bigint NOT NULL,
  CONSTRAINT counterparty_days_pkey PRIMARY KEY (organization_id, entity_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status)
) WITH (fillfactor = 70);

-- An owner who is not a superuser would see no document. Notes from before say nothing of counterparties: what they lead to is counted here.
ALTER TABLE business_transactions NO FORCE ROW LEVEL SECURITY;
INSERT INTO counted_counterparties (organization_id, entity_id)
SELECT organization_id, entity_id FROM business_transactions WHERE entity_id IS NOT NULL GROUP BY 1, 2 HAVING count(*) >= 5000;
INSERT INTO counterparty_days (organization_id, entity_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status, document_count)
SELECT t.organization_id, t.entity_id, t.transaction_date, t.subsidiary_id, t.transaction_type_id, t.kind, t.transaction_status, count(*)
FROM business_transactions t JOIN counted_counterparties c ON c.organization_id = t.organization_id AND c.entity_id = t.entity_id
GROUP BY 1, 2, 3, 4, 5, 6, 7;
ALTER TABLE business_transactions FORCE ROW LEVEL SECURITY;

ALTER TABLE counted_counterparties ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE counterparty_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON counted_counterparties, counterparty_days TO daybook_app;
