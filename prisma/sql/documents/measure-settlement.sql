-- How long the older side of a settlement had been posted when it was applied, as a power of two: 0 for less than a day, n for less than
-- 2^n days, 15 for longer. By it, what was open on an earlier day is found without reading everything that was settled since.
--
-- Refuses: nothing; a value the caller wrote is replaced.
-- Locks: none.
-- Rule: docs/scale.md, "What was open on an earlier day".
-- Proved by: e2e/ledger/settlement/settled-spans.test.ts.
CREATE FUNCTION daybook_measure_settlement() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  SELECT coalesce(width_bucket(NEW.applied_on - min(t.posting_date),
           ARRAY[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384]), 15) INTO NEW.waited
    FROM business_transactions t WHERE t.organization_id = NEW.organization_id AND t.id IN (NEW.payment_id, NEW.document_id);
  RETURN NEW;
END $$;

CREATE TRIGGER payment_applications_waited BEFORE INSERT OR UPDATE OF payment_id, document_id, applied_on, waited ON payment_applications
  FOR EACH ROW EXECUTE FUNCTION daybook_measure_settlement();
