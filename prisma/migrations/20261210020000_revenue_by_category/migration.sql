-- The monthly summary also by what an obligation is (goods, service, license) and by its class, department and location, so that revenue by these is
-- read from sums instead of from every row. It is summed again from the rows and bookings by the obligations as they are: what was posted of one that
-- was agreed again on other terms stood under the terms before.
ALTER TABLE revenue_months DISABLE TRIGGER USER;
ALTER TABLE revenue_month_changes DISABLE TRIGGER USER;
TRUNCATE revenue_months, revenue_month_changes;
ALTER TABLE revenue_months DROP CONSTRAINT revenue_months_pkey, ADD COLUMN nature text NOT NULL, ADD COLUMN class_id uuid NOT NULL,
  ADD COLUMN department_id uuid NOT NULL, ADD COLUMN location_id uuid NOT NULL;
ALTER TABLE revenue_months ADD CONSTRAINT revenue_months_pkey PRIMARY KEY (organization_id, subsidiary_id, currency_code, cohort, period,
  revenue_account_id, timing, expedient, nature, class_id, department_id, location_id, slot);
ALTER TABLE revenue_month_changes DROP CONSTRAINT revenue_month_changes_pkey, ADD COLUMN nature text NOT NULL, ADD COLUMN class_id uuid NOT NULL,
  ADD COLUMN department_id uuid NOT NULL, ADD COLUMN location_id uuid NOT NULL;
ALTER TABLE revenue_month_changes ADD CONSTRAINT revenue_month_changes_pkey PRIMARY KEY (organization_id, recorded_on, effective_month,
  subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient, nature, class_id, department_id, location_id, slot);

-- Row security is not asked here, where no organization is set.
ALTER TABLE revenue_rows NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_bookings NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_events NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_positions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE performance_obligations NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_month_changes NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_months NO FORCE ROW LEVEL SECURITY;

INSERT INTO revenue_month_changes (organization_id, recorded_on, effective_month, subsidiary_id, currency_code, cohort, period,
  revenue_account_id, timing, expedient, nature, class_id, department_id, location_id, slot, booked, planned, settled, posted)
SELECT x.organization_id, (x.recorded_at AT TIME ZONE 'utc')::date,
       coalesce(x.effective_on - (extract(day FROM x.effective_on)::int - 1), '-infinity'), p.subsidiary_id, p.currency_code, p.cohort,
       x.period, o.revenue_account_id, o.timing, o.expedient, o.nature, coalesce(o.class_id, '00000000-0000-0000-0000-000000000000'),
       coalesce(o.department_id, '00000000-0000-0000-0000-000000000000'), coalesce(o.location_id, '00000000-0000-0000-0000-000000000000'), 0,
       sum(x.booked), sum(x.planned), sum(x.settled), sum(x.posted)
FROM (
  SELECT b.organization_id, b.contract_id, b.obligation_key, b.period, b.recorded_at, b.amount AS booked, 0 AS planned, 0 AS settled, 0 AS posted,
         (SELECT v.effective_date FROM revenue_events v WHERE v.organization_id = b.organization_id AND v.id = b.event_id) AS effective_on
  FROM revenue_bookings b
  UNION ALL
  SELECT r.organization_id, r.contract_id, r.obligation_key, r.period, r.recorded_at, 0, r.amount, 0, 0, r.effective_on FROM revenue_rows r
  UNION ALL
  SELECT r.organization_id, r.contract_id, r.obligation_key, r.period, r.posted_at, 0, 0, r.amount, 0, r.effective_on FROM revenue_rows r
  WHERE r.posted_at IS NOT NULL
  UNION ALL
  SELECT r.organization_id, r.contract_id, r.obligation_key, r.posted_period, r.posted_at, 0, 0, 0, r.amount, r.effective_on FROM revenue_rows r
  WHERE r.posted_at IS NOT NULL
) x
JOIN revenue_positions p ON p.organization_id = x.organization_id AND p.contract_id = x.contract_id
JOIN performance_obligations o ON o.organization_id = x.organization_id AND o.contract_id = x.contract_id AND o.key = x.obligation_key
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14;

INSERT INTO revenue_months (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient, nature, class_id,
  department_id, location_id, slot, booked, planned, settled, posted)
SELECT organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient, nature, class_id, department_id, location_id, 0,
       sum(booked), sum(planned), sum(settled), sum(posted)
FROM revenue_month_changes GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12;

ALTER TABLE revenue_rows FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_bookings FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_events FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_positions FORCE ROW LEVEL SECURITY;
ALTER TABLE performance_obligations FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_month_changes FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_months FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_months ENABLE TRIGGER USER;
ALTER TABLE revenue_month_changes ENABLE TRIGGER USER;
