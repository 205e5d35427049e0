-- The few contracts with a financing component or variable consideration are found without reading every contract.
CREATE INDEX revenue_events_financed_sql_idx ON revenue_events (organization_id, contract_id) WHERE kind = 'created' AND body ? 'interest';
CREATE INDEX revenue_events_variable_sql_idx ON revenue_events (organization_id, contract_id) WHERE kind = 'created' AND body ? 'variable';
