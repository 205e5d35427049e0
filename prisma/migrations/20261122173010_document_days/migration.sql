-- How many documents there are by day, kind and status, with their totals: lists say how many there are, and find a page far back,
-- without counting them. Every statement that writes documents notes the difference it made as rows of its own, so that two never wait
-- for each other; the notes are folded into the counts soon after.

CREATE TABLE document_days (
  organization_id uuid NOT NULL,
  transaction_date date NOT NULL,
  subsidiary_id uuid NOT NULL,
  transaction_type_id uuid NOT NULL,
  kind text NOT NULL,
  transaction_status text NOT NULL,
  base_currency_code text NOT NULL,
  document_count bigint NOT NULL,
  base_total numeric(24, 4) NOT NULL,
  CONSTRAINT document_days_pkey PRIMARY KEY (organization_id, transaction_date, subsidiary_id, transaction_type_id, kind,
    transaction_status, base_currency_code)
) WITH (fillfactor = 70);

CREATE TABLE document_day_changes (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  transaction_date date NOT NULL,
  subsidiary_id uuid NOT NULL,
  transaction_type_id uuid NOT NULL,
  kind text NOT NULL,
  transaction_status text NOT NULL,
  base_currency_code text NOT NULL,
  document_count bigint NOT NULL,
  base_total numeric(24, 4) NOT NULL,
  CONSTRAINT document_day_changes_pkey PRIMARY KEY (organization_id, id)
);

-- An owner who is not a superuser would see no document.
ALTER TABLE business_transactions NO FORCE ROW LEVEL SECURITY;
INSERT INTO document_days (organization_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status,
  base_currency_code, document_count, base_total)
SELECT organization_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status, base_currency_code, count(*),
  sum(base_total_amount)
FROM business_transactions GROUP BY 1, 2, 3, 4, 5, 6, 7;
ALTER TABLE business_transactions FORCE ROW LEVEL SECURITY;

ALTER TABLE document_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE document_day_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON document_days, document_day_changes TO daybook_app;
