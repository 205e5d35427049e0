-- Adds up to p_limit notes of one organization (daybook_note_documents) to the counts by day and removes them; returns how many.
--
-- Refuses: nothing; with nothing to fold it returns 0.
-- Locks: the advisory lock "fold-documents:<organization>", until the end of the transaction: a note is added once.
-- Rule: docs/scale.md, "Documents by day".
-- Proved by: e2e/ledger/closing/days.test.ts.
CREATE FUNCTION daybook_fold_documents(p_limit integer DEFAULT 2000) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_folded integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold-documents:' || v_org::text, 0));
  WITH gone AS (
    DELETE FROM document_day_changes c WHERE c.organization_id = v_org AND c.id IN (
      SELECT x.id FROM document_day_changes x WHERE x.organization_id = v_org ORDER BY x.id LIMIT p_limit)
    RETURNING c.*
  ), summed AS (
    INSERT INTO document_days AS d (organization_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status,
        base_currency_code, document_count, base_total)
    SELECT g.organization_id, g.transaction_date, g.subsidiary_id, g.transaction_type_id, g.kind, g.transaction_status, g.base_currency_code,
           sum(g.document_count), sum(g.base_total)
    FROM gone g GROUP BY 1, 2, 3, 4, 5, 6, 7
    ON CONFLICT (organization_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status, base_currency_code)
    DO UPDATE SET document_count = d.document_count + excluded.document_count, base_total = d.base_total + excluded.base_total
  )
  SELECT count(*) INTO v_folded FROM gone;
  RETURN v_folded;
END $$;
