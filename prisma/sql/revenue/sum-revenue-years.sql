-- Adds what was posted of customers since (revenue_customer_moves: sum-revenue-rows notes what a posting adds, move-obligation-sums what moves when an obligation is
-- agreed again) to their sums by year and month of posting and by what revenue is disaggregated by (revenue_customer_years), which reports
-- read instead of every row. Of the oldest notes as many as name p_limit customers, each counted as often as it is named; returns how many that were. The notes go in
-- the transaction that adds them, so that every snapshot has an amount in one of the two: reports add both. What was added stays by the moment of its posting
-- (revenue_customer_changes): a report as known at an earlier moment takes off what came later. The application may not change
-- either. A month counts as if it ended on its 31st, a period of weeks on its last day: reports compare last days. A
-- sum that has come to nothing stays, with zeros.
-- Owner: the rows; sums, notes and what was added by moment are their sums, held to them by e2e/revenue/reports/customer-sums.test.ts and a full verification.
--
-- Refuses: nothing; without notes it returns 0.
-- Locks: the advisory lock "sum-revenue-years:<organization>", until the end of the transaction: a note is added once; then the rows of
--   the sums, in key order.
-- Rule: docs/scale.md, "Revenue by customer".
-- Proved by: e2e/revenue/reports/customer-sums.test.ts, e2e/revenue/histories/checked/checked-at-once.test.ts.
CREATE FUNCTION daybook_sum_revenue_years(p_limit integer DEFAULT 20000) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_mergejoin = off SET work_mem = '32MB'
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_summed integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('sum-revenue-years:' || v_org::text, 0));
  WITH oldest AS MATERIALIZED (
    SELECT t.id, cardinality(t.customer_ids) AS n FROM revenue_customer_moves t WHERE t.organization_id = v_org ORDER BY t.id LIMIT p_limit
  ), gone AS (
    DELETE FROM revenue_customer_moves t WHERE t.organization_id = v_org AND t.id = ANY (ARRAY(
      SELECT q.id FROM (SELECT o.id, sum(o.n) OVER (ORDER BY o.id) - o.n AS before FROM oldest o) q WHERE q.before < p_limit))
    RETURNING t.*
  ), moved AS (
    SELECT g.currency_code, g.year, u.customer_id, g.day, g.subsidiary_id, g.cohort, g.revenue_account_id, g.timing, g.expedient, g.nature,
      g.class_id, g.department_id, g.location_id,
      coalesce(sum(u.amount) FILTER (WHERE g.month = 1), 0) AS m01, coalesce(sum(u.amount) FILTER (WHERE g.month = 2), 0) AS m02,
      coalesce(sum(u.amount) FILTER (WHERE g.month = 3), 0) AS m03, coalesce(sum(u.amount) FILTER (WHERE g.month = 4), 0) AS m04,
      coalesce(sum(u.amount) FILTER (WHERE g.month = 5), 0) AS m05, coalesce(sum(u.amount) FILTER (WHERE g.month = 6), 0) AS m06,
      coalesce(sum(u.amount) FILTER (WHERE g.month = 7), 0) AS m07, coalesce(sum(u.amount) FILTER (WHERE g.month = 8), 0) AS m08,
      coalesce(sum(u.amount) FILTER (WHERE g.month = 9), 0) AS m09, coalesce(sum(u.amount) FILTER (WHERE g.month = 10), 0) AS m10,
      coalesce(sum(u.amount) FILTER (WHERE g.month = 11), 0) AS m11, coalesce(sum(u.amount) FILTER (WHERE g.month = 12), 0) AS m12
    FROM gone g CROSS JOIN LATERAL unnest(g.customer_ids, g.amounts) AS u (customer_id, amount)
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
  ), kept AS (
    INSERT INTO revenue_customer_changes (organization_id, recorded_at, id, currency_code, year, month, day, subsidiary_id, cohort, revenue_account_id, timing, expedient, nature, class_id, department_id, location_id, customer_ids, amounts)
    SELECT v_org, g.recorded_at, daybook_uuid_v7(), g.currency_code, g.year, g.month, g.day, g.subsidiary_id, g.cohort, g.revenue_account_id, g.timing,
      g.expedient, g.nature, g.class_id, g.department_id, g.location_id, g.customer_ids, g.amounts
    FROM gone g
  ), summed AS (
    INSERT INTO revenue_customer_years AS y (organization_id, currency_code, year, customer_id, day, subsidiary_id, cohort, revenue_account_id, timing,
      expedient, nature, class_id, department_id, location_id, posted, m01, m02, m03, m04, m05, m06, m07, m08, m09, m10, m11, m12)
    SELECT v_org, m.currency_code, m.year, m.customer_id, m.day, m.subsidiary_id, m.cohort, m.revenue_account_id, m.timing, m.expedient, m.nature,
      m.class_id, m.department_id, m.location_id,
      m.m01 + m.m02 + m.m03 + m.m04 + m.m05 + m.m06 + m.m07 + m.m08 + m.m09 + m.m10 + m.m11 + m.m12,
      m.m01, m.m02, m.m03, m.m04, m.m05, m.m06, m.m07, m.m08, m.m09, m.m10, m.m11, m.m12
    FROM moved m ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
    ON CONFLICT (organization_id, currency_code, year, customer_id, day, subsidiary_id, cohort, revenue_account_id, timing, expedient, nature, class_id,
      department_id, location_id)
    DO UPDATE SET posted = y.posted + excluded.posted, m01 = y.m01 + excluded.m01, m02 = y.m02 + excluded.m02, m03 = y.m03 + excluded.m03,
      m04 = y.m04 + excluded.m04, m05 = y.m05 + excluded.m05, m06 = y.m06 + excluded.m06, m07 = y.m07 + excluded.m07, m08 = y.m08 + excluded.m08,
      m09 = y.m09 + excluded.m09, m10 = y.m10 + excluded.m10, m11 = y.m11 + excluded.m11, m12 = y.m12 + excluded.m12
  )
  SELECT coalesce(sum(cardinality(g.customer_ids)), 0)::integer INTO v_summed FROM gone g;
  RETURN v_summed;
END $$;
