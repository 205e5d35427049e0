-- The customers, vendors, items, projects or employees (by name or code), prospects or leads (by name or company), revenue contracts or subscriptions (by name
-- or number) of the organization whose text matches a pattern, or whose email address (of employees also the name they are shown with) does where that is
-- asked too: at most p_limit, in no order. Like daybook_search_documents it works with the owner's rights, confines itself to the organization and returns ids only; who
-- calls it reads the records under row security, which hides those of other subsidiaries. The SET clauses leave the planner the index of
-- trigrams alone, however frequent it thinks the pattern is.
--
-- Refuses: nothing; without an organization, or for another noun, it finds nothing.
-- Locks: none.
-- Rule: docs/scale.md, "Search".
-- Proved by: e2e/isolation/search.test.ts, e2e/isolation/search-records.test.ts.
CREATE FUNCTION daybook_search_parties(p_noun text, p_pattern text, p_limit integer, p_mail boolean) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off
AS $$
BEGIN
  IF p_noun = 'customer' THEN
    RETURN QUERY
    SELECT c.id FROM customers c
    WHERE c.organization_id = daybook_organization() AND (c.company_name || E'\n' || coalesce(c.customer_id, '') || E'\n' || coalesce(c.contact_email, '')) ILIKE p_pattern
      AND (c.company_name ILIKE p_pattern OR c.customer_id ILIKE p_pattern OR p_mail AND c.contact_email ILIKE p_pattern)
    LIMIT p_limit;
  ELSIF p_noun = 'prospect' THEN
    RETURN QUERY
    SELECT p.id FROM prospects p
    WHERE p.organization_id = daybook_organization() AND (p.name || E'\n' || coalesce(p.company, '') || E'\n' || coalesce(p.email, '')) ILIKE p_pattern
      AND (p.name ILIKE p_pattern OR p.company ILIKE p_pattern OR p_mail AND p.email ILIKE p_pattern)
    LIMIT p_limit;
  ELSIF p_noun = 'vendor' THEN
    RETURN QUERY
    SELECT v.id FROM vendors v
    WHERE v.organization_id = daybook_organization() AND (v.name || E'\n' || v.code || E'\n' || coalesce(v.email, '')) ILIKE p_pattern
      AND (v.name ILIKE p_pattern OR v.code ILIKE p_pattern OR p_mail AND v.email ILIKE p_pattern)
    LIMIT p_limit;
  ELSIF p_noun = 'contract' THEN
    RETURN QUERY
    SELECT k.id FROM revenue_contracts k
    WHERE k.organization_id = daybook_organization() AND (k.contract_number || E'\n' || coalesce(k.name, '')) ILIKE p_pattern
      AND (k.contract_number ILIKE p_pattern OR k.name ILIKE p_pattern)
    LIMIT p_limit;
  ELSIF p_noun = 'lead' THEN
    RETURN QUERY
    SELECT l.id FROM leads l
    WHERE l.organization_id = daybook_organization() AND (l.name || E'\n' || coalesce(l.company, '') || E'\n' || coalesce(l.email, '')) ILIKE p_pattern
      AND (l.name ILIKE p_pattern OR l.company ILIKE p_pattern OR p_mail AND l.email ILIKE p_pattern)
    LIMIT p_limit;
  ELSIF p_noun = 'employee' THEN
    RETURN QUERY
    SELECT e.id FROM employees e
    WHERE e.organization_id = daybook_organization()
      AND (e.name || E'\n' || coalesce(e.code, '') || E'\n' || coalesce(e.display_name, '') || E'\n' || coalesce(e.email, '')) ILIKE p_pattern
      AND (e.name ILIKE p_pattern OR e.code ILIKE p_pattern OR p_mail AND (e.display_name ILIKE p_pattern OR e.email ILIKE p_pattern))
    LIMIT p_limit;
  ELSIF p_noun = 'subscription' THEN
    RETURN QUERY
    SELECT s.id FROM subscriptions s
    WHERE s.organization_id = daybook_organization() AND (s.subscription_number || E'\n' || coalesce(s.name, '')) ILIKE p_pattern
      AND (s.subscription_number ILIKE p_pattern OR s.name ILIKE p_pattern)
    LIMIT p_limit;
  ELSIF p_noun = 'item' THEN
    RETURN QUERY
    SELECT i.id FROM items i
    WHERE i.organization_id = daybook_organization() AND (i.name || E'\n' || i.code) ILIKE p_pattern AND (i.name ILIKE p_pattern OR i.code ILIKE p_pattern)
    LIMIT p_limit;
  ELSIF p_noun = 'project' THEN
    RETURN QUERY
    SELECT j.id FROM projects j
    WHERE j.organization_id = daybook_organization() AND (j.name || E'\n' || j.code) ILIKE p_pattern AND (j.name ILIKE p_pattern OR j.code ILIKE p_pattern)
    LIMIT p_limit;
  END IF;
END $$;
