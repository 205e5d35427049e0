-- Functions the tables' defaults need.

-- A time-ordered id (RFC 9562 version 7). PostgreSQL 18 has its own; this one also serves 15, 16 and 17.
CREATE FUNCTION daybook_uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
    52, 1), 53, 1), 'hex')::uuid
$$;

-- The id of the running top-level transaction, also inside savepoints.
CREATE FUNCTION daybook_transaction_id() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT pg_current_xact_id()::text::bigint
$$;

-- The tenant and the person of this connection; NULL when unset, and NULL sees nothing.
CREATE FUNCTION daybook_organization() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT nullif(current_setting('app.organization_id', true), '')::uuid
$$;
CREATE FUNCTION daybook_user() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT nullif(current_setting('app.user_id', true), '')::uuid
$$;

-- CreateTable
CREATE TABLE "subscriptions" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "subscription_number" TEXT NOT NULL,
    "name" TEXT,
    "customer_id" UUID,
    "subsidiary_id" UUID NOT NULL,
    "currency_code" TEXT NOT NULL,
    "price_list_id" UUID,
    "start_date" DATE NOT NULL,
    "end_date" DATE,
    "term_months" INTEGER,
    "billing_frequency" TEXT NOT NULL DEFAULT 'MONTHLY',
    "renewal" TEXT NOT NULL DEFAULT 'NONE',
    "subscription_status" TEXT NOT NULL DEFAULT 'DRAFT',
    "record_status" TEXT NOT NULL DEFAULT 'active',
    "cancelled_on" DATE,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "subscription_items" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "item_id" UUID,
    "description" TEXT,
    "quantity" DECIMAL(20,10) NOT NULL,
    "unit_price" DECIMAL(20,6) NOT NULL,
    "discount_percent" DECIMAL(20,10) NOT NULL DEFAULT 0,
    "start_date" DATE NOT NULL,
    "end_date" DATE,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "subscription_items_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "units_of_measure" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "symbol" TEXT,
    "category" TEXT,
    "base_unit_id" UUID,
    "conversion_factor" DECIMAL(20,10),
    "record_status" TEXT NOT NULL DEFAULT 'active',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "units_of_measure_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "items" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "item_type" TEXT NOT NULL DEFAULT 'SERVICE',
    "unit_id" UUID,
    "revenue_account_id" UUID,
    "expense_account_id" UUID,
    "tax_code_id" UUID,
    "record_status" TEXT NOT NULL DEFAULT 'active',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "items_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "price_lists" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "currency_code" TEXT NOT NULL,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "valid_from" DATE,
    "valid_to" DATE,
    "record_status" TEXT NOT NULL DEFAULT 'active',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "price_lists_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "price_list_items" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "price_list_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "unit_price" DECIMAL(20,6) NOT NULL,
    "minimum_quantity" DECIMAL(20,10) NOT NULL DEFAULT 1,
    "valid_from" DATE NOT NULL,
    "valid_to" DATE,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "price_list_items_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "tax_codes" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "account_id" UUID,
    "record_status" TEXT NOT NULL DEFAULT 'active',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tax_codes_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "tax_rates" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "tax_code_id" UUID NOT NULL,
    "rate_percent" DECIMAL(20,10) NOT NULL,
    "valid_from" DATE NOT NULL,
    "valid_to" DATE,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tax_rates_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "vendors" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "email" TEXT,
    "phone" TEXT,
    "address" JSONB,
    "tax_id" TEXT,
    "payment_terms" TEXT,
    "currency_code" TEXT,
    "parent_id" UUID,
    "payable_account_id" UUID,
    "default_expense_account_id" UUID,
    "record_status" TEXT NOT NULL DEFAULT 'active',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "vendors_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "prospects" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "phone" TEXT,
    "company" TEXT,
    "industry" TEXT,
    "estimated_revenue" DECIMAL(20,4),
    "employee_count" INTEGER,
    "prospect_status" TEXT NOT NULL DEFAULT 'researching',
    "assigned_to" UUID,
    "last_contacted_at" TIMESTAMPTZ(3),
    "notes" TEXT,
    "custom_fields" JSONB,
    "record_status" TEXT NOT NULL DEFAULT 'active',
    "converted_lead_id" UUID,
    "converted_customer_id" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "prospects_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "leads" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "phone" TEXT,
    "company" TEXT,
    "industry" TEXT,
    "source" TEXT,
    "lead_status" TEXT NOT NULL DEFAULT 'new',
    "score" INTEGER NOT NULL DEFAULT 0,
    "prospect_id" UUID,
    "assigned_to" UUID,
    "notes" TEXT,
    "record_status" TEXT NOT NULL DEFAULT 'active',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "leads_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "customers" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "company_name" TEXT NOT NULL,
    "customer_id" TEXT,
    "contact_email" TEXT,
    "contact_phone" TEXT,
    "billing_address" JSONB,
    "shipping_address" JSONB,
    "parent_customer_id" UUID,
    "tax_id" TEXT,
    "payment_terms" TEXT,
    "credit_limit" DECIMAL(20,4),
    "currency_code" TEXT,
    "subsidiary_id" UUID,
    "receivable_account_id" UUID,
    "prospect_id" UUID,
    "lead_id" UUID,
    "notes" TEXT,
    "record_status" TEXT NOT NULL DEFAULT 'active',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "customers_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "customer_warehouses" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "warehouse_id" UUID NOT NULL,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "customer_warehouses_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT,
    "is_disabled" BOOLEAN NOT NULL DEFAULT false,
    "failed_sign_ins" INTEGER NOT NULL DEFAULT 0,
    "locked_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "user_id" UUID,
    "api_client_id" UUID,
    "signed_in_organization_id" UUID,
    "refresh_token_hash" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organizations" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "base_currency" TEXT NOT NULL,
    "fiscal_year_start_month" INTEGER NOT NULL DEFAULT 1,
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "segregation_of_duties" TEXT NOT NULL DEFAULT 'off',
    "segregation_threshold" DECIMAL(20,4),
    "is_demo" BOOLEAN NOT NULL DEFAULT false,
    "record_status" TEXT NOT NULL DEFAULT 'active',
    "created_by" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "roles" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "subsidiary_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "record_status" TEXT NOT NULL DEFAULT 'active',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "company_id" UUID NOT NULL,
    "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_by" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "api_clients" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "roles" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_by" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_clients_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "accounts" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "account_type" TEXT NOT NULL,
    "normal_side" TEXT NOT NULL,
    "is_summary" BOOLEAN NOT NULL DEFAULT false,
    "is_control" BOOLEAN NOT NULL DEFAULT false,
    "control_for" TEXT,
    "parent_id" UUID,
    "currency_code" TEXT,
    "required_dimensions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "recommended_dimensions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "record_status" TEXT NOT NULL DEFAULT 'active',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "currencies" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "minor_units" INTEGER NOT NULL,
    "record_status" TEXT NOT NULL DEFAULT 'active',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "currencies_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "exchange_rates" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "from_currency" TEXT NOT NULL,
    "to_currency" TEXT NOT NULL,
    "rate_type" TEXT NOT NULL DEFAULT 'SPOT',
    "rate_date" DATE NOT NULL,
    "rate" DECIMAL(20,10) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "exchange_rates_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "fiscal_periods" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "subsidiary_id" UUID NOT NULL,
    "fiscal_year" INTEGER NOT NULL,
    "period_number" INTEGER NOT NULL,
    "label" TEXT NOT NULL,
    "start_date" DATE NOT NULL,
    "end_date" DATE NOT NULL,
    "is_adjustment" BOOLEAN NOT NULL DEFAULT false,
    "period_status" TEXT NOT NULL DEFAULT 'OPEN',
    "status_reason" TEXT,
    "status_changed_by" UUID,
    "status_changed_at" TIMESTAMPTZ(3),
    "reopened_until" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "fiscal_periods_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "ledger_entries" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "entry_number" TEXT NOT NULL,
    "subsidiary_id" UUID NOT NULL,
    "book" TEXT NOT NULL DEFAULT 'PRIMARY',
    "period_id" UUID NOT NULL,
    "posting_date" DATE NOT NULL,
    "currency_code" TEXT NOT NULL,
    "base_currency_code" TEXT NOT NULL,
    "exchange_rate" DECIMAL(20,10) NOT NULL,
    "source_kind" TEXT NOT NULL,
    "source_id" UUID NOT NULL,
    "transaction_id" UUID,
    "reversal_of_id" UUID,
    "memo" TEXT,
    "posted_by" UUID,
    "inserted_in_transaction" BIGINT NOT NULL DEFAULT daybook_transaction_id(),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "ledger_lines" (
    "organization_id" UUID NOT NULL,
    "entry_id" UUID NOT NULL,
    "line_number" INTEGER NOT NULL,
    "account_id" UUID NOT NULL,
    "subsidiary_id" UUID NOT NULL,
    "period_id" UUID NOT NULL,
    "posting_date" DATE NOT NULL,
    "currency_code" TEXT NOT NULL,
    "debit" DECIMAL(20,4) NOT NULL,
    "credit" DECIMAL(20,4) NOT NULL,
    "base_debit" DECIMAL(20,4) NOT NULL,
    "base_credit" DECIMAL(20,4) NOT NULL,
    "class_id" UUID,
    "department_id" UUID,
    "location_id" UUID,
    "project_id" UUID,
    "entity_type" TEXT,
    "entity_id" UUID,
    "memo" TEXT,

    CONSTRAINT "ledger_lines_pkey" PRIMARY KEY ("organization_id","entry_id","line_number")
);

