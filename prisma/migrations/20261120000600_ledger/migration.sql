-- The general ledger: accounts, periods, rates, entries with their lines, and the balances maintained with them.

CREATE TABLE accounts (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text,
  account_type text NOT NULL,
  normal_side text NOT NULL,
  is_summary boolean NOT NULL DEFAULT false,
  is_control boolean NOT NULL DEFAULT false,
  control_for text,
  parent_id uuid,
  currency_code text,
  required_dimensions text[] DEFAULT ARRAY[]::text[],
  recommended_dimensions text[] DEFAULT ARRAY[]::text[],
  record_status text NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  fx_role text,
  is_retained_earnings boolean NOT NULL DEFAULT false,
  elimination text,
  CONSTRAINT accounts_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT accounts_control_ck CHECK (control_for IS NULL OR (is_control AND control_for IN ('RECEIVABLE', 'PAYABLE',
    'EMPLOYEE_PAYABLE', 'DEFERRED_REVENUE', 'CONTRACT_ASSET', 'REFUND_LIABILITY', 'CONTRACT_COST'))),
  CONSTRAINT accounts_elimination_ck CHECK (elimination IS NULL OR elimination = 'INTERCOMPANY' OR (elimination = 'INVESTMENT'
    AND account_type IN ('ASSET', 'EQUITY'))),
  CONSTRAINT accounts_fx_role_ck CHECK (fx_role IS NULL OR ((NOT is_summary) AND fx_role IN ('REALIZED_GAIN', 'REALIZED_LOSS',
    'UNREALIZED_GAIN', 'UNREALIZED_LOSS'))),
  CONSTRAINT accounts_not_own_parent_ck CHECK (parent_id IS DISTINCT FROM id),
  CONSTRAINT accounts_record_status_ck CHECK (record_status IN ('active', 'inactive', 'archived')),
  CONSTRAINT accounts_retained_earnings_ck CHECK ((NOT is_retained_earnings) OR (account_type = 'EQUITY' AND (NOT is_summary))),
  CONSTRAINT accounts_side_ck CHECK (normal_side IN ('DEBIT', 'CREDIT')),
  CONSTRAINT accounts_type_ck CHECK (account_type IN ('ASSET', 'LIABILITY', 'EQUITY', 'REVENUE', 'COST_OF_SALES', 'EXPENSE',
    'OTHER_INCOME', 'OTHER_EXPENSE')),
  CONSTRAINT accounts_parent_id_org_fk FOREIGN KEY (organization_id, parent_id) REFERENCES accounts (organization_id, id)
);
-- One account for each kind of exchange difference.
CREATE UNIQUE INDEX accounts_fx_role_sql_idx ON accounts (organization_id, fx_role) WHERE fx_role IS NOT NULL;
CREATE UNIQUE INDEX accounts_organization_id_code_key ON accounts (organization_id, code);
CREATE INDEX accounts_parent_id_sql_idx ON accounts (organization_id, parent_id) WHERE parent_id IS NOT NULL;
-- The one account that carries prior years' profit and loss. Reports compute the roll-forward; no closing entry is written.
CREATE UNIQUE INDEX accounts_retained_earnings_sql_idx ON accounts (organization_id) WHERE is_retained_earnings;

CREATE TABLE currencies (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  minor_units integer NOT NULL,
  record_status text NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT currencies_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT currencies_record_status_ck CHECK (record_status IN ('active', 'inactive', 'archived'))
);
CREATE UNIQUE INDEX currencies_organization_id_code_key ON currencies (organization_id, code);

CREATE TABLE exchange_rates (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  from_currency text NOT NULL,
  to_currency text NOT NULL,
  rate_type text NOT NULL DEFAULT 'SPOT',
  rate_date date NOT NULL,
  rate numeric(20,10) NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT exchange_rates_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT exchange_rates_positive_ck CHECK ((rate > 0) AND from_currency <> to_currency)
);
CREATE UNIQUE INDEX exchange_rates_organization_id_from_currency_to_currency_ra_key ON exchange_rates (organization_id,
  from_currency, to_currency, rate_type, rate_date);

