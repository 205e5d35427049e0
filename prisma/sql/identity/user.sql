-- The person of this connection. NULL when no one is signed in.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: docs/house.md, "Tenancy, six belts".
-- Proved by: src/db/laws/platform.db.test.ts.
CREATE FUNCTION daybook_user() RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
  SELECT nullif(current_setting('app.user_id', true), '')::uuid
$$;
