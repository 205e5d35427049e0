-- Whether an invoice for this amount (base currency) would put the customer over their credit limit, counting open posted
-- invoices. NULL without a limit. In plpgsql rather than SQL, because it then costs nothing unless it is called.
-- Runs as the owner: it concerns the whole organization, including rows outside the caller's scope.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: src/core/transactions/checks.ts.
-- Proved by: src/db/laws/documents.db.test.ts.
CREATE FUNCTION daybook_exceeds_credit(p_customer uuid, p_amount numeric) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT c.credit_limit < p_amount + coalesce((
      SELECT sum(o.base_total_amount - CASE WHEN o.total_amount = 0 THEN 0 ELSE o.base_total_amount * o.applied_amount / o.total_amount END)
      FROM business_transactions o
      WHERE o.organization_id = c.organization_id AND o.entity_id = c.id AND o.kind = 'INVOICE' AND o.transaction_status = 'POSTED'), 0)
    FROM customers c WHERE c.organization_id = daybook_organization() AND c.id = p_customer);
END $$;
