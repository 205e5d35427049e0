-- Revenue recognition: facts (events) and what follows from them, kept by the same transaction (docs/revenue.md).

ALTER TABLE "revenue_contracts" ADD COLUMN     "allocation" JSONB,
ADD COLUMN     "combined_into_id" UUID,
ADD COLUMN     "criteria" JSONB,
ADD COLUMN     "policy_id" UUID,
ADD COLUMN     "terms" JSONB;

CREATE TABLE "revenue_policies" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL DEFAULT 'STANDARD',
    "policy_version" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "valid_from" DATE NOT NULL,
    "valid_to" DATE,
    "schedule_method" TEXT NOT NULL DEFAULT 'EXACT_DAYS',
    "residual" TEXT NOT NULL DEFAULT 'LAST',
    "run_grouping" TEXT NOT NULL DEFAULT 'SUBSIDIARY',
    "combination_days" INTEGER NOT NULL DEFAULT 30,
    "percent_decimals" INTEGER,
    "one_year_expedient" BOOLEAN NOT NULL DEFAULT false,
    "cost_expedient" BOOLEAN NOT NULL DEFAULT false,
    "accounts" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "revenue_policies_pkey" PRIMARY KEY ("organization_id","id")
);

CREATE TABLE "ssp_entries" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "product_code" TEXT NOT NULL,
    "item_id" UUID,
    "stratum" TEXT NOT NULL DEFAULT '',
    "currency_code" TEXT NOT NULL,
    "valid_from" DATE NOT NULL,
    "valid_to" DATE,
    "ssp" DECIMAL(20,4) NOT NULL,
    "range_low" DECIMAL(20,4),
    "range_high" DECIMAL(20,4),
    "method" TEXT NOT NULL DEFAULT 'OBSERVED',
    "evidence" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ssp_entries_pkey" PRIMARY KEY ("organization_id","id")
);

CREATE TABLE "obligation_templates" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "description" TEXT,
    "pattern" JSONB NOT NULL,
    "product_code" TEXT,
    "weight" DECIMAL(20,10) NOT NULL DEFAULT 100,
    "revenue_account_id" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "obligation_templates_pkey" PRIMARY KEY ("organization_id","id")
);

CREATE TABLE "performance_obligations" (
    "organization_id" UUID NOT NULL,
    "contract_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "description" TEXT,
    "item_id" UUID,
    "pattern" JSONB NOT NULL,
    "ssp" DECIMAL(20,4) NOT NULL,
    "allocated" DECIMAL(20,4) NOT NULL,
    "measure" DECIMAL(30,20),
    "held" BOOLEAN NOT NULL DEFAULT false,
    "capacity" TEXT NOT NULL DEFAULT 'PRINCIPAL',
    "nature" TEXT NOT NULL DEFAULT 'SERVICE',
    "timing" TEXT NOT NULL,
    "expedient" TEXT NOT NULL DEFAULT '',
    "revenue_account_id" UUID NOT NULL,
    "class_id" UUID,
    "department_id" UUID,
    "location_id" UUID,
    "project_id" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "performance_obligations_pkey" PRIMARY KEY ("organization_id","contract_id","key")
);

CREATE TABLE "revenue_events" (
    "organization_id" UUID NOT NULL,
    "contract_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "effective_date" DATE NOT NULL,
    "body" JSONB NOT NULL,
    "source_kind" TEXT,
    "source_id" TEXT,
    "recorded_by" UUID,
    "recorded_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "revenue_events_pkey" PRIMARY KEY ("organization_id","contract_id","seq")
);

CREATE TABLE "revenue_versions" (
    "organization_id" UUID NOT NULL,
    "contract_id" UUID NOT NULL,
    "contract_version" INTEGER NOT NULL,
    "event_id" UUID NOT NULL,
    "effective_date" DATE NOT NULL,
    "treatment" TEXT,
    "transaction_price" DECIMAL(20,4) NOT NULL,
    "allocations" JSONB NOT NULL,
    "recorded_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "revenue_versions_pkey" PRIMARY KEY ("organization_id","contract_id","contract_version")
);

CREATE TABLE "revenue_bookings" (
    "organization_id" UUID NOT NULL,
    "contract_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "obligation_key" TEXT NOT NULL,
    "period" TEXT NOT NULL,
    "amount" DECIMAL(20,4) NOT NULL,
    "event_id" UUID NOT NULL,
    "recorded_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "revenue_bookings_pkey" PRIMARY KEY ("organization_id","contract_id","seq")
);

CREATE TABLE "revenue_rows" (
    "organization_id" UUID NOT NULL,
    "contract_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "subsidiary_id" UUID NOT NULL,
    "obligation_key" TEXT NOT NULL,
    "amount" DECIMAL(20,4) NOT NULL,
    "period" TEXT NOT NULL,
    "natural_period" TEXT NOT NULL,
    "start_date" DATE NOT NULL,
    "end_date" DATE NOT NULL,
    "source" TEXT NOT NULL,
    "event_id" UUID NOT NULL,
    "catch_up" BOOLEAN NOT NULL,
    "late" BOOLEAN NOT NULL,
    "recorded_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "run_id" UUID,
    "entry_id" UUID,
    "posted_period" TEXT,
    "posted_at" TIMESTAMPTZ(6),

    CONSTRAINT "revenue_rows_pkey" PRIMARY KEY ("organization_id","contract_id","seq")
);

CREATE TABLE "revenue_months" (
    "organization_id" UUID NOT NULL,
    "subsidiary_id" UUID NOT NULL,
    "currency_code" TEXT NOT NULL,
    "cohort" TEXT NOT NULL,
    "period" TEXT NOT NULL,
    "revenue_account_id" UUID NOT NULL,
    "timing" TEXT NOT NULL,
    "expedient" TEXT NOT NULL,
    "slot" INTEGER NOT NULL,
    "booked" DECIMAL(24,4) NOT NULL DEFAULT 0,
    "planned" DECIMAL(24,4) NOT NULL DEFAULT 0,
    "settled" DECIMAL(24,4) NOT NULL DEFAULT 0,
    "posted" DECIMAL(24,4) NOT NULL DEFAULT 0,

    CONSTRAINT "revenue_months_pkey" PRIMARY KEY ("organization_id","subsidiary_id","currency_code","cohort","period","revenue_account_id","timing","expedient","slot")
);

