-- Whatever writes settlements also stores the spans they end, from which the items open on an earlier day are found. The application may only read
-- them: they are written here, with the owner's rights.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: docs/scale.md, "What was open on an earlier day".
-- Proved by: e2e/ledger/settlement/settled-spans.test.ts, e2e/ledger/settlement/aging.test.ts.
CREATE FUNCTION daybook_keep_spans() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM document_spans s USING old_rows o WHERE s.organization_id = o.organization_id AND s.application_id = o.id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO document_spans (organization_id, application_id, document_id, subsidiary_id, kind, entity_type, entity_id, currency_code, due_date,
        opened_on, settled_on, waited, amount, base)
    SELECT daybook_organization(), s.* FROM daybook_spans_of(ARRAY(SELECT n.id FROM new_rows n WHERE n.organization_id = daybook_organization())) s;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER payment_applications_span_new AFTER INSERT ON payment_applications
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_keep_spans();
CREATE TRIGGER payment_applications_span_changed AFTER UPDATE ON payment_applications
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_keep_spans();
CREATE TRIGGER payment_applications_span_gone AFTER DELETE ON payment_applications
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_keep_spans();
