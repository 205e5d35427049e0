-- The contracts that a close asks about, and those with variable elements of their price, by conditions of which the planner expects few rows:
-- of "is not null" it expects nearly all, and reads every contract (src/db/revenue/estimates.ts repeats the conditions).
DROP INDEX revenue_contracts_questions_sql_idx;
CREATE INDEX revenue_contracts_questions_sql_idx ON revenue_contracts (organization_id, subsidiary_id)
  WHERE picture @? 'strict $.interest[0]' OR picture @? 'strict $.suppliedByTime[0]' OR picture @? 'strict $.openDecisions[0]'
    OR picture @? 'strict $.financingQuestion.knownFrom';
DROP INDEX revenue_contracts_variable_sql_idx;
CREATE INDEX revenue_contracts_variable_sql_idx ON revenue_contracts (organization_id, subsidiary_id)
  WHERE picture @? 'strict $.variable[0]' AND contract_status = 'ACTIVE';
