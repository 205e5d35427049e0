-- Business transactions: one table for every kind of document, with its lines, the entry it will post, and what settles it.

CREATE TABLE transaction_types (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  number_prefix text NOT NULL,
  record_status text NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT transaction_types_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT transaction_types_kind_ck CHECK (kind IN ('JOURNAL', 'INVOICE', 'CREDIT_MEMO', 'CUSTOMER_PAYMENT', 'VENDOR_BILL',
    'VENDOR_CREDIT', 'VENDOR_PAYMENT', 'EXPENSE_REPORT')),
  CONSTRAINT transaction_types_record_status_ck CHECK (record_status IN ('active', 'inactive', 'archived'))
);
CREATE UNIQUE INDEX transaction_types_organization_id_code_key ON transaction_types (organization_id, code);
CREATE UNIQUE INDEX transaction_types_organization_id_number_prefix_key ON transaction_types (organization_id, number_prefix);

-- The accounts a kind of document posts to: one rule per type, overridden by a more specific one per subsidiary.
CREATE TABLE posting_rules (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  transaction_type_id uuid NOT NULL,
  subsidiary_id uuid,
  control_account_id uuid,
  tax_account_id uuid,
  discount_account_id uuid,
  bank_account_id uuid,
  default_line_account_id uuid,
  shipping_account_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT posting_rules_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT posting_rules_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id)
    REFERENCES subsidiaries (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT posting_rules_transaction_type_id_org_fk FOREIGN KEY (organization_id, transaction_type_id)
    REFERENCES transaction_types (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX posting_rules_bank_account_id_sql_idx ON posting_rules (organization_id, bank_account_id)
  WHERE bank_account_id IS NOT NULL;
CREATE INDEX posting_rules_control_account_id_sql_idx ON posting_rules (organization_id, control_account_id)
  WHERE control_account_id IS NOT NULL;
CREATE INDEX posting_rules_default_line_account_id_sql_idx ON posting_rules (organization_id, default_line_account_id)
  WHERE default_line_account_id IS NOT NULL;
CREATE INDEX posting_rules_discount_account_id_sql_idx ON posting_rules (organization_id, discount_account_id)
  WHERE discount_account_id IS NOT NULL;
-- NULL subsidiary means "every subsidiary": one such rule per type.
CREATE UNIQUE INDEX posting_rules_general_sql_idx ON posting_rules (organization_id, transaction_type_id)
  WHERE subsidiary_id IS NULL;
CREATE UNIQUE INDEX posting_rules_organization_id_transaction_type_id_subsidiar_key ON posting_rules (organization_id,
  transaction_type_id, subsidiary_id);
CREATE INDEX posting_rules_shipping_account_id_sql_idx ON posting_rules (organization_id, shipping_account_id)
  WHERE shipping_account_id IS NOT NULL;
CREATE INDEX posting_rules_subsidiary_id_sql_idx ON posting_rules (organization_id, subsidiary_id)
  WHERE subsidiary_id IS NOT NULL;
CREATE INDEX posting_rules_tax_account_id_sql_idx ON posting_rules (organization_id, tax_account_id)
  WHERE tax_account_id IS NOT NULL;
CREATE INDEX posting_rules_transaction_type_id_sql_idx ON posting_rules (organization_id, transaction_type_id)
  WHERE transaction_type_id IS NOT NULL;

-- Free space on the page, so that a document's next version stays on the page of its last one.
CREATE TABLE business_transactions (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  transaction_number text NOT NULL,
  transaction_type_id uuid NOT NULL,
  kind text NOT NULL,
  subsidiary_id uuid NOT NULL,
  entity_type text,
  entity_id uuid,
  transaction_date date NOT NULL,
  due_date date,
  currency_code text NOT NULL,
  base_currency_code text NOT NULL,
  exchange_rate numeric(20,10) NOT NULL,
  exchange_rate_given boolean NOT NULL DEFAULT false,
  subtotal_amount numeric(20,4) NOT NULL,
  tax_amount numeric(20,4) NOT NULL,
  discount_amount numeric(20,4) NOT NULL,
  total_amount numeric(20,4) NOT NULL,
  base_total_amount numeric(20,4) NOT NULL,
  applied_amount numeric(20,4) NOT NULL DEFAULT 0,
  transaction_status text NOT NULL DEFAULT 'DRAFT',
  memo text,
  reference_number text,
  payment_method text,
  payment_terms text,
  billing_address jsonb,
  project_id uuid,
  subscription_id uuid,
  revenue_contract_id uuid,
  created_by uuid,
  submitted_by uuid,
  submitted_at timestamptz(3),
  approved_by uuid,
  approved_at timestamptz(3),
  approval_comment text,
  posted_by uuid,
  posted_at timestamptz(3),
  posting_date date,
  ledger_entry_id uuid,
  reversal_reason text,
  reversal_date date,
  reversal_entry_id uuid,
  reversal_transaction_id uuid,
  reverses_transaction_id uuid,
  cancelled_at timestamptz(3),
  cancel_reason text,
  record_status text NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  is_adjustment boolean NOT NULL DEFAULT false,
  CONSTRAINT business_transactions_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT business_transactions_status_ck CHECK (transaction_status = ANY ( CASE WHEN (ledger_entry_id IS NULL) THEN
    '{DRAFT,PENDING_APPROVAL,APPROVED,CANCELLED}'::text[] ELSE '{POSTED,PAID,CLOSED,REVERSED}'::text[] END)),
  CONSTRAINT business_transactions_reversal_transaction_id_org_fk FOREIGN KEY (organization_id, reversal_transaction_id)
    REFERENCES business_transactions (organization_id, id),
  CONSTRAINT business_transactions_reverses_transaction_id_org_fk FOREIGN KEY (organization_id, reverses_transaction_id)
    REFERENCES business_transactions (organization_id, id),
  CONSTRAINT business_transactions_subscription_id_org_fk FOREIGN KEY (organization_id, subscription_id)
    REFERENCES subscriptions (organization_id, id),
  CONSTRAINT business_transactions_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id)
    REFERENCES subsidiaries (organization_id, id),
  CONSTRAINT business_transactions_transaction_type_id_org_fk FOREIGN KEY (organization_id, transaction_type_id)
    REFERENCES transaction_types (organization_id, id)
) WITH (fillfactor = 60);
CREATE INDEX business_transactions_entity_id_sql_idx ON business_transactions (organization_id, entity_id)
  WHERE entity_id IS NOT NULL;
-- The few documents that belong to revenue contracts.
CREATE INDEX business_transactions_of_contracts_sql_idx ON business_transactions (organization_id, id)
  WHERE revenue_contract_id IS NOT NULL;
CREATE INDEX business_transactions_organization_id_kind_created_at_id_idx ON business_transactions (organization_id, kind,
  created_at, id);
CREATE INDEX business_transactions_organization_id_transaction_date_tran_idx ON business_transactions (organization_id,
  transaction_date, transaction_number);
CREATE UNIQUE INDEX business_transactions_organization_id_transaction_number_key ON business_transactions (organization_id,
  transaction_number);
CREATE INDEX business_transactions_project_id_sql_idx ON business_transactions (organization_id, project_id)
  WHERE project_id IS NOT NULL;
CREATE INDEX business_transactions_revenue_contract_id_sql_idx ON business_transactions (organization_id, revenue_contract_id)
  WHERE revenue_contract_id IS NOT NULL;
CREATE INDEX business_transactions_reversal_transaction_id_sql_idx ON business_transactions (organization_id,
  reversal_transaction_id) WHERE reversal_transaction_id IS NOT NULL;
CREATE INDEX business_transactions_reverses_transaction_id_sql_idx ON business_transactions (organization_id,
  reverses_transaction_id) WHERE reverses_transaction_id IS NOT NULL;
CREATE INDEX business_transactions_subscription_id_sql_idx ON business_transactions (organization_id, subscription_id)
  WHERE subscription_id IS NOT NULL;
-- The payments and credits with an unapplied amount, in the order of their list. Posting changes none of these columns, so its
-- updates stay on their page; settling does, and removes a settled one. The index serves one query, which repeats its condition
-- (src/db/reports/unapplied.ts).
CREATE INDEX business_transactions_unapplied_sql_idx ON business_transactions (organization_id, kind, transaction_date,
  transaction_number) WHERE (kind IN ('CREDIT_MEMO', 'CUSTOMER_PAYMENT', 'VENDOR_CREDIT', 'VENDOR_PAYMENT') AND (applied_amount
  <> (total_amount + CASE WHEN kind IN ('CUSTOMER_PAYMENT', 'VENDOR_PAYMENT') THEN discount_amount ELSE 0 END)));

CREATE TABLE business_transaction_lines (
  organization_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  line_number integer NOT NULL,
  line_type text NOT NULL,
  description text NOT NULL,
  quantity numeric(20,10) NOT NULL,
  unit_price numeric(20,6) NOT NULL,
  line_amount numeric(20,4) NOT NULL,
  tax_code_id uuid,
  tax_rate_percent numeric(20,10),
  tax_amount numeric(20,4) NOT NULL,
  account_id uuid,
  item_id uuid,
  class_id uuid,
  department_id uuid,
  location_id uuid,
  project_id uuid,
  CONSTRAINT business_transaction_lines_pkey PRIMARY KEY (organization_id, transaction_id, line_number),
  CONSTRAINT business_transaction_lines_number_ck CHECK (line_number > 0),
  CONSTRAINT business_transaction_lines_type_ck CHECK (line_type IN ('ITEM', 'SERVICE', 'DISCOUNT', 'TAX', 'SHIPPING')),
  CONSTRAINT business_transaction_lines_class_id_org_fk FOREIGN KEY (organization_id, class_id)
    REFERENCES classes (organization_id, id),
  CONSTRAINT business_transaction_lines_department_id_org_fk FOREIGN KEY (organization_id, department_id)
    REFERENCES departments (organization_id, id),
  CONSTRAINT business_transaction_lines_item_id_org_fk FOREIGN KEY (organization_id, item_id)
    REFERENCES items (organization_id, id),
  CONSTRAINT business_transaction_lines_location_id_org_fk FOREIGN KEY (organization_id, location_id)
    REFERENCES locations (organization_id, id),
  CONSTRAINT business_transaction_lines_tax_code_id_org_fk FOREIGN KEY (organization_id, tax_code_id)
    REFERENCES tax_codes (organization_id, id),
  CONSTRAINT business_transaction_lines_transaction_id_org_fk FOREIGN KEY (organization_id, transaction_id)
    REFERENCES business_transactions (organization_id, id) ON DELETE CASCADE
);

-- The entry a document will post, computed by the core whenever the document is saved; posting copies it.
CREATE TABLE transaction_impact_lines (
  organization_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  line_number integer NOT NULL,
  document_line_number integer,
  account_id uuid,
  debit numeric(20,4) NOT NULL,
  credit numeric(20,4) NOT NULL,
  base_debit numeric(20,4) NOT NULL,
  base_credit numeric(20,4) NOT NULL,
  class_id uuid,
  department_id uuid,
  location_id uuid,
  project_id uuid,
  entity_type text,
  entity_id uuid,
  memo text,
  from_subledger boolean NOT NULL DEFAULT false,
  CONSTRAINT transaction_impact_lines_pkey PRIMARY KEY (organization_id, transaction_id, line_number),
  CONSTRAINT transaction_impact_lines_transaction_id_org_fk FOREIGN KEY (organization_id, transaction_id)
    REFERENCES business_transactions (organization_id, id) ON DELETE CASCADE
);

-- Documents without a ledger entry: drafts, documents awaiting approval or posting, and canceled ones. One that has just been
-- posted stays listed until a background job removes it, so queries check the status as well. It replaces an index on the status,
-- which every posting would have to rewrite.
CREATE TABLE unposted_documents (
  organization_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  CONSTRAINT unposted_documents_pkey PRIMARY KEY (organization_id, transaction_id),
  CONSTRAINT unposted_documents_transaction_id_org_fk FOREIGN KEY (organization_id, transaction_id)
    REFERENCES business_transactions (organization_id, id) ON DELETE CASCADE
);

-- Part of a payment or credit that settles (part of) a document.
CREATE TABLE payment_applications (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  payment_id uuid NOT NULL,
  document_id uuid NOT NULL,
  amount numeric(20,4) NOT NULL,
  applied_on date NOT NULL,
  reversed_at timestamptz(3),
  created_by uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  payment_base numeric(20,4) NOT NULL DEFAULT 0,
  document_base numeric(20,4) NOT NULL DEFAULT 0,
  ledger_entry_id uuid,
  CONSTRAINT payment_applications_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT payment_applications_positive_ck CHECK (amount > 0),
  CONSTRAINT payment_applications_document_id_org_fk FOREIGN KEY (organization_id, document_id)
    REFERENCES business_transactions (organization_id, id),
  CONSTRAINT payment_applications_payment_id_org_fk FOREIGN KEY (organization_id, payment_id)
    REFERENCES business_transactions (organization_id, id)
);
CREATE INDEX payment_applications_document_id_sql_idx ON payment_applications (organization_id, document_id)
  WHERE document_id IS NOT NULL;
CREATE INDEX payment_applications_organization_id_document_id_idx ON payment_applications (organization_id, document_id);
CREATE INDEX payment_applications_organization_id_payment_id_idx ON payment_applications (organization_id, payment_id);
CREATE INDEX payment_applications_payment_id_sql_idx ON payment_applications (organization_id, payment_id)
  WHERE payment_id IS NOT NULL;

-- Row security is forced: not even the owner reads across organizations. The policies are in prisma/sql/identity/tenant.sql.
ALTER TABLE transaction_types ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE posting_rules ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE business_transactions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE business_transaction_lines ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE transaction_impact_lines ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE unposted_documents ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE payment_applications ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- The application's grants; it owns nothing.
GRANT SELECT, INSERT, UPDATE, DELETE ON transaction_types, posting_rules, business_transactions, business_transaction_lines,
  transaction_impact_lines, unposted_documents, payment_applications TO daybook_app;
