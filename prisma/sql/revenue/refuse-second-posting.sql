-- A row of revenue is posted once. Asked of the row that was, after the change, where it costs a comparison: a trigger before
-- the change would lock each row apart.
--
-- Refuses: an update of a row that bears a run (restrict_violation).
-- Locks: none.
-- Rule: docs/house.md, "Ledger tables".
-- Proved by: src/db/laws/revenue.db.test.ts.
CREATE FUNCTION daybook_refuse_second_posting() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  RAISE restrict_violation USING MESSAGE = 'revenue_rows: a row is posted once';
END $$;

CREATE TRIGGER revenue_rows_once AFTER UPDATE ON revenue_rows
  FOR EACH ROW WHEN ((old.run_id IS NOT NULL)) EXECUTE FUNCTION daybook_refuse_second_posting();
