-- Receivables of contracts that are open on a day: contracts that owe now, and those whose receivable moved after the day. Contracts that were
-- billed and paid, however often, are not looked at. A run changes no receivable, so that its updates stay on their page.
CREATE INDEX revenue_positions_owing_sql_idx ON revenue_positions (organization_id, contract_id)
  WHERE (receivable <> 0 OR receivable_base <> 0);
CREATE INDEX revenue_movements_owing_sql_idx ON revenue_movements (organization_id, contract_id)
  WHERE (receivable <> 0 OR receivable_base <> 0);
