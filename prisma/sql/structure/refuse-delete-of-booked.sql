-- Records that ledger entries refer to cannot be deleted. Balances exist exactly where entries do and are faster to check.
-- Runs as the owner: it concerns the whole organization, including rows outside the caller's scope.
--
-- Refuses: deleting a subsidiary or a period that has balances (foreign_key_violation, ledger_entries_references_org_fk).
-- Locks: none.
-- Rule: docs/house.md, "Ledger tables".
-- Proved by: src/db/ledger-references.db.test.ts.
CREATE FUNCTION daybook_refuse_delete_of_booked() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  IF TG_TABLE_NAME = 'subsidiaries' AND EXISTS (
       SELECT 1 FROM ledger_balances b WHERE b.organization_id = OLD.organization_id AND b.subsidiary_id = OLD.id)
  OR TG_TABLE_NAME = 'fiscal_periods' AND EXISTS (
       SELECT 1 FROM ledger_balances b WHERE b.organization_id = OLD.organization_id AND b.period_id = OLD.id) THEN
    RAISE foreign_key_violation USING MESSAGE = format('%s %s is used by ledger entries', TG_TABLE_NAME, OLD.id),
      TABLE = 'ledger_entries', CONSTRAINT = 'ledger_entries_references_org_fk';
  END IF;
  RETURN OLD;
END $$;

CREATE TRIGGER fiscal_periods_booked BEFORE DELETE ON fiscal_periods
  FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_booked();

CREATE TRIGGER subsidiaries_booked BEFORE DELETE ON subsidiaries
  FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_booked();
