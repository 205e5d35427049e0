-- Revenue recognition: facts (events) and the rows computed from them, maintained in the same transaction.

-- Accounting policies for revenue in dated versions; a contract keeps the version of its contract date.
CREATE TABLE revenue_policies (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL DEFAULT 'STANDARD',
  policy_version integer NOT NULL,
  name text NOT NULL,
  valid_from date NOT NULL,
  valid_to date,
  schedule_method text NOT NULL DEFAULT 'EXACT_DAYS',
  residual text NOT NULL DEFAULT 'LAST',
  run_grouping text NOT NULL DEFAULT 'SUBSIDIARY',
  combination_days integer NOT NULL DEFAULT 30,
  percent_decimals integer,
  one_year_expedient boolean NOT NULL DEFAULT false,
  cost_expedient boolean NOT NULL DEFAULT false,
  accounts jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT revenue_policies_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT revenue_policies_dates_ck CHECK (valid_to IS NULL OR valid_to >= valid_from),
  CONSTRAINT revenue_policies_words_ck CHECK (schedule_method IN ('EXACT_DAYS', 'EVEN_PERIODS', 'PRORATE_FIRST_LAST',
    'FULL_MONTHS') AND residual IN ('LAST', 'CUMULATIVE') AND run_grouping IN ('SUBSIDIARY', 'CONTRACT') AND combination_days >=
    0)
);
CREATE UNIQUE INDEX revenue_policies_organization_id_code_policy_version_key ON revenue_policies (organization_id, code,
  policy_version);

-- A standalone selling price in force from a day on, with its range and the evidence for it.
CREATE TABLE ssp_entries (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  product_code text NOT NULL,
  item_id uuid,
  stratum text NOT NULL DEFAULT '',
  currency_code text NOT NULL,
  valid_from date NOT NULL,
  valid_to date,
  ssp numeric(20,4) NOT NULL,
  range_low numeric(20,4),
  range_high numeric(20,4),
  method text NOT NULL DEFAULT 'OBSERVED',
  evidence text NOT NULL DEFAULT '',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT ssp_entries_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT ssp_entries_dates_ck CHECK (valid_to IS NULL OR valid_to >= valid_from),
  CONSTRAINT ssp_entries_range_ck CHECK ((ssp >= 0) AND ((range_low IS NULL) = (range_high IS NULL)) AND (range_low IS NULL OR
    ((range_low >= 0) AND range_high >= range_low))),
  CONSTRAINT ssp_entries_item_id_org_fk FOREIGN KEY (organization_id, item_id) REFERENCES items (organization_id, id)
);
CREATE INDEX ssp_entries_item_id_sql_idx ON ssp_entries (organization_id, item_id) WHERE item_id IS NOT NULL;
CREATE UNIQUE INDEX ssp_entries_organization_id_product_code_stratum_currency_c_key ON ssp_entries (organization_id,
  product_code, stratum, currency_code, valid_from);

-- The performance obligation that arises when an item is sold: a template.
CREATE TABLE obligation_templates (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  item_id uuid NOT NULL,
  key text NOT NULL,
  description text,
  pattern jsonb NOT NULL,
  product_code text,
  weight numeric(20,10) NOT NULL DEFAULT 100,
  revenue_account_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  capacity text NOT NULL DEFAULT 'PRINCIPAL',
  nature text NOT NULL DEFAULT 'SERVICE',
  CONSTRAINT obligation_templates_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT obligation_templates_words_ck CHECK ((weight > 0) AND capacity IN ('PRINCIPAL', 'AGENT') AND nature IN ('GOODS',
    'SERVICE', 'LICENCE', 'MATERIAL_RIGHT', 'WARRANTY')),
  CONSTRAINT obligation_templates_item_id_org_fk FOREIGN KEY (organization_id, item_id) REFERENCES items (organization_id, id),
  CONSTRAINT obligation_templates_revenue_account_id_org_fk FOREIGN KEY (organization_id, revenue_account_id)
    REFERENCES accounts (organization_id, id)
);
CREATE INDEX obligation_templates_item_id_sql_idx ON obligation_templates (organization_id, item_id) WHERE item_id IS NOT NULL;
CREATE UNIQUE INDEX obligation_templates_organization_id_item_id_key_key ON obligation_templates (organization_id, item_id,
  key);