CREATE TABLE "revenue_positions" (
    "organization_id" UUID NOT NULL,
    "contract_id" UUID NOT NULL,
    "subsidiary_id" UUID NOT NULL,
    "currency_code" TEXT NOT NULL,
    "cohort" TEXT NOT NULL,
    "net" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "net_base" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "receivable" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "receivable_base" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "refund" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "refund_base" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "pending" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "recognised" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "cash" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "receivable_account_id" UUID NOT NULL,
    "deferred_account_id" UUID NOT NULL,
    "contract_asset_account_id" UUID NOT NULL,
    "refund_account_id" UUID NOT NULL,
    "cash_account_id" UUID NOT NULL,
    "exchange_account_id" UUID NOT NULL,

    CONSTRAINT "revenue_positions_pkey" PRIMARY KEY ("organization_id","contract_id")
);

CREATE TABLE "revenue_movements" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "contract_id" UUID NOT NULL,
    "subsidiary_id" UUID NOT NULL,
    "currency_code" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "amount" DECIMAL(20,4) NOT NULL,
    "posting_date" DATE NOT NULL,
    "period" TEXT NOT NULL,
    "run_id" UUID,
    "event_id" UUID,
    "entry_id" UUID NOT NULL,
    "receivable" DECIMAL(20,4) NOT NULL,
    "receivable_base" DECIMAL(20,4) NOT NULL,
    "cash" DECIMAL(20,4) NOT NULL,
    "cash_base" DECIMAL(20,4) NOT NULL,
    "contract_asset" DECIMAL(20,4) NOT NULL,
    "contract_asset_base" DECIMAL(20,4) NOT NULL,
    "deferred" DECIMAL(20,4) NOT NULL,
    "deferred_base" DECIMAL(20,4) NOT NULL,
    "refund" DECIMAL(20,4) NOT NULL,
    "refund_base" DECIMAL(20,4) NOT NULL,
    "revenue" DECIMAL(20,4) NOT NULL,
    "revenue_base" DECIMAL(20,4) NOT NULL,
    "exchange_base" DECIMAL(20,4) NOT NULL,
    "document" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "document_base" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "recorded_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "revenue_movements_pkey" PRIMARY KEY ("organization_id","id")
);

CREATE TABLE "revenue_runs" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "run_number" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'PERIOD',
    "subsidiary_id" UUID NOT NULL,
    "period" TEXT NOT NULL,
    "posting_date" DATE NOT NULL,
    "grouping" TEXT NOT NULL DEFAULT 'SUBSIDIARY',
    "run_status" TEXT NOT NULL DEFAULT 'PREVIEW',
    "rates" JSONB NOT NULL,
    "proposal" JSONB NOT NULL,
    "created_by" UUID,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "revenue_runs_pkey" PRIMARY KEY ("organization_id","id")
);

CREATE TABLE "revenue_run_chunks" (
    "organization_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "chunk_number" INTEGER NOT NULL,
    "contracts" INTEGER NOT NULL,
    "rows" INTEGER NOT NULL,
    "amounts" JSONB NOT NULL,
    "recorded_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "revenue_run_chunks_pkey" PRIMARY KEY ("organization_id","run_id","chunk_number")
);

CREATE TABLE "contract_costs" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "contract_id" UUID NOT NULL,
    "description" TEXT,
    "cost_kind" TEXT NOT NULL,
    "subsidiary_id" UUID NOT NULL,
    "currency_code" TEXT NOT NULL,
    "amount" DECIMAL(20,4) NOT NULL,
    "posting_date" DATE NOT NULL,
    "facts" JSONB NOT NULL,
    "decision" TEXT NOT NULL,
    "why" TEXT NOT NULL,
    "start_date" DATE NOT NULL,
    "months" INTEGER NOT NULL,
    "exchange_rate" DECIMAL(20,10) NOT NULL DEFAULT 1,
    "amortised" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "impaired" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "asset_account_id" UUID NOT NULL,
    "expense_account_id" UUID NOT NULL,
    "impair_account_id" UUID NOT NULL,
    "offset_account_id" UUID NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contract_costs_pkey" PRIMARY KEY ("organization_id","id")
);

CREATE TABLE "contract_cost_rows" (
    "organization_id" UUID NOT NULL,
    "cost_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "subsidiary_id" UUID NOT NULL,
    "row_kind" TEXT NOT NULL,
    "period" TEXT NOT NULL,
    "amount" DECIMAL(20,4) NOT NULL,
    "recorded_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "run_id" UUID,
    "entry_id" UUID,
    "posted_period" TEXT,
    "posted_at" TIMESTAMPTZ(6),

    CONSTRAINT "contract_cost_rows_pkey" PRIMARY KEY ("organization_id","cost_id","seq")
);

CREATE UNIQUE INDEX "revenue_policies_organization_id_code_policy_version_key" ON "revenue_policies"("organization_id", "code", "policy_version");

CREATE UNIQUE INDEX "ssp_entries_organization_id_product_code_stratum_currency_c_key" ON "ssp_entries"("organization_id", "product_code", "stratum", "currency_code", "valid_from");

CREATE UNIQUE INDEX "obligation_templates_organization_id_item_id_key_key" ON "obligation_templates"("organization_id", "item_id", "key");

CREATE UNIQUE INDEX "revenue_events_organization_id_id_key" ON "revenue_events"("organization_id", "id");

CREATE UNIQUE INDEX "revenue_events_organization_id_source_kind_source_id_key" ON "revenue_events"("organization_id", "source_kind", "source_id");

CREATE INDEX "revenue_movements_organization_id_contract_id_recorded_at_idx" ON "revenue_movements"("organization_id", "contract_id", "recorded_at");

