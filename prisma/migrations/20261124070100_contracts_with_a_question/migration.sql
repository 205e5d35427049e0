-- Contracts that a close asks about: with interest, a supplier's share, a decision to be made again, or a question about financing. They are few,
-- and without this each of those questions reads every contract (src/db/revenue/estimates.ts repeats the conditions, in a
-- form of which the planner expects few rows).
CREATE INDEX revenue_contracts_questions_sql_idx ON revenue_contracts (organization_id, subsidiary_id)
  WHERE picture @? 'strict $.interest[0]' OR picture @? 'strict $.suppliedByTime[0]' OR picture @? 'strict $.openDecisions[0]'
    OR picture @? 'strict $.financingQuestion.knownFrom';

-- Contracts in force with variable elements of their price, and refund liabilities: what is estimated and may be due for a review.
CREATE INDEX revenue_contracts_variable_sql_idx ON revenue_contracts (organization_id, subsidiary_id)
  WHERE picture @? 'strict $.variable[0]' AND contract_status = 'ACTIVE';
CREATE INDEX revenue_positions_refund_sql_idx ON revenue_positions (organization_id, contract_id) WHERE refund > 0;
