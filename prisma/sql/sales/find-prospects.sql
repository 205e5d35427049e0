-- The prospects of an industry, ignoring case, and those whose estimated revenue is above an amount. Neither comparison is leakproof, so under row
-- security it uses no index and reads every prospect; these functions work with the owner's rights and confine themselves to the
-- organization. They return ids only, in no order: who calls them reads the prospects under row security.
--
-- Refuses: nothing; without an organization they find nothing.
-- Locks: none.
-- Rule: interface 4.1; docs/scale.md, "Search".
-- Proved by: e2e/contracts/a/prospect-lists.test.ts.
CREATE FUNCTION daybook_prospects_of_industry(p_industry text) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  RETURN QUERY
  SELECT p.id FROM prospects p WHERE p.organization_id = daybook_organization() AND lower(p.industry) = lower(p_industry);
END $$;

CREATE FUNCTION daybook_prospects_above(p_revenue numeric) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
-- A plan for any amount expects a third of all prospects above it, and would read the table.
SET plan_cache_mode = force_custom_plan
AS $$
BEGIN
  RETURN QUERY
  SELECT p.id FROM prospects p WHERE p.organization_id = daybook_organization() AND p.estimated_revenue > p_revenue;
END $$;
