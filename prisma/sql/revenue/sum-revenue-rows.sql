-- The monthly summary of what is planned, settled and posted, which reports of today read instead of history; and by days what was
-- added to it, which reports of another moment subtract again. The tenant is
-- named as a value, so that row security is judged once and not for every row looked up; the joins go as they are written, from
-- row to position to obligation by key, whatever the statistics know of the rows. A posting also notes what it adds by customer
-- (revenue_customer_moves), by the moment of posting, which sum-revenue-years adds to the sums of customers later: a note with many amounts costs a run less than many sums.
-- Owner: the rows; the summary is their sums, held to it by e2e/revenue/reports/month-sums.test.ts, and the notes by
-- e2e/revenue/reports/customer-sums.test.ts.
--
-- Refuses: nothing.
-- Locks: the summary's rows, in key order; eight slots per key, chosen by connection, so that a busy month is not a single busy
--   row.
-- Rule: docs/house.md, "Ledger tables".
-- Proved by: e2e/revenue/reports/month-sums.test.ts, e2e/revenue/reports/months-as-of.test.ts, e2e/revenue/reports/customer-sums.test.ts.
CREATE FUNCTION daybook_sum_revenue_rows() RETURNS trigger
LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET enable_material = off SET join_collapse_limit = 1
AS $$
DECLARE
  v_org uuid;
