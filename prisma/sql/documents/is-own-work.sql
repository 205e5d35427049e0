-- Whether one of those who prepared something is the caller, or a credential of the same person. An unknown author is no one.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: docs/guides/accountants.md, "Segregation of duties"; src/core/transactions/segregation.ts.
-- Proved by: src/db/laws/documents.db.test.ts, e2e/ledger/four-eyes.test.ts.
CREATE FUNCTION daybook_is_own_work(p_workers uuid[], p_actor uuid) RETURNS boolean
LANGUAGE plpgsql STABLE
AS $$
BEGIN
  IF p_actor IS NULL THEN RETURN false; END IF;
  IF p_actor = ANY (p_workers) THEN RETURN true; END IF;
  RETURN EXISTS (
    SELECT FROM unnest(p_workers) AS w(id) WHERE w.id IS NOT NULL AND daybook_person_behind(w.id) = daybook_person_behind(p_actor));
END $$;
