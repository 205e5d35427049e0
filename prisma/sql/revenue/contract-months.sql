-- How contracts stand by month, from every row they have: what their movements add to the position and the receivable, what they earned and
-- what of it was for performance before; and o_soon, what the month adds to the revenue expected within a year of a month's end: a row
-- counts from twelve months before its period until it is posted, what is not scheduled from twelve months before the contract ends. Months are
-- counted as year times twelve; a fiscal period counts in the month it ends in. A contract has a row for each month in which something changes.
-- Owner: the rows of contracts. What is kept of the answer (check-contracts) is compared with them by a whole verification.
--
-- Refuses: nothing; it reads.
-- Locks: none.
-- Rule: docs/scale.md, "Contract balances".
-- Proved by: e2e/revenue/histories/checked-standings.test.ts, e2e/revenue/histories/checked-histories.test.ts.
CREATE FUNCTION daybook_contract_months(p_contracts uuid[])
RETURNS TABLE (
  o_contract_id uuid, o_subsidiary_id uuid, o_currency_code text, o_month integer, o_moves integer, o_net numeric, o_receivable numeric,
  o_revenue numeric, o_prior numeric, o_soon numeric
)
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
  ), changes AS (
    SELECT c.id, c.subsidiary_id, c.currency_code, daybook_month_number(m.period) AS month, 1 AS moves, m.net, m.receivable, m.revenue,
           0::numeric AS prior, 0::numeric AS soon
    FROM contracts c
    CROSS JOIN LATERAL (
      SELECT x.period, x.deferred - x.contract_asset AS net, x.receivable, x.revenue FROM revenue_movements x
      WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = c.id OFFSET 0) m
    UNION ALL
    SELECT c.id, c.subsidiary_id, c.currency_code, v.month, 0, 0, 0, 0, v.prior, v.soon
    FROM contracts c
    CROSS JOIN LATERAL (
      SELECT daybook_month_number(x.period) - 12 AS since, daybook_month_number(x.posted_period) AS posted, x.amount,
             x.posted_at IS NULL AS is_open, x.catch_up AND x.source <> 'SCHEDULE' AS is_prior
      FROM revenue_rows x WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = c.id OFFSET 0) r
    CROSS JOIN LATERAL (VALUES
      (r.since, 0::numeric, r.amount),
      (CASE WHEN r.is_open THEN NULL ELSE greatest(r.posted, r.since) END, 0, -r.amount),
      (CASE WHEN r.is_prior THEN r.posted END, r.amount, 0),
      (coalesce(c.last_month - 12, 0), 0, -r.amount)) AS v (month, prior, soon)
    WHERE v.month IS NOT NULL
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
