-- What contracts' movements added to their control accounts, by day of posting, in transaction currency and in base currency: the tie-out of
-- control accounts on a day reads this, whose size is days whatever the number of contracts is (src/db/reports/revenue-controls.ts).
CREATE TABLE revenue_movement_days (
  organization_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  posting_date date NOT NULL,
  slot integer NOT NULL,
  deferred numeric(24,4) NOT NULL,
  deferred_base numeric(24,4) NOT NULL,
  contract_asset numeric(24,4) NOT NULL,
  contract_asset_base numeric(24,4) NOT NULL,
  refund numeric(24,4) NOT NULL,
  refund_base numeric(24,4) NOT NULL,
  CONSTRAINT revenue_movement_days_pkey PRIMARY KEY (organization_id, subsidiary_id, currency_code, posting_date, slot)
) WITH (fillfactor = 70);
ALTER TABLE revenue_movement_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON revenue_movement_days TO daybook_app;

-- What is stored already. Row security is not asked here, where no organization is set.
ALTER TABLE revenue_movements NO FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_movement_days NO FORCE ROW LEVEL SECURITY;
INSERT INTO revenue_movement_days (organization_id, subsidiary_id, currency_code, posting_date, slot, deferred, deferred_base, contract_asset,
  contract_asset_base, refund, refund_base)
SELECT m.organization_id, m.subsidiary_id, m.currency_code, m.posting_date, 0, sum(m.deferred), sum(m.deferred_base), sum(m.contract_asset),
       sum(m.contract_asset_base), sum(m.refund), sum(m.refund_base)
FROM revenue_movements m GROUP BY 1, 2, 3, 4;
ALTER TABLE revenue_movements FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_movement_days FORCE ROW LEVEL SECURITY;