-- A fiscal period of one subsidiary: OPEN, SOFT_CLOSED, CLOSED or LOCKED.
CREATE TABLE fiscal_periods (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  fiscal_year integer NOT NULL,
  period_number integer NOT NULL,
  label text NOT NULL,
  start_date date NOT NULL,
  end_date date NOT NULL,
  is_adjustment boolean NOT NULL DEFAULT false,
  period_status text NOT NULL DEFAULT 'OPEN',
  status_reason text,
  status_changed_by uuid,
  status_changed_at timestamptz(3),
  reopened_until timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  reopened_from text,
  CONSTRAINT fiscal_periods_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT fiscal_periods_dates_ck CHECK (end_date >= start_date),
  CONSTRAINT fiscal_periods_reopened_ck CHECK (reopened_from IS NULL OR (reopened_from IN ('SOFT_CLOSED', 'CLOSED') AND
    reopened_until IS NOT NULL)),
  CONSTRAINT fiscal_periods_status_ck CHECK (period_status IN ('OPEN', 'SOFT_CLOSED', 'CLOSED', 'LOCKED')),
  CONSTRAINT fiscal_periods_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id)
    REFERENCES subsidiaries (organization_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX fiscal_periods_organization_id_subsidiary_id_fiscal_year_pe_key ON fiscal_periods (organization_id,
  subsidiary_id, fiscal_year, period_number);
CREATE INDEX fiscal_periods_organization_id_subsidiary_id_start_date_end_idx ON fiscal_periods (organization_id, subsidiary_id,
  start_date, end_date);
CREATE INDEX fiscal_periods_subsidiary_id_sql_idx ON fiscal_periods (organization_id, subsidiary_id)
  WHERE subsidiary_id IS NOT NULL;

-- The entries. Their references are checked once per statement by a trigger (prisma/sql/ledger/check-new-entries.sql), not row by
-- row by foreign keys.
CREATE TABLE ledger_entries (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  entry_number text NOT NULL,
  subsidiary_id uuid NOT NULL,
  book text NOT NULL DEFAULT 'PRIMARY',
  period_id uuid NOT NULL,
  posting_date date NOT NULL,
  currency_code text NOT NULL,
  base_currency_code text NOT NULL,
  exchange_rate numeric(20,10) NOT NULL,
  source_kind text NOT NULL,
  source_id uuid NOT NULL,
  transaction_id uuid,
  reversal_of_id uuid,
  memo text,
  posted_by uuid,
  inserted_in_transaction bigint NOT NULL DEFAULT (pg_current_xact_id()::text::bigint),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX ledger_entries_organization_id_entry_number_key ON ledger_entries (organization_id, entry_number);
CREATE INDEX ledger_entries_organization_id_posting_date_id_idx ON ledger_entries (organization_id, posting_date, id);
CREATE UNIQUE INDEX ledger_entries_organization_id_source_kind_source_id_key ON ledger_entries (organization_id, source_kind,
  source_id);
-- An entry is reversed at most once.
CREATE UNIQUE INDEX ledger_entries_reversal_sql_idx ON ledger_entries (organization_id, reversal_of_id)
  WHERE reversal_of_id IS NOT NULL;

-- The lines of entries, each with an amount on exactly one side, none negative. Accounts and dimensions are checked by
-- prisma/sql/ledger/check-new-lines.sql.
CREATE TABLE ledger_lines (
  organization_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  line_number integer NOT NULL,
  account_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  period_id uuid NOT NULL,
  posting_date date NOT NULL,
  currency_code text NOT NULL,
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
  CONSTRAINT ledger_lines_pkey PRIMARY KEY (organization_id, entry_id, line_number),
  CONSTRAINT ledger_lines_one_side_ck CHECK ((LEAST(debit, credit, base_debit, base_credit) >= 0) AND (((debit + base_debit) >
    0) <> ((credit + base_credit) > 0)))
);
-- Account activity and mid-month balances read only this index. An id is unique across organizations, so the account comes first:
-- with organization_id first, while the table was new, the planner rated the index as good as the primary key for finding an
-- entry's lines, and read a whole organization.
CREATE INDEX ledger_lines_account_sql_idx ON ledger_lines (account_id, posting_date, entry_id, line_number)
  INCLUDE (organization_id, subsidiary_id, base_debit, base_credit);

-- Sums of the lines, maintained in the same transaction as the lines. Slots spread a busy account over several rows.
-- Rows that every posting updates in place have free space on their page, so that no index entry has to be written.
CREATE TABLE ledger_balances (
  organization_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  account_id uuid NOT NULL,
  period_id uuid NOT NULL,
  currency_code text NOT NULL,
  slot integer NOT NULL,
  debit numeric(24,4) NOT NULL,
  credit numeric(24,4) NOT NULL,
  base_debit numeric(24,4) NOT NULL,
  base_credit numeric(24,4) NOT NULL,
  line_count bigint NOT NULL,
  CONSTRAINT ledger_balances_pkey PRIMARY KEY (organization_id, subsidiary_id, period_id, account_id, currency_code, slot)
) WITH (fillfactor = 40);

-- The same sums by dimension, for lines with at least one; an unset dimension is the nil id.
-- Free space on the page, as above.
CREATE TABLE ledger_dimension_balances (
  organization_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  account_id uuid NOT NULL,
  period_id uuid NOT NULL,
  currency_code text NOT NULL,
  class_id uuid NOT NULL,
  department_id uuid NOT NULL,
  location_id uuid NOT NULL,
  project_id uuid NOT NULL,
  debit numeric(24,4) NOT NULL,
  credit numeric(24,4) NOT NULL,
  base_debit numeric(24,4) NOT NULL,
  base_credit numeric(24,4) NOT NULL,
  line_count bigint NOT NULL,
  CONSTRAINT ledger_dimension_balances_pkey PRIMARY KEY (organization_id, subsidiary_id, period_id, account_id, currency_code,
    class_id, department_id, location_id, project_id)
) WITH (fillfactor = 60);
-- A project's ledger amounts, without reading those of others.
CREATE INDEX ledger_dimension_balances_project_sql_idx ON ledger_dimension_balances (organization_id, project_id)
  WHERE (project_id <> '00000000-0000-0000-0000-000000000000');

-- The next number of each gapless series and fiscal year.
-- Free space on the page, as above.
CREATE TABLE number_counters (
  organization_id uuid NOT NULL,
  series text NOT NULL,
  fiscal_year integer NOT NULL,
  next_value bigint NOT NULL,
  CONSTRAINT number_counters_pkey PRIMARY KEY (organization_id, series, fiscal_year)
) WITH (fillfactor = 20);

-- References from earlier tables to these.
ALTER TABLE tax_codes ADD CONSTRAINT tax_codes_account_id_org_fk FOREIGN KEY (organization_id, account_id)
  REFERENCES accounts (organization_id, id);
ALTER TABLE items ADD CONSTRAINT items_expense_account_id_org_fk FOREIGN KEY (organization_id, expense_account_id)
  REFERENCES accounts (organization_id, id);
ALTER TABLE items ADD CONSTRAINT items_revenue_account_id_org_fk FOREIGN KEY (organization_id, revenue_account_id)
  REFERENCES accounts (organization_id, id);
ALTER TABLE customers ADD CONSTRAINT customers_receivable_account_id_org_fk FOREIGN KEY (organization_id, receivable_account_id)
  REFERENCES accounts (organization_id, id);
ALTER TABLE vendors ADD CONSTRAINT vendors_default_expense_account_id_org_fk
  FOREIGN KEY (organization_id, default_expense_account_id) REFERENCES accounts (organization_id, id);
ALTER TABLE vendors ADD CONSTRAINT vendors_payable_account_id_org_fk FOREIGN KEY (organization_id, payable_account_id)
  REFERENCES accounts (organization_id, id);
ALTER TABLE posting_rules ADD CONSTRAINT posting_rules_bank_account_id_org_fk FOREIGN KEY (organization_id, bank_account_id)
  REFERENCES accounts (organization_id, id);
ALTER TABLE posting_rules ADD CONSTRAINT posting_rules_control_account_id_org_fk
  FOREIGN KEY (organization_id, control_account_id) REFERENCES accounts (organization_id, id);
ALTER TABLE posting_rules ADD CONSTRAINT posting_rules_default_line_account_id_org_fk
  FOREIGN KEY (organization_id, default_line_account_id) REFERENCES accounts (organization_id, id);
ALTER TABLE posting_rules ADD CONSTRAINT posting_rules_discount_account_id_org_fk
  FOREIGN KEY (organization_id, discount_account_id) REFERENCES accounts (organization_id, id);
ALTER TABLE posting_rules ADD CONSTRAINT posting_rules_shipping_account_id_org_fk
  FOREIGN KEY (organization_id, shipping_account_id) REFERENCES accounts (organization_id, id);
ALTER TABLE posting_rules ADD CONSTRAINT posting_rules_tax_account_id_org_fk FOREIGN KEY (organization_id, tax_account_id)
  REFERENCES accounts (organization_id, id);
ALTER TABLE business_transaction_lines ADD CONSTRAINT business_transaction_lines_account_id_org_fk
  FOREIGN KEY (organization_id, account_id) REFERENCES accounts (organization_id, id);

-- Row security is forced: not even the owner reads across organizations. The policies are in prisma/sql/identity/tenant.sql.
ALTER TABLE accounts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE currencies ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE exchange_rates ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE fiscal_periods ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_lines ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_balances ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_dimension_balances ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE number_counters ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- The application's grants; it owns nothing.
GRANT SELECT, INSERT, UPDATE, DELETE ON accounts, currencies, exchange_rates, fiscal_periods TO daybook_app;
GRANT SELECT, INSERT ON ledger_entries, ledger_lines TO daybook_app;
GRANT SELECT, INSERT, UPDATE ON ledger_balances, ledger_dimension_balances, number_counters TO daybook_app;
