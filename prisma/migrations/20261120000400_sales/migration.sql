-- Counterparties: prospects, leads, customers, vendors, and subscriptions.

CREATE TABLE prospects (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text,
  name text NOT NULL,
  email text,
  phone text,
  company text,
  industry text,
  estimated_revenue numeric(20,4),
  employee_count integer,
  prospect_status text NOT NULL DEFAULT 'researching',
  assigned_to uuid,
  last_contacted_at timestamptz(3),
  notes text,
  custom_fields jsonb,
  record_status text NOT NULL DEFAULT 'active',
  converted_lead_id uuid,
  converted_customer_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT prospects_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT prospects_record_status_ck CHECK (record_status IN ('active', 'inactive', 'archived')),
  CONSTRAINT prospects_status_ck CHECK (prospect_status IN ('researching', 'contacted', 'evaluating', 'qualified',
    'unqualified', 'converted'))
);
CREATE INDEX prospects_industry_sql_idx ON prospects (organization_id, lower(industry));
CREATE INDEX prospects_organization_id_created_at_id_idx ON prospects (organization_id, created_at, id);
CREATE INDEX prospects_organization_id_estimated_revenue_idx ON prospects (organization_id, estimated_revenue);

CREATE TABLE leads (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text,
  name text NOT NULL,
  email text,
  phone text,
  company text,
  industry text,
  source text,
  lead_status text NOT NULL DEFAULT 'new',
  score integer NOT NULL DEFAULT 0,
  prospect_id uuid,
  assigned_to uuid,
  notes text,
  record_status text NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT leads_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT leads_record_status_ck CHECK (record_status IN ('active', 'inactive', 'archived')),
  CONSTRAINT leads_score_ck CHECK (score BETWEEN 0 AND 100),
  CONSTRAINT leads_status_ck CHECK (lead_status IN ('new', 'contacted', 'qualified', 'unqualified', 'converted')),
  CONSTRAINT leads_prospect_id_org_fk FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects (organization_id, id)
);
CREATE INDEX leads_organization_id_created_at_id_idx ON leads (organization_id, created_at, id);
CREATE INDEX leads_prospect_id_sql_idx ON leads (organization_id, prospect_id) WHERE prospect_id IS NOT NULL;

CREATE TABLE customers (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  company_name text NOT NULL,
  customer_id text,
  contact_email text,
  contact_phone text,
  billing_address jsonb,
  shipping_address jsonb,
  parent_customer_id uuid,
  tax_id text,
  payment_terms text,
  credit_limit numeric(20,4),
  currency_code text,
  subsidiary_id uuid,
  receivable_account_id uuid,
  prospect_id uuid,
  lead_id uuid,
  notes text,
  record_status text NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT customers_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT customers_not_own_parent_ck CHECK (parent_customer_id IS DISTINCT FROM id),
  CONSTRAINT customers_record_status_ck CHECK (record_status IN ('active', 'inactive', 'archived')),
  CONSTRAINT customers_lead_id_org_fk FOREIGN KEY (organization_id, lead_id) REFERENCES leads (organization_id, id),
  CONSTRAINT customers_parent_customer_id_org_fk FOREIGN KEY (organization_id, parent_customer_id)
    REFERENCES customers (organization_id, id),
  CONSTRAINT customers_prospect_id_org_fk FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects (organization_id, id),
  CONSTRAINT customers_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id)
    REFERENCES subsidiaries (organization_id, id)
);
CREATE INDEX customers_lead_id_sql_idx ON customers (organization_id, lead_id) WHERE lead_id IS NOT NULL;
CREATE INDEX customers_organization_id_created_at_id_idx ON customers (organization_id, created_at, id);
CREATE INDEX customers_organization_id_parent_customer_id_idx ON customers (organization_id, parent_customer_id);
CREATE INDEX customers_parent_customer_id_sql_idx ON customers (organization_id, parent_customer_id)
  WHERE parent_customer_id IS NOT NULL;
CREATE INDEX customers_prospect_id_sql_idx ON customers (organization_id, prospect_id) WHERE prospect_id IS NOT NULL;
CREATE INDEX customers_receivable_account_id_sql_idx ON customers (organization_id, receivable_account_id)
  WHERE receivable_account_id IS NOT NULL;
CREATE INDEX customers_subsidiary_id_sql_idx ON customers (organization_id, subsidiary_id) WHERE subsidiary_id IS NOT NULL;