-- CreateTable
CREATE TABLE "ledger_balances" (
    "organization_id" UUID NOT NULL,
    "subsidiary_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "period_id" UUID NOT NULL,
    "currency_code" TEXT NOT NULL,
    "slot" INTEGER NOT NULL,
    "debit" DECIMAL(24,4) NOT NULL,
    "credit" DECIMAL(24,4) NOT NULL,
    "base_debit" DECIMAL(24,4) NOT NULL,
    "base_credit" DECIMAL(24,4) NOT NULL,
    "line_count" BIGINT NOT NULL,

    CONSTRAINT "ledger_balances_pkey" PRIMARY KEY ("organization_id","subsidiary_id","period_id","account_id","currency_code","slot")
);

-- CreateTable
CREATE TABLE "ledger_dimension_balances" (
    "organization_id" UUID NOT NULL,
    "subsidiary_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "period_id" UUID NOT NULL,
    "currency_code" TEXT NOT NULL,
    "class_id" UUID NOT NULL,
    "department_id" UUID NOT NULL,
    "location_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "debit" DECIMAL(24,4) NOT NULL,
    "credit" DECIMAL(24,4) NOT NULL,
    "base_debit" DECIMAL(24,4) NOT NULL,
    "base_credit" DECIMAL(24,4) NOT NULL,
    "line_count" BIGINT NOT NULL,

    CONSTRAINT "ledger_dimension_balances_pkey" PRIMARY KEY ("organization_id","subsidiary_id","period_id","account_id","currency_code","class_id","department_id","location_id","project_id")
);

