-- What was added to deferred revenue on each day is also told apart by the day it takes effect: that of the fact it follows from, otherwise of its
-- posting. A roll-forward as of a day in effect is then today's less what takes effect on later days (src/db/revenue/balances.ts). Unlike the
-- monthly summary, which has a row for each account and cohort, it is by day and not by month: a day has a row or two.
ALTER TABLE revenue_movement_changes ADD COLUMN effective_on date;

-- What is stored already, built once more from the movements. Row security is not asked here, where no organization is set.
ALTER TABLE revenue_movements NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_events NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_movement_changes NO FORCE ROW LEVEL SECURITY;
TRUNCATE revenue_movement_changes;
ALTER TABLE revenue_movement_changes
  DROP CONSTRAINT revenue_movement_changes_pkey,
  ALTER COLUMN effective_on SET NOT NULL;
INSERT INTO revenue_movement_changes (organization_id, recorded_on, effective_on, subsidiary_id, currency_code, period, kind, slot, deferred)
SELECT m.organization_id, (m.recorded_at AT TIME ZONE 'utc')::date, coalesce(e.effective_date, m.posting_date), m.subsidiary_id, m.currency_code, m.period,
       CASE WHEN m.kind = 'DOCUMENT' AND m.amount < 0 THEN 'CREDIT' ELSE m.kind END, 0, sum(m.deferred)
FROM revenue_movements m LEFT JOIN revenue_events e ON e.organization_id = m.organization_id AND e.id = m.event_id
GROUP BY 1, 2, 3, 4, 5, 6, 7;
ALTER TABLE revenue_movement_changes ADD CONSTRAINT revenue_movement_changes_pkey
  PRIMARY KEY (organization_id, recorded_on, effective_on, subsidiary_id, currency_code, period, kind, slot);
CREATE INDEX revenue_movement_changes_effective_sql_idx ON revenue_movement_changes (organization_id, effective_on);
ALTER TABLE revenue_movements FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_events FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_movement_changes FORCE ROW LEVEL SECURITY;
