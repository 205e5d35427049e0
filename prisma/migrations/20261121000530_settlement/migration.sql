-- Settling documents: what each application took from either side's carrying amount, and where exchange differences go.

ALTER TABLE "accounts" ADD COLUMN "fx_role" TEXT;
ALTER TABLE accounts ADD CONSTRAINT accounts_fx_role_ck CHECK (fx_role IS NULL OR (NOT is_summary AND fx_role IN (
  'REALIZED_GAIN', 'REALIZED_LOSS', 'UNREALIZED_GAIN', 'UNREALIZED_LOSS')));
CREATE UNIQUE INDEX accounts_fx_role_sql_idx ON accounts (organization_id, fx_role) WHERE fx_role IS NOT NULL;

ALTER TABLE "payment_applications" ADD COLUMN "payment_base" DECIMAL(20,4) NOT NULL DEFAULT 0;
ALTER TABLE "payment_applications" ADD COLUMN "document_base" DECIMAL(20,4) NOT NULL DEFAULT 0;
ALTER TABLE "payment_applications" ADD COLUMN "ledger_entry_id" UUID;

-- Applied money never exceeds a document, whoever writes; what is applied twice at once fails here at the latest.
ALTER TABLE business_transactions ADD CONSTRAINT business_transactions_applied_ck
  CHECK (applied_amount = 0 OR (abs(applied_amount) <= abs(total_amount) AND sign(applied_amount) = sign(total_amount)));
