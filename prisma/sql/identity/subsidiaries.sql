-- The subsidiaries the connection's caller is confined to (src/db/pool.ts). Used only by the policies for confined callers; without
-- a setting, no subsidiary is in scope.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: docs/house.md, "Tenancy".
-- Proved by: src/db/laws/confinement.db.test.ts, src/usecases/members/reach.db.test.ts.
CREATE FUNCTION daybook_subsidiaries() RETURNS uuid[]
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
  SELECT coalesce(nullif(current_setting('app.subsidiaries', true), ''), '{}')::uuid[]
$$;
