-- The costs of a contract in the order in which they were recorded: a page of the judgments about thousands of them reads its own. The index replaces
-- the one by contract, which it begins with.
DROP INDEX contract_costs_organization_id_contract_id_idx;
CREATE INDEX contract_costs_organization_id_contract_id_created_at_id_idx
  ON contract_costs (organization_id, contract_id, created_at, id);
-- Those whose judgment waits for evidence, which are few as a rule: they are counted with every page, and shown alone. Row security asks for the subsidiary.
CREATE INDEX contract_costs_open_sql_idx
  ON contract_costs (organization_id, contract_id, created_at, id) INCLUDE (subsidiary_id)
  WHERE NOT voided AND (facts ->> 'evidence') IS NULL AND cost_kind <> 'LOSS';
