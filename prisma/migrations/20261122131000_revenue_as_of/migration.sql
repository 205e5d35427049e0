-- Reports of another moment are read from the monthly summary less what was recorded, or took effect, afterward, instead of from
-- every row (src/db/revenue/months.ts).

-- The day from which a row is so: the later of its own fact's and of the fact's for whose sake it was added. Null: neither is a fact.
ALTER TABLE revenue_rows ADD COLUMN effective_on date;

-- What was added to revenue_months on each day (UTC), by the month from which it is so; its rows add up to revenue_months.
CREATE TABLE revenue_month_changes (
  organization_id uuid NOT NULL,
  recorded_on date NOT NULL,
  effective_month date NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  cohort text NOT NULL,
  period text NOT NULL,
  revenue_account_id uuid NOT NULL,
  timing text NOT NULL,
  expedient text NOT NULL,
  slot integer NOT NULL,
  booked numeric(24,4) NOT NULL DEFAULT 0,
  planned numeric(24,4) NOT NULL DEFAULT 0,
  settled numeric(24,4) NOT NULL DEFAULT 0,
  posted numeric(24,4) NOT NULL DEFAULT 0,
  CONSTRAINT revenue_month_changes_pkey PRIMARY KEY (organization_id, recorded_on, effective_month, subsidiary_id, currency_code,
    cohort, period, revenue_account_id, timing, expedient, slot)
);
CREATE INDEX revenue_month_changes_effective_sql_idx ON revenue_month_changes (organization_id, effective_month);
ALTER TABLE revenue_month_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON revenue_month_changes TO daybook_app;

-- What was recorded in the rest of a day, after a moment of it. These tables grow in the order of time, so that a summary of their
-- pages finds it, and costs nothing when they are written.
CREATE INDEX revenue_rows_recorded_sql_idx ON revenue_rows USING brin (recorded_at) WITH (pages_per_range = 16, autosummarize = on);
CREATE INDEX revenue_rows_posted_sql_idx ON revenue_rows USING brin (posted_at) WITH (pages_per_range = 16, autosummarize = on);
CREATE INDEX revenue_bookings_recorded_sql_idx ON revenue_bookings USING brin (recorded_at)
  WITH (pages_per_range = 16, autosummarize = on);
CREATE INDEX ledger_entries_created_sql_idx ON ledger_entries USING brin (created_at) WITH (pages_per_range = 16, autosummarize = on);

-- What is stored already. Row security is not asked here, where no organization is set, nor are the triggers: nothing is posted.
ALTER TABLE revenue_rows NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_rows DISABLE TRIGGER USER;
ALTER TABLE revenue_bookings NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_events NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_positions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE performance_obligations NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_month_changes NO FORCE ROW LEVEL SECURITY;

UPDATE revenue_rows r SET effective_on = (
  SELECT max(v.effective_date) FROM revenue_events v
  WHERE v.organization_id = r.organization_id AND v.id IN (r.event_id, r.cause_id));

INSERT INTO revenue_month_changes (organization_id, recorded_on, effective_month, subsidiary_id, currency_code, cohort, period,
  revenue_account_id, timing, expedient, slot, booked, planned, settled, posted)
SELECT x.organization_id, (x.recorded_at AT TIME ZONE 'utc')::date,
       coalesce(x.effective_on - (extract(day FROM x.effective_on)::int - 1), '-infinity'), p.subsidiary_id, p.currency_code, p.cohort,
       x.period, o.revenue_account_id, o.timing, o.expedient, 0, sum(x.booked), sum(x.planned), sum(x.settled), sum(x.posted)
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
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;

ALTER TABLE revenue_rows FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_rows ENABLE TRIGGER USER;
ALTER TABLE revenue_bookings FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_events FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_positions FORCE ROW LEVEL SECURITY;
ALTER TABLE performance_obligations FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_month_changes FORCE ROW LEVEL SECURITY;
