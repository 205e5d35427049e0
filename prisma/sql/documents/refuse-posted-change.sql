-- A posted document keeps every figure it was posted with, and the memo its entry was given; only settlement, closing and reversal change it.
--
-- Refuses: deleting one, or changing such a column (restrict_violation).
-- Locks: none.
-- Rule: docs/house.md, "Ledger tables"; docs/decisions/0003-one-document-table.md.
-- Proved by: e2e/ledger/evidence/immutability.test.ts.
CREATE FUNCTION daybook_refuse_posted_change() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF OLD.ledger_entry_id IS NULL THEN
    RETURN coalesce(NEW, OLD);
  END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE restrict_violation USING MESSAGE = 'a posted business transaction is reversed, never deleted';
  END IF;
  IF (NEW.transaction_number, NEW.transaction_type_id, NEW.kind, NEW.subsidiary_id, NEW.entity_type, NEW.entity_id, NEW.transaction_date, NEW.due_date,
      NEW.currency_code, NEW.exchange_rate, NEW.subtotal_amount, NEW.tax_amount, NEW.discount_amount, NEW.total_amount,
      NEW.base_total_amount, NEW.ledger_entry_id, NEW.posting_date, NEW.is_adjustment, NEW.memo)
    IS DISTINCT FROM
     (OLD.transaction_number, OLD.transaction_type_id, OLD.kind, OLD.subsidiary_id, OLD.entity_type, OLD.entity_id, OLD.transaction_date, OLD.due_date,
      OLD.currency_code, OLD.exchange_rate, OLD.subtotal_amount, OLD.tax_amount, OLD.discount_amount, OLD.total_amount,
      OLD.base_total_amount, OLD.ledger_entry_id, OLD.posting_date, OLD.is_adjustment, OLD.memo) THEN
    RAISE restrict_violation USING MESSAGE = 'a posted business transaction is immutable';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER business_transactions_posted BEFORE UPDATE OR DELETE ON business_transactions
  FOR EACH ROW WHEN ((old.ledger_entry_id IS NOT NULL)) EXECUTE FUNCTION daybook_refuse_posted_change();
