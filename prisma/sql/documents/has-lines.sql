-- Whether the document has lines. In plpgsql rather than SQL, because it then costs nothing unless it is called.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: src/core/transactions/checks.ts.
-- Proved by: src/db/laws/documents.db.test.ts.
CREATE FUNCTION daybook_has_lines(p_id uuid) RETURNS boolean
LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN EXISTS (SELECT FROM business_transaction_lines d
                 WHERE d.organization_id = daybook_organization() AND d.transaction_id = p_id);
END $$;