CREATE INDEX obligation_templates_revenue_account_id_sql_idx ON obligation_templates (organization_id, revenue_account_id)
  WHERE revenue_account_id IS NOT NULL;

-- A contract with a customer in the sense of ASC 606 step 1; obligations, versions and schedules belong to it.
CREATE TABLE revenue_contracts (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  contract_number text NOT NULL,
  name text,
  customer_id uuid,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  contract_date date NOT NULL,
  start_date date,
  end_date date,
  transaction_price numeric(20,4) NOT NULL DEFAULT 0,
  contract_status text NOT NULL DEFAULT 'DRAFT',
  subscription_id uuid,
  notes text,
  record_status text NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  allocation jsonb,
  combined_into_id uuid,
  criteria jsonb,
  policy_id uuid,
  terms jsonb,
  picture jsonb,
  CONSTRAINT revenue_contracts_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT revenue_contracts_record_status_ck CHECK (record_status IN ('active', 'inactive', 'archived')),
  CONSTRAINT revenue_contracts_status_ck CHECK (contract_status IN ('DRAFT', 'ACTIVE', 'COMPLETED', 'TERMINATED', 'COMBINED')),
  CONSTRAINT revenue_contracts_combined_into_id_org_fk FOREIGN KEY (organization_id, combined_into_id)
    REFERENCES revenue_contracts (organization_id, id),
  CONSTRAINT revenue_contracts_customer_id_org_fk FOREIGN KEY (organization_id, customer_id)
    REFERENCES customers (organization_id, id),
  CONSTRAINT revenue_contracts_policy_id_org_fk FOREIGN KEY (organization_id, policy_id)
    REFERENCES revenue_policies (organization_id, id),
  CONSTRAINT revenue_contracts_subscription_id_org_fk FOREIGN KEY (organization_id, subscription_id)
    REFERENCES subscriptions (organization_id, id),
  CONSTRAINT revenue_contracts_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id)
    REFERENCES subsidiaries (organization_id, id)
);
CREATE INDEX revenue_contracts_combined_into_id_sql_idx ON revenue_contracts (organization_id, combined_into_id)
  WHERE combined_into_id IS NOT NULL;
CREATE INDEX revenue_contracts_customer_id_sql_idx ON revenue_contracts (organization_id, customer_id)
  WHERE customer_id IS NOT NULL;
CREATE UNIQUE INDEX revenue_contracts_organization_id_contract_number_key ON revenue_contracts (organization_id,
  contract_number);
CREATE INDEX revenue_contracts_organization_id_customer_id_idx ON revenue_contracts (organization_id, customer_id);
CREATE INDEX revenue_contracts_policy_id_sql_idx ON revenue_contracts (organization_id, policy_id) WHERE policy_id IS NOT NULL;
CREATE INDEX revenue_contracts_subscription_id_sql_idx ON revenue_contracts (organization_id, subscription_id)
  WHERE subscription_id IS NOT NULL;
CREATE INDEX revenue_contracts_subsidiary_id_sql_idx ON revenue_contracts (organization_id, subsidiary_id)
  WHERE subsidiary_id IS NOT NULL;

