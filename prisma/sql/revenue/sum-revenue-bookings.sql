-- The monthly summary of what was booked, and by days what was added to it, in the same rows as sum-revenue-rows.
-- Owner: the bookings; the summary is their sums, held to it by e2e/revenue/reports/month-sums.test.ts.
--
-- Refuses: nothing.
-- Locks: the summary's rows, in key order; eight slots per key.
-- Rule: docs/house.md, "Ledger tables".
-- Proved by: e2e/revenue/reports/month-sums.test.ts, e2e/revenue/reports/months-as-of.test.ts.
CREATE FUNCTION daybook_sum_revenue_bookings() RETURNS trigger
LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
BEGIN
  WITH changes AS MATERIALIZED (
    SELECT n.organization_id, p.subsidiary_id, p.currency_code, p.cohort, n.period, o.revenue_account_id, o.timing, o.expedient, o.nature,
           coalesce(o.class_id, '00000000-0000-0000-0000-000000000000') AS class_id, coalesce(o.department_id, '00000000-0000-0000-0000-000000000000') AS department_id, coalesce(o.location_id, '00000000-0000-0000-0000-000000000000') AS location_id,
           (n.recorded_at AT TIME ZONE 'utc')::date AS recorded_on,
           coalesce(e.effective_date - (extract(day FROM e.effective_date)::int - 1), '-infinity') AS effective_month, sum(n.amount) AS booked
    FROM new_rows n
    CROSS JOIN LATERAL (
      SELECT w.* FROM revenue_positions w WHERE w.organization_id = n.organization_id AND w.contract_id = n.contract_id OFFSET 0) p
    CROSS JOIN LATERAL (
      SELECT w.* FROM performance_obligations w
      WHERE w.organization_id = n.organization_id AND w.contract_id = n.contract_id AND w.key = n.obligation_key OFFSET 0) o
    LEFT JOIN LATERAL (
      SELECT w.effective_date FROM revenue_events w WHERE w.organization_id = n.organization_id AND w.id = n.event_id OFFSET 0) e ON true
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
  ),
  summed AS (
    INSERT INTO revenue_months AS m (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient,
      nature, class_id, department_id, location_id, slot, booked)
    SELECT x.organization_id, x.subsidiary_id, x.currency_code, x.cohort, x.period, x.revenue_account_id, x.timing, x.expedient,
           x.nature, x.class_id, x.department_id, x.location_id, pg_backend_pid() % 8, sum(x.booked)
    FROM changes x
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
    ON CONFLICT (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient, nature, class_id, department_id, location_id, slot)
    DO UPDATE SET booked = m.booked + excluded.booked
  )
  INSERT INTO revenue_month_changes AS m (organization_id, recorded_on, effective_month, subsidiary_id, currency_code, cohort, period,
    revenue_account_id, timing, expedient, nature, class_id, department_id, location_id, slot, booked)
  SELECT x.organization_id, x.recorded_on, x.effective_month, x.subsidiary_id, x.currency_code, x.cohort, x.period, x.revenue_account_id,
         x.timing, x.expedient, x.nature, x.class_id, x.department_id, x.location_id, pg_backend_pid() % 8, x.booked
  FROM changes x ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
  ON CONFLICT (organization_id, recorded_on, effective_month, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing,
    expedient, nature, class_id, department_id, location_id, slot)
  DO UPDATE SET booked = m.booked + excluded.booked;
  RETURN NULL;
END $$;

CREATE TRIGGER revenue_bookings_booked AFTER INSERT ON revenue_bookings
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_sum_revenue_bookings();
