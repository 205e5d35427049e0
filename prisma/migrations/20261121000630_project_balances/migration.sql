-- What the ledger holds for one project, without reading the others.
CREATE INDEX ledger_dimension_balances_project_sql_idx ON ledger_dimension_balances (organization_id, project_id)
  WHERE project_id <> '00000000-0000-0000-0000-000000000000';