CREATE INDEX "revenue_movements_organization_id_subsidiary_id_period_idx" ON "revenue_movements"("organization_id", "subsidiary_id", "period");

CREATE INDEX "revenue_runs_organization_id_subsidiary_id_period_idx" ON "revenue_runs"("organization_id", "subsidiary_id", "period");

CREATE UNIQUE INDEX "revenue_runs_organization_id_run_number_key" ON "revenue_runs"("organization_id", "run_number");

CREATE INDEX "contract_costs_organization_id_contract_id_idx" ON "contract_costs"("organization_id", "contract_id");

-- References, indexes, checks. ---------------------------------------------------------------------------------------
DO $$
DECLARE
  r record;
BEGIN
  FOR r IN SELECT * FROM (VALUES
    ('revenue_contracts', 'policy_id', 'revenue_policies', true),
    ('revenue_contracts', 'combined_into_id', 'revenue_contracts', true),
    ('ssp_entries', 'item_id', 'items', true),
    ('obligation_templates', 'item_id', 'items', true),
    ('obligation_templates', 'revenue_account_id', 'accounts', true),
    ('performance_obligations', 'contract_id', 'revenue_contracts', false),
    ('performance_obligations', 'revenue_account_id', 'accounts', true),
    ('performance_obligations', 'item_id', 'items', true),
    ('performance_obligations', 'class_id', 'classes', true),
    ('performance_obligations', 'department_id', 'departments', true),
    ('performance_obligations', 'location_id', 'locations', true),
    ('performance_obligations', 'project_id', 'projects', true),
    ('revenue_events', 'contract_id', 'revenue_contracts', false),
    ('revenue_versions', 'contract_id', 'revenue_contracts', false),
    ('revenue_bookings', 'contract_id', 'revenue_contracts', false),
    ('revenue_positions', 'contract_id', 'revenue_contracts', false),
    ('revenue_movements', 'contract_id', 'revenue_contracts', false),
    ('revenue_runs', 'subsidiary_id', 'subsidiaries', false),
    ('revenue_run_chunks', 'run_id', 'revenue_runs', false),
    ('contract_costs', 'contract_id', 'revenue_contracts', false),
    ('contract_costs', 'asset_account_id', 'accounts', true),
    ('contract_costs', 'expense_account_id', 'accounts', true)
  ) AS refs (child, col, parent, indexed)
  LOOP
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I FOREIGN KEY (organization_id, %I) REFERENCES %I (organization_id, id)',
      r.child, left(r.child || '_' || r.col, 56) || '_org_fk', r.col, r.parent);
    IF r.indexed THEN
      EXECUTE format('CREATE INDEX %I ON %I (organization_id, %I) WHERE %I IS NOT NULL',
        left(r.child || '_' || r.col, 55) || '_sql_idx', r.child, r.col, r.col);
    END IF;
  END LOOP;
END $$;

-- What is still to be posted, in the order runs take it; what was posted, for reports of the past.
CREATE INDEX revenue_rows_due_sql_idx ON revenue_rows (organization_id, subsidiary_id, period, contract_id) WHERE run_id IS NULL;
CREATE INDEX contract_cost_rows_due_sql_idx ON contract_cost_rows (organization_id, subsidiary_id, period, cost_id) WHERE run_id IS NULL;
CREATE INDEX revenue_rows_run_sql_idx ON revenue_rows (organization_id, run_id, contract_id) WHERE run_id IS NOT NULL;

ALTER TABLE revenue_policies ADD CONSTRAINT revenue_policies_dates_ck CHECK (valid_to IS NULL OR valid_to >= valid_from);
ALTER TABLE revenue_policies ADD CONSTRAINT revenue_policies_words_ck CHECK (
  schedule_method IN ('EXACT_DAYS', 'EVEN_PERIODS', 'PRORATE_FIRST_LAST', 'FULL_MONTHS')
  AND residual IN ('LAST', 'CUMULATIVE') AND run_grouping IN ('SUBSIDIARY', 'CONTRACT') AND combination_days >= 0);
ALTER TABLE ssp_entries ADD CONSTRAINT ssp_entries_dates_ck CHECK (valid_to IS NULL OR valid_to >= valid_from);
ALTER TABLE ssp_entries ADD CONSTRAINT ssp_entries_range_ck CHECK (ssp >= 0 AND (range_low IS NULL) = (range_high IS NULL)
  AND (range_low IS NULL OR (range_low >= 0 AND range_high >= range_low)));
ALTER TABLE revenue_contracts ADD CONSTRAINT revenue_contracts_status_ck
  CHECK (contract_status IN ('DRAFT', 'ACTIVE', 'COMPLETED', 'TERMINATED', 'COMBINED'));
ALTER TABLE revenue_runs ADD CONSTRAINT revenue_runs_status_ck CHECK (run_status IN ('PREVIEW', 'POSTING', 'POSTED') AND kind IN ('PERIOD', 'EVENT'));
ALTER TABLE revenue_runs ADD CONSTRAINT revenue_runs_period_ck CHECK (period ~ '^\d{4}-(0[1-9]|1[0-2])$');
ALTER TABLE contract_costs ADD CONSTRAINT contract_costs_words_ck CHECK (cost_kind IN ('OBTAIN', 'FULFIL')
  AND decision IN ('CAPITALISED', 'EXPENSED', 'ELSEWHERE') AND amount > 0 AND months > 0 AND amortised + impaired <= amount);

