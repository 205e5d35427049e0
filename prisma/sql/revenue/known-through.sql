-- The latest moment, up to the requested one, for which a reader after this call sees everything that was known. What a transaction
-- records counts as known from its start, so no transaction of the organization that is still running may have started by then (its
-- connections have the organization in their name, src/db/pool.ts). A start becomes visible to others slightly later, so a moment
-- that has only just passed is waited for.
--
-- Refuses: nothing.
-- Locks: none; it may sleep up to 200 ms.
-- Rule: docs/guides/accountants.md.
-- Proved by: e2e/revenue/reports/known-as-of.test.ts.
CREATE FUNCTION daybook_known_through(p_asked timestamptz) RETURNS timestamptz
LANGUAGE plpgsql
AS $$
DECLARE
  v_asked timestamptz := least(p_asked, clock_timestamp());
  v_rest double precision := 0.2 - extract(epoch FROM clock_timestamp() - v_asked);
  v_running timestamptz;
BEGIN
  IF v_rest > 0 THEN PERFORM pg_sleep(v_rest); END IF;
  SELECT min(a.xact_start) INTO v_running FROM pg_stat_activity a
  WHERE a.datname = current_database() AND a.pid <> pg_backend_pid() AND a.xact_start <= v_asked
    AND a.application_name = 'daybook ' || daybook_organization();
  RETURN CASE WHEN v_running IS NULL THEN v_asked ELSE v_running - interval '1 microsecond' END;
END;
$$;
