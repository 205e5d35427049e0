-- The laws the database asserts by itself, whoever writes: references, checks, row security, grants, immutability.

-- 1. References. Every one is led by organization_id, so none can cross organizations. -----------------------------
DO $$
DECLARE
  r record;
BEGIN
  -- Columns: table, column, referenced table, action on delete of the referenced row.
  FOR r IN SELECT * FROM (VALUES
    ('leads', 'prospect_id', 'prospects', 'NO ACTION'),
    ('customers', 'parent_customer_id', 'customers', 'NO ACTION'),
    ('customers', 'subsidiary_id', 'subsidiaries', 'NO ACTION'),
    ('customers', 'receivable_account_id', 'accounts', 'NO ACTION'),
    ('customers', 'prospect_id', 'prospects', 'NO ACTION'),
    ('customers', 'lead_id', 'leads', 'NO ACTION'),
    ('customer_warehouses', 'customer_id', 'customers', 'CASCADE'),
    ('customer_warehouses', 'warehouse_id', 'warehouses', 'NO ACTION'),
    ('employees', 'subsidiary_id', 'subsidiaries', 'NO ACTION'),
    ('employees', 'department_id', 'departments', 'NO ACTION'),
    ('subsidiaries', 'parent_id', 'subsidiaries', 'NO ACTION'),
    ('departments', 'parent_id', 'departments', 'NO ACTION'),
    ('locations', 'parent_id', 'locations', 'NO ACTION'),
    ('classes', 'parent_id', 'classes', 'NO ACTION'),
    ('warehouses', 'location_id', 'locations', 'NO ACTION'),
    ('warehouses', 'subsidiary_id', 'subsidiaries', 'NO ACTION'),
    ('units_of_measure', 'base_unit_id', 'units_of_measure', 'NO ACTION'),
    ('items', 'unit_id', 'units_of_measure', 'NO ACTION'),
    ('items', 'revenue_account_id', 'accounts', 'NO ACTION'),
    ('items', 'expense_account_id', 'accounts', 'NO ACTION'),
    ('items', 'tax_code_id', 'tax_codes', 'NO ACTION'),
    ('price_list_items', 'price_list_id', 'price_lists', 'CASCADE'),
    ('price_list_items', 'item_id', 'items', 'NO ACTION'),
    ('tax_codes', 'account_id', 'accounts', 'NO ACTION'),
    ('tax_rates', 'tax_code_id', 'tax_codes', 'CASCADE'),
    ('vendors', 'parent_id', 'vendors', 'NO ACTION'),
    ('vendors', 'payable_account_id', 'accounts', 'NO ACTION'),
    ('vendors', 'default_expense_account_id', 'accounts', 'NO ACTION'),
    ('accounts', 'parent_id', 'accounts', 'NO ACTION'),
    ('fiscal_periods', 'subsidiary_id', 'subsidiaries', 'CASCADE'),
    ('ledger_entries', 'subsidiary_id', 'subsidiaries', 'NO ACTION'),
    ('ledger_entries', 'period_id', 'fiscal_periods', 'NO ACTION'),
    ('ledger_entries', 'reversal_of_id', 'ledger_entries', 'NO ACTION'),
    ('ledger_entries', 'transaction_id', 'business_transactions', 'NO ACTION'),
    ('posting_rules', 'transaction_type_id', 'transaction_types', 'CASCADE'),
    ('posting_rules', 'subsidiary_id', 'subsidiaries', 'CASCADE'),
    ('posting_rules', 'control_account_id', 'accounts', 'NO ACTION'),
    ('posting_rules', 'tax_account_id', 'accounts', 'NO ACTION'),
    ('posting_rules', 'discount_account_id', 'accounts', 'NO ACTION'),
    ('posting_rules', 'bank_account_id', 'accounts', 'NO ACTION'),
    ('posting_rules', 'default_line_account_id', 'accounts', 'NO ACTION'),
    ('posting_rules', 'shipping_account_id', 'accounts', 'NO ACTION'),
    ('business_transactions', 'transaction_type_id', 'transaction_types', 'NO ACTION'),
    ('business_transactions', 'subsidiary_id', 'subsidiaries', 'NO ACTION'),
    ('business_transactions', 'project_id', 'projects', 'NO ACTION'),
    ('business_transactions', 'subscription_id', 'subscriptions', 'NO ACTION'),
    ('business_transactions', 'revenue_contract_id', 'revenue_contracts', 'NO ACTION'),
    ('business_transactions', 'reversal_transaction_id', 'business_transactions', 'NO ACTION'),
    ('business_transactions', 'reverses_transaction_id', 'business_transactions', 'NO ACTION'),
    ('business_transaction_lines', 'transaction_id', 'business_transactions', 'CASCADE'),
    ('business_transaction_lines', 'tax_code_id', 'tax_codes', 'NO ACTION'),
    ('business_transaction_lines', 'account_id', 'accounts', 'NO ACTION'),
    ('business_transaction_lines', 'item_id', 'items', 'NO ACTION'),
    ('business_transaction_lines', 'class_id', 'classes', 'NO ACTION'),
    ('business_transaction_lines', 'department_id', 'departments', 'NO ACTION'),
    ('business_transaction_lines', 'location_id', 'locations', 'NO ACTION'),
    ('business_transaction_lines', 'project_id', 'projects', 'NO ACTION'),
    ('transaction_impact_lines', 'transaction_id', 'business_transactions', 'CASCADE'),
    ('payment_applications', 'payment_id', 'business_transactions', 'NO ACTION'),
    ('payment_applications', 'document_id', 'business_transactions', 'NO ACTION'),
    ('subscriptions', 'customer_id', 'customers', 'NO ACTION'),
    ('subscriptions', 'subsidiary_id', 'subsidiaries', 'NO ACTION'),
    ('subscriptions', 'price_list_id', 'price_lists', 'NO ACTION'),
    ('subscription_items', 'subscription_id', 'subscriptions', 'CASCADE'),
    ('subscription_items', 'item_id', 'items', 'NO ACTION'),
    ('revenue_contracts', 'customer_id', 'customers', 'NO ACTION'),
    ('revenue_contracts', 'subsidiary_id', 'subsidiaries', 'NO ACTION'),
    ('revenue_contracts', 'subscription_id', 'subscriptions', 'NO ACTION'),
    ('api_keys', 'company_id', 'companies', 'NO ACTION'),
    ('projects', 'company_id', 'companies', 'NO ACTION'),
    ('projects', 'subsidiary_id', 'subsidiaries', 'NO ACTION'),
    ('projects', 'customer_id', 'customers', 'NO ACTION'),
    ('budgets', 'project_id', 'projects', 'NO ACTION'),
    ('budget_lines', 'budget_id', 'budgets', 'CASCADE'),
    ('budget_views', 'project_id', 'projects', 'NO ACTION'),
    ('budget_views', 'budget_id', 'budgets', 'NO ACTION'),
    ('budget_view_snapshots', 'project_id', 'projects', 'NO ACTION'),
    ('budget_view_snapshots', 'budget_view_id', 'budget_views', 'NO ACTION'),
    ('budget_snapshot_lines', 'snapshot_id', 'budget_view_snapshots', 'CASCADE'),
    ('prime_contracts', 'project_id', 'projects', 'NO ACTION'),
    ('prime_contracts', 'customer_id', 'customers', 'NO ACTION'),
    ('prime_contract_lines', 'prime_contract_id', 'prime_contracts', 'CASCADE'),
    ('change_orders', 'prime_contract_id', 'prime_contracts', 'NO ACTION'),
    ('change_orders', 'commitment_id', 'commitments', 'NO ACTION'),
    ('commitments', 'project_id', 'projects', 'NO ACTION'),
    ('commitments', 'vendor_id', 'vendors', 'NO ACTION'),
    ('commitment_lines', 'commitment_id', 'commitments', 'CASCADE'),
    ('purchase_orders', 'project_id', 'projects', 'NO ACTION'),
    ('purchase_orders', 'commitment_id', 'commitments', 'NO ACTION'),
    ('purchase_orders', 'vendor_id', 'vendors', 'NO ACTION'),
    ('purchase_order_lines', 'purchase_order_id', 'purchase_orders', 'CASCADE'),
    ('purchase_order_lines', 'account_id', 'accounts', 'NO ACTION'),
    ('audit_seals', 'audit_id', 'audit_log', 'NO ACTION')
  ) AS refs (child, col, parent, action)
  LOOP
    EXECUTE format(
      'ALTER TABLE %I ADD CONSTRAINT %I FOREIGN KEY (organization_id, %I) REFERENCES %I (organization_id, id) ON DELETE %s',
      r.child, left(r.child || '_' || r.col, 56) || '_org_fk', r.col, r.parent, r.action);
    -- The referencing side is looked up whenever the parent is deleted; line tables that carry their own lookups go without.
    IF r.child NOT IN ('business_transaction_lines', 'ledger_entries') AND r.col NOT IN ('transaction_id') THEN
      EXECUTE format('CREATE INDEX %I ON %I (organization_id, %I) WHERE %I IS NOT NULL',
        left(r.child || '_' || r.col, 55) || '_sql_idx', r.child, r.col, r.col);
    END IF;
  END LOOP;
