-- A reclassification of contract liabilities waits for a second person too: it concerns a subsidiary, not one contract.
ALTER TABLE revenue_approvals ALTER COLUMN contract_id DROP NOT NULL;
ALTER TABLE revenue_approvals ADD CONSTRAINT revenue_approvals_contract_ck
  CHECK (contract_id IS NOT NULL OR verb = 'revenue.reclassifications.create');
