-- The contract balances of a subsidiary or a currency with few contracts are found among those of all.
CREATE INDEX revenue_contracts_in_subsidiary_sql_idx ON revenue_contracts (organization_id, subsidiary_id, contract_number);
DROP INDEX revenue_contracts_subsidiary_id_sql_idx;
CREATE INDEX revenue_contracts_in_currency_sql_idx ON revenue_contracts (organization_id, currency_code, contract_number);
-- The list of contract costs is read in its order.
CREATE INDEX contract_costs_listed_sql_idx ON contract_costs (organization_id, posting_date, id);
