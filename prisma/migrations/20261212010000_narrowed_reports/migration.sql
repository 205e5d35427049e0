-- The contract balances of a subsidiary or a currency with few contracts are found among those of all.
CREATE INDEX revenue_contracts_in_subsidiary_sql_idx ON revenue_contracts (organization_id, subsidiary_id, contract_number);
DROP INDEX revenue_contracts_subsidiary_id_sql_idx;
CREATE INDEX revenue_contracts_in_currency_sql_idx ON revenue_contracts (organization_id, currency_code, contract_number);
-- The balances of one class, department or location are found among those of all combinations; what changes of a balance is in no index.
CREATE INDEX ledger_dimension_balances_class_sql_idx ON ledger_dimension_balances (organization_id, class_id, period_id)
  WHERE class_id <> '00000000-0000-0000-0000-000000000000'::uuid;
CREATE INDEX ledger_dimension_balances_department_sql_idx ON ledger_dimension_balances (organization_id, department_id, period_id)
  WHERE department_id <> '00000000-0000-0000-0000-000000000000'::uuid;
CREATE INDEX ledger_dimension_balances_location_sql_idx ON ledger_dimension_balances (organization_id, location_id, period_id)
  WHERE location_id <> '00000000-0000-0000-0000-000000000000'::uuid;
-- The list of contract costs is read in its order.
CREATE INDEX contract_costs_listed_sql_idx ON contract_costs (organization_id, posting_date, id);
