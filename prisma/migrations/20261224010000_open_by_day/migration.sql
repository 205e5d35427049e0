-- What was open on an earlier day, added up: the spans of settlements by the days on which they begin and end, and their due day. Totals and buckets of any
-- earlier day are sums of few rows, however many documents were open then (docs/scale.md, "What was open on an earlier day"). A settlement notes what it adds
-- as rows of its own, so that two never wait for each other; the notes are folded into the sums soon after (keep-spans and fold-spans in prisma/sql).
-- due_on: 9999-12-31 where a document has no due day, which is never past due. item_count: documents whose last span this is, each of which is one open item.
CREATE TABLE document_span_days (
  organization_id uuid NOT NULL,
  waited smallint NOT NULL,
  settled_on date NOT NULL,
  opened_on date NOT NULL,
  due_on date NOT NULL,
  subsidiary_id uuid NOT NULL,
  kind text NOT NULL,
  entity_type text NOT NULL,
  currency_code text NOT NULL,
  item_count bigint NOT NULL,
  amount numeric(24, 4) NOT NULL,
  base numeric(24, 4) NOT NULL,
  CONSTRAINT document_span_days_pkey PRIMARY KEY (organization_id, waited, settled_on, opened_on, due_on, subsidiary_id, kind, entity_type, currency_code)
) WITH (fillfactor = 70);

CREATE TABLE document_span_changes (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  waited smallint NOT NULL,
  settled_on date NOT NULL,
  opened_on date NOT NULL,
  due_on date NOT NULL,
  subsidiary_id uuid NOT NULL,
  kind text NOT NULL,
  entity_type text NOT NULL,
  currency_code text NOT NULL,
  item_count bigint NOT NULL,
  amount numeric(24, 4) NOT NULL,
  base numeric(24, 4) NOT NULL,
  CONSTRAINT document_span_changes_pkey PRIMARY KEY (organization_id, id)
);

-- The spans of a document are looked up in the order in which they end.
ALTER TABLE document_spans DROP CONSTRAINT document_spans_pkey;
ALTER TABLE document_spans ADD CONSTRAINT document_spans_pkey PRIMARY KEY (organization_id, document_id, settled_on, application_id);

-- The owner of a table who is not a superuser would see no row of it.
ALTER TABLE document_spans NO FORCE ROW LEVEL SECURITY;
INSERT INTO document_span_days (organization_id, waited, settled_on, opened_on, due_on, subsidiary_id, kind, entity_type, currency_code, item_count, amount, base)
SELECT s.organization_id, s.waited, s.settled_on, s.opened_on, coalesce(s.due_date, '9999-12-31'), s.subsidiary_id, s.kind, coalesce(s.entity_type, ''),
       s.currency_code, count(*) FILTER (WHERE s.is_last), sum(s.amount), sum(coalesce(s.base, s.amount))
FROM (
  SELECT x.*, lead(x.application_id) OVER (PARTITION BY x.organization_id, x.document_id ORDER BY x.settled_on, x.application_id) IS NULL AS is_last
  FROM document_spans x) s
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;
ALTER TABLE document_spans FORCE ROW LEVEL SECURITY;

ALTER TABLE document_span_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE document_span_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON document_span_days, document_span_changes TO daybook_app;
