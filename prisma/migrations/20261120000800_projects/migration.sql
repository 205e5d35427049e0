-- Projects and their cost control: budgets, prime contracts, commitments and purchase orders, synchronized with an external
-- project-management system.

-- A company of an external project-management system, mapped to one or more subsidiaries.
CREATE TABLE companies (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  subsidiary_ids uuid[] DEFAULT ARRAY[]::uuid[],
  external_id text,
  record_status text NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT companies_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT companies_record_status_ck CHECK (record_status IN ('active', 'inactive', 'archived'))
);
CREATE UNIQUE INDEX companies_organization_id_code_key ON companies (organization_id, code);

CREATE TABLE projects (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text,
  subsidiary_id uuid NOT NULL,
  customer_id uuid,
  currency_code text NOT NULL,
  start_date date,
  end_date date,
  project_status text NOT NULL DEFAULT 'ACTIVE',
  external_id text,
  record_status text NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT projects_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT projects_record_status_ck CHECK (record_status IN ('active', 'inactive', 'archived')),
  CONSTRAINT projects_status_ck CHECK (project_status IN ('PLANNED', 'ACTIVE', 'ON_HOLD', 'COMPLETED', 'CANCELLED')),
  CONSTRAINT projects_company_id_org_fk FOREIGN KEY (organization_id, company_id) REFERENCES companies (organization_id, id),
  CONSTRAINT projects_customer_id_org_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers (organization_id, id),
  CONSTRAINT projects_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id)
    REFERENCES subsidiaries (organization_id, id)
);
CREATE INDEX projects_company_id_sql_idx ON projects (organization_id, company_id) WHERE company_id IS NOT NULL;
CREATE INDEX projects_customer_id_sql_idx ON projects (organization_id, customer_id) WHERE customer_id IS NOT NULL;
CREATE UNIQUE INDEX projects_organization_id_code_key ON projects (organization_id, code);
CREATE INDEX projects_organization_id_company_id_idx ON projects (organization_id, company_id);
CREATE INDEX projects_subsidiary_id_sql_idx ON projects (organization_id, subsidiary_id) WHERE subsidiary_id IS NOT NULL;

CREATE TABLE budgets (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  name text NOT NULL,
  currency_code text NOT NULL,
  is_current boolean NOT NULL DEFAULT true,
  record_status text NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT budgets_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT budgets_record_status_ck CHECK (record_status IN ('active', 'inactive', 'archived')),
  CONSTRAINT budgets_project_id_org_fk FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id)
);
CREATE INDEX budgets_organization_id_project_id_idx ON budgets (organization_id, project_id);
CREATE INDEX budgets_project_id_sql_idx ON budgets (organization_id, project_id) WHERE project_id IS NOT NULL;

