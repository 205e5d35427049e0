-- The monthly summary of an obligation that is agreed again on other terms: what was planned, booked and posted of it moves to the terms it has now,
-- by the days on which it was recorded. Otherwise what was posted would stand under the terms before, and what reverses it under those it has now.
-- The sums by customer follow through notes of what moves (revenue_customer_moves), each by the moment at which it was posted, which sum-revenue-years adds to them.
-- Owner: the rows and bookings; the summary is their sums by the obligations as they are, held to it by e2e/revenue/reports/agreed-again.test.ts.
--
-- Refuses: nothing.
-- Locks: the summary's rows, in key order; eight slots per key.
-- Rule: docs/house.md, "Ledger tables".
-- Proved by: e2e/revenue/reports/agreed-again.test.ts.
CREATE FUNCTION daybook_move_obligation_sums() RETURNS trigger
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  WITH facts AS (
    SELECT b.period, b.recorded_at, b.amount AS booked, 0 AS planned, 0 AS settled, 0 AS posted,
           (SELECT v.effective_date FROM revenue_events v WHERE v.organization_id = b.organization_id AND v.id = b.event_id) AS effective_on
    FROM revenue_bookings b
    WHERE b.organization_id = NEW.organization_id AND b.contract_id = NEW.contract_id AND b.obligation_key = NEW.key
    UNION ALL
    SELECT y.period, y.recorded_at, 0, y.planned, y.settled, y.posted, r.effective_on
    FROM revenue_rows r CROSS JOIN LATERAL (
      SELECT r.period, r.recorded_at, r.amount AS planned, 0 AS settled, 0 AS posted
      UNION ALL
      SELECT r.period, r.posted_at, 0, r.amount, 0 WHERE r.posted_at IS NOT NULL
      UNION ALL
      SELECT r.posted_period, r.posted_at, 0, 0, r.amount WHERE r.posted_at IS NOT NULL
    ) y
    WHERE r.organization_id = NEW.organization_id AND r.contract_id = NEW.contract_id AND r.obligation_key = NEW.key
  ),
  changes AS MATERIALIZED (
    SELECT p.subsidiary_id, p.currency_code, p.cohort, f.period, f.recorded_at,
           coalesce(f.effective_on - (extract(day FROM f.effective_on)::int - 1), '-infinity') AS effective_month, t.*,
           t.sign * sum(f.booked) AS booked, t.sign * sum(f.planned) AS planned, t.sign * sum(f.settled) AS settled, t.sign * sum(f.posted) AS posted
    FROM facts f
    JOIN revenue_positions p ON p.organization_id = NEW.organization_id AND p.contract_id = NEW.contract_id
    CROSS JOIN (VALUES
      (-1, OLD.revenue_account_id, OLD.timing, OLD.expedient, OLD.nature, coalesce(OLD.class_id, '00000000-0000-0000-0000-000000000000'),
        coalesce(OLD.department_id, '00000000-0000-0000-0000-000000000000'), coalesce(OLD.location_id, '00000000-0000-0000-0000-000000000000')),
      (1, NEW.revenue_account_id, NEW.timing, NEW.expedient, NEW.nature, coalesce(NEW.class_id, '00000000-0000-0000-0000-000000000000'),
        coalesce(NEW.department_id, '00000000-0000-0000-0000-000000000000'), coalesce(NEW.location_id, '00000000-0000-0000-0000-000000000000'))
    ) AS t (sign, revenue_account_id, timing, expedient, nature, class_id, department_id, location_id)
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
  ),
  noted AS (
    INSERT INTO revenue_customer_moves (organization_id, id, currency_code, year, month, day, subsidiary_id, cohort, revenue_account_id, timing,
      expedient, nature, class_id, department_id, location_id, customer_ids, amounts, recorded_at)
    SELECT NEW.organization_id, daybook_uuid_v7(), x.currency_code, left(x.period, 4)::smallint, substr(x.period, 6, 2)::smallint,
           coalesce(nullif(substr(x.period, 9, 2), ''), '31')::smallint, x.subsidiary_id, x.cohort, x.revenue_account_id, x.timing, x.expedient,
           x.nature, x.class_id, x.department_id, x.location_id,
           ARRAY[(SELECT coalesce(k.customer_id, '00000000-0000-0000-0000-000000000000') FROM revenue_contracts k
                  WHERE k.organization_id = NEW.organization_id AND k.id = NEW.contract_id)], ARRAY[sum(x.posted)], x.recorded_at
    FROM changes x
    GROUP BY x.recorded_at, x.currency_code, x.period, x.subsidiary_id, x.cohort, x.revenue_account_id, x.timing, x.expedient, x.nature, x.class_id,
      x.department_id, x.location_id
    HAVING sum(x.posted) <> 0
  ),
  summed AS (
    INSERT INTO revenue_months AS m (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient, nature,
      class_id, department_id, location_id, slot, booked, planned, settled, posted)
    SELECT NEW.organization_id, x.subsidiary_id, x.currency_code, x.cohort, x.period, x.revenue_account_id, x.timing, x.expedient, x.nature,
           x.class_id, x.department_id, x.location_id, pg_backend_pid() % 8, sum(x.booked), sum(x.planned), sum(x.settled), sum(x.posted)
    FROM changes x
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
    ON CONFLICT (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient, nature, class_id,
      department_id, location_id, slot)
    DO UPDATE SET booked = m.booked + excluded.booked, planned = m.planned + excluded.planned, settled = m.settled + excluded.settled,
      posted = m.posted + excluded.posted
  )
  INSERT INTO revenue_month_changes AS m (organization_id, recorded_on, effective_month, subsidiary_id, currency_code, cohort, period,
    revenue_account_id, timing, expedient, nature, class_id, department_id, location_id, slot, booked, planned, settled, posted)
  SELECT NEW.organization_id, (x.recorded_at AT TIME ZONE 'utc')::date, x.effective_month, x.subsidiary_id, x.currency_code, x.cohort, x.period,
         x.revenue_account_id, x.timing, x.expedient, x.nature, x.class_id, x.department_id, x.location_id, pg_backend_pid() % 8, sum(x.booked), sum(x.planned),
         sum(x.settled), sum(x.posted)
  FROM changes x GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
  ON CONFLICT (organization_id, recorded_on, effective_month, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing,
    expedient, nature, class_id, department_id, location_id, slot)
  DO UPDATE SET booked = m.booked + excluded.booked, planned = m.planned + excluded.planned, settled = m.settled + excluded.settled,
    posted = m.posted + excluded.posted;
  RETURN NULL;
END $$;

CREATE TRIGGER performance_obligations_moves_sums AFTER UPDATE ON performance_obligations FOR EACH ROW
  WHEN ((OLD.revenue_account_id, OLD.timing, OLD.expedient, OLD.nature, OLD.class_id, OLD.department_id, OLD.location_id)
    IS DISTINCT FROM (NEW.revenue_account_id, NEW.timing, NEW.expedient, NEW.nature, NEW.class_id, NEW.department_id, NEW.location_id))
  EXECUTE FUNCTION daybook_move_obligation_sums();
