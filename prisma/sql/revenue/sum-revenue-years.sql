-- What was posted of some contracts, by year and month of posting and by what revenue is disaggregated by, from all their rows; and the same sums by
-- customer, which reports read instead of every row. A contract's own sums (revenue_contract_years) are what was added to its customer's
-- (revenue_customer_years): both move by the difference between what it comes to now and what it came to. They are written by the check of touched
-- contracts (check-contracts), so that a posting pays nothing; a report takes off what was added of contracts that have a
-- note, and adds up their rows. An obligation agreed again on other terms moves to these. The application may only read them. A month counts as if
-- it ended on its 31st, a period of weeks on its last day: reports compare last days. A sum that has come to nothing stays, with zeros.
-- Owner: the rows; these are their sums, held to them by e2e/revenue/reports/customer-sums.test.ts and a full verification.
--
-- Refuses: nothing.
-- Locks: the rows of the sums, those of customers in key order; who calls it holds the advisory lock of the check.
-- Rule: docs/scale.md, "Revenue by customer".
-- Proved by: e2e/revenue/reports/customer-sums.test.ts.
CREATE FUNCTION daybook_sum_revenue_years(p_contracts uuid[]) RETURNS void
LANGUAGE sql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
  WITH present AS (
    SELECT k.id AS contract_id, k.currency_code, g.year, coalesce(k.customer_id, '00000000-0000-0000-0000-000000000000') AS customer_id, g.day,
      k.subsidiary_id,
      p.cohort, o.revenue_account_id, o.timing, o.expedient, o.nature, coalesce(o.class_id, '00000000-0000-0000-0000-000000000000') AS class_id,
      coalesce(o.department_id, '00000000-0000-0000-0000-000000000000') AS department_id, coalesce(o.location_id,
        '00000000-0000-0000-0000-000000000000') AS location_id,
      g.m01, g.m02, g.m03, g.m04, g.m05, g.m06, g.m07, g.m08, g.m09, g.m10, g.m11, g.m12
    FROM unnest(p_contracts) AS c (id)
    CROSS JOIN LATERAL (
      SELECT w.id, w.currency_code, w.customer_id, w.subsidiary_id FROM revenue_contracts w
      WHERE w.organization_id = daybook_organization() AND w.id = c.id OFFSET 0) k
    CROSS JOIN LATERAL (
      SELECT w.cohort FROM revenue_positions w WHERE w.organization_id = daybook_organization() AND w.contract_id = k.id OFFSET 0) p
    CROSS JOIN LATERAL (
      SELECT r.obligation_key, left(r.posted_period, 4)::smallint AS year, coalesce(nullif(substr(r.posted_period, 9, 2), ''), '31')::smallint AS day,
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
      GROUP BY 1, 2, 3 OFFSET 0) g
    CROSS JOIN LATERAL (
      SELECT w.revenue_account_id, w.timing, w.expedient, w.nature, w.class_id, w.department_id, w.location_id FROM performance_obligations w
      WHERE w.organization_id = daybook_organization() AND w.contract_id = k.id AND w.key = g.obligation_key OFFSET 0) o
  ), moved AS MATERIALIZED (
    SELECT x.contract_id, x.currency_code, x.year, x.customer_id, x.day, x.subsidiary_id, x.cohort, x.revenue_account_id, x.timing, x.expedient,
      x.nature,
      x.class_id, x.department_id, x.location_id, sum(x.m01) AS m01, sum(x.m02) AS m02, sum(x.m03) AS m03, sum(x.m04) AS m04, sum(x.m05) AS m05,
        sum(x.m06) AS m06, sum(x.m07) AS m07, sum(x.m08) AS m08, sum(x.m09) AS m09, sum(x.m10) AS m10, sum(x.m11) AS m11, sum(x.m12) AS m12
    FROM (
      SELECT * FROM present
      UNION ALL
      SELECT y.contract_id, y.currency_code, y.year, y.customer_id, y.day, y.subsidiary_id, y.cohort, y.revenue_account_id, y.timing, y.expedient,
        y.nature,
        y.class_id, y.department_id, y.location_id, -y.m01, -y.m02, -y.m03, -y.m04, -y.m05, -y.m06, -y.m07, -y.m08, -y.m09, -y.m10, -y.m11, -y.m12
      FROM unnest(p_contracts) AS c (id)
      CROSS JOIN LATERAL (
        SELECT w.* FROM revenue_contract_years w WHERE w.organization_id = daybook_organization() AND w.contract_id = c.id OFFSET 0) y
    ) x
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
    HAVING (sum(x.m01), sum(x.m02), sum(x.m03), sum(x.m04), sum(x.m05), sum(x.m06), sum(x.m07), sum(x.m08), sum(x.m09), sum(x.m10), sum(x.m11),
      sum(x.m12)) IS DISTINCT FROM (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  ), kept AS (
    INSERT INTO revenue_contract_years AS y (organization_id, contract_id, currency_code, year, customer_id, day, subsidiary_id, cohort,
      revenue_account_id,
      timing, expedient, nature, class_id, department_id, location_id, posted, m01, m02, m03, m04, m05, m06, m07, m08, m09, m10, m11, m12)
    SELECT daybook_organization(), m.contract_id, m.currency_code, m.year, m.customer_id, m.day, m.subsidiary_id, m.cohort, m.revenue_account_id,
      m.timing, m.expedient, m.nature, m.class_id, m.department_id, m.location_id,
        m.m01 + m.m02 + m.m03 + m.m04 + m.m05 + m.m06 + m.m07 + m.m08 + m.m09 + m.m10 + m.m11 + m.m12,
      m.m01, m.m02, m.m03, m.m04, m.m05, m.m06, m.m07, m.m08, m.m09, m.m10, m.m11, m.m12
    FROM moved m
    ON CONFLICT (organization_id, contract_id, year, day, cohort, revenue_account_id, timing, expedient, nature, class_id, department_id, location_id)
    DO UPDATE SET posted = y.posted + excluded.posted, m01 = y.m01 + excluded.m01, m02 = y.m02 + excluded.m02, m03 = y.m03 + excluded.m03,
      m04 = y.m04 + excluded.m04, m05 = y.m05 + excluded.m05, m06 = y.m06 + excluded.m06, m07 = y.m07 + excluded.m07, m08 = y.m08 + excluded.m08,
      m09 = y.m09 + excluded.m09, m10 = y.m10 + excluded.m10, m11 = y.m11 + excluded.m11, m12 = y.m12 + excluded.m12
  )
  INSERT INTO revenue_customer_years AS y (organization_id, currency_code, year, customer_id, day, subsidiary_id, cohort, revenue_account_id, timing,
    expedient, nature, class_id, department_id, location_id, posted, m01, m02, m03, m04, m05, m06, m07, m08, m09, m10, m11, m12)
  SELECT daybook_organization(), m.currency_code, m.year, m.customer_id, m.day, m.subsidiary_id, m.cohort, m.revenue_account_id, m.timing,
    m.expedient, m.nature, m.class_id, m.department_id, m.location_id,
      sum(m.m01) + sum(m.m02) + sum(m.m03) + sum(m.m04) + sum(m.m05) + sum(m.m06) + sum(m.m07) + sum(m.m08) + sum(m.m09) + sum(m.m10) + sum(m.m11) + sum(m.m12),
    sum(m.m01), sum(m.m02), sum(m.m03), sum(m.m04), sum(m.m05), sum(m.m06), sum(m.m07), sum(m.m08), sum(m.m09), sum(m.m10), sum(m.m11), sum(m.m12)
  FROM moved m
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
  ON CONFLICT (organization_id, currency_code, year, customer_id, day, subsidiary_id, cohort, revenue_account_id, timing, expedient, nature, class_id,
    department_id, location_id)
  DO UPDATE SET posted = y.posted + excluded.posted, m01 = y.m01 + excluded.m01, m02 = y.m02 + excluded.m02, m03 = y.m03 + excluded.m03,
    m04 = y.m04 + excluded.m04, m05 = y.m05 + excluded.m05, m06 = y.m06 + excluded.m06, m07 = y.m07 + excluded.m07, m08 = y.m08 + excluded.m08,
    m09 = y.m09 + excluded.m09, m10 = y.m10 + excluded.m10, m11 = y.m11 + excluded.m11, m12 = y.m12 + excluded.m12
$$;
