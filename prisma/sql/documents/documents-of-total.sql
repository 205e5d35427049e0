-- The documents of the organization whose total is an amount: at most p_limit, in no order. Amounts are compared by an operator that is not leakproof,
-- which uses no index under row security; so, like daybook_search_documents, this works with the owner's rights, confines itself to the
-- organization and returns ids only.
--
-- Refuses: nothing; without an organization or an amount it finds nothing.
-- Locks: none.
-- Rule: docs/scale.md, "Search".
-- Proved by: e2e/isolation/search.test.ts.
CREATE FUNCTION daybook_documents_of_total(p_amount numeric, p_limit integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT t.id FROM business_transactions t WHERE t.organization_id = daybook_organization() AND t.total_amount = p_amount LIMIT p_limit
$$;
