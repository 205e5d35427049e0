-- An active contract keeps its customer, subsidiary and currency: what was posted of it is summed by them, and documents were made out to them.
--
-- Refuses: another customer, subsidiary or currency of a contract that is not a draft (restrict_violation).
-- Locks: none.
-- Rule: docs/accounting.md, "Revenue".
-- Proved by: e2e/revenue/reports/customer-report.test.ts.
CREATE FUNCTION daybook_keep_customer() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  RAISE restrict_violation USING MESSAGE = 'revenue_contracts: an active contract keeps its customer, subsidiary and currency';
END $$;

CREATE TRIGGER revenue_contracts_keep_customer AFTER UPDATE ON revenue_contracts
  FOR EACH ROW WHEN (old.contract_status <> 'DRAFT'
    AND (old.customer_id, old.subsidiary_id, old.currency_code) IS DISTINCT FROM (new.customer_id, new.subsidiary_id, new.currency_code))
  EXECUTE FUNCTION daybook_keep_customer();