END $$;

ALTER TABLE memberships ADD CONSTRAINT memberships_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations (id);
ALTER TABLE memberships ADD CONSTRAINT memberships_user_org_fk FOREIGN KEY (user_id) REFERENCES users (id);
ALTER TABLE sessions ADD CONSTRAINT sessions_user_org_fk FOREIGN KEY (user_id) REFERENCES users (id);
ALTER TABLE subsidiaries ADD CONSTRAINT subsidiaries_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations (id);

-- Documents name customers, vendors and employees by a polymorphic pair, which no foreign key can follow.
CREATE FUNCTION daybook_refuse_delete_of_used_entity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM business_transactions t WHERE t.organization_id = OLD.organization_id AND t.entity_id = OLD.id) THEN
    RAISE foreign_key_violation USING MESSAGE = format('%s %s is used by business transactions', TG_TABLE_NAME, OLD.id),
      TABLE = 'business_transactions', CONSTRAINT = 'business_transactions_entity_org_fk';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER customers_in_use BEFORE DELETE ON customers FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_used_entity();
CREATE TRIGGER vendors_in_use BEFORE DELETE ON vendors FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_used_entity();
CREATE TRIGGER employees_in_use BEFORE DELETE ON employees FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_used_entity();

-- 2. Checks. -----------------------------------------------------------------------------------------------------
DO $$
DECLARE
  r record;
