-- Whether an audit row is in the scope of a caller confined to subsidiaries: every subsidiary it names is theirs, and the record, if
-- it belongs to a subsidiary, is in scope. An unknown noun is treated as a document: hidden unless a document with that id is
-- visible. Writing is not restricted: whoever changes a record writes its row.
--
-- Refuses: nothing; it hides.
-- Locks: none.
-- Rule: docs/house.md, "Tenancy".
-- Proved by: src/db/laws/confinement.db.test.ts, src/usecases/members/reach.db.test.ts.
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
    -- Shared by the whole organization.
    WHEN p_noun IN ('account', 'activity', 'class', 'currency', 'department', 'exchange rate', 'item', 'lead', 'location', 'organization', 'price',
      'price list', 'prospect', 'revenue policy', 'revenue template', 'saved view', 'saved view default', 'tax code', 'transaction type',
      'unit of measure', 'vendor') THEN true
    -- Rights: both the present and the former ones count.
    WHEN p_noun = 'member' THEN EXISTS (SELECT FROM memberships x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'company' THEN EXISTS (SELECT FROM companies x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'API client' THEN EXISTS (SELECT FROM api_clients x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'API key' THEN EXISTS (SELECT FROM api_keys x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'webhook endpoint' THEN false
    WHEN p_noun = 'import' THEN EXISTS (SELECT FROM imports x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN cardinality(v_named) > 0 THEN true
    WHEN p_noun = 'subsidiary' THEN p_record::text = ANY (v_scope)
    -- Records without a subsidiary belong to everyone.
    WHEN p_noun = 'customer' THEN EXISTS (SELECT FROM customers x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'employee' THEN EXISTS (SELECT FROM employees x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'warehouse' THEN EXISTS (SELECT FROM warehouses x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'posting rule' THEN EXISTS (SELECT FROM posting_rules x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun IN ('period', 'revaluation') THEN EXISTS (SELECT FROM fiscal_periods x WHERE x.organization_id = v_org AND x.id = p_record)
    WHEN p_noun = 'rate correction' THEN EXISTS (SELECT FROM rate_corrections x WHERE x.organization_id = v_org AND x.id = p_record)
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
