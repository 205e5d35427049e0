-- The references of ledger entries are checked once per statement instead of once per row and reference: an entry refers to a
-- period of its subsidiary that contains its posting date and to a document and an original that exist, and it has lines.
--
-- Refuses: a reference to a missing record, or to a period of another subsidiary or date (foreign_key_violation,
--   ledger_entries_references_org_fk); an entry without lines (check_violation, ledger_entries_balanced).
-- Locks: none.
-- Rule: docs/house.md, "Ledger tables".
-- Proved by: src/db/ledger-references.db.test.ts, e2e/ledger/evidence/immutability.test.ts.
CREATE FUNCTION daybook_check_new_entries() RETURNS trigger
LANGUAGE plpgsql
SET enable_bitmapscan = off
AS $$
DECLARE
  v_references boolean;
  v_empty boolean;
BEGIN
  SELECT -- Each period and day once, however many entries of a batch are dated on it.
         (SELECT bool_or((SELECT p.subsidiary_id = d.subsidiary_id AND d.posting_date BETWEEN p.start_date AND p.end_date
                          FROM fiscal_periods p WHERE p.organization_id = d.organization_id AND p.id = d.period_id) IS NOT TRUE)
          FROM (SELECT DISTINCT e.organization_id, e.period_id, e.subsidiary_id, e.posting_date FROM new_entries e) d)
         OR bool_or((n.transaction_id IS NOT NULL AND (
                 SELECT true FROM business_transactions t WHERE t.organization_id = n.organization_id AND t.id = n.transaction_id) IS NULL)
           OR (n.reversal_of_id IS NOT NULL AND (
                 SELECT true FROM ledger_entries o WHERE o.organization_id = n.organization_id AND o.id = n.reversal_of_id) IS NULL)),
         bool_or((SELECT true FROM ledger_lines l WHERE l.organization_id = n.organization_id AND l.entry_id = n.id LIMIT 1) IS NULL)
    INTO v_references, v_empty FROM new_entries n;
  IF v_references THEN
    RAISE foreign_key_violation USING MESSAGE = 'a ledger entry refers to a period, document or original entry that does not exist',
      TABLE = 'ledger_entries', CONSTRAINT = 'ledger_entries_references_org_fk';
  END IF;
  IF v_empty THEN
    RAISE check_violation USING MESSAGE = 'a ledger entry has no lines', CONSTRAINT = 'ledger_entries_balanced';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER ledger_entries_references AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION daybook_check_new_entries();
