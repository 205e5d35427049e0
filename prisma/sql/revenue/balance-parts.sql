-- What contracts add to the totals of the contract balances, in parts whose sums answer any range of months: opening balances are the parts of
-- months before it, closing balances those through its end, revenue those within it. An asset or a liability is not additive by contract,
-- but its change from month to month is. Revenue from the opening liability depends on both ends: of a contract it is at most the liability
-- before the first month and at most the revenue of the range. It is kept as that figure's change from one last month to the next, less the same
-- for the following first month, so that the parts with since_month in the range and month through its end add up to it.
-- p_sides: 1 adds the contracts as their rows are, -1 subtracts what they were when they were last checked; both, what changed since, of which only
-- the months from the first that differs are looked at. p_months: the months of their rows, where the caller has them already.
-- Owner: the rows of contracts. The totals are compared with them by a full verification.
--
-- Refuses: nothing; it reads.
-- Locks: none.
-- Rule: docs/scale.md, "Contract balances"; 606-10-45-1, 606-10-50-8.
-- Proved by: e2e/revenue/histories/checked-standings.test.ts, e2e/revenue/histories/checked-histories.test.ts.
CREATE FUNCTION daybook_balance_parts(p_contracts uuid[], p_sides integer[] DEFAULT '{1,-1}', p_months daybook_contract_month[] DEFAULT NULL)
RETURNS TABLE (
  o_subsidiary_id uuid, o_currency_code text, o_since_month integer, o_month integer, o_contracts integer, o_receivable numeric,
  o_contract_asset numeric, o_deferred numeric, o_revenue numeric, o_from_opening numeric, o_prior numeric, o_due_soon numeric
)
LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = on SET enable_mergejoin = off
AS $$
  WITH asked AS MATERIALIZED (
    SELECT DISTINCT n.id FROM unnest(p_contracts) AS n (id)
  ), months AS MATERIALIZED (
    SELECT 1 AS side, m.* FROM unnest(p_months) m
    UNION ALL
    SELECT 1, m.* FROM daybook_contract_months(CASE WHEN 1 = ANY (p_sides) AND p_months IS NULL THEN p_contracts END) m
    UNION ALL
    SELECT -1, k.contract_id, k.subsidiary_id, k.currency_code, u.month, u.moves, u.net, u.receivable, u.revenue, u.prior, u.soon
    FROM asked a
    CROSS JOIN LATERAL (
      SELECT x.* FROM revenue_checked_standings x WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = a.id OFFSET 0) k
    CROSS JOIN LATERAL unnest(k.months, k.moves, k.nets, k.receivables, k.revenues, k.priors, k.soons)
      AS u (month, moves, net, receivable, revenue, prior, soon)
    WHERE -1 = ANY (p_sides)
  ), changed AS MATERIALIZED (
    SELECT d.contract_id, d.subsidiary_id, d.currency_code, min(d.month) AS month
    FROM (
      SELECT m.contract_id, m.subsidiary_id, m.currency_code, m.month FROM months m GROUP BY 1, 2, 3, 4
      HAVING (sum(m.side * m.moves), sum(m.side * m.net), sum(m.side * m.receivable), sum(m.side * m.revenue), sum(m.side * m.prior), sum(m.side * m.soon))
        IS DISTINCT FROM (0, 0, 0, 0, 0, 0)) d
    GROUP BY 1, 2, 3
  ), stood AS MATERIALIZED (
    SELECT m.side, m.contract_id, m.subsidiary_id, m.currency_code, m.month, c.month AS changed, m.moves, m.net, m.receivable, m.revenue, m.prior,
           sum(m.moves) OVER w AS moved, sum(m.net) OVER w - m.net AS before, sum(m.net) OVER w AS after, sum(m.revenue) OVER w - m.revenue AS earned_before,
           sum(m.revenue) OVER w AS earned, least(greatest(sum(m.net) OVER w, 0), greatest(sum(m.soon) OVER w, 0)) AS due_soon
    FROM months m JOIN changed c ON c.contract_id = m.contract_id AND c.subsidiary_id = m.subsidiary_id AND c.currency_code = m.currency_code
    WINDOW w AS (PARTITION BY m.side, m.contract_id, m.subsidiary_id, m.currency_code ORDER BY m.month)
  ), parts AS (
    SELECT s.subsidiary_id, s.currency_code, s.month AS since_month, s.month,
           CASE WHEN s.moves > 0 AND s.moved = s.moves THEN s.side ELSE 0 END AS contracts, s.side * s.receivable AS receivable,
           s.side * (greatest(-s.after, 0) - greatest(-s.before, 0)) AS contract_asset,
           s.side * (greatest(s.after, 0) - greatest(s.before, 0)) AS deferred, s.side * s.revenue AS revenue, 0::numeric AS from_opening,
           s.side * s.prior AS prior, s.side * (s.due_soon - s.due_soon_before) AS due_soon
    FROM (
      SELECT t.*, lag(t.due_soon, 1, 0) OVER (PARTITION BY t.side, t.contract_id, t.subsidiary_id, t.currency_code ORDER BY t.month) AS due_soon_before
      FROM stood t) s
    WHERE s.month >= s.changed
    UNION ALL
    SELECT s.subsidiary_id, s.currency_code, s.month, e.month, 0, 0, 0, 0, 0, s.side * (
             least(greatest(e.earned - s.earned_before, 0), greatest(s.before, 0))
             - least(greatest(e.earned_before - s.earned_before, 0), greatest(s.before, 0))
             - CASE WHEN e.month = s.month THEN 0 ELSE
                 least(greatest(e.earned - s.earned, 0), greatest(s.after, 0)) - least(greatest(e.earned_before - s.earned, 0), greatest(s.after, 0)) END),
           0, 0
    FROM stood s
    JOIN stood e ON e.side = s.side AND e.contract_id = s.contract_id AND e.subsidiary_id = s.subsidiary_id AND e.currency_code = s.currency_code
      AND e.month >= s.month AND e.month >= e.changed AND e.revenue <> 0
    WHERE (s.net <> 0 OR s.revenue <> 0) AND (s.before > 0 OR s.after > 0)
  )
  SELECT p.subsidiary_id, p.currency_code, p.since_month, p.month, sum(p.contracts)::integer, sum(p.receivable), sum(p.contract_asset), sum(p.deferred),
         sum(p.revenue), sum(p.from_opening), sum(p.prior), sum(p.due_soon)
  FROM parts p
  GROUP BY 1, 2, 3, 4
  HAVING (sum(p.contracts), sum(p.receivable), sum(p.contract_asset), sum(p.deferred), sum(p.revenue), sum(p.from_opening), sum(p.prior), sum(p.due_soon))
    IS DISTINCT FROM (0, 0, 0, 0, 0, 0, 0, 0)
$$;
