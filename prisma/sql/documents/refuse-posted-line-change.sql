-- The lines of a posted document stay as they were posted. Inserting and changing lines is refused where what they name is looked up
-- (hold-line-references); this is deleting them, checked once per statement for each document affected; the SET clauses make it look documents
-- up by key, whatever the statistics say. A document that is deleted takes its lines with it.
--
-- Refuses: deleting lines of a posted document (restrict_violation).
-- Locks: none.
-- Rule: docs/house.md, "Ledger tables".
-- Proved by: e2e/ledger/evidence/immutability.test.ts, e2e/ledger/evidence/stored-posted.test.ts.
CREATE FUNCTION daybook_refuse_posted_line_change() RETURNS trigger
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT l.organization_id, l.transaction_id FROM changed l) c
    CROSS JOIN LATERAL (
      SELECT t.ledger_entry_id FROM business_transactions t
      WHERE t.organization_id = c.organization_id AND t.id = c.transaction_id OFFSET 0) t
    WHERE t.ledger_entry_id IS NOT NULL) THEN
    RAISE restrict_violation USING MESSAGE = 'the lines of a posted business transaction are immutable';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER business_transaction_lines_delete AFTER DELETE ON business_transaction_lines
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_posted_line_change();