BEGIN
  -- A fact adds a few rows: planning what follows costs several times what running it does.
  PERFORM daybook_plan_for((SELECT count(*)::int FROM (SELECT FROM new_rows LIMIT 9) n));
  FOR v_org IN SELECT DISTINCT n.organization_id FROM new_rows n LOOP
    IF TG_OP = 'UPDATE' THEN
      WITH grouped AS MATERIALIZED (
        SELECT p.subsidiary_id, p.currency_code, p.cohort, o.revenue_account_id, o.timing, o.expedient, o.nature,
               coalesce(o.class_id, '00000000-0000-0000-0000-000000000000') AS class_id, coalesce(o.department_id, '00000000-0000-0000-0000-000000000000') AS department_id, coalesce(o.location_id, '00000000-0000-0000-0000-000000000000') AS location_id,
               n.period, n.posted_period, n.posted_at,
               coalesce(n.effective_on - (extract(day FROM n.effective_on)::int - 1), '-infinity') AS effective_month, sum(n.amount) AS amount,
               array_agg(k.customer_id) AS customer_ids, array_agg(n.amount) AS amounts
        FROM new_rows n
        JOIN revenue_positions p ON p.organization_id = v_org AND p.contract_id = n.contract_id
        JOIN performance_obligations o ON o.organization_id = v_org AND o.contract_id = n.contract_id AND o.key = n.obligation_key
        CROSS JOIN LATERAL (
          SELECT coalesce(w.customer_id, '00000000-0000-0000-0000-000000000000') AS customer_id FROM revenue_contracts w
          WHERE w.organization_id = v_org AND w.id = n.contract_id OFFSET 0) k
        WHERE n.organization_id = v_org
        GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
      ),
      -- For the sums by customer: one note for each combination, and in it one amount for each customer.
      noted AS (
        INSERT INTO revenue_customer_moves (organization_id, id, currency_code, year, month, day, subsidiary_id, cohort, revenue_account_id, timing,
          expedient, nature, class_id, department_id, location_id, customer_ids, amounts, recorded_at)
        SELECT v_org, daybook_uuid_v7(), g.currency_code, left(g.posted_period, 4)::smallint, substr(g.posted_period, 6, 2)::smallint,
               coalesce(nullif(substr(g.posted_period, 9, 2), ''), '31')::smallint, g.subsidiary_id, g.cohort, g.revenue_account_id, g.timing,
               g.expedient, g.nature, g.class_id, g.department_id, g.location_id, c.customer_ids, c.amounts, g.posted_at
        FROM grouped g
        CROSS JOIN LATERAL (
          SELECT array_agg(x.customer_id) AS customer_ids, array_agg(x.amount) AS amounts
          FROM (
            SELECT u.customer_id, sum(u.amount) AS amount FROM unnest(g.customer_ids, g.amounts) AS u (customer_id, amount) GROUP BY 1
          ) x) c
        WHERE g.posted_period IS NOT NULL
      ),
      changes AS MATERIALIZED (
        SELECT g.subsidiary_id, g.currency_code, g.cohort, x.period, g.revenue_account_id, g.timing, g.expedient, g.nature, g.class_id, g.department_id,
               g.location_id, (g.posted_at AT TIME ZONE 'utc')::date AS recorded_on, g.effective_month, x.settled, x.posted
        FROM grouped g
        CROSS JOIN LATERAL (
          SELECT g.period, g.amount AS settled, CASE WHEN g.posted_period = g.period THEN g.amount ELSE 0 END AS posted
          UNION ALL
          SELECT g.posted_period, 0, g.amount WHERE g.posted_period <> g.period
        ) x
      ),
      summed AS (
        INSERT INTO revenue_months AS m (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient,
          nature, class_id, department_id, location_id, slot, settled, posted)
        SELECT v_org, x.subsidiary_id, x.currency_code, x.cohort, x.period, x.revenue_account_id, x.timing, x.expedient, x.nature, x.class_id,
               x.department_id, x.location_id, pg_backend_pid() % 8,
               sum(x.settled), sum(x.posted)
        FROM changes x
        GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
        ON CONFLICT (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient, nature, class_id, department_id,
          location_id, slot)
        DO UPDATE SET settled = m.settled + excluded.settled, posted = m.posted + excluded.posted
      )
      INSERT INTO revenue_month_changes AS m (organization_id, recorded_on, effective_month, subsidiary_id, currency_code, cohort, period,
        revenue_account_id, timing, expedient, nature, class_id, department_id, location_id, slot, settled, posted)
      SELECT v_org, x.recorded_on, x.effective_month, x.subsidiary_id, x.currency_code, x.cohort, x.period, x.revenue_account_id, x.timing,
             x.expedient, x.nature, x.class_id, x.department_id, x.location_id, pg_backend_pid() % 8, sum(x.settled), sum(x.posted)
      FROM changes x
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
      ON CONFLICT (organization_id, recorded_on, effective_month, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing,
        expedient, nature, class_id, department_id, location_id, slot)
      DO UPDATE SET settled = m.settled + excluded.settled, posted = m.posted + excluded.posted;
    ELSE
      WITH changes AS MATERIALIZED (
        SELECT p.subsidiary_id, p.currency_code, p.cohort, n.period, o.revenue_account_id, o.timing, o.expedient, o.nature,
               coalesce(o.class_id, '00000000-0000-0000-0000-000000000000') AS class_id, coalesce(o.department_id, '00000000-0000-0000-0000-000000000000') AS department_id, coalesce(o.location_id, '00000000-0000-0000-0000-000000000000') AS location_id,
               (n.recorded_at AT TIME ZONE 'utc')::date AS recorded_on,
               coalesce(n.effective_on - (extract(day FROM n.effective_on)::int - 1), '-infinity') AS effective_month, sum(n.amount) AS planned
        FROM new_rows n
        -- A file of contracts brings rows, positions and obligations of which the statistics have not heard: each is looked up by key.
        CROSS JOIN LATERAL (
          SELECT w.subsidiary_id, w.currency_code, w.cohort FROM revenue_positions w
          WHERE w.organization_id = v_org AND w.contract_id = n.contract_id OFFSET 0) p
        CROSS JOIN LATERAL (
          SELECT w.revenue_account_id, w.timing, w.expedient, w.nature, w.class_id, w.department_id, w.location_id FROM performance_obligations w
          WHERE w.organization_id = v_org AND w.contract_id = n.contract_id AND w.key = n.obligation_key OFFSET 0) o
        WHERE n.organization_id = v_org
        GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
      ),
      summed AS (
        INSERT INTO revenue_months AS m (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient,
          nature, class_id, department_id, location_id, slot, planned)
        SELECT v_org, x.subsidiary_id, x.currency_code, x.cohort, x.period, x.revenue_account_id, x.timing, x.expedient, x.nature, x.class_id,
               x.department_id, x.location_id, pg_backend_pid() % 8,
               sum(x.planned)
        FROM changes x
        GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
        ON CONFLICT (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient, nature, class_id, department_id,
          location_id, slot)
        DO UPDATE SET planned = m.planned + excluded.planned
      )
      INSERT INTO revenue_month_changes AS m (organization_id, recorded_on, effective_month, subsidiary_id, currency_code, cohort, period,
        revenue_account_id, timing, expedient, nature, class_id, department_id, location_id, slot, planned)
      SELECT v_org, x.recorded_on, x.effective_month, x.subsidiary_id, x.currency_code, x.cohort, x.period, x.revenue_account_id, x.timing,
             x.expedient, x.nature, x.class_id, x.department_id, x.location_id, pg_backend_pid() % 8, x.planned
      FROM changes x ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
      ON CONFLICT (organization_id, recorded_on, effective_month, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing,
        expedient, nature, class_id, department_id, location_id, slot)
      DO UPDATE SET planned = m.planned + excluded.planned;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER revenue_rows_planned AFTER INSERT ON revenue_rows
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_sum_revenue_rows();

CREATE TRIGGER revenue_rows_posted AFTER UPDATE ON revenue_rows
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_sum_revenue_rows();