BEGIN
  FOR r IN
    SELECT c.table_name FROM information_schema.columns c
    WHERE c.table_schema = 'public' AND c.column_name = 'record_status'
  LOOP
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (record_status IN (''active'', ''inactive'', ''archived''))',
      r.table_name, r.table_name || '_record_status_ck');
  END LOOP;
  FOR r IN SELECT * FROM (VALUES
    ('organizations', 'segregation', $c$segregation_of_duties IN ('off', 'enforce')$c$),
    ('organizations', 'fiscal_start', $c$fiscal_year_start_month BETWEEN 1 AND 12$c$),
    ('prospects', 'status', $c$prospect_status IN ('researching', 'contacted', 'evaluating', 'qualified', 'unqualified', 'converted')$c$),
    ('leads', 'status', $c$lead_status IN ('new', 'contacted', 'qualified', 'unqualified', 'converted')$c$),
    ('leads', 'score', $c$score BETWEEN 0 AND 100$c$),
    ('employees', 'entity_types', $c$'Employee' = ANY (entity_types)$c$),
    ('subsidiaries', 'not_own_parent', $c$parent_id IS DISTINCT FROM id$c$),
    ('departments', 'not_own_parent', $c$parent_id IS DISTINCT FROM id$c$),
    ('locations', 'not_own_parent', $c$parent_id IS DISTINCT FROM id$c$),
    ('classes', 'not_own_parent', $c$parent_id IS DISTINCT FROM id$c$),
    ('accounts', 'not_own_parent', $c$parent_id IS DISTINCT FROM id$c$),
    ('customers', 'not_own_parent', $c$parent_customer_id IS DISTINCT FROM id$c$),
    ('accounts', 'type', $c$account_type IN ('ASSET', 'LIABILITY', 'EQUITY', 'REVENUE', 'COST_OF_SALES', 'EXPENSE', 'OTHER_INCOME', 'OTHER_EXPENSE')$c$),
    ('accounts', 'side', $c$normal_side IN ('DEBIT', 'CREDIT')$c$),
    ('accounts', 'control', $c$control_for IS NULL OR (is_control AND control_for IN ('RECEIVABLE', 'PAYABLE', 'EMPLOYEE_PAYABLE', 'DEFERRED_REVENUE', 'CONTRACT_ASSET', 'REFUND_LIABILITY', 'CONTRACT_COST'))$c$),
    ('exchange_rates', 'positive', $c$rate > 0 AND from_currency <> to_currency$c$),
    ('tax_rates', 'range', $c$rate_percent >= 0 AND (valid_to IS NULL OR valid_to >= valid_from)$c$),
    ('fiscal_periods', 'status', $c$period_status IN ('OPEN', 'SOFT_CLOSED', 'CLOSED', 'LOCKED')$c$),
    ('fiscal_periods', 'dates', $c$end_date >= start_date$c$),
    ('transaction_types', 'kind', $c$kind IN ('JOURNAL', 'INVOICE', 'CREDIT_MEMO', 'CUSTOMER_PAYMENT', 'VENDOR_BILL', 'VENDOR_CREDIT', 'VENDOR_PAYMENT', 'EXPENSE_REPORT')$c$),
    ('business_transactions', 'status', $c$transaction_status IN ('DRAFT', 'PENDING_APPROVAL', 'APPROVED', 'POSTED', 'PAID', 'CLOSED', 'CANCELLED', 'REVERSED')$c$),
    ('business_transactions', 'entity', $c$(entity_id IS NULL) = (entity_type IS NULL) AND (entity_type IS NULL OR entity_type IN ('CUSTOMER', 'VENDOR', 'EMPLOYEE'))$c$),
    ('business_transactions', 'rate', $c$exchange_rate > 0$c$),
    ('business_transactions', 'total', $c$total_amount = subtotal_amount + tax_amount - discount_amount$c$),
    ('business_transactions', 'posted', $c$(transaction_status IN ('POSTED', 'PAID', 'CLOSED', 'REVERSED')) = (ledger_entry_id IS NOT NULL)$c$),
    ('business_transaction_lines', 'type', $c$line_type IN ('ITEM', 'SERVICE', 'DISCOUNT', 'TAX', 'SHIPPING')$c$),
    ('business_transaction_lines', 'number', $c$line_number > 0$c$),
    ('ledger_lines', 'one_side', $c$debit >= 0 AND credit >= 0 AND base_debit >= 0 AND base_credit >= 0
       AND NOT ((debit > 0 OR base_debit > 0) AND (credit > 0 OR base_credit > 0))
       AND (debit + credit + base_debit + base_credit) > 0$c$),
    ('payment_applications', 'positive', $c$amount > 0$c$),
    ('subscriptions', 'status', $c$subscription_status IN ('DRAFT', 'ACTIVE', 'PAUSED', 'CANCELLED', 'EXPIRED')$c$),
    ('subscriptions', 'frequency', $c$billing_frequency IN ('MONTHLY', 'QUARTERLY', 'ANNUAL', 'ONE_TIME', 'USAGE')$c$),
    ('units_of_measure', 'factor', $c$conversion_factor IS NULL OR conversion_factor > 0$c$),
    ('change_orders', 'of_one', $c$(prime_contract_id IS NULL) <> (commitment_id IS NULL)$c$)
  ) AS checks (tab, name, expression)
  LOOP
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (%s)', r.tab, r.tab || '_' || r.name || '_ck', r.expression);
  END LOOP;
