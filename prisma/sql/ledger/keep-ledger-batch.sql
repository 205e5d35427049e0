-- A batch for another ledger is made, sealed, and then sent or undone; what it says never changes once it is sealed.
--
-- Refuses: any other move of its state, and a change of anything but the state and who moved it (restrict_violation).
-- Locks: none.
-- Rule: docs/accounting.md, "Alongside another ledger".
-- Proved by: src/db/laws/ledger-batches.db.test.ts.
CREATE FUNCTION daybook_keep_ledger_batch() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT (OLD.batch_status, NEW.batch_status) IN (('MAKING', 'SEALED'), ('SEALED', 'SENT'), ('SEALED', 'UNDONE')) THEN
    RAISE EXCEPTION 'batch % cannot become %', OLD.batch_number, lower(NEW.batch_status) USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.batch_status <> 'MAKING' AND
     (NEW.ledger_id, NEW.batch_number, NEW.through_date, NEW.format, NEW.summary, NEW.journal_code, NEW.tax_rate, NEW.entry_count,
      NEW.line_count, NEW.part_starts, NEW.content_hash, NEW.sealed_by_name, NEW.sealed_at)
     IS DISTINCT FROM
     (OLD.ledger_id, OLD.batch_number, OLD.through_date, OLD.format, OLD.summary, OLD.journal_code, OLD.tax_rate, OLD.entry_count,
      OLD.line_count, OLD.part_starts, OLD.content_hash, OLD.sealed_by_name, OLD.sealed_at) THEN
    RAISE EXCEPTION 'batch % is sealed', OLD.batch_number USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER ledger_batches_keep BEFORE UPDATE ON ledger_batches
  FOR EACH ROW EXECUTE FUNCTION daybook_keep_ledger_batch();
