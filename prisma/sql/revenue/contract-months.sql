-- How contracts stand by month, from every row they have: what their movements add to the position and the receivable, what they earned and
-- what of it was for performance before; and o_soon, what the month adds to the revenue expected within a year of a month's end: a row
-- counts from twelve months before its period until it is posted, what is not scheduled from twelve months before the contract ends. Months are
-- counted as year times twelve; a fiscal period counts in the month it ends in. A contract has a row for each month in which something changes.
-- Owner: the rows of contracts. What is kept of the answer (check-contracts) is compared with them by a full verification.
--
-- Refuses: nothing; it reads.
-- Locks: none.
-- Rule: docs/scale.md, "Contract balances".
-- Proved by: e2e/revenue/histories/checked-standings.test.ts, e2e/revenue/histories/checked-histories.test.ts.
CREATE FUNCTION daybook_contract_months(p_contracts uuid[])
RETURNS SETOF daybook_contract_month
LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
  WITH asked AS MATERIALIZED (
    SELECT DISTINCT n.id FROM unnest(p_contracts) AS n (id)
  ), contracts AS MATERIALIZED (
    SELECT c.* FROM asked a
    CROSS JOIN LATERAL (
      SELECT x.id, x.subsidiary_id, x.currency_code, (extract(year FROM x.end_date) * 12 + extract(month FROM x.end_date) - 1)::integer AS last_month
      FROM revenue_contracts x
      WHERE x.organization_id = (SELECT daybook_organization()) AND x.id = a.id OFFSET 0) c
  ), plans AS MATERIALIZED (
    SELECT c.id, c.subsidiary_id, c.currency_code, c.last_month, r.* FROM contracts c
    CROSS JOIN LATERAL (
      SELECT daybook_month_number(x.period) - 12 AS since, daybook_month_number(x.posted_period) AS posted, x.amount,
             x.posted_at IS NULL AS is_open, x.catch_up AND x.source <> 'SCHEDULE' AS is_prior
      FROM revenue_rows x WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = c.id OFFSET 0) r
  ), changes AS (
    SELECT c.id, c.subsidiary_id, c.currency_code, daybook_month_number(m.period) AS month, 1 AS moves, m.net, m.receivable, m.revenue,
           0::numeric AS prior, 0::numeric AS soon
    FROM contracts c
    CROSS JOIN LATERAL (
      SELECT x.period, x.deferred - x.contract_asset AS net, x.receivable, x.revenue FROM revenue_movements x
      WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = c.id OFFSET 0) m
    UNION ALL
    SELECT p.id, p.subsidiary_id, p.currency_code, p.since, 0, 0, 0, 0, 0, p.amount FROM plans p
    UNION ALL
    SELECT p.id, p.subsidiary_id, p.currency_code, greatest(p.posted, p.since), 0, 0, 0, 0, 0, -p.amount FROM plans p WHERE NOT p.is_open
    UNION ALL
    SELECT p.id, p.subsidiary_id, p.currency_code, p.posted, 0, 0, 0, 0, p.amount, 0 FROM plans p WHERE p.is_prior AND p.posted IS NOT NULL
    UNION ALL
    SELECT p.id, p.subsidiary_id, p.currency_code, coalesce(p.last_month - 12, 0), 0, 0, 0, 0, 0, -sum(p.amount) FROM plans p GROUP BY 1, 2, 3, 4
    UNION ALL
    SELECT c.id, c.subsidiary_id, c.currency_code, coalesce(c.last_month - 12, 0), 0, 0, 0, 0, 0, b.amount
    FROM contracts c
    CROSS JOIN LATERAL (
      SELECT sum(x.amount) AS amount FROM revenue_bookings x
      WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = c.id) b
    WHERE b.amount <> 0
  )
  SELECT c.id, c.subsidiary_id, c.currency_code, c.month, sum(c.moves)::integer, sum(c.net), sum(c.receivable), sum(c.revenue), sum(c.prior), sum(c.soon)
  FROM changes c
  GROUP BY 1, 2, 3, 4
  HAVING (sum(c.moves), sum(c.prior), sum(c.soon)) IS DISTINCT FROM (0, 0, 0)
$$;
