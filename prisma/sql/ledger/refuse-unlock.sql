-- LOCKED is final.
--
-- Refuses: any other status for a locked period (restrict_violation).
-- Locks: none.
-- Rule: docs/guides/accountants.md.
-- Proved by: e2e/ledger/closing/periods.test.ts.
CREATE FUNCTION daybook_refuse_unlock() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF OLD.period_status = 'LOCKED' AND NEW.period_status <> 'LOCKED' THEN
    RAISE restrict_violation USING MESSAGE = 'a locked period stays locked';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER fiscal_periods_locked BEFORE UPDATE ON fiscal_periods
  FOR EACH ROW EXECUTE FUNCTION daybook_refuse_unlock();