-- A line of a subscription or an invoice from which a contract was created. The primary key enforces the rule that a line belongs
-- to one contract only.
CREATE TABLE revenue_contract_sources (
  organization_id uuid NOT NULL,
  source_kind text NOT NULL,
  source_id uuid NOT NULL,
  line_number integer NOT NULL DEFAULT 0,
  contract_id uuid NOT NULL,
  document_id uuid NOT NULL,
  amount numeric(20,4) NOT NULL,
  obligation_keys text[],
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT revenue_contract_sources_pkey PRIMARY KEY (organization_id, source_kind, source_id, line_number),
  CONSTRAINT revenue_contract_sources_words_ck CHECK (source_kind IN ('SUBSCRIPTION_ITEM', 'INVOICE_LINE')),
  CONSTRAINT revenue_contract_sources_contract_id_org_fk FOREIGN KEY (organization_id, contract_id)
    REFERENCES revenue_contracts (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX revenue_contract_sources_contract_id_sql_idx ON revenue_contract_sources (organization_id, contract_id);

-- A performance obligation in its current state; the events are authoritative.
CREATE TABLE performance_obligations (
  organization_id uuid NOT NULL,
  contract_id uuid NOT NULL,
  key text NOT NULL,
  "position" integer NOT NULL,
  description text,
  item_id uuid,
  pattern jsonb NOT NULL,
  ssp numeric(20,4) NOT NULL,
  allocated numeric(20,4) NOT NULL,
  measure numeric(30,20),
  held boolean NOT NULL DEFAULT false,
  capacity text NOT NULL DEFAULT 'PRINCIPAL',
  nature text NOT NULL DEFAULT 'SERVICE',
  timing text NOT NULL,
  expedient text NOT NULL DEFAULT '',
  revenue_account_id uuid NOT NULL,
  class_id uuid,
  department_id uuid,
  location_id uuid,
  project_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT performance_obligations_pkey PRIMARY KEY (organization_id, contract_id, key),
  CONSTRAINT performance_obligations_class_id_org_fk FOREIGN KEY (organization_id, class_id)
    REFERENCES classes (organization_id, id),
  CONSTRAINT performance_obligations_contract_id_org_fk FOREIGN KEY (organization_id, contract_id)
    REFERENCES revenue_contracts (organization_id, id),
  CONSTRAINT performance_obligations_department_id_org_fk FOREIGN KEY (organization_id, department_id)
    REFERENCES departments (organization_id, id),
  CONSTRAINT performance_obligations_item_id_org_fk FOREIGN KEY (organization_id, item_id)
    REFERENCES items (organization_id, id),
  CONSTRAINT performance_obligations_location_id_org_fk FOREIGN KEY (organization_id, location_id)
    REFERENCES locations (organization_id, id),
  CONSTRAINT performance_obligations_revenue_account_id_org_fk FOREIGN KEY (organization_id, revenue_account_id)
    REFERENCES accounts (organization_id, id)
);
CREATE INDEX performance_obligations_class_id_sql_idx ON performance_obligations (organization_id, class_id)
  WHERE class_id IS NOT NULL;
CREATE INDEX performance_obligations_department_id_sql_idx ON performance_obligations (organization_id, department_id)
  WHERE department_id IS NOT NULL;
-- Few obligations are on hold; a run checks for each row whether its obligation is.
CREATE INDEX performance_obligations_held_sql_idx ON performance_obligations (organization_id, contract_id, key) WHERE held;
CREATE INDEX performance_obligations_item_id_sql_idx ON performance_obligations (organization_id, item_id)
  WHERE item_id IS NOT NULL;
CREATE INDEX performance_obligations_location_id_sql_idx ON performance_obligations (organization_id, location_id)
  WHERE location_id IS NOT NULL;
CREATE INDEX performance_obligations_project_id_sql_idx ON performance_obligations (organization_id, project_id)
  WHERE project_id IS NOT NULL;
CREATE INDEX performance_obligations_revenue_account_id_sql_idx ON performance_obligations (organization_id, revenue_account_id)
  WHERE revenue_account_id IS NOT NULL;

-- One fact about a contract: when it takes effect and when it was recorded. Append-only; everything else is computed from these.
CREATE TABLE revenue_events (
  organization_id uuid NOT NULL,
  contract_id uuid NOT NULL,
  seq integer NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  effective_date date NOT NULL,
  body jsonb NOT NULL,
  source_kind text,
  source_id text,
  recorded_by uuid,
  recorded_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT revenue_events_pkey PRIMARY KEY (organization_id, contract_id, seq),
  CONSTRAINT revenue_events_contract_id_org_fk FOREIGN KEY (organization_id, contract_id)
    REFERENCES revenue_contracts (organization_id, id)
);
-- Finds the few contracts with a financing component, variable consideration or a supplier's share without reading every contract.
-- They can also come with a modification, so these indexes cover any event that adds one.
CREATE INDEX revenue_events_financed_sql_idx ON revenue_events (organization_id, contract_id) WHERE (body ? 'interest');
CREATE UNIQUE INDEX revenue_events_organization_id_id_key ON revenue_events (organization_id, id);
CREATE UNIQUE INDEX revenue_events_organization_id_source_kind_source_id_key ON revenue_events (organization_id, source_kind,
  source_id);
CREATE INDEX revenue_events_supplied_sql_idx ON revenue_events (organization_id, contract_id)
  WHERE ((body @? '$."obligations"[*]."supplier"'::jsonpath) OR (body @? '$."additions"[*]."supplier"'::jsonpath));
CREATE INDEX revenue_events_variable_sql_idx ON revenue_events (organization_id, contract_id) WHERE (body ? 'variable');

-- The allocation of a contract after each event that changed it. Append-only.
CREATE TABLE revenue_versions (
  organization_id uuid NOT NULL,
  contract_id uuid NOT NULL,
  contract_version integer NOT NULL,
  event_id uuid NOT NULL,
  effective_date date NOT NULL,
  treatment text,
  transaction_price numeric(20,4) NOT NULL,
  allocations jsonb NOT NULL,
  recorded_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT revenue_versions_pkey PRIMARY KEY (organization_id, contract_id, contract_version),
  CONSTRAINT revenue_versions_contract_id_org_fk FOREIGN KEY (organization_id, contract_id)
    REFERENCES revenue_contracts (organization_id, id)
);

-- Increases and decreases of what was promised for an obligation, in the month they were agreed. Append-only.
CREATE TABLE revenue_bookings (
  organization_id uuid NOT NULL,
  contract_id uuid NOT NULL,
  seq integer NOT NULL,
  obligation_key text NOT NULL,
  period text NOT NULL,
  amount numeric(20,4) NOT NULL,
  event_id uuid NOT NULL,
  recorded_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT revenue_bookings_pkey PRIMARY KEY (organization_id, contract_id, seq),
  CONSTRAINT revenue_bookings_contract_id_org_fk FOREIGN KEY (organization_id, contract_id)
    REFERENCES revenue_contracts (organization_id, id)
);

-- One amount of revenue in one month, as computed from the events. Only the posting is added later, once.
CREATE TABLE revenue_rows (
  organization_id uuid NOT NULL,
  contract_id uuid NOT NULL,
  seq integer NOT NULL,
  subsidiary_id uuid NOT NULL,
  obligation_key text NOT NULL,
  amount numeric(20,4) NOT NULL,
  period text NOT NULL,
  natural_period text NOT NULL,
  start_date date NOT NULL,
  end_date date NOT NULL,
  source text NOT NULL,
  event_id uuid NOT NULL,
  cause_id uuid NOT NULL,
  catch_up boolean NOT NULL,
  late boolean NOT NULL,
  recorded_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  run_id uuid,
  entry_id uuid,
  posted_period text,
  posted_at timestamptz(6),
  -- Every row is rewritten once, when it is posted, so its index keeps free space.
  CONSTRAINT revenue_rows_pkey PRIMARY KEY (organization_id, contract_id, seq) WITH (fillfactor = 70, deduplicate_items = off)
);
-- The rows still to be posted, in the order in which runs take them.
CREATE INDEX revenue_rows_due_sql_idx ON revenue_rows (organization_id, subsidiary_id, period, contract_id)
  WHERE run_id IS NULL;

-- Booked, planned and posted revenue by month and by the dimensions of reports; maintained from the tables above, in slots.
CREATE TABLE revenue_months (
  organization_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  cohort text NOT NULL,
  period text NOT NULL,
  revenue_account_id uuid NOT NULL,
  timing text NOT NULL,
  expedient text NOT NULL,
  slot integer NOT NULL,
  booked numeric(24,4) NOT NULL DEFAULT 0,
  planned numeric(24,4) NOT NULL DEFAULT 0,
  settled numeric(24,4) NOT NULL DEFAULT 0,
  posted numeric(24,4) NOT NULL DEFAULT 0,
  CONSTRAINT revenue_months_pkey PRIMARY KEY (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id,
    timing, expedient, slot)
);

-- A contract's balances in the ledger: one net position, with receivable and refund liability separate, each with its base amount.
-- A run updates every position on a page; the page has room for the new versions, so that no index has to change.
CREATE TABLE revenue_positions (
  organization_id uuid NOT NULL,
  contract_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  cohort text NOT NULL,
  net numeric(20,4) NOT NULL DEFAULT 0,
  net_base numeric(20,4) NOT NULL DEFAULT 0,
  receivable numeric(20,4) NOT NULL DEFAULT 0,
  receivable_base numeric(20,4) NOT NULL DEFAULT 0,
  refund numeric(20,4) NOT NULL DEFAULT 0,
  refund_base numeric(20,4) NOT NULL DEFAULT 0,
  pending numeric(20,4) NOT NULL DEFAULT 0,
  recognised numeric(20,4) NOT NULL DEFAULT 0,
  cash numeric(20,4) NOT NULL DEFAULT 0,
  receivable_account_id uuid NOT NULL,
  deferred_account_id uuid NOT NULL,
  contract_asset_account_id uuid NOT NULL,
  refund_account_id uuid NOT NULL,
  cash_account_id uuid NOT NULL,
  exchange_account_id uuid NOT NULL,
  interest_expense_account_id uuid NOT NULL,
  interest_income_account_id uuid NOT NULL,
  CONSTRAINT revenue_positions_pkey PRIMARY KEY (organization_id, contract_id),
  CONSTRAINT revenue_positions_contract_id_org_fk FOREIGN KEY (organization_id, contract_id)
    REFERENCES revenue_contracts (organization_id, id)
) WITH (fillfactor = 45);

-- A recognition run of one month and subsidiary: proposed, then posted chunk by chunk.
CREATE TABLE revenue_runs (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  run_number text NOT NULL,
  kind text NOT NULL DEFAULT 'PERIOD',
  subsidiary_id uuid NOT NULL,
  period text NOT NULL,
  posting_date date NOT NULL,
  "grouping" text NOT NULL DEFAULT 'SUBSIDIARY',
  run_status text NOT NULL DEFAULT 'PREVIEW',
  rates jsonb NOT NULL,
  proposal jsonb NOT NULL,
  created_by uuid,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  contract_id uuid,
  CONSTRAINT revenue_runs_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT revenue_runs_of_event_ck CHECK ((kind = 'EVENT') = (contract_id IS NOT NULL)),
  CONSTRAINT revenue_runs_period_ck CHECK (period ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  CONSTRAINT revenue_runs_status_ck CHECK (run_status IN ('PREVIEW', 'POSTING', 'POSTED') AND kind IN ('PERIOD', 'EVENT')),
  CONSTRAINT revenue_runs_contract_id_org_fk FOREIGN KEY (organization_id, contract_id)
    REFERENCES revenue_contracts (organization_id, id),
  CONSTRAINT revenue_runs_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id)
    REFERENCES subsidiaries (organization_id, id)
);
CREATE INDEX revenue_runs_contract_id_sql_idx ON revenue_runs (organization_id, contract_id) WHERE contract_id IS NOT NULL;
CREATE UNIQUE INDEX revenue_runs_organization_id_run_number_key ON revenue_runs (organization_id, run_number);
CREATE INDEX revenue_runs_organization_id_subsidiary_id_period_idx ON revenue_runs (organization_id, subsidiary_id, period);

-- The result of one committed step of a run; the progress is their sum. Append-only.
CREATE TABLE revenue_run_chunks (
  organization_id uuid NOT NULL,
  run_id uuid NOT NULL,
  chunk_number integer NOT NULL,
  contracts integer NOT NULL,
  rows integer NOT NULL,
  amounts jsonb NOT NULL,
  recorded_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  first_entries uuid[] NOT NULL DEFAULT '{}'::uuid[],
  CONSTRAINT revenue_run_chunks_pkey PRIMARY KEY (organization_id, run_id, chunk_number),
  CONSTRAINT revenue_run_chunks_run_id_org_fk FOREIGN KEY (organization_id, run_id)
    REFERENCES revenue_runs (organization_id, id)
);

-- One movement of a contract's position with its entry: the subledger. Append-only.
CREATE TABLE revenue_movements (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  contract_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  kind text NOT NULL,
  amount numeric(20,4) NOT NULL,
  posting_date date NOT NULL,
  period text NOT NULL,
  run_id uuid,
  event_id uuid,
  entry_id uuid NOT NULL,
  receivable numeric(20,4) NOT NULL,
  receivable_base numeric(20,4) NOT NULL,
  cash numeric(20,4) NOT NULL,
  cash_base numeric(20,4) NOT NULL,
  contract_asset numeric(20,4) NOT NULL,
  contract_asset_base numeric(20,4) NOT NULL,
  deferred numeric(20,4) NOT NULL,
  deferred_base numeric(20,4) NOT NULL,
  refund numeric(20,4) NOT NULL,
  refund_base numeric(20,4) NOT NULL,
  revenue numeric(20,4) NOT NULL,
  revenue_base numeric(20,4) NOT NULL,
  exchange_base numeric(20,4) NOT NULL,
  document numeric(20,4) NOT NULL DEFAULT 0,
  document_base numeric(20,4) NOT NULL DEFAULT 0,
  recorded_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  -- A movement is found by its contract; its id distinguishes the movements of one contract and sorts them in order.
  CONSTRAINT revenue_movements_pkey PRIMARY KEY (organization_id, contract_id, id)
);

-- A cost to obtain or fulfill a contract (340-40), and how it was treated.
CREATE TABLE contract_costs (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  contract_id uuid NOT NULL,
  description text,
  cost_kind text NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  amount numeric(20,4) NOT NULL,
  posting_date date NOT NULL,
  facts jsonb NOT NULL,
  decision text NOT NULL,
  why text NOT NULL,
  start_date date NOT NULL,
  months integer NOT NULL,
  exchange_rate numeric(20,10) NOT NULL DEFAULT 1,
  amortised numeric(20,4) NOT NULL DEFAULT 0,
  impaired numeric(20,4) NOT NULL DEFAULT 0,
  asset_account_id uuid NOT NULL,
  expense_account_id uuid NOT NULL,
  impair_account_id uuid NOT NULL,
  offset_account_id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT contract_costs_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT contract_costs_words_ck CHECK (cost_kind IN ('OBTAIN', 'FULFIL') AND decision IN ('CAPITALISED', 'EXPENSED',
    'ELSEWHERE') AND (amount > 0) AND months > 0 AND ((amortised + impaired) <= amount)),
  CONSTRAINT contract_costs_asset_account_id_org_fk FOREIGN KEY (organization_id, asset_account_id)
    REFERENCES accounts (organization_id, id),
  CONSTRAINT contract_costs_contract_id_org_fk FOREIGN KEY (organization_id, contract_id)
    REFERENCES revenue_contracts (organization_id, id),
  CONSTRAINT contract_costs_expense_account_id_org_fk FOREIGN KEY (organization_id, expense_account_id)
    REFERENCES accounts (organization_id, id)
);
CREATE INDEX contract_costs_asset_account_id_sql_idx ON contract_costs (organization_id, asset_account_id)
  WHERE asset_account_id IS NOT NULL;
CREATE INDEX contract_costs_expense_account_id_sql_idx ON contract_costs (organization_id, expense_account_id)
  WHERE expense_account_id IS NOT NULL;
CREATE INDEX contract_costs_organization_id_contract_id_idx ON contract_costs (organization_id, contract_id);

-- One month of a cost: its capitalization, amortization or impairment. Planned rows are posted by the runs, once.
CREATE TABLE contract_cost_rows (
  organization_id uuid NOT NULL,
  cost_id uuid NOT NULL,
  seq integer NOT NULL,
  subsidiary_id uuid NOT NULL,
  row_kind text NOT NULL,
  period text NOT NULL,
  amount numeric(20,4) NOT NULL,
  recorded_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  run_id uuid,
  entry_id uuid,
  posted_period text,
  posted_at timestamptz(6),
  CONSTRAINT contract_cost_rows_pkey PRIMARY KEY (organization_id, cost_id, seq)
);
CREATE INDEX contract_cost_rows_due_sql_idx ON contract_cost_rows (organization_id, subsidiary_id, period, cost_id)
  WHERE run_id IS NULL;

-- The noncurrent portion of a month's contract liabilities in a currency, reclassified and reversed. Append-only.
CREATE TABLE revenue_reclassifications (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  period text NOT NULL,
  currency_code text NOT NULL,
  posting_date date NOT NULL,
  reversal_date date NOT NULL,
  liability numeric(24,4) NOT NULL,
  non_current numeric(24,4) NOT NULL,
  account_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  reversal_entry_id uuid NOT NULL,
  created_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT revenue_reclassifications_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT revenue_reclassifications_period_ck CHECK (period ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  CONSTRAINT revenue_reclassifications_account_id_org_fk FOREIGN KEY (organization_id, account_id)
    REFERENCES accounts (organization_id, id),
  CONSTRAINT revenue_reclassifications_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id)
    REFERENCES subsidiaries (organization_id, id)
);
CREATE INDEX revenue_reclassifications_account_id_sql_idx ON revenue_reclassifications (organization_id, account_id);
CREATE UNIQUE INDEX revenue_reclassifications_organization_id_subsidiary_id_per_key ON revenue_reclassifications
  (organization_id, subsidiary_id, period, currency_code);

-- References from earlier tables to these.
ALTER TABLE subscriptions ADD CONSTRAINT subscriptions_revenue_contract_id_org_fk
  FOREIGN KEY (organization_id, revenue_contract_id) REFERENCES revenue_contracts (organization_id, id) ON DELETE SET NULL
    (revenue_contract_id);
ALTER TABLE business_transactions ADD CONSTRAINT business_transactions_revenue_contract_id_org_fk
  FOREIGN KEY (organization_id, revenue_contract_id) REFERENCES revenue_contracts (organization_id, id);

-- Row security is forced: not even the owner reads across organizations. The policies are in prisma/sql/identity/tenant.sql.
ALTER TABLE revenue_policies ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE ssp_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE obligation_templates ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_contracts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_contract_sources ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE performance_obligations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_versions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_bookings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_rows ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_months ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_positions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_runs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_run_chunks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_movements ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE contract_costs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE contract_cost_rows ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE revenue_reclassifications ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- The application's grants; it owns nothing.
GRANT SELECT, INSERT, UPDATE, DELETE ON revenue_policies, ssp_entries, obligation_templates, revenue_contracts,
  revenue_contract_sources, performance_obligations, revenue_runs, contract_costs TO daybook_app;
GRANT SELECT, INSERT ON revenue_events, revenue_versions, revenue_bookings, revenue_rows, revenue_run_chunks, revenue_movements,
  contract_cost_rows, revenue_reclassifications TO daybook_app;
GRANT SELECT, INSERT, UPDATE ON revenue_months, revenue_positions TO daybook_app;
-- Written by posting, once.
GRANT UPDATE (run_id, entry_id, posted_period, posted_at) ON revenue_rows TO daybook_app;
-- Written by posting, once.
GRANT UPDATE (run_id, entry_id, posted_period, posted_at) ON contract_cost_rows TO daybook_app;
