-- The number of companies in a group, the parent included, even outside the caller's scope, because part of a group is not a group.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: src/usecases/reports/show-consolidation.ts.
-- Proved by: src/db/laws/confinement.db.test.ts, src/usecases/members/reach.db.test.ts.
CREATE FUNCTION daybook_group_size(p_parent uuid) RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH RECURSIVE down AS (
    SELECT s.id FROM subsidiaries s WHERE s.organization_id = daybook_organization() AND s.id = p_parent
    UNION
    SELECT c.id FROM down JOIN subsidiaries c ON c.organization_id = daybook_organization() AND c.parent_id = down.id
  )
  SELECT count(*)::int FROM down
$$;