-- Versions of one thing never overlap, whoever writes: the second of two writers waits and then sees the first.
CREATE FUNCTION daybook_refuse_overlap() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_key text := CASE TG_TABLE_NAME WHEN 'revenue_policies' THEN to_jsonb(NEW) ->> 'code'
    ELSE concat_ws(E'\x1f', to_jsonb(NEW) ->> 'product_code', to_jsonb(NEW) ->> 'stratum', to_jsonb(NEW) ->> 'currency_code') END;
  v_found boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(TG_TABLE_NAME || NEW.organization_id::text || v_key, 0));
  IF TG_TABLE_NAME = 'revenue_policies' THEN
    SELECT true INTO v_found FROM revenue_policies o WHERE o.organization_id = NEW.organization_id AND o.id <> NEW.id AND o.code = v_key
      AND o.valid_from <= coalesce(NEW.valid_to, 'infinity') AND coalesce(o.valid_to, 'infinity') >= NEW.valid_from LIMIT 1;
  ELSE
    SELECT true INTO v_found FROM ssp_entries o WHERE o.organization_id = NEW.organization_id AND o.id <> NEW.id
      AND concat_ws(E'\x1f', o.product_code, o.stratum, o.currency_code) = v_key
      AND o.valid_from <= coalesce(NEW.valid_to, 'infinity') AND coalesce(o.valid_to, 'infinity') >= NEW.valid_from LIMIT 1;
  END IF;
  IF v_found THEN
    RAISE check_violation USING MESSAGE = format('%s: versions overlap', TG_TABLE_NAME), CONSTRAINT = TG_TABLE_NAME || '_overlap';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER revenue_policies_overlap AFTER INSERT OR UPDATE ON revenue_policies FOR EACH ROW EXECUTE FUNCTION daybook_refuse_overlap();
CREATE TRIGGER ssp_entries_overlap AFTER INSERT OR UPDATE ON ssp_entries FOR EACH ROW EXECUTE FUNCTION daybook_refuse_overlap();

