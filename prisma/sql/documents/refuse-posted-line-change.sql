-- The lines of a posted document stay as they were posted. Checked once per statement for each document affected; the SET clauses
-- make it look documents up by key, whatever the statistics say. A document may be stored as posted, with the entry that posts it: then
-- the statement that stores both brings its lines, and no later one does, not even of the same transaction. A version above the
-- first tells of a document that was changed, and so was there before; that both rows are of one statement is what their transaction and
-- their place in it say.
--
-- Refuses: inserting, changing or deleting lines of a posted document (restrict_violation).
-- Locks: none.
-- Rule: docs/house.md, "Ledger tables".
-- Proved by: e2e/ledger/evidence/immutability.test.ts, e2e/ledger/evidence/stored-posted.test.ts.
CREATE FUNCTION daybook_refuse_posted_line_change() RETURNS trigger
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT l.organization_id, l.transaction_id, min(l.line_number) AS line_number FROM changed l GROUP BY 1, 2) c
    CROSS JOIN LATERAL (
      SELECT t.ledger_entry_id, t.version, t.xmin AS stored_by, t.cmin AS stored_at FROM business_transactions t
      WHERE t.organization_id = c.organization_id AND t.id = c.transaction_id OFFSET 0) t
    WHERE t.ledger_entry_id IS NOT NULL AND (t.version = 1
      AND (SELECT l.xmin = t.stored_by AND l.cmin = t.stored_at FROM business_transaction_lines l
           WHERE l.organization_id = c.organization_id AND l.transaction_id = c.transaction_id AND l.line_number = c.line_number)
      AND (SELECT e.inserted_in_transaction = daybook_transaction_id() FROM ledger_entries e
           WHERE e.organization_id = c.organization_id AND e.id = t.ledger_entry_id)) IS NOT TRUE) THEN
    RAISE restrict_violation USING MESSAGE = 'the lines of a posted business transaction are immutable';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER business_transaction_lines_delete AFTER DELETE ON business_transaction_lines
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_posted_line_change();

CREATE TRIGGER business_transaction_lines_insert AFTER INSERT ON business_transaction_lines
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_posted_line_change();

CREATE TRIGGER business_transaction_lines_update AFTER UPDATE ON business_transaction_lines
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_posted_line_change();
