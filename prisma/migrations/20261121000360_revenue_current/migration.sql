-- What of the contract liabilities is due after a year, moved at the end of a month and back on the next day.
CREATE TABLE "revenue_reclassifications" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "subsidiary_id" UUID NOT NULL,
    "period" TEXT NOT NULL,
    "currency_code" TEXT NOT NULL,
    "posting_date" DATE NOT NULL,
    "reversal_date" DATE NOT NULL,
    "liability" DECIMAL(24,4) NOT NULL,
    "non_current" DECIMAL(24,4) NOT NULL,
    "account_id" UUID NOT NULL,
    "entry_id" UUID NOT NULL,
    "reversal_entry_id" UUID NOT NULL,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "revenue_reclassifications_pkey" PRIMARY KEY ("organization_id","id")
);
CREATE UNIQUE INDEX "revenue_reclassifications_organization_id_subsidiary_id_per_key"
  ON "revenue_reclassifications"("organization_id", "subsidiary_id", "period", "currency_code");
ALTER TABLE revenue_reclassifications ADD CONSTRAINT revenue_reclassifications_subsidiary_id_org_fk
  FOREIGN KEY (organization_id, subsidiary_id) REFERENCES subsidiaries (organization_id, id);
ALTER TABLE revenue_reclassifications ADD CONSTRAINT revenue_reclassifications_account_id_org_fk
  FOREIGN KEY (organization_id, account_id) REFERENCES accounts (organization_id, id);
ALTER TABLE revenue_reclassifications ADD CONSTRAINT revenue_reclassifications_period_ck CHECK (period ~ '^\d{4}-(0[1-9]|1[0-2])$');
CREATE INDEX revenue_reclassifications_account_id_sql_idx ON revenue_reclassifications (organization_id, account_id);
SELECT daybook_secure_tenant_table('revenue_reclassifications');
REVOKE UPDATE, DELETE, TRUNCATE ON revenue_reclassifications FROM daybook_app;
CREATE TRIGGER revenue_reclassifications_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON revenue_reclassifications
  FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change();