-- CreateTable
CREATE TABLE "number_counters" (
    "organization_id" UUID NOT NULL,
    "series" TEXT NOT NULL,
    "fiscal_year" INTEGER NOT NULL,
    "next_value" BIGINT NOT NULL,

    CONSTRAINT "number_counters_pkey" PRIMARY KEY ("organization_id","series","fiscal_year")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "organization_id" UUID NOT NULL,
    "credential" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "response_status" INTEGER NOT NULL,
    "response_body" TEXT NOT NULL,
    "response_headers" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("organization_id","credential","route","key")
);

-- CreateTable
CREATE TABLE "audit_log" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_kind" TEXT NOT NULL,
    "actor_id" UUID,
    "actor_name" TEXT,
    "action" TEXT NOT NULL,
    "noun" TEXT NOT NULL,
    "record_id" UUID,
    "before" JSONB,
    "after" JSONB,
    "surface" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "inserted_in_transaction" BIGINT NOT NULL DEFAULT daybook_transaction_id(),

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "audit_seals" (
    "organization_id" UUID NOT NULL,
    "sequence" BIGINT NOT NULL,
    "audit_id" UUID NOT NULL,
    "previous_hash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "sealed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_seals_pkey" PRIMARY KEY ("organization_id","sequence")
);

-- CreateTable
CREATE TABLE "outbox_events" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "event_type" TEXT NOT NULL,
    "record_id" UUID,
    "payload" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "published_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "outbox_events_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "event_types" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "record_status" TEXT NOT NULL DEFAULT 'active',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "companies" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "subsidiary_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "external_id" TEXT,
    "record_status" TEXT NOT NULL DEFAULT 'active',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "companies_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "projects" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "company_id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "subsidiary_id" UUID NOT NULL,
    "customer_id" UUID,
    "currency_code" TEXT NOT NULL,
    "start_date" DATE,
    "end_date" DATE,
    "project_status" TEXT NOT NULL DEFAULT 'ACTIVE',
    "external_id" TEXT,
    "record_status" TEXT NOT NULL DEFAULT 'active',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "projects_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "budgets" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "currency_code" TEXT NOT NULL,
    "is_current" BOOLEAN NOT NULL DEFAULT true,
    "record_status" TEXT NOT NULL DEFAULT 'active',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "budgets_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "budget_lines" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "budget_id" UUID NOT NULL,
    "cost_code" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "original_amount" DECIMAL(20,4) NOT NULL,
    "approved_changes" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "pending_changes" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "forecast_to_complete" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "sort_order" INTEGER NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "budget_lines_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "budget_views" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "budget_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "columns" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "group_by" TEXT NOT NULL DEFAULT 'category',
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "record_status" TEXT NOT NULL DEFAULT 'active',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "budget_views_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "budget_view_snapshots" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "budget_view_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL,
    "taken_by" UUID,
    "note" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "budget_view_snapshots_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "budget_snapshot_lines" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "snapshot_id" UUID NOT NULL,
    "cost_code" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "original_amount" DECIMAL(20,4) NOT NULL,
    "approved_changes" DECIMAL(20,4) NOT NULL,
    "revised_amount" DECIMAL(20,4) NOT NULL,
    "committed_amount" DECIMAL(20,4) NOT NULL,
    "actual_amount" DECIMAL(20,4) NOT NULL,
    "forecast_to_complete" DECIMAL(20,4) NOT NULL,
    "projected_amount" DECIMAL(20,4) NOT NULL,
    "variance_amount" DECIMAL(20,4) NOT NULL,
    "sort_order" INTEGER NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "budget_snapshot_lines_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "prime_contracts" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "contract_number" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "customer_id" UUID,
    "contract_date" DATE NOT NULL,
    "start_date" DATE,
    "end_date" DATE,
    "original_amount" DECIMAL(20,4) NOT NULL,
    "retainage_percent" DECIMAL(20,10) NOT NULL DEFAULT 0,
    "contract_state" TEXT NOT NULL DEFAULT 'APPROVED',
    "currency_code" TEXT NOT NULL,
    "description" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "prime_contracts_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "prime_contract_lines" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "prime_contract_id" UUID NOT NULL,
    "line_number" INTEGER NOT NULL,
    "cost_code" TEXT,
    "description" TEXT NOT NULL,
    "amount" DECIMAL(20,4) NOT NULL,
    "billed_amount" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "prime_contract_lines_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "change_orders" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "prime_contract_id" UUID,
    "commitment_id" UUID,
    "change_number" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "amount" DECIMAL(20,4) NOT NULL,
    "change_state" TEXT NOT NULL DEFAULT 'PENDING',
    "requested_on" DATE NOT NULL,
    "approved_on" DATE,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "change_orders_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "commitments" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "commitment_number" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "commitment_kind" TEXT NOT NULL,
    "vendor_id" UUID,
    "original_amount" DECIMAL(20,4) NOT NULL,
    "approved_changes" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "invoiced_amount" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "commitment_state" TEXT NOT NULL DEFAULT 'APPROVED',
    "currency_code" TEXT NOT NULL,
    "committed_on" DATE NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "commitments_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "commitment_lines" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "commitment_id" UUID NOT NULL,
    "line_number" INTEGER NOT NULL,
    "cost_code" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "quantity" DECIMAL(20,10) NOT NULL,
    "unit_price" DECIMAL(20,6) NOT NULL,
    "amount" DECIMAL(20,4) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "commitment_lines_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "purchase_orders" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "commitment_id" UUID NOT NULL,
    "order_number" TEXT NOT NULL,
    "vendor_id" UUID NOT NULL,
    "order_date" DATE NOT NULL,
    "expected_date" DATE,
    "currency_code" TEXT NOT NULL,
    "total_amount" DECIMAL(20,4) NOT NULL,
    "order_state" TEXT NOT NULL DEFAULT 'ISSUED',
    "memo" TEXT,
    "external_reference" TEXT,
    "created_by" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "purchase_orders_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "purchase_order_lines" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "purchase_order_id" UUID NOT NULL,
    "line_number" INTEGER NOT NULL,
    "cost_code" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "quantity" DECIMAL(20,10) NOT NULL,
    "unit_price" DECIMAL(20,6) NOT NULL,
    "amount" DECIMAL(20,4) NOT NULL,
    "account_id" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "purchase_order_lines_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "revenue_contracts" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "contract_number" TEXT NOT NULL,
    "name" TEXT,
    "customer_id" UUID,
    "subsidiary_id" UUID NOT NULL,
    "currency_code" TEXT NOT NULL,
    "contract_date" DATE NOT NULL,
    "start_date" DATE,
    "end_date" DATE,
    "transaction_price" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "contract_status" TEXT NOT NULL DEFAULT 'DRAFT',
    "subscription_id" UUID,
    "notes" TEXT,
    "record_status" TEXT NOT NULL DEFAULT 'active',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "revenue_contracts_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "subsidiaries" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "description" TEXT,
    "parent_id" UUID,
    "base_currency" TEXT NOT NULL,
    "country_code" TEXT,
    "is_elimination" BOOLEAN NOT NULL DEFAULT false,
    "record_status" TEXT NOT NULL DEFAULT 'active',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "subsidiaries_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "departments" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "parent_id" UUID,
    "manager_id" UUID,
    "record_status" TEXT NOT NULL DEFAULT 'active',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "departments_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "locations" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "parent_id" UUID,
    "address" JSONB,
    "time_zone" TEXT,
    "record_status" TEXT NOT NULL DEFAULT 'active',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "locations_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "classes" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "parent_id" UUID,
    "record_status" TEXT NOT NULL DEFAULT 'active',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "classes_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "warehouses" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "location_id" UUID,
    "subsidiary_id" UUID,
    "address" JSONB,
    "record_status" TEXT NOT NULL DEFAULT 'active',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "warehouses_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "transaction_types" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "number_prefix" TEXT NOT NULL,
    "record_status" TEXT NOT NULL DEFAULT 'active',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "transaction_types_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "posting_rules" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "transaction_type_id" UUID NOT NULL,
    "subsidiary_id" UUID,
    "control_account_id" UUID,
    "tax_account_id" UUID,
    "discount_account_id" UUID,
    "bank_account_id" UUID,
    "default_line_account_id" UUID,
    "shipping_account_id" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "posting_rules_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "business_transactions" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "transaction_number" TEXT NOT NULL,
    "transaction_type_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "subsidiary_id" UUID NOT NULL,
    "entity_type" TEXT,
    "entity_id" UUID,
    "transaction_date" DATE NOT NULL,
    "due_date" DATE,
    "currency_code" TEXT NOT NULL,
    "base_currency_code" TEXT NOT NULL,
    "exchange_rate" DECIMAL(20,10) NOT NULL,
    "exchange_rate_given" BOOLEAN NOT NULL DEFAULT false,
    "subtotal_amount" DECIMAL(20,4) NOT NULL,
    "tax_amount" DECIMAL(20,4) NOT NULL,
    "discount_amount" DECIMAL(20,4) NOT NULL,
    "total_amount" DECIMAL(20,4) NOT NULL,
    "base_total_amount" DECIMAL(20,4) NOT NULL,
    "applied_amount" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "transaction_status" TEXT NOT NULL DEFAULT 'DRAFT',
    "memo" TEXT,
    "reference_number" TEXT,
    "payment_method" TEXT,
    "payment_terms" TEXT,
    "billing_address" JSONB,
    "project_id" UUID,
    "subscription_id" UUID,
    "revenue_contract_id" UUID,
    "created_by" UUID,
    "submitted_by" UUID,
    "submitted_at" TIMESTAMPTZ(3),
    "approved_by" UUID,
    "approved_at" TIMESTAMPTZ(3),
    "approval_comment" TEXT,
    "posted_by" UUID,
    "posted_at" TIMESTAMPTZ(3),
    "posting_date" DATE,
    "ledger_entry_id" UUID,
    "reversal_reason" TEXT,
    "reversal_date" DATE,
    "reversal_entry_id" UUID,
    "reversal_transaction_id" UUID,
    "reverses_transaction_id" UUID,
    "cancelled_at" TIMESTAMPTZ(3),
    "cancel_reason" TEXT,
    "record_status" TEXT NOT NULL DEFAULT 'active',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "business_transactions_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "business_transaction_lines" (
    "organization_id" UUID NOT NULL,
    "transaction_id" UUID NOT NULL,
    "line_number" INTEGER NOT NULL,
    "line_type" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "quantity" DECIMAL(20,10) NOT NULL,
    "unit_price" DECIMAL(20,6) NOT NULL,
    "line_amount" DECIMAL(20,4) NOT NULL,
    "tax_code_id" UUID,
    "tax_rate_percent" DECIMAL(20,10),
    "tax_amount" DECIMAL(20,4) NOT NULL,
    "account_id" UUID,
    "item_id" UUID,
    "class_id" UUID,
    "department_id" UUID,
    "location_id" UUID,
    "project_id" UUID,

    CONSTRAINT "business_transaction_lines_pkey" PRIMARY KEY ("organization_id","transaction_id","line_number")
);

