-- Every statement that stores, changes or deletes documents notes by how much it changed the number and the total of documents by day,
-- kind and status, and whose documents they are: entity_ids has the counterparties whose number changed, entity_counts by how much, in the same order.
-- The notes are new rows, so that two writers never wait for each other; daybook_fold_documents adds them to
-- document_days and counterparty_days. Lists and the overview read both. What was not changed leaves no note: settling a document without changing its status,
-- for example. The application may only read the counts: they are made here, with the owner's rights.
-- Owner: the documents; e2e/ledger/closing/days.test.ts and e2e/ledger/closing/counterparty-days.test.ts compare them.
--
-- Refuses: nothing.
-- Locks: none; folding takes the advisory lock "fold-documents:<organization>", so that a note is added once.
-- Rule: docs/scale.md, "Documents by day".
-- Proved by: e2e/ledger/closing/days.test.ts, e2e/ledger/closing/counterparty-days.test.ts.
CREATE FUNCTION daybook_note_documents() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO document_day_changes (organization_id, id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status,
        base_currency_code, document_count, base_total, entity_ids, entity_counts)
    SELECT c.organization_id, daybook_uuid_v7(), c.transaction_date, c.subsidiary_id, c.transaction_type_id, c.kind, c.transaction_status,
           c.base_currency_code, sum(c.n), sum(c.total),
           coalesce(array_agg(c.entity_id) FILTER (WHERE c.entity_id IS NOT NULL), '{}'),
           coalesce(array_agg(c.n) FILTER (WHERE c.entity_id IS NOT NULL), '{}')
    FROM (
      SELECT n.organization_id, n.transaction_date, n.subsidiary_id, n.transaction_type_id, n.kind, n.transaction_status, n.base_currency_code,
             n.entity_id, count(*)::integer AS n, sum(n.base_total_amount) AS total
      FROM new_documents n GROUP BY 1, 2, 3, 4, 5, 6, 7, 8) c
    GROUP BY 1, 3, 4, 5, 6, 7, 8;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO document_day_changes (organization_id, id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status,
        base_currency_code, document_count, base_total, entity_ids, entity_counts)
    SELECT c.organization_id, daybook_uuid_v7(), c.transaction_date, c.subsidiary_id, c.transaction_type_id, c.kind, c.transaction_status,
           c.base_currency_code, -sum(c.n), -sum(c.total),
           coalesce(array_agg(c.entity_id) FILTER (WHERE c.entity_id IS NOT NULL), '{}'),
           coalesce(array_agg(-c.n) FILTER (WHERE c.entity_id IS NOT NULL), '{}')
    FROM (
      SELECT o.organization_id, o.transaction_date, o.subsidiary_id, o.transaction_type_id, o.kind, o.transaction_status, o.base_currency_code,
             o.entity_id, count(*)::integer AS n, sum(o.base_total_amount) AS total
      FROM old_documents o GROUP BY 1, 2, 3, 4, 5, 6, 7, 8) c
    GROUP BY 1, 3, 4, 5, 6, 7, 8;
  ELSE
    INSERT INTO document_day_changes (organization_id, id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status,
        base_currency_code, document_count, base_total, entity_ids, entity_counts)
    SELECT c.organization_id, daybook_uuid_v7(), c.transaction_date, c.subsidiary_id, c.transaction_type_id, c.kind, c.transaction_status,
           c.base_currency_code, sum(c.n), sum(c.total),
           coalesce(array_agg(c.entity_id) FILTER (WHERE c.entity_id IS NOT NULL AND c.n <> 0), '{}'),
           coalesce(array_agg(c.n) FILTER (WHERE c.entity_id IS NOT NULL AND c.n <> 0), '{}')
    FROM (
      SELECT b.organization_id, b.transaction_date, b.subsidiary_id, b.transaction_type_id, b.kind, b.transaction_status, b.base_currency_code,
             b.entity_id, sum(b.n)::integer AS n, sum(b.n * b.base_total_amount) AS total
      FROM (
        SELECT n.organization_id, n.transaction_date, n.subsidiary_id, n.transaction_type_id, n.kind, n.transaction_status,
               n.base_currency_code, n.entity_id, n.base_total_amount, 1 AS n FROM new_documents n
        UNION ALL
        SELECT o.organization_id, o.transaction_date, o.subsidiary_id, o.transaction_type_id, o.kind, o.transaction_status,
               o.base_currency_code, o.entity_id, o.base_total_amount, -1 FROM old_documents o) b
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8) c
    GROUP BY 1, 3, 4, 5, 6, 7, 8 HAVING sum(c.n) <> 0 OR sum(c.total) <> 0 OR bool_or(c.n <> 0 AND c.entity_id IS NOT NULL);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER business_transactions_note_new AFTER INSERT ON business_transactions
  REFERENCING NEW TABLE AS new_documents FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_documents();

CREATE TRIGGER business_transactions_note_changed AFTER UPDATE ON business_transactions
  REFERENCING NEW TABLE AS new_documents OLD TABLE AS old_documents FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_documents();

CREATE TRIGGER business_transactions_note_deleted AFTER DELETE ON business_transactions
  REFERENCING OLD TABLE AS old_documents FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_documents();
