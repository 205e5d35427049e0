-- Financing and variable consideration can come with a modification too, so both indexes cover any event that brings them.
DROP INDEX revenue_events_financed_sql_idx;
DROP INDEX revenue_events_variable_sql_idx;
CREATE INDEX revenue_events_financed_sql_idx ON revenue_events (organization_id, contract_id) WHERE body ? 'interest';
CREATE INDEX revenue_events_variable_sql_idx ON revenue_events (organization_id, contract_id) WHERE body ? 'variable';
