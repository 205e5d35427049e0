-- A counterparty can have a third of all documents: a shop's walk-in customer, a marketplace. Its list is read page by page in its order and counted without
-- reading the documents; its payments that are not applied are found among those of everyone's, and its contracts in the order of their list.
CREATE INDEX business_transactions_of_entity_sql_idx
  ON business_transactions (organization_id, entity_id, transaction_date, transaction_number) INCLUDE (kind) WHERE entity_id IS NOT NULL;
DROP INDEX business_transactions_entity_id_sql_idx;
CREATE INDEX business_transactions_unapplied_of_entity_sql_idx ON business_transactions (organization_id, entity_id)
  WHERE kind IN ('CREDIT_MEMO', 'CUSTOMER_PAYMENT', 'VENDOR_CREDIT', 'VENDOR_PAYMENT')
    AND applied_amount <> total_amount + CASE WHEN kind IN ('CUSTOMER_PAYMENT', 'VENDOR_PAYMENT') THEN discount_amount ELSE 0 END
    AND reversal_date IS NULL AND cancelled_at IS NULL;
-- One key of both: of two indexes that begin with the counterparty, a planner that knows only the average counterparty may take the one with all documents.
DROP INDEX business_transactions_reference_sql_idx;
CREATE INDEX business_transactions_reference_sql_idx
  ON business_transactions (organization_id, (entity_id::text || ' ' || lower(btrim(reference_number)))) WHERE reference_number IS NOT NULL;
-- Contracts are searched as customers are.
DO $$
DECLARE
  v_trgm text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm');
  v_gin text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'btree_gin');
BEGIN
  EXECUTE format(
    'CREATE INDEX revenue_contracts_text_sql_idx ON revenue_contracts USING gin (organization_id %1$I.uuid_ops,
       (contract_number || E''\n'' || coalesce(name, '''')) %2$I.gin_trgm_ops)', v_gin, v_trgm);
END $$;
-- DropIndex
DROP INDEX "revenue_contracts_organization_id_customer_id_idx";
-- CreateIndex
CREATE INDEX "revenue_contracts_organization_id_customer_id_contract_date_idx" ON "revenue_contracts"("organization_id", "customer_id", "contract_date", "id");
