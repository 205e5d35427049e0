-- What contracts' movements added to and took from deferred revenue, by period and kind: the roll-forward reads this, whose size is periods
-- times kinds whatever the history is (src/db/revenue/balances.ts).
CREATE TABLE revenue_movement_months (
  organization_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  period text NOT NULL,
  kind text NOT NULL,
  slot integer NOT NULL,
  deferred numeric(24,4) NOT NULL DEFAULT 0,
  CONSTRAINT revenue_movement_months_pkey PRIMARY KEY (organization_id, subsidiary_id, currency_code, period, kind, slot)
);
ALTER TABLE revenue_movement_months ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON revenue_movement_months TO daybook_app;

-- What is stored already. Row security is not asked here, where no organization is set.
ALTER TABLE revenue_movements NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_movement_months NO FORCE ROW LEVEL SECURITY;
INSERT INTO revenue_movement_months (organization_id, subsidiary_id, currency_code, period, kind, slot, deferred)
SELECT m.organization_id, m.subsidiary_id, m.currency_code, m.period,
       CASE WHEN m.kind = 'DOCUMENT' AND m.amount < 0 THEN 'CREDIT' ELSE m.kind END, 0, sum(m.deferred)
FROM revenue_movements m GROUP BY 1, 2, 3, 4, 5;
ALTER TABLE revenue_movements FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_movement_months FORCE ROW LEVEL SECURITY;
