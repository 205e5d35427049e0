-- Every statement that stores, changes or deletes documents notes by how much it changed the number and the total of documents by day,
-- kind and status. The notes are new rows, so that two writers never wait for each other; daybook_fold_documents adds them to
-- document_days. Lists and the overview read both. What was not changed leaves no note: settling a document without changing its status,
-- for example. The application may only read the counts: they are made here, with the owner's rights.
-- Owner: the documents; e2e/ledger/closing/days.test.ts compares them.
--
-- Refuses: nothing.
-- Locks: none; folding takes the advisory lock "fold-documents:<organization>", so that a note is added once.
-- Rule: docs/scale.md, "Documents by day".
-- Proved by: e2e/ledger/closing/days.test.ts.
CREATE FUNCTION daybook_note_documents() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO document_day_changes (organization_id, id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status,
        base_currency_code, document_count, base_total)
    SELECT n.organization_id, daybook_uuid_v7(), n.transaction_date, n.subsidiary_id, n.transaction_type_id, n.kind, n.transaction_status,
           n.base_currency_code, count(*), sum(n.base_total_amount)
    FROM new_documents n GROUP BY 1, 3, 4, 5, 6, 7, 8;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO document_day_changes (organization_id, id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status,
        base_currency_code, document_count, base_total)
    SELECT o.organization_id, daybook_uuid_v7(), o.transaction_date, o.subsidiary_id, o.transaction_type_id, o.kind, o.transaction_status,
           o.base_currency_code, -count(*), -sum(o.base_total_amount)
    FROM old_documents o GROUP BY 1, 3, 4, 5, 6, 7, 8;
  ELSE
    INSERT INTO document_day_changes (organization_id, id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status,
        base_currency_code, document_count, base_total)
    SELECT c.organization_id, daybook_uuid_v7(), c.transaction_date, c.subsidiary_id, c.transaction_type_id, c.kind, c.transaction_status,
           c.base_currency_code, sum(c.n), sum(c.n * c.base_total_amount)
    FROM (
      SELECT n.organization_id, n.transaction_date, n.subsidiary_id, n.transaction_type_id, n.kind, n.transaction_status,
             n.base_currency_code, n.base_total_amount, 1 AS n FROM new_documents n
      UNION ALL
      SELECT o.organization_id, o.transaction_date, o.subsidiary_id, o.transaction_type_id, o.kind, o.transaction_status,
             o.base_currency_code, o.base_total_amount, -1 FROM old_documents o) c
    GROUP BY 1, 3, 4, 5, 6, 7, 8 HAVING sum(c.n) <> 0 OR sum(c.n * c.base_total_amount) <> 0;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER business_transactions_note_new AFTER INSERT ON business_transactions
  REFERENCING NEW TABLE AS new_documents FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_documents();

CREATE TRIGGER business_transactions_note_changed AFTER UPDATE ON business_transactions
  REFERENCING NEW TABLE AS new_documents OLD TABLE AS old_documents FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_documents();

CREATE TRIGGER business_transactions_note_deleted AFTER DELETE ON business_transactions
  REFERENCING OLD TABLE AS old_documents FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_documents();
