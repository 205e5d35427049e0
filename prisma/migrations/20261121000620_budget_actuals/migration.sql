-- Which ledger accounts make up a budget line's actual cost on its project.
ALTER TABLE "budget_lines" ADD COLUMN "account_ids" UUID[] DEFAULT ARRAY[]::UUID[];
-- The external system's own name for what it sent; the same one twice is the same order.
CREATE UNIQUE INDEX purchase_orders_external_reference_sql_idx ON purchase_orders (organization_id, project_id, external_reference)
  WHERE external_reference IS NOT NULL;
-- States a record of a project can be in.
ALTER TABLE projects ADD CONSTRAINT projects_status_ck CHECK (project_status IN ('PLANNED', 'ACTIVE', 'ON_HOLD', 'COMPLETED', 'CANCELLED'));
ALTER TABLE prime_contracts ADD CONSTRAINT prime_contracts_state_ck CHECK (contract_state IN ('DRAFT', 'OUT_FOR_SIGNATURE', 'APPROVED', 'COMPLETE', 'TERMINATED'));
ALTER TABLE change_orders ADD CONSTRAINT change_orders_state_ck CHECK (change_state IN ('PENDING', 'APPROVED', 'REJECTED'));
ALTER TABLE commitments ADD CONSTRAINT commitments_kind_ck CHECK (commitment_kind IN ('SUBCONTRACT', 'PURCHASE_ORDER'));
ALTER TABLE commitments ADD CONSTRAINT commitments_state_ck CHECK (commitment_state IN ('DRAFT', 'APPROVED', 'COMPLETE', 'VOID'));
ALTER TABLE purchase_orders ADD CONSTRAINT purchase_orders_state_ck CHECK (order_state IN ('ISSUED', 'RECEIVED', 'CLOSED', 'CANCELLED'));
