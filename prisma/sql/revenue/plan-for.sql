-- How the statements of the function that calls this are planned, until that function ends: for few rows once a session, since planning
-- such a statement costs several times what running it does; for many by the number of rows, at each call. The caller has a SET of
-- plan_cache_mode, which puts the setting back.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: docs/house.md, "Posting".
-- Proved by: src/db/laws/revenue-effects.db.test.ts.
CREATE FUNCTION daybook_plan_for(p_rows integer) RETURNS void
LANGUAGE sql
AS $$
  SELECT set_config('plan_cache_mode', CASE WHEN p_rows <= 8 THEN 'force_generic_plan' ELSE 'force_custom_plan' END, true)
$$;
