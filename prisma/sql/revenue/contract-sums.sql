-- The sums of contracts, from every row they have: both sides of the position, receivable and refund liability, costs, interest, what was
-- booked, planned and posted; by the subsidiary and currency in which each is kept. o_agrees says whether a contract's own equations hold: what
-- was allocated is the price and what was booked, what was posted is what its position calls recognized, and its movements make its
-- position. Contract by contract, by key, so that the cost is that of the contracts asked for.
-- Owner: the rows of contracts. What is kept of the answer (check-contracts) is compared with them by a full verification.
--
-- Refuses: nothing; it reads.
-- Locks: none.
-- Rule: docs/scale.md, "The reconciliation of revenue".
-- Proved by: e2e/revenue/histories/checked/checked-contracts.test.ts, e2e/revenue/histories/checked/checked-histories.test.ts.
CREATE FUNCTION daybook_contract_sums(p_contracts uuid[])
RETURNS TABLE (
  o_contract_id uuid, o_subsidiary_id uuid, o_currency_code text, o_deferred numeric, o_contract_asset numeric, o_refund numeric,
  o_receivable numeric, o_cost numeric, o_accrued numeric, o_unearned numeric, o_advance numeric, o_booked numeric, o_planned numeric,
  o_posted numeric, o_agrees boolean
)
LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_hashagg = off
AS $$
  WITH asked AS MATERIALIZED (
    SELECT DISTINCT n.id FROM unnest(p_contracts) AS n (id)
  ), contracts AS MATERIALIZED (
    SELECT c.id, c.subsidiary_id, c.currency_code, b.booked, r.planned, r.posted, p.contract_id IS NOT NULL AS has_position,
           p.subsidiary_id AS position_subsidiary_id, p.currency_code AS position_currency_code, p.net, p.refund, p.receivable,
           p.contract_id IS NULL OR (c.contract_status = 'DRAFT' OR o.allocated = c.transaction_price) AND b.booked = o.allocated
             AND r.posted = p.recognised AND m.revenue = p.recognised AND m.net = p.net AND m.refund = p.refund AND m.receivable = p.receivable AS agrees
    FROM asked a
    CROSS JOIN LATERAL (
      SELECT x.id, x.subsidiary_id, x.currency_code, x.transaction_price, x.contract_status FROM revenue_contracts x
      WHERE x.organization_id = (SELECT daybook_organization()) AND x.id = a.id OFFSET 0) c
    LEFT JOIN LATERAL (
      SELECT x.* FROM revenue_positions x WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = a.id OFFSET 0) p ON true
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(x.allocated), 0) AS allocated FROM performance_obligations x
      WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = a.id) o
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(x.amount), 0) AS booked FROM revenue_bookings x
      WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = a.id) b
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(x.amount), 0) AS planned, coalesce(sum(x.amount) FILTER (WHERE x.run_id IS NOT NULL), 0) AS posted FROM revenue_rows x
      WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = a.id) r
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(x.deferred - x.contract_asset), 0) AS net, coalesce(sum(x.revenue), 0) AS revenue, coalesce(sum(x.refund), 0) AS refund,
             coalesce(sum(x.receivable), 0) AS receivable
      FROM revenue_movements x WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = a.id) m
  )
  SELECT s.contract_id, s.subsidiary_id, s.currency_code, sum(s.deferred), sum(s.contract_asset), sum(s.refund), sum(s.receivable), sum(s.cost),
         sum(s.accrued), sum(s.unearned), sum(s.advance), sum(s.booked), sum(s.planned), sum(s.posted), bool_and(s.agrees)
  FROM (
    SELECT c.id AS contract_id, c.position_subsidiary_id AS subsidiary_id, c.position_currency_code AS currency_code,
           greatest(c.net, 0) AS deferred, greatest(-c.net, 0) AS contract_asset, c.refund, c.receivable, 0::numeric AS cost,
           0::numeric AS accrued, 0::numeric AS unearned, 0::numeric AS advance, 0::numeric AS booked, 0::numeric AS planned, 0::numeric AS posted,
           c.agrees
    FROM contracts c WHERE c.has_position
    UNION ALL
    SELECT c.id, c.subsidiary_id, c.currency_code, 0, 0, 0, 0, 0, 0, 0, 0, c.booked, c.planned, c.posted, c.agrees
    FROM contracts c WHERE c.booked <> 0 OR c.planned <> 0 OR c.posted <> 0
    UNION ALL
    SELECT a.id, k.subsidiary_id, k.currency_code, 0, 0, 0, 0, CASE WHEN k.voided THEN 0 ELSE k.amount END - k.amortised - k.impaired,
           0, 0, 0, 0, 0, 0, true
    FROM asked a
    CROSS JOIN LATERAL (
      SELECT x.* FROM contract_costs x
      WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = a.id AND x.decision = 'CAPITALISED' OFFSET 0) k
    UNION ALL
    SELECT a.id, i.subsidiary_id, i.currency_code, 0, 0, 0, 0, 0, i.accrued, i.unearned, i.advance, 0, 0, 0, true
    FROM asked a
    CROSS JOIN LATERAL (
      SELECT x.* FROM revenue_interest_moves x
      WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = a.id OFFSET 0) i
  ) s
  GROUP BY s.contract_id, s.subsidiary_id, s.currency_code
$$;
