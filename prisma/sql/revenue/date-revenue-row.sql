-- The day from which a revenue row is in effect: the later of its own fact's day and that of the fact for whose sake it was added. The application
-- leaves it to this law, so that it cannot differ from the facts; bulk loading may supply it. A run as the cause has no such day.
-- Owner: the facts; src/db/revenue/months.ts reads it through the monthly summary of another moment.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: docs/accounting.md, "Revenue".
-- Proved by: e2e/revenue/reports/months-as-of.test.ts.
CREATE FUNCTION daybook_date_revenue_row() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  SELECT max(v.effective_date) INTO NEW.effective_on FROM revenue_events v
  WHERE v.organization_id = NEW.organization_id AND v.id IN (NEW.event_id, NEW.cause_id);
  RETURN NEW;
END $$;

CREATE TRIGGER revenue_rows_dated BEFORE INSERT ON revenue_rows
  FOR EACH ROW WHEN ((new.effective_on IS NULL)) EXECUTE FUNCTION daybook_date_revenue_row();