-- CreateTable
CREATE TABLE "transaction_impact_lines" (
    "organization_id" UUID NOT NULL,
    "transaction_id" UUID NOT NULL,
    "line_number" INTEGER NOT NULL,
    "document_line_number" INTEGER,
    "account_id" UUID,
    "debit" DECIMAL(20,4) NOT NULL,
    "credit" DECIMAL(20,4) NOT NULL,
    "base_debit" DECIMAL(20,4) NOT NULL,
    "base_credit" DECIMAL(20,4) NOT NULL,
    "class_id" UUID,
    "department_id" UUID,
    "location_id" UUID,
    "project_id" UUID,
    "entity_type" TEXT,
    "entity_id" UUID,
    "memo" TEXT,

    CONSTRAINT "transaction_impact_lines_pkey" PRIMARY KEY ("organization_id","transaction_id","line_number")
);

-- CreateTable
CREATE TABLE "payment_applications" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "payment_id" UUID NOT NULL,
    "document_id" UUID NOT NULL,
    "amount" DECIMAL(20,4) NOT NULL,
    "applied_on" DATE NOT NULL,
    "reversed_at" TIMESTAMPTZ(3),
    "created_by" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_applications_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "employees" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "display_name" TEXT,
    "code" TEXT,
    "entity_types" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "email" TEXT,
    "phone" TEXT,
    "website" TEXT,
    "address" JSONB,
    "parent_entity_id" UUID,
    "primary_contact_id" UUID,
    "tax_id" TEXT,
    "description" TEXT,
    "notes" TEXT,
    "custom_fields" JSONB,
    "employee_number" TEXT,
    "department" TEXT,
    "title" TEXT,
    "reports_to" UUID,
    "start_date" DATE,
    "end_date" DATE,
    "employment_type" TEXT,
    "has_metadata" BOOLEAN NOT NULL DEFAULT false,
    "record_status" TEXT NOT NULL DEFAULT 'active',
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "subsidiary_id" UUID,
    "department_id" UUID,
    "user_id" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "employees_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateIndex
