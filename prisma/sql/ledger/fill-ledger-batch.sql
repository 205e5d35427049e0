-- Entries and lines come into a batch while it is made, by one statement each; nothing is added to one that is sealed.
--
-- Refuses: entries and lines of a batch that is not being made (restrict_violation).
-- Locks: none.
-- Rule: docs/accounting.md, "Alongside another ledger".
-- Proved by: src/db/laws/ledger-batches.db.test.ts.
CREATE FUNCTION daybook_fill_ledger_batch() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT n.organization_id, n.batch_id FROM new_rows n) n
    JOIN ledger_batches b ON b.organization_id = n.organization_id AND b.id = n.batch_id
    WHERE b.batch_status <> 'MAKING') THEN
    RAISE EXCEPTION 'a sealed batch takes nothing more' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER ledger_batch_entries_fill AFTER INSERT ON ledger_batch_entries
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_fill_ledger_batch();
CREATE TRIGGER ledger_batch_lines_fill AFTER INSERT ON ledger_batch_lines
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_fill_ledger_batch();
