-- What was added to deferred revenue on each day on which something was recorded: by the movements of contracts, by period and kind, and in the
-- ledger, by period. A roll-forward as known at an earlier moment is today's less what was added on later days (src/db/revenue/balances.ts), so that
-- it costs what happened since, by days, whatever the history and the number of contracts are.
CREATE TABLE revenue_movement_changes (
  organization_id uuid NOT NULL,
  recorded_on date NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  period text NOT NULL,
  kind text NOT NULL,
  slot integer NOT NULL,
  deferred numeric(24,4) NOT NULL,
  CONSTRAINT revenue_movement_changes_pkey PRIMARY KEY (organization_id, recorded_on, subsidiary_id, currency_code, period, kind, slot)
) WITH (fillfactor = 70);
ALTER TABLE revenue_movement_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON revenue_movement_changes TO daybook_app;

CREATE TABLE deferred_ledger_changes (
  organization_id uuid NOT NULL,
  recorded_on date NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  period_id uuid NOT NULL,
  slot integer NOT NULL,
  amount numeric(24,4) NOT NULL,
  CONSTRAINT deferred_ledger_changes_pkey PRIMARY KEY (organization_id, recorded_on, subsidiary_id, currency_code, period_id, slot)
) WITH (fillfactor = 70);
ALTER TABLE deferred_ledger_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON deferred_ledger_changes TO daybook_app;

-- What was recorded later on the day of the moment itself is read from the movements of that day.
CREATE INDEX revenue_movements_recorded_sql_idx ON revenue_movements USING brin (recorded_at) WITH (pages_per_range = 16, autosummarize = on);

-- What is stored already. Row security is not asked here, where no organization is set.
ALTER TABLE revenue_movements NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_movement_changes NO FORCE ROW LEVEL SECURITY;
ALTER TABLE accounts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_lines NO FORCE ROW LEVEL SECURITY;
ALTER TABLE deferred_ledger_changes NO FORCE ROW LEVEL SECURITY;
INSERT INTO revenue_movement_changes (organization_id, recorded_on, subsidiary_id, currency_code, period, kind, slot, deferred)
SELECT m.organization_id, (m.recorded_at AT TIME ZONE 'utc')::date, m.subsidiary_id, m.currency_code, m.period,
       CASE WHEN m.kind = 'DOCUMENT' AND m.amount < 0 THEN 'CREDIT' ELSE m.kind END, 0, sum(m.deferred)
FROM revenue_movements m GROUP BY 1, 2, 3, 4, 5, 6;
INSERT INTO deferred_ledger_changes (organization_id, recorded_on, subsidiary_id, currency_code, period_id, slot, amount)
SELECT l.organization_id, (e.created_at AT TIME ZONE 'utc')::date, l.subsidiary_id, l.currency_code, l.period_id, 0, sum(l.credit - l.debit)
FROM accounts a
JOIN ledger_lines l ON l.organization_id = a.organization_id AND l.account_id = a.id
JOIN ledger_entries e ON e.organization_id = l.organization_id AND e.id = l.entry_id
WHERE a.control_for = 'DEFERRED_REVENUE' GROUP BY 1, 2, 3, 4, 5;
ALTER TABLE revenue_movements FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_movement_changes FORCE ROW LEVEL SECURITY;
ALTER TABLE accounts FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_lines FORCE ROW LEVEL SECURITY;
ALTER TABLE deferred_ledger_changes FORCE ROW LEVEL SECURITY;
