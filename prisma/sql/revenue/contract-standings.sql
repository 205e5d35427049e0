-- How contracts stood at the end of each month in which something changed, from every row they have: how many movements they had, their net
-- position and receivable, what they had earned and what of it was for performance before; and in soons the revenue expected within a year of that
-- month's end: a row counts from twelve months before its period until it is posted, what is not scheduled from twelve months before the
-- contract ends. Months are counted as year times twelve, in their order; a fiscal period counts in the month it ends in. A contract
-- in which nothing changes has no month.
-- p_known: as known at that moment, by what was recorded and posted by then. p_kept: these contracts as well, with the subsidiary, currency and end
-- they had when they were last checked.
-- Months are sorted before they are added up: a table of all of their sums at once takes 40 MB for a thousand contracts, and touching memory costs
-- more than sorting.
-- Owner: the rows of contracts. What is kept of the answer (check-contracts) is compared with them by a full verification.
--
-- Refuses: nothing; it reads.
-- Locks: none.
-- Rule: docs/scale.md, "Contract balances".
-- Proved by: e2e/revenue/histories/checked/checked-standings.test.ts, e2e/revenue/histories/checked/checked-histories.test.ts,
-- e2e/revenue/histories/checked/balance-copies.test.ts.
CREATE FUNCTION daybook_contract_standings(
  p_contracts uuid[], p_known timestamptz DEFAULT 'infinity', p_kept revenue_checked_standings[] DEFAULT NULL
)
RETURNS SETOF revenue_checked_standings
LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = on SET enable_mergejoin = off SET enable_hashagg = off SET work_mem = '32MB'
AS $$
  -- Contracts are numbered here: what follows sorts and groups numbers instead of ids.
  WITH contracts AS MATERIALIZED (
    SELECT a.n, c.*
    FROM (SELECT d.id, row_number() OVER ()::integer AS n FROM (SELECT DISTINCT u.id FROM unnest(p_contracts) AS u (id)) d) a
    CROSS JOIN LATERAL (
      SELECT x.id, x.subsidiary_id, x.currency_code,
             coalesce((extract(year FROM x.end_date) * 12 + extract(month FROM x.end_date))::integer - 13, 0) AS unscheduled_since
      FROM revenue_contracts x
      WHERE x.organization_id = (SELECT daybook_organization()) AND x.id = a.id OFFSET 0) c
    UNION ALL
    SELECT -row_number() OVER ()::integer, k.contract_id, k.subsidiary_id, k.currency_code, k.unscheduled_since FROM unnest(p_kept) k
  ), plans AS MATERIALIZED (
    SELECT c.n, c.unscheduled_since, r.* FROM contracts c
    CROSS JOIN LATERAL (
      SELECT daybook_month_number(x.period) - 12 AS since, x.amount,
             CASE WHEN x.posted_at <= p_known THEN daybook_month_number(x.posted_period) END AS posted, coalesce(x.posted_at > p_known, true) AS is_open,
             x.catch_up AND x.source <> 'SCHEDULE' AS is_prior
      FROM revenue_rows x
      WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = c.id AND x.recorded_at <= p_known OFFSET 0) r
  ), changes AS (
    -- What a row does not change is null, which costs no addition.
    SELECT c.n, daybook_month_number(m.period) AS month, 1 AS moves, m.net, m.receivable, m.revenue, NULL::numeric AS prior, NULL::numeric AS soon
    FROM contracts c
    CROSS JOIN LATERAL (
      SELECT x.period, x.deferred - x.contract_asset AS net, x.receivable, x.revenue FROM revenue_movements x
      WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = c.id AND x.recorded_at <= p_known OFFSET 0) m
    UNION ALL
    SELECT p.n, p.since, NULL, NULL, NULL, NULL, NULL, p.amount FROM plans p
    UNION ALL
    SELECT p.n, greatest(p.posted, p.since), NULL, NULL, NULL, NULL, NULL, -p.amount FROM plans p WHERE NOT p.is_open
    UNION ALL
    SELECT p.n, p.posted, NULL, NULL, NULL, NULL, p.amount, NULL FROM plans p WHERE p.is_prior AND p.posted IS NOT NULL
    UNION ALL
    SELECT p.n, p.unscheduled_since, NULL, NULL, NULL, NULL, NULL, -sum(p.amount) FROM plans p GROUP BY 1, 2
    UNION ALL
    SELECT c.n, c.unscheduled_since, NULL, NULL, NULL, NULL, NULL, b.amount
    FROM contracts c
    CROSS JOIN LATERAL (
      SELECT sum(x.amount) AS amount FROM revenue_bookings x
      WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = c.id AND x.recorded_at <= p_known) b
    WHERE b.amount <> 0
  ), months AS (
    SELECT c.n, c.month, coalesce(sum(c.moves), 0)::integer AS moves, coalesce(sum(c.net), 0) AS net, coalesce(sum(c.receivable), 0) AS receivable,
           coalesce(sum(c.revenue), 0) AS revenue, coalesce(sum(c.prior), 0) AS prior, coalesce(sum(c.soon), 0) AS soon
    FROM changes c
    GROUP BY 1, 2
    HAVING count(c.moves) > 0 OR sum(c.prior) <> 0 OR sum(c.soon) <> 0
  ), stood AS (
    SELECT m.n, m.month, (sum(m.moves) OVER w)::integer AS moves, sum(m.net) OVER w AS net, sum(m.receivable) OVER w AS receivable,
           sum(m.revenue) OVER w AS revenue, sum(m.prior) OVER w AS prior, sum(m.soon) OVER w AS soon
    FROM months m
    WINDOW w AS (PARTITION BY m.n ORDER BY m.month ROWS UNBOUNDED PRECEDING)
  ), lists AS (
    SELECT s.n, array_agg(s.month ORDER BY s.month) AS months, array_agg(s.moves ORDER BY s.month) AS moves, array_agg(s.net ORDER BY s.month) AS nets,
           array_agg(s.receivable ORDER BY s.month) AS receivables, array_agg(s.revenue ORDER BY s.month) AS revenues,
           array_agg(s.prior ORDER BY s.month) AS priors, array_agg(s.soon ORDER BY s.month) AS soons
    FROM stood s
    GROUP BY s.n
  )
  SELECT (SELECT daybook_organization()), c.id, c.subsidiary_id, c.currency_code, coalesce(l.months, '{}'), coalesce(l.moves, '{}'),
         coalesce(l.nets, '{}'), coalesce(l.receivables, '{}'), coalesce(l.revenues, '{}'), coalesce(l.priors, '{}'), coalesce(l.soons, '{}'),
         c.unscheduled_since
  FROM contracts c LEFT JOIN lists l ON l.n = c.n
$$;
