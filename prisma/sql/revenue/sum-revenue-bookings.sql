-- The monthly summary of what was booked, in the same rows as sum-revenue-rows.
-- Owner: the bookings; the summary is their sums, held to it by e2e/revenue/month-sums.test.ts.
--
-- Refuses: nothing.
-- Locks: the summary's rows, in key order; eight slots per key.
-- Rule: docs/house.md, "Ledger tables".
-- Proved by: e2e/revenue/month-sums.test.ts.
CREATE FUNCTION daybook_sum_revenue_bookings() RETURNS trigger
LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
BEGIN
  INSERT INTO revenue_months AS m (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient, slot, booked)
  SELECT n.organization_id, p.subsidiary_id, p.currency_code, p.cohort, n.period, o.revenue_account_id, o.timing, o.expedient, pg_backend_pid() % 8, sum(n.amount)
  FROM new_rows n
  CROSS JOIN LATERAL (
    SELECT w.* FROM revenue_positions w WHERE w.organization_id = n.organization_id AND w.contract_id = n.contract_id OFFSET 0) p
  CROSS JOIN LATERAL (
    SELECT w.* FROM performance_obligations w
    WHERE w.organization_id = n.organization_id AND w.contract_id = n.contract_id AND w.key = n.obligation_key OFFSET 0) o
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
  ON CONFLICT (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient, slot)
  DO UPDATE SET booked = m.booked + excluded.booked;
  RETURN NULL;
END $$;

CREATE TRIGGER revenue_bookings_booked AFTER INSERT ON revenue_bookings
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_sum_revenue_bookings();
