-- Contracts that a close asks about: with interest, a supplier's share, a decision to be made again, or a question about financing. They are few,
-- and without this each of those questions reads every contract (src/db/revenue/estimates.ts repeats the conditions).
CREATE INDEX revenue_contracts_questions_sql_idx ON revenue_contracts (organization_id, subsidiary_id)
  WHERE picture->'interest'->0 IS NOT NULL OR picture->'suppliedByTime'->0 IS NOT NULL OR picture->'openDecisions'->0 IS NOT NULL
    OR picture->'financingQuestion'->>'knownFrom' IS NOT NULL;

-- Contracts in force with variable elements of their price, and refund liabilities: what is estimated and may be due for a review.
CREATE INDEX revenue_contracts_variable_sql_idx ON revenue_contracts (organization_id, subsidiary_id)
  WHERE picture->'variable'->0 IS NOT NULL AND contract_status = 'ACTIVE';
CREATE INDEX revenue_positions_refund_sql_idx ON revenue_positions (organization_id, contract_id) WHERE refund > 0;
