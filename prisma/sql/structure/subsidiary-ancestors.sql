-- The ancestors of a subsidiary, nearest first, itself at depth 0, even outside the caller's scope, because a cycle must be found
-- there as well. Only ids.
--
-- Refuses: nothing.
-- Locks: none of its own; moves hold the organization's subsidiary lock.
-- Rule: src/core/subsidiaries/tree.ts.
-- Proved by: src/db/laws/confinement.db.test.ts, src/usecases/members/reach.db.test.ts.
CREATE FUNCTION daybook_subsidiary_ancestors(p_id uuid) RETURNS TABLE (id uuid, depth integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH RECURSIVE up AS (
    SELECT s.id, s.parent_id, 0 AS depth FROM subsidiaries s WHERE s.organization_id = daybook_organization() AND s.id = p_id
    UNION ALL
    SELECT p.id, p.parent_id, up.depth + 1 FROM up JOIN subsidiaries p ON p.organization_id = daybook_organization() AND p.id = up.parent_id
    WHERE up.depth < 1000
  ) CYCLE id SET looped USING path
  SELECT up.id, up.depth FROM up WHERE NOT up.looped ORDER BY up.depth
$$;
