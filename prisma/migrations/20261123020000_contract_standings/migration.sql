-- What the balances of all contracts are summed from, in the order of the contracts: the report reads this instead of the movements, which are
-- twice as large and in the order of the runs (src/db/revenue/contract-balances.ts).
CREATE INDEX revenue_movements_standing_sql_idx ON revenue_movements (organization_id, currency_code, contract_id)
  INCLUDE (period, subsidiary_id, deferred, contract_asset, receivable, revenue, refund);

-- Revenue of a range of periods from performance before it (606-10-50-12A). Few rows are catch-ups, and posting rewrites a row anyway.
CREATE INDEX revenue_rows_caught_up_sql_idx ON revenue_rows (organization_id, posted_period)
  WHERE catch_up AND source <> 'SCHEDULE' AND posted_period IS NOT NULL;

-- The contracts of which a run posted revenue, with what it posted of each: one movement a contract.
CREATE INDEX revenue_movements_run_sql_idx ON revenue_movements (organization_id, run_id, contract_id) WHERE run_id IS NOT NULL;
