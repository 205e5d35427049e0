-- Whether the organization forbids the author of a document of this size (base currency) to approve or post it.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: docs/guides/accountants.md; src/core/transactions/checks.ts.
-- Proved by: src/db/laws/documents.db.test.ts.
CREATE FUNCTION daybook_forbids_self_approval(p_amount numeric) RETURNS boolean
LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN (SELECT o.segregation_of_duties = 'enforce' AND p_amount >= coalesce(o.segregation_threshold, 0)
          FROM organizations o WHERE o.id = daybook_organization());
END $$;
