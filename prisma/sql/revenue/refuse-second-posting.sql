-- A revenue row is posted once. Checked on the old row after the update, where it costs only a comparison: a trigger before the
-- update would lock each row separately.
--
-- Refuses: an update of a row that already has a run (restrict_violation).
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
