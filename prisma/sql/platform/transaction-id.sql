-- The id of the running top-level transaction, even inside savepoints; it distinguishes rows of one transaction from those of
-- another.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: docs/house.md, "Ledger tables".
-- Proved by: src/db/laws/platform.db.test.ts.
CREATE FUNCTION daybook_transaction_id() RETURNS bigint
LANGUAGE sql STABLE
AS $$
  SELECT pg_current_xact_id()::text::bigint
$$;
