-- What is sold and bought, with prices and taxes.

CREATE TABLE units_of_measure (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text,
  symbol text,
  category text,
  base_unit_id uuid,
  conversion_factor numeric(20,10),
  record_status text NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT units_of_measure_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT units_of_measure_factor_ck CHECK (conversion_factor IS NULL OR (conversion_factor > 0)),
  CONSTRAINT units_of_measure_record_status_ck CHECK (record_status IN ('active', 'inactive', 'archived')),
  CONSTRAINT units_of_measure_base_unit_id_org_fk FOREIGN KEY (organization_id, base_unit_id)
    REFERENCES units_of_measure (organization_id, id)
);
CREATE INDEX units_of_measure_base_unit_id_sql_idx ON units_of_measure (organization_id, base_unit_id)
  WHERE base_unit_id IS NOT NULL;
CREATE UNIQUE INDEX units_of_measure_organization_id_code_key ON units_of_measure (organization_id, code);

CREATE TABLE tax_codes (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text,
  account_id uuid,
  record_status text NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT tax_codes_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT tax_codes_record_status_ck CHECK (record_status IN ('active', 'inactive', 'archived'))
);
CREATE INDEX tax_codes_account_id_sql_idx ON tax_codes (organization_id, account_id) WHERE account_id IS NOT NULL;
CREATE UNIQUE INDEX tax_codes_organization_id_code_key ON tax_codes (organization_id, code);

-- A tax code's rate in percent, in force from a day on.
CREATE TABLE tax_rates (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  tax_code_id uuid NOT NULL,
  rate_percent numeric(20,10) NOT NULL,
  valid_from date NOT NULL,
  valid_to date,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT tax_rates_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT tax_rates_range_ck CHECK ((rate_percent >= 0) AND (valid_to IS NULL OR valid_to >= valid_from)),
  CONSTRAINT tax_rates_tax_code_id_org_fk FOREIGN KEY (organization_id, tax_code_id)
    REFERENCES tax_codes (organization_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX tax_rates_organization_id_tax_code_id_valid_from_key ON tax_rates (organization_id, tax_code_id,
  valid_from);
CREATE INDEX tax_rates_tax_code_id_sql_idx ON tax_rates (organization_id, tax_code_id) WHERE tax_code_id IS NOT NULL;

CREATE TABLE items (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text,
  item_type text NOT NULL DEFAULT 'SERVICE',
  unit_id uuid,
  revenue_account_id uuid,
  expense_account_id uuid,
  tax_code_id uuid,
  record_status text NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT items_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT items_record_status_ck CHECK (record_status IN ('active', 'inactive', 'archived')),
  CONSTRAINT items_tax_code_id_org_fk FOREIGN KEY (organization_id, tax_code_id) REFERENCES tax_codes (organization_id, id),
  CONSTRAINT items_unit_id_org_fk FOREIGN KEY (organization_id, unit_id) REFERENCES units_of_measure (organization_id, id)
);
CREATE INDEX items_expense_account_id_sql_idx ON items (organization_id, expense_account_id)
  WHERE expense_account_id IS NOT NULL;
CREATE UNIQUE INDEX items_organization_id_code_key ON items (organization_id, code);
CREATE INDEX items_revenue_account_id_sql_idx ON items (organization_id, revenue_account_id)
  WHERE revenue_account_id IS NOT NULL;
CREATE INDEX items_tax_code_id_sql_idx ON items (organization_id, tax_code_id) WHERE tax_code_id IS NOT NULL;
CREATE INDEX items_unit_id_sql_idx ON items (organization_id, unit_id) WHERE unit_id IS NOT NULL;

CREATE TABLE price_lists (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text,
  currency_code text NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  valid_from date,
  valid_to date,
  record_status text NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT price_lists_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT price_lists_record_status_ck CHECK (record_status IN ('active', 'inactive', 'archived'))
);
CREATE UNIQUE INDEX price_lists_organization_id_code_key ON price_lists (organization_id, code);

-- A dated price: the latest validFrom on or before the day applies, per minimum quantity.
CREATE TABLE price_list_items (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  price_list_id uuid NOT NULL,
  item_id uuid NOT NULL,
  unit_price numeric(20,6) NOT NULL,
  minimum_quantity numeric(20,10) NOT NULL DEFAULT 1,
  valid_from date NOT NULL,
  valid_to date,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT price_list_items_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT price_list_items_item_id_org_fk FOREIGN KEY (organization_id, item_id) REFERENCES items (organization_id, id),
  CONSTRAINT price_list_items_price_list_id_org_fk FOREIGN KEY (organization_id, price_list_id)
    REFERENCES price_lists (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX price_list_items_item_id_sql_idx ON price_list_items (organization_id, item_id) WHERE item_id IS NOT NULL;
CREATE UNIQUE INDEX price_list_items_organization_id_price_list_id_item_id_mini_key ON price_list_items (organization_id,
  price_list_id, item_id, minimum_quantity, valid_from);
CREATE INDEX price_list_items_price_list_id_sql_idx ON price_list_items (organization_id, price_list_id)
  WHERE price_list_id IS NOT NULL;

-- Row security is forced: not even the owner reads across organizations. The policies are in prisma/sql/identity/tenant.sql.
ALTER TABLE units_of_measure ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE tax_codes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE tax_rates ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE items ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE price_lists ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE price_list_items ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- The application's grants; it owns nothing.
GRANT SELECT, INSERT, UPDATE, DELETE ON units_of_measure, tax_codes, tax_rates, items, price_lists, price_list_items TO
  daybook_app;
