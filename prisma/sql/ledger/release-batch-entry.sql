-- An entry stays in its batch until the batch is undone; then it is free for the next one, and the row remains as evidence.
--
-- Refuses: any other change of an entry in a batch (restrict_violation).
-- Locks: none.
-- Rule: docs/accounting.md, "Alongside another ledger".
-- Proved by: src/db/laws/ledger-batches.db.test.ts.
CREATE FUNCTION daybook_release_batch_entry() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT OLD.is_live OR NEW.is_live
     OR (NEW.organization_id, NEW.batch_id, NEW.entry_id, NEW.ledger_id) IS DISTINCT FROM (OLD.organization_id, OLD.batch_id, OLD.entry_id, OLD.ledger_id)
     OR NOT EXISTS (SELECT FROM ledger_batches b
       WHERE b.organization_id = OLD.organization_id AND b.id = OLD.batch_id AND b.batch_status = 'UNDONE') THEN
    RAISE EXCEPTION 'an entry stays in its batch until the batch is undone' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER ledger_batch_entries_release BEFORE UPDATE ON ledger_batch_entries
  FOR EACH ROW EXECUTE FUNCTION daybook_release_batch_entry();
