-- The entries of the organization whose memo matches a pattern, and of those that no document posted also whose number does: at most
-- p_limit of each kind, in no order. A document's entry has the document's memo, and both stay as they are (refuse-posted-change), so it is
-- found by the text of the document. Like daybook_search_documents it works with the owner's rights, since a condition on text may not use
-- an index under row security, confines itself to the organization and returns ids only: who calls it reads the entries under row security.
--
-- Refuses: nothing; without an organization it finds nothing.
-- Locks: none.
-- Rule: docs/scale.md, "Search".
-- Proved by: e2e/ledger/entry-search.test.ts.
CREATE FUNCTION daybook_search_entries(p_pattern text, p_limit integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off
AS $$
BEGIN
  RETURN QUERY
  SELECT t.ledger_entry_id FROM business_transactions t
  WHERE t.organization_id = daybook_organization()
    AND (translate(t.transaction_number, '0123456789', 'qxzjkvwfhp') || E'\n' || coalesce(t.memo, '') || E'\n' || coalesce(t.reference_number, '')) ILIKE p_pattern
    AND t.memo ILIKE p_pattern AND t.ledger_entry_id IS NOT NULL
  LIMIT p_limit;
  RETURN QUERY
  SELECT e.id FROM ledger_entries e
  WHERE e.organization_id = daybook_organization() AND (e.source_kind <> 'TRANSACTION' OR e.reversal_of_id IS NOT NULL)
    AND (e.entry_number || E'\n' || coalesce(e.memo, '')) ILIKE p_pattern
    AND (e.entry_number ILIKE p_pattern OR e.memo ILIKE p_pattern)
  LIMIT p_limit;
END $$;
