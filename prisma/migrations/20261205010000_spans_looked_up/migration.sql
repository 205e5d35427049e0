-- What was open on an earlier day in another currency, or was settled at another amount, is looked up document by document: few spans, found by an
-- index of their own, so that the others are read once and passed on (open-items-sql in src/db/reports/documents).
CREATE INDEX document_spans_other_sql_idx ON document_spans (organization_id, waited, settled_on) WHERE NOT is_plain;
