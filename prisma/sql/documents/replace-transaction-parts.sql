-- Replaces the entries documents will post and, if p_lines is given, their lines. For documents that are not posted yet.
--
-- Refuses: lines of a posted document (by refuse-posted-line-change and hold-line-references).
-- Locks: the rows replaced; the caller has locked the documents.
-- Rule: docs/decisions/0004-documents-carry-their-entry.md.
-- Proved by: e2e/ledger/lifecycle.test.ts.
CREATE FUNCTION daybook_replace_transaction_parts(p_ids uuid[], p_lines jsonb, p_impact jsonb) RETURNS void
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  IF p_lines IS NOT NULL THEN
    DELETE FROM business_transaction_lines l WHERE l.organization_id = daybook_organization() AND l.transaction_id = ANY (p_ids);
  END IF;
  DELETE FROM transaction_impact_lines i WHERE i.organization_id = daybook_organization() AND i.transaction_id = ANY (p_ids);
  PERFORM daybook_insert_transaction_parts(coalesce(p_lines, '[]'), p_impact);
END $$;
