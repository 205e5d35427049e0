-- What revenue calls the period from one day to another: a calendar month by its month, every other period by its last day, so that
-- the names of one subsidiary's periods sort as their days do.
-- Owner: periodKey in src/core/periods/period-grid.ts; held to it by src/db/laws/period-key.db.test.ts.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: docs/accounting.md, "Fiscal calendars".
-- Proved by: src/db/laws/period-key.db.test.ts.
CREATE FUNCTION daybook_period_key(p_start date, p_end date) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
  SELECT CASE WHEN extract(day FROM p_start) = 1 AND p_end = (p_start + interval '1 month' - interval '1 day')::date
              THEN to_char(p_start, 'YYYY-MM') ELSE to_char(p_end, 'YYYY-MM-DD') END
$$;
