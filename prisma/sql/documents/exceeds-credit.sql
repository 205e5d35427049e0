-- Whether an invoice of this amount (base currency) takes the customer over their credit limit, counting what is open of posted
-- invoices. NULL without a limit; then no invoice is read. Of invoices only the open ones are: a customer may have a hundred thousand
-- others. plpgsql, not SQL: it costs nothing until it is called.
-- As the owner: it concerns the whole organization, including what is outside the caller's scope.
-- Owner: the core (creditLimit in src/core/transactions/overridable-checks.ts); held to it by e2e/ledger/settlement/credit-limit.test.ts.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: src/core/transactions/checks.ts.
-- Proved by: e2e/ledger/settlement/credit-limit.test.ts, src/db/laws/documents.db.test.ts.
CREATE FUNCTION daybook_exceeds_credit(p_customer uuid, p_amount numeric) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT CASE WHEN c.credit_limit IS NOT NULL THEN c.credit_limit < p_amount + coalesce((
      -- To the four places of an amount: thirds that sum to a whole are that whole.
      SELECT round(sum(o.base_total_amount - o.base_total_amount * o.applied_amount / o.total_amount), 4)
      FROM business_transactions o
      WHERE o.organization_id = c.organization_id AND o.entity_id = c.id AND o.kind = 'INVOICE' AND o.transaction_status = 'POSTED'
        -- Worded as in the index of what is owed, which has few of a customer's documents.
        AND o.applied_amount <> o.total_amount AND o.reversal_date IS NULL AND o.cancelled_at IS NULL), 0) END
    FROM customers c WHERE c.organization_id = daybook_organization() AND c.id = p_customer);
END $$;
