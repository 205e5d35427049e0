-- Postings that no revenue contract hears of stay one statement: the few documents of contracts are found by a small index.
CREATE INDEX business_transactions_of_contracts_sql_idx ON business_transactions (organization_id, id) WHERE revenue_contract_id IS NOT NULL;

-- The ids as they came; raises when one of them belongs to a revenue contract, which needs a transaction around its posting.
CREATE FUNCTION daybook_free_of_contracts(p_ids uuid[]) RETURNS uuid[] LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM business_transactions t
             WHERE t.organization_id = daybook_organization() AND t.id = ANY (p_ids) AND t.revenue_contract_id IS NOT NULL) THEN
    RAISE object_not_in_prerequisite_state USING MESSAGE = 'documents of revenue contracts are posted in a transaction';
  END IF;
  RETURN p_ids;
END $$;
