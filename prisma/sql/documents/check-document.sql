-- The laws about a document's columns that posting leaves alone, checked when those columns are written: a CHECK would be set up
-- and evaluated by every update of the row. The total is the sum of its parts; what is applied never exceeds the document, whoever
-- writes, so that what is applied twice at once fails here at the latest (a payment with an early-payment discount clears the
-- discount as well, so that amount of it can be applied); an entity has a type and an id; rates are positive; only journals go
-- into an adjustment period.
-- Owner of the totals: computeTotals in src/core/transactions/totals.ts; held to it by e2e/ledger/evidence/totals.test.ts.
--
-- Refuses: a document that breaks one (check_violation under the name of the constraint it replaces).
-- Locks: none.
-- Rule: docs/decisions/0003-one-document-table.md; docs/house.md, "The database".
-- Proved by: e2e/ledger/evidence/totals.test.ts, e2e/ledger/evidence/immutability.test.ts.
CREATE FUNCTION daybook_check_document() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  v_broken text;
  -- The most a document can settle: for a payment, including the discount it took.
  v_settles numeric := NEW.total_amount
    + CASE WHEN NEW.kind IN ('CUSTOMER_PAYMENT', 'VENDOR_PAYMENT') THEN NEW.discount_amount ELSE 0 END;
BEGIN
  v_broken := CASE
    WHEN NEW.total_amount <> NEW.subtotal_amount + NEW.tax_amount - NEW.discount_amount THEN 'total'
    WHEN NEW.applied_amount <> 0 AND (abs(NEW.applied_amount) > abs(v_settles) OR sign(NEW.applied_amount) <> sign(v_settles)) THEN 'applied'
    WHEN (NEW.entity_id IS NULL) <> (NEW.entity_type IS NULL)
      OR NEW.entity_type NOT IN ('CUSTOMER', 'VENDOR', 'EMPLOYEE') THEN 'entity'
    WHEN NEW.exchange_rate <= 0 THEN 'rate'
    WHEN NEW.is_adjustment AND NEW.kind <> 'JOURNAL' THEN 'adjustment'
    WHEN NEW.record_status NOT IN ('active', 'inactive', 'archived') THEN 'record_status'
  END;
  IF v_broken IS NOT NULL THEN
    RAISE check_violation USING TABLE = 'business_transactions', CONSTRAINT = format('business_transactions_%s_ck', v_broken),
      MESSAGE = format('new row for relation "business_transactions" violates check constraint "business_transactions_%s_ck"', v_broken);
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER business_transactions_lawful BEFORE INSERT OR UPDATE OF kind, entity_type, entity_id, exchange_rate,
    subtotal_amount, tax_amount, discount_amount, total_amount, applied_amount, record_status, is_adjustment ON business_transactions
  FOR EACH ROW EXECUTE FUNCTION daybook_check_document();
