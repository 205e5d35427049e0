-- Costs that are assets: the control account of contract costs on a day adds these up, and read every cost that was expensed with them. Amortization changes none of
-- its columns.
CREATE INDEX contract_costs_capitalised_sql_idx ON contract_costs (organization_id, subsidiary_id, currency_code) WHERE decision = 'CAPITALISED';
