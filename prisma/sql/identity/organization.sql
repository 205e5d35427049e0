-- The tenant of this connection. NULL when none is set, and NULL sees nothing.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: docs/house.md, "Tenancy, five belts".
-- Proved by: src/db/laws/platform.db.test.ts.
CREATE FUNCTION daybook_organization() RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
  SELECT nullif(current_setting('app.organization_id', true), '')::uuid
$$;
