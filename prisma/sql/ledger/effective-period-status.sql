-- A period reopened for a while is, after that while, what it was before.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: docs/guides/accountants.md.
-- Proved by: src/db/laws/documents.db.test.ts.
CREATE FUNCTION daybook_effective_period_status(p fiscal_periods) RETURNS text
LANGUAGE sql STABLE
AS $$
  SELECT CASE WHEN p.reopened_from IS NOT NULL AND p.reopened_until <= now() THEN p.reopened_from ELSE p.period_status END
$$;
