-- A period reopened for a limited time returns to its previous status when that time has passed.
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
