-- The days before a day on which there are documents of a status, with their kinds, from the counts by day and what was noted since (fold-documents).
-- As the owner, like the search that goes through them: for a caller confined to some subsidiaries too, a day too many does no harm.
--
-- Refuses: nothing; without an organization there are none.
-- Locks: none.
-- Rule: docs/scale.md, "Search".
-- Proved by: e2e/ledger/document-search-pages.test.ts.
CREATE FUNCTION daybook_days_with_status(p_status text, p_before date) RETURNS TABLE (transaction_date date, kind text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET enable_indexscan = on SET enable_indexonlyscan = on SET enable_bitmapscan = on
AS $$
  SELECT x.transaction_date, x.kind FROM (
    SELECT d.transaction_date, d.kind, d.document_count FROM document_days d
    WHERE d.organization_id = daybook_organization() AND d.transaction_status = p_status AND d.transaction_date < p_before
    UNION ALL
    SELECT d.transaction_date, d.kind, d.document_count FROM document_day_changes d
    WHERE d.organization_id = daybook_organization() AND d.transaction_status = p_status AND d.transaction_date < p_before) x
  GROUP BY 1, 2 HAVING sum(x.document_count) > 0
$$;
