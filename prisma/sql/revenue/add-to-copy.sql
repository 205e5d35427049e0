-- Adds to the copy of a moment what contracts add to the balances by how they stood then (p_present), less what they add by how it has them (p_past).
-- The caller has locked "check-contracts:<organization>".
-- Owner: the rows of contracts; copies are held to them by the test below and by a full verification.
--
-- Refuses: a caller who may not write the copies (insufficient_privilege); check-contracts and the laws that copy work with the owner's rights.
-- Locks: none.
-- Rule: docs/scale.md, "Contract balances".
-- Proved by: e2e/revenue/histories/checked/balance-copies.test.ts.
CREATE FUNCTION daybook_add_to_copy(p_moment timestamptz, p_present revenue_checked_standings[], p_past revenue_checked_standings[]) RETURNS void
LANGUAGE sql
AS $$
  INSERT INTO revenue_copied_balances AS t (organization_id, moment, subsidiary_id, currency_code, since_month, month, contracts, receivable,
      contract_asset, deferred, revenue, from_opening, prior, due_soon)
  SELECT daybook_organization(), p_moment, p.o_subsidiary_id, p.o_currency_code, p.o_since_month, p.o_month, p.o_contracts, p.o_receivable,
         p.o_contract_asset, p.o_deferred, p.o_revenue, p.o_from_opening, p.o_prior, p.o_due_soon
  FROM daybook_balance_parts(NULL, '{1,-1}', coalesce(p_present, '{}'), coalesce(p_past, '{}')) p
  ON CONFLICT (organization_id, moment, subsidiary_id, currency_code, since_month, month) DO UPDATE SET
    contracts = t.contracts + excluded.contracts, receivable = t.receivable + excluded.receivable,
    contract_asset = t.contract_asset + excluded.contract_asset, deferred = t.deferred + excluded.deferred, revenue = t.revenue + excluded.revenue,
    from_opening = t.from_opening + excluded.from_opening, prior = t.prior + excluded.prior, due_soon = t.due_soon + excluded.due_soon
$$;
