-- Which customer and which vendor stand for a subsidiary in the books of its sisters.
CREATE TABLE intercompany_parties (
  organization_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  customer_id uuid,
  vendor_id uuid,
  recorded_by uuid,
  recorded_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT intercompany_parties_pkey PRIMARY KEY (organization_id, subsidiary_id),
  CONSTRAINT intercompany_parties_someone_ck CHECK (customer_id IS NOT NULL OR vendor_id IS NOT NULL),
  CONSTRAINT intercompany_parties_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id)
    REFERENCES subsidiaries (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT intercompany_parties_customer_id_org_fk FOREIGN KEY (organization_id, customer_id)
    REFERENCES customers (organization_id, id),
  CONSTRAINT intercompany_parties_vendor_id_org_fk FOREIGN KEY (organization_id, vendor_id)
    REFERENCES vendors (organization_id, id)
);
-- One counterparty stands for one subsidiary.
CREATE UNIQUE INDEX intercompany_parties_customer_id_sql_idx ON intercompany_parties (organization_id, customer_id)
  WHERE customer_id IS NOT NULL;
CREATE UNIQUE INDEX intercompany_parties_vendor_id_sql_idx ON intercompany_parties (organization_id, vendor_id)
  WHERE vendor_id IS NOT NULL;

-- The accounts of one subsidiary with one sister: what the sister owes it and what it owes the sister, and the accounts of the lines
-- of a mirrored sale and purchase.
CREATE TABLE intercompany_accounts (
  organization_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  sister_id uuid NOT NULL,
  due_from_account_id uuid NOT NULL,
  due_to_account_id uuid NOT NULL,
  income_account_id uuid NOT NULL,
  charge_account_id uuid NOT NULL,
  recorded_by uuid,
  recorded_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT intercompany_accounts_pkey PRIMARY KEY (organization_id, subsidiary_id, sister_id),
  CONSTRAINT intercompany_accounts_sister_ck CHECK (sister_id <> subsidiary_id),
  CONSTRAINT intercompany_accounts_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id)
    REFERENCES subsidiaries (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT intercompany_accounts_sister_id_org_fk FOREIGN KEY (organization_id, sister_id)
    REFERENCES subsidiaries (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT intercompany_accounts_due_from_account_id_org_fk FOREIGN KEY (organization_id, due_from_account_id)
    REFERENCES accounts (organization_id, id),
  CONSTRAINT intercompany_accounts_due_to_account_id_org_fk FOREIGN KEY (organization_id, due_to_account_id)
    REFERENCES accounts (organization_id, id),
  CONSTRAINT intercompany_accounts_income_account_id_org_fk FOREIGN KEY (organization_id, income_account_id)
    REFERENCES accounts (organization_id, id),
  CONSTRAINT intercompany_accounts_charge_account_id_org_fk FOREIGN KEY (organization_id, charge_account_id)
    REFERENCES accounts (organization_id, id)
);
-- The account of a journal's line says with which sister it is.
CREATE UNIQUE INDEX intercompany_accounts_due_from_account_id_sql_idx ON intercompany_accounts (organization_id, subsidiary_id,
  due_from_account_id);
CREATE UNIQUE INDEX intercompany_accounts_due_to_account_id_sql_idx ON intercompany_accounts (organization_id, subsidiary_id,
  due_to_account_id);
CREATE INDEX intercompany_accounts_sister_id_sql_idx ON intercompany_accounts (organization_id, sister_id);

-- A document and its mirror in the books of a sister. The row stands from the moment the document is approved; the mirror follows
-- when someone works who reaches both, or says why it could not be made.
CREATE TABLE intercompany_pairs (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  source_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  mirror_id uuid,
  sister_id uuid NOT NULL,
  -- Why there is no mirror, in words.
  problem text,
  accepted_differences text[] NOT NULL DEFAULT '{}',
  accepted_reason text,
  accepted_by uuid,
  accepted_at timestamptz(6),
  recorded_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  made_at timestamptz(6),
  CONSTRAINT intercompany_pairs_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT intercompany_pairs_sister_ck CHECK (sister_id <> subsidiary_id),
  CONSTRAINT intercompany_pairs_accepted_ck CHECK ((accepted_at IS NULL) = (accepted_reason IS NULL)),
  CONSTRAINT intercompany_pairs_source_id_org_fk FOREIGN KEY (organization_id, source_id)
    REFERENCES business_transactions (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT intercompany_pairs_mirror_id_org_fk FOREIGN KEY (organization_id, mirror_id)
    REFERENCES business_transactions (organization_id, id) ON DELETE SET NULL (mirror_id),
  CONSTRAINT intercompany_pairs_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id)
    REFERENCES subsidiaries (organization_id, id),
  CONSTRAINT intercompany_pairs_sister_id_org_fk FOREIGN KEY (organization_id, sister_id)
    REFERENCES subsidiaries (organization_id, id)
);
-- Told twice, or by two at once, a document has one mirror with each sister; and a mirror has one source.
CREATE UNIQUE INDEX intercompany_pairs_source_id_sql_idx ON intercompany_pairs (organization_id, source_id, sister_id);
CREATE UNIQUE INDEX intercompany_pairs_mirror_id_sql_idx ON intercompany_pairs (organization_id, mirror_id) WHERE mirror_id IS NOT NULL;
CREATE INDEX intercompany_pairs_subsidiary_id_sql_idx ON intercompany_pairs (organization_id, subsidiary_id);
CREATE INDEX intercompany_pairs_sister_id_sql_idx ON intercompany_pairs (organization_id, sister_id);
-- What waits for its mirror, for the background work that makes it.
CREATE INDEX intercompany_pairs_waiting_sql_idx ON intercompany_pairs (organization_id, recorded_at)
  WHERE mirror_id IS NULL AND made_at IS NULL AND problem IS NULL;

-- Row security, forced: not even the owner reads across organizations. Whom it lets through: prisma/sql/identity/tenant.sql.
ALTER TABLE intercompany_parties ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE intercompany_accounts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE intercompany_pairs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- What the application may do; it owns nothing.
GRANT SELECT, INSERT, UPDATE, DELETE ON intercompany_parties, intercompany_accounts, intercompany_pairs TO daybook_app;
