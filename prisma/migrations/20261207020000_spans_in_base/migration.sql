-- What a span was carried at in base currency, where that is not its amount: documents in other currencies that are settled are added up by an aging of an
-- earlier day like all others. They were read one by one with their settlements, which a company with many of them waited a second for.
ALTER TABLE document_spans ADD COLUMN base numeric(20,4);
-- The owner of a table who is not a superuser would see no row of it.
ALTER TABLE document_spans DISABLE TRIGGER USER;
ALTER TABLE document_spans NO FORCE ROW LEVEL SECURITY;
ALTER TABLE payment_applications NO FORCE ROW LEVEL SECURITY;
UPDATE document_spans s SET base = nullif(CASE a.document_id WHEN s.document_id THEN a.document_base ELSE a.payment_base END, s.amount)
FROM payment_applications a WHERE a.organization_id = s.organization_id AND a.id = s.application_id AND NOT s.is_plain;
ALTER TABLE payment_applications FORCE ROW LEVEL SECURITY;
ALTER TABLE document_spans FORCE ROW LEVEL SECURITY;
ALTER TABLE document_spans ENABLE TRIGGER USER;
-- No one looks for them alone anymore.
DROP INDEX document_spans_other_sql_idx;
ALTER TABLE document_spans DROP COLUMN is_plain;