END $$;

-- NULL subsidiary means "every subsidiary": one such rule per type.
CREATE UNIQUE INDEX posting_rules_general_sql_idx ON posting_rules (organization_id, transaction_type_id) WHERE subsidiary_id IS NULL;
-- An entry is reversed at most once.
CREATE UNIQUE INDEX ledger_entries_reversal_sql_idx ON ledger_entries (organization_id, reversal_of_id) WHERE reversal_of_id IS NOT NULL;
-- Account activity and mid-month balances read this index alone.
CREATE INDEX ledger_lines_account_sql_idx ON ledger_lines (organization_id, account_id, posting_date, entry_id, line_number)
  INCLUDE (subsidiary_id, base_debit, base_credit);
CREATE INDEX audit_log_unsealed_sql_idx ON audit_log (organization_id, inserted_in_transaction, id);
CREATE INDEX outbox_events_unpublished_sql_idx ON outbox_events (created_at) WHERE published_at IS NULL;
CREATE INDEX prospects_industry_sql_idx ON prospects (organization_id, lower(industry));

-- 3. updated_at and version move with every update, whoever writes. -------------------------------------------------
CREATE FUNCTION daybook_touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := greatest(clock_timestamp(), OLD.updated_at + interval '1 millisecond');
  NEW.version := OLD.version + 1;
  NEW.created_at := OLD.created_at;
  RETURN NEW;
