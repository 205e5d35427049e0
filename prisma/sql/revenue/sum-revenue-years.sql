-- What was posted of each contract, by year and month of posting: revenue by customer reads these instead of every row. A contract has a row of its
-- own, which only those write who hold its position; a sum by customer would make the steps of a run wait for each other.
-- A month counts as if it ended on its 31st, a period of weeks on its last day: reports compare last days.
-- Owner: the rows; these are their sums, held to them by e2e/revenue/reports/customer-sums.test.ts.
--
-- Refuses: nothing.
-- Locks: the summary's rows, in key order.
-- Rule: docs/house.md, "Ledger tables".
-- Proved by: e2e/revenue/reports/customer-sums.test.ts.
CREATE FUNCTION daybook_sum_revenue_years() RETURNS trigger
LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET join_collapse_limit = 1
AS $$
DECLARE
  v_org uuid;
BEGIN
  FOR v_org IN SELECT DISTINCT n.organization_id FROM new_rows n LOOP
    INSERT INTO revenue_contract_years AS y (organization_id, currency_code, year, customer_id, contract_id, day, subsidiary_id, posted,
      m01, m02, m03, m04, m05, m06, m07, m08, m09, m10, m11, m12)
    SELECT v_org, k.currency_code, g.year, coalesce(k.customer_id, '00000000-0000-0000-0000-000000000000'), g.contract_id, g.day, k.subsidiary_id, sum(g.amount),
           coalesce(sum(g.amount) FILTER (WHERE g.month = 1), 0), coalesce(sum(g.amount) FILTER (WHERE g.month = 2), 0),
           coalesce(sum(g.amount) FILTER (WHERE g.month = 3), 0), coalesce(sum(g.amount) FILTER (WHERE g.month = 4), 0),
           coalesce(sum(g.amount) FILTER (WHERE g.month = 5), 0), coalesce(sum(g.amount) FILTER (WHERE g.month = 6), 0),
           coalesce(sum(g.amount) FILTER (WHERE g.month = 7), 0), coalesce(sum(g.amount) FILTER (WHERE g.month = 8), 0),
           coalesce(sum(g.amount) FILTER (WHERE g.month = 9), 0), coalesce(sum(g.amount) FILTER (WHERE g.month = 10), 0),
           coalesce(sum(g.amount) FILTER (WHERE g.month = 11), 0), coalesce(sum(g.amount) FILTER (WHERE g.month = 12), 0)
    FROM (
      SELECT n.contract_id, left(n.posted_period, 4)::smallint AS year, substr(n.posted_period, 6, 2)::smallint AS month,
             coalesce(nullif(substr(n.posted_period, 9, 2), ''), '31')::smallint AS day, sum(n.amount) AS amount
      FROM new_rows n WHERE n.organization_id = v_org AND n.posted_period IS NOT NULL GROUP BY 1, 2, 3, 4
    ) g
    CROSS JOIN LATERAL (
      SELECT w.currency_code, w.customer_id, w.subsidiary_id FROM revenue_contracts w
      WHERE w.organization_id = v_org AND w.id = g.contract_id OFFSET 0) k
    GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (organization_id, currency_code, year, customer_id, contract_id, day)
    DO UPDATE SET posted = y.posted + excluded.posted,
    m01 = y.m01 + excluded.m01, m02 = y.m02 + excluded.m02, m03 = y.m03 + excluded.m03, m04 = y.m04 + excluded.m04,
    m05 = y.m05 + excluded.m05, m06 = y.m06 + excluded.m06, m07 = y.m07 + excluded.m07, m08 = y.m08 + excluded.m08,
    m09 = y.m09 + excluded.m09, m10 = y.m10 + excluded.m10, m11 = y.m11 + excluded.m11, m12 = y.m12 + excluded.m12;
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER revenue_rows_summed_by_year AFTER UPDATE ON revenue_rows
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_sum_revenue_years();
