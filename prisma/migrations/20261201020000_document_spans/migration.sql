-- How long an amount of a document was open: from the document's posting until a settlement. What was open on an earlier day is what is open
-- now and the spans with the day in them, which have what an aging adds up, so that the documents themselves are not looked up
-- (docs/scale.md, "What was open on an earlier day"). A trigger keeps them (keep-spans). is_plain: in base currency, at its own amount; of
-- others the document is read.
CREATE TABLE document_spans (
  organization_id uuid NOT NULL,
  application_id uuid NOT NULL,
  document_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  kind text NOT NULL,
  entity_type text,
  entity_id uuid,
  currency_code text NOT NULL,
  due_date date,
  opened_on date NOT NULL,
  settled_on date NOT NULL,
  waited smallint NOT NULL,
  is_plain boolean NOT NULL,
  amount numeric(20,4) NOT NULL,
  CONSTRAINT document_spans_pkey PRIMARY KEY (organization_id, application_id, document_id)
);

-- What is there is added once; the owner of a table who is not a superuser would see no row of it.
ALTER TABLE payment_applications NO FORCE ROW LEVEL SECURITY;
ALTER TABLE business_transactions NO FORCE ROW LEVEL SECURITY;
INSERT INTO document_spans (organization_id, application_id, document_id, subsidiary_id, kind, entity_type, entity_id, currency_code, due_date,
    opened_on, settled_on, waited, is_plain, amount)
SELECT a.organization_id, a.id, t.id, t.subsidiary_id, t.kind, t.entity_type, t.entity_id, t.currency_code, t.due_date, t.posting_date, a.applied_on,
       width_bucket(a.applied_on - t.posting_date, ARRAY[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384]),
       t.currency_code = t.base_currency_code AND v.amount = v.base, v.amount
FROM payment_applications a
CROSS JOIN LATERAL (VALUES
  (a.document_id, a.amount, a.document_base), (a.payment_id, coalesce(a.payment_amount, a.amount), a.payment_base)) AS v (id, amount, base)
JOIN business_transactions t ON t.organization_id = a.organization_id AND t.id = v.id
WHERE a.reversed_at IS NULL AND t.posting_date < a.applied_on;
ALTER TABLE business_transactions FORCE ROW LEVEL SECURITY;
ALTER TABLE payment_applications FORCE ROW LEVEL SECURITY;

CREATE INDEX document_spans_settled_sql_idx ON document_spans (organization_id, waited, settled_on);
-- Nothing reads settlements by it any more. The trigger of a law that is gone is dropped with it.
DROP TRIGGER IF EXISTS payment_applications_waited ON payment_applications;
DROP INDEX payment_applications_waited_sql_idx;
ALTER TABLE payment_applications DROP COLUMN waited;

ALTER TABLE document_spans ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON document_spans TO daybook_app;
