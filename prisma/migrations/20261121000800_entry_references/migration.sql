-- What a ledger entry refers to is checked once per statement instead of once per row and reference: a batch of postings
-- makes one look-up per referenced table. The laws stay the same: an entry names a period of its subsidiary that holds its
-- posting date, and a document and an original that exist; what entries name cannot be deleted.
ALTER TABLE ledger_entries
  DROP CONSTRAINT ledger_entries_subsidiary_id_org_fk,
  DROP CONSTRAINT ledger_entries_period_id_org_fk,
  DROP CONSTRAINT ledger_entries_reversal_of_id_org_fk,
  DROP CONSTRAINT ledger_entries_transaction_id_org_fk;

CREATE FUNCTION daybook_check_new_entries() RETURNS trigger LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  bad record;
BEGIN
  SELECT n.entry_number INTO bad FROM new_entries n
    LEFT JOIN fiscal_periods p ON p.organization_id = n.organization_id AND p.id = n.period_id
      AND p.subsidiary_id = n.subsidiary_id AND n.posting_date BETWEEN p.start_date AND p.end_date
    WHERE p.id IS NULL
       OR (n.transaction_id IS NOT NULL AND NOT EXISTS (
             SELECT 1 FROM business_transactions t WHERE t.organization_id = n.organization_id AND t.id = n.transaction_id))
       OR (n.reversal_of_id IS NOT NULL AND NOT EXISTS (
             SELECT 1 FROM ledger_entries o WHERE o.organization_id = n.organization_id AND o.id = n.reversal_of_id))
    LIMIT 1;
  IF FOUND THEN
    RAISE foreign_key_violation USING MESSAGE = format('ledger entry %s names a period, document or original that is not there', bad.entry_number),
      TABLE = 'ledger_entries', CONSTRAINT = 'ledger_entries_references_org_fk';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entries_references AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS new_entries
  FOR EACH STATEMENT EXECUTE FUNCTION daybook_check_new_entries();

-- Balances exist exactly where entries do, and are quicker to ask. Documents with an entry refuse deletion themselves.
CREATE FUNCTION daybook_refuse_delete_of_booked() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER subsidiaries_booked BEFORE DELETE ON subsidiaries FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_booked();
CREATE TRIGGER fiscal_periods_booked BEFORE DELETE ON fiscal_periods FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_booked();