CREATE TABLE budget_lines (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  budget_id uuid NOT NULL,
  cost_code text NOT NULL,
  description text NOT NULL,
  category text NOT NULL,
  original_amount numeric(20,4) NOT NULL,
  approved_changes numeric(20,4) NOT NULL DEFAULT 0,
  pending_changes numeric(20,4) NOT NULL DEFAULT 0,
  forecast_to_complete numeric(20,4) NOT NULL DEFAULT 0,
  sort_order integer NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  account_ids uuid[] DEFAULT ARRAY[]::uuid[],
  CONSTRAINT budget_lines_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT budget_lines_budget_id_org_fk FOREIGN KEY (organization_id, budget_id)
    REFERENCES budgets (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX budget_lines_budget_id_sql_idx ON budget_lines (organization_id, budget_id) WHERE budget_id IS NOT NULL;
CREATE UNIQUE INDEX budget_lines_organization_id_budget_id_cost_code_category_key ON budget_lines (organization_id, budget_id,
  cost_code, category);

CREATE TABLE budget_views (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  budget_id uuid NOT NULL,
  name text NOT NULL,
  description text,
  columns text[] DEFAULT ARRAY[]::text[],
  group_by text NOT NULL DEFAULT 'category',
  is_default boolean NOT NULL DEFAULT false,
  record_status text NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT budget_views_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT budget_views_record_status_ck CHECK (record_status IN ('active', 'inactive', 'archived')),
  CONSTRAINT budget_views_budget_id_org_fk FOREIGN KEY (organization_id, budget_id) REFERENCES budgets (organization_id, id),
  CONSTRAINT budget_views_project_id_org_fk FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id)
);
CREATE INDEX budget_views_budget_id_sql_idx ON budget_views (organization_id, budget_id) WHERE budget_id IS NOT NULL;
CREATE INDEX budget_views_organization_id_project_id_idx ON budget_views (organization_id, project_id);
CREATE INDEX budget_views_project_id_sql_idx ON budget_views (organization_id, project_id) WHERE project_id IS NOT NULL;

CREATE TABLE budget_view_snapshots (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  budget_view_id uuid NOT NULL,
  name text NOT NULL,
  taken_at timestamptz(3) NOT NULL,
  taken_by uuid,
  note text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT budget_view_snapshots_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT budget_view_snapshots_budget_view_id_org_fk FOREIGN KEY (organization_id, budget_view_id)
    REFERENCES budget_views (organization_id, id),
  CONSTRAINT budget_view_snapshots_project_id_org_fk FOREIGN KEY (organization_id, project_id)
    REFERENCES projects (organization_id, id)
);
CREATE INDEX budget_view_snapshots_budget_view_id_sql_idx ON budget_view_snapshots (organization_id, budget_view_id)
  WHERE budget_view_id IS NOT NULL;
CREATE INDEX budget_view_snapshots_organization_id_project_id_idx ON budget_view_snapshots (organization_id, project_id);
CREATE INDEX budget_view_snapshots_project_id_sql_idx ON budget_view_snapshots (organization_id, project_id)
  WHERE project_id IS NOT NULL;

CREATE TABLE budget_snapshot_lines (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  snapshot_id uuid NOT NULL,
  cost_code text NOT NULL,
  description text NOT NULL,
  category text NOT NULL,
  original_amount numeric(20,4) NOT NULL,
  approved_changes numeric(20,4) NOT NULL,
  revised_amount numeric(20,4) NOT NULL,
  committed_amount numeric(20,4) NOT NULL,
  actual_amount numeric(20,4) NOT NULL,
  forecast_to_complete numeric(20,4) NOT NULL,
  projected_amount numeric(20,4) NOT NULL,
  variance_amount numeric(20,4) NOT NULL,
  sort_order integer NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT budget_snapshot_lines_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT budget_snapshot_lines_snapshot_id_org_fk FOREIGN KEY (organization_id, snapshot_id)
    REFERENCES budget_view_snapshots (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX budget_snapshot_lines_organization_id_snapshot_id_idx ON budget_snapshot_lines (organization_id, snapshot_id);
CREATE INDEX budget_snapshot_lines_snapshot_id_sql_idx ON budget_snapshot_lines (organization_id, snapshot_id)
  WHERE snapshot_id IS NOT NULL;

CREATE TABLE prime_contracts (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  contract_number text NOT NULL,
  title text NOT NULL,
  customer_id uuid,
  contract_date date NOT NULL,
  start_date date,
  end_date date,
  original_amount numeric(20,4) NOT NULL,
  retainage_percent numeric(20,10) NOT NULL DEFAULT 0,
  contract_state text NOT NULL DEFAULT 'APPROVED',
  currency_code text NOT NULL,
  description text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT prime_contracts_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT prime_contracts_state_ck CHECK (contract_state IN ('DRAFT', 'OUT_FOR_SIGNATURE', 'APPROVED', 'COMPLETE',
    'TERMINATED')),
  CONSTRAINT prime_contracts_customer_id_org_fk FOREIGN KEY (organization_id, customer_id)
    REFERENCES customers (organization_id, id),
  CONSTRAINT prime_contracts_project_id_org_fk FOREIGN KEY (organization_id, project_id)
    REFERENCES projects (organization_id, id)
);
CREATE INDEX prime_contracts_customer_id_sql_idx ON prime_contracts (organization_id, customer_id)
  WHERE customer_id IS NOT NULL;
CREATE UNIQUE INDEX prime_contracts_organization_id_contract_number_key ON prime_contracts (organization_id, contract_number);
CREATE INDEX prime_contracts_project_id_sql_idx ON prime_contracts (organization_id, project_id) WHERE project_id IS NOT NULL;

CREATE TABLE prime_contract_lines (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  prime_contract_id uuid NOT NULL,
  line_number integer NOT NULL,
  cost_code text,
  description text NOT NULL,
  amount numeric(20,4) NOT NULL,
  billed_amount numeric(20,4) NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT prime_contract_lines_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT prime_contract_lines_prime_contract_id_org_fk FOREIGN KEY (organization_id, prime_contract_id)
    REFERENCES prime_contracts (organization_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX prime_contract_lines_organization_id_prime_contract_id_line_key ON prime_contract_lines (organization_id,
  prime_contract_id, line_number);
CREATE INDEX prime_contract_lines_prime_contract_id_sql_idx ON prime_contract_lines (organization_id, prime_contract_id)
  WHERE prime_contract_id IS NOT NULL;

CREATE TABLE commitments (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  commitment_number text NOT NULL,
  title text NOT NULL,
  commitment_kind text NOT NULL,
  vendor_id uuid,
  original_amount numeric(20,4) NOT NULL,
  approved_changes numeric(20,4) NOT NULL DEFAULT 0,
  invoiced_amount numeric(20,4) NOT NULL DEFAULT 0,
  commitment_state text NOT NULL DEFAULT 'APPROVED',
  currency_code text NOT NULL,
  committed_on date NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT commitments_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT commitments_kind_ck CHECK (commitment_kind IN ('SUBCONTRACT', 'PURCHASE_ORDER')),
  CONSTRAINT commitments_state_ck CHECK (commitment_state IN ('DRAFT', 'APPROVED', 'COMPLETE', 'VOID')),
  CONSTRAINT commitments_project_id_org_fk FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id),
  CONSTRAINT commitments_vendor_id_org_fk FOREIGN KEY (organization_id, vendor_id) REFERENCES vendors (organization_id, id)
);
CREATE UNIQUE INDEX commitments_organization_id_commitment_number_key ON commitments (organization_id, commitment_number);
CREATE INDEX commitments_organization_id_project_id_idx ON commitments (organization_id, project_id);
CREATE INDEX commitments_project_id_sql_idx ON commitments (organization_id, project_id) WHERE project_id IS NOT NULL;
CREATE INDEX commitments_vendor_id_sql_idx ON commitments (organization_id, vendor_id) WHERE vendor_id IS NOT NULL;

CREATE TABLE commitment_lines (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  commitment_id uuid NOT NULL,
  line_number integer NOT NULL,
  cost_code text NOT NULL,
  description text NOT NULL,
  quantity numeric(20,10) NOT NULL,
  unit_price numeric(20,6) NOT NULL,
  amount numeric(20,4) NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT commitment_lines_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT commitment_lines_commitment_id_org_fk FOREIGN KEY (organization_id, commitment_id)
    REFERENCES commitments (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX commitment_lines_commitment_id_sql_idx ON commitment_lines (organization_id, commitment_id)
  WHERE commitment_id IS NOT NULL;
CREATE UNIQUE INDEX commitment_lines_organization_id_commitment_id_line_number_key ON commitment_lines (organization_id,
  commitment_id, line_number);

CREATE TABLE change_orders (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  prime_contract_id uuid,
  commitment_id uuid,
  change_number text NOT NULL,
  title text NOT NULL,
  amount numeric(20,4) NOT NULL,
  change_state text NOT NULL DEFAULT 'PENDING',
  requested_on date NOT NULL,
  approved_on date,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT change_orders_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT change_orders_of_one_ck CHECK ((prime_contract_id IS NULL) <> (commitment_id IS NULL)),
  CONSTRAINT change_orders_state_ck CHECK (change_state IN ('PENDING', 'APPROVED', 'REJECTED')),
  CONSTRAINT change_orders_commitment_id_org_fk FOREIGN KEY (organization_id, commitment_id)
    REFERENCES commitments (organization_id, id),
  CONSTRAINT change_orders_prime_contract_id_org_fk FOREIGN KEY (organization_id, prime_contract_id)
    REFERENCES prime_contracts (organization_id, id)
);
CREATE INDEX change_orders_commitment_id_sql_idx ON change_orders (organization_id, commitment_id)
  WHERE commitment_id IS NOT NULL;
CREATE INDEX change_orders_organization_id_commitment_id_idx ON change_orders (organization_id, commitment_id);
CREATE INDEX change_orders_organization_id_prime_contract_id_idx ON change_orders (organization_id, prime_contract_id);
CREATE INDEX change_orders_prime_contract_id_sql_idx ON change_orders (organization_id, prime_contract_id)
  WHERE prime_contract_id IS NOT NULL;

CREATE TABLE purchase_orders (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  commitment_id uuid NOT NULL,
  order_number text NOT NULL,
  vendor_id uuid NOT NULL,
  order_date date NOT NULL,
  expected_date date,
  currency_code text NOT NULL,
  total_amount numeric(20,4) NOT NULL,
  order_state text NOT NULL DEFAULT 'ISSUED',
  memo text,
  external_reference text,
  created_by uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT purchase_orders_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT purchase_orders_state_ck CHECK (order_state IN ('ISSUED', 'RECEIVED', 'CLOSED', 'CANCELLED')),
  CONSTRAINT purchase_orders_commitment_id_org_fk FOREIGN KEY (organization_id, commitment_id)
    REFERENCES commitments (organization_id, id),
  CONSTRAINT purchase_orders_project_id_org_fk FOREIGN KEY (organization_id, project_id)
    REFERENCES projects (organization_id, id),
  CONSTRAINT purchase_orders_vendor_id_org_fk FOREIGN KEY (organization_id, vendor_id) REFERENCES vendors (organization_id, id)
);
CREATE INDEX purchase_orders_commitment_id_sql_idx ON purchase_orders (organization_id, commitment_id)
  WHERE commitment_id IS NOT NULL;
-- The external system's own reference for what it sent; the same reference twice is the same order.
CREATE UNIQUE INDEX purchase_orders_external_reference_sql_idx ON purchase_orders (organization_id, project_id,
  external_reference) WHERE external_reference IS NOT NULL;
CREATE UNIQUE INDEX purchase_orders_organization_id_order_number_key ON purchase_orders (organization_id, order_number);
CREATE INDEX purchase_orders_organization_id_project_id_idx ON purchase_orders (organization_id, project_id);
CREATE INDEX purchase_orders_project_id_sql_idx ON purchase_orders (organization_id, project_id) WHERE project_id IS NOT NULL;
CREATE INDEX purchase_orders_vendor_id_sql_idx ON purchase_orders (organization_id, vendor_id) WHERE vendor_id IS NOT NULL;

CREATE TABLE purchase_order_lines (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  purchase_order_id uuid NOT NULL,
  line_number integer NOT NULL,
  cost_code text NOT NULL,
  description text NOT NULL,
  quantity numeric(20,10) NOT NULL,
  unit_price numeric(20,6) NOT NULL,
  amount numeric(20,4) NOT NULL,
  account_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT purchase_order_lines_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT purchase_order_lines_account_id_org_fk FOREIGN KEY (organization_id, account_id)
    REFERENCES accounts (organization_id, id),
  CONSTRAINT purchase_order_lines_purchase_order_id_org_fk FOREIGN KEY (organization_id, purchase_order_id)
    REFERENCES purchase_orders (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX purchase_order_lines_account_id_sql_idx ON purchase_order_lines (organization_id, account_id)
  WHERE account_id IS NOT NULL;
CREATE UNIQUE INDEX purchase_order_lines_organization_id_purchase_order_id_line_key ON purchase_order_lines (organization_id,
  purchase_order_id, line_number);
CREATE INDEX purchase_order_lines_purchase_order_id_sql_idx ON purchase_order_lines (organization_id, purchase_order_id)
  WHERE purchase_order_id IS NOT NULL;

-- References from earlier tables to these.
ALTER TABLE api_keys ADD CONSTRAINT api_keys_company_id_org_fk FOREIGN KEY (organization_id, company_id)
  REFERENCES companies (organization_id, id);
ALTER TABLE business_transactions ADD CONSTRAINT business_transactions_project_id_org_fk
  FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id);
ALTER TABLE business_transaction_lines ADD CONSTRAINT business_transaction_lines_project_id_org_fk
  FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id);
ALTER TABLE performance_obligations ADD CONSTRAINT performance_obligations_project_id_org_fk
  FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id);

-- Row security is forced: not even the owner reads across organizations. The policies are in prisma/sql/identity/tenant.sql.
ALTER TABLE companies ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE projects ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE budgets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE budget_lines ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE budget_views ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE budget_view_snapshots ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE budget_snapshot_lines ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE prime_contracts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE prime_contract_lines ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE commitments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE commitment_lines ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE change_orders ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE purchase_orders ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE purchase_order_lines ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- The application's grants; it owns nothing.
GRANT SELECT, INSERT, UPDATE, DELETE ON companies, projects, budgets, budget_lines, budget_views, budget_view_snapshots,
  budget_snapshot_lines, prime_contracts, prime_contract_lines, commitments, commitment_lines, change_orders, purchase_orders,
  purchase_order_lines TO daybook_app;
