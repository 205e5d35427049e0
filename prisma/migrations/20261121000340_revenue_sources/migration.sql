-- Contracts drafted from what was sold: what an item promises, and which line of which source a contract took over.
ALTER TABLE "obligation_templates" ADD COLUMN "capacity" TEXT NOT NULL DEFAULT 'PRINCIPAL',
ADD COLUMN "nature" TEXT NOT NULL DEFAULT 'SERVICE';
ALTER TABLE obligation_templates ADD CONSTRAINT obligation_templates_words_ck CHECK (weight > 0
  AND capacity IN ('PRINCIPAL', 'AGENT') AND nature IN ('GOODS', 'SERVICE', 'LICENCE', 'MATERIAL_RIGHT', 'WARRANTY'));

ALTER TABLE "subscriptions" ADD COLUMN "revenue_contract_id" UUID;
ALTER TABLE subscriptions ADD CONSTRAINT subscriptions_revenue_contract_id_org_fk FOREIGN KEY (organization_id, revenue_contract_id)
  REFERENCES revenue_contracts (organization_id, id) ON DELETE SET NULL (revenue_contract_id);
CREATE INDEX subscriptions_revenue_contract_id_sql_idx ON subscriptions (organization_id, revenue_contract_id)
  WHERE revenue_contract_id IS NOT NULL;

-- The primary key is the rule: a line of a source goes into one contract.
CREATE TABLE "revenue_contract_sources" (
    "organization_id" UUID NOT NULL,
    "source_kind" TEXT NOT NULL,
    "source_id" UUID NOT NULL,
    "line_number" INTEGER NOT NULL DEFAULT 0,
    "contract_id" UUID NOT NULL,
    "document_id" UUID NOT NULL,
    "amount" DECIMAL(20,4) NOT NULL,
    "obligation_keys" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "revenue_contract_sources_pkey" PRIMARY KEY ("organization_id","source_kind","source_id","line_number")
);
ALTER TABLE revenue_contract_sources ADD CONSTRAINT revenue_contract_sources_words_ck
  CHECK (source_kind IN ('SUBSCRIPTION_ITEM', 'INVOICE_LINE'));
ALTER TABLE revenue_contract_sources ADD CONSTRAINT revenue_contract_sources_contract_id_org_fk
  FOREIGN KEY (organization_id, contract_id) REFERENCES revenue_contracts (organization_id, id) ON DELETE CASCADE;
CREATE INDEX revenue_contract_sources_contract_id_sql_idx ON revenue_contract_sources (organization_id, contract_id);
SELECT daybook_secure_tenant_table('revenue_contract_sources');