CREATE INDEX "subscriptions_organization_id_customer_id_idx" ON "subscriptions"("organization_id", "customer_id");

-- CreateIndex
CREATE UNIQUE INDEX "subscriptions_organization_id_subscription_number_key" ON "subscriptions"("organization_id", "subscription_number");

-- CreateIndex
CREATE INDEX "subscription_items_organization_id_subscription_id_idx" ON "subscription_items"("organization_id", "subscription_id");

-- CreateIndex
CREATE UNIQUE INDEX "units_of_measure_organization_id_code_key" ON "units_of_measure"("organization_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "items_organization_id_code_key" ON "items"("organization_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "price_lists_organization_id_code_key" ON "price_lists"("organization_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "price_list_items_organization_id_price_list_id_item_id_mini_key" ON "price_list_items"("organization_id", "price_list_id", "item_id", "minimum_quantity", "valid_from");

-- CreateIndex
CREATE UNIQUE INDEX "tax_codes_organization_id_code_key" ON "tax_codes"("organization_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "tax_rates_organization_id_tax_code_id_valid_from_key" ON "tax_rates"("organization_id", "tax_code_id", "valid_from");

-- CreateIndex
CREATE UNIQUE INDEX "vendors_organization_id_code_key" ON "vendors"("organization_id", "code");

-- CreateIndex
CREATE INDEX "prospects_organization_id_created_at_id_idx" ON "prospects"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "prospects_organization_id_estimated_revenue_idx" ON "prospects"("organization_id", "estimated_revenue");

-- CreateIndex
CREATE INDEX "leads_organization_id_created_at_id_idx" ON "leads"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "customers_organization_id_parent_customer_id_idx" ON "customers"("organization_id", "parent_customer_id");

-- CreateIndex
CREATE INDEX "customers_organization_id_created_at_id_idx" ON "customers"("organization_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "customer_warehouses_organization_id_customer_id_warehouse_i_key" ON "customer_warehouses"("organization_id", "customer_id", "warehouse_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_refresh_token_hash_key" ON "sessions"("refresh_token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "organizations_slug_key" ON "organizations"("slug");

-- CreateIndex
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "memberships_organization_id_user_id_key" ON "memberships"("organization_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_organization_id_prefix_key" ON "api_keys"("organization_id", "prefix");

-- CreateIndex
CREATE UNIQUE INDEX "api_clients_organization_id_client_id_key" ON "api_clients"("organization_id", "client_id");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_organization_id_code_key" ON "accounts"("organization_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "currencies_organization_id_code_key" ON "currencies"("organization_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "exchange_rates_organization_id_from_currency_to_currency_ra_key" ON "exchange_rates"("organization_id", "from_currency", "to_currency", "rate_type", "rate_date");

-- CreateIndex
CREATE INDEX "fiscal_periods_organization_id_subsidiary_id_start_date_end_idx" ON "fiscal_periods"("organization_id", "subsidiary_id", "start_date", "end_date");

-- CreateIndex
CREATE UNIQUE INDEX "fiscal_periods_organization_id_subsidiary_id_fiscal_year_pe_key" ON "fiscal_periods"("organization_id", "subsidiary_id", "fiscal_year", "period_number");

-- CreateIndex
CREATE INDEX "ledger_entries_organization_id_transaction_id_idx" ON "ledger_entries"("organization_id", "transaction_id");

-- CreateIndex
CREATE INDEX "ledger_entries_organization_id_posting_date_id_idx" ON "ledger_entries"("organization_id", "posting_date", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entries_organization_id_source_kind_source_id_key" ON "ledger_entries"("organization_id", "source_kind", "source_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entries_organization_id_entry_number_key" ON "ledger_entries"("organization_id", "entry_number");

-- CreateIndex
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

-- CreateIndex
CREATE INDEX "audit_log_organization_id_record_id_occurred_at_idx" ON "audit_log"("organization_id", "record_id", "occurred_at");

-- CreateIndex
CREATE UNIQUE INDEX "audit_seals_organization_id_audit_id_key" ON "audit_seals"("organization_id", "audit_id");

-- CreateIndex
CREATE INDEX "outbox_events_organization_id_published_at_created_at_idx" ON "outbox_events"("organization_id", "published_at", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "companies_organization_id_code_key" ON "companies"("organization_id", "code");

-- CreateIndex
CREATE INDEX "projects_organization_id_company_id_idx" ON "projects"("organization_id", "company_id");

-- CreateIndex
CREATE UNIQUE INDEX "projects_organization_id_code_key" ON "projects"("organization_id", "code");

-- CreateIndex
CREATE INDEX "budgets_organization_id_project_id_idx" ON "budgets"("organization_id", "project_id");

-- CreateIndex
CREATE UNIQUE INDEX "budget_lines_organization_id_budget_id_cost_code_category_key" ON "budget_lines"("organization_id", "budget_id", "cost_code", "category");

-- CreateIndex
CREATE INDEX "budget_views_organization_id_project_id_idx" ON "budget_views"("organization_id", "project_id");

-- CreateIndex
CREATE INDEX "budget_view_snapshots_organization_id_project_id_idx" ON "budget_view_snapshots"("organization_id", "project_id");

-- CreateIndex
CREATE INDEX "budget_snapshot_lines_organization_id_snapshot_id_idx" ON "budget_snapshot_lines"("organization_id", "snapshot_id");

-- CreateIndex
CREATE UNIQUE INDEX "prime_contracts_organization_id_contract_number_key" ON "prime_contracts"("organization_id", "contract_number");

-- CreateIndex
CREATE UNIQUE INDEX "prime_contract_lines_organization_id_prime_contract_id_line_key" ON "prime_contract_lines"("organization_id", "prime_contract_id", "line_number");

-- CreateIndex
CREATE INDEX "change_orders_organization_id_prime_contract_id_idx" ON "change_orders"("organization_id", "prime_contract_id");

-- CreateIndex
CREATE INDEX "change_orders_organization_id_commitment_id_idx" ON "change_orders"("organization_id", "commitment_id");

-- CreateIndex
CREATE INDEX "commitments_organization_id_project_id_idx" ON "commitments"("organization_id", "project_id");

-- CreateIndex
CREATE UNIQUE INDEX "commitments_organization_id_commitment_number_key" ON "commitments"("organization_id", "commitment_number");

-- CreateIndex
CREATE UNIQUE INDEX "commitment_lines_organization_id_commitment_id_line_number_key" ON "commitment_lines"("organization_id", "commitment_id", "line_number");

-- CreateIndex
CREATE INDEX "purchase_orders_organization_id_project_id_idx" ON "purchase_orders"("organization_id", "project_id");

-- CreateIndex
CREATE UNIQUE INDEX "purchase_orders_organization_id_order_number_key" ON "purchase_orders"("organization_id", "order_number");

-- CreateIndex
CREATE UNIQUE INDEX "purchase_order_lines_organization_id_purchase_order_id_line_key" ON "purchase_order_lines"("organization_id", "purchase_order_id", "line_number");

-- CreateIndex
CREATE INDEX "revenue_contracts_organization_id_customer_id_idx" ON "revenue_contracts"("organization_id", "customer_id");

-- CreateIndex
CREATE UNIQUE INDEX "revenue_contracts_organization_id_contract_number_key" ON "revenue_contracts"("organization_id", "contract_number");

-- CreateIndex
CREATE INDEX "subsidiaries_organization_id_parent_id_idx" ON "subsidiaries"("organization_id", "parent_id");

-- CreateIndex
CREATE UNIQUE INDEX "subsidiaries_organization_id_code_key" ON "subsidiaries"("organization_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "departments_organization_id_code_key" ON "departments"("organization_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "locations_organization_id_code_key" ON "locations"("organization_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "classes_organization_id_code_key" ON "classes"("organization_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "warehouses_organization_id_code_key" ON "warehouses"("organization_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "transaction_types_organization_id_code_key" ON "transaction_types"("organization_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "transaction_types_organization_id_number_prefix_key" ON "transaction_types"("organization_id", "number_prefix");

-- CreateIndex
CREATE UNIQUE INDEX "posting_rules_organization_id_transaction_type_id_subsidiar_key" ON "posting_rules"("organization_id", "transaction_type_id", "subsidiary_id");

-- CreateIndex
CREATE INDEX "business_transactions_organization_id_transaction_date_tran_idx" ON "business_transactions"("organization_id", "transaction_date", "transaction_number");

-- CreateIndex
CREATE INDEX "business_transactions_organization_id_transaction_status_tr_idx" ON "business_transactions"("organization_id", "transaction_status", "transaction_date");

-- CreateIndex
CREATE INDEX "business_transactions_organization_id_entity_id_idx" ON "business_transactions"("organization_id", "entity_id");

-- CreateIndex
CREATE INDEX "business_transactions_organization_id_kind_created_at_id_idx" ON "business_transactions"("organization_id", "kind", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "business_transactions_organization_id_transaction_number_key" ON "business_transactions"("organization_id", "transaction_number");

-- CreateIndex
CREATE INDEX "payment_applications_organization_id_document_id_idx" ON "payment_applications"("organization_id", "document_id");

-- CreateIndex
CREATE INDEX "payment_applications_organization_id_payment_id_idx" ON "payment_applications"("organization_id", "payment_id");

-- CreateIndex
CREATE INDEX "employees_organization_id_created_at_id_idx" ON "employees"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "employees_organization_id_reports_to_idx" ON "employees"("organization_id", "reports_to");

-- CreateIndex
CREATE INDEX "employees_organization_id_employee_number_idx" ON "employees"("organization_id", "employee_number");
