-- What was posted of some contracts, by year and month of posting, from all their rows: revenue by customer reads these sums instead of every row. They
-- are written by the check of touched contracts (check-contracts), so that a posting pays nothing; a report adds up the rows of contracts that
-- have a note. The application may only read them. A month counts as if it ended on its 31st, a period of weeks on its last day: reports compare
-- last days. Posted rows stay posted, so that a sum is written over and never goes.
-- Owner: the rows; these are their sums, held to them by e2e/revenue/reports/customer-sums.test.ts and a full verification.
--
-- Refuses: nothing.
-- Locks: the rows of the sums; who calls it holds the advisory lock of the check.
-- Rule: docs/scale.md, "Revenue by customer".
-- Proved by: e2e/revenue/reports/customer-sums.test.ts.
CREATE FUNCTION daybook_sum_revenue_years(p_contracts uuid[]) RETURNS void
LANGUAGE sql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
  INSERT INTO revenue_contract_years AS y (organization_id, currency_code, year, customer_id, contract_id, day, subsidiary_id, posted,
    m01, m02, m03, m04, m05, m06, m07, m08, m09, m10, m11, m12)
  SELECT k.organization_id, k.currency_code, g.year, coalesce(k.customer_id, '00000000-0000-0000-0000-000000000000'), k.id, g.day, k.subsidiary_id, g.posted,
    g.m01, g.m02, g.m03, g.m04, g.m05, g.m06, g.m07, g.m08, g.m09, g.m10, g.m11, g.m12
  FROM unnest(p_contracts) AS c (id)
  CROSS JOIN LATERAL (
    SELECT w.organization_id, w.id, w.currency_code, w.customer_id, w.subsidiary_id FROM revenue_contracts w
    WHERE w.organization_id = daybook_organization() AND w.id = c.id OFFSET 0) k
  CROSS JOIN LATERAL (
    SELECT left(r.posted_period, 4)::smallint AS year, coalesce(nullif(substr(r.posted_period, 9, 2), ''), '31')::smallint AS day, sum(r.amount) AS posted,
      coalesce(sum(r.amount) FILTER (WHERE substr(r.posted_period, 6, 2) = '01'), 0) AS m01,
      coalesce(sum(r.amount) FILTER (WHERE substr(r.posted_period, 6, 2) = '02'), 0) AS m02,
      coalesce(sum(r.amount) FILTER (WHERE substr(r.posted_period, 6, 2) = '03'), 0) AS m03,
      coalesce(sum(r.amount) FILTER (WHERE substr(r.posted_period, 6, 2) = '04'), 0) AS m04,
      coalesce(sum(r.amount) FILTER (WHERE substr(r.posted_period, 6, 2) = '05'), 0) AS m05,
      coalesce(sum(r.amount) FILTER (WHERE substr(r.posted_period, 6, 2) = '06'), 0) AS m06,
      coalesce(sum(r.amount) FILTER (WHERE substr(r.posted_period, 6, 2) = '07'), 0) AS m07,
      coalesce(sum(r.amount) FILTER (WHERE substr(r.posted_period, 6, 2) = '08'), 0) AS m08,
      coalesce(sum(r.amount) FILTER (WHERE substr(r.posted_period, 6, 2) = '09'), 0) AS m09,
      coalesce(sum(r.amount) FILTER (WHERE substr(r.posted_period, 6, 2) = '10'), 0) AS m10,
      coalesce(sum(r.amount) FILTER (WHERE substr(r.posted_period, 6, 2) = '11'), 0) AS m11,
      coalesce(sum(r.amount) FILTER (WHERE substr(r.posted_period, 6, 2) = '12'), 0) AS m12
    FROM revenue_rows r WHERE r.organization_id = daybook_organization() AND r.contract_id = k.id AND r.posted_period IS NOT NULL
    GROUP BY 1, 2 OFFSET 0) g
  ON CONFLICT (organization_id, currency_code, year, customer_id, contract_id, day) DO UPDATE SET posted = excluded.posted,
    m01 = excluded.m01, m02 = excluded.m02, m03 = excluded.m03, m04 = excluded.m04, m05 = excluded.m05, m06 = excluded.m06, m07 = excluded.m07, m08 = excluded.m08, m09 = excluded.m09, m10 = excluded.m10, m11 = excluded.m11, m12 = excluded.m12
  WHERE (y.m01, y.m02, y.m03, y.m04, y.m05, y.m06, y.m07, y.m08, y.m09, y.m10, y.m11, y.m12) IS DISTINCT FROM
    (excluded.m01, excluded.m02, excluded.m03, excluded.m04, excluded.m05, excluded.m06, excluded.m07, excluded.m08, excluded.m09, excluded.m10, excluded.m11, excluded.m12)
$$;