END $$;
DO $$
DECLARE
  t text;
BEGIN
  FOR t IN SELECT c.table_name FROM information_schema.columns c WHERE c.table_schema = 'public' AND c.column_name = 'version' LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION daybook_touch()', t || '_touch', t);
  END LOOP;
END $$;

-- 4. Row security: forced for every tenant table; the application's role owns nothing. ------------------------------
DO $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'daybook_app') THEN
    CREATE ROLE daybook_app NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL; -- another database of this cluster is being migrated at the same moment
END $$;

-- Call this in every migration that adds a table with organization_id.
CREATE FUNCTION daybook_secure_tenant_table(p_table text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', p_table);
  EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', p_table);
  EXECUTE format('CREATE POLICY tenant ON %I USING (organization_id = daybook_organization()) WITH CHECK (organization_id = daybook_organization())', p_table);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO daybook_app', p_table);
END $$;
REVOKE ALL ON FUNCTION daybook_secure_tenant_table(text) FROM PUBLIC;

DO $$
DECLARE
  t text;
BEGIN
  FOR t IN SELECT c.table_name FROM information_schema.columns c WHERE c.table_schema = 'public' AND c.column_name = 'organization_id' LOOP
    PERFORM daybook_secure_tenant_table(t);
  END LOOP;
END $$;

-- A signed-in person may also see which organizations they belong to, before choosing one.
CREATE POLICY own_memberships ON memberships FOR SELECT USING (user_id = daybook_user());
ALTER TABLE organizations ENABLE ROW LEVEL SECURITY;
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON organizations USING (id = daybook_organization()) WITH CHECK (id = daybook_organization());
CREATE POLICY own_organizations ON organizations FOR SELECT USING (
  id IN (SELECT m.organization_id FROM memberships m WHERE m.user_id = daybook_user() AND m.record_status = 'active'));

GRANT USAGE ON SCHEMA public TO daybook_app;
GRANT SELECT, INSERT, UPDATE ON organizations TO daybook_app;
GRANT SELECT, INSERT, UPDATE ON users, sessions TO daybook_app;
REVOKE UPDATE, DELETE, TRUNCATE ON ledger_entries, ledger_lines, audit_log, audit_seals FROM daybook_app;
REVOKE DELETE, TRUNCATE ON ledger_balances, ledger_dimension_balances, number_counters FROM daybook_app;

-- 5. Append-only, also for the owner. -------------------------------------------------------------------------------
CREATE FUNCTION daybook_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE restrict_violation USING MESSAGE = format('%s is append-only: %s is refused', TG_TABLE_NAME, TG_OP);
END $$;
DO $$
DECLARE
  t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['ledger_entries', 'ledger_lines', 'audit_log', 'audit_seals'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change()', t || '_append_only', t);
  END LOOP;
END $$;

-- A posted document keeps every figure it was posted with; only settlement, closing and reversal move it.
CREATE FUNCTION daybook_refuse_posted_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ledger_entry_id IS NULL THEN
    RETURN coalesce(NEW, OLD);
  END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE restrict_violation USING MESSAGE = 'a posted business transaction is reversed, never deleted';
  END IF;
  IF (NEW.transaction_number, NEW.transaction_type_id, NEW.kind, NEW.subsidiary_id, NEW.entity_type, NEW.entity_id, NEW.transaction_date,
      NEW.currency_code, NEW.exchange_rate, NEW.subtotal_amount, NEW.tax_amount, NEW.discount_amount, NEW.total_amount,
      NEW.base_total_amount, NEW.ledger_entry_id, NEW.posting_date)
    IS DISTINCT FROM
     (OLD.transaction_number, OLD.transaction_type_id, OLD.kind, OLD.subsidiary_id, OLD.entity_type, OLD.entity_id, OLD.transaction_date,
      OLD.currency_code, OLD.exchange_rate, OLD.subtotal_amount, OLD.tax_amount, OLD.discount_amount, OLD.total_amount,
      OLD.base_total_amount, OLD.ledger_entry_id, OLD.posting_date) THEN
    RAISE restrict_violation USING MESSAGE = 'a posted business transaction is immutable';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER business_transactions_posted BEFORE UPDATE OR DELETE ON business_transactions
  FOR EACH ROW EXECUTE FUNCTION daybook_refuse_posted_change();

CREATE FUNCTION daybook_refuse_posted_line_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM changed c JOIN business_transactions t ON t.organization_id = c.organization_id AND t.id = c.transaction_id
             WHERE t.ledger_entry_id IS NOT NULL) THEN
    RAISE restrict_violation USING MESSAGE = 'the lines of a posted business transaction are immutable';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER business_transaction_lines_insert AFTER INSERT ON business_transaction_lines REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_posted_line_change();
CREATE TRIGGER business_transaction_lines_update AFTER UPDATE ON business_transaction_lines REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_posted_line_change();
CREATE TRIGGER business_transaction_lines_delete AFTER DELETE ON business_transaction_lines REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_posted_line_change();

-- LOCKED is final.
CREATE FUNCTION daybook_refuse_unlock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.period_status = 'LOCKED' AND NEW.period_status <> 'LOCKED' THEN
    RAISE restrict_violation USING MESSAGE = 'a locked period stays locked';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER fiscal_periods_locked BEFORE UPDATE ON fiscal_periods FOR EACH ROW EXECUTE FUNCTION daybook_refuse_unlock();

-- 6. The ledger balances. -------------------------------------------------------------------------------------------
-- Lines belong to an entry of the same database transaction, agree with it, and name a posting account of the tenant.
CREATE FUNCTION daybook_check_new_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bad record;
BEGIN
  SELECT n.entry_id INTO bad FROM new_lines n
    LEFT JOIN ledger_entries e ON e.organization_id = n.organization_id AND e.id = n.entry_id
    WHERE e.id IS NULL OR e.inserted_in_transaction <> daybook_transaction_id()
       OR e.subsidiary_id <> n.subsidiary_id OR e.period_id <> n.period_id OR e.posting_date <> n.posting_date
    LIMIT 1;
  IF FOUND THEN
    RAISE restrict_violation USING MESSAGE = format('ledger lines do not belong to a new entry: %s', bad.entry_id);
  END IF;
  SELECT n.account_id INTO bad FROM (SELECT DISTINCT organization_id, account_id FROM new_lines) n
    LEFT JOIN accounts a ON a.organization_id = n.organization_id AND a.id = n.account_id
    WHERE a.id IS NULL OR a.is_summary LIMIT 1;
  IF FOUND THEN
    RAISE foreign_key_violation USING MESSAGE = format('ledger lines name no posting account: %s', bad.account_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_lines_belong AFTER INSERT ON ledger_lines REFERENCING NEW TABLE AS new_lines
  FOR EACH STATEMENT EXECUTE FUNCTION daybook_check_new_lines();

-- At commit every new entry has at least two lines, debits = credits in base currency and in each transaction currency.
CREATE FUNCTION daybook_check_entry_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found_lines integer;
  base_difference numeric;
  unbalanced boolean;
BEGIN
  SELECT sum(c.n), sum(c.base), bool_or(c.amount <> 0) INTO found_lines, base_difference, unbalanced
  FROM (SELECT count(*)::int AS n, sum(l.base_debit - l.base_credit) AS base, sum(l.debit - l.credit) AS amount
        FROM ledger_lines l WHERE l.organization_id = NEW.organization_id AND l.entry_id = NEW.id GROUP BY l.currency_code) c;
  IF coalesce(found_lines, 0) < 2 OR base_difference <> 0 OR unbalanced THEN
    RAISE check_violation USING MESSAGE = format('ledger entry %s does not balance', NEW.entry_number),
      CONSTRAINT = 'ledger_entries_balanced';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_entries_balanced AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION daybook_check_entry_balanced();

-- An account with postings stays, and stays a posting account.
CREATE FUNCTION daybook_refuse_used_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (TG_OP = 'DELETE' OR NEW.is_summary AND NOT OLD.is_summary)
     AND EXISTS (SELECT 1 FROM ledger_lines l WHERE l.organization_id = OLD.organization_id AND l.account_id = OLD.id) THEN
    RAISE foreign_key_violation USING MESSAGE = format('account %s has ledger lines', OLD.code),
      TABLE = 'ledger_lines', CONSTRAINT = 'ledger_lines_account_org_fk';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER accounts_in_use BEFORE UPDATE OR DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION daybook_refuse_used_account();
