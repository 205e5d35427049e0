-- Confinement to subsidiaries, a belt like the organization itself: a caller whose role reaches some subsidiaries only works as the
-- role `daybook_confined`, to which restrictive policies apply on every table whose rows belong to a subsidiary. Everybody else works
-- as before, under plans that know nothing of them: policies of another role cost an unconfined statement nothing at all.

-- 1. The role. -----------------------------------------------------------------------------------------------------
-- It inherits the application's grants. A login is a member that may become it (SET) and does not inherit it: else it would be
-- confined always (scripts/lib/app-role.mjs).
DO $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'daybook_confined') THEN
    CREATE ROLE daybook_confined NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL; -- another database of this cluster is being migrated at the same moment
END $$;
DO $$
BEGIN
  IF NOT pg_has_role('daybook_confined', 'daybook_app', 'USAGE') THEN
    GRANT daybook_app TO daybook_confined;
  END IF;
EXCEPTION WHEN unique_violation OR internal_error THEN
  NULL; -- the same
END $$;

-- Which subsidiaries the connection's caller reaches (db/pool.ts). Nobody asks it of an unconfined caller; without a setting: none.
CREATE FUNCTION daybook_subsidiaries() RETURNS uuid[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(current_setting('app.subsidiaries', true), ''), '{}')::uuid[]
$$;

-- 2. The policies. --------------------------------------------------------------------------------------------------
-- Call this in every migration that adds a table whose rows belong to a subsidiary, by a column or by a parent (p_reach is a condition
-- on a row of the table). p_write: what may be written, where that is less than what may be read.
CREATE FUNCTION daybook_confine_table(p_table text, p_reach text DEFAULT 'subsidiary_id = ANY ((SELECT daybook_subsidiaries())::uuid[])',
    p_write text DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE POLICY confined ON %I AS RESTRICTIVE TO daybook_confined USING (%s) WITH CHECK (%s)',
    p_table, p_reach, coalesce(p_write, p_reach));
  IF p_write IS NOT NULL THEN
    EXECUTE format('CREATE POLICY confined_update ON %I AS RESTRICTIVE FOR UPDATE TO daybook_confined USING (%s)', p_table, p_write);
    EXECUTE format('CREATE POLICY confined_delete ON %I AS RESTRICTIVE FOR DELETE TO daybook_confined USING (%s)', p_table, p_write);
  END IF;
END $$;
REVOKE ALL ON FUNCTION daybook_confine_table(text, text, text) FROM PUBLIC;

DO $$
DECLARE
  r record;
BEGIN
  -- By their own column.
  FOR r IN SELECT unnest(ARRAY['fiscal_periods', 'business_transactions', 'ledger_entries', 'ledger_lines', 'ledger_balances',
      'ledger_dimension_balances', 'revenue_contracts', 'revenue_positions', 'revenue_movements', 'revenue_rows', 'revenue_months',
      'revenue_runs', 'revenue_reclassifications', 'contract_costs', 'contract_cost_rows', 'subscriptions', 'projects']) AS tab LOOP
    PERFORM daybook_confine_table(r.tab);
  END LOOP;
  -- Without a subsidiary these belong to all.
  FOR r IN SELECT unnest(ARRAY['customers', 'employees', 'warehouses']) AS tab LOOP
    PERFORM daybook_confine_table(r.tab, '(subsidiary_id IS NULL OR subsidiary_id = ANY ((SELECT daybook_subsidiaries())::uuid[]))');
  END LOOP;
  -- By their parent, whose own policies hold within.
  FOR r IN SELECT * FROM (VALUES
      ('business_transaction_lines', 'transaction_id', 'business_transactions'),
      ('transaction_impact_lines', 'transaction_id', 'business_transactions'),
      ('unposted_documents', 'transaction_id', 'business_transactions'),
      ('performance_obligations', 'contract_id', 'revenue_contracts'),
      ('revenue_bookings', 'contract_id', 'revenue_contracts'),
      ('revenue_contract_sources', 'contract_id', 'revenue_contracts'),
      ('revenue_events', 'contract_id', 'revenue_contracts'),
      ('revenue_versions', 'contract_id', 'revenue_contracts'),
      ('revenue_run_chunks', 'run_id', 'revenue_runs'),
      ('subscription_items', 'subscription_id', 'subscriptions'),
      ('budgets', 'project_id', 'projects'),
      ('budget_lines', 'budget_id', 'budgets'),
      ('budget_views', 'project_id', 'projects'),
      ('budget_view_snapshots', 'project_id', 'projects'),
      ('budget_snapshot_lines', 'snapshot_id', 'budget_view_snapshots'),
      ('prime_contracts', 'project_id', 'projects'),
      ('prime_contract_lines', 'prime_contract_id', 'prime_contracts'),
      ('commitments', 'project_id', 'projects'),
      ('commitment_lines', 'commitment_id', 'commitments'),
      ('purchase_orders', 'project_id', 'projects'),
      ('purchase_order_lines', 'purchase_order_id', 'purchase_orders'),
      ('customer_warehouses', 'customer_id', 'customers'),
      ('import_rows', 'import_id', 'imports')
    ) AS children (tab, col, parent) LOOP
    PERFORM daybook_confine_table(r.tab, format('EXISTS (SELECT FROM %I p WHERE p.organization_id = %I.organization_id AND p.id = %I.%I)',
      r.parent, r.tab, r.tab, r.col));
  END LOOP;