CREATE TABLE customer_warehouses (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  warehouse_id uuid NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT customer_warehouses_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT customer_warehouses_customer_id_org_fk FOREIGN KEY (organization_id, customer_id)
    REFERENCES customers (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT customer_warehouses_warehouse_id_org_fk FOREIGN KEY (organization_id, warehouse_id)
    REFERENCES warehouses (organization_id, id)
);
CREATE INDEX customer_warehouses_customer_id_sql_idx ON customer_warehouses (organization_id, customer_id)
  WHERE customer_id IS NOT NULL;
CREATE UNIQUE INDEX customer_warehouses_organization_id_customer_id_warehouse_i_key ON customer_warehouses (organization_id,
  customer_id, warehouse_id);
CREATE INDEX customer_warehouses_warehouse_id_sql_idx ON customer_warehouses (organization_id, warehouse_id)
  WHERE warehouse_id IS NOT NULL;

CREATE TABLE vendors (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text,
  email text,
  phone text,
  address jsonb,
  tax_id text,
  payment_terms text,
  currency_code text,
  parent_id uuid,
  payable_account_id uuid,
  default_expense_account_id uuid,
  record_status text NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT vendors_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT vendors_record_status_ck CHECK (record_status IN ('active', 'inactive', 'archived')),
  CONSTRAINT vendors_parent_id_org_fk FOREIGN KEY (organization_id, parent_id) REFERENCES vendors (organization_id, id)
);
CREATE INDEX vendors_default_expense_account_id_sql_idx ON vendors (organization_id, default_expense_account_id)
  WHERE default_expense_account_id IS NOT NULL;
CREATE UNIQUE INDEX vendors_organization_id_code_key ON vendors (organization_id, code);
CREATE INDEX vendors_parent_id_sql_idx ON vendors (organization_id, parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX vendors_payable_account_id_sql_idx ON vendors (organization_id, payable_account_id)
  WHERE payable_account_id IS NOT NULL;

CREATE TABLE subscriptions (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  subscription_number text NOT NULL,
  name text,
  customer_id uuid,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  price_list_id uuid,
  start_date date NOT NULL,
  end_date date,
  term_months integer,
  billing_frequency text NOT NULL DEFAULT 'MONTHLY',
  renewal text NOT NULL DEFAULT 'NONE',
  subscription_status text NOT NULL DEFAULT 'DRAFT',
  record_status text NOT NULL DEFAULT 'active',
  cancelled_on date,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  revenue_contract_id uuid,
  activated_at timestamptz(3),
  cancelled_at timestamptz(3),
  CONSTRAINT subscriptions_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT subscriptions_frequency_ck CHECK (billing_frequency IN ('MONTHLY', 'QUARTERLY', 'ANNUAL', 'ONE_TIME', 'USAGE')),
  CONSTRAINT subscriptions_record_status_ck CHECK (record_status IN ('active', 'inactive', 'archived')),
  CONSTRAINT subscriptions_status_ck CHECK (subscription_status IN ('DRAFT', 'ACTIVE', 'PAUSED', 'CANCELLED', 'EXPIRED')),
  CONSTRAINT subscriptions_customer_id_org_fk FOREIGN KEY (organization_id, customer_id)
    REFERENCES customers (organization_id, id),
  CONSTRAINT subscriptions_price_list_id_org_fk FOREIGN KEY (organization_id, price_list_id)
    REFERENCES price_lists (organization_id, id),
  CONSTRAINT subscriptions_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id)
    REFERENCES subsidiaries (organization_id, id)
);
CREATE INDEX subscriptions_customer_id_sql_idx ON subscriptions (organization_id, customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX subscriptions_organization_id_customer_id_idx ON subscriptions (organization_id, customer_id);
CREATE UNIQUE INDEX subscriptions_organization_id_subscription_number_key ON subscriptions (organization_id,
  subscription_number);
CREATE INDEX subscriptions_price_list_id_sql_idx ON subscriptions (organization_id, price_list_id)
  WHERE price_list_id IS NOT NULL;
CREATE INDEX subscriptions_revenue_contract_id_sql_idx ON subscriptions (organization_id, revenue_contract_id)
  WHERE revenue_contract_id IS NOT NULL;
CREATE INDEX subscriptions_subsidiary_id_sql_idx ON subscriptions (organization_id, subsidiary_id)
  WHERE subsidiary_id IS NOT NULL;

CREATE TABLE subscription_items (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  item_id uuid,
  description text,
  quantity numeric(20,10) NOT NULL,
  unit_price numeric(20,6) NOT NULL,
  discount_percent numeric(20,10) NOT NULL DEFAULT 0,
  start_date date NOT NULL,
  end_date date,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT subscription_items_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT subscription_items_item_id_org_fk FOREIGN KEY (organization_id, item_id) REFERENCES items (organization_id, id),
  CONSTRAINT subscription_items_subscription_id_org_fk FOREIGN KEY (organization_id, subscription_id)
    REFERENCES subscriptions (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX subscription_items_item_id_sql_idx ON subscription_items (organization_id, item_id) WHERE item_id IS NOT NULL;
CREATE INDEX subscription_items_organization_id_subscription_id_idx ON subscription_items (organization_id, subscription_id);
CREATE INDEX subscription_items_subscription_id_sql_idx ON subscription_items (organization_id, subscription_id)
  WHERE subscription_id IS NOT NULL;

-- Row security is forced: not even the owner reads across organizations. The policies are in prisma/sql/identity/tenant.sql.
ALTER TABLE prospects ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE leads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE customers ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE customer_warehouses ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE vendors ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE subscriptions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE subscription_items ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- The application's grants; it owns nothing.
GRANT SELECT, INSERT, UPDATE, DELETE ON prospects, leads, customers, customer_warehouses, vendors, subscriptions,
  subscription_items TO daybook_app;