-- Tenancy, versions, append-only. ------------------------------------------------------------------------------------
DO $$
DECLARE
  t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['revenue_policies', 'ssp_entries', 'obligation_templates', 'performance_obligations', 'revenue_events',
    'revenue_versions', 'revenue_bookings', 'revenue_rows', 'revenue_months', 'revenue_positions', 'revenue_movements', 'revenue_runs',
    'revenue_run_chunks', 'contract_costs', 'contract_cost_rows'] LOOP
    PERFORM daybook_secure_tenant_table(t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['revenue_policies', 'ssp_entries', 'obligation_templates', 'performance_obligations', 'revenue_runs', 'contract_costs'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION daybook_touch()', t || '_touch', t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['revenue_events', 'revenue_versions', 'revenue_bookings', 'revenue_movements', 'revenue_run_chunks'] LOOP
    EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %I FROM daybook_app', t);
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change()', t || '_append_only', t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['revenue_rows', 'contract_cost_rows'] LOOP
    EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %I FROM daybook_app', t);
    EXECUTE format('GRANT UPDATE (run_id, entry_id, posted_period, posted_at) ON %I TO daybook_app', t);
    EXECUTE format('CREATE TRIGGER %I BEFORE DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change()', t || '_append_only', t);
  END LOOP;
  REVOKE DELETE, TRUNCATE ON revenue_months, revenue_positions FROM daybook_app;
END $$;

-- A row is posted once, and nothing else of it ever changes.
CREATE FUNCTION daybook_refuse_posting_twice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM old_rows WHERE run_id IS NOT NULL) THEN
    RAISE restrict_violation USING MESSAGE = format('%s: a row is posted once', TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER contract_cost_rows_once AFTER UPDATE ON contract_cost_rows REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_posting_twice();

-- The monthly summary: what reports of today read instead of history. ------------------------------------------------
CREATE FUNCTION daybook_sum_revenue_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF EXISTS (SELECT 1 FROM old_rows WHERE run_id IS NOT NULL) THEN
      RAISE restrict_violation USING MESSAGE = 'revenue_rows: a row is posted once';
    END IF;
    INSERT INTO revenue_months AS m (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient, slot, settled, posted)
    SELECT x.organization_id, p.subsidiary_id, p.currency_code, p.cohort, x.period, o.revenue_account_id, o.timing, o.expedient, pg_backend_pid() % 8,
           sum(x.settled), sum(x.posted)
    FROM (
      SELECT n.organization_id, n.contract_id, n.obligation_key, n.period, n.amount AS settled, CASE WHEN n.posted_period = n.period THEN n.amount ELSE 0 END AS posted FROM new_rows n
      UNION ALL
      SELECT n.organization_id, n.contract_id, n.obligation_key, n.posted_period, 0, n.amount FROM new_rows n WHERE n.posted_period <> n.period
    ) x
    JOIN revenue_positions p ON p.organization_id = x.organization_id AND p.contract_id = x.contract_id
    JOIN performance_obligations o ON o.organization_id = x.organization_id AND o.contract_id = x.contract_id AND o.key = x.obligation_key
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
    ON CONFLICT (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient, slot)
    DO UPDATE SET settled = m.settled + excluded.settled, posted = m.posted + excluded.posted;
  ELSE
    INSERT INTO revenue_months AS m (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient, slot, planned)
    SELECT n.organization_id, p.subsidiary_id, p.currency_code, p.cohort, n.period, o.revenue_account_id, o.timing, o.expedient, pg_backend_pid() % 8, sum(n.amount)
    FROM new_rows n
    JOIN revenue_positions p ON p.organization_id = n.organization_id AND p.contract_id = n.contract_id
    JOIN performance_obligations o ON o.organization_id = n.organization_id AND o.contract_id = n.contract_id AND o.key = n.obligation_key
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
    ON CONFLICT (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient, slot)
    DO UPDATE SET planned = m.planned + excluded.planned;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER revenue_rows_planned AFTER INSERT ON revenue_rows REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION daybook_sum_revenue_rows();
CREATE TRIGGER revenue_rows_posted AFTER UPDATE ON revenue_rows REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION daybook_sum_revenue_rows();

CREATE FUNCTION daybook_sum_revenue_bookings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO revenue_months AS m (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient, slot, booked)
  SELECT n.organization_id, p.subsidiary_id, p.currency_code, p.cohort, n.period, o.revenue_account_id, o.timing, o.expedient, pg_backend_pid() % 8, sum(n.amount)
  FROM new_rows n
  JOIN revenue_positions p ON p.organization_id = n.organization_id AND p.contract_id = n.contract_id
  JOIN performance_obligations o ON o.organization_id = n.organization_id AND o.contract_id = n.contract_id AND o.key = n.obligation_key
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
  ON CONFLICT (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient, slot)
  DO UPDATE SET booked = m.booked + excluded.booked;
  RETURN NULL;
END $$;
CREATE TRIGGER revenue_bookings_booked AFTER INSERT ON revenue_bookings REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION daybook_sum_revenue_bookings();

-- Posting. -----------------------------------------------------------------------------------------------------------
-- kind: DUE, PAYMENT, REVENUE, REFUND, CREDIT as in core/revenue/balances.ts; DOCUMENT for what a posted document already
-- credited (or, below zero, debited) to the contract liability.
CREATE TYPE daybook_revenue_move AS (
  id uuid, contract_id uuid, kind text, amount numeric, unconditional boolean, keep_refund boolean, event_id uuid, entry_id uuid,
  rate numeric, document_base numeric
);

-- What a change of `p_by` does to a balance's base amount: an increase comes at the rate of the day, a decrease takes its
-- share of what is carried, so that deferred revenue keeps its historical rate (ASC 830-10-45-18).
CREATE FUNCTION daybook_carried(p_balance numeric, p_base numeric, p_by numeric, p_rate numeric, p_minor integer) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_by = 0 THEN 0
    WHEN p_balance = 0 OR sign(p_balance) = sign(p_by) THEN round(p_by * p_rate, p_minor)
    WHEN p_by = -p_balance THEN -p_base
    WHEN abs(p_by) < abs(p_balance) THEN round(p_base * p_by / p_balance, p_minor)
    ELSE -p_base + round((p_balance + p_by) * p_rate, p_minor)
  END
$$;

-- Moves contracts' positions, one movement per contract in a call, and appends the entries for it. The caller holds the
-- positions' locks. Revenue lines come from the rows that carry p_run.
CREATE FUNCTION daybook_post_revenue_moves(
  p_moves daybook_revenue_move[], p_subsidiary uuid, p_date date, p_run uuid, p_source_kind text, p_memo text, p_actor uuid
) RETURNS integer LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_base text;
  v_minor integer;
  v_period fiscal_periods;
  v_entries daybook_entry_draft[];
  v_lines daybook_line_draft[];
BEGIN
  SELECT s.base_currency, coalesce(c.minor_units, 2) INTO v_base, v_minor FROM subsidiaries s
    LEFT JOIN currencies c ON c.organization_id = s.organization_id AND c.code = s.base_currency
    WHERE s.organization_id = v_org AND s.id = p_subsidiary;
  SELECT q.* INTO v_period FROM fiscal_periods q WHERE q.organization_id = v_org AND q.subsidiary_id = p_subsidiary
    AND NOT q.is_adjustment AND p_date BETWEEN q.start_date AND q.end_date LIMIT 1;
  IF v_period.id IS NULL OR daybook_effective_period_status(v_period) <> 'OPEN' THEN
    RAISE restrict_violation USING MESSAGE = format('no open period on %s', p_date);
  END IF;

  INSERT INTO revenue_movements (organization_id, id, contract_id, subsidiary_id, currency_code, kind, amount, posting_date, period, run_id,
      event_id, entry_id, receivable, receivable_base, cash, cash_base, contract_asset, contract_asset_base, deferred, deferred_base,
      refund, refund_base, revenue, revenue_base, exchange_base, document, document_base)
  SELECT v_org, b.id, b.contract_id, b.subsidiary_id, b.currency_code, b.kind, b.amount, p_date, to_char(p_date, 'YYYY-MM'), p_run,
         b.event_id, b.entry_id, b.d_receivable, b.b_receivable, b.d_cash, b.b_cash,
         greatest(-(b.net + b.d_net), 0) - greatest(-b.net, 0),
         CASE WHEN b.net + b.d_net < 0 THEN -(b.net_base + b.b_net) ELSE 0 END - CASE WHEN b.net < 0 THEN -b.net_base ELSE 0 END,
         greatest(b.net + b.d_net, 0) - greatest(b.net, 0),
         CASE WHEN b.net + b.d_net > 0 THEN b.net_base + b.b_net ELSE 0 END - CASE WHEN b.net > 0 THEN b.net_base ELSE 0 END,
         b.d_refund, b.b_refund, CASE WHEN b.kind = 'REVENUE' THEN b.amount ELSE 0 END,
         CASE WHEN b.kind = 'REVENUE' THEN b.b_receivable + b.b_cash - b.b_net - b.b_refund ELSE 0 END,
         CASE WHEN b.kind = 'REVENUE' THEN 0 ELSE b.b_receivable + b.b_cash + b.doc_base - b.b_net - b.b_refund END,
         b.doc, b.doc_base
  FROM (
    SELECT d.*, daybook_carried(d.receivable, d.receivable_base, d.d_receivable, d.rate, v_minor) AS b_receivable,
           round(d.d_cash * d.rate, v_minor) AS b_cash,
           daybook_carried(d.net, d.net_base, d.d_net, d.rate, v_minor) AS b_net,
           daybook_carried(d.refund, d.refund_base, d.d_refund, d.rate, v_minor) AS b_refund
    FROM (
      SELECT m.id, m.contract_id, m.kind, m.amount, m.event_id, m.entry_id, m.rate, p.subsidiary_id, p.currency_code, p.net, p.net_base,
             p.receivable, p.receivable_base, p.refund, p.refund_base,
             CASE m.kind WHEN 'DUE' THEN x.due WHEN 'PAYMENT' THEN m.amount - x.settled WHEN 'REVENUE' THEN x.due - m.amount
               WHEN 'REFUND' THEN -m.amount WHEN 'CREDIT' THEN x.from_refund - m.amount WHEN 'DOCUMENT' THEN m.amount END AS d_net,
             CASE m.kind WHEN 'DUE' THEN x.due WHEN 'PAYMENT' THEN -x.settled WHEN 'REVENUE' THEN x.due WHEN 'CREDIT' THEN -m.amount ELSE 0 END AS d_receivable,
             CASE m.kind WHEN 'PAYMENT' THEN m.amount ELSE 0 END AS d_cash,
             CASE m.kind WHEN 'REFUND' THEN m.amount WHEN 'CREDIT' THEN -x.from_refund ELSE 0 END AS d_refund,
             CASE m.kind WHEN 'DOCUMENT' THEN m.amount ELSE 0 END AS doc,
             CASE m.kind WHEN 'DOCUMENT' THEN coalesce(m.document_base, 0) ELSE 0 END AS doc_base
      FROM unnest(p_moves) m
      JOIN revenue_positions p ON p.organization_id = v_org AND p.contract_id = m.contract_id
      CROSS JOIN LATERAL (SELECT
        CASE m.kind WHEN 'DUE' THEN CASE WHEN m.unconditional THEN m.amount ELSE least(m.amount, greatest(-p.net, 0)) END
                    WHEN 'REVENUE' THEN least(p.pending, greatest(m.amount - p.net, 0)) ELSE 0 END AS due,
        CASE m.kind WHEN 'PAYMENT' THEN least(m.amount, p.receivable) ELSE 0 END AS settled,
        CASE WHEN m.kind = 'CREDIT' AND NOT m.keep_refund THEN least(m.amount, p.refund) ELSE 0 END AS from_refund) x
    ) d
  ) b;

  UPDATE revenue_positions p SET
    net = p.net + v.deferred - v.contract_asset, net_base = p.net_base + v.deferred_base - v.contract_asset_base,
    receivable = p.receivable + v.receivable, receivable_base = p.receivable_base + v.receivable_base,
    refund = p.refund + v.refund, refund_base = p.refund_base + v.refund_base,
    recognised = p.recognised + v.revenue, cash = p.cash + v.cash,
    pending = CASE v.kind WHEN 'DUE' THEN p.pending + v.amount - v.receivable
                          WHEN 'PAYMENT' THEN p.pending - least(v.amount + v.receivable, p.pending)
                          WHEN 'REVENUE' THEN p.pending - v.receivable ELSE p.pending END
  FROM unnest(p_moves) m JOIN revenue_movements v ON v.organization_id = v_org AND v.id = m.id
  WHERE p.organization_id = v_org AND p.contract_id = v.contract_id;

  WITH moved AS (
    SELECT v.*, m.rate FROM unnest(p_moves) m JOIN revenue_movements v ON v.organization_id = v_org AND v.id = m.id
  ), earned AS (
    -- Revenue by account and dimensions; base amounts by cumulative shares, so that they sum to the movement's.
    SELECT e.entry_id, e.contract_id, e.account_id, e.class_id, e.department_id, e.location_id, e.project_id, -e.amount AS amount,
           -(CASE WHEN e.revenue = 0 THEN round(e.reached * e.rate, v_minor) - round((e.reached - e.amount) * e.rate, v_minor)
                  ELSE round(e.revenue_base * e.reached / e.revenue, v_minor) - round(e.revenue_base * (e.reached - e.amount) / e.revenue, v_minor) END) AS base
    FROM (
      SELECT g.*, sum(g.amount) OVER (PARTITION BY g.contract_id ORDER BY g.account_id, g.class_id, g.department_id, g.location_id, g.project_id
                                      ROWS UNBOUNDED PRECEDING) AS reached
      FROM (
        SELECT v.entry_id, v.contract_id, v.revenue, v.revenue_base, v.rate, o.revenue_account_id AS account_id, o.class_id, o.department_id, o.location_id, o.project_id,
               sum(r.amount) AS amount
        FROM moved v
        JOIN revenue_rows r ON r.organization_id = v_org AND r.run_id = p_run AND r.contract_id = v.contract_id AND r.entry_id = v.entry_id
        JOIN performance_obligations o ON o.organization_id = v_org AND o.contract_id = r.contract_id AND o.key = r.obligation_key
        WHERE v.kind = 'REVENUE' AND p_run IS NOT NULL
        GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
      ) g
    ) e
  ), raw AS (
    SELECT e.entry_id, e.contract_id, e.account_id, e.class_id, e.department_id, e.location_id, e.project_id, e.amount, e.base, 'Revenue' AS memo FROM earned e
    UNION ALL
    SELECT v.entry_id, v.contract_id, l.account_id, NULL, NULL, NULL, NULL, l.amount, l.base, l.memo
    FROM moved v JOIN revenue_positions p ON p.organization_id = v_org AND p.contract_id = v.contract_id
    CROSS JOIN LATERAL (VALUES
      (p.receivable_account_id, v.receivable, v.receivable_base, 'Receivable'),
      (p.cash_account_id, v.cash, v.cash_base, 'Payment'),
      (p.contract_asset_account_id, v.contract_asset, v.contract_asset_base, 'Contract asset'),
      (p.deferred_account_id, v.document - v.deferred, v.document_base - v.deferred_base, 'Contract liability'),
      (p.refund_account_id, -v.refund, -v.refund_base, 'Refund liability'),
      (p.exchange_account_id, 0::numeric, -v.exchange_base, 'Exchange difference')
    ) AS l (account_id, amount, base, memo)
  ), summed AS (
    -- The sides stay apart: what one contract adds and another takes is seen.
    SELECT w.entry_id, w.account_id, w.class_id, w.department_id, w.location_id, w.project_id, w.memo, sum(w.amount) AS amount, sum(w.base) AS base
    FROM raw w WHERE w.amount <> 0 OR w.base <> 0
    GROUP BY w.entry_id, w.account_id, w.class_id, w.department_id, w.location_id, w.project_id, w.memo, sign(CASE WHEN w.amount <> 0 THEN w.amount ELSE w.base END)
  ), numbered AS (
    SELECT s.*, row_number() OVER (PARTITION BY s.entry_id ORDER BY (s.amount < 0 OR (s.amount = 0 AND s.base < 0)), s.memo, s.account_id)::int AS n FROM summed s
  ), of_entry AS (
    SELECT DISTINCT ON (v.entry_id) v.entry_id, v.currency_code, v.rate, v.id, v.contract_id FROM moved v
    WHERE EXISTS (SELECT 1 FROM numbered n WHERE n.entry_id = v.entry_id) ORDER BY v.entry_id, v.id
  )
  SELECT (SELECT array_agg(ROW(e.entry_id, p_subsidiary, v_period.id, v_period.fiscal_year, p_date, e.currency_code, v_base, e.rate,
                               p_source_kind, e.entry_id, NULL, NULL, p_memo, p_actor)::daybook_entry_draft ORDER BY e.id) FROM of_entry e),
         (SELECT array_agg(ROW(n.entry_id, n.n, n.account_id, p_subsidiary, v_period.id, p_date, e.currency_code,
                               greatest(n.amount, 0), greatest(-n.amount, 0), greatest(n.base, 0), greatest(-n.base, 0),
                               n.class_id, n.department_id, n.location_id, n.project_id, NULL, NULL, n.memo)::daybook_line_draft)
          FROM numbered n JOIN of_entry e ON e.entry_id = n.entry_id)
  INTO v_entries, v_lines;
  IF v_entries IS NULL THEN
    RETURN 0;
  END IF;
  PERFORM 1 FROM daybook_append_entries(v_entries, v_lines);
  RETURN cardinality(v_entries);
END $$;

-- One step of a run: takes at most p_limit due rows' contracts, posts everything due of them, and says how much. Zero rows:
-- nothing is left and the run is POSTED. Each call is one transaction, so a killed run goes on where it stopped.
CREATE FUNCTION daybook_post_revenue_chunk(p_run uuid, p_limit integer, p_actor uuid)
RETURNS TABLE (o_status text, o_contracts integer, o_rows integer) LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_run revenue_runs;
  v_contracts uuid[];
  v_moves daybook_revenue_move[];
  v_memo text;
  v_rows integer := 0;
  v_amounts jsonb;
BEGIN
  SELECT r.* INTO v_run FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = p_run FOR UPDATE;
  IF v_run.id IS NULL OR v_run.run_status = 'POSTED' THEN
    RETURN QUERY SELECT coalesce(v_run.run_status, 'MISSING'), 0, 0;
    RETURN;
  END IF;
  -- A period is closed under the exclusive side of this lock, so no chunk slips in beside a close.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('periods:' || v_org::text, 0));
  v_memo := format('Revenue of %s, run %s', v_run.period, v_run.run_number);

  SELECT array_agg(l.contract_id) INTO v_contracts FROM (
    SELECT p.contract_id FROM revenue_positions p
    WHERE p.organization_id = v_org AND p.contract_id IN (
      SELECT d.contract_id FROM (
        SELECT r.contract_id FROM revenue_rows r
        WHERE r.organization_id = v_org AND r.subsidiary_id = v_run.subsidiary_id AND r.run_id IS NULL AND r.period <= v_run.period
          AND NOT EXISTS (SELECT 1 FROM performance_obligations o
                          WHERE o.organization_id = v_org AND o.contract_id = r.contract_id AND o.key = r.obligation_key AND o.held)
        ORDER BY r.period, r.contract_id LIMIT p_limit) d)
    ORDER BY p.contract_id FOR UPDATE) l;

  IF v_contracts IS NOT NULL THEN
    WITH due AS (
      SELECT r.contract_id, p.currency_code, sum(r.amount) AS amount
      FROM revenue_rows r
      JOIN performance_obligations o ON o.organization_id = v_org AND o.contract_id = r.contract_id AND o.key = r.obligation_key AND NOT o.held
      JOIN revenue_positions p ON p.organization_id = v_org AND p.contract_id = r.contract_id
      WHERE r.organization_id = v_org AND r.contract_id = ANY (v_contracts) AND r.run_id IS NULL AND r.period <= v_run.period
      GROUP BY 1, 2
    ), entries AS MATERIALIZED (SELECT c.currency_code, daybook_uuid_v7() AS entry_id FROM (SELECT DISTINCT currency_code FROM due) c)
    SELECT array_agg(ROW(daybook_uuid_v7(), d.contract_id, 'REVENUE', d.amount, false, true, NULL,
             CASE WHEN v_run.grouping = 'CONTRACT' THEN daybook_uuid_v7() ELSE e.entry_id END,
             coalesce((v_run.rates ->> d.currency_code)::numeric, 1), NULL)::daybook_revenue_move ORDER BY d.contract_id),
           (SELECT jsonb_object_agg(t.currency_code, t.amount::text) FROM (SELECT currency_code, sum(amount) AS amount FROM due GROUP BY 1) t)
    INTO v_moves, v_amounts
    FROM due d JOIN entries e USING (currency_code);

    UPDATE revenue_rows r SET run_id = p_run, entry_id = m.entry_id, posted_period = to_char(v_run.posting_date, 'YYYY-MM'), posted_at = now()
    FROM unnest(v_moves) m
    WHERE r.organization_id = v_org AND r.contract_id = m.contract_id AND r.run_id IS NULL AND r.period <= v_run.period
      AND EXISTS (SELECT 1 FROM performance_obligations o
                  WHERE o.organization_id = v_org AND o.contract_id = r.contract_id AND o.key = r.obligation_key AND NOT o.held);
    GET DIAGNOSTICS v_rows = ROW_COUNT;
    PERFORM daybook_post_revenue_moves(v_moves, v_run.subsidiary_id, v_run.posting_date, p_run, 'REVENUE_RUN', v_memo, p_actor);
  END IF;

  IF v_rows = 0 THEN
    v_rows := daybook_post_cost_rows(p_run, p_limit, p_actor);
    IF v_rows = 0 THEN
      UPDATE revenue_runs SET run_status = 'POSTED', started_at = coalesce(started_at, now()), finished_at = now()
      WHERE organization_id = v_org AND id = p_run;
      RETURN QUERY SELECT 'POSTED', 0, 0;
      RETURN;
    END IF;
  END IF;
  INSERT INTO revenue_run_chunks (organization_id, run_id, chunk_number, contracts, rows, amounts)
  SELECT v_org, p_run, count(*)::int + 1, coalesce(cardinality(v_contracts), 0), v_rows, coalesce(v_amounts, '{}') FROM revenue_run_chunks c
  WHERE c.organization_id = v_org AND c.run_id = p_run;
  UPDATE revenue_runs SET run_status = 'POSTING', started_at = coalesce(started_at, now())
  WHERE organization_id = v_org AND id = p_run AND run_status = 'PREVIEW';
  RETURN QUERY SELECT 'POSTING', coalesce(cardinality(v_contracts), 0), v_rows;
END $$;

-- The amortisation of contract costs due in a run, in the same way; base amounts keep the rate of the capitalisation.
CREATE FUNCTION daybook_post_cost_rows(p_run uuid, p_limit integer, p_actor uuid) RETURNS integer LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_run revenue_runs;
  v_period fiscal_periods;
  v_base text;
  v_minor integer;
  v_costs uuid[];
  v_rows integer;
  v_entries daybook_entry_draft[];
  v_lines daybook_line_draft[];
BEGIN
  SELECT r.* INTO v_run FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = p_run;
  SELECT array_agg(l.id) INTO v_costs FROM (
    SELECT c.id FROM contract_costs c WHERE c.organization_id = v_org AND c.id IN (
      SELECT d.cost_id FROM (SELECT r.cost_id FROM contract_cost_rows r
        WHERE r.organization_id = v_org AND r.subsidiary_id = v_run.subsidiary_id AND r.run_id IS NULL AND r.period <= v_run.period
        ORDER BY r.period, r.cost_id LIMIT p_limit) d)
    ORDER BY c.id FOR UPDATE) l;
  IF v_costs IS NULL THEN
    RETURN 0;
  END IF;
  SELECT s.base_currency, coalesce(c.minor_units, 2) INTO v_base, v_minor FROM subsidiaries s
    LEFT JOIN currencies c ON c.organization_id = s.organization_id AND c.code = s.base_currency
    WHERE s.organization_id = v_org AND s.id = v_run.subsidiary_id;
  SELECT q.* INTO v_period FROM fiscal_periods q WHERE q.organization_id = v_org AND q.subsidiary_id = v_run.subsidiary_id
    AND NOT q.is_adjustment AND v_run.posting_date BETWEEN q.start_date AND q.end_date LIMIT 1;
  IF v_period.id IS NULL OR daybook_effective_period_status(v_period) <> 'OPEN' THEN
    RAISE restrict_violation USING MESSAGE = format('no open period on %s', v_run.posting_date);
  END IF;
  WITH due AS (
    SELECT c.currency_code, c.asset_account_id, c.expense_account_id, c.exchange_rate, c.amortised AS before, sum(r.amount) AS amount
    FROM contract_cost_rows r JOIN contract_costs c ON c.organization_id = v_org AND c.id = r.cost_id
    WHERE r.organization_id = v_org AND r.cost_id = ANY (v_costs) AND r.run_id IS NULL AND r.period <= v_run.period
    GROUP BY c.id, 1, 2, 3, 4, 5
  ), sides AS (
    SELECT d.currency_code, s.account_id, s.sign * d.amount AS amount,
           s.sign * (round((d.before + d.amount) * d.exchange_rate, v_minor) - round(d.before * d.exchange_rate, v_minor)) AS base, d.exchange_rate
    FROM due d CROSS JOIN LATERAL (VALUES (d.expense_account_id, 1), (d.asset_account_id, -1)) AS s (account_id, sign)
  ), summed AS (
    SELECT currency_code, account_id, sum(amount) AS amount, sum(base) AS base, sign(amount) FROM sides WHERE amount <> 0 GROUP BY currency_code, account_id, sign(amount)
  ), entries AS MATERIALIZED (SELECT c.currency_code, daybook_uuid_v7() AS id FROM (SELECT DISTINCT currency_code FROM summed) c)
  SELECT (SELECT array_agg(ROW(e.id, v_run.subsidiary_id, v_period.id, v_period.fiscal_year, v_run.posting_date, e.currency_code, v_base,
            coalesce((v_run.rates ->> e.currency_code)::numeric, 1), 'REVENUE_RUN', e.id, NULL, NULL,
            format('Amortisation of contract costs of %s, run %s', v_run.period, v_run.run_number), p_actor)::daybook_entry_draft) FROM entries e),
         (SELECT array_agg(ROW(e.id, s.n, s.account_id, v_run.subsidiary_id, v_period.id, v_run.posting_date, e.currency_code,
            greatest(s.amount, 0), greatest(-s.amount, 0), greatest(s.base, 0), greatest(-s.base, 0), NULL, NULL, NULL, NULL, NULL, NULL,
            'Amortisation of contract costs')::daybook_line_draft)
          FROM (SELECT summed.*, row_number() OVER (PARTITION BY summed.currency_code ORDER BY summed.amount < 0, summed.account_id)::int AS n FROM summed) s
          JOIN entries e USING (currency_code))
  INTO v_entries, v_lines;
  UPDATE contract_costs c SET amortised = c.amortised + d.amount
  FROM (SELECT r.cost_id, sum(r.amount) AS amount FROM contract_cost_rows r
        WHERE r.organization_id = v_org AND r.cost_id = ANY (v_costs) AND r.run_id IS NULL AND r.period <= v_run.period GROUP BY 1) d
  WHERE c.organization_id = v_org AND c.id = d.cost_id;
  UPDATE contract_cost_rows r SET run_id = p_run, posted_period = to_char(v_run.posting_date, 'YYYY-MM'), posted_at = now(),
    entry_id = (SELECT e.id FROM unnest(v_entries) e JOIN contract_costs c ON c.organization_id = v_org AND c.id = r.cost_id WHERE e.currency_code = c.currency_code)
  WHERE r.organization_id = v_org AND r.cost_id = ANY (v_costs) AND r.run_id IS NULL AND r.period <= v_run.period;
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  IF v_entries IS NOT NULL THEN
    PERFORM 1 FROM daybook_append_entries(v_entries, v_lines);
  END IF;
  RETURN v_rows;
END $$;