END $$;

SELECT daybook_confine_table('subsidiaries', 'id = ANY ((SELECT daybook_subsidiaries())::uuid[])');
-- The general rule of a type is everybody's to post by, and nobody's to change who does not reach everybody.
SELECT daybook_confine_table('posting_rules', '(subsidiary_id IS NULL OR subsidiary_id = ANY ((SELECT daybook_subsidiaries())::uuid[]))',
  'subsidiary_id = ANY ((SELECT daybook_subsidiaries())::uuid[])');
-- What a payment settles, and by which payment: both within reach.
SELECT daybook_confine_table('payment_applications',
  'EXISTS (SELECT FROM business_transactions p WHERE p.organization_id = payment_applications.organization_id AND p.id = payment_applications.payment_id)
   AND EXISTS (SELECT FROM business_transactions d WHERE d.organization_id = payment_applications.organization_id AND d.id = payment_applications.document_id)');
SELECT daybook_confine_table('change_orders',
  '(prime_contract_id IS NULL OR EXISTS (SELECT FROM prime_contracts p WHERE p.organization_id = change_orders.organization_id AND p.id = change_orders.prime_contract_id))
   AND (commitment_id IS NULL OR EXISTS (SELECT FROM commitments c WHERE c.organization_id = change_orders.organization_id AND c.id = change_orders.commitment_id))');
-- An upload belongs to nobody but its author until its rows have made something.
SELECT daybook_confine_table('imports', 'created_by = daybook_user()');

-- 3. Rights. Nobody sees, changes or hands out a reach that is wider than their own; an empty list is the widest. -----------
ALTER TABLE api_clients ADD COLUMN subsidiary_ids UUID[] NOT NULL DEFAULT ARRAY[]::UUID[];
SELECT daybook_confine_table('api_clients', 'subsidiary_ids <> ''{}'' AND subsidiary_ids <@ (SELECT daybook_subsidiaries())');
-- One's own membership of another organization is seen, or its name could not be (policy own_organizations).
SELECT daybook_confine_table('memberships', '(user_id = daybook_user() OR subsidiary_ids <> ''{}'' AND subsidiary_ids <@ (SELECT daybook_subsidiaries()))',
  'subsidiary_ids <> ''{}'' AND subsidiary_ids <@ (SELECT daybook_subsidiaries())');
-- A company without subsidiaries opens nothing to its keys.
SELECT daybook_confine_table('companies', 'subsidiary_ids <@ (SELECT daybook_subsidiaries())');
SELECT daybook_confine_table('api_keys',
  'EXISTS (SELECT FROM companies c WHERE c.organization_id = api_keys.organization_id AND c.id = api_keys.company_id)');
-- An endpoint hears of every subsidiary. That there is one is what posting asks (no event is kept for nobody), so reading stays.
SELECT daybook_confine_table('webhook_endpoints', 'true', 'false');
SELECT daybook_confine_table('webhook_deliveries', 'false');
CREATE POLICY confined ON outbox_events AS RESTRICTIVE FOR SELECT TO daybook_confined USING (false);

-- 4. The audit trail. -------------------------------------------------------------------------------------------------
-- Whether a confined caller reaches what an audit row tells: every subsidiary it names is theirs, and the record, if it belongs to a
-- subsidiary, is within reach. A noun that is not known here is taken for a document's: hidden, unless a document of that id is seen.
CREATE FUNCTION daybook_audit_is_reached(p_noun text, p_record uuid, p_before jsonb, p_after jsonb) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_scope text[] := daybook_subsidiaries()::text[];
  v_named text[] := ARRAY(
    SELECT told.side ->> 'subsidiaryId' FROM (VALUES (p_before), (p_after)) AS told (side) WHERE told.side ->> 'subsidiaryId' IS NOT NULL
    UNION ALL
    SELECT one FROM (VALUES (p_before), (p_after)) AS told (side),
      jsonb_array_elements_text(CASE jsonb_typeof(told.side -> 'subsidiaryIds') WHEN 'array' THEN told.side -> 'subsidiaryIds' ELSE '[]' END) AS one);
BEGIN
  IF NOT v_named <@ v_scope THEN RETURN false; END IF;
  RETURN CASE
    -- What the whole organization shares.
    WHEN p_noun IN ('account', 'class', 'currency', 'department', 'exchange rate', 'item', 'lead', 'location', 'organization', 'price',
      'price list', 'prospect', 'revenue policy', 'revenue template', 'saved view', 'saved view default', 'tax code', 'transaction type',
      'unit of measure', 'vendor') THEN true
    -- Rights: what they are now counts as well as what they were.
    WHEN p_noun = 'member' THEN EXISTS (SELECT FROM memberships x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'company' THEN EXISTS (SELECT FROM companies x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'API client' THEN EXISTS (SELECT FROM api_clients x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'API key' THEN EXISTS (SELECT FROM api_keys x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'webhook endpoint' THEN false
    WHEN p_noun = 'import' THEN EXISTS (SELECT FROM imports x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN cardinality(v_named) > 0 THEN true
    WHEN p_noun = 'subsidiary' THEN p_record::text = ANY (v_scope)
    -- Those without a subsidiary are everybody's.
    WHEN p_noun = 'customer' THEN EXISTS (SELECT FROM customers x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'employee' THEN EXISTS (SELECT FROM employees x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'warehouse' THEN EXISTS (SELECT FROM warehouses x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'posting rule' THEN EXISTS (SELECT FROM posting_rules x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun IN ('period', 'revaluation') THEN EXISTS (SELECT FROM fiscal_periods x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun IN ('contract', 'revenue contract') THEN EXISTS (SELECT FROM revenue_contracts x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'contract cost' THEN EXISTS (SELECT FROM contract_costs x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'revenue run' THEN EXISTS (SELECT FROM revenue_runs x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'revenue reclassification' THEN EXISTS (SELECT FROM revenue_reclassifications x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'subscription' THEN EXISTS (SELECT FROM subscriptions x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'subscription item' THEN EXISTS (SELECT FROM subscription_items x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'payment application' THEN EXISTS (SELECT FROM payment_applications x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'project' THEN EXISTS (SELECT FROM projects x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'budget' THEN EXISTS (SELECT FROM budgets x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'budget view' THEN EXISTS (SELECT FROM budget_views x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'budget snapshot' THEN EXISTS (SELECT FROM budget_view_snapshots x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'prime contract' THEN EXISTS (SELECT FROM prime_contracts x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'change order' THEN EXISTS (SELECT FROM change_orders x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'commitment' THEN EXISTS (SELECT FROM commitments x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'purchase order' THEN EXISTS (SELECT FROM purchase_orders x WHERE x.organization_id = v_org AND x.id = p_record)
    ELSE EXISTS (SELECT FROM business_transactions x WHERE x.organization_id = v_org AND x.id = p_record)
  END;
END $$;
CREATE POLICY confined ON audit_log AS RESTRICTIVE FOR SELECT TO daybook_confined
  USING (daybook_audit_is_reached(noun, record_id, before, after));

-- 5. Questions that concern the whole organization, whoever asks. They answer yes or no, or facts of the structure alone. -----------
ALTER FUNCTION daybook_refuse_used_account() SECURITY DEFINER SET search_path = public, pg_temp;
ALTER FUNCTION daybook_refuse_delete_of_used_entity() SECURITY DEFINER SET search_path = public, pg_temp;
ALTER FUNCTION daybook_refuse_delete_of_booked() SECURITY DEFINER SET search_path = public, pg_temp;
ALTER FUNCTION daybook_is_posted_twice(uuid, text, text, uuid, text) SECURITY DEFINER SET search_path = public, pg_temp;
ALTER FUNCTION daybook_exceeds_credit(uuid, numeric) SECURITY DEFINER SET search_path = public, pg_temp;

-- The ancestors of a subsidiary, nearest first, itself at depth 0: a circle must be found also where it leads through what the caller
-- does not reach. Ids alone.
CREATE FUNCTION daybook_subsidiary_ancestors(p_id uuid) RETURNS TABLE (id uuid, depth integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH RECURSIVE up AS (
    SELECT s.id, s.parent_id, 0 AS depth FROM subsidiaries s WHERE s.organization_id = daybook_organization() AND s.id = p_id
    UNION ALL
    SELECT p.id, p.parent_id, up.depth + 1 FROM up JOIN subsidiaries p ON p.organization_id = daybook_organization() AND p.id = up.parent_id
    WHERE up.depth < 1000
  ) CYCLE id SET looped USING path
  SELECT up.id, up.depth FROM up WHERE NOT up.looped ORDER BY up.depth
$$;

-- The membership ids of the active admins, locked until the transaction ends: two admins cannot demote each other, and the last one
-- is the last of the organization, not of what the caller reaches.
CREATE FUNCTION daybook_lock_admins() RETURNS SETOF uuid
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.id FROM memberships m
  WHERE m.organization_id = daybook_organization() AND m.record_status = 'active' AND 'admin' = ANY (m.roles) ORDER BY m.id FOR UPDATE
$$;

-- How many companies a group has, the parent among them: part of a group is no group.
CREATE FUNCTION daybook_group_size(p_parent uuid) RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH RECURSIVE down AS (
    SELECT s.id FROM subsidiaries s WHERE s.organization_id = daybook_organization() AND s.id = p_parent
    UNION
    SELECT c.id FROM down JOIN subsidiaries c ON c.organization_id = daybook_organization() AND c.parent_id = down.id
  )
  SELECT count(*)::int FROM down
$$;

-- Audit rows that no seal holds yet: health of the whole trail, whoever asks.
CREATE FUNCTION daybook_unsealed_audit_rows() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT (SELECT count(*) FROM audit_log a WHERE a.organization_id = daybook_organization())
       - (SELECT count(*) FROM audit_seals z WHERE z.organization_id = daybook_organization())
$$;
