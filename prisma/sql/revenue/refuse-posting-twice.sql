-- A contract cost row is posted once, and nothing else in it ever changes (its grants let the application write only the columns
-- that posting writes).
--
-- Refuses: an update of a row that already has a run (restrict_violation).
-- Locks: none.
-- Rule: docs/house.md, "Ledger tables".
-- Proved by: src/db/laws/revenue.db.test.ts.
CREATE FUNCTION daybook_refuse_posting_twice() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM old_rows WHERE run_id IS NOT NULL) THEN
    RAISE restrict_violation USING MESSAGE = format('%s: a row is posted once', TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER contract_cost_rows_once AFTER UPDATE ON contract_cost_rows
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_posting_twice();
