-- The documents of the organization whose memo or reference number matches a pattern, or whose total is an amount, and those whose number does
-- where its digits do not tell (document-numbers-with): at most p_limit of each, in no order. A condition on text may not use an index under row
-- security, since an operator that is not leakproof is evaluated after the policy; so this function works with the owner's rights and
-- confines itself to the organization. It returns ids only: who calls it reads the documents under row security, which hides those of other
-- subsidiaries. In the index of trigrams the digits of numbers are written with other signs: as digits they would be in what every
-- search for digits gathers, and a number has few that are its own. The SET clauses leave the planner that index alone, however frequent it
-- thinks the pattern is.
-- Owner: SEARCHED_TERMS in src/core/transactions/header-terms.ts; held to it by src/db/vocabularies.db.test.ts.
--
-- Refuses: nothing; without an organization it finds nothing.
-- Locks: none.
-- Rule: docs/scale.md, "Search".
-- Proved by: e2e/isolation/search.test.ts, e2e/ledger/document-search.test.ts.
CREATE FUNCTION daybook_search_documents(p_pattern text, p_amount numeric, p_limit integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off
AS $$
DECLARE
  v_text text := upper(replace(trim(BOTH '%' FROM p_pattern), '\', ''));
  v_signs text := translate(p_pattern, '0123456789', 'qxzjkvwfhp');
BEGIN
  RETURN QUERY
  SELECT t.id FROM business_transactions t
  WHERE t.organization_id = daybook_organization()
    AND (translate(t.transaction_number, '0123456789', 'qxzjkvwfhp') || E'\n' || coalesce(t.memo, '') || E'\n' || coalesce(t.reference_number, '')) ILIKE p_pattern
    AND (t.memo ILIKE p_pattern OR t.reference_number ILIKE p_pattern)
  LIMIT p_limit;
  IF v_text ~ '^[0-9]*$' OR v_text ~ '[%_]' OR EXISTS (
    SELECT FROM number_counters c WHERE c.organization_id = daybook_organization()
      AND position(v_text IN upper(c.series || '-' || c.fiscal_year::text || '-')) > 0)
  THEN
    RETURN QUERY
    SELECT t.id FROM business_transactions t
    WHERE t.organization_id = daybook_organization()
      AND (translate(t.transaction_number, '0123456789', 'qxzjkvwfhp') || E'\n' || coalesce(t.memo, '') || E'\n' || coalesce(t.reference_number, '')) ILIKE v_signs
      AND t.transaction_number ILIKE p_pattern
    LIMIT p_limit;
  END IF;
  IF p_amount IS NOT NULL THEN
    RETURN QUERY
    SELECT t.id FROM business_transactions t WHERE t.organization_id = daybook_organization() AND t.total_amount = p_amount LIMIT p_limit;
  END IF;
END $$;
