-- The database as the migrations and the laws of prisma/sql make it, in the order of names. Made by npm run migrate:dump; npm run
-- check fails when a fresh database is not exactly this. For reading and comparing: change prisma/migrations or prisma/sql instead.

CREATE EXTENSION btree_gin;

CREATE EXTENSION pg_trgm;

-- schema daybook_private

-- schema public
-- PUBLIC: USAGE
-- daybook_app: USAGE

CREATE TYPE daybook_entry_draft AS (
  id uuid,
  subsidiary_id uuid,
  period_id uuid,
  fiscal_year integer,
  posting_date date,
  currency_code text,
  base_currency_code text,
  exchange_rate numeric,
  source_kind text,
  source_id uuid,
  transaction_id uuid,
  reversal_of_id uuid,
  memo text,
  posted_by uuid
);

CREATE TYPE daybook_line_draft AS (
  entry_id uuid,
  line_number integer,
  account_id uuid,
  subsidiary_id uuid,
  period_id uuid,
  posting_date date,
  currency_code text,
  debit numeric,
  credit numeric,
  base_debit numeric,
  base_credit numeric,
  class_id uuid,
  department_id uuid,
  location_id uuid,
  project_id uuid,
  entity_type text,
  entity_id uuid,
  memo text
);

CREATE TYPE daybook_position_change AS (
  place tid,
  id uuid,
  contract_id uuid,
  entry_id uuid,
  posting_date date,
  receivable_account_id uuid,
  contract_asset_account_id uuid,
  deferred_account_id uuid,
  exchange_account_id uuid,
  kind text,
  amount numeric,
  currency_code text,
  rate numeric,
  stood numeric,
  stood_base numeric,
  net numeric,
  net_base numeric,
  receivable numeric,
  receivable_base numeric,
  revenue numeric,
  revenue_base numeric,
  pending numeric,
  cash numeric,
  cash_base numeric,
  refund numeric,
  refund_base numeric,
  document numeric,
  document_base numeric,
  run_id uuid,
  event_id uuid,
  memo text,
  reversal_of_id uuid,
  cash_account_id uuid,
  refund_account_id uuid,
  interest_account_id uuid,
  effective_on date
);

CREATE TYPE daybook_revenue_due AS (
  place tid,
  contract_id uuid,
  obligation_key text
);

CREATE TYPE daybook_revenue_line AS (
  entry_id uuid,
  account_id uuid,
  class_id uuid,
  department_id uuid,
  location_id uuid,
  project_id uuid,
  amount numeric,
  base numeric
);

CREATE TYPE daybook_revenue_move AS (
  id uuid,
  contract_id uuid,
  kind text,
  amount numeric,
  unconditional boolean,
  keep_refund boolean,
  event_id uuid,
  entry_id uuid,
  rate numeric,
  document_base numeric,
  is_income boolean,
  counter_account_id uuid,
  posting_date date,
  memo text,
  effective_on date
);

CREATE TYPE daybook_reversal AS (
  ord integer,
  id uuid,
  refusal text,
  detail jsonb,
  date date,
  period_id uuid,
  fiscal_year integer,
  reversal_id uuid,
  number text,
  entry_id uuid
);

CREATE TYPE daybook_verdict AS (
  ord integer,
  transaction_id uuid,
  refusal text,
  detail jsonb,
  posting_date date,
  period_id uuid,
  fiscal_year integer,
  entry_id uuid,
  subsidiary_id uuid,
  currency_code text,
  base_currency_code text,
  exchange_rate numeric,
  memo text,
  revenue_contract_id uuid
);

CREATE OR REPLACE FUNCTION daybook_add_to_copy(p_moment timestamp with time zone, p_present revenue_checked_standings[], p_past revenue_checked_standings[])
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO revenue_copied_balances AS t (organization_id, moment, subsidiary_id, currency_code, since_month, month, contracts, receivable,
      contract_asset, deferred, revenue, from_opening, prior, due_soon)
  SELECT daybook_organization(), p_moment, p.o_subsidiary_id, p.o_currency_code, p.o_since_month, p.o_month, p.o_contracts, p.o_receivable,
         p.o_contract_asset, p.o_deferred, p.o_revenue, p.o_from_opening, p.o_prior, p.o_due_soon
  FROM daybook_balance_parts(NULL, '{1,-1}', coalesce(p_present, '{}'), coalesce(p_past, '{}')) p
  ON CONFLICT (organization_id, moment, subsidiary_id, currency_code, since_month, month) DO UPDATE SET
    contracts = t.contracts + excluded.contracts, receivable = t.receivable + excluded.receivable,
    contract_asset = t.contract_asset + excluded.contract_asset, deferred = t.deferred + excluded.deferred, revenue = t.revenue + excluded.revenue,
    from_opening = t.from_opening + excluded.from_opening, prior = t.prior + excluded.prior, due_soon = t.due_soon + excluded.due_soon
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_answer_run_rows(p_reversal uuid, p_run uuid, p_contracts uuid[], p_first_open text)
 RETURNS integer
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_mergejoin TO 'off'
 SET work_mem TO '32MB'
 SET random_page_cost TO '1'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_rows integer;
BEGIN
  PERFORM daybook_plan_for(cardinality(p_contracts));
  -- Contract by contract, by key: the statistics have not heard of a run just posted.
  INSERT INTO revenue_rows (organization_id, contract_id, seq, subsidiary_id, obligation_key, amount, period, natural_period, start_date,
    end_date, source, event_id, cause_id, catch_up, late, reverses_seq)
  SELECT v_org, v.contract_id, s.rows + 2 * (v.n - 1) + x.place, v.subsidiary_id, v.obligation_key, x.sign * v.amount,
         greatest(v.period, p_first_open), v.natural_period, v.start_date, v.end_date, v.source, v.event_id, p_reversal,
         v.catch_up OR v.period < p_first_open, v.late OR v.period < p_first_open, CASE WHEN x.sign < 0 THEN v.seq END
  FROM unnest(p_contracts) AS k (contract_id)
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS rows FROM revenue_rows r WHERE r.organization_id = v_org AND r.contract_id = k.contract_id OFFSET 0) s
  CROSS JOIN LATERAL (
    SELECT r.*, row_number() OVER (ORDER BY r.seq)::int AS n FROM revenue_rows r
    WHERE r.organization_id = v_org AND r.contract_id = k.contract_id AND r.run_id = p_run
      AND NOT EXISTS (SELECT 1 FROM revenue_rows z
                      WHERE z.organization_id = v_org AND z.contract_id = r.contract_id AND z.reverses_seq = r.seq) OFFSET 0) v
  CROSS JOIN (VALUES (0, -1), (1, 1)) AS x (place, sign);
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  RETURN v_rows;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_append_entries(p_entries daybook_entry_draft[], p_lines daybook_line_draft[])
 RETURNS TABLE(entry_id uuid, entry_number text)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_slot integer := pg_backend_pid() % 8;
BEGIN
  -- Balances in key order, so that two batches never deadlock.
  INSERT INTO ledger_balances AS b (organization_id, subsidiary_id, period_id, account_id, currency_code, slot,
                                    debit, credit, base_debit, base_credit, line_count)
  SELECT v_org, l.subsidiary_id, l.period_id, l.account_id, l.currency_code, v_slot,
         sum(l.debit), sum(l.credit), sum(l.base_debit), sum(l.base_credit), count(*)
  FROM unnest(p_lines) l
  GROUP BY 2, 3, 4, 5
  ORDER BY 2, 3, 4, 5
  ON CONFLICT (organization_id, subsidiary_id, period_id, account_id, currency_code, slot) DO UPDATE SET
    debit = b.debit + excluded.debit, credit = b.credit + excluded.credit,
    base_debit = b.base_debit + excluded.base_debit, base_credit = b.base_credit + excluded.base_credit,
    line_count = b.line_count + excluded.line_count;

  -- Entries and lines in one statement, as their triggers require; the gapless numbers as late as possible.
  RETURN QUERY
  WITH drafts AS MATERIALIZED (
    SELECT e.*, row_number() OVER (PARTITION BY e.fiscal_year ORDER BY e.ord DESC) AS from_last
    FROM unnest(p_entries) WITH ORDINALITY AS e(id, subsidiary_id, period_id, fiscal_year, posting_date, currency_code,
           base_currency_code, exchange_rate, source_kind, source_id, transaction_id, reversal_of_id, memo, posted_by, ord)
  ),
  written_lines AS (
    INSERT INTO ledger_lines (organization_id, entry_id, line_number, account_id, subsidiary_id, period_id, posting_date, currency_code,
        debit, credit, base_debit, base_credit, class_id, department_id, location_id, project_id, entity_type, entity_id, memo)
    SELECT v_org, l.* FROM unnest(p_lines) l
    RETURNING 1
  ),
  numbers AS (
    INSERT INTO number_counters AS c (organization_id, series, fiscal_year, next_value)
    SELECT v_org, 'GL', d.fiscal_year, 1 + count(*) FROM drafts d
    WHERE (SELECT count(*) FROM written_lines) >= 0
    GROUP BY d.fiscal_year ORDER BY d.fiscal_year
    ON CONFLICT (organization_id, series, fiscal_year) DO UPDATE SET next_value = c.next_value + excluded.next_value - 1
    RETURNING c.fiscal_year, c.next_value
  )
  INSERT INTO ledger_entries (organization_id, id, entry_number, subsidiary_id, book, period_id, posting_date, currency_code,
      base_currency_code, exchange_rate, source_kind, source_id, transaction_id, reversal_of_id, memo, posted_by)
  SELECT v_org, d.id, daybook_format_number('GL', d.fiscal_year, n.next_value - d.from_last),
         d.subsidiary_id, 'PRIMARY', d.period_id, d.posting_date, d.currency_code, d.base_currency_code, d.exchange_rate,
         d.source_kind, d.source_id, d.transaction_id, d.reversal_of_id, d.memo, d.posted_by
  FROM drafts d JOIN numbers n ON n.fiscal_year = d.fiscal_year
  RETURNING ledger_entries.id, ledger_entries.entry_number;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_approve_transactions(p_approvals jsonb, p_changed uuid[], p_impact jsonb, p_audit jsonb, p_events jsonb)
 RETURNS TABLE(o_id uuid, o_updated_at timestamp with time zone)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  v_now CONSTANT timestamptz(3) := clock_timestamp();
  -- Those that are still at the version that was read: a row that someone else holds is compared again once it is free.
  v_ids CONSTANT uuid[] := ARRAY(
    SELECT t.id FROM jsonb_to_recordset(p_approvals) AS a(id uuid, version integer)
    JOIN business_transactions t ON t.organization_id = v_org AND t.id = a.id AND t.version = a.version
    ORDER BY t.id FOR NO KEY UPDATE OF t);
BEGIN
  IF cardinality(p_changed) > 0 THEN
    PERFORM daybook_replace_transaction_parts(
      ARRAY(SELECT c FROM unnest(p_changed) c WHERE c = ANY (v_ids)), NULL,
      (SELECT coalesce(jsonb_agg(i), '[]') FROM jsonb_array_elements(p_impact) i WHERE (i ->> 'transaction_id')::uuid = ANY (v_ids)));
  END IF;
  RETURN QUERY
  -- The version is updated here, so that the row trigger has nothing left to do.
  WITH approved AS (
    UPDATE business_transactions t
    SET transaction_status = 'APPROVED', approved_by = a.approver_id, approved_at = a.moment, approval_comment = a.comment,
        submitted_by = CASE t.transaction_status WHEN 'DRAFT' THEN a.approver_id ELSE t.submitted_by END,
        submitted_at = CASE t.transaction_status WHEN 'DRAFT' THEN a.moment ELSE t.submitted_at END,
        version = t.version + 1, updated_at = greatest(v_now, t.updated_at + interval '1 millisecond')
    FROM jsonb_to_recordset(p_approvals) AS a(id uuid, approver_id uuid, moment timestamptz, comment text)
    WHERE t.organization_id = v_org AND t.id = a.id AND a.id = ANY (v_ids)
    RETURNING t.id, t.updated_at
  ),
  audit AS (
    INSERT INTO audit_log (organization_id, id, actor_kind, actor_id, actor_name, action, noun, record_id, before, after, surface, request_id)
    SELECT v_org, r.id, r.actor_kind, r.actor_id, r.actor_name, r.action, r.noun, r.record_id, r.before, r.after, r.surface, r.request_id
    FROM jsonb_to_recordset(p_audit) AS r(id uuid, actor_kind text, actor_id uuid, actor_name text, action text, noun text, record_id uuid,
      before jsonb, after jsonb, surface text, request_id text)
    WHERE r.record_id = ANY (v_ids)
  )
  SELECT a.id, a.updated_at FROM approved a;
  -- Only endpoints read events (docs/interface/decisions.md, "Events and audit"). A statement of its own, which is not even set up otherwise.
  IF EXISTS (SELECT FROM webhook_endpoints w WHERE w.organization_id = v_org AND w.record_status = 'active') THEN
    INSERT INTO outbox_events (organization_id, id, event_type, record_id, payload, created_at)
    SELECT v_org, e.id, e.event_type, e.record_id, e.payload, v_now
    FROM jsonb_to_recordset(p_events) AS e(id uuid, event_type text, record_id uuid, payload jsonb)
    WHERE e.record_id = ANY (v_ids);
  END IF;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_audit_is_reached(p_noun text, p_record uuid, p_before jsonb, p_after jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
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
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_audit_text(a audit_log)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT concat(
    '{"id": "', a.id,
    '", "noun": ', to_json(a.noun),
    ', "after": ', coalesce(a.after::text, 'null'),
    ', "action": ', to_json(a.action),
    ', "before": ', coalesce(a.before::text, 'null'),
    ', "surface": ', to_json(a.surface),
    ', "actor_id": ', coalesce('"' || a.actor_id || '"', 'null'),
    ', "record_id": ', coalesce('"' || a.record_id || '"', 'null'),
    ', "actor_kind": ', to_json(a.actor_kind),
    ', "actor_name": ', coalesce(to_json(a.actor_name)::text, 'null'),
    ', "request_id": ', to_json(a.request_id),
    ', "occurred_at": ', to_json(a.occurred_at),
    ', "organization_id": "', a.organization_id, '"}')
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_balance_parts(p_contracts uuid[], p_sides integer[] DEFAULT '{1,-1}'::integer[], p_standings revenue_checked_standings[] DEFAULT NULL::revenue_checked_standings[], p_past revenue_checked_standings[] DEFAULT NULL::revenue_checked_standings[])
 RETURNS TABLE(o_subsidiary_id uuid, o_currency_code text, o_since_month integer, o_month integer, o_contracts integer, o_receivable numeric, o_contract_asset numeric, o_deferred numeric, o_revenue numeric, o_from_opening numeric, o_prior numeric, o_due_soon numeric)
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'on'
 SET enable_mergejoin TO 'off'
 SET work_mem TO '32MB'
AS $function$
  WITH asked AS MATERIALIZED (
    SELECT DISTINCT n.id FROM unnest(p_contracts) AS n (id)
  ), present AS (
    SELECT s.* FROM unnest(p_standings) s
    UNION ALL
    SELECT s.* FROM daybook_contract_standings(CASE WHEN 1 = ANY (p_sides) AND p_standings IS NULL THEN p_contracts END) s
  ), past AS (
    SELECT k.* FROM asked a
    CROSS JOIN LATERAL (
      SELECT x.* FROM revenue_checked_standings x WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = a.id OFFSET 0) k
    WHERE -1 = ANY (p_sides) AND p_past IS NULL
    UNION ALL
    SELECT s.* FROM unnest(p_past) s
  ), pairs AS MATERIALIZED (
    SELECT row_number() OVER ()::integer AS n, subsidiary_id, currency_code, p::revenue_checked_standings AS present, k::revenue_checked_standings AS past
    FROM present p FULL JOIN past k USING (contract_id, subsidiary_id, currency_code)
  ), changed AS MATERIALIZED (
    -- Both have their months in order, so that those before the first place at which they differ are the same.
    SELECT d.n, min(d.place) AS place
    FROM (
      SELECT c.n, generate_series(1, greatest(cardinality((c.present).months), cardinality((c.past).months))) AS place,
             unnest((c.present).months) AS month, unnest((c.present).moves) AS moves, unnest((c.present).nets) AS net,
             unnest((c.present).receivables) AS receivable, unnest((c.present).revenues) AS revenue, unnest((c.present).priors) AS prior,
             unnest((c.present).soons) AS soon, unnest((c.past).months) AS past_month, unnest((c.past).moves) AS past_moves,
             unnest((c.past).nets) AS past_net, unnest((c.past).receivables) AS past_receivable, unnest((c.past).revenues) AS past_revenue,
             unnest((c.past).priors) AS past_prior, unnest((c.past).soons) AS past_soon
      FROM pairs c) d
    WHERE (d.month, d.moves, d.net, d.receivable, d.revenue, d.prior, d.soon)
      IS DISTINCT FROM (d.past_month, d.past_moves, d.past_net, d.past_receivable, d.past_revenue, d.past_prior, d.past_soon)
    GROUP BY 1
  ), sides AS MATERIALIZED (
    SELECT v.side, c.n, c.subsidiary_id, c.currency_code, d.place, v.standing
    FROM changed d JOIN pairs c ON c.n = d.n CROSS JOIN LATERAL (VALUES (1, c.present), (-1, c.past)) AS v (side, standing)
  ), ends AS MATERIALIZED (
    -- Beside each month's end stands the one before it: what a month adds is the difference of the two.
    SELECT e.*, least(greatest(e.net, 0), greatest(e.soon, 0)) AS due_soon, least(greatest(e.net_before, 0), greatest(e.soon_before, 0)) AS due_soon_before
    FROM (
      SELECT s.side, s.n, s.subsidiary_id, s.currency_code, unnest((s.standing).months[s.place:]) AS month,
             unnest((s.standing).moves[s.place:]) AS moves, unnest((0 || (s.standing).moves)[s.place:]) AS moves_before,
             unnest((s.standing).nets[s.place:]) AS net, unnest((0::numeric || (s.standing).nets)[s.place:]) AS net_before,
             unnest((s.standing).receivables[s.place:]) AS receivable, unnest((0::numeric || (s.standing).receivables)[s.place:]) AS receivable_before,
             unnest((s.standing).revenues[s.place:]) AS earned, unnest((0::numeric || (s.standing).revenues)[s.place:]) AS earned_before,
             unnest((s.standing).priors[s.place:]) AS prior, unnest((0::numeric || (s.standing).priors)[s.place:]) AS prior_before,
             unnest((s.standing).soons[s.place:]) AS soon, unnest((0::numeric || (s.standing).soons)[s.place:]) AS soon_before
      FROM sides s) e
    WHERE e.month IS NOT NULL
  ), starts AS (
    SELECT t.*
    FROM (
      SELECT s.side, s.n, unnest((s.standing).months) AS month, unnest((s.standing).nets) AS after, unnest(0::numeric || (s.standing).nets) AS before,
             unnest((s.standing).revenues) AS earned, unnest(0::numeric || (s.standing).revenues) AS earned_before
      FROM sides s) t
    WHERE (t.before > 0 OR t.after > 0) AND (t.before <> t.after OR t.earned_before <> t.earned)
  ), parts AS (
    SELECT e.subsidiary_id, e.currency_code, e.month AS since_month, e.month,
           sum(e.side * ((e.moves > 0)::integer - (e.moves_before > 0)::integer)) AS contracts,
           sum(e.side * (e.receivable - e.receivable_before)) AS receivable,
           sum(e.side * (greatest(-e.net, 0) - greatest(-e.net_before, 0))) AS contract_asset,
           sum(e.side * (greatest(e.net, 0) - greatest(e.net_before, 0))) AS deferred, sum(e.side * (e.earned - e.earned_before)) AS revenue,
           0::numeric AS from_opening, sum(e.side * (e.prior - e.prior_before)) AS prior, sum(e.side * (e.due_soon - e.due_soon_before)) AS due_soon
    FROM ends e
    GROUP BY 1, 2, 3
    UNION ALL
    SELECT e.subsidiary_id, e.currency_code, s.month, e.month, 0, 0, 0, 0, 0, sum(e.side * (
             least(greatest(e.earned - s.earned_before, 0), greatest(s.before, 0))
             - least(greatest(e.earned_before - s.earned_before, 0), greatest(s.before, 0))
             - CASE WHEN e.month = s.month THEN 0 ELSE
                 least(greatest(e.earned - s.earned, 0), greatest(s.after, 0)) - least(greatest(e.earned_before - s.earned, 0), greatest(s.after, 0)) END)),
           0, 0
    FROM ends e JOIN starts s ON s.side = e.side AND s.n = e.n AND s.month <= e.month
    WHERE e.earned <> e.earned_before
    GROUP BY 1, 2, 3, 4
  )
  SELECT p.subsidiary_id, p.currency_code, p.since_month, p.month, sum(p.contracts)::integer, sum(p.receivable), sum(p.contract_asset), sum(p.deferred),
         sum(p.revenue), sum(p.from_opening), sum(p.prior), sum(p.due_soon)
  FROM parts p
  GROUP BY 1, 2, 3, 4
  HAVING (sum(p.contracts), sum(p.receivable), sum(p.contract_asset), sum(p.deferred), sum(p.revenue), sum(p.from_opening), sum(p.prior), sum(p.due_soon))
    IS DISTINCT FROM (0, 0, 0, 0, 0, 0, 0, 0)
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_base_of_part(p_base numeric, p_part numeric, p_reached numeric, p_whole numeric, p_rate numeric, p_minor integer)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE
    WHEN p_whole = 0 THEN
      daybook_round_even(p_reached * p_rate, p_minor) - daybook_round_even((p_reached - p_part) * p_rate, p_minor)
    WHEN p_reached = p_whole AND p_part = p_whole THEN p_base
    ELSE
      daybook_share_even(p_base, p_reached, p_whole, p_minor) - daybook_share_even(p_base, p_reached - p_part, p_whole, p_minor)
  END
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_book_cost_rows(p_run revenue_runs, p_of revenue_runs, p_costs uuid[], p_actor uuid, OUT o_rows integer, OUT o_entries uuid[])
 RETURNS record
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_reverses boolean := p_of.id IS NOT NULL;
  v_books record;
  v_entries daybook_entry_draft[];
  v_lines daybook_line_draft[];
BEGIN
  SELECT b.* INTO v_books FROM daybook_open_books(p_run.subsidiary_id, p_run.posting_date) b;
  -- The rows due, read once: with the base amount of each, and what is due for its cost.
  WITH due AS MATERIALIZED (
    SELECT q.cost_id, q.seq, q.currency_code, q.provides, q.due,
           daybook_round_even(q.upto * q.exchange_rate, v_books.o_minor_units)
             - daybook_round_even((q.upto - q.amount) * q.exchange_rate, v_books.o_minor_units) AS base
    FROM (
      SELECT r.cost_id, r.seq, r.amount, c.currency_code, c.cost_kind = 'LOSS' AS provides, c.exchange_rate,
             sum(r.amount) OVER (PARTITION BY r.cost_id) AS due,
             c.amortised + c.impaired + sum(r.amount) OVER (PARTITION BY r.cost_id ORDER BY r.seq) AS upto
      FROM contract_cost_rows r JOIN contract_costs c ON c.organization_id = v_org AND c.id = r.cost_id
      WHERE r.organization_id = v_org AND r.cost_id = ANY (p_costs) AND r.run_id IS NULL
        AND CASE WHEN v_reverses THEN r.reverses_seq IS NOT NULL ELSE r.period <= p_run.period END
    ) q
  ),
  -- One entry per currency, and one for its provisions; none where nothing is due.
  entries AS MATERIALIZED (
    SELECT k.currency_code, k.provides, daybook_uuid_v7() AS id
    FROM (SELECT DISTINCT currency_code, provides FROM due WHERE due <> 0) k
  ),
  booked AS (
    UPDATE contract_cost_rows r SET run_id = p_run.id, posted_period = v_books.o_period, posted_at = now(), base = d.base, entry_id = e.id
    FROM due d LEFT JOIN entries e USING (currency_code, provides)
    WHERE r.organization_id = v_org AND r.cost_id = d.cost_id AND r.seq = d.seq
    RETURNING r.cost_id, r.amount, r.base
  ),
  costs AS (
    UPDATE contract_costs c SET amortised = c.amortised + b.amount
    FROM (SELECT cost_id, sum(amount) AS amount, sum(base) AS base, count(*) AS row_count FROM booked GROUP BY 1) b
    WHERE c.organization_id = v_org AND c.id = b.cost_id
    RETURNING c.currency_code, c.cost_kind = 'LOSS' AS provides, c.asset_account_id, c.expense_account_id, b.amount, b.base, b.row_count
  ),
  -- Expense against asset: one line per account, currency and side; provisions apart.
  summed AS (
    SELECT c.currency_code, c.provides, s.account_id, sum(s.sign * c.amount) AS amount, sum(s.sign * c.base) AS base
    FROM costs c CROSS JOIN LATERAL (VALUES (c.expense_account_id, 1), (c.asset_account_id, -1)) AS s (account_id, sign)
    WHERE c.amount <> 0 GROUP BY c.currency_code, c.provides, s.account_id, s.sign * sign(c.amount)
  ),
  -- Debits before credits.
  numbered AS (
    SELECT s.*, e.id, row_number() OVER (PARTITION BY s.currency_code, s.provides ORDER BY s.amount < 0, s.account_id)::int AS n
    FROM summed s JOIN entries e USING (currency_code, provides)
  )
  SELECT (SELECT array_agg(ROW(e.id, p_run.subsidiary_id, v_books.o_period_id, v_books.o_fiscal_year, p_run.posting_date, e.currency_code,
            v_books.o_base_currency, coalesce((CASE WHEN v_reverses THEN p_of.rates ELSE p_run.rates END ->> e.currency_code)::numeric, 1),
            'REVENUE_RUN', e.id, NULL, NULL, CASE
              WHEN v_reverses AND e.provides THEN format('Reversal of run %s, run %s: provisions for losses', p_of.run_number, p_run.run_number)
              WHEN v_reverses THEN format('Reversal of run %s, run %s: amortization of contract costs', p_of.run_number, p_run.run_number)
              WHEN e.provides THEN format('Provisions for losses of %s, run %s', p_run.period, p_run.run_number)
              ELSE format('Amortization of contract costs of %s, run %s', p_run.period, p_run.run_number)
            END, p_actor)::daybook_entry_draft) FROM entries e),
         (SELECT array_agg(ROW(n.id, n.n, n.account_id, p_run.subsidiary_id, v_books.o_period_id, p_run.posting_date, n.currency_code,
            greatest(n.amount, 0), greatest(-n.amount, 0), greatest(n.base, 0), greatest(-n.base, 0), NULL, NULL, NULL, NULL, NULL, NULL,
            CASE WHEN n.provides THEN 'Provision for losses' ELSE 'Amortization of contract costs' END)::daybook_line_draft)
          FROM numbered n),
         (SELECT coalesce(sum(c.row_count), 0) FROM costs c)
  INTO v_entries, v_lines, o_rows;

  IF v_entries IS NOT NULL THEN
    PERFORM 1 FROM daybook_append_entries(v_entries, v_lines);
  END IF;
  o_entries := ARRAY(SELECT e.id FROM unnest(v_entries[1:100]) e);
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_carried(p_balance numeric, p_base numeric, p_by numeric, p_rate numeric, p_minor integer)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE
    WHEN p_by = 0 THEN 0
    -- In the base currency itself every case below comes to this.
    WHEN p_rate = 1 AND p_balance = p_base AND p_by = trunc(p_by, p_minor) THEN p_by
    WHEN p_balance = 0 OR sign(p_balance) = sign(p_by) THEN daybook_round_even(p_by * p_rate, p_minor)
    WHEN p_by = -p_balance THEN -p_base
    WHEN abs(p_by) < abs(p_balance) THEN daybook_share_even(p_base, p_by, p_balance, p_minor)
    ELSE -p_base + daybook_round_even((p_balance + p_by) * p_rate, p_minor)
  END
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_carried_dimensions(p_class uuid, p_department uuid, p_location uuid, p_project uuid)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT array_remove(ARRAY[CASE WHEN p_class IS NOT NULL THEN 'class' END, CASE WHEN p_department IS NOT NULL THEN 'department' END,
    CASE WHEN p_location IS NOT NULL THEN 'location' END, CASE WHEN p_project IS NOT NULL THEN 'project' END], NULL)
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_check_contracts(p_limit integer DEFAULT 2000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_checked integer;
  v_oldest timestamptz;
  v_was revenue_checked_standings[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('check-contracts:' || v_org::text, 0));
  WITH oldest AS MATERIALIZED (
    SELECT t.ctid AS place, t.id, cardinality(t.contract_ids) AS n FROM revenue_touched_contracts t WHERE t.organization_id = v_org ORDER BY t.id LIMIT p_limit
  ), gone AS (
    DELETE FROM revenue_touched_contracts t WHERE t.organization_id = v_org AND t.ctid = ANY (ARRAY(
      SELECT q.place FROM (SELECT o.place, sum(o.n) OVER (ORDER BY o.id) - o.n AS before FROM oldest o) q WHERE q.before < p_limit))
    RETURNING t.contract_ids, t.recorded_at
  ), asked AS MATERIALIZED (
    SELECT array_agg(DISTINCT c.id) AS ids, count(*) AS mentions FROM gone g CROSS JOIN LATERAL unnest(g.contract_ids) AS c (id)
  ), present AS MATERIALIZED (
    SELECT s.* FROM asked a CROSS JOIN LATERAL daybook_contract_sums(a.ids) s
  ), before AS MATERIALIZED (
    SELECT k.* FROM asked a CROSS JOIN LATERAL unnest(a.ids) AS c (id)
    CROSS JOIN LATERAL (
      SELECT x.* FROM revenue_checked_contracts x WHERE x.organization_id = v_org AND x.contract_id = c.id OFFSET 0) k
  ), moved AS MATERIALIZED (
    SELECT m.contract_id, m.subsidiary_id, m.currency_code, bool_or(m.is_present) AS is_present, sum(m.deferred) AS deferred,
           sum(m.contract_asset) AS contract_asset, sum(m.refund) AS refund, sum(m.receivable) AS receivable, sum(m.cost) AS cost,
           sum(m.accrued) AS accrued, sum(m.unearned) AS unearned, sum(m.advance) AS advance, sum(m.booked) AS booked, sum(m.planned) AS planned,
           sum(m.posted) AS posted
    FROM (
      SELECT p.o_contract_id AS contract_id, p.o_subsidiary_id AS subsidiary_id, p.o_currency_code AS currency_code, true AS is_present,
             p.o_deferred AS deferred, p.o_contract_asset AS contract_asset, p.o_refund AS refund, p.o_receivable AS receivable, p.o_cost AS cost,
             p.o_accrued AS accrued, p.o_unearned AS unearned, p.o_advance AS advance, p.o_booked AS booked, p.o_planned AS planned,
             p.o_posted AS posted
      FROM present p
      UNION ALL
      SELECT b.contract_id, b.subsidiary_id, b.currency_code, false, -b.deferred, -b.contract_asset, -b.refund, -b.receivable, -b.cost,
             -b.accrued, -b.unearned, -b.advance, -b.booked, -b.planned, -b.posted
      FROM before b
    ) m
    GROUP BY 1, 2, 3
  ), stood AS MATERIALIZED (
    SELECT s.* FROM asked a CROSS JOIN LATERAL daybook_contract_standings(a.ids) s
  ), ended AS MATERIALIZED (
    SELECT k::revenue_checked_standings AS was
    FROM stood s
    CROSS JOIN LATERAL (
      SELECT x.* FROM revenue_checked_standings x WHERE x.organization_id = v_org AND x.contract_id = s.contract_id OFFSET 0) k
    WHERE (k.subsidiary_id, k.currency_code, k.unscheduled_since) IS DISTINCT FROM (s.subsidiary_id, s.currency_code, s.unscheduled_since)
  ), kept AS (
    INSERT INTO revenue_checked_contracts AS k (organization_id, contract_id, subsidiary_id, currency_code, deferred, contract_asset, refund,
        receivable, cost, accrued, unearned, advance, booked, planned, posted)
    SELECT v_org, p.o_contract_id, p.o_subsidiary_id, p.o_currency_code, p.o_deferred, p.o_contract_asset, p.o_refund, p.o_receivable, p.o_cost,
           p.o_accrued, p.o_unearned, p.o_advance, p.o_booked, p.o_planned, p.o_posted
    FROM present p
    ON CONFLICT (organization_id, contract_id, subsidiary_id, currency_code) DO UPDATE SET
      deferred = excluded.deferred, contract_asset = excluded.contract_asset, refund = excluded.refund, receivable = excluded.receivable,
      cost = excluded.cost, accrued = excluded.accrued, unearned = excluded.unearned, advance = excluded.advance, booked = excluded.booked,
      planned = excluded.planned, posted = excluded.posted
  ), dropped AS (
    DELETE FROM revenue_checked_contracts k WHERE k.organization_id = v_org AND k.ctid = ANY (ARRAY(
      SELECT x.place FROM moved m
      CROSS JOIN LATERAL (
        SELECT y.ctid AS place FROM revenue_checked_contracts y
        WHERE y.organization_id = v_org AND y.contract_id = m.contract_id AND y.subsidiary_id = m.subsidiary_id
          AND y.currency_code = m.currency_code OFFSET 0) x
      WHERE NOT m.is_present))
  ), totals AS (
    INSERT INTO revenue_checked_totals AS t (organization_id, subsidiary_id, currency_code, deferred, contract_asset, refund, receivable, cost,
        accrued, unearned, advance, booked, planned, posted)
    SELECT v_org, m.subsidiary_id, m.currency_code, sum(m.deferred), sum(m.contract_asset), sum(m.refund), sum(m.receivable), sum(m.cost),
           sum(m.accrued), sum(m.unearned), sum(m.advance), sum(m.booked), sum(m.planned), sum(m.posted)
    FROM moved m
    GROUP BY 2, 3 ORDER BY 2, 3
    ON CONFLICT (organization_id, subsidiary_id, currency_code) DO UPDATE SET
      deferred = t.deferred + excluded.deferred, contract_asset = t.contract_asset + excluded.contract_asset,
      refund = t.refund + excluded.refund, receivable = t.receivable + excluded.receivable, cost = t.cost + excluded.cost,
      accrued = t.accrued + excluded.accrued, unearned = t.unearned + excluded.unearned, advance = t.advance + excluded.advance,
      booked = t.booked + excluded.booked, planned = t.planned + excluded.planned, posted = t.posted + excluded.posted
  ), standings AS (
    INSERT INTO revenue_checked_standings AS k (organization_id, contract_id, subsidiary_id, currency_code, months, moves, nets, receivables, revenues,
        priors, soons, unscheduled_since)
    SELECT s.organization_id, s.contract_id, s.subsidiary_id, s.currency_code, s.months, s.moves, s.nets, s.receivables, s.revenues, s.priors, s.soons,
           s.unscheduled_since
    FROM stood s
    ON CONFLICT (organization_id, contract_id) DO UPDATE SET
      subsidiary_id = excluded.subsidiary_id, currency_code = excluded.currency_code, months = excluded.months, moves = excluded.moves,
      nets = excluded.nets, receivables = excluded.receivables, revenues = excluded.revenues, priors = excluded.priors, soons = excluded.soons,
      unscheduled_since = excluded.unscheduled_since
    WHERE (k.subsidiary_id, k.currency_code, k.months, k.moves, k.nets, k.receivables, k.revenues, k.priors, k.soons, k.unscheduled_since)
      IS DISTINCT FROM (excluded.subsidiary_id, excluded.currency_code, excluded.months, excluded.moves, excluded.nets, excluded.receivables,
       excluded.revenues, excluded.priors, excluded.soons, excluded.unscheduled_since)
  ), balances AS (
    INSERT INTO revenue_checked_balances AS t (organization_id, subsidiary_id, currency_code, since_month, month, contracts, receivable, contract_asset,
        deferred, revenue, from_opening, prior, due_soon)
    SELECT v_org, p.o_subsidiary_id, p.o_currency_code, p.o_since_month, p.o_month, p.o_contracts, p.o_receivable, p.o_contract_asset, p.o_deferred,
           p.o_revenue, p.o_from_opening, p.o_prior, p.o_due_soon
    FROM asked a
    CROSS JOIN LATERAL daybook_balance_parts(a.ids, '{1,-1}', coalesce((SELECT array_agg(s::revenue_checked_standings) FROM stood s), '{}')) p
    ORDER BY 2, 3, 4, 5
    ON CONFLICT (organization_id, subsidiary_id, currency_code, since_month, month) DO UPDATE SET
      contracts = t.contracts + excluded.contracts, receivable = t.receivable + excluded.receivable,
      contract_asset = t.contract_asset + excluded.contract_asset, deferred = t.deferred + excluded.deferred, revenue = t.revenue + excluded.revenue,
      from_opening = t.from_opening + excluded.from_opening, prior = t.prior + excluded.prior, due_soon = t.due_soon + excluded.due_soon
  ), again AS (
    -- It tells of nothing new.
    INSERT INTO revenue_touched_contracts (organization_id, id, contract_ids, recorded_at)
    SELECT v_org, daybook_uuid_v7(), array_agg(DISTINCT p.o_contract_id), 'infinity' FROM present p WHERE NOT p.o_agrees HAVING count(*) > 0
    RETURNING contract_ids
  )
  SELECT (SELECT a.mentions FROM asked a) - coalesce((SELECT cardinality(x.contract_ids) FROM again x), 0),
         (SELECT min(g.recorded_at) FROM gone g), (SELECT array_agg(e.was) FROM ended e)
    INTO v_checked, v_oldest, v_was;
  DELETE FROM revenue_copied_balances b WHERE b.organization_id = v_org AND b.moment >= v_oldest;
  UPDATE revenue_balance_copies c SET copied_to = '00000000-0000-0000-0000-000000000000'
  WHERE c.organization_id = v_org AND c.moment >= v_oldest AND c.copied_to IS DISTINCT FROM '00000000-0000-0000-0000-000000000000';
  PERFORM daybook_move_copied_ends(v_was);
  RETURN v_checked;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_check_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_broken text;
  -- The most a document can settle: for a payment, including the discount it took.
  v_settles numeric := NEW.total_amount
    + CASE WHEN NEW.kind IN ('CUSTOMER_PAYMENT', 'VENDOR_PAYMENT') THEN NEW.discount_amount ELSE 0 END;
BEGIN
  v_broken := CASE
    WHEN NEW.total_amount <> NEW.subtotal_amount + NEW.tax_amount - NEW.discount_amount THEN 'total'
    WHEN NEW.applied_amount <> 0 AND (abs(NEW.applied_amount) > abs(v_settles) OR sign(NEW.applied_amount) <> sign(v_settles)) THEN 'applied'
    WHEN (NEW.entity_id IS NULL) <> (NEW.entity_type IS NULL)
      OR NEW.entity_type NOT IN ('CUSTOMER', 'VENDOR', 'EMPLOYEE') THEN 'entity'
    WHEN NEW.exchange_rate <= 0 THEN 'rate'
    WHEN NEW.is_adjustment AND NEW.kind <> 'JOURNAL' THEN 'adjustment'
    WHEN NEW.record_status NOT IN ('active', 'inactive', 'archived') THEN 'record_status'
  END;
  IF v_broken IS NOT NULL THEN
    RAISE check_violation USING TABLE = 'business_transactions', CONSTRAINT = format('business_transactions_%s_ck', v_broken),
      MESSAGE = format('new row for relation "business_transactions" violates check constraint "business_transactions_%s_ck"', v_broken);
  END IF;
  RETURN NEW;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_check_new_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_bitmapscan TO 'off'
AS $function$
DECLARE
  v_references boolean;
  v_empty boolean;
BEGIN
  SELECT -- Each period and day once, however many entries of a batch are dated on it.
         (SELECT bool_or((SELECT p.subsidiary_id = d.subsidiary_id AND d.posting_date BETWEEN p.start_date AND p.end_date
                          FROM fiscal_periods p WHERE p.organization_id = d.organization_id AND p.id = d.period_id) IS NOT TRUE)
          FROM (SELECT DISTINCT e.organization_id, e.period_id, e.subsidiary_id, e.posting_date FROM new_entries e) d)
         OR bool_or((n.transaction_id IS NOT NULL AND (
                 SELECT true FROM business_transactions t WHERE t.organization_id = n.organization_id AND t.id = n.transaction_id) IS NULL)
           OR (n.reversal_of_id IS NOT NULL AND (
                 SELECT true FROM ledger_entries o WHERE o.organization_id = n.organization_id AND o.id = n.reversal_of_id) IS NULL)),
         bool_or((SELECT true FROM ledger_lines l WHERE l.organization_id = n.organization_id AND l.entry_id = n.id LIMIT 1) IS NULL)
    INTO v_references, v_empty FROM new_entries n;
  IF v_references THEN
    RAISE foreign_key_violation USING MESSAGE = 'a ledger entry refers to a period, document or original entry that does not exist',
      TABLE = 'ledger_entries', CONSTRAINT = 'ledger_entries_references_org_fk';
  END IF;
  IF v_empty THEN
    RAISE check_violation USING MESSAGE = 'a ledger entry has no lines', CONSTRAINT = 'ledger_entries_balanced';
  END IF;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_check_new_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_stray boolean;
  v_unbalanced boolean;
  v_suspect boolean;
  v_misplaced boolean;
  v_dimensions boolean;
  v_deferred uuid[];
  -- The moment of every entry of this transaction, as its column rounds it.
  v_recorded CONSTANT timestamptz NOT NULL := CURRENT_TIMESTAMP::timestamptz(3);
BEGIN
  SELECT bool_or((SELECT e.inserted_in_transaction = daybook_transaction_id() AND e.subsidiary_id = n.subsidiary_id
                         AND e.period_id = n.period_id AND e.posting_date = n.posting_date AND e.created_at = v_recorded
                  FROM ledger_entries e WHERE e.organization_id = n.organization_id AND e.id = n.entry_id) IS NOT TRUE),
         bool_or(n.debit <> n.credit OR n.lines < 2), bool_or(n.base_debit <> n.base_credit), bool_or(n.dimensions)
    INTO v_stray, v_unbalanced, v_suspect, v_dimensions
  FROM (
    SELECT l.organization_id, l.entry_id, l.subsidiary_id, l.period_id, l.posting_date, l.currency_code, count(*) AS lines,
           sum(l.debit) AS debit, sum(l.credit) AS credit, sum(l.base_debit) AS base_debit, sum(l.base_credit) AS base_credit,
           bool_or(coalesce(l.class_id, l.department_id, l.location_id, l.project_id) IS NOT NULL) AS dimensions
    FROM new_lines l GROUP BY 1, 2, 3, 4, 5, 6
  ) n;
  -- Each account once, however many lines of a batch are on it.
  SELECT bool_or(a.is_summary IS NOT FALSE), array_agg(d.account_id) FILTER (WHERE a.control_for = 'DEFERRED_REVENUE')
    INTO v_misplaced, v_deferred
  FROM (SELECT DISTINCT l.organization_id, l.account_id FROM new_lines l) d
  LEFT JOIN LATERAL (
    SELECT x.is_summary, x.control_for FROM accounts x WHERE x.organization_id = d.organization_id AND x.id = d.account_id OFFSET 0) a ON true;
  IF v_stray THEN
    RAISE restrict_violation USING MESSAGE = 'ledger lines do not belong to a new entry';
  END IF;
  IF v_misplaced THEN
    RAISE foreign_key_violation USING MESSAGE = 'a ledger line does not refer to a posting account';
  END IF;
  IF v_unbalanced OR v_suspect THEN
    PERFORM daybook_refuse_unbalanced(ARRAY(SELECT DISTINCT l.entry_id FROM new_lines l));
  END IF;
  IF v_dimensions THEN
    INSERT INTO ledger_dimension_balances AS b (organization_id, subsidiary_id, period_id, account_id, currency_code,
        class_id, department_id, location_id, project_id, debit, credit, base_debit, base_credit, line_count)
    SELECT l.organization_id, l.subsidiary_id, l.period_id, l.account_id, l.currency_code,
           coalesce(l.class_id, '00000000-0000-0000-0000-000000000000'), coalesce(l.department_id, '00000000-0000-0000-0000-000000000000'),
           coalesce(l.location_id, '00000000-0000-0000-0000-000000000000'), coalesce(l.project_id, '00000000-0000-0000-0000-000000000000'),
           sum(l.debit), sum(l.credit), sum(l.base_debit), sum(l.base_credit), count(*)
    FROM new_lines l
    WHERE coalesce(l.class_id, l.department_id, l.location_id, l.project_id) IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ORDER BY 2, 3, 4, 5, 6, 7, 8, 9
    ON CONFLICT (organization_id, subsidiary_id, period_id, account_id, currency_code, class_id, department_id, location_id, project_id)
    DO UPDATE SET
      debit = b.debit + excluded.debit, credit = b.credit + excluded.credit,
      base_debit = b.base_debit + excluded.base_debit, base_credit = b.base_credit + excluded.base_credit,
      line_count = b.line_count + excluded.line_count;
  END IF;
  IF v_deferred IS NOT NULL THEN
    INSERT INTO deferred_ledger_changes AS c (organization_id, recorded_on, subsidiary_id, currency_code, period_id, slot, amount)
    SELECT n.organization_id, (v_recorded AT TIME ZONE 'utc')::date, n.subsidiary_id, n.currency_code, n.period_id, pg_backend_pid() % 8,
           sum(n.credit - n.debit)
    FROM new_lines n WHERE n.account_id = ANY (v_deferred)
    GROUP BY 1, 3, 4, 5 ORDER BY 1, 3, 4, 5
    ON CONFLICT (organization_id, recorded_on, subsidiary_id, currency_code, period_id, slot) DO UPDATE SET amount = c.amount + excluded.amount;
  END IF;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_choose_records(p_noun text, p_typed text, p_most integer, p_read integer DEFAULT 2000)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
DECLARE
  -- Null: all subsidiaries. A caller who is confined to some has this setting (src/db/pool.ts), an empty list if to none.
  v_scope CONSTANT uuid[] := nullif(current_setting('app.subsidiaries', true), '')::uuid[];
  v_whole CONSTANT text := lower(btrim(p_typed, E' \t\n\r'));
  v_words CONSTANT text[] := array_remove(regexp_split_to_array(v_whole, '\s+'), '');
  v_name CONSTANT text := CASE p_noun WHEN 'customer' THEN 'company_name' ELSE 'name' END;
  v_code CONSTANT text := CASE p_noun WHEN 'customer' THEN 'customer_id' ELSE 'code' END;
  v_like CONSTANT text := replace(replace(replace(v_whole, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  -- Where each word begins a word of the line (a word with a sign in it begins none); where it is in the name; where a short one begins a word.
  v_starts text[];
  v_within text[];
  v_short text[];
  -- The same in the text of all fields: the signs that separate words are spelled out, ASCII alone, since of others the index of trigrams makes nothing.
  v_first CONSTANT text := E'(^|[] \t\n!"#$%&''()*+,./:;<=>?@[\\\\^_`{|}~-])';
  v_noun record;
  v_found text;
  v_ids uuid[];
BEGIN
  IF cardinality(v_words) = 0 OR p_noun NOT IN ('customer', 'vendor', 'employee', 'item', 'project') THEN
    RETURN '{}';
  END IF;
  SELECT array_agg(CASE WHEN w ~ '^[[:alnum:]]+$' THEN '(^|[^[:alnum:]])' || w END ORDER BY n),
    array_agg('%' || replace(replace(replace(w, '\', '\\'), '%', '\%'), '_', '\_') || '%' ORDER BY n),
    coalesce(array_agg('(^|[^[:alnum:]])' || w) FILTER (WHERE w ~ '^[a-z0-9]{1,2}$'), '{}')
  INTO v_starts, v_within, v_short FROM unnest(v_words) WITH ORDINALITY u (w, n);
  FOR v_noun IN SELECT * FROM daybook_searched_noun(p_noun) LOOP
    SELECT string_agg(format(CASE WHEN w ~ '^[a-z0-9]{1,2}$' THEN ' AND (%s) ~* ($11 || $10[%s])' ELSE ' AND (%s) ILIKE $9[%s]' END, v_noun.o_text, n), '')
    INTO v_found FROM unnest(v_words) WITH ORDINALITY u (w, n);
    EXECUTE format(
      'WITH found AS MATERIALIZED (
         (SELECT x.id, x.%1$I AS name, coalesce(x.%2$I, '''') AS code FROM %3$I x
          WHERE x.organization_id = $1 AND x.record_status = ''active''%4$s%5$s LIMIT $6)
         UNION
         SELECT x.id, x.%1$I, coalesce(x.%2$I, '''') FROM %3$I x
         WHERE x.organization_id = $1 AND x.record_status = ''active''%5$s AND (x.%2$I IN ($7, upper($7)) OR x.%1$I = $7)),
       lines AS (SELECT f.id, f.name, f.code, lower(f.code) AS l_code, lower(f.name) AS l_name, lower(f.code) || '' '' || lower(f.name) AS line FROM found f),
       ranked AS (SELECT l.id, l.name, l.code, CASE
         WHEN l.l_code = $3 THEN 0
         WHEN l.code <> '''' AND l.l_code LIKE $4 THEN 1
         WHEN l.l_name = $3 OR l.line = $3 THEN 1
         WHEN l.l_name LIKE $4 OR l.line LIKE $4 THEN 2
         WHEN l.line ~ ALL ($8) THEN 3
         WHEN l.l_name LIKE ALL ($9) AND l.line ~ ALL ($12) THEN 4 END AS rank FROM lines l)
       SELECT array_agg(c.id ORDER BY c.rank, c.place, c.id) FROM (
         SELECT r.id, r.rank, %6$s AS place FROM ranked r WHERE r.rank IS NOT NULL ORDER BY r.rank, place, r.id LIMIT $5) c',
      v_name, v_code, v_noun.o_table, v_found,
      CASE WHEN v_scope IS NULL THEN '' ELSE format(' AND (%s)', v_noun.o_reached) END,
      CASE WHEN p_noun IN ('item', 'project') THEN 'r.code' ELSE 'r.name' END)
    INTO v_ids
    USING daybook_organization(), v_scope, v_whole, v_like, p_most, p_read, btrim(p_typed, E' \t\n\r'), v_starts, v_within, v_words, v_first, v_short;
  END LOOP;
  RETURN coalesce(v_ids, '{}');
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_claim_keys(p_claims jsonb)
 RETURNS TABLE(o_ord integer, o_is_free boolean, o_request_hash text, o_status integer, o_body text, o_headers jsonb)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  v_free boolean[] := '{}';
  v_claim jsonb;
BEGIN
  FOR v_claim IN SELECT c.claim FROM jsonb_array_elements(p_claims) WITH ORDINALITY AS c (claim, ord) ORDER BY c.ord LOOP
    v_free := v_free || pg_try_advisory_xact_lock(hashtextextended(
      concat_ws(E'\n', v_org, v_claim ->> 'credential', v_claim ->> 'route', v_claim ->> 'key'), 7));
  END LOOP;
  -- A statement of its own: it sees what was committed by whoever held a lock until now.
  RETURN QUERY
  SELECT c.ord::integer, v_free[c.ord], k.request_hash, k.response_status, k.response_body, k.response_headers
  FROM jsonb_array_elements(p_claims) WITH ORDINALITY AS c (claim, ord)
  LEFT JOIN LATERAL (
    SELECT x.* FROM idempotency_keys x
    WHERE x.organization_id = v_org AND x.credential = c.claim ->> 'credential' AND x.route = c.claim ->> 'route'
      AND x.key = c.claim ->> 'key' AND x.expires_at > now() AND v_free[c.ord] OFFSET 0) k ON true
  ORDER BY c.ord;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_compare_pairs(p_ids uuid[])
 RETURNS TABLE(o_id uuid, o_by_account boolean, o_source_id uuid, o_mirror_id uuid, o_ours numeric, o_theirs numeric, o_is_posted boolean, o_is_final boolean, o_differences text[])
 LANGUAGE sql
 STABLE
AS $function$
  SELECT p.id, k.by_account, s.id, m.id, x.ours, x.theirs, s.ledger_entry_id IS NOT NULL AND m.ledger_entry_id IS NOT NULL,
    coalesce((s.ledger_entry_id IS NOT NULL OR NOT v.source_lives) AND (p.mirror_id IS NULL OR m.ledger_entry_id IS NOT NULL OR NOT v.mirror_lives), false),
    array_remove(ARRAY[
      CASE WHEN p.mirror_id IS NULL AND v.source_lives THEN 'NO_MIRROR' END,
      CASE WHEN v.source_lives <> v.mirror_lives THEN 'ONE_WITHDRAWN' END,
      CASE WHEN v.source_lives AND v.mirror_lives AND (s.ledger_entry_id IS NULL) <> (m.ledger_entry_id IS NULL) THEN 'ONE_POSTED' END,
      CASE WHEN v.source_lives AND v.mirror_lives AND s.currency_code <> m.currency_code THEN 'CURRENCY' END,
      CASE WHEN v.source_lives AND v.mirror_lives AND s.currency_code = m.currency_code
        AND (x.ours <> x.theirs OR NOT k.by_account AND x.our_due <> -x.their_due) THEN 'AMOUNT' END,
      CASE WHEN v.source_lives AND v.mirror_lives AND s.posting_date IS NOT NULL AND m.posting_date IS NOT NULL AND NOT EXISTS (
        SELECT FROM fiscal_periods q WHERE q.organization_id = p.organization_id AND NOT q.is_adjustment AND q.subsidiary_id IN (s.subsidiary_id, m.subsidiary_id)
          AND s.posting_date BETWEEN q.start_date AND q.end_date AND m.posting_date BETWEEN q.start_date AND q.end_date) THEN 'PERIOD' END,
      -- A document's lines and control account that consolidation would leave standing: tax and cash are with others.
      CASE WHEN v.source_lives AND NOT k.by_account AND EXISTS (
        SELECT FROM (VALUES (s.id, s.kind), (CASE WHEN v.mirror_lives THEN m.id END, m.kind)) AS d (id, kind)
        JOIN transaction_impact_lines i ON i.organization_id = p.organization_id AND i.transaction_id = d.id
        JOIN accounts c ON c.organization_id = p.organization_id AND c.id = i.account_id
        LEFT JOIN business_transaction_lines l ON l.organization_id = p.organization_id AND l.transaction_id = i.transaction_id
          AND l.line_number = i.document_line_number
        WHERE c.elimination IS DISTINCT FROM 'INTERCOMPANY'
          AND (i.from_subledger OR l.line_type <> 'TAX' AND d.kind NOT IN ('CUSTOMER_PAYMENT', 'VENDOR_PAYMENT'))) THEN 'NOT_ELIMINATED' END
    ], NULL)
  FROM intercompany_pairs p
  LEFT JOIN business_transactions s ON s.organization_id = p.organization_id AND s.id = p.source_id
  LEFT JOIN business_transactions m ON m.organization_id = p.organization_id AND m.id = p.mirror_id
  CROSS JOIN LATERAL (SELECT s.transaction_status NOT IN ('CANCELLED', 'REVERSED') AS source_lives,
    m.transaction_status NOT IN ('CANCELLED', 'REVERSED') AS mirror_lives OFFSET 0) v
  -- Journals have no counterparty between them and a sister.
  CROSS JOIN LATERAL (SELECT p.by_account OR coalesce(s.kind = 'JOURNAL', false) OR coalesce(m.kind = 'JOURNAL', false) AS by_account) k
  CROSS JOIN LATERAL (
    SELECT CASE WHEN k.by_account THEN y.our_due ELSE s.total_amount END AS ours, CASE WHEN k.by_account THEN -y.their_due ELSE m.total_amount END AS theirs,
           y.our_due, y.their_due
    FROM (SELECT
      (SELECT coalesce(sum(i.debit - i.credit), 0) FROM intercompany_accounts a
       JOIN transaction_impact_lines i ON i.organization_id = p.organization_id AND i.transaction_id = s.id
         AND i.account_id IN (a.due_from_account_id, a.due_to_account_id)
       WHERE a.organization_id = p.organization_id AND a.subsidiary_id = p.subsidiary_id AND a.sister_id = p.sister_id) AS our_due,
      (SELECT coalesce(sum(i.debit - i.credit), 0) FROM intercompany_accounts a
       JOIN transaction_impact_lines i ON i.organization_id = p.organization_id AND i.transaction_id = m.id
         AND i.account_id IN (a.due_from_account_id, a.due_to_account_id)
       WHERE a.organization_id = p.organization_id AND a.subsidiary_id = p.sister_id AND a.sister_id = p.subsidiary_id) AS their_due OFFSET 0) y
    OFFSET 0) x
  WHERE p.organization_id = daybook_organization() AND p.id = ANY (p_ids)
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_contract_standings(p_contracts uuid[], p_known timestamp with time zone DEFAULT 'infinity'::timestamp with time zone, p_kept revenue_checked_standings[] DEFAULT NULL::revenue_checked_standings[])
 RETURNS SETOF revenue_checked_standings
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'on'
 SET enable_mergejoin TO 'off'
 SET enable_hashagg TO 'off'
 SET work_mem TO '32MB'
AS $function$
  -- Contracts are numbered here: what follows sorts and groups numbers instead of ids.
  WITH contracts AS MATERIALIZED (
    SELECT a.n, c.*
    FROM (SELECT d.id, row_number() OVER ()::integer AS n FROM (SELECT DISTINCT u.id FROM unnest(p_contracts) AS u (id)) d) a
    CROSS JOIN LATERAL (
      SELECT x.id, x.subsidiary_id, x.currency_code,
             coalesce((extract(year FROM x.end_date) * 12 + extract(month FROM x.end_date))::integer - 13, 0) AS unscheduled_since
      FROM revenue_contracts x
      WHERE x.organization_id = (SELECT daybook_organization()) AND x.id = a.id OFFSET 0) c
    UNION ALL
    SELECT -row_number() OVER ()::integer, k.contract_id, k.subsidiary_id, k.currency_code, k.unscheduled_since FROM unnest(p_kept) k
  ), plans AS MATERIALIZED (
    SELECT c.n, c.unscheduled_since, r.* FROM contracts c
    CROSS JOIN LATERAL (
      SELECT daybook_month_number(x.period) - 12 AS since, x.amount,
             CASE WHEN x.posted_at <= p_known THEN daybook_month_number(x.posted_period) END AS posted, coalesce(x.posted_at > p_known, true) AS is_open,
             x.catch_up AND x.source <> 'SCHEDULE' AS is_prior
      FROM revenue_rows x
      WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = c.id AND x.recorded_at <= p_known OFFSET 0) r
  ), changes AS (
    -- What a row does not change is null, which costs no addition.
    SELECT c.n, daybook_month_number(m.period) AS month, 1 AS moves, m.net, m.receivable, m.revenue, NULL::numeric AS prior, NULL::numeric AS soon
    FROM contracts c
    CROSS JOIN LATERAL (
      SELECT x.period, x.deferred - x.contract_asset AS net, x.receivable, x.revenue FROM revenue_movements x
      WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = c.id AND x.recorded_at <= p_known OFFSET 0) m
    UNION ALL
    SELECT p.n, p.since, NULL, NULL, NULL, NULL, NULL, p.amount FROM plans p
    UNION ALL
    SELECT p.n, greatest(p.posted, p.since), NULL, NULL, NULL, NULL, NULL, -p.amount FROM plans p WHERE NOT p.is_open
    UNION ALL
    SELECT p.n, p.posted, NULL, NULL, NULL, NULL, p.amount, NULL FROM plans p WHERE p.is_prior AND p.posted IS NOT NULL
    UNION ALL
    SELECT p.n, p.unscheduled_since, NULL, NULL, NULL, NULL, NULL, -sum(p.amount) FROM plans p GROUP BY 1, 2
    UNION ALL
    SELECT c.n, c.unscheduled_since, NULL, NULL, NULL, NULL, NULL, b.amount
    FROM contracts c
    CROSS JOIN LATERAL (
      SELECT sum(x.amount) AS amount FROM revenue_bookings x
      WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = c.id AND x.recorded_at <= p_known) b
    WHERE b.amount <> 0
  ), months AS (
    SELECT c.n, c.month, coalesce(sum(c.moves), 0)::integer AS moves, coalesce(sum(c.net), 0) AS net, coalesce(sum(c.receivable), 0) AS receivable,
           coalesce(sum(c.revenue), 0) AS revenue, coalesce(sum(c.prior), 0) AS prior, coalesce(sum(c.soon), 0) AS soon
    FROM changes c
    GROUP BY 1, 2
    HAVING count(c.moves) > 0 OR sum(c.prior) <> 0 OR sum(c.soon) <> 0
  ), stood AS (
    SELECT m.n, m.month, (sum(m.moves) OVER w)::integer AS moves, sum(m.net) OVER w AS net, sum(m.receivable) OVER w AS receivable,
           sum(m.revenue) OVER w AS revenue, sum(m.prior) OVER w AS prior, sum(m.soon) OVER w AS soon
    FROM months m
    WINDOW w AS (PARTITION BY m.n ORDER BY m.month ROWS UNBOUNDED PRECEDING)
  ), lists AS (
    SELECT s.n, array_agg(s.month ORDER BY s.month) AS months, array_agg(s.moves ORDER BY s.month) AS moves, array_agg(s.net ORDER BY s.month) AS nets,
           array_agg(s.receivable ORDER BY s.month) AS receivables, array_agg(s.revenue ORDER BY s.month) AS revenues,
           array_agg(s.prior ORDER BY s.month) AS priors, array_agg(s.soon ORDER BY s.month) AS soons
    FROM stood s
    GROUP BY s.n
  )
  SELECT (SELECT daybook_organization()), c.id, c.subsidiary_id, c.currency_code, coalesce(l.months, '{}'), coalesce(l.moves, '{}'),
         coalesce(l.nets, '{}'), coalesce(l.receivables, '{}'), coalesce(l.revenues, '{}'), coalesce(l.priors, '{}'), coalesce(l.soons, '{}'),
         c.unscheduled_since
  FROM contracts c LEFT JOIN lists l ON l.n = c.n
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_contract_sums(p_contracts uuid[])
 RETURNS TABLE(o_contract_id uuid, o_subsidiary_id uuid, o_currency_code text, o_deferred numeric, o_contract_asset numeric, o_refund numeric, o_receivable numeric, o_cost numeric, o_accrued numeric, o_unearned numeric, o_advance numeric, o_booked numeric, o_planned numeric, o_posted numeric, o_agrees boolean)
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_hashagg TO 'off'
AS $function$
  WITH asked AS MATERIALIZED (
    SELECT DISTINCT n.id FROM unnest(p_contracts) AS n (id)
  ), contracts AS MATERIALIZED (
    SELECT c.id, c.subsidiary_id, c.currency_code, b.booked, r.planned, r.posted, p.contract_id IS NOT NULL AS has_position,
           p.subsidiary_id AS position_subsidiary_id, p.currency_code AS position_currency_code, p.net, p.refund, p.receivable,
           p.contract_id IS NULL OR (c.contract_status = 'DRAFT' OR o.allocated = c.transaction_price) AND b.booked = o.allocated
             AND r.posted = p.recognised AND m.revenue = p.recognised AND m.net = p.net AND m.refund = p.refund AND m.receivable = p.receivable AS agrees
    FROM asked a
    CROSS JOIN LATERAL (
      SELECT x.id, x.subsidiary_id, x.currency_code, x.transaction_price, x.contract_status FROM revenue_contracts x
      WHERE x.organization_id = (SELECT daybook_organization()) AND x.id = a.id OFFSET 0) c
    LEFT JOIN LATERAL (
      SELECT x.* FROM revenue_positions x WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = a.id OFFSET 0) p ON true
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(x.allocated), 0) AS allocated FROM performance_obligations x
      WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = a.id) o
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(x.amount), 0) AS booked FROM revenue_bookings x
      WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = a.id) b
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(x.amount), 0) AS planned, coalesce(sum(x.amount) FILTER (WHERE x.run_id IS NOT NULL), 0) AS posted FROM revenue_rows x
      WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = a.id) r
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(x.deferred - x.contract_asset), 0) AS net, coalesce(sum(x.revenue), 0) AS revenue, coalesce(sum(x.refund), 0) AS refund,
             coalesce(sum(x.receivable), 0) AS receivable
      FROM revenue_movements x WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = a.id) m
  )
  SELECT s.contract_id, s.subsidiary_id, s.currency_code, sum(s.deferred), sum(s.contract_asset), sum(s.refund), sum(s.receivable), sum(s.cost),
         sum(s.accrued), sum(s.unearned), sum(s.advance), sum(s.booked), sum(s.planned), sum(s.posted), bool_and(s.agrees)
  FROM (
    SELECT c.id AS contract_id, c.position_subsidiary_id AS subsidiary_id, c.position_currency_code AS currency_code,
           greatest(c.net, 0) AS deferred, greatest(-c.net, 0) AS contract_asset, c.refund, c.receivable, 0::numeric AS cost,
           0::numeric AS accrued, 0::numeric AS unearned, 0::numeric AS advance, 0::numeric AS booked, 0::numeric AS planned, 0::numeric AS posted,
           c.agrees
    FROM contracts c WHERE c.has_position
    UNION ALL
    SELECT c.id, c.subsidiary_id, c.currency_code, 0, 0, 0, 0, 0, 0, 0, 0, c.booked, c.planned, c.posted, c.agrees
    FROM contracts c WHERE c.booked <> 0 OR c.planned <> 0 OR c.posted <> 0
    UNION ALL
    SELECT a.id, k.subsidiary_id, k.currency_code, 0, 0, 0, 0, CASE WHEN k.voided THEN 0 ELSE k.amount END - k.amortised - k.impaired,
           0, 0, 0, 0, 0, 0, true
    FROM asked a
    CROSS JOIN LATERAL (
      SELECT x.* FROM contract_costs x
      WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = a.id AND x.decision = 'CAPITALISED' OFFSET 0) k
    UNION ALL
    SELECT a.id, i.subsidiary_id, i.currency_code, 0, 0, 0, 0, 0, i.accrued, i.unearned, i.advance, 0, 0, 0, true
    FROM asked a
    CROSS JOIN LATERAL (
      SELECT x.* FROM revenue_interest_moves x
      WHERE x.organization_id = (SELECT daybook_organization()) AND x.contract_id = a.id OFFSET 0) i
  ) s
  GROUP BY s.contract_id, s.subsidiary_id, s.currency_code
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_copy_balances(p_moment timestamp with time zone, p_before_run boolean, p_least integer DEFAULT 1000, p_apart integer DEFAULT 500, p_most integer DEFAULT 1000)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_moment timestamptz;
  v_last timestamptz;
  v_others uuid[];
  v_kept revenue_checked_standings[];
BEGIN
  IF (SELECT coalesce(sum(b.contracts), 0) FROM revenue_checked_balances b WHERE b.organization_id = v_org) < p_least THEN
    RETURN false;
  END IF;
  -- As after a run: a check is under way, which is not waited for. A contract may have several notes.
  IF (SELECT sum(cardinality(t.contract_ids)) FROM revenue_touched_contracts t WHERE t.organization_id = v_org) > 4 * p_most THEN
    RETURN false;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('check-contracts:' || v_org::text, 0));
  SELECT least(p_moment, min(t.recorded_at) - interval '1 microsecond') INTO v_moment FROM revenue_touched_contracts t WHERE t.organization_id = v_org;
  SELECT max(c.moment) INTO v_last FROM revenue_balance_copies c WHERE c.organization_id = v_org;
  IF v_moment = '-infinity' OR v_moment <= v_last OR (NOT p_before_run AND v_moment < v_last + interval '1 day') THEN
    RETURN false;
  END IF;
  IF v_last IS NOT NULL AND daybook_later_contracts(v_last, NULL, '9999', p_apart, v_moment) IS NOT NULL THEN
    RETURN false;
  END IF;
  v_others := daybook_later_contracts(v_moment, NULL, '9999', p_most);
  IF v_others IS NULL THEN
    RETURN false;
  END IF;
  INSERT INTO revenue_balance_copies (organization_id, moment, before_run) VALUES (v_org, v_moment, p_before_run);
  INSERT INTO revenue_copied_balances (organization_id, moment, subsidiary_id, currency_code, since_month, month, contracts, receivable, contract_asset,
      deferred, revenue, from_opening, prior, due_soon)
  SELECT v_org, v_moment, b.subsidiary_id, b.currency_code, b.since_month, b.month, b.contracts, b.receivable, b.contract_asset, b.deferred, b.revenue,
         b.from_opening, b.prior, b.due_soon
  FROM revenue_checked_balances b WHERE b.organization_id = v_org;
  v_kept := ARRAY(
    SELECT k::revenue_checked_standings FROM unnest(v_others) AS n (id)
    CROSS JOIN LATERAL (
      SELECT x.* FROM revenue_checked_standings x WHERE x.organization_id = v_org AND x.contract_id = n.id OFFSET 0) k);
  PERFORM daybook_add_to_copy(v_moment,
    ARRAY(SELECT s::revenue_checked_standings FROM daybook_contract_standings(NULL, v_moment, v_kept) s), v_kept);
  WITH gone AS (
    DELETE FROM revenue_balance_copies c
    WHERE c.organization_id = v_org AND NOT c.before_run AND c.moment < v_moment - interval '60 days' AND EXISTS (
      SELECT FROM revenue_balance_copies o
      WHERE o.organization_id = v_org AND o.moment > c.moment
        AND date_trunc('month', o.moment AT TIME ZONE 'utc') = date_trunc('month', c.moment AT TIME ZONE 'utc'))
    RETURNING c.moment
  )
  DELETE FROM revenue_copied_balances b USING gone g WHERE b.organization_id = v_org AND b.moment = g.moment;
  RETURN true;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_copy_past_balances(p_limit integer DEFAULT 1000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_moment timestamptz;
  v_after uuid;
  v_kept revenue_checked_standings[];
BEGIN
  IF NOT EXISTS (SELECT FROM revenue_balance_copies c WHERE c.organization_id = v_org AND c.copied_to IS NOT NULL) THEN
    RETURN 0;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('check-contracts:' || v_org::text, 0));
  SELECT c.moment, c.copied_to INTO v_moment, v_after FROM revenue_balance_copies c
  WHERE c.organization_id = v_org AND c.copied_to IS NOT NULL ORDER BY c.moment DESC LIMIT 1;
  IF v_moment IS NULL OR EXISTS (SELECT FROM revenue_touched_contracts t WHERE t.organization_id = v_org AND t.recorded_at <= v_moment) THEN
    RETURN 0;
  END IF;
  v_kept := ARRAY(
    SELECT x::revenue_checked_standings FROM revenue_checked_standings x
    WHERE x.organization_id = v_org AND x.contract_id > v_after ORDER BY x.contract_id LIMIT p_limit);
  PERFORM daybook_add_to_copy(v_moment, ARRAY(SELECT s::revenue_checked_standings FROM daybook_contract_standings(NULL, v_moment, v_kept) s), NULL);
  UPDATE revenue_balance_copies c
  SET copied_to = CASE WHEN cardinality(v_kept) = p_limit THEN (SELECT k.contract_id FROM unnest(v_kept) k ORDER BY k.contract_id DESC LIMIT 1) END
  WHERE c.organization_id = v_org AND c.moment = v_moment;
  RETURN greatest(cardinality(v_kept), 1);
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_cost_recorders(p_contracts uuid[], p_costs uuid[])
 RETURNS TABLE(o_contract_id uuid, o_cost_id uuid, o_recorded_by uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
BEGIN
  RETURN QUERY
  SELECT c.contract_id, c.id, e.recorded_by
  FROM unnest(p_contracts, p_costs) AS c (contract_id, id)
  CROSS JOIN LATERAL (
    SELECT w.recorded_by FROM revenue_events w
    -- Worded as in the index, whose collation compares ids quickly.
    WHERE w.organization_id = v_org AND w.contract_id = c.contract_id AND w.kind = 'cost' AND (w.body ->> 'key') COLLATE "C" = c.id::text
    ORDER BY w.seq DESC LIMIT 1) e;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_count_counterparties(p_counterparties uuid[], p_crowd integer DEFAULT 5000)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold-documents:' || v_org::text, 0));
  WITH begun AS (
    INSERT INTO counted_counterparties (organization_id, entity_id)
    SELECT DISTINCT v_org, e.id FROM unnest(p_counterparties) AS e (id)
    WHERE (SELECT count(*) FROM (
      SELECT FROM business_transactions t WHERE t.organization_id = v_org AND t.entity_id = e.id LIMIT p_crowd) x) = p_crowd
    ON CONFLICT DO NOTHING
    RETURNING entity_id
  )
  INSERT INTO counterparty_days (organization_id, entity_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status, document_count)
  SELECT v_org, b.entity_id, s.transaction_date, s.subsidiary_id, s.transaction_type_id, s.kind, s.transaction_status, sum(s.n)
  FROM begun b CROSS JOIN LATERAL (
    SELECT t.transaction_date, t.subsidiary_id, t.transaction_type_id, t.kind, t.transaction_status, 1 AS n FROM business_transactions t
    WHERE t.organization_id = v_org AND t.entity_id = b.entity_id
    UNION ALL
    SELECT d.transaction_date, d.subsidiary_id, d.transaction_type_id, d.kind, d.transaction_status, -u.n FROM document_day_changes d
    CROSS JOIN LATERAL unnest(d.entity_ids, d.entity_counts) AS u (entity_id, n)
    WHERE d.organization_id = v_org AND u.entity_id = b.entity_id
    OFFSET 0) s
  GROUP BY 2, 3, 4, 5, 6, 7 HAVING sum(s.n) <> 0;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_counts_as_committed(p_state text, p_approved_changes numeric)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((p_state = ANY (ARRAY['APPROVED'::text, 'COMPLETE'::text])) AND (p_approved_changes = (0)::numeric));
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_create_transactions(p_documents jsonb, p_lines jsonb, p_impact jsonb, p_calls jsonb)
 RETURNS SETOF business_transactions
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
BEGIN
  RETURN QUERY
  WITH stored AS MATERIALIZED (
    SELECT * FROM daybook_insert_transactions(p_documents, p_lines, p_impact)
  ),
  calls AS MATERIALIZED (
    SELECT c.* FROM ROWS FROM (jsonb_to_recordset(p_calls) AS (id uuid, actor_kind text, actor_id uuid, actor_name text, surface text,
      request_id text, audit_id uuid, event_id uuid, approval_id uuid, approved_event_id uuid, also jsonb)) WITH ORDINALITY
      AS c (id, actor_kind, actor_id, actor_name, surface, request_id, audit_id, event_id, approval_id, approved_event_id, also, ord)
  ),
  audit AS (
    INSERT INTO audit_log (organization_id, id, actor_kind, actor_id, actor_name, action, noun, record_id, before, after, surface, request_id)
    SELECT v_org, a.id, c.actor_kind, c.actor_id, c.actor_name, a.action, 'transaction', s.id, a.before, a.after, c.surface, c.request_id
    FROM calls c JOIN stored s ON s.id = c.id
    CROSS JOIN LATERAL (
      SELECT 1, c.audit_id, 'gl.transaction.create', NULL::jsonb, daybook_recorded_document(s) || coalesce(c.also, '{}')
      UNION ALL
      SELECT 2, c.approval_id, 'gl.transaction.approve', '{"status":"DRAFT"}', '{"status":"APPROVED"}'
      WHERE s.transaction_status = 'APPROVED'
    ) AS a (n, id, action, before, after) ORDER BY c.ord, a.n
  )
  SELECT * FROM stored;
  -- Only endpoints read events (docs/interface/decisions.md, "Events and audit"). A statement of its own, which is not even set up otherwise.
  IF EXISTS (SELECT FROM webhook_endpoints w WHERE w.organization_id = v_org AND w.record_status = 'active') THEN
    INSERT INTO outbox_events (organization_id, id, event_type, record_id, payload)
    SELECT v_org, e.id, e.event_type, s.id, e.payload
    FROM ROWS FROM (jsonb_to_recordset(p_calls) AS (id uuid, event_id uuid, approved_event_id uuid)) WITH ORDINALITY
      AS c (id, event_id, approved_event_id, ord)
    CROSS JOIN LATERAL (
      SELECT t.id, t.transaction_number, t.kind, t.transaction_status FROM business_transactions t
      WHERE t.organization_id = v_org AND t.id = c.id OFFSET 0) s
    CROSS JOIN LATERAL (
      SELECT 1, c.event_id, 'gl.transaction.created', jsonb_build_object('transactionId', s.id, 'transactionNumber', s.transaction_number,
               'kind', s.kind, 'status', s.transaction_status)
      UNION ALL
      SELECT 2, c.approved_event_id, 'gl.transaction.approved', jsonb_build_object('transactionId', s.id, 'transactionNumber', s.transaction_number)
      WHERE s.transaction_status = 'APPROVED'
    ) AS e (n, id, event_type, payload) ORDER BY c.ord, e.n;
  END IF;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_dangling_references()
 RETURNS TABLE(o_table text, o_column text, o_target text, o_rows bigint)
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  r record;
  v_table text;
  v_filled boolean;
BEGIN
  FOR r IN
    SELECT con.conrelid::regclass::text AS tab, near.attname::text AS col, con.confrelid::regclass::text AS target,
           far.attname::text AS target_col, 'true' AS condition, format('a.%I', near.attname) AS reference, 'true' AS unexcused
    FROM pg_constraint con
    JOIN pg_attribute near ON near.attrelid = con.conrelid AND near.attnum = con.conkey[2]
    JOIN pg_attribute far ON far.attrelid = con.confrelid AND far.attnum = con.confkey[2]
    WHERE con.contype = 'f' AND con.connamespace = 'public'::regnamespace AND cardinality(con.conkey) = 2
    UNION ALL
    SELECT x.tab, x.col, x.target, 'id', 'true', format('a.%I', x.col), 'true'
    FROM (VALUES
      ('audit_seals', 'audit_id', 'audit_log'),
      ('business_transaction_lines', 'account_id', 'accounts'), ('business_transaction_lines', 'class_id', 'classes'),
      ('business_transaction_lines', 'department_id', 'departments'), ('business_transaction_lines', 'item_id', 'items'),
      ('business_transaction_lines', 'location_id', 'locations'), ('business_transaction_lines', 'project_id', 'projects'),
      ('business_transaction_lines', 'tax_code_id', 'tax_codes'), ('business_transaction_lines', 'transaction_id', 'business_transactions'),
      ('import_rows', 'import_id', 'imports'),
      ('business_transactions', 'ledger_entry_id', 'ledger_entries'), ('business_transactions', 'reversal_entry_id', 'ledger_entries'),
      ('contract_cost_rows', 'cost_id', 'contract_costs'), ('contract_cost_rows', 'entry_id', 'ledger_entries'),
      ('contract_cost_rows', 'run_id', 'revenue_runs'), ('contract_cost_rows', 'subsidiary_id', 'subsidiaries'),
      ('contract_costs', 'impair_account_id', 'accounts'), ('contract_costs', 'offset_account_id', 'accounts'),
      ('contract_costs', 'subsidiary_id', 'subsidiaries'),
      ('ledger_balances', 'account_id', 'accounts'), ('ledger_balances', 'period_id', 'fiscal_periods'),
      ('ledger_balances', 'subsidiary_id', 'subsidiaries'), ('ledger_dimension_balances', 'account_id', 'accounts'),
      ('ledger_dimension_balances', 'period_id', 'fiscal_periods'), ('ledger_dimension_balances', 'subsidiary_id', 'subsidiaries'),
      ('ledger_entries', 'period_id', 'fiscal_periods'), ('ledger_entries', 'reversal_of_id', 'ledger_entries'),
      ('ledger_entries', 'subsidiary_id', 'subsidiaries'), ('ledger_entries', 'transaction_id', 'business_transactions'),
      ('ledger_lines', 'account_id', 'accounts'), ('ledger_lines', 'class_id', 'classes'), ('ledger_lines', 'department_id', 'departments'),
      ('ledger_lines', 'entry_id', 'ledger_entries'), ('ledger_lines', 'location_id', 'locations'), ('ledger_lines', 'period_id', 'fiscal_periods'),
      ('ledger_lines', 'project_id', 'projects'), ('ledger_lines', 'subsidiary_id', 'subsidiaries'),
      ('payment_applications', 'ledger_entry_id', 'ledger_entries'), ('rate_correction_items', 'entry_id', 'ledger_entries'),
      ('revaluations', 'entry_id', 'ledger_entries'), ('revaluations', 'reversal_entry_id', 'ledger_entries'),
      ('revenue_carried_moves', 'account_id', 'accounts'), ('revenue_carried_moves', 'entry_id', 'ledger_entries'),
      ('revenue_interest_moves', 'accrued_account_id', 'accounts'), ('revenue_interest_moves', 'advance_account_id', 'accounts'),
      ('revenue_interest_moves', 'entry_id', 'ledger_entries'), ('revenue_interest_moves', 'unearned_account_id', 'accounts'),
      ('revenue_movements', 'contract_id', 'revenue_contracts'),
      ('revenue_movements', 'run_id', 'revenue_runs'), ('revenue_positions', 'cash_account_id', 'accounts'),
      ('revenue_positions', 'contract_asset_account_id', 'accounts'), ('revenue_positions', 'deferred_account_id', 'accounts'),
      ('revenue_positions', 'exchange_account_id', 'accounts'), ('revenue_positions', 'interest_expense_account_id', 'accounts'),
      ('revenue_positions', 'interest_income_account_id', 'accounts'), ('revenue_positions', 'receivable_account_id', 'accounts'),
      ('revenue_positions', 'refund_account_id', 'accounts'), ('revenue_reclassifications', 'entry_id', 'ledger_entries'),
      ('revenue_reclassifications', 'reversal_entry_id', 'ledger_entries'), ('revenue_rows', 'contract_id', 'revenue_contracts'),
      ('revenue_rows', 'run_id', 'revenue_runs'), ('revenue_rows', 'subsidiary_id', 'subsidiaries'),
      ('transaction_impact_lines', 'account_id', 'accounts'), ('transaction_impact_lines', 'class_id', 'classes'),
      ('transaction_impact_lines', 'department_id', 'departments'), ('transaction_impact_lines', 'location_id', 'locations'),
      ('transaction_impact_lines', 'project_id', 'projects'), ('transaction_impact_lines', 'transaction_id', 'business_transactions')
    ) AS x (tab, col, target)
    UNION ALL
    -- An unset dimension of a balance is the nil id.
    SELECT 'ledger_dimension_balances', x.col, x.target, 'id', format('a.%I <> ''00000000-0000-0000-0000-000000000000''', x.col), format('a.%I', x.col), 'true'
    FROM (VALUES ('class_id', 'classes'), ('department_id', 'departments'), ('location_id', 'locations'), ('project_id', 'projects')) AS x (col, target)
    UNION ALL
    SELECT t.tab, 'entity_id', e.target, 'id', format('a.entity_type = %L', e.kind), 'a.entity_id', 'true'
    FROM (VALUES ('business_transactions'), ('ledger_lines'), ('transaction_impact_lines')) AS t (tab),
         (VALUES ('CUSTOMER', 'customers'), ('VENDOR', 'vendors'), ('EMPLOYEE', 'employees')) AS e (kind, target)
    UNION ALL
    -- A document that billed within the liability moved nothing but that, and so made no entry of the contract's own.
    SELECT 'revenue_movements', 'entry_id', 'ledger_entries', 'id',
      '(a.receivable, a.receivable_base, a.cash, a.cash_base, a.contract_asset, a.contract_asset_base, a.deferred - a.document,
        a.deferred_base - a.document_base, a.refund, a.refund_base, a.revenue, a.revenue_base, a.exchange_base)
       IS DISTINCT FROM (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)', 'a.entry_id', 'true'
    UNION ALL
    -- Where all that a contract posted in an entry cancels out, there is no entry; its movement says so.
    SELECT 'revenue_rows', 'entry_id', 'ledger_entries', 'id', 'true', 'a.entry_id',
      'NOT EXISTS (SELECT FROM revenue_movements m WHERE m.organization_id = daybook_organization() AND m.contract_id = a.contract_id
         AND m.entry_id = a.entry_id AND (m.revenue, m.revenue_base, m.receivable, m.receivable_base, m.contract_asset, m.contract_asset_base,
           m.deferred, m.deferred_base, m.exchange_base) = (0, 0, 0, 0, 0, 0, 0, 0, 0))'
    UNION ALL
    SELECT 'ledger_entries', 'source_id', 'business_transactions', 'id', 'a.source_kind = ''TRANSACTION''', 'a.source_id', 'true'
    UNION ALL
    -- Lists of ids.
    SELECT x.tab, x.col, x.target, 'id', 'true', 'one.id', 'true'
    FROM (VALUES ('api_clients', 'subsidiary_ids', 'subsidiaries'), ('budget_lines', 'account_ids', 'accounts'),
      ('companies', 'subsidiary_ids', 'subsidiaries'), ('invitations', 'custom_role_ids', 'custom_roles'), ('invitations', 'subsidiary_ids', 'subsidiaries'),
      ('memberships', 'custom_role_ids', 'custom_roles'), ('memberships', 'subsidiary_ids', 'subsidiaries'),
      ('provisioned_groups', 'custom_role_ids', 'custom_roles'), ('provisioned_people', 'given_custom_role_ids', 'custom_roles'),
      ('revenue_runs', 'contract_ids', 'revenue_contracts')) AS x (tab, col, target)
    ORDER BY 1, 2, 3
  LOOP
    -- A table without a row of the organization, as most are in small books, is asked once instead of once a reference.
    IF v_table IS DISTINCT FROM r.tab THEN
      v_table := r.tab;
      EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE organization_id = daybook_organization())', r.tab) INTO v_filled;
    END IF;
    CONTINUE WHEN NOT v_filled;
    EXECUTE format(
      'SELECT count(*) FROM (
         SELECT a.* FROM %I a %s WHERE a.organization_id = daybook_organization() AND %s IS NOT NULL AND %s
           AND NOT EXISTS (SELECT FROM %I b WHERE b.organization_id = daybook_organization() AND b.%I = %s) OFFSET 0) a WHERE %s',
      r.tab, CASE WHEN r.reference = 'one.id' THEN format('CROSS JOIN LATERAL unnest(a.%I) AS one (id)', r.col) ELSE '' END,
      r.reference, r.condition, r.target, r.target_col, r.reference, r.unexcused) INTO o_rows;
    IF o_rows > 0 THEN
      o_table := r.tab;
      o_column := r.col;
      o_target := r.target;
      RETURN NEXT;
    END IF;
  END LOOP;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_date_revenue_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  SELECT max(v.effective_date) INTO NEW.effective_on FROM revenue_events v
  WHERE v.organization_id = NEW.organization_id AND v.id IN (NEW.event_id, NEW.cause_id);
  RETURN NEW;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_date_subscription_moves()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- Callers cannot set these times, because reports as of an earlier moment rely on them.
  NEW.activated_at := CASE WHEN TG_OP = 'UPDATE' THEN OLD.activated_at END;
  NEW.cancelled_at := CASE WHEN TG_OP = 'UPDATE' THEN OLD.cancelled_at END;
  IF NEW.activated_at IS NULL AND NEW.subscription_status NOT IN ('DRAFT', 'CANCELLED') THEN
    NEW.activated_at := now();
  END IF;
  IF NEW.cancelled_at IS NULL AND NEW.subscription_status = 'CANCELLED' THEN
    NEW.cancelled_at := now();
  END IF;
  RETURN NEW;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_default_view_is_seen()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- FOR SHARE, so that the view cannot stop being shared at the same moment.
  PERFORM 1 FROM saved_views v WHERE v.organization_id = NEW.organization_id AND v.id = NEW.view_id
    AND v.screen = NEW.screen AND (v.is_shared OR v.user_id = NEW.user_id) FOR SHARE;
  IF NOT FOUND THEN
    RAISE foreign_key_violation USING MESSAGE = 'a list opens with a view of its own that its reader can see',
      TABLE = 'saved_view_defaults', CONSTRAINT = 'saved_view_defaults_view_id_org_fk';
  END IF;
  RETURN NEW;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_delete_import_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
BEGIN
  DELETE FROM import_rows r USING old_imports o WHERE r.organization_id = o.organization_id AND r.import_id = o.id;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_delete_organization()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  -- Evidence, and what is still told and answered of it.
  v_kept CONSTANT text[] := ARRAY['audit_log', 'audit_seals', 'ledger_seals', 'security_log', 'security_seals', 'outbox_events',
    'idempotency_keys', 'organization_moves'];
  v_table text;
  v_left text[];
  v_rows bigint;
  v_deleted bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('periods:' || daybook_organization()::text, 0));
  IF EXISTS (SELECT FROM ledger_entries WHERE organization_id = daybook_organization()) THEN
    RETURN 'ledger_entries';
  END IF;
  -- Tables refer to each other, so what is deleted makes room for the rest, round by round.
  LOOP
    v_left := ARRAY[]::text[];
    v_deleted := 0;
    FOR v_table IN
      SELECT c.relname FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> ALL (v_kept)
        AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organization_id' AND NOT a.attisdropped)
      ORDER BY c.relname
    LOOP
      EXECUTE format('SELECT count(*) FROM (SELECT FROM %I WHERE organization_id = daybook_organization() LIMIT 1) one', v_table) INTO v_rows;
      CONTINUE WHEN v_rows = 0;
      BEGIN
        EXECUTE format('DELETE FROM %I WHERE organization_id = daybook_organization()', v_table);
        GET DIAGNOSTICS v_rows = ROW_COUNT;
        v_deleted := v_deleted + v_rows;
      EXCEPTION WHEN foreign_key_violation OR restrict_violation OR raise_exception THEN
        v_left := v_left || v_table;
      END;
    END LOOP;
    EXIT WHEN cardinality(v_left) = 0;
    CONTINUE WHEN v_deleted > 0;
    -- What is left refers to each other in a circle, such as a lead and the customer it became: one statement deletes it together,
    -- since references are checked at its end.
    BEGIN
      EXECUTE (
        SELECT format('WITH %s SELECT', string_agg(
          format('%I AS (DELETE FROM %I WHERE organization_id = daybook_organization())', 'gone_' || n, t), ', '))
        FROM unnest(v_left) WITH ORDINALITY AS one (t, n));
    EXCEPTION WHEN foreign_key_violation OR restrict_violation OR raise_exception THEN
      RETURN v_left[1];
    END;
  END LOOP;
  UPDATE organizations SET deleted_at = clock_timestamp(), record_status = 'inactive', slug = 'deleted-' || id::text
  WHERE id = daybook_organization();
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_delete_parts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
BEGIN
  DELETE FROM business_transaction_lines l USING old_documents o WHERE l.organization_id = o.organization_id AND l.transaction_id = o.id;
  DELETE FROM transaction_impact_lines l USING old_documents o WHERE l.organization_id = o.organization_id AND l.transaction_id = o.id;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_document_numbers_with(p_text text, p_limit integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
AS $function$
  WITH series AS MATERIALIZED (
    SELECT c.series, c.fiscal_year, c.next_value - 1 AS newest, upper(c.series || '-' || c.fiscal_year::text || '-') AS label, upper(p_text) AS wanted
    FROM number_counters c WHERE c.organization_id = daybook_organization() AND c.series <> 'GL' AND c.next_value > 1
  ), asked AS MATERIALIZED (
    SELECT s.series, s.fiscal_year, s.newest, substr(s.wanted, k + 1) AS digits
    FROM series s CROSS JOIN generate_series(1, length(s.label)) AS k
    WHERE k < length(s.wanted) AND left(s.wanted, k) = right(s.label, k) AND substr(s.wanted, k + 1) ~ '^[0-9]{1,18}$'
  ), spans AS (
    -- Of the numbers with so many digits, those that begin with these; the shortest have six, with zeros before them.
    SELECT a.series, a.fiscal_year,
           greatest(a.digits::bigint * (10 ^ (w - length(a.digits)))::bigint, CASE WHEN w = 6 THEN 1 ELSE (10 ^ (w - 1))::bigint END) AS first,
           least((a.digits::bigint + 1) * (10 ^ (w - length(a.digits)))::bigint - 1, a.newest) AS last
    FROM asked a CROSS JOIN generate_series(6, greatest(6, length(a.newest::text))) AS w
    WHERE length(a.digits) <= w
  )
  SELECT DISTINCT daybook_format_number(s.series, s.fiscal_year, n)
  FROM spans s CROSS JOIN LATERAL generate_series(s.first, least(s.last, s.first + p_limit)) AS n
  LIMIT p_limit
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_documents_of_total(p_amount numeric, p_limit integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT t.id FROM business_transactions t WHERE t.organization_id = daybook_organization() AND t.total_amount = p_amount LIMIT p_limit
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_effect_of_move(p_move daybook_revenue_move, p_minor integer, p_net numeric, p_net_base numeric, p_receivable numeric, p_receivable_base numeric, p_refund numeric, p_refund_base numeric, p_pending numeric)
 RETURNS TABLE(net numeric, net_base numeric, receivable numeric, receivable_base numeric, cash numeric, cash_base numeric, refund numeric, refund_base numeric, document numeric, document_base numeric, pending numeric)
 LANGUAGE sql
 IMMUTABLE ROWS 1
AS $function$
  SELECT v.net, daybook_carried(p_net, p_net_base, v.net, v.rate, p_minor),
         v.receivable, daybook_carried(p_receivable, p_receivable_base, v.receivable, v.rate, p_minor),
         v.cash, CASE WHEN v.cash = 0 THEN 0 ELSE daybook_round_even(v.cash * v.rate, p_minor) END,
         v.refund, daybook_carried(p_refund, p_refund_base, v.refund, v.rate, p_minor),
         v.document, v.document_base,
         CASE v.kind WHEN 'DUE' THEN v.amount - v.receivable WHEN 'PAYMENT' THEN -least(v.amount + v.receivable, p_pending) ELSE 0 END
  FROM (
    -- By kind, in contract currency: the net position, the receivable, cash, the refund liability, and what a document credited.
    SELECT m.kind, m.amount, m.rate,
           CASE m.kind WHEN 'DUE' THEN x.due WHEN 'PAYMENT' THEN m.amount - x.settled
             WHEN 'REFUND' THEN -m.amount WHEN 'CREDIT' THEN x.from_refund - m.amount WHEN 'DOCUMENT' THEN m.amount
             WHEN 'FINANCING' THEN m.amount WHEN 'INTEREST' THEN m.amount END AS net,
           CASE m.kind WHEN 'DUE' THEN x.due WHEN 'PAYMENT' THEN -x.settled WHEN 'CREDIT' THEN -m.amount ELSE 0 END AS receivable,
           CASE m.kind WHEN 'PAYMENT' THEN m.amount ELSE 0 END AS cash,
           CASE m.kind WHEN 'REFUND' THEN m.amount WHEN 'CREDIT' THEN -x.from_refund ELSE 0 END AS refund,
           CASE WHEN m.kind IN ('DOCUMENT', 'FINANCING') THEN m.amount ELSE 0 END AS document,
           CASE WHEN m.kind IN ('DOCUMENT', 'FINANCING') THEN coalesce(m.document_base, 0) ELSE 0 END AS document_base
    FROM (SELECT (p_move).*) m
    CROSS JOIN LATERAL (SELECT
      -- A void of what the customer could still cancel first reduces the amount waiting for performance.
      CASE m.kind WHEN 'DUE' THEN CASE WHEN m.unconditional THEN m.amount WHEN m.amount < 0 THEN least(m.amount + p_pending, 0)
                                       ELSE least(m.amount, greatest(-p_net, 0)) END
                  ELSE 0 END AS due,
      -- Money given back is the customer's credit among the receivables, however large that is.
      CASE WHEN m.kind <> 'PAYMENT' THEN 0 WHEN m.amount < 0 THEN m.amount ELSE least(m.amount, p_receivable) END AS settled,
      CASE WHEN m.kind = 'CREDIT' AND NOT m.keep_refund THEN least(m.amount, p_refund) ELSE 0 END AS from_refund) x
    OFFSET 0 -- each figure is computed once, not wherever it is used
  ) v
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_effect_of_revenue(p_amount numeric, p_rate numeric, p_minor integer, p_net numeric, p_net_base numeric, p_receivable numeric, p_receivable_base numeric, p_pending numeric)
 RETURNS TABLE(net numeric, net_base numeric, receivable numeric, receivable_base numeric, revenue_base numeric)
 LANGUAGE sql
 IMMUTABLE ROWS 1
AS $function$
  -- Revenue is what the receivable gains and the position loses. Unless an older asset falls due with it, or a credit of the
  -- customer is used up: what those were carried at otherwise than at the rate of the day is an exchange difference.
  SELECT v.net, v.net_base, v.due, v.due_base,
         CASE WHEN v.due > 0 AND (v.due > p_amount OR p_receivable < 0)
              THEN -daybook_carried(p_net, p_net_base, -p_amount, p_rate, p_minor)
              ELSE v.due_base - v.net_base END
  FROM (
    SELECT d.due, d.due - p_amount AS net,
           daybook_carried(p_receivable, p_receivable_base, d.due, p_rate, p_minor) AS due_base,
           daybook_carried(p_net, p_net_base, d.due - p_amount, p_rate, p_minor) AS net_base
    FROM (SELECT least(p_pending, greatest(p_amount - p_net, 0)) AS due OFFSET 0) d
    OFFSET 0 -- each figure is computed once, not wherever it is used
  ) v
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_effect_of_reversal(p_amount numeric, p_rate numeric, p_minor integer, p_net numeric, p_net_base numeric, p_receivable numeric, p_receivable_base numeric, p_due numeric, p_due_base numeric, p_revenue_base numeric)
 RETURNS TABLE(net numeric, net_base numeric, receivable numeric, receivable_base numeric)
 LANGUAGE sql
 IMMUTABLE ROWS 1
AS $function$
  -- A position at zero has no base amount left, and an asset no liability's.
  SELECT v.net,
         CASE WHEN p_net + v.net = 0 THEN -p_net_base
              WHEN sign(p_net_base + v.receivable_base + p_revenue_base) = sign(p_net + v.net) THEN v.receivable_base + p_revenue_base
              ELSE daybook_carried(p_net, p_net_base, v.net, p_rate, p_minor) END,
         -v.back, v.receivable_base
  FROM (
    SELECT d.back, p_amount - d.back AS net,
           CASE WHEN d.back = 0 THEN 0
                WHEN d.back = p_receivable THEN -p_receivable_base
                WHEN d.back = p_due THEN -p_due_base
                ELSE daybook_carried(p_receivable, p_receivable_base, -d.back, p_rate, p_minor) END AS receivable_base
    FROM (SELECT least(p_due, greatest(p_receivable, 0)) AS back OFFSET 0) d
    OFFSET 0 -- each figure is computed once, not wherever it is used
  ) v
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_effective_period_status(p fiscal_periods)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT CASE WHEN p.reopened_from IS NOT NULL AND p.reopened_until <= now() THEN p.reopened_from ELSE p.period_status END
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_employees_of_department(p_department text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN QUERY
  SELECT e.id FROM employees e WHERE e.organization_id = daybook_organization() AND lower(e.department) = lower(p_department);
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_enter_gate()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  -- What is only done is assigned: PERFORM would set up a statement for it, in every transaction that writes.
  v_done text;
BEGIN
  IF v_org IS NULL THEN
    RETURN;
  END IF;
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE object_not_in_prerequisite_state USING MESSAGE = 'an organization is written in read committed transactions only';
  END IF;
  IF NOT pg_try_advisory_xact_lock_shared(hashtextextended('upgrade', 0)) THEN
    RAISE EXCEPTION USING ERRCODE = 'DB002', MESSAGE = 'the database is being upgraded';
  END IF;
  v_done := pg_advisory_xact_lock_shared(hashtextextended('gate:' || v_org::text, 0));
  -- A statement of its own, which sees what was committed while this one waited.
  IF EXISTS (SELECT FROM organization_gates g WHERE g.organization_id = v_org AND g.state <> 'OPEN') THEN
    RAISE EXCEPTION USING ERRCODE = 'DB001', MESSAGE = format('the organization %s is elsewhere', v_org);
  END IF;
  -- Until the end of the transaction, or of the savepoint, with which the lock goes too.
  v_done := set_config('app.gate', current_setting('app.organization_id'), true);
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_entry_digests(p_fiscal_year integer, p_first bigint, p_last bigint)
 RETURNS TABLE(o_number bigint, o_digest bytea)
 LANGUAGE sql
 STABLE
 SET "DateStyle" TO 'ISO, YMD'
 SET "TimeZone" TO 'UTC'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_memoize TO 'off'
AS $function$
  SELECT n.number, sha256(convert_to(e.facts || E'\n' || coalesce(l.facts, '') || E'\n' || coalesce(d.facts, ''), 'UTF8'))
  FROM (SELECT daybook_organization() AS id OFFSET 0) o
  CROSS JOIN generate_series(p_first, p_last) AS n (number)
  -- A value before it is compared: an expression that might leak what it sees may not use the index under row security.
  CROSS JOIN LATERAL (SELECT daybook_format_number('GL', p_fiscal_year, n.number) AS entry_number OFFSET 0) f
  LEFT JOIN LATERAL (
    SELECT x.id, x.transaction_id,
           ROW(x.id, x.entry_number, x.subsidiary_id, x.book, x.period_id, x.posting_date, x.currency_code, x.base_currency_code,
               x.exchange_rate, x.source_kind, x.source_id, x.transaction_id, x.reversal_of_id, x.memo, x.posted_by, x.created_at)::text AS facts
    FROM ledger_entries x
    WHERE x.organization_id = o.id AND x.entry_number = f.entry_number OFFSET 0
  ) e ON true
  LEFT JOIN LATERAL (
    SELECT string_agg(ROW(x.line_number, x.account_id, x.subsidiary_id, x.period_id, x.posting_date, x.currency_code, x.debit, x.credit,
             x.base_debit, x.base_credit, x.class_id, x.department_id, x.location_id, x.project_id, x.entity_type, x.entity_id,
             x.memo)::text, E'\n' ORDER BY x.line_number) AS facts
    FROM ledger_lines x WHERE x.organization_id = o.id AND x.entry_id = e.id OFFSET 0
  ) l ON true
  LEFT JOIN LATERAL (
    SELECT ROW(x.id, x.transaction_number, x.transaction_type_id, x.kind, x.subsidiary_id, x.entity_type, x.entity_id, x.transaction_date,
               x.currency_code, x.exchange_rate, x.subtotal_amount, x.tax_amount, x.discount_amount, x.total_amount,
               x.base_total_amount, x.posting_date, x.is_adjustment)::text
           || (SELECT coalesce(string_agg(E'\n' || ROW(y.line_number, y.line_type, y.description, y.quantity, y.unit_price, y.line_amount,
                 y.tax_code_id, y.tax_rate_percent, y.tax_amount, y.account_id, y.item_id, y.class_id, y.department_id, y.location_id,
                 y.project_id)::text, '' ORDER BY y.line_number), '')
               FROM business_transaction_lines y WHERE y.organization_id = o.id AND y.transaction_id = x.id) AS facts
    FROM business_transactions x
    WHERE x.organization_id = o.id AND x.id = e.transaction_id AND x.ledger_entry_id = e.id OFFSET 0
  ) d ON true
  ORDER BY n.number
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_entry_numbers_with(p_text text, p_limit integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
 SET jit TO 'off'
AS $function$
  WITH years AS MATERIALIZED (
    SELECT c.fiscal_year, c.next_value - 1 AS newest, 'GL-' || c.fiscal_year::text || '-' AS label, upper(p_text) AS wanted
    FROM number_counters c WHERE c.organization_id = daybook_organization() AND c.series = 'GL' AND c.next_value > 1
  ), asked AS MATERIALIZED (
    -- The digits of the number that the text gives, and whether they are its first.
    SELECT y.*, substr(y.wanted, k + 1) AS digits, k > 0 AS is_first
    FROM years y CROSS JOIN generate_series(0, length(y.label)) AS k
    WHERE k < length(y.wanted) AND left(y.wanted, k) = right(y.label, k) AND substr(y.wanted, k + 1) ~ '^[0-9]+$'
  ), placed AS MATERIALIZED (
    -- Where in a number of so many digits the text is: after `place` others, before `rest` others.
    SELECT a.fiscal_year, a.newest, a.is_first, a.digits::bigint AS digits, w AS width, place, w - place - length(a.digits) AS rest
    FROM asked a
    CROSS JOIN generate_series(6, greatest(6, length(a.newest::text))) AS w
    CROSS JOIN LATERAL generate_series(0, CASE WHEN a.is_first THEN 0 ELSE w - length(a.digits) END) AS place
    WHERE length(a.digits) <= w
  ), candidates AS (
    SELECT p.fiscal_year, p.is_first,
           before * (10 ^ (p.width - p.place))::bigint + p.digits * (10 ^ p.rest)::bigint + after AS number,
           CASE WHEN p.width = 6 THEN 1 ELSE (10 ^ (p.width - 1))::bigint END AS least, p.newest
    FROM placed p
    CROSS JOIN LATERAL generate_series(0, (10 ^ p.place)::bigint - 1) AS before
    -- What begins alike follows one another, so that no more than the first are wanted.
    CROSS JOIN LATERAL generate_series(0, CASE WHEN p.is_first THEN least((10 ^ p.rest)::bigint - 1, p_limit) ELSE (10 ^ p.rest)::bigint - 1 END) AS after
  ), numbers AS (
    (SELECT y.fiscal_year, n AS number
     FROM years y CROSS JOIN LATERAL generate_series(y.newest, greatest(1, y.newest - p_limit), -1) AS n
     WHERE position(y.wanted IN y.label) > 0 LIMIT p_limit)
    UNION
    (SELECT DISTINCT c.fiscal_year, c.number FROM candidates c WHERE c.number BETWEEN c.least AND c.newest LIMIT p_limit)
  )
  SELECT daybook_format_number('GL', n.fiscal_year, n.number) FROM numbers n LIMIT p_limit
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_exceeds_credit(p_customer uuid, p_amount numeric)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN (
    SELECT CASE WHEN c.credit_limit IS NOT NULL THEN c.credit_limit < p_amount + coalesce((
      -- To the four places of an amount: thirds that sum to a whole are that whole.
      SELECT round(sum(o.base_total_amount - o.base_total_amount * o.applied_amount / o.total_amount), 4)
      FROM business_transactions o
      WHERE o.organization_id = c.organization_id AND o.entity_id = c.id AND o.kind = 'INVOICE' AND o.transaction_status = 'POSTED'
        -- Worded as in the index of what is owed, which has few of a customer's documents.
        AND o.applied_amount <> o.total_amount AND o.reversal_date IS NULL AND o.cancelled_at IS NULL), 0) END
    FROM customers c WHERE c.organization_id = daybook_organization() AND c.id = p_customer);
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_fill_ledger_batch()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT n.organization_id, n.batch_id FROM new_rows n) n
    JOIN ledger_batches b ON b.organization_id = n.organization_id AND b.id = n.batch_id
    WHERE b.batch_status <> 'MAKING') THEN
    RAISE EXCEPTION 'a sealed batch takes nothing more' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_fold_commitments(p_limit integer DEFAULT 2000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_folded integer;
  v_nothing boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold-commitments:' || v_org::text, 0));
  WITH gone AS (
    DELETE FROM commitment_sum_changes c WHERE c.organization_id = v_org AND c.id IN (
      SELECT x.id FROM commitment_sum_changes x WHERE x.organization_id = v_org ORDER BY x.id LIMIT p_limit)
    RETURNING c.*
  ), summed AS (
    INSERT INTO commitment_sums AS s (organization_id, project_id, cost_code, amount)
    SELECT g.organization_id, g.project_id, g.cost_code, sum(g.amount) FROM gone g GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (organization_id, project_id, cost_code) DO UPDATE SET amount = s.amount + excluded.amount
    RETURNING s.amount = 0 AS is_nothing
  )
  SELECT (SELECT count(*) FROM gone), (SELECT coalesce(bool_or(s.is_nothing), false) FROM summed s) INTO v_folded, v_nothing;
  IF v_nothing THEN
    DELETE FROM commitment_sums s WHERE s.organization_id = v_org AND s.amount = 0;
  END IF;
  RETURN v_folded;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_fold_counts(p_limit integer DEFAULT 2000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_folded integer;
  v_nothing boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold-counts:' || v_org::text, 0));
  WITH gone AS (
    DELETE FROM record_count_changes c WHERE c.organization_id = v_org AND c.id IN (
      SELECT x.id FROM record_count_changes x WHERE x.organization_id = v_org ORDER BY x.id LIMIT p_limit)
    RETURNING c.*
  ), summed AS (
    INSERT INTO record_counts AS r (organization_id, noun, state, record_count)
    SELECT g.organization_id, g.noun, g.state, sum(g.record_count) FROM gone g GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (organization_id, noun, state) DO UPDATE SET record_count = r.record_count + excluded.record_count
    RETURNING r.record_count = 0 AS is_nothing
  )
  SELECT (SELECT count(*) FROM gone), (SELECT coalesce(bool_or(s.is_nothing), false) FROM summed s) INTO v_folded, v_nothing;
  IF v_nothing THEN
    DELETE FROM record_counts r WHERE r.organization_id = v_org AND r.record_count = 0;
  END IF;
  RETURN v_folded;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_fold_documents(p_limit integer DEFAULT 2000, p_crowd integer DEFAULT 5000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_folded integer;
  v_grown uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold-documents:' || v_org::text, 0));
  WITH gone AS MATERIALIZED (
    DELETE FROM document_day_changes c WHERE c.organization_id = v_org AND c.id IN (
      SELECT x.id FROM document_day_changes x WHERE x.organization_id = v_org ORDER BY x.id LIMIT p_limit)
    RETURNING c.*
  ), summed AS (
    INSERT INTO document_days AS d (organization_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status,
        base_currency_code, document_count, base_total)
    SELECT g.organization_id, g.transaction_date, g.subsidiary_id, g.transaction_type_id, g.kind, g.transaction_status, g.base_currency_code,
           sum(g.document_count), sum(g.base_total)
    FROM gone g GROUP BY 1, 2, 3, 4, 5, 6, 7
    ON CONFLICT (organization_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status, base_currency_code)
    DO UPDATE SET document_count = d.document_count + excluded.document_count, base_total = d.base_total + excluded.base_total
  ), by_counterparty AS MATERIALIZED (
    SELECT u.entity_id, g.transaction_date, g.subsidiary_id, g.transaction_type_id, g.kind, g.transaction_status, sum(u.n) AS n,
           (SELECT true FROM counted_counterparties c WHERE c.organization_id = v_org AND c.entity_id = u.entity_id) AS is_counted
    FROM gone g CROSS JOIN LATERAL unnest(g.entity_ids, g.entity_counts) AS u (entity_id, n)
    GROUP BY 1, 2, 3, 4, 5, 6
  ), due AS MATERIALIZED (
    SELECT b.*, (SELECT k.document_count FROM counterparty_days k
        WHERE k.organization_id = v_org AND k.entity_id = b.entity_id AND k.transaction_date = b.transaction_date AND k.subsidiary_id = b.subsidiary_id
          AND k.transaction_type_id = b.transaction_type_id AND k.kind = b.kind AND k.transaction_status = b.transaction_status) AS kept
    FROM by_counterparty b WHERE b.is_counted AND b.n <> 0
  ), emptied AS (
    DELETE FROM counterparty_days k USING due d
    WHERE d.kept + d.n = 0 AND k.organization_id = v_org AND k.entity_id = d.entity_id AND k.transaction_date = d.transaction_date
      AND k.subsidiary_id = d.subsidiary_id AND k.transaction_type_id = d.transaction_type_id AND k.kind = d.kind
      AND k.transaction_status = d.transaction_status
  ), counted AS (
    INSERT INTO counterparty_days AS k (organization_id, entity_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status,
        document_count)
    SELECT v_org, d.entity_id, d.transaction_date, d.subsidiary_id, d.transaction_type_id, d.kind, d.transaction_status, d.n
    FROM due d WHERE d.kept IS NULL OR d.kept + d.n <> 0
    ON CONFLICT (organization_id, entity_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status)
    DO UPDATE SET document_count = k.document_count + excluded.document_count
  )
  SELECT (SELECT count(*) FROM gone),
         ARRAY(SELECT b.entity_id FROM by_counterparty b WHERE b.is_counted IS NULL GROUP BY 1 HAVING sum(b.n) > 0)
    INTO v_folded, v_grown;
  IF cardinality(v_grown) > 0 THEN
    PERFORM daybook_count_counterparties(v_grown, p_crowd);
  END IF;
  RETURN v_folded;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_fold_ledger(p_limit integer DEFAULT 2000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_left integer := p_limit;
  v_last bigint;
  v_between uuid[];
  v_parties uuid[];
  v_due uuid[];
  v_posted uuid[];
  v_reversed uuid[];
  r record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold:' || v_org::text, 0));
  v_between := ARRAY(SELECT c.id FROM accounts c
    WHERE c.organization_id = v_org AND c.elimination = 'INTERCOMPANY' AND c.account_type IN ('ASSET', 'LIABILITY'));
  v_parties := ARRAY(SELECT e.id FROM intercompany_parties p CROSS JOIN LATERAL (VALUES (p.customer_id), (p.vendor_id)) e (id)
    WHERE p.organization_id = v_org AND e.id IS NOT NULL);
  v_due := ARRAY(SELECT e.id FROM intercompany_accounts a
    CROSS JOIN LATERAL (VALUES (a.due_from_account_id), (a.due_to_account_id)) e (id) WHERE a.organization_id = v_org);
  FOR r IN
    SELECT c.fiscal_year, c.next_value - 1 AS newest, coalesce(m.through_number, 0) AS folded
    FROM number_counters c
    LEFT JOIN folded_numbers m ON m.organization_id = c.organization_id AND m.fiscal_year = c.fiscal_year
    WHERE c.organization_id = v_org AND c.series = 'GL' AND c.next_value - 1 > coalesce(m.through_number, 0)
    ORDER BY c.fiscal_year
  LOOP
    EXIT WHEN v_left <= 0;
    v_last := least(r.newest, r.folded + v_left);
    WITH fresh AS MATERIALIZED (
      SELECT e.* FROM generate_series(r.folded + 1, v_last) AS n (number)
      CROSS JOIN LATERAL (
        SELECT x.id, x.subsidiary_id, x.period_id, x.posting_date, x.source_kind, x.source_id, x.transaction_id, x.reversal_of_id FROM ledger_entries x
        WHERE x.organization_id = v_org AND x.entry_number = daybook_format_number('GL', r.fiscal_year, n.number) OFFSET 0) e
    ), lines AS MATERIALIZED (
      SELECT f.source_kind, f.source_id, f.transaction_id, f.reversal_of_id, l.*
      FROM fresh f
      CROSS JOIN LATERAL (
        -- Each entry counts once on an account, however many of its lines are on it and in whatever currencies: in the first of these. Its day, period and
        -- subsidiary are theirs (check-new-lines).
        -- Counted distinctly among all entries, they would all be sorted.
        SELECT row_number() OVER (PARTITION BY x.account_id ORDER BY x.currency_code) = 1 AS is_first, x.entry_id, x.subsidiary_id, x.posting_date, x.account_id, x.period_id, x.currency_code, x.debit, x.credit, x.base_debit,
               x.base_credit, x.entity_id, x.class_id, x.department_id, x.location_id, x.project_id
        FROM ledger_lines x WHERE x.organization_id = v_org AND x.entry_id = f.id OFFSET 0) l
    ), days AS (
      INSERT INTO ledger_days AS d (organization_id, subsidiary_id, posting_date, account_id, period_id, currency_code, debit, credit,
          base_debit, base_credit, line_count, entry_count)
      SELECT v_org, l.subsidiary_id, l.posting_date, l.account_id, l.period_id, l.currency_code, sum(l.debit), sum(l.credit),
             sum(l.base_debit), sum(l.base_credit), count(*), count(*) FILTER (WHERE l.is_first)
      FROM lines l
      GROUP BY 2, 3, 4, 5, 6 ORDER BY 2, 3, 4, 5, 6
      ON CONFLICT (organization_id, subsidiary_id, posting_date, account_id, period_id, currency_code) DO UPDATE SET
        debit = d.debit + excluded.debit, credit = d.credit + excluded.credit,
        base_debit = d.base_debit + excluded.base_debit, base_credit = d.base_credit + excluded.base_credit,
        line_count = d.line_count + excluded.line_count, entry_count = d.entry_count + excluded.entry_count
    ), between_companies AS (
      INSERT INTO intercompany_days AS d (organization_id, entity_id, account_id, subsidiary_id, posting_date, currency_code, amount, base)
      SELECT v_org, l.entity_id, l.account_id, l.subsidiary_id, l.posting_date, l.currency_code, sum(l.debit - l.credit),
             sum(l.base_debit - l.base_credit)
      FROM lines l WHERE l.entity_id IS NOT NULL AND l.account_id = ANY (v_between)
      GROUP BY 2, 3, 4, 5, 6 ORDER BY 2, 3, 4, 5, 6
      ON CONFLICT (organization_id, entity_id, account_id, subsidiary_id, posting_date, currency_code) DO UPDATE SET
        amount = d.amount + excluded.amount, base = d.base + excluded.base
    ), entries AS (
      INSERT INTO entry_days AS d (organization_id, subsidiary_id, posting_date, period_id, source_kind, entry_count)
      SELECT v_org, f.subsidiary_id, f.posting_date, f.period_id, f.source_kind, count(*) FROM fresh f
      GROUP BY 2, 3, 4, 5 ORDER BY 2, 3, 4, 5
      ON CONFLICT (organization_id, subsidiary_id, posting_date, period_id, source_kind) DO UPDATE SET
        entry_count = d.entry_count + excluded.entry_count
    ), moves AS (
      INSERT INTO subledger_periods AS d (organization_id, subsidiary_id, period_id, kind, entity_type, currency_code, total, discount)
      SELECT v_org, m.o_subsidiary_id, m.o_period_id, m.o_kind, m.o_entity_type, m.o_currency_code, sum(m.o_total), sum(m.o_discount)
      FROM daybook_subledger_moves(ARRAY(SELECT f.id FROM fresh f)) m
      GROUP BY 2, 3, 4, 5, 6 ORDER BY 2, 3, 4, 5, 6
      ON CONFLICT (organization_id, subsidiary_id, period_id, kind, entity_type, currency_code) DO UPDATE SET
        total = d.total + excluded.total, discount = d.discount + excluded.discount
    ), coded AS MATERIALIZED (
      SELECT l.* FROM lines l WHERE coalesce(l.class_id, l.department_id, l.location_id, l.project_id) IS NOT NULL
    ), dimension_days AS (
      INSERT INTO ledger_dimension_days AS d (organization_id, subsidiary_id, posting_date, account_id, period_id, class_id, department_id,
          location_id, project_id, base_debit, base_credit, line_count)
      SELECT v_org, l.subsidiary_id, l.posting_date, l.account_id, l.period_id,
             coalesce(l.class_id, '00000000-0000-0000-0000-000000000000'), coalesce(l.department_id, '00000000-0000-0000-0000-000000000000'),
             coalesce(l.location_id, '00000000-0000-0000-0000-000000000000'), coalesce(l.project_id, '00000000-0000-0000-0000-000000000000'),
             sum(l.base_debit), sum(l.base_credit), count(*)
      FROM coded l GROUP BY 2, 3, 4, 5, 6, 7, 8, 9 ORDER BY 2, 3, 4, 5, 6, 7, 8, 9
      ON CONFLICT (organization_id, subsidiary_id, posting_date, account_id, period_id, class_id, department_id, location_id, project_id)
      DO UPDATE SET base_debit = d.base_debit + excluded.base_debit, base_credit = d.base_credit + excluded.base_credit,
        line_count = d.line_count + excluded.line_count
    ), dimension_periods AS (
      INSERT INTO ledger_dimension_periods AS d (organization_id, dimension, dimension_id, subsidiary_id, period_id, account_id, base_debit, base_credit)
      SELECT v_org, v.dimension, v.id, l.subsidiary_id, l.period_id, l.account_id, sum(l.base_debit), sum(l.base_credit)
      FROM coded l
      CROSS JOIN LATERAL (VALUES ('CLASS', l.class_id), ('DEPARTMENT', l.department_id), ('LOCATION', l.location_id), ('PROJECT', l.project_id)) AS v (dimension, id)
      WHERE v.id IS NOT NULL
      GROUP BY 2, 3, 4, 5, 6 ORDER BY 2, 3, 4, 5, 6
      ON CONFLICT (organization_id, dimension, dimension_id, subsidiary_id, period_id, account_id)
      DO UPDATE SET base_debit = excluded.base_debit + d.base_debit, base_credit = excluded.base_credit + d.base_credit
    ), revenue AS (
      INSERT INTO revenue_ledger_periods AS d (organization_id, subsidiary_id, period_id, account_id, currency_code, source_kind, debit, credit)
      SELECT v_org, l.subsidiary_id, l.period_id, l.account_id, l.currency_code, l.source_kind, sum(l.debit), sum(l.credit)
      FROM lines l
      WHERE l.source_kind IN ('REVENUE_EVENT', 'REVENUE_RUN')
      GROUP BY 2, 3, 4, 5, 6 ORDER BY 2, 3, 4, 5, 6
      ON CONFLICT (organization_id, subsidiary_id, period_id, account_id, currency_code, source_kind) DO UPDATE SET
        debit = d.debit + excluded.debit, credit = d.credit + excluded.credit
    )
    INSERT INTO folded_numbers (organization_id, fiscal_year, through_number) VALUES (v_org, r.fiscal_year, v_last)
    ON CONFLICT (organization_id, fiscal_year) DO UPDATE SET through_number = excluded.through_number
    -- What may be between two companies: a document's counterparty is on its lines.
    RETURNING
      (SELECT array_agg(DISTINCT l.source_id) FROM lines l
       WHERE l.transaction_id IS NOT NULL AND l.reversal_of_id IS NULL AND (l.entity_id = ANY (v_parties) OR l.account_id = ANY (v_due))),
      (SELECT array_agg(DISTINCT l.reversal_of_id) FROM lines l
       WHERE l.transaction_id IS NOT NULL AND (l.entity_id = ANY (v_parties) OR l.account_id = ANY (v_due)))
    INTO v_posted, v_reversed;
    IF v_posted IS NOT NULL OR v_reversed IS NOT NULL THEN
      PERFORM daybook_fold_unpaired(v_posted, v_reversed);
    END IF;
    v_left := v_left - (v_last - r.folded)::integer;
  END LOOP;
  RETURN p_limit - v_left;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_fold_spans(p_limit integer DEFAULT 2000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_folded integer;
  v_nothing boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold-spans:' || v_org::text, 0));
  WITH gone AS (
    DELETE FROM document_span_changes c WHERE c.organization_id = v_org AND c.id IN (
      SELECT x.id FROM document_span_changes x WHERE x.organization_id = v_org ORDER BY x.id LIMIT p_limit)
    RETURNING c.*
  ), summed AS (
    INSERT INTO document_span_days AS d (organization_id, waited, settled_on, opened_on, due_on, subsidiary_id, kind, entity_type, currency_code,
        item_count, amount, base)
    SELECT g.organization_id, g.waited, g.settled_on, g.opened_on, g.due_on, g.subsidiary_id, g.kind, g.entity_type, g.currency_code,
           sum(g.item_count), sum(g.amount), sum(g.base)
    FROM gone g GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ON CONFLICT (organization_id, waited, settled_on, opened_on, due_on, subsidiary_id, kind, entity_type, currency_code)
    DO UPDATE SET item_count = d.item_count + excluded.item_count, amount = d.amount + excluded.amount, base = d.base + excluded.base
    RETURNING d.item_count = 0 AND d.amount = 0 AND d.base = 0 AS is_nothing
  )
  SELECT (SELECT count(*) FROM gone), (SELECT coalesce(bool_or(s.is_nothing), false) FROM summed s) INTO v_folded, v_nothing;
  -- What was unapplied leaves nothing behind.
  IF v_nothing THEN
    DELETE FROM document_span_days d WHERE d.organization_id = v_org AND d.item_count = 0 AND d.amount = 0 AND d.base = 0;
  END IF;
  RETURN v_folded;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_fold_unpaired(p_posted uuid[], p_reversed uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
BEGIN
  -- What is listed already is so for a pair that was given up, or by a setting made since the posting.
  INSERT INTO intercompany_unpaired (organization_id, document_id, sister_id, subsidiary_id, posting_date, by_account)
  SELECT daybook_organization(), u.o_document_id, u.o_sister_id, u.o_subsidiary_id, u.o_day, u.o_by_account FROM daybook_unpaired_of(p_posted) u
  WHERE u.o_is_posted
  ON CONFLICT DO NOTHING;
  DELETE FROM intercompany_unpaired u WHERE u.organization_id = daybook_organization() AND u.document_id = ANY (ARRAY(
    SELECT e.source_id FROM unnest(p_reversed) AS n (id)
    CROSS JOIN LATERAL (
      SELECT x.source_id FROM ledger_entries x WHERE x.organization_id = daybook_organization() AND x.id = n.id OFFSET 0) e));
  -- Whoever holds a row is listing it.
  UPDATE intercompany_open_pairs o SET is_judged = false WHERE o.organization_id = daybook_organization() AND o.pair_id = ANY (ARRAY(
    SELECT x.pair_id FROM intercompany_open_pairs x WHERE x.organization_id = daybook_organization() AND x.is_judged AND x.pair_id = ANY (ARRAY(
      SELECT p.id FROM intercompany_pairs p WHERE p.organization_id = daybook_organization() AND p.source_id = ANY (p_posted)
      UNION
      SELECT p.id FROM intercompany_pairs p WHERE p.organization_id = daybook_organization() AND p.mirror_id = ANY (p_posted)))
    ORDER BY x.pair_id FOR UPDATE SKIP LOCKED));
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_forbids_self_approval(p_amount numeric)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  RETURN (SELECT o.segregation_of_duties = 'enforce' AND p_amount >= coalesce(o.segregation_threshold, 0)
          FROM organizations o WHERE o.id = daybook_organization());
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_forget_hidden_view()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM saved_view_defaults d
  WHERE d.organization_id = NEW.organization_id AND d.view_id = NEW.id AND d.user_id <> NEW.user_id;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_format_number(p_prefix text, p_fiscal_year integer, p_value bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT coalesce(p_prefix, '') || '-' || coalesce(p_fiscal_year::text, '') || '-' || lpad(p_value::text, greatest(6, length(p_value::text)), '0')
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_give_back_number(p_number text)
 RETURNS boolean
 LANGUAGE sql
AS $function$
  WITH parts AS (SELECT regexp_match(p_number, '^(.*)-(\d{4})-(\d+)$') AS m),
  given AS (
    UPDATE number_counters c SET next_value = c.next_value - 1 FROM parts
    WHERE c.organization_id = daybook_organization() AND c.series = parts.m[1] AND c.fiscal_year = parts.m[2]::int
      AND c.next_value = parts.m[3]::bigint + 1
    RETURNING 1
  )
  SELECT EXISTS (SELECT 1 FROM given)
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_group_size(p_parent uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH RECURSIVE down AS (
    SELECT s.id FROM subsidiaries s WHERE s.organization_id = daybook_organization() AND s.id = p_parent
    UNION
    SELECT c.id FROM down JOIN subsidiaries c ON c.organization_id = daybook_organization() AND c.parent_id = down.id
  )
  SELECT count(*)::int FROM down
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_has_dimension(p_name text, p_class uuid, p_department uuid, p_location uuid, p_project uuid)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE p_name WHEN 'class' THEN p_class WHEN 'department' THEN p_department WHEN 'location' THEN p_location
    WHEN 'project' THEN p_project END IS NOT NULL
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_has_lines(p_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  RETURN EXISTS (SELECT FROM business_transaction_lines d
                 WHERE d.organization_id = daybook_organization() AND d.transaction_id = p_id);
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_hold_changed_entity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM daybook_refuse_missing_entity(NEW.entity_type, ARRAY[NEW.entity_id]);
  RETURN NEW;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_hold_custom_roles()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  v_ids uuid[] := ARRAY(SELECT DISTINCT i FROM unnest(NEW.custom_role_ids) i);
  v_found integer;
BEGIN
  IF cardinality(v_ids) = 0 THEN
    RETURN NEW;
  END IF;
  PERFORM FROM custom_roles x WHERE x.organization_id = NEW.organization_id AND x.id = ANY (v_ids) ORDER BY x.id FOR KEY SHARE;
  GET DIAGNOSTICS v_found = ROW_COUNT;
  IF v_found < cardinality(v_ids) THEN
    RAISE foreign_key_violation USING MESSAGE = format('%s list a role that does not exist', TG_TABLE_NAME),
      TABLE = TG_TABLE_NAME, CONSTRAINT = format('%s_custom_role_ids_org_fk', TG_TABLE_NAME);
  END IF;
  RETURN NEW;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_hold_impact_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  n record;
  v_found integer;
BEGIN
  FOR n IN
    SELECT l.organization_id AS org, array_agg(DISTINCT l.transaction_id) AS documents,
           array_agg(DISTINCT l.account_id) FILTER (WHERE l.account_id IS NOT NULL) AS accounts
    FROM new_lines l GROUP BY 1
  LOOP
    PERFORM FROM accounts a WHERE a.organization_id = n.org AND a.id = ANY (n.accounts) ORDER BY a.id FOR KEY SHARE;
    GET DIAGNOSTICS v_found = ROW_COUNT;
    IF v_found < cardinality(n.accounts) THEN
      RAISE foreign_key_violation USING MESSAGE = 'a document will post to an account that does not exist',
        TABLE = 'transaction_impact_lines', CONSTRAINT = 'transaction_impact_lines_account_id_org_fk';
    END IF;
    PERFORM FROM business_transactions t WHERE t.organization_id = n.org AND t.id = ANY (n.documents) ORDER BY t.id FOR KEY SHARE;
    GET DIAGNOSTICS v_found = ROW_COUNT;
    IF v_found < cardinality(n.documents) THEN
      RAISE foreign_key_violation USING MESSAGE = 'a line of an entry belongs to a document that does not exist',
        TABLE = 'transaction_impact_lines', CONSTRAINT = 'transaction_impact_lines_transaction_id_org_fk';
    END IF;
  END LOOP;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_hold_imports()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  n record;
BEGIN
  FOR n IN SELECT DISTINCT r.organization_id, r.import_id FROM new_rows r ORDER BY 1, 2 LOOP
    PERFORM FROM imports i WHERE i.organization_id = n.organization_id AND i.id = n.import_id FOR KEY SHARE;
    IF NOT FOUND THEN
      RAISE foreign_key_violation USING MESSAGE = 'a row belongs to an import that does not exist',
        TABLE = 'import_rows', CONSTRAINT = 'import_rows_import_id_org_fk';
    END IF;
  END LOOP;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_hold_line_references()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  n record;
  v_found integer;
  v_posted boolean;
  v_missing text;
BEGIN
  FOR n IN
    SELECT l.organization_id AS org, array_agg(DISTINCT l.transaction_id) AS documents,
           array_agg(DISTINCT l.account_id) FILTER (WHERE l.account_id IS NOT NULL) AS accounts,
           array_agg(DISTINCT l.class_id) FILTER (WHERE l.class_id IS NOT NULL) AS classes,
           array_agg(DISTINCT l.department_id) FILTER (WHERE l.department_id IS NOT NULL) AS departments,
           array_agg(DISTINCT l.item_id) FILTER (WHERE l.item_id IS NOT NULL) AS items,
           array_agg(DISTINCT l.location_id) FILTER (WHERE l.location_id IS NOT NULL) AS locations,
           array_agg(DISTINCT l.project_id) FILTER (WHERE l.project_id IS NOT NULL) AS projects,
           array_agg(DISTINCT l.tax_code_id) FILTER (WHERE l.tax_code_id IS NOT NULL) AS tax_codes
    FROM new_lines l GROUP BY 1
  LOOP
    SELECT count(*), bool_or(held.ledger_entry_id IS NOT NULL) INTO v_found, v_posted FROM (
      SELECT x.ledger_entry_id FROM business_transactions x WHERE x.organization_id = n.org AND x.id = ANY (n.documents)
      ORDER BY x.id FOR KEY SHARE) held;
    IF v_posted AND EXISTS (
      SELECT FROM (SELECT l.transaction_id, min(l.line_number) AS line_number FROM new_lines l WHERE l.organization_id = n.org GROUP BY 1) c
      CROSS JOIN LATERAL (
        SELECT t.ledger_entry_id, t.version, t.xmin AS stored_by, t.cmin AS stored_at FROM business_transactions t
        WHERE t.organization_id = n.org AND t.id = c.transaction_id OFFSET 0) t
      WHERE t.ledger_entry_id IS NOT NULL AND (t.version = 1
        AND (SELECT l.xmin = t.stored_by AND l.cmin = t.stored_at FROM business_transaction_lines l
             WHERE l.organization_id = n.org AND l.transaction_id = c.transaction_id AND l.line_number = c.line_number)
        AND (SELECT e.inserted_in_transaction = daybook_transaction_id() FROM ledger_entries e
             WHERE e.organization_id = n.org AND e.id = t.ledger_entry_id)) IS NOT TRUE) THEN
      RAISE restrict_violation USING MESSAGE = 'the lines of a posted business transaction are immutable';
    END IF;
    v_missing := CASE WHEN v_found < cardinality(n.documents) THEN 'transaction_id' END;
    IF n.accounts IS NOT NULL THEN
      PERFORM FROM accounts x WHERE x.organization_id = n.org AND x.id = ANY (n.accounts) ORDER BY x.id FOR KEY SHARE;
      GET DIAGNOSTICS v_found = ROW_COUNT;
      v_missing := CASE WHEN v_found < cardinality(n.accounts) THEN 'account_id' ELSE v_missing END;
    END IF;
    IF n.classes IS NOT NULL THEN
      PERFORM FROM classes x WHERE x.organization_id = n.org AND x.id = ANY (n.classes) ORDER BY x.id FOR KEY SHARE;
      GET DIAGNOSTICS v_found = ROW_COUNT;
      v_missing := CASE WHEN v_found < cardinality(n.classes) THEN 'class_id' ELSE v_missing END;
    END IF;
    IF n.departments IS NOT NULL THEN
      PERFORM FROM departments x WHERE x.organization_id = n.org AND x.id = ANY (n.departments) ORDER BY x.id FOR KEY SHARE;
      GET DIAGNOSTICS v_found = ROW_COUNT;
      v_missing := CASE WHEN v_found < cardinality(n.departments) THEN 'department_id' ELSE v_missing END;
    END IF;
    IF n.items IS NOT NULL THEN
      PERFORM FROM items x WHERE x.organization_id = n.org AND x.id = ANY (n.items) ORDER BY x.id FOR KEY SHARE;
      GET DIAGNOSTICS v_found = ROW_COUNT;
      v_missing := CASE WHEN v_found < cardinality(n.items) THEN 'item_id' ELSE v_missing END;
    END IF;
    IF n.locations IS NOT NULL THEN
      PERFORM FROM locations x WHERE x.organization_id = n.org AND x.id = ANY (n.locations) ORDER BY x.id FOR KEY SHARE;
      GET DIAGNOSTICS v_found = ROW_COUNT;
      v_missing := CASE WHEN v_found < cardinality(n.locations) THEN 'location_id' ELSE v_missing END;
    END IF;
    IF n.projects IS NOT NULL THEN
      PERFORM FROM projects x WHERE x.organization_id = n.org AND x.id = ANY (n.projects) ORDER BY x.id FOR KEY SHARE;
      GET DIAGNOSTICS v_found = ROW_COUNT;
      v_missing := CASE WHEN v_found < cardinality(n.projects) THEN 'project_id' ELSE v_missing END;
    END IF;
    IF n.tax_codes IS NOT NULL THEN
      PERFORM FROM tax_codes x WHERE x.organization_id = n.org AND x.id = ANY (n.tax_codes) ORDER BY x.id FOR KEY SHARE;
      GET DIAGNOSTICS v_found = ROW_COUNT;
      v_missing := CASE WHEN v_found < cardinality(n.tax_codes) THEN 'tax_code_id' ELSE v_missing END;
    END IF;
    IF v_missing IS NOT NULL THEN
      RAISE foreign_key_violation USING MESSAGE = format('a line of a document refers in %s to a record that does not exist', v_missing),
        TABLE = 'business_transaction_lines', CONSTRAINT = format('business_transaction_lines_%s_org_fk', v_missing);
    END IF;
  END LOOP;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_hold_listed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  v_ids uuid[];
  v_found integer;
BEGIN
  IF TG_TABLE_NAME = 'budget_lines' THEN
    v_ids := ARRAY(SELECT DISTINCT i FROM unnest(NEW.account_ids) i);
    PERFORM FROM accounts x WHERE x.organization_id = NEW.organization_id AND x.id = ANY (v_ids) ORDER BY x.id FOR KEY SHARE;
  ELSE
    v_ids := ARRAY(SELECT DISTINCT i FROM unnest(NEW.subsidiary_ids) i);
    PERFORM FROM subsidiaries x WHERE x.organization_id = NEW.organization_id AND x.id = ANY (v_ids) ORDER BY x.id FOR KEY SHARE;
  END IF;
  GET DIAGNOSTICS v_found = ROW_COUNT;
  IF v_found < cardinality(v_ids) THEN
    RAISE foreign_key_violation USING MESSAGE = format('%s list a record that does not exist', TG_TABLE_NAME),
      TABLE = TG_TABLE_NAME, CONSTRAINT = format('%s_%s_org_fk', TG_TABLE_NAME, TG_ARGV[0]);
  END IF;
  RETURN NEW;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_hold_new_entities()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM daybook_refuse_missing_entity(named.entity_type, named.ids)
  FROM (SELECT n.entity_type, array_agg(DISTINCT n.entity_id) AS ids FROM new_documents n WHERE n.entity_id IS NOT NULL GROUP BY 1 ORDER BY 1) named;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_hold_new_import()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM FROM imports i WHERE i.organization_id = NEW.organization_id AND i.id = NEW.import_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE foreign_key_violation USING MESSAGE = 'a row belongs to an import that does not exist',
      TABLE = 'import_rows', CONSTRAINT = 'import_rows_import_id_org_fk';
  END IF;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_hold_postings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' OR (NEW.is_summary, NEW.is_control, NEW.control_for, NEW.record_status, NEW.required_dimensions)
       IS DISTINCT FROM (OLD.is_summary, OLD.is_control, OLD.control_for, OLD.record_status, OLD.required_dimensions) THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('periods:' || OLD.organization_id::text, 0));
  END IF;
  RETURN coalesce(NEW, OLD);
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_hold_sealed_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
BEGIN
  IF EXISTS (
    SELECT FROM new_seals s
    WHERE (SELECT a.id FROM audit_log a WHERE a.organization_id = s.organization_id AND a.id = s.audit_id) IS NULL) THEN
    RAISE foreign_key_violation USING MESSAGE = 'a seal names a row that is not in the audit trail',
      TABLE = 'audit_seals', CONSTRAINT = 'audit_seals_audit_id_org_fk';
  END IF;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_insert_transaction_parts(p_lines jsonb, p_impact jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO business_transaction_lines (organization_id, transaction_id, line_number, line_type, description, quantity, unit_price,
      line_amount, tax_code_id, tax_rate_percent, tax_amount, account_id, item_id, class_id, department_id, location_id, project_id,
      obligation_key, commitment_from)
  SELECT daybook_organization(), l.transaction_id, l.line_number, l.line_type, l.description, l.quantity, l.unit_price, l.line_amount,
      l.tax_code_id, l.tax_rate_percent, l.tax_amount, l.account_id, l.item_id, l.class_id, l.department_id, l.location_id, l.project_id,
      l.obligation_key, l.commitment_from
  FROM jsonb_populate_recordset(NULL::business_transaction_lines, p_lines) l;
  INSERT INTO transaction_impact_lines (organization_id, transaction_id, line_number, document_line_number, account_id, debit, credit,
      base_debit, base_credit, class_id, department_id, location_id, project_id, entity_type, entity_id, memo, from_subledger)
  SELECT daybook_organization(), i.transaction_id, i.line_number, i.document_line_number, i.account_id, i.debit, i.credit,
      i.base_debit, i.base_credit, i.class_id, i.department_id, i.location_id, i.project_id, i.entity_type, i.entity_id, i.memo,
      i.from_subledger
  FROM jsonb_populate_recordset(NULL::transaction_impact_lines, p_impact) i;
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_insert_transactions(p_documents jsonb, p_lines jsonb, p_impact jsonb)
 RETURNS SETOF business_transactions
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_now timestamptz(3) := clock_timestamp();
  v_series record;
  v_first bigint;
BEGIN
  -- Series in order, so that two batches never deadlock.
  FOR v_series IN
    SELECT d.series, d.fiscal_year, count(*)::int AS n FROM jsonb_to_recordset(p_documents) AS d(series text, fiscal_year int)
    GROUP BY 1, 2 ORDER BY 1, 2
  LOOP
    v_first := daybook_take_numbers(v_series.series, v_series.fiscal_year, v_series.n);
    RETURN QUERY
    INSERT INTO business_transactions (organization_id, id, transaction_number, transaction_type_id, kind, subsidiary_id, entity_type,
        entity_id, transaction_date, due_date, currency_code, base_currency_code, exchange_rate, exchange_rate_given, subtotal_amount,
        tax_amount, discount_amount, total_amount, base_total_amount, transaction_status, memo, reference_number, payment_method,
        payment_terms, billing_address, project_id, subscription_id, revenue_contract_id, record_status, is_adjustment, created_by, submitted_by,
        submitted_at, approved_by, approved_at, created_at, updated_at)
    SELECT v_org, d.id, daybook_format_number(v_series.series, v_series.fiscal_year, v_first - 1 + row_number() OVER (ORDER BY e.ord)),
           d.transaction_type_id, d.kind, d.subsidiary_id, d.entity_type, d.entity_id, d.transaction_date, d.due_date, d.currency_code,
           d.base_currency_code, d.exchange_rate, d.exchange_rate_given, d.subtotal_amount, d.tax_amount, d.discount_amount,
           d.total_amount, d.base_total_amount, d.transaction_status, d.memo, d.reference_number, d.payment_method, d.payment_terms,
           d.billing_address, d.project_id, d.subscription_id, d.revenue_contract_id, coalesce(d.record_status, 'active'), coalesce(d.is_adjustment, false), d.created_by,
           d.submitted_by, CASE WHEN d.submitted_by IS NOT NULL OR d.transaction_status <> 'DRAFT' THEN v_now END,
           d.approved_by, CASE WHEN d.transaction_status = 'APPROVED' THEN v_now END, v_now, v_now
    FROM jsonb_array_elements(p_documents) WITH ORDINALITY AS e(doc, ord)
         CROSS JOIN LATERAL jsonb_populate_record(NULL::business_transactions, e.doc) d
    WHERE e.doc ->> 'series' = v_series.series AND (e.doc ->> 'fiscal_year')::int = v_series.fiscal_year
    RETURNING business_transactions.*;
  END LOOP;
  PERFORM daybook_insert_transaction_parts(p_lines, p_impact);
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_is_open_cost(p_kind text, p_voided boolean, p_facts jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((p_kind <> 'LOSS'::text) AND (NOT p_voided) AND ((p_facts ->> 'evidence'::text) IS NULL));
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_is_own_work(p_workers uuid[], p_actor uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  IF p_actor IS NULL THEN RETURN false; END IF;
  IF p_actor = ANY (p_workers) THEN RETURN true; END IF;
  RETURN EXISTS (
    SELECT FROM unnest(p_workers) AS w(id) WHERE w.id IS NOT NULL AND daybook_person_behind(w.id) = daybook_person_behind(p_actor));
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_is_posted_twice(p_id uuid, p_kind text, p_entity_type text, p_entity_id uuid, p_reference text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM business_transactions o
    WHERE o.organization_id = daybook_organization() AND o.entity_type = p_entity_type
      AND o.kind = p_kind AND o.id <> p_id AND o.reference_number IS NOT NULL
      AND (o.entity_id::text || ' ' || lower(btrim(o.reference_number))) = p_entity_id::text || ' ' || lower(btrim(p_reference)) AND o.transaction_status IN ('POSTED', 'PAID', 'CLOSED'));
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_judge_journals(p_posts boolean, p_checks boolean, p_currencies text[], p_asked jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  v_plain integer;
BEGIN
  -- Entries of plain lines that agree about the header.
  WITH units AS MATERIALIZED (
    SELECT l.unit, min(l.reference) AS reference, min(l.day) AS day, min(l.subsidiary) AS subsidiary, min(upper(l.currency)) AS currency,
           min(l.memo) AS memo
    FROM journal_lines l GROUP BY l.unit
    HAVING bool_and(l.is_plain) AND count(*) BETWEEN 2 AND 2000 AND sum(l.amount) = 0 AND min(l.reference) = max(l.reference)
      AND min(l.day) = max(l.day) AND min(l.subsidiary) IS NOT DISTINCT FROM max(l.subsidiary)
      AND min(upper(l.currency)) IS NOT DISTINCT FROM max(upper(l.currency)) AND min(l.memo) IS NOT DISTINCT FROM max(l.memo)
  ),
  -- Each day and subsidiary once, with the period that takes the posting.
  places AS MATERIALIZED (
    SELECT p.day AS text, p.subsidiary, p.date, s.id AS subsidiary_id, s.base_currency, q.id AS period_id, q.fiscal_year
    FROM (
      SELECT x.day, x.subsidiary, CASE WHEN x.day ~ '^\d{4}-\d{2}-\d{2}$' AND pg_input_is_valid(x.day, 'date') THEN x.day::date END AS date
      FROM (SELECT DISTINCT u.day, u.subsidiary FROM units u) x
    ) p
    LEFT JOIN daybook_named('subsidiaries', ARRAY(SELECT DISTINCT u.subsidiary FROM units u WHERE u.subsidiary IS NOT NULL)) n
      ON n.o_text = p.subsidiary
    JOIN subsidiaries s ON s.organization_id = v_org AND s.record_status = 'active' AND s.base_currency = ANY (p_currencies)
      AND s.id = CASE WHEN p.subsidiary IS NULL THEN (p_asked ->> 'subsidiaryId')::uuid ELSE n.o_id END
    JOIN LATERAL (
      SELECT f.id, f.fiscal_year, daybook_effective_period_status(f) AS effective_status FROM fiscal_periods f
      WHERE f.organization_id = v_org AND f.subsidiary_id = s.id AND NOT f.is_adjustment AND p.date BETWEEN f.start_date AND f.end_date
      ORDER BY f.start_date DESC LIMIT 1
    ) q ON NOT p_posts OR (q.effective_status = 'OPEN' AND p.date <= (p_asked ->> 'today')::date + 30)
    WHERE p.date >= '1900-01-01'
  ),
  placed AS MATERIALIZED (
    SELECT u.unit, u.reference, u.memo, p.date, p.subsidiary_id, p.base_currency, p.period_id, p.fiscal_year,
           row_number() OVER (PARTITION BY p.fiscal_year ORDER BY u.unit) AS nth
    FROM units u JOIN places p ON p.text = u.day AND p.subsidiary IS NOT DISTINCT FROM u.subsidiary
    WHERE u.currency IS NULL OR u.currency = p.base_currency
  ),
  -- Last, because whoever takes numbers blocks everyone else who creates journals.
  numbers AS MATERIALIZED (
    SELECT y.fiscal_year, daybook_take_numbers(p_asked ->> 'prefix', y.fiscal_year, y.n) AS first
    FROM (SELECT p.fiscal_year, count(*)::integer AS n FROM placed p WHERE NOT p_checks GROUP BY 1 ORDER BY 1) y
  )
  INSERT INTO journal_documents
  SELECT p.unit, daybook_uuid_v7(), daybook_uuid_v7(), daybook_format_number(p_asked ->> 'prefix', p.fiscal_year, n.first - 1 + p.nth),
         p.reference, p.date, p.memo, p.subsidiary_id, p.base_currency, p.period_id, p.fiscal_year
  FROM placed p LEFT JOIN numbers n ON n.fiscal_year = p.fiscal_year ORDER BY p.unit;
  GET DIAGNOSTICS v_plain = ROW_COUNT;
  RETURN v_plain;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_judge_pairs(p_limit integer DEFAULT 1000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  v_pairs uuid[];
  v_agreed uuid[];
BEGIN
  -- Without one, no lock is taken: most organizations have no pairs.
  IF NOT EXISTS (SELECT FROM intercompany_open_pairs o WHERE o.organization_id = v_org AND NOT o.is_judged) THEN
    RETURN 0;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('fold:' || v_org::text, 0));
  v_pairs := ARRAY(
    SELECT o.pair_id FROM intercompany_open_pairs o WHERE o.organization_id = v_org AND NOT o.is_judged
    ORDER BY o.pair_id LIMIT p_limit FOR UPDATE SKIP LOCKED);
  -- By a statement of its own, which sees what those committed who had listed them.
  v_agreed := ARRAY(
    SELECT c.o_id FROM daybook_compare_pairs(v_pairs) c
    JOIN intercompany_pairs p ON p.organization_id = v_org AND p.id = c.o_id
    WHERE c.o_is_final AND c.o_differences <@ p.accepted_differences);
  DELETE FROM intercompany_open_pairs o WHERE o.organization_id = v_org AND o.pair_id = ANY (v_agreed);
  UPDATE intercompany_open_pairs o SET is_judged = true WHERE o.organization_id = v_org AND o.pair_id = ANY (v_pairs);
  RETURN cardinality(v_pairs);
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_judge_postings(p_ids uuid[], p_dates date[], p_override boolean[], p_may_soft boolean[], p_today date, p_actor_ids uuid[], p_scopes jsonb[])
 RETURNS SETOF daybook_verdict
 LANGUAGE sql
 STABLE
AS $function$
  -- The items of the call, in order. Materialized: inlined, the date would be looked up again in every place that uses it.
  WITH asked AS MATERIALIZED (
    -- Without a date a document is posted on its own.
    SELECT a.ord::int, a.id, coalesce(a.posting_date, (SELECT d.transaction_date FROM business_transactions d
             WHERE d.organization_id = daybook_organization() AND d.id = a.id)) AS posting_date, a.override, a.may_soft, a.actor_id, a.scope
    FROM unnest(p_ids, p_dates, p_override, p_may_soft, p_actor_ids, p_scopes)
      WITH ORDINALITY AS a(id, posting_date, override, may_soft, actor_id, scope, ord)
  ),
  -- The facts about each: the document, the sums and flags of its entry lines, the period of its date, the warnings.
  facts AS (
    SELECT a.*, t.id AS found, t.transaction_status AS status, t.ledger_entry_id, t.subsidiary_id, t.kind, t.currency_code, t.base_currency_code,
           t.exchange_rate, t.memo, t.revenue_contract_id,
           t.created_by, t.changed_by, t.base_total_amount, i.lines, i.debits, i.credits, i.base_debits, i.base_credits, i.unresolved, i.unpostable,
           i.lacks_required, p.id AS period_id, p.label AS period_label, p.fiscal_year, p.effective_status AS period_status,
           array_remove(ARRAY[
             CASE WHEN t.kind = 'INVOICE' AND t.entity_type = 'CUSTOMER' AND t.base_total_amount > 0
                    AND daybook_exceeds_credit(t.entity_id, t.base_total_amount) THEN 'CREDIT_LIMIT' END,
             CASE WHEN i.lacks_recommended THEN 'MISSING_DIMENSION' END,
             CASE WHEN t.entity_id IS NOT NULL AND btrim(t.reference_number) <> ''
                    AND daybook_is_posted_twice(t.id, t.kind, t.entity_type, t.entity_id, t.reference_number) THEN 'DUPLICATE_DOCUMENT' END,
             CASE WHEN a.posting_date > p_today + 30 THEN 'FAR_FUTURE_DATE' END,
             CASE WHEN p.effective_status = 'SOFT_CLOSED' THEN 'SOFT_CLOSED_PERIOD' END
           ], NULL) AS warnings
    FROM asked a
    LEFT JOIN business_transactions t ON t.organization_id = daybook_organization() AND t.id = a.id
    LEFT JOIN LATERAL daybook_sum_impact(t.organization_id, t.id) i ON true
    LEFT JOIN LATERAL (
      SELECT q.id, q.label, q.fiscal_year, daybook_effective_period_status(q) AS effective_status FROM fiscal_periods q
      WHERE q.organization_id = t.organization_id AND q.subsidiary_id = t.subsidiary_id AND q.is_adjustment = t.is_adjustment
        AND a.posting_date BETWEEN q.start_date AND q.end_date
      ORDER BY q.start_date DESC LIMIT 1
    ) p ON true
    -- Otherwise the planner would copy the subqueries of a flag to every place that uses it.
    OFFSET 0
  ),
  -- The first refusal that applies, in the precedence of core/transactions/checks.ts.
  judged AS (
    SELECT f.*, CASE
      WHEN f.found IS NULL THEN 'NOT_FOUND'
      WHEN f.scope IS NOT NULL AND NOT f.scope ? f.subsidiary_id::text THEN 'FORBIDDEN_SCOPE'
      WHEN f.status IN ('POSTED', 'PAID', 'CLOSED') THEN 'ALREADY_POSTED'
      WHEN f.status <> 'APPROVED' THEN 'INVALID_STATUS_TRANSITION'
      -- The same document twice in one call: the first is judged, the second finds it posted.
      WHEN f.ord <> array_position(p_ids, f.id) THEN 'ALREADY_POSTED'
      -- Asked once a statement: most organizations do not segregate duties, and then nothing more is evaluated.
      WHEN (SELECT o.segregation_of_duties = 'enforce' FROM organizations o WHERE o.id = daybook_organization())
        AND daybook_is_own_work(array_append(f.changed_by, f.created_by), f.actor_id)
        -- The total of a balanced journal is zero, so its size is the sum of its debits.
        AND daybook_forbids_self_approval(greatest(abs(f.base_total_amount), coalesce(f.base_debits, 0))) THEN 'SELF_APPROVAL'
      WHEN f.lines = 0 AND NOT daybook_has_lines(f.id) THEN 'INCOMPLETE_DOCUMENT'
      WHEN f.lines < 2 OR f.debits <> f.credits OR f.base_debits <> f.base_credits THEN 'NOT_BALANCED'
      WHEN f.unresolved THEN 'ACCOUNT_UNRESOLVED'
      WHEN f.unpostable THEN 'ACCOUNT_NOT_POSTABLE'
      WHEN f.lacks_required THEN 'INCOMPLETE_DOCUMENT'
      -- A soft-closed period is open, with a warning, to those who may post to it, and closed to everyone else.
      WHEN f.period_id IS NULL OR f.period_status IN ('CLOSED', 'LOCKED')
        OR (f.period_status = 'SOFT_CLOSED' AND NOT f.may_soft) THEN 'PERIOD_NOT_OPEN'
      WHEN NOT f.override AND f.warnings <> '{}' THEN 'CHECKS_FAILED'
    END AS refusal
    FROM facts f
    OFFSET 0
  )
  SELECT j.ord, j.id, j.refusal,
    CASE WHEN j.refusal IS NOT NULL THEN
      daybook_verdict_detail(j.refusal, j.id, j.status, j.ledger_entry_id, j.lines > 0, j.debits, j.credits, j.base_debits, j.base_credits,
        j.currency_code, j.base_currency_code, j.posting_date, j.period_label, j.period_status, j.subsidiary_id, j.warnings) END,
    j.posting_date, j.period_id, j.fiscal_year, CASE WHEN j.refusal IS NULL THEN daybook_uuid_v7() END,
    j.subsidiary_id, j.currency_code, j.base_currency_code, j.exchange_rate, j.memo, j.revenue_contract_id
  FROM judged j
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_judge_reversals(p_ids uuid[], p_dates date[])
 RETURNS SETOF daybook_reversal
 LANGUAGE sql
 STABLE
AS $function$
  -- The facts about each item: the document, the period of its date, and whether an earlier item reverses it.
  WITH facts AS (
    SELECT a.ord::integer AS ord, a.id, a.date, t.id AS found, t.transaction_status, t.reverses_transaction_id, t.applied_amount,
           t.posting_date, t.subsidiary_id, p.id AS period_id, p.label, p.fiscal_year, p.effective_status AS period_status,
           -- One that was refused for its date or period may still be reversed by a later item.
           array_position(p_ids, a.id) < a.ord AND t.transaction_status = 'POSTED' AND t.reverses_transaction_id IS NULL
             AND t.applied_amount = 0 AND EXISTS (SELECT FROM unnest(p_ids, p_dates) WITH ORDINALITY AS b (id, date, ord) WHERE b.id = a.id AND b.ord < a.ord
                   AND b.date >= t.posting_date AND EXISTS (
                     SELECT FROM fiscal_periods q WHERE q.organization_id = daybook_organization() AND q.subsidiary_id = t.subsidiary_id
                       AND NOT q.is_adjustment AND b.date BETWEEN q.start_date AND q.end_date
                       AND daybook_effective_period_status(q) = 'OPEN')) AS is_again
    FROM unnest(p_ids, p_dates) WITH ORDINALITY AS a (id, date, ord)
    LEFT JOIN business_transactions t ON t.organization_id = daybook_organization() AND t.id = a.id
    LEFT JOIN LATERAL (
      SELECT q.id, q.label, q.fiscal_year, daybook_effective_period_status(q) AS effective_status FROM fiscal_periods q
      WHERE q.organization_id = daybook_organization() AND q.subsidiary_id = t.subsidiary_id AND NOT q.is_adjustment
        AND a.date BETWEEN q.start_date AND q.end_date
      LIMIT 1
    ) p ON true
    OFFSET 0 -- otherwise a flag's subqueries are copied to every place that names it
  ),
  -- The first refusal that applies. A settled document must be unapplied first; a reversal is never reversed.
  judged AS (
    SELECT f.*, CASE
      WHEN f.found IS NULL THEN 'NOT_FOUND'
      WHEN f.transaction_status <> 'POSTED' OR f.is_again OR f.reverses_transaction_id IS NOT NULL OR f.applied_amount <> 0
        THEN 'INVALID_STATUS_TRANSITION'
      WHEN f.date < f.posting_date THEN 'REVERSAL_BEFORE_POSTING'
      WHEN f.period_id IS NULL OR f.period_status <> 'OPEN' THEN 'PERIOD_NOT_OPEN'
    END AS refusal
    FROM facts f
    OFFSET 0
  )
  SELECT j.ord, j.id, j.refusal, CASE j.refusal
      WHEN 'INVALID_STATUS_TRANSITION' THEN jsonb_build_object('from', CASE WHEN j.is_again THEN 'REVERSED' ELSE j.transaction_status END,
        'reason', CASE WHEN j.reverses_transaction_id IS NOT NULL THEN 'IS_A_REVERSAL' WHEN j.applied_amount <> 0 THEN 'HAS_APPLICATIONS' END)
      WHEN 'REVERSAL_BEFORE_POSTING' THEN jsonb_build_object('postingDate', j.posting_date, 'reversalDate', j.date)
      WHEN 'PERIOD_NOT_OPEN' THEN jsonb_build_object('date', j.date, 'period', j.label, 'status', coalesce(j.period_status, 'NONE'),
        'subsidiaryId', j.subsidiary_id)
    END, j.date, j.period_id, j.fiscal_year,
    CASE WHEN j.refusal IS NULL THEN daybook_uuid_v7() END, NULL::text, CASE WHEN j.refusal IS NULL THEN daybook_uuid_v7() END
  FROM judged j
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_keep_customer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE restrict_violation USING MESSAGE = 'revenue_contracts: an active contract keeps its customer, subsidiary and currency';
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_keep_document_id()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF EXISTS (SELECT FROM business_transaction_lines l WHERE l.organization_id = OLD.organization_id AND l.transaction_id = OLD.id)
    OR EXISTS (SELECT FROM transaction_impact_lines l WHERE l.organization_id = OLD.organization_id AND l.transaction_id = OLD.id) THEN
    RAISE foreign_key_violation USING MESSAGE = 'a document with lines keeps its id',
      TABLE = 'business_transaction_lines', CONSTRAINT = 'business_transaction_lines_transaction_id_org_fk';
  END IF;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_keep_import_id()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF EXISTS (SELECT FROM import_rows r WHERE r.organization_id = OLD.organization_id AND r.import_id = OLD.id) THEN
    RAISE foreign_key_violation USING MESSAGE = 'an import with rows keeps its id',
      TABLE = 'import_rows', CONSTRAINT = 'import_rows_import_id_org_fk';
  END IF;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_keep_imported_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'row % of import % has already been imported', OLD.row_number, OLD.import_id USING ERRCODE = 'restrict_violation';
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_keep_intercompany_days()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold:' || NEW.organization_id::text, 0));
  DELETE FROM intercompany_days d WHERE d.organization_id = NEW.organization_id AND d.account_id = NEW.id;
  IF NEW.elimination = 'INTERCOMPANY' AND NEW.account_type IN ('ASSET', 'LIABILITY') THEN
    INSERT INTO intercompany_days (organization_id, entity_id, account_id, subsidiary_id, posting_date, currency_code, amount, base)
    SELECT NEW.organization_id, l.entity_id, NEW.id, l.subsidiary_id, l.posting_date, l.currency_code, sum(l.debit - l.credit),
           sum(l.base_debit - l.base_credit)
    FROM ledger_lines l
    WHERE l.organization_id = NEW.organization_id AND l.account_id = NEW.id AND l.entity_id IS NOT NULL
      AND l.entry_id NOT IN (
        SELECT unnest(array_agg(e.id)) FROM number_counters c
        LEFT JOIN folded_numbers m ON m.organization_id = c.organization_id AND m.fiscal_year = c.fiscal_year
        CROSS JOIN LATERAL generate_series(coalesce(m.through_number, 0) + 1, c.next_value - 1) n (number)
        CROSS JOIN LATERAL (
          SELECT x.id FROM ledger_entries x
          WHERE x.organization_id = NEW.organization_id AND x.entry_number = daybook_format_number('GL', c.fiscal_year, n.number) OFFSET 0) e
        WHERE c.organization_id = NEW.organization_id AND c.series = 'GL')
    GROUP BY 2, 4, 5, 6;
  END IF;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_keep_ledger_batch()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT (OLD.batch_status, NEW.batch_status) IN (('MAKING', 'SEALED'), ('SEALED', 'SENT'), ('SEALED', 'UNDONE')) THEN
    RAISE EXCEPTION 'batch % cannot become %', OLD.batch_number, lower(NEW.batch_status) USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.batch_status <> 'MAKING' AND
     (NEW.ledger_id, NEW.batch_number, NEW.through_date, NEW.format, NEW.summary, NEW.journal_code, NEW.tax_rate, NEW.entry_count,
      NEW.line_count, NEW.part_starts, NEW.content_hash, NEW.sealed_by_name, NEW.sealed_at)
     IS DISTINCT FROM
     (OLD.ledger_id, OLD.batch_number, OLD.through_date, OLD.format, OLD.summary, OLD.journal_code, OLD.tax_rate, OLD.entry_count,
      OLD.line_count, OLD.part_starts, OLD.content_hash, OLD.sealed_by_name, OLD.sealed_at) THEN
    RAISE EXCEPTION 'batch % is sealed', OLD.batch_number USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_keep_open_pair()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM intercompany_open_pairs o WHERE o.organization_id = OLD.organization_id AND o.pair_id = OLD.id;
  ELSE
    INSERT INTO intercompany_open_pairs (organization_id, pair_id) VALUES (NEW.organization_id, NEW.id)
    ON CONFLICT (organization_id, pair_id) DO UPDATE SET is_judged = false;
  END IF;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_keep_security_log()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (SELECT OLD.occurred_at < now() - make_interval(months => greatest(o.security_log_months, 24))
      FROM organizations o WHERE o.id = OLD.organization_id AND o.security_log_months IS NOT NULL) IS NOT TRUE THEN
    RAISE restrict_violation USING MESSAGE = 'security_log is append-only: a row that is still to be kept is not removed';
  END IF;
  RETURN OLD;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_keep_security_seal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (NEW.organization_id, NEW.sequence, NEW.previous_hash, NEW.hash, NEW.sealed_at)
       IS DISTINCT FROM (OLD.organization_id, OLD.sequence, OLD.previous_hash, OLD.hash, OLD.sealed_at)
     OR NEW.event_id IS NOT NULL
     OR EXISTS (SELECT FROM security_log l WHERE l.organization_id = OLD.organization_id AND l.id = OLD.event_id) THEN
    RAISE restrict_violation USING MESSAGE = 'security_seals is append-only: UPDATE is refused';
  END IF;
  RETURN NEW;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_keep_spans()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
BEGIN
  IF TG_OP <> 'INSERT' THEN
    WITH gone AS (
      DELETE FROM document_spans s USING (
        SELECT v.id AS document_id, o.applied_on, o.id FROM old_rows o CROSS JOIN LATERAL (VALUES (o.document_id), (o.payment_id)) AS v (id)
        WHERE o.organization_id = v_org) o
      WHERE s.organization_id = v_org AND s.document_id = o.document_id AND s.settled_on = o.applied_on AND s.application_id = o.id
      RETURNING s.*
    ), documents AS (
      SELECT g.document_id AS id, array_agg(g.application_id) AS gone FROM gone g GROUP BY 1
    ), lasts AS (
      -- As it was before this statement, then as it is without what went.
      SELECT -1 AS item_count, l.* FROM documents d CROSS JOIN LATERAL (
        SELECT s.* FROM document_spans s WHERE s.organization_id = v_org AND s.document_id = d.id
        ORDER BY s.settled_on DESC, s.application_id DESC LIMIT 1) l
      UNION ALL
      SELECT 1, l.* FROM documents d CROSS JOIN LATERAL (
        SELECT s.* FROM document_spans s WHERE s.organization_id = v_org AND s.document_id = d.id AND s.application_id <> ALL (d.gone)
        ORDER BY s.settled_on DESC, s.application_id DESC LIMIT 1) l
    )
    INSERT INTO document_span_changes (organization_id, id, waited, settled_on, opened_on, due_on, subsidiary_id, kind, entity_type, currency_code,
        item_count, amount, base)
    SELECT v_org, daybook_uuid_v7(), x.waited, x.settled_on, x.opened_on, coalesce(x.due_date, '9999-12-31'), x.subsidiary_id, x.kind,
           coalesce(x.entity_type, ''), x.currency_code, sum(x.item_count), -sum(x.amount), -sum(coalesce(x.base, x.amount))
    FROM (SELECT 0 AS item_count, g.* FROM gone g
          UNION ALL
          SELECT l.item_count, l.organization_id, l.application_id, l.document_id, l.subsidiary_id, l.kind, l.entity_type, l.entity_id, l.currency_code,
                 l.due_date, l.opened_on, l.settled_on, l.waited, 0, 0 FROM lasts l) x
    GROUP BY 3, 4, 5, 6, 7, 8, 9, 10 HAVING sum(x.item_count) <> 0 OR sum(x.amount) <> 0 OR sum(coalesce(x.base, x.amount)) <> 0;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    WITH fresh AS MATERIALIZED (
      SELECT s.* FROM daybook_spans_of(ARRAY(SELECT n.id FROM new_rows n WHERE n.organization_id = v_org)) s
    ), stored AS (
      INSERT INTO document_spans (organization_id, application_id, document_id, subsidiary_id, kind, entity_type, entity_id, currency_code, due_date,
          opened_on, settled_on, waited, amount, base)
      SELECT v_org, f.* FROM fresh f
    ), earlier AS MATERIALIZED (
      SELECT l.* FROM (SELECT DISTINCT f.o_document_id AS id FROM fresh f) d
      CROSS JOIN LATERAL (
        SELECT s.application_id, s.document_id, s.subsidiary_id, s.kind, s.entity_type, s.entity_id, s.currency_code, s.due_date, s.opened_on, s.settled_on,
               s.waited, 0::numeric, 0::numeric
        FROM document_spans s WHERE s.organization_id = v_org AND s.document_id = d.id
        ORDER BY s.settled_on DESC, s.application_id DESC LIMIT 1) l
    ), changed AS (
      SELECT 0 AS item_count, f.* FROM fresh f
      UNION ALL
      SELECT -1, e.* FROM earlier e
      UNION ALL
      SELECT 1, l.* FROM (
        SELECT DISTINCT ON (b.o_document_id) b.* FROM (
          SELECT f.o_application_id, f.o_document_id, f.o_subsidiary_id, f.o_kind, f.o_entity_type, f.o_entity_id, f.o_currency_code, f.o_due_date, f.o_opened_on,
                 f.o_settled_on, f.o_waited, 0::numeric, 0::numeric FROM fresh f
          UNION ALL
          SELECT e.* FROM earlier e) b
        ORDER BY b.o_document_id, b.o_settled_on DESC, b.o_application_id DESC) l
    )
    INSERT INTO document_span_changes (organization_id, id, waited, settled_on, opened_on, due_on, subsidiary_id, kind, entity_type, currency_code,
        item_count, amount, base)
    SELECT v_org, daybook_uuid_v7(), c.o_waited, c.o_settled_on, c.o_opened_on, coalesce(c.o_due_date, '9999-12-31'), c.o_subsidiary_id, c.o_kind,
           coalesce(c.o_entity_type, ''), c.o_currency_code, sum(c.item_count), sum(c.o_amount), sum(coalesce(c.o_base, c.o_amount))
    FROM changed c
    GROUP BY 3, 4, 5, 6, 7, 8, 9, 10 HAVING sum(c.item_count) <> 0 OR sum(c.o_amount) <> 0 OR sum(coalesce(c.o_base, c.o_amount)) <> 0;
  END IF;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_know_organization()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO known_organizations (id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION daybook_know_slug()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM daybook_take_slug(NEW.id, NEW.slug);
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_known_through(p_asked timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_asked timestamptz := least(p_asked, clock_timestamp());
  v_rest double precision := 0.2 - extract(epoch FROM clock_timestamp() - v_asked);
  v_running timestamptz;
BEGIN
  IF v_rest > 0 THEN PERFORM pg_sleep(v_rest); END IF;
  SELECT min(a.xact_start) INTO v_running FROM pg_stat_activity a
  WHERE a.datname = current_database() AND a.pid <> pg_backend_pid() AND a.xact_start <= v_asked
    AND a.application_name = 'daybook ' || daybook_organization();
  RETURN CASE WHEN v_running IS NULL THEN v_asked ELSE v_running - interval '1 microsecond' END;
END;
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_later_contracts(p_known timestamp with time zone, p_effective date, p_before text, p_most integer, p_through timestamp with time zone DEFAULT 'infinity'::timestamp with time zone)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
  WITH later AS MATERIALIZED (
    -- A contract may have forty such rows; where there are more of them than that, reading stops.
    SELECT x.contract_id
    FROM (
      SELECT n.id AS contract_id FROM revenue_touched_contracts t CROSS JOIN LATERAL unnest(t.contract_ids) AS n (id)
      WHERE t.organization_id = (SELECT daybook_organization()) AND (t.reaches_back OR p_through = 'infinity')
      UNION ALL
      SELECT m.contract_id FROM revenue_movements m
      WHERE m.organization_id = (SELECT daybook_organization()) AND m.recorded_at > p_known AND m.recorded_at <= p_through
        AND m.period COLLATE "C" < p_before
      UNION ALL
      SELECT b.contract_id FROM revenue_bookings b
      WHERE b.organization_id = (SELECT daybook_organization()) AND b.recorded_at > p_known AND b.recorded_at <= p_through
      UNION ALL
      SELECT r.contract_id FROM revenue_rows r
      WHERE r.organization_id = (SELECT daybook_organization()) AND r.recorded_at > p_known AND r.recorded_at <= p_through
      UNION ALL
      SELECT v.contract_id FROM revenue_events v WHERE v.organization_id = (SELECT daybook_organization()) AND v.effective_date > p_effective
      UNION ALL
      -- A run has one movement of each contract.
      SELECT w.contract_id FROM revenue_runs u
      CROSS JOIN LATERAL (
        SELECT m.contract_id FROM revenue_movements m
        WHERE m.organization_id = (SELECT daybook_organization()) AND m.run_id = u.id AND m.period COLLATE "C" < p_before
          AND m.recorded_at <= coalesce(p_known, 'infinity')
        LIMIT p_most + 1) w
      WHERE u.organization_id = (SELECT daybook_organization()) AND u.kind <> 'EVENT' AND u.posting_date > p_effective
        AND to_char(u.posting_date, 'YYYY-MM') < p_before
      UNION ALL
      SELECT m.contract_id FROM revenue_movements m
      WHERE m.organization_id = (SELECT daybook_organization()) AND m.event_id IS NULL AND m.run_id IS NULL AND m.posting_date > p_effective
        AND m.period COLLATE "C" < p_before AND m.recorded_at <= coalesce(p_known, 'infinity')
      UNION ALL
      SELECT m.contract_id FROM revenue_movements m
      WHERE m.organization_id = (SELECT daybook_organization()) AND m.effective_on IS NOT NULL AND m.effective_on > p_effective
        AND m.period COLLATE "C" < p_before AND m.recorded_at <= coalesce(p_known, 'infinity')
    ) x
    LIMIT p_most::bigint * 40 + 1
  ), counted AS MATERIALIZED (
    SELECT DISTINCT l.contract_id FROM later l WHERE (SELECT count(*) FROM later) <= p_most::bigint * 40
  ), moved AS MATERIALIZED (
    SELECT c.contract_id FROM counted c
    WHERE EXISTS (
      SELECT FROM revenue_movements w
      WHERE w.organization_id = (SELECT daybook_organization()) AND w.contract_id = c.contract_id AND w.period COLLATE "C" < p_before)
  )
  SELECT CASE WHEN (SELECT count(*) FROM later) <= p_most::bigint * 40 AND (SELECT count(*) FROM moved) <= p_most
    THEN ARRAY(SELECT m.contract_id FROM moved m) END
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_ledger_seal_hash(p_previous text, p_fiscal_year integer, p_first bigint, p_last bigint, p_digests bytea)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT encode(sha256(convert_to(p_previous || p_fiscal_year || ':' || p_first || '-' || p_last || ':', 'UTF8') || p_digests), 'hex')
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_list_accounts(p_sister uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
  INSERT INTO intercompany_unpaired (organization_id, document_id, sister_id, subsidiary_id, posting_date, by_account)
  SELECT daybook_organization(), u.o_document_id, u.o_sister_id, u.o_subsidiary_id, u.o_day, u.o_by_account
  FROM daybook_unpaired_of(ARRAY(
    SELECT e.source_id
    FROM (
      SELECT DISTINCT l.entry_id FROM intercompany_accounts a
      JOIN ledger_lines l ON l.account_id IN (a.due_from_account_id, a.due_to_account_id) AND l.organization_id = daybook_organization()
        AND l.subsidiary_id = a.subsidiary_id
      WHERE a.organization_id = daybook_organization() AND a.sister_id = p_sister) l
    CROSS JOIN LATERAL (
      SELECT x.source_id FROM ledger_entries x WHERE x.organization_id = daybook_organization() AND x.id = l.entry_id
        AND x.transaction_id IS NOT NULL AND x.reversal_of_id IS NULL OFFSET 0) e)) u
  WHERE u.o_sister_id = p_sister AND u.o_is_posted
  ON CONFLICT DO NOTHING
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_list_pair()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
BEGIN
  IF TG_OP <> 'DELETE' THEN
    DELETE FROM intercompany_unpaired u WHERE u.organization_id = v_org
      AND (u.document_id = NEW.source_id AND u.sister_id = NEW.sister_id OR u.document_id = NEW.mirror_id AND u.sister_id = NEW.subsidiary_id);
  END IF;
  IF TG_OP = 'DELETE' OR TG_OP = 'UPDATE'
    AND (OLD.source_id <> NEW.source_id OR OLD.sister_id <> NEW.sister_id OR OLD.mirror_id <> coalesce(NEW.mirror_id, OLD.source_id)) THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('fold:' || v_org::text, 0));
    INSERT INTO intercompany_unpaired (organization_id, document_id, sister_id, subsidiary_id, posting_date, by_account)
    SELECT v_org, u.o_document_id, u.o_sister_id, u.o_subsidiary_id, u.o_day, u.o_by_account FROM daybook_unpaired_of(ARRAY[OLD.source_id, OLD.mirror_id]) u
    WHERE u.o_is_posted
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_list_party(p_sister uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
  INSERT INTO intercompany_unpaired (organization_id, document_id, sister_id, subsidiary_id, posting_date, by_account)
  SELECT t.organization_id, t.id, p_sister, t.subsidiary_id, t.posting_date, false
  FROM business_transactions t
  WHERE t.organization_id = daybook_organization() AND t.kind <> 'JOURNAL'
    -- Each from the index of its counterparty.
    AND t.entity_id = ANY (ARRAY(
      SELECT e.id FROM intercompany_parties p CROSS JOIN LATERAL (VALUES (p.customer_id), (p.vendor_id)) e (id)
      WHERE p.organization_id = daybook_organization() AND p.subsidiary_id = p_sister))
    AND t.transaction_status IN ('POSTED', 'PAID', 'CLOSED') AND t.reverses_transaction_id IS NULL AND t.subsidiary_id <> p_sister
    AND NOT EXISTS (SELECT FROM intercompany_pairs p
      WHERE p.organization_id = daybook_organization() AND p.source_id = t.id AND p.sister_id = p_sister)
    AND NOT EXISTS (SELECT FROM intercompany_pairs p
      WHERE p.organization_id = daybook_organization() AND p.mirror_id = t.id AND p.subsidiary_id = p_sister)
  -- It was listed for its account until now.
  ON CONFLICT (organization_id, document_id, sister_id) DO UPDATE SET by_account = false
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_list_sister()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  v_sister uuid;
  v_sisters uuid[];
BEGIN
  IF TG_TABLE_NAME = 'intercompany_parties' THEN
    v_sisters := ARRAY[OLD.subsidiary_id, NEW.subsidiary_id];
  ELSE
    v_sisters := ARRAY[OLD.sister_id, NEW.sister_id];
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('fold:' || daybook_organization()::text, 0));
  FOR v_sister IN SELECT DISTINCT s.id FROM unnest(v_sisters) s (id) WHERE s.id IS NOT NULL LOOP
    IF TG_OP <> 'INSERT' THEN
      DELETE FROM intercompany_unpaired u WHERE u.organization_id = daybook_organization() AND u.sister_id = v_sister;
    END IF;
    -- What a new setting names is added; after any other change both are listed from the beginning.
    IF TG_OP <> 'INSERT' OR TG_TABLE_NAME = 'intercompany_parties' THEN
      PERFORM daybook_list_party(v_sister);
    END IF;
    IF TG_OP <> 'INSERT' OR TG_TABLE_NAME = 'intercompany_accounts' THEN
      PERFORM daybook_list_accounts(v_sister);
    END IF;
  END LOOP;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_list_unposted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO unposted_documents (organization_id, transaction_id)
  SELECT n.organization_id, n.id FROM new_documents n WHERE n.ledger_entry_id IS NULL;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_load_journals(p_import uuid, p_rows integer, p_columns integer[], p_currencies text[], p_space text, p_asked jsonb)
 RETURNS TABLE(o_last integer, o_loaded integer)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET client_min_messages TO 'warning'
AS $function$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  v_now CONSTANT timestamptz(3) := clock_timestamp();
  v_actor CONSTANT uuid := (p_asked ->> 'actorId')::uuid;
  v_type CONSTANT uuid := (p_asked ->> 'transactionTypeId')::uuid;
  v_import imports;
  v_checks boolean;
  v_last integer;
  v_loaded integer;
  v_places tid[];
BEGIN
  SELECT * INTO STRICT v_import FROM imports i WHERE i.organization_id = v_org AND i.id = p_import;
  v_checks := v_import.import_status = 'CHECKING';
  IF v_import.posts THEN
    PERFORM pg_advisory_xact_lock_shared(hashtextextended('periods:' || v_org::text, 0));
    -- Whether an entry needs a second person depends on its size and on who asks.
    IF v_actor IS NOT NULL AND (SELECT o.segregation_of_duties = 'enforce' FROM organizations o WHERE o.id = v_org) THEN
      RETURN QUERY SELECT NULL::integer, 0; RETURN;
    END IF;
  END IF;
  CREATE TEMPORARY TABLE IF NOT EXISTS journal_lines (
    place tid, unit integer, line_number integer, row_state text, reference text, day text, subsidiary text, currency text, memo text,
    description text, amount numeric, account_id uuid, department_id uuid, class_id uuid, location_id uuid, is_plain boolean
  ) ON COMMIT DELETE ROWS;
  CREATE TEMPORARY TABLE IF NOT EXISTS journal_documents (
    unit integer PRIMARY KEY, id uuid, entry_id uuid, transaction_number text, reference text, day date, memo text, subsidiary_id uuid,
    currency text, period_id uuid, fiscal_year integer
  ) ON COMMIT DELETE ROWS;
  DELETE FROM journal_lines;
  DELETE FROM journal_documents;

  v_last := daybook_read_journals(v_import, p_rows, p_columns, p_space);
  v_loaded := daybook_judge_journals(v_import.posts, v_checks, p_currencies, p_asked);
  IF v_loaded = 0 THEN
    RETURN QUERY SELECT v_last, 0; RETURN;
  END IF;
  IF NOT v_checks THEN
    PERFORM daybook_store_journals(v_import.posts, v_type, v_now, p_asked);
  END IF;

  -- By the place of the rows, which needs no statistics to be found fast. The import is locked, so they are where they were.
  v_places := ARRAY(SELECT l.place FROM journal_lines l WHERE EXISTS (SELECT FROM journal_documents d WHERE d.unit = l.unit));
  UPDATE import_rows r SET row_state = CASE WHEN v_checks THEN 'READY' ELSE 'IMPORTED' END, error_field = NULL, error_fields = NULL, error_message = NULL,
      record_id = CASE WHEN NOT v_checks THEN (SELECT d.id FROM journal_documents d WHERE d.unit = r.unit) END, outcome = NULL,
      attempt = v_import.attempt
    WHERE r.ctid = ANY (v_places) AND r.organization_id = v_org AND r.import_id = p_import;
  UPDATE imports i SET pending_count = i.pending_count - c.pending, left_count = i.left_count - c.judged,
      ready_count = i.ready_count - c.ready + CASE WHEN v_checks THEN c.judged ELSE 0 END, failed_count = i.failed_count - c.failed,
      imported_count = i.imported_count + CASE WHEN v_checks THEN 0 ELSE c.judged END
    FROM (
      SELECT count(*) AS judged, count(*) FILTER (WHERE l.row_state = 'PENDING') AS pending,
             count(*) FILTER (WHERE l.row_state = 'READY') AS ready, count(*) FILTER (WHERE l.row_state = 'FAILED') AS failed
      FROM journal_lines l WHERE EXISTS (SELECT FROM journal_documents d WHERE d.unit = l.unit)
    ) c
    WHERE i.organization_id = v_org AND i.id = p_import;
  RETURN QUERY SELECT v_last, v_loaded;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_lock_admins()
 RETURNS SETOF uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT m.id FROM memberships m
  WHERE m.organization_id = daybook_organization() AND m.record_status = 'active' AND 'admin' = ANY (m.roles)
    AND EXISTS (SELECT FROM users u WHERE u.id = m.user_id AND NOT u.is_disabled) ORDER BY m.id FOR UPDATE
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_lock_due_contracts(p_run revenue_runs, p_limit integer, p_beside boolean, OUT o_contracts uuid[], OUT o_currencies text[], OUT o_places tid[])
 RETURNS record
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_mergejoin TO 'off'
 SET work_mem TO '32MB'
 SET random_page_cost TO '1'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
BEGIN
  IF p_beside THEN
    SELECT array_agg(l.contract_id ORDER BY l.contract_id), array_agg(l.currency_code ORDER BY l.contract_id),
           array_agg(l.place ORDER BY l.contract_id) INTO o_contracts, o_currencies, o_places
    FROM (
      SELECT DISTINCT d.contract_id, d.currency_code, d.place FROM (
        SELECT p.contract_id, p.currency_code, p.ctid AS place
        FROM revenue_rows r JOIN revenue_positions p ON p.organization_id = v_org AND p.contract_id = r.contract_id
        WHERE r.organization_id = v_org AND r.subsidiary_id = p_run.subsidiary_id AND r.run_id IS NULL AND r.period <= p_run.period
          AND (p_run.contract_id IS NULL OR r.contract_id = p_run.contract_id)
          AND (r.contract_id, r.obligation_key) NOT IN (SELECT o.contract_id, o.key FROM performance_obligations o
                                                        WHERE o.organization_id = v_org AND o.held)
        ORDER BY r.period, r.contract_id LIMIT p_limit FOR UPDATE OF p SKIP LOCKED) d) l;
  ELSE
    SELECT array_agg(l.contract_id), array_agg(l.currency_code), array_agg(l.place) INTO o_contracts, o_currencies, o_places FROM (
      SELECT p.contract_id, p.currency_code, p.ctid AS place FROM revenue_positions p
      WHERE p.organization_id = v_org AND p.contract_id IN (
        SELECT d.contract_id FROM (
          SELECT r.contract_id FROM revenue_rows r
          WHERE r.organization_id = v_org AND r.subsidiary_id = p_run.subsidiary_id AND r.run_id IS NULL AND r.period <= p_run.period
            AND (p_run.contract_id IS NULL OR r.contract_id = p_run.contract_id)
            AND (r.contract_id, r.obligation_key) NOT IN (SELECT o.contract_id, o.key FROM performance_obligations o
                                                          WHERE o.organization_id = v_org AND o.held)
          ORDER BY r.period, r.contract_id LIMIT p_limit) d)
      ORDER BY p.contract_id FOR UPDATE) l;
  END IF;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_lock_posted_contracts(p_run uuid, p_only uuid[], p_after uuid, p_limit integer, OUT o_contracts uuid[], OUT o_currencies text[], OUT o_places tid[])
 RETURNS record
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_mergejoin TO 'off'
 SET work_mem TO '32MB'
 SET random_page_cost TO '1'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
BEGIN
  SELECT array_agg(l.contract_id), array_agg(l.currency_code), array_agg(l.place) INTO o_contracts, o_currencies, o_places FROM (
    SELECT p.contract_id, p.currency_code, p.ctid AS place FROM revenue_positions p
    WHERE p.organization_id = v_org AND p.contract_id IN (
      SELECT d.contract_id FROM (
        SELECT r.contract_id FROM revenue_rows r
        WHERE r.organization_id = v_org AND r.contract_id > coalesce(p_after, '00000000-0000-0000-0000-000000000000')
          AND (p_only IS NULL OR r.contract_id = ANY (p_only)) AND r.run_id = p_run
          AND NOT EXISTS (SELECT 1 FROM revenue_rows z
                          WHERE z.organization_id = v_org AND z.contract_id = r.contract_id AND z.reverses_seq = r.seq)
        ORDER BY r.contract_id LIMIT p_limit) d)
    ORDER BY p.contract_id FOR UPDATE) l;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_mend_document_counts()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_days bigint;
  v_parties bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold-documents:' || v_org::text, 0));
  WITH mended AS (
    INSERT INTO document_days AS d (organization_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status, base_currency_code,
        document_count, base_total)
    SELECT v_org, x.transaction_date, x.subsidiary_id, x.transaction_type_id, x.kind, x.transaction_status, x.base_currency_code, sum(x.n), sum(x.total)
    FROM (
      SELECT t.transaction_date, t.subsidiary_id, t.transaction_type_id, t.kind, t.transaction_status, t.base_currency_code, count(*) AS n,
             sum(t.base_total_amount) AS total
      FROM business_transactions t WHERE t.organization_id = v_org GROUP BY 1, 2, 3, 4, 5, 6
      UNION ALL
      SELECT k.transaction_date, k.subsidiary_id, k.transaction_type_id, k.kind, k.transaction_status, k.base_currency_code, -k.document_count, -k.base_total
      FROM document_days k WHERE k.organization_id = v_org
      UNION ALL
      SELECT c.transaction_date, c.subsidiary_id, c.transaction_type_id, c.kind, c.transaction_status, c.base_currency_code, -c.document_count, -c.base_total
      FROM document_day_changes c WHERE c.organization_id = v_org) x
    GROUP BY 2, 3, 4, 5, 6, 7 HAVING sum(x.n) <> 0 OR sum(x.total) <> 0
    ON CONFLICT (organization_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status, base_currency_code)
    DO UPDATE SET document_count = d.document_count + excluded.document_count, base_total = d.base_total + excluded.base_total
    RETURNING 1
  )
  SELECT count(*) INTO v_days FROM mended;
  WITH counted AS MATERIALIZED (
    SELECT c.entity_id FROM counted_counterparties c WHERE c.organization_id = v_org
  ), mended AS (
    INSERT INTO counterparty_days AS d (organization_id, entity_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status,
        document_count)
    SELECT v_org, x.entity_id, x.transaction_date, x.subsidiary_id, x.transaction_type_id, x.kind, x.transaction_status, sum(x.n)
    FROM (
      SELECT t.entity_id, t.transaction_date, t.subsidiary_id, t.transaction_type_id, t.kind, t.transaction_status, count(*) AS n
      FROM counted c JOIN business_transactions t ON t.organization_id = v_org AND t.entity_id = c.entity_id GROUP BY 1, 2, 3, 4, 5, 6
      UNION ALL
      SELECT k.entity_id, k.transaction_date, k.subsidiary_id, k.transaction_type_id, k.kind, k.transaction_status, -k.document_count
      FROM counterparty_days k WHERE k.organization_id = v_org
      UNION ALL
      SELECT u.entity_id, n.transaction_date, n.subsidiary_id, n.transaction_type_id, n.kind, n.transaction_status, -u.n
      FROM document_day_changes n CROSS JOIN LATERAL unnest(n.entity_ids, n.entity_counts) AS u (entity_id, n)
      JOIN counted c ON c.entity_id = u.entity_id WHERE n.organization_id = v_org) x
    GROUP BY 2, 3, 4, 5, 6, 7 HAVING sum(x.n) <> 0
    ON CONFLICT (organization_id, entity_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status)
    DO UPDATE SET document_count = d.document_count + excluded.document_count
    RETURNING 1
  )
  SELECT count(*) INTO v_parties FROM mended;
  IF v_parties > 0 THEN
    DELETE FROM counterparty_days k WHERE k.organization_id = v_org AND k.document_count = 0;
  END IF;
  RETURN v_days + v_parties;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_mend_ledger_days()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_days bigint;
  v_entries bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold:' || v_org::text, 0));
  -- What is not added yet is found by the statement that leaves it out: an entry that is posted between two statements is in neither.
  WITH tail AS MATERIALIZED (
    SELECT e.id FROM number_counters c
    LEFT JOIN folded_numbers m ON m.organization_id = c.organization_id AND m.fiscal_year = c.fiscal_year
    CROSS JOIN LATERAL generate_series(coalesce(m.through_number, 0) + 1, c.next_value - 1) n (number)
    CROSS JOIN LATERAL (
      SELECT x.id FROM ledger_entries x
      WHERE x.organization_id = v_org AND x.entry_number = daybook_format_number('GL', c.fiscal_year, n.number) OFFSET 0) e
    WHERE c.organization_id = v_org AND c.series = 'GL'
  ), mended AS (
    INSERT INTO ledger_days AS d (organization_id, subsidiary_id, posting_date, account_id, period_id, currency_code, debit, credit, base_debit, base_credit,
        line_count, entry_count)
    SELECT v_org, x.subsidiary_id, x.posting_date, x.account_id, x.period_id, x.currency_code, sum(x.debit), sum(x.credit), sum(x.base_debit),
           sum(x.base_credit), sum(x.n), sum(x.entries)
    FROM (
      -- Each entry once, in the first of its currencies on an account: what it has there, then what all have.
      SELECT y.subsidiary_id, y.posting_date, y.account_id, y.period_id, y.currency_code, sum(y.debit) AS debit, sum(y.credit) AS credit,
             sum(y.base_debit) AS base_debit, sum(y.base_credit) AS base_credit, sum(y.n) AS n, count(*) FILTER (WHERE y.is_first) AS entries
      FROM (
        SELECT l.entry_id, l.subsidiary_id, l.posting_date, l.account_id, l.period_id, l.currency_code, sum(l.debit) AS debit, sum(l.credit) AS credit,
               sum(l.base_debit) AS base_debit, sum(l.base_credit) AS base_credit, count(*) AS n,
               row_number() OVER (PARTITION BY l.entry_id, l.account_id ORDER BY l.currency_code) = 1 AS is_first
        FROM ledger_lines l WHERE l.organization_id = v_org AND NOT EXISTS (SELECT FROM tail t WHERE t.id = l.entry_id)
        GROUP BY 1, 2, 3, 4, 5, 6) y
      GROUP BY 1, 2, 3, 4, 5
      UNION ALL
      SELECT k.subsidiary_id, k.posting_date, k.account_id, k.period_id, k.currency_code, -k.debit, -k.credit, -k.base_debit, -k.base_credit, -k.line_count,
             -k.entry_count
      FROM ledger_days k WHERE k.organization_id = v_org) x
    GROUP BY 2, 3, 4, 5, 6
    HAVING (sum(x.debit), sum(x.credit), sum(x.base_debit), sum(x.base_credit), sum(x.n), sum(x.entries)) IS DISTINCT FROM (0, 0, 0, 0, 0, 0)
    ON CONFLICT (organization_id, subsidiary_id, posting_date, account_id, period_id, currency_code) DO UPDATE SET
      debit = d.debit + excluded.debit, credit = d.credit + excluded.credit, base_debit = d.base_debit + excluded.base_debit,
      base_credit = d.base_credit + excluded.base_credit, line_count = d.line_count + excluded.line_count, entry_count = d.entry_count + excluded.entry_count
    RETURNING 1
  )
  SELECT count(*) INTO v_days FROM mended;
  WITH tail AS MATERIALIZED (
    SELECT e.id FROM number_counters c
    LEFT JOIN folded_numbers m ON m.organization_id = c.organization_id AND m.fiscal_year = c.fiscal_year
    CROSS JOIN LATERAL generate_series(coalesce(m.through_number, 0) + 1, c.next_value - 1) n (number)
    CROSS JOIN LATERAL (
      SELECT x.id FROM ledger_entries x
      WHERE x.organization_id = v_org AND x.entry_number = daybook_format_number('GL', c.fiscal_year, n.number) OFFSET 0) e
    WHERE c.organization_id = v_org AND c.series = 'GL'
  ), mended AS (
    INSERT INTO entry_days AS d (organization_id, subsidiary_id, posting_date, period_id, source_kind, entry_count)
    SELECT v_org, x.subsidiary_id, x.posting_date, x.period_id, x.source_kind, sum(x.n)
    FROM (
      SELECT e.subsidiary_id, e.posting_date, e.period_id, e.source_kind, count(*) AS n FROM ledger_entries e
      WHERE e.organization_id = v_org AND NOT EXISTS (SELECT FROM tail t WHERE t.id = e.id) GROUP BY 1, 2, 3, 4
      UNION ALL
      SELECT k.subsidiary_id, k.posting_date, k.period_id, k.source_kind, -k.entry_count FROM entry_days k WHERE k.organization_id = v_org) x
    GROUP BY 2, 3, 4, 5 HAVING sum(x.n) <> 0
    ON CONFLICT (organization_id, subsidiary_id, posting_date, period_id, source_kind) DO UPDATE SET entry_count = d.entry_count + excluded.entry_count
    RETURNING 1
  )
  SELECT count(*) INTO v_entries FROM mended;
  DELETE FROM ledger_days d WHERE d.organization_id = v_org AND d.line_count = 0;
  DELETE FROM entry_days d WHERE d.organization_id = v_org AND d.entry_count = 0;
  RETURN v_days + v_entries;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_mend_ledger_sums()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_nil constant uuid := '00000000-0000-0000-0000-000000000000';
  v_dimension_days bigint;
  v_dimension_periods bigint;
  v_subledgers bigint;
  v_revenue bigint;
  v_between bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold:' || v_org::text, 0));
  -- One statement: an entry that is posted meanwhile is in none of its parts.
  WITH tail AS MATERIALIZED (
    SELECT e.id FROM number_counters c
    LEFT JOIN folded_numbers m ON m.organization_id = c.organization_id AND m.fiscal_year = c.fiscal_year
    CROSS JOIN LATERAL generate_series(coalesce(m.through_number, 0) + 1, c.next_value - 1) n (number)
    CROSS JOIN LATERAL (
      SELECT x.id FROM ledger_entries x
      WHERE x.organization_id = v_org AND x.entry_number = daybook_format_number('GL', c.fiscal_year, n.number) OFFSET 0) e
    WHERE c.organization_id = v_org AND c.series = 'GL'
  ), coded AS MATERIALIZED (
    SELECT l.subsidiary_id, l.posting_date, l.account_id, l.period_id, coalesce(l.class_id, v_nil) AS class_id,
           coalesce(l.department_id, v_nil) AS department_id, coalesce(l.location_id, v_nil) AS location_id, coalesce(l.project_id, v_nil) AS project_id,
           sum(l.base_debit) AS base_debit, sum(l.base_credit) AS base_credit, count(*) AS n
    FROM ledger_lines l
    WHERE l.organization_id = v_org AND coalesce(l.class_id, l.department_id, l.location_id, l.project_id) IS NOT NULL
      AND NOT EXISTS (SELECT FROM tail t WHERE t.id = l.entry_id)
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
  ), dimension_days AS (
    INSERT INTO ledger_dimension_days AS d (organization_id, subsidiary_id, posting_date, account_id, period_id, class_id, department_id, location_id,
        project_id, base_debit, base_credit, line_count)
    SELECT v_org, x.subsidiary_id, x.posting_date, x.account_id, x.period_id, x.class_id, x.department_id, x.location_id, x.project_id, sum(x.base_debit),
           sum(x.base_credit), sum(x.n)
    FROM (
      SELECT c.* FROM coded c
      UNION ALL
      SELECT k.subsidiary_id, k.posting_date, k.account_id, k.period_id, k.class_id, k.department_id, k.location_id, k.project_id, -k.base_debit,
             -k.base_credit, -k.line_count
      FROM ledger_dimension_days k WHERE k.organization_id = v_org) x
    GROUP BY 2, 3, 4, 5, 6, 7, 8, 9 HAVING (sum(x.base_debit), sum(x.base_credit), sum(x.n)) IS DISTINCT FROM (0, 0, 0)
    ON CONFLICT (organization_id, subsidiary_id, posting_date, account_id, period_id, class_id, department_id, location_id, project_id) DO UPDATE SET
      base_debit = d.base_debit + excluded.base_debit, base_credit = d.base_credit + excluded.base_credit, line_count = d.line_count + excluded.line_count
    RETURNING 1
  ), dimension_periods AS (
    INSERT INTO ledger_dimension_periods AS d (organization_id, dimension, dimension_id, subsidiary_id, period_id, account_id, base_debit, base_credit)
    SELECT v_org, x.dimension, x.dimension_id, x.subsidiary_id, x.period_id, x.account_id, sum(x.base_debit), sum(x.base_credit)
    FROM (
      SELECT v.dimension, v.id AS dimension_id, c.subsidiary_id, c.period_id, c.account_id, c.base_debit, c.base_credit
      FROM coded c
      CROSS JOIN LATERAL (VALUES ('CLASS', c.class_id), ('DEPARTMENT', c.department_id), ('LOCATION', c.location_id), ('PROJECT', c.project_id)) AS v (dimension, id)
      WHERE v.id <> v_nil
      UNION ALL
      SELECT k.dimension, k.dimension_id, k.subsidiary_id, k.period_id, k.account_id, -k.base_debit, -k.base_credit
      FROM ledger_dimension_periods k WHERE k.organization_id = v_org) x
    GROUP BY 2, 3, 4, 5, 6 HAVING sum(x.base_debit) <> 0 OR sum(x.base_credit) <> 0
    ON CONFLICT (organization_id, dimension, dimension_id, subsidiary_id, period_id, account_id) DO UPDATE SET
      base_debit = d.base_debit + excluded.base_debit, base_credit = d.base_credit + excluded.base_credit
    RETURNING 1
  ), subledgers AS (
    -- Documents in the periods in which they were posted and reversed, settlements across currencies in those of being applied and taken back.
    INSERT INTO subledger_periods AS d (organization_id, subsidiary_id, period_id, kind, entity_type, currency_code, total, discount)
    SELECT v_org, x.subsidiary_id, x.period_id, x.kind, x.entity_type, x.currency_code, sum(x.total), sum(x.discount)
    FROM (
      SELECT t.subsidiary_id, e.period_id, t.kind, coalesce(t.entity_type, '') AS entity_type, t.currency_code, v.sign * t.total_amount AS total,
             v.sign * t.discount_amount AS discount
      FROM business_transactions t
      CROSS JOIN LATERAL (VALUES (t.ledger_entry_id, 1), (t.reversal_entry_id, -1)) AS v (entry_id, sign)
      JOIN ledger_entries e ON e.organization_id = v_org AND e.id = v.entry_id
      WHERE t.organization_id = v_org AND t.kind <> 'JOURNAL'
      UNION ALL
      SELECT o.subsidiary_id, e.period_id, o.kind, coalesce(o.entity_type, ''), v.currency_code,
             v.amount * CASE WHEN e.id = a.ledger_entry_id THEN 1 ELSE -1 END, 0
      FROM payment_applications a
      JOIN business_transactions o ON o.organization_id = v_org AND o.id = a.document_id
      JOIN business_transactions y ON y.organization_id = v_org AND y.id = a.payment_id
      JOIN ledger_entries e ON e.organization_id = v_org AND (e.id = a.ledger_entry_id OR e.reversal_of_id = a.ledger_entry_id)
      CROSS JOIN LATERAL (VALUES (o.currency_code, -a.amount), (y.currency_code, a.payment_amount)) AS v (currency_code, amount)
      WHERE a.organization_id = v_org AND a.payment_amount IS NOT NULL
      UNION ALL
      SELECT m.o_subsidiary_id, m.o_period_id, m.o_kind, m.o_entity_type, m.o_currency_code, -m.o_total, -m.o_discount
      FROM daybook_subledger_moves(ARRAY(SELECT t.id FROM tail t)) m
      UNION ALL
      SELECT k.subsidiary_id, k.period_id, k.kind, k.entity_type, k.currency_code, -k.total, -k.discount
      FROM subledger_periods k WHERE k.organization_id = v_org) x
    GROUP BY 2, 3, 4, 5, 6 HAVING sum(x.total) <> 0 OR sum(x.discount) <> 0
    ON CONFLICT (organization_id, subsidiary_id, period_id, kind, entity_type, currency_code) DO UPDATE SET
      total = d.total + excluded.total, discount = d.discount + excluded.discount
    RETURNING 1
  ), revenue AS (
    INSERT INTO revenue_ledger_periods AS d (organization_id, subsidiary_id, period_id, account_id, currency_code, source_kind, debit, credit)
    SELECT v_org, x.subsidiary_id, x.period_id, x.account_id, x.currency_code, x.source_kind, sum(x.debit), sum(x.credit)
    FROM (
      SELECT l.subsidiary_id, l.period_id, l.account_id, l.currency_code, e.source_kind, l.debit, l.credit
      FROM ledger_entries e JOIN ledger_lines l ON l.organization_id = v_org AND l.entry_id = e.id
      WHERE e.organization_id = v_org AND e.source_kind IN ('REVENUE_EVENT', 'REVENUE_RUN') AND NOT EXISTS (SELECT FROM tail t WHERE t.id = e.id)
      UNION ALL
      SELECT k.subsidiary_id, k.period_id, k.account_id, k.currency_code, k.source_kind, -k.debit, -k.credit
      FROM revenue_ledger_periods k WHERE k.organization_id = v_org) x
    GROUP BY 2, 3, 4, 5, 6 HAVING sum(x.debit) <> 0 OR sum(x.credit) <> 0
    ON CONFLICT (organization_id, subsidiary_id, period_id, account_id, currency_code, source_kind) DO UPDATE SET
      debit = d.debit + excluded.debit, credit = d.credit + excluded.credit
    RETURNING 1
  ), between_companies AS (
    INSERT INTO intercompany_days AS d (organization_id, entity_id, account_id, subsidiary_id, posting_date, currency_code, amount, base)
    SELECT v_org, x.entity_id, x.account_id, x.subsidiary_id, x.posting_date, x.currency_code, sum(x.amount), sum(x.base)
    FROM (
      SELECT l.entity_id, l.account_id, l.subsidiary_id, l.posting_date, l.currency_code, l.debit - l.credit AS amount, l.base_debit - l.base_credit AS base
      FROM accounts a JOIN ledger_lines l ON l.organization_id = v_org AND l.account_id = a.id
      WHERE a.organization_id = v_org AND a.elimination = 'INTERCOMPANY' AND a.account_type IN ('ASSET', 'LIABILITY') AND l.entity_id IS NOT NULL
        AND NOT EXISTS (SELECT FROM tail t WHERE t.id = l.entry_id)
      UNION ALL
      SELECT k.entity_id, k.account_id, k.subsidiary_id, k.posting_date, k.currency_code, -k.amount, -k.base
      FROM intercompany_days k WHERE k.organization_id = v_org) x
    GROUP BY 2, 3, 4, 5, 6 HAVING sum(x.amount) <> 0 OR sum(x.base) <> 0
    ON CONFLICT (organization_id, entity_id, account_id, subsidiary_id, posting_date, currency_code) DO UPDATE SET
      amount = d.amount + excluded.amount, base = d.base + excluded.base
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM dimension_days), (SELECT count(*) FROM dimension_periods), (SELECT count(*) FROM subledgers), (SELECT count(*) FROM revenue),
         (SELECT count(*) FROM between_companies)
    INTO v_dimension_days, v_dimension_periods, v_subledgers, v_revenue, v_between;
  -- A sum of nothing says what no row says.
  IF v_dimension_days > 0 THEN
    DELETE FROM ledger_dimension_days d WHERE d.organization_id = v_org AND d.line_count = 0;
  END IF;
  IF v_dimension_periods > 0 THEN
    DELETE FROM ledger_dimension_periods d WHERE d.organization_id = v_org AND d.base_debit = 0 AND d.base_credit = 0;
  END IF;
  IF v_subledgers > 0 THEN
    DELETE FROM subledger_periods d WHERE d.organization_id = v_org AND d.total = 0 AND d.discount = 0;
  END IF;
  IF v_revenue > 0 THEN
    DELETE FROM revenue_ledger_periods d WHERE d.organization_id = v_org AND d.debit = 0 AND d.credit = 0;
  END IF;
  IF v_between > 0 THEN
    DELETE FROM intercompany_days d WHERE d.organization_id = v_org AND d.amount = 0 AND d.base = 0;
  END IF;
  RETURN v_dimension_days + v_dimension_periods + v_subledgers + v_revenue + v_between;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_mend_record_counts()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_records text;
  v_mended bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold-counts:' || v_org::text, 0));
  SELECT string_agg(format('SELECT %L AS noun, concat_ws(''/'', %s) AS state, count(*) AS n FROM %I x WHERE x.organization_id = $1 GROUP BY 2',
      c.tab, c.state, c.tab), ' UNION ALL ' ORDER BY c.tab)
    INTO v_records
    FROM (
      SELECT r.relname AS tab, string_agg(format('x.%I::text', a.col), ', ' ORDER BY a.n) AS state
      FROM pg_trigger t JOIN pg_class r ON r.oid = t.tgrelid
      -- The arguments of a trigger are stored one after the other, each ended by a zero byte.
      CROSS JOIN LATERAL unnest(string_to_array(encode(t.tgargs, 'escape'), '\000')) WITH ORDINALITY AS a (col, n)
      WHERE t.tgname = r.relname || '_count_new' AND t.tgfoid = 'daybook_note_records'::regproc AND a.col <> ''
      GROUP BY 1) c;
  EXECUTE format('
    WITH mended AS (
      INSERT INTO record_counts AS r (organization_id, noun, state, record_count)
      SELECT $1, x.noun, x.state, sum(x.n)
      FROM (%s
        UNION ALL
        SELECT ''contract_days'', to_char(c.contract_date, ''YYYY-MM-DD''), count(*) FROM revenue_contracts c WHERE c.organization_id = $1 GROUP BY 2
        UNION ALL
        SELECT ''open_contract_costs'', c.contract_id::text, count(*) FROM contract_costs c
        WHERE c.organization_id = $1 AND daybook_is_open_cost(c.cost_kind, c.voided, c.facts) GROUP BY 2
        UNION ALL
        SELECT k.noun, k.state, -k.record_count FROM record_counts k WHERE k.organization_id = $1
        UNION ALL
        SELECT c.noun, c.state, -c.record_count FROM record_count_changes c WHERE c.organization_id = $1) x
      GROUP BY 2, 3 HAVING sum(x.n) <> 0
      ON CONFLICT (organization_id, noun, state) DO UPDATE SET record_count = r.record_count + excluded.record_count
      RETURNING 1
    )
    SELECT count(*) FROM mended', v_records) INTO v_mended USING v_org;
  IF v_mended > 0 THEN
    DELETE FROM record_counts r WHERE r.organization_id = v_org AND r.record_count = 0;
  END IF;
  RETURN v_mended;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_mend_spans()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_mended bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold-spans:' || v_org::text, 0));
  WITH mended AS (
    INSERT INTO document_span_days AS d (organization_id, waited, settled_on, opened_on, due_on, subsidiary_id, kind, entity_type, currency_code,
        item_count, amount, base)
    SELECT v_org, x.waited, x.settled_on, x.opened_on, x.due_on, x.subsidiary_id, x.kind, x.entity_type, x.currency_code, sum(x.item_count), sum(x.amount),
           sum(x.base)
    FROM (
      -- A document was an item until its last span ended.
      SELECT s.waited, s.settled_on, s.opened_on, coalesce(s.due_date, '9999-12-31') AS due_on, s.subsidiary_id, s.kind, coalesce(s.entity_type, '') AS entity_type,
             s.currency_code,
             (lead(s.application_id) OVER (PARTITION BY s.document_id ORDER BY s.settled_on, s.application_id) IS NULL)::int AS item_count, s.amount,
             coalesce(s.base, s.amount) AS base
      FROM document_spans s WHERE s.organization_id = v_org
      UNION ALL
      SELECT k.waited, k.settled_on, k.opened_on, k.due_on, k.subsidiary_id, k.kind, k.entity_type, k.currency_code, -k.item_count, -k.amount, -k.base
      FROM document_span_days k WHERE k.organization_id = v_org
      UNION ALL
      SELECT c.waited, c.settled_on, c.opened_on, c.due_on, c.subsidiary_id, c.kind, c.entity_type, c.currency_code, -c.item_count, -c.amount, -c.base
      FROM document_span_changes c WHERE c.organization_id = v_org) x
    GROUP BY 2, 3, 4, 5, 6, 7, 8, 9 HAVING sum(x.item_count) <> 0 OR sum(x.amount) <> 0 OR sum(x.base) <> 0
    ON CONFLICT (organization_id, waited, settled_on, opened_on, due_on, subsidiary_id, kind, entity_type, currency_code)
    DO UPDATE SET item_count = d.item_count + excluded.item_count, amount = d.amount + excluded.amount, base = d.base + excluded.base
    RETURNING 1
  )
  SELECT count(*) INTO v_mended FROM mended;
  IF v_mended > 0 THEN
    DELETE FROM document_span_days d WHERE d.organization_id = v_org AND d.item_count = 0 AND d.amount = 0 AND d.base = 0;
  END IF;
  RETURN v_mended;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_moment(p_moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$ SELECT to_char(p_moment AT TIME ZONE 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_month_number(p_period text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ SELECT left(p_period, 4)::integer * 12 + substr(p_period, 6, 2)::integer - 1 $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_move_copied_ends(p_was revenue_checked_standings[])
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_was revenue_checked_standings[];
  v_is revenue_checked_standings[];
  v_copy record;
BEGIN
  IF p_was IS NULL OR NOT EXISTS (SELECT FROM revenue_balance_copies c WHERE c.organization_id = v_org) THEN
    RETURN;
  END IF;
  SELECT array_agg(w::revenue_checked_standings), array_agg(k::revenue_checked_standings) INTO v_was, v_is
  FROM unnest(p_was) w
  CROSS JOIN LATERAL (
    SELECT x.* FROM revenue_checked_standings x WHERE x.organization_id = v_org AND x.contract_id = w.contract_id OFFSET 0) k
  WHERE (w.subsidiary_id, w.currency_code) IS DISTINCT FROM (k.subsidiary_id, k.currency_code) OR EXISTS (
    SELECT FROM (
      SELECT b.recorded_at, b.amount FROM revenue_bookings b WHERE b.organization_id = v_org AND b.contract_id = w.contract_id
      UNION ALL
      SELECT r.recorded_at, -r.amount FROM revenue_rows r WHERE r.organization_id = v_org AND r.contract_id = w.contract_id
    ) f GROUP BY f.recorded_at HAVING sum(f.amount) <> 0);
  IF v_was IS NULL THEN
    RETURN;
  END IF;
  FOR v_copy IN SELECT c.moment, c.copied_to FROM revenue_balance_copies c WHERE c.organization_id = v_org LOOP
    PERFORM daybook_add_to_copy(v_copy.moment,
      ARRAY(SELECT s::revenue_checked_standings FROM daybook_contract_standings(NULL, v_copy.moment, ARRAY(
        SELECT k::revenue_checked_standings FROM unnest(v_is) k WHERE k.contract_id <= v_copy.copied_to OR v_copy.copied_to IS NULL)) s),
      ARRAY(SELECT s::revenue_checked_standings FROM daybook_contract_standings(NULL, v_copy.moment, ARRAY(
        SELECT k::revenue_checked_standings FROM unnest(v_was) k WHERE k.contract_id <= v_copy.copied_to OR v_copy.copied_to IS NULL)) s));
  END LOOP;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_move_obligation_sums()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
BEGIN
  WITH facts AS (
    SELECT b.period, b.recorded_at, b.amount AS booked, 0 AS planned, 0 AS settled, 0 AS posted,
           (SELECT v.effective_date FROM revenue_events v WHERE v.organization_id = b.organization_id AND v.id = b.event_id) AS effective_on
    FROM revenue_bookings b
    WHERE b.organization_id = NEW.organization_id AND b.contract_id = NEW.contract_id AND b.obligation_key = NEW.key
    UNION ALL
    SELECT y.period, y.recorded_at, 0, y.planned, y.settled, y.posted, r.effective_on
    FROM revenue_rows r CROSS JOIN LATERAL (
      SELECT r.period, r.recorded_at, r.amount AS planned, 0 AS settled, 0 AS posted
      UNION ALL
      SELECT r.period, r.posted_at, 0, r.amount, 0 WHERE r.posted_at IS NOT NULL
      UNION ALL
      SELECT r.posted_period, r.posted_at, 0, 0, r.amount WHERE r.posted_at IS NOT NULL
    ) y
    WHERE r.organization_id = NEW.organization_id AND r.contract_id = NEW.contract_id AND r.obligation_key = NEW.key
  ),
  changes AS MATERIALIZED (
    SELECT p.subsidiary_id, p.currency_code, p.cohort, f.period, f.recorded_at,
           coalesce(f.effective_on - (extract(day FROM f.effective_on)::int - 1), '-infinity') AS effective_month, t.*,
           t.sign * sum(f.booked) AS booked, t.sign * sum(f.planned) AS planned, t.sign * sum(f.settled) AS settled, t.sign * sum(f.posted) AS posted
    FROM facts f
    JOIN revenue_positions p ON p.organization_id = NEW.organization_id AND p.contract_id = NEW.contract_id
    CROSS JOIN (VALUES
      (-1, OLD.revenue_account_id, OLD.timing, OLD.expedient, OLD.nature, coalesce(OLD.class_id, '00000000-0000-0000-0000-000000000000'),
        coalesce(OLD.department_id, '00000000-0000-0000-0000-000000000000'), coalesce(OLD.location_id, '00000000-0000-0000-0000-000000000000')),
      (1, NEW.revenue_account_id, NEW.timing, NEW.expedient, NEW.nature, coalesce(NEW.class_id, '00000000-0000-0000-0000-000000000000'),
        coalesce(NEW.department_id, '00000000-0000-0000-0000-000000000000'), coalesce(NEW.location_id, '00000000-0000-0000-0000-000000000000'))
    ) AS t (sign, revenue_account_id, timing, expedient, nature, class_id, department_id, location_id)
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
  ),
  noted AS (
    INSERT INTO revenue_customer_moves (organization_id, id, currency_code, year, month, day, subsidiary_id, cohort, revenue_account_id, timing,
      expedient, nature, class_id, department_id, location_id, customer_ids, amounts, recorded_at)
    SELECT NEW.organization_id, daybook_uuid_v7(), x.currency_code, left(x.period, 4)::smallint, substr(x.period, 6, 2)::smallint,
           coalesce(nullif(substr(x.period, 9, 2), ''), '31')::smallint, x.subsidiary_id, x.cohort, x.revenue_account_id, x.timing, x.expedient,
           x.nature, x.class_id, x.department_id, x.location_id,
           ARRAY[(SELECT coalesce(k.customer_id, '00000000-0000-0000-0000-000000000000') FROM revenue_contracts k
                  WHERE k.organization_id = NEW.organization_id AND k.id = NEW.contract_id)], ARRAY[sum(x.posted)], x.recorded_at
    FROM changes x
    GROUP BY x.recorded_at, x.currency_code, x.period, x.subsidiary_id, x.cohort, x.revenue_account_id, x.timing, x.expedient, x.nature, x.class_id,
      x.department_id, x.location_id
    HAVING sum(x.posted) <> 0
  ),
  summed AS (
    INSERT INTO revenue_months AS m (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient, nature,
      class_id, department_id, location_id, slot, booked, planned, settled, posted)
    SELECT NEW.organization_id, x.subsidiary_id, x.currency_code, x.cohort, x.period, x.revenue_account_id, x.timing, x.expedient, x.nature,
           x.class_id, x.department_id, x.location_id, pg_backend_pid() % 8, sum(x.booked), sum(x.planned), sum(x.settled), sum(x.posted)
    FROM changes x
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
    ON CONFLICT (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient, nature, class_id,
      department_id, location_id, slot)
    DO UPDATE SET booked = m.booked + excluded.booked, planned = m.planned + excluded.planned, settled = m.settled + excluded.settled,
      posted = m.posted + excluded.posted
  )
  INSERT INTO revenue_month_changes AS m (organization_id, recorded_on, effective_month, subsidiary_id, currency_code, cohort, period,
    revenue_account_id, timing, expedient, nature, class_id, department_id, location_id, slot, booked, planned, settled, posted)
  SELECT NEW.organization_id, (x.recorded_at AT TIME ZONE 'utc')::date, x.effective_month, x.subsidiary_id, x.currency_code, x.cohort, x.period,
         x.revenue_account_id, x.timing, x.expedient, x.nature, x.class_id, x.department_id, x.location_id, pg_backend_pid() % 8, sum(x.booked), sum(x.planned),
         sum(x.settled), sum(x.posted)
  FROM changes x GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
  ON CONFLICT (organization_id, recorded_on, effective_month, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing,
    expedient, nature, class_id, department_id, location_id, slot)
  DO UPDATE SET booked = m.booked + excluded.booked, planned = m.planned + excluded.planned, settled = m.settled + excluded.settled,
    posted = m.posted + excluded.posted;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_move_positions(p_changes daybook_position_change[], p_revenue daybook_revenue_line[], p_subsidiary uuid, p_shared boolean, p_realizes boolean, p_source_kind text, p_memo text, p_actor uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_mergejoin TO 'off'
 SET work_mem TO '32MB'
 SET random_page_cost TO '1'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  -- What a run did moved neither cash nor a refund liability, and bore no interest: a reversal has no such lines.
  v_moves boolean := p_revenue IS NULL;
  v_base text;
  v_minor integer;
  v_gain uuid;
  v_loss uuid;
  v_entries daybook_entry_draft[];
  v_lines daybook_line_draft[];
  v_moved integer;
BEGIN
  PERFORM daybook_plan_for(cardinality(p_changes));
  SELECT b.o_base_currency, b.o_minor_units INTO v_base, v_minor FROM daybook_open_books(p_subsidiary, (p_changes[1]).posting_date) b;
  IF p_realizes THEN
    SELECT a.id INTO v_gain FROM accounts a WHERE a.organization_id = v_org AND a.fx_role = 'REALIZED_GAIN' AND a.record_status = 'active';
    SELECT a.id INTO v_loss FROM accounts a WHERE a.organization_id = v_org AND a.fx_role = 'REALIZED_LOSS' AND a.record_status = 'active';
  END IF;

  -- The net position is shown as a contract asset or a contract liability. What the two sides of a change are carried at differently is
  -- an exchange difference; the other side of interest is an account of its own.
  WITH moved AS MATERIALIZED (
    SELECT s.contract_asset, s.contract_asset_base, s.deferred, s.deferred_base,
           CASE WHEN c.kind = 'INTEREST' THEN 0
                ELSE c.receivable_base + c.cash_base + c.document_base - c.net_base - c.refund_base - c.revenue_base END AS exchange_base, c.*
    FROM unnest(p_changes) c
    CROSS JOIN LATERAL daybook_sides_of_net(c.stood, c.stood_base, c.net, c.net_base) s
  ),
  days AS MATERIALIZED (
    SELECT d.day, b.o_period_id AS period_id, b.o_fiscal_year AS fiscal_year, b.o_period AS period
    FROM (SELECT DISTINCT v.posting_date AS day FROM moved v) d
    CROSS JOIN LATERAL daybook_open_books(p_subsidiary, d.day) b
  ),
  -- One movement per contract: the subledger.
  kept AS (
    INSERT INTO revenue_movements (organization_id, id, contract_id, subsidiary_id, currency_code, kind, amount, posting_date, period, run_id,
        event_id, entry_id, receivable, receivable_base, cash, cash_base, contract_asset, contract_asset_base, deferred, deferred_base,
        refund, refund_base, revenue, revenue_base, exchange_base, document, document_base, effective_on)
    SELECT v_org, v.id, v.contract_id, p_subsidiary, v.currency_code, v.kind, v.amount, y.day, y.period, v.run_id,
           v.event_id, v.entry_id, v.receivable, v.receivable_base, v.cash, v.cash_base, v.contract_asset, v.contract_asset_base,
           v.deferred, v.deferred_base, v.refund, v.refund_base, v.revenue, v.revenue_base, v.exchange_base, v.document, v.document_base,
           v.effective_on
    FROM moved v JOIN days y ON y.day = v.posting_date
  ),
  -- The changed positions, updated in place.
  placed AS (
    UPDATE revenue_positions p SET
      net = p.net + v.deferred - v.contract_asset, net_base = p.net_base + v.deferred_base - v.contract_asset_base,
      receivable = p.receivable + v.receivable, receivable_base = p.receivable_base + v.receivable_base,
      refund = p.refund + v.refund, refund_base = p.refund_base + v.refund_base,
      cash = p.cash + v.cash, recognised = p.recognised + v.revenue, pending = p.pending + v.pending
    FROM moved v
    WHERE p.ctid = v.place AND p.contract_id IS NOT DISTINCT FROM v.contract_id
    RETURNING 1
  ),
  -- What each change debits, or below zero credits; a line without an amount is left out.
  lines AS MATERIALIZED (
    SELECT r.entry_id, r.account_id, r.class_id, r.department_id, r.location_id, r.project_id, r.amount, r.base, 'Revenue' AS memo
    FROM unnest(p_revenue) r WHERE r.amount <> 0 OR r.base <> 0
    UNION ALL SELECT v.entry_id, v.receivable_account_id, NULL, NULL, NULL, NULL, v.receivable, v.receivable_base, 'Receivable'
    FROM moved v WHERE v.receivable <> 0 OR v.receivable_base <> 0
    UNION ALL SELECT v.entry_id, v.contract_asset_account_id, NULL, NULL, NULL, NULL, v.contract_asset, v.contract_asset_base, 'Contract asset'
    FROM moved v WHERE v.contract_asset <> 0 OR v.contract_asset_base <> 0
    -- What stands in the contract liability of the ledger already, because a document credited it, is not credited again.
    UNION ALL SELECT l.entry_id, l.deferred_account_id, NULL, NULL, NULL, NULL, l.amount, l.base, 'Contract liability'
    FROM (SELECT v.entry_id, v.deferred_account_id, CASE v.kind WHEN 'FINANCING' THEN 0 ELSE v.document END - v.deferred AS amount,
                 CASE v.kind WHEN 'FINANCING' THEN 0 ELSE v.document_base END - v.deferred_base AS base FROM moved v) l
    WHERE l.amount <> 0 OR l.base <> 0
    UNION ALL SELECT v.entry_id, coalesce(CASE WHEN v.exchange_base > 0 THEN v_gain ELSE v_loss END, v.exchange_account_id),
                     NULL, NULL, NULL, NULL, 0, -v.exchange_base, 'Exchange difference'
    FROM moved v WHERE v.exchange_base <> 0
    UNION ALL SELECT v.entry_id, v.cash_account_id, NULL, NULL, NULL, NULL, v.cash, v.cash_base, 'Payment'
    FROM moved v WHERE v_moves AND (v.cash <> 0 OR v.cash_base <> 0)
    UNION ALL SELECT v.entry_id, v.refund_account_id, NULL, NULL, NULL, NULL, -v.refund, -v.refund_base, 'Refund liability'
    FROM moved v WHERE v_moves AND (v.refund <> 0 OR v.refund_base <> 0)
    UNION ALL SELECT v.entry_id, v.interest_account_id, NULL, NULL, NULL, NULL, v.document, v.document_base, 'Interest'
    FROM moved v WHERE v_moves AND v.kind = 'FINANCING' AND (v.document <> 0 OR v.document_base <> 0)
    UNION ALL SELECT v.entry_id, v.interest_account_id, NULL, NULL, NULL, NULL, v.deferred - v.contract_asset,
                     v.deferred_base - v.contract_asset_base, 'Significant financing'
    FROM moved v WHERE v_moves AND v.kind = 'INTEREST' AND (v.deferred <> v.contract_asset OR v.deferred_base <> v.contract_asset_base)
  ),
  entries AS MATERIALIZED (
    SELECT e.*, y.period_id, y.fiscal_year
    FROM (SELECT v.entry_id, any_value(v.posting_date) AS day, coalesce(any_value(v.memo), p_memo) AS words,
                 any_value(v.currency_code) AS currency_code, any_value(v.rate) AS rate, any_value(v.reversal_of_id) AS reversal_of_id
          FROM moved v GROUP BY v.entry_id) e
    JOIN days y ON y.day = e.day
  ),
  -- An amount can leave an account with more of its base amount than there is at the rate of the day, or with less than none: a document takes
  -- more of a liability than it brings, or a fact recorded late left interest at what it is not worth. What is on two sides is two lines.
  sided AS NOT MATERIALIZED (
    SELECT s.entry_id, s.account_id, s.class_id, s.department_id, s.location_id, s.project_id, s.amount,
           CASE WHEN sign(s.amount) * sign(s.base) < 0 THEN daybook_round_even(s.amount * e.rate, v_minor) ELSE s.base END AS base, s.memo
    FROM lines s JOIN entries e ON e.entry_id = s.entry_id
    UNION ALL
    SELECT s.entry_id, s.account_id, s.class_id, s.department_id, s.location_id, s.project_id, 0,
           s.base - daybook_round_even(s.amount * e.rate, v_minor), s.memo
    FROM lines s JOIN entries e ON e.entry_id = s.entry_id WHERE sign(s.amount) * sign(s.base) < 0
  ),
  -- Entries of several changes are summed. Debits and credits are not netted, so that increases and decreases remain visible.
  summed AS (
    SELECT w.entry_id, w.account_id, w.class_id, w.department_id, w.location_id, w.project_id, sum(w.amount) AS amount, sum(w.base) AS base, w.memo
    FROM sided w WHERE p_shared
    GROUP BY w.entry_id, w.account_id, w.class_id, w.department_id, w.location_id, w.project_id, w.memo, sign(CASE WHEN w.amount <> 0 THEN w.amount ELSE w.base END)
    UNION ALL
    SELECT w.* FROM sided w WHERE NOT p_shared
  ),
  -- Debits before credits.
  numbered AS MATERIALIZED (
    SELECT s.*, e.day, e.words, e.period_id, e.fiscal_year, e.currency_code, e.rate, e.reversal_of_id,
           row_number() OVER (PARTITION BY s.entry_id ORDER BY (s.amount < 0 OR (s.amount = 0 AND s.base < 0)), s.memo, s.account_id)::int AS n
    FROM summed s JOIN entries e ON e.entry_id = s.entry_id
  )
  SELECT (SELECT array_agg(ROW(n.entry_id, p_subsidiary, n.period_id, n.fiscal_year, n.day, n.currency_code, v_base, n.rate,
                               p_source_kind, n.entry_id, NULL, n.reversal_of_id, n.words, p_actor)::daybook_entry_draft ORDER BY n.entry_id)
          FROM numbered n WHERE n.n = 1),
         (SELECT array_agg(ROW(n.entry_id, n.n, n.account_id, p_subsidiary, n.period_id, n.day, n.currency_code,
                               greatest(n.amount, 0), greatest(-n.amount, 0), greatest(n.base, 0), greatest(-n.base, 0),
                               n.class_id, n.department_id, n.location_id, n.project_id, NULL, NULL, n.memo)::daybook_line_draft)
          FROM numbered n),
         (SELECT count(*) FROM placed)
  INTO v_entries, v_lines, v_moved;
  IF v_moved <> cardinality(p_changes) THEN
    -- Another transaction changed one of them after it was read, so the result is discarded and the caller tries again.
    RAISE serialization_failure USING MESSAGE = 'a contract position was changed by another transaction or does not exist';
  END IF;
  IF v_entries IS NOT NULL THEN
    PERFORM 1 FROM daybook_append_entries(v_entries, v_lines);
  END IF;
  RETURN ARRAY(SELECT e.id FROM unnest(v_entries[1:100]) e);
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_moved_rows(p_from text, p_until text)
 RETURNS SETOF revenue_rows
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
AS $function$
BEGIN
  RETURN QUERY
  SELECT r.* FROM revenue_rows r
  WHERE r.organization_id = daybook_organization() AND (r.natural_period <> r.period OR r.natural_period <> r.posted_period)
    AND r.natural_period >= p_from AND r.natural_period < p_until;
  RETURN QUERY
  SELECT r.* FROM revenue_rows r
  WHERE r.organization_id = daybook_organization() AND (r.natural_period <> r.period OR r.natural_period <> r.posted_period)
    AND r.period >= p_from AND r.period < p_until
    AND NOT (r.natural_period >= p_from AND r.natural_period < p_until);
  RETURN QUERY
  SELECT r.* FROM revenue_rows r
  WHERE r.organization_id = daybook_organization() AND (r.natural_period <> r.period OR r.natural_period <> r.posted_period)
    AND r.posted_period >= p_from AND r.posted_period < p_until
    AND NOT (r.natural_period >= p_from AND r.natural_period < p_until) AND NOT (r.period >= p_from AND r.period < p_until);
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_named(p_table text, p_texts text[])
 RETURNS TABLE(o_text text, o_id uuid)
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  -- Two joins, so that each reads the table once, however many texts are looked up.
  RETURN QUERY EXECUTE format(
    'WITH asked AS MATERIALIZED (SELECT text FROM unnest($1) AS text),
     coded AS MATERIALIZED (
       SELECT a.text, min(r.id::text)::uuid AS id, count(*) AS n FROM asked a
       JOIN %1$I r ON r.organization_id = daybook_organization() AND r.code = a.text GROUP BY 1)
     SELECT c.text, c.id FROM coded c WHERE c.n = 1
     UNION ALL
     SELECT a.text, min(r.id::text)::uuid FROM asked a
     JOIN %1$I r ON r.organization_id = daybook_organization() AND lower(r.name) = lower(a.text)
     WHERE NOT EXISTS (SELECT FROM coded c WHERE c.text = a.text) GROUP BY 1 HAVING count(*) = 1', p_table) USING p_texts;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_note_commitment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO commitment_sum_changes (organization_id, id, project_id, cost_code, amount)
  SELECT OLD.organization_id, daybook_uuid_v7(), x.project_id, x.cost_code, x.amount FROM (
    SELECT w.project_id, l.cost_code, sum(w.sign * l.amount) AS amount
    FROM commitment_lines l
    CROSS JOIN (
      SELECT OLD.project_id, -1 AS sign WHERE daybook_counts_as_committed(OLD.commitment_state, OLD.approved_changes)
      UNION ALL
      SELECT NEW.project_id, 1 WHERE TG_OP = 'UPDATE' AND daybook_counts_as_committed(NEW.commitment_state, NEW.approved_changes)) w
    WHERE l.organization_id = OLD.organization_id AND l.commitment_id = OLD.id
    GROUP BY 1, 2 HAVING sum(w.sign * l.amount) <> 0) x;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_note_commitment_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM daybook_note_committed(n.organization_id, array_agg(n.commitment_id), array_agg(n.cost_code), array_agg(n.amount))
    FROM new_lines n GROUP BY n.organization_id;
  ELSIF TG_OP = 'DELETE' THEN
    -- Lines that are deleted with their commitment are noted before it is.
    PERFORM daybook_note_committed(o.organization_id, array_agg(o.commitment_id), array_agg(o.cost_code), array_agg(-o.amount))
    FROM old_lines o GROUP BY o.organization_id;
  ELSE
    PERFORM daybook_note_committed(x.organization_id, array_agg(x.commitment_id), array_agg(x.cost_code), array_agg(x.amount))
    FROM (
      SELECT n.organization_id, n.commitment_id, n.cost_code, n.amount FROM new_lines n
      UNION ALL
      SELECT o.organization_id, o.commitment_id, o.cost_code, -o.amount FROM old_lines o) x
    GROUP BY x.organization_id;
  END IF;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_note_committed(p_organization uuid, p_commitments uuid[], p_codes text[], p_amounts numeric[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  WITH held AS MATERIALIZED (
    SELECT c.id, c.project_id, c.commitment_state, c.approved_changes FROM commitments c
    WHERE c.organization_id = p_organization AND c.id = ANY (p_commitments) ORDER BY c.id FOR SHARE
  )
  INSERT INTO commitment_sum_changes (organization_id, id, project_id, cost_code, amount)
  SELECT p_organization, daybook_uuid_v7(), x.project_id, x.cost_code, x.amount FROM (
    SELECT h.project_id, l.cost_code, sum(l.amount) AS amount
    FROM unnest(p_commitments, p_codes, p_amounts) AS l (commitment_id, cost_code, amount) JOIN held h ON h.id = l.commitment_id
    WHERE daybook_counts_as_committed(h.commitment_state, h.approved_changes)
    GROUP BY 1, 2 HAVING sum(l.amount) <> 0) x;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_note_contract_days()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO record_count_changes (organization_id, id, noun, state, record_count)
    SELECT c.organization_id, daybook_uuid_v7(), 'contract_days', to_char(c.contract_date, 'YYYY-MM-DD'), c.n
    FROM (SELECT n.organization_id, n.contract_date, count(*) AS n FROM new_contracts n GROUP BY 1, 2) c;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO record_count_changes (organization_id, id, noun, state, record_count)
    SELECT c.organization_id, daybook_uuid_v7(), 'contract_days', to_char(c.contract_date, 'YYYY-MM-DD'), -c.n
    FROM (SELECT o.organization_id, o.contract_date, count(*) AS n FROM old_contracts o GROUP BY 1, 2) c;
  ELSE
    INSERT INTO record_count_changes (organization_id, id, noun, state, record_count)
    VALUES (OLD.organization_id, daybook_uuid_v7(), 'contract_days', to_char(OLD.contract_date, 'YYYY-MM-DD'), -1),
           (NEW.organization_id, daybook_uuid_v7(), 'contract_days', to_char(NEW.contract_date, 'YYYY-MM-DD'), 1);
  END IF;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_note_documents()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO document_day_changes (organization_id, id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status,
        base_currency_code, document_count, base_total, entity_ids, entity_counts)
    SELECT c.organization_id, daybook_uuid_v7(), c.transaction_date, c.subsidiary_id, c.transaction_type_id, c.kind, c.transaction_status,
           c.base_currency_code, sum(c.n), sum(c.total),
           coalesce(array_agg(c.entity_id) FILTER (WHERE c.entity_id IS NOT NULL), '{}'),
           coalesce(array_agg(c.n) FILTER (WHERE c.entity_id IS NOT NULL), '{}')
    FROM (
      SELECT n.organization_id, n.transaction_date, n.subsidiary_id, n.transaction_type_id, n.kind, n.transaction_status, n.base_currency_code,
             n.entity_id, count(*)::integer AS n, sum(n.base_total_amount) AS total
      FROM new_documents n GROUP BY 1, 2, 3, 4, 5, 6, 7, 8) c
    GROUP BY 1, 3, 4, 5, 6, 7, 8;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO document_day_changes (organization_id, id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status,
        base_currency_code, document_count, base_total, entity_ids, entity_counts)
    SELECT c.organization_id, daybook_uuid_v7(), c.transaction_date, c.subsidiary_id, c.transaction_type_id, c.kind, c.transaction_status,
           c.base_currency_code, -sum(c.n), -sum(c.total),
           coalesce(array_agg(c.entity_id) FILTER (WHERE c.entity_id IS NOT NULL), '{}'),
           coalesce(array_agg(-c.n) FILTER (WHERE c.entity_id IS NOT NULL), '{}')
    FROM (
      SELECT o.organization_id, o.transaction_date, o.subsidiary_id, o.transaction_type_id, o.kind, o.transaction_status, o.base_currency_code,
             o.entity_id, count(*)::integer AS n, sum(o.base_total_amount) AS total
      FROM old_documents o GROUP BY 1, 2, 3, 4, 5, 6, 7, 8) c
    GROUP BY 1, 3, 4, 5, 6, 7, 8;
  ELSE
    INSERT INTO document_day_changes (organization_id, id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status,
        base_currency_code, document_count, base_total, entity_ids, entity_counts)
    SELECT c.organization_id, daybook_uuid_v7(), c.transaction_date, c.subsidiary_id, c.transaction_type_id, c.kind, c.transaction_status,
           c.base_currency_code, sum(c.n), sum(c.total),
           coalesce(array_agg(c.entity_id) FILTER (WHERE c.entity_id IS NOT NULL AND c.n <> 0), '{}'),
           coalesce(array_agg(c.n) FILTER (WHERE c.entity_id IS NOT NULL AND c.n <> 0), '{}')
    FROM (
      SELECT b.organization_id, b.transaction_date, b.subsidiary_id, b.transaction_type_id, b.kind, b.transaction_status, b.base_currency_code,
             b.entity_id, sum(b.n)::integer AS n, sum(b.n * b.base_total_amount) AS total
      FROM (
        SELECT n.organization_id, n.transaction_date, n.subsidiary_id, n.transaction_type_id, n.kind, n.transaction_status,
               n.base_currency_code, n.entity_id, n.base_total_amount, 1 AS n FROM new_documents n
        UNION ALL
        SELECT o.organization_id, o.transaction_date, o.subsidiary_id, o.transaction_type_id, o.kind, o.transaction_status,
               o.base_currency_code, o.entity_id, o.base_total_amount, -1 FROM old_documents o) b
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8) c
    GROUP BY 1, 3, 4, 5, 6, 7, 8 HAVING sum(c.n) <> 0 OR sum(c.total) <> 0 OR bool_or(c.n <> 0 AND c.entity_id IS NOT NULL);
  END IF;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_note_intercompany(p_ids uuid[])
 RETURNS TABLE(o_pair uuid, o_source uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
BEGIN
  INSERT INTO intercompany_pairs (organization_id, id, source_id, subsidiary_id, sister_id, by_account)
  SELECT v_org, uuidv7(), n.o_document_id, n.o_subsidiary_id, n.o_sister_id, n.o_by_account
  FROM (SELECT u.* FROM daybook_unpaired_of(p_ids) u ORDER BY u.o_document_id, u.o_sister_id) n
  ON CONFLICT (organization_id, source_id, sister_id) DO NOTHING;
  RETURN QUERY
  SELECT p.id, p.source_id FROM intercompany_pairs p
  WHERE p.organization_id = v_org AND p.source_id = ANY (p_ids) AND p.mirror_id IS NULL AND p.made_at IS NULL ORDER BY 1;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_note_news()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF daybook_organization() IS NOT NULL THEN
    INSERT INTO organization_news (id) VALUES (daybook_organization())
    -- Locked even when it is there already: what copies waits for this transaction before it removes the note and looks.
    ON CONFLICT (id) DO UPDATE SET id = excluded.id;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION daybook_note_open_costs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO record_count_changes (organization_id, id, noun, state, record_count)
    SELECT c.organization_id, daybook_uuid_v7(), 'open_contract_costs', c.contract_id::text, c.n
    FROM (SELECT n.organization_id, n.contract_id, count(*) AS n FROM new_costs n
      WHERE daybook_is_open_cost(n.cost_kind, n.voided, n.facts) GROUP BY 1, 2) c;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO record_count_changes (organization_id, id, noun, state, record_count)
    SELECT c.organization_id, daybook_uuid_v7(), 'open_contract_costs', c.contract_id::text, -c.n
    FROM (SELECT o.organization_id, o.contract_id, count(*) AS n FROM old_costs o
      WHERE daybook_is_open_cost(o.cost_kind, o.voided, o.facts) GROUP BY 1, 2) c;
  ELSE
    INSERT INTO record_count_changes (organization_id, id, noun, state, record_count)
    SELECT NEW.organization_id, daybook_uuid_v7(), 'open_contract_costs', c.contract_id::text, c.n
    FROM (VALUES (OLD.contract_id, -1, daybook_is_open_cost(OLD.cost_kind, OLD.voided, OLD.facts)),
      (NEW.contract_id, 1, daybook_is_open_cost(NEW.cost_kind, NEW.voided, NEW.facts))) AS c (contract_id, n, is_open)
    WHERE c.is_open;
  END IF;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_note_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  v_user text := current_setting('app.user_id', true);
BEGIN
  -- Row security shows a person's memberships to that person.
  PERFORM set_config('app.user_id', NEW.id::text, true);
  INSERT INTO organization_news (id)
  SELECT e.organization_id FROM memberships_elsewhere e WHERE e.user_id = NEW.id ORDER BY 1
  ON CONFLICT (id) DO UPDATE SET id = excluded.id;
  PERFORM set_config('app.user_id', coalesce(v_user, ''), true);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION daybook_note_placement()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO organization_news (id) VALUES (NEW.organization_id) ON CONFLICT (id) DO UPDATE SET id = excluded.id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION daybook_note_records()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO record_count_changes (organization_id, id, noun, state, record_count)
    SELECT c.organization_id, daybook_uuid_v7(), TG_TABLE_NAME, c.state, c.n
    FROM (SELECT n.organization_id, daybook_state_of(to_jsonb(n), TG_ARGV) AS state, count(*) AS n FROM new_records n GROUP BY 1, 2) c;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO record_count_changes (organization_id, id, noun, state, record_count)
    SELECT c.organization_id, daybook_uuid_v7(), TG_TABLE_NAME, c.state, -c.n
    FROM (SELECT o.organization_id, daybook_state_of(to_jsonb(o), TG_ARGV) AS state, count(*) AS n FROM old_records o GROUP BY 1, 2) c;
  ELSE
    INSERT INTO record_count_changes (organization_id, id, noun, state, record_count)
    VALUES (OLD.organization_id, daybook_uuid_v7(), TG_TABLE_NAME, daybook_state_of(to_jsonb(OLD), TG_ARGV), -1),
           (NEW.organization_id, daybook_uuid_v7(), TG_TABLE_NAME, daybook_state_of(to_jsonb(NEW), TG_ARGV), 1);
  END IF;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_open_all_pairs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold:' || NEW.organization_id::text, 0));
  PERFORM daybook_open_pairs(ARRAY(SELECT p.id FROM intercompany_pairs p WHERE p.organization_id = NEW.organization_id));
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_open_books(p_subsidiary uuid, p_date date, OUT o_base_currency text, OUT o_minor_units integer, OUT o_period_id uuid, OUT o_fiscal_year integer, OUT o_period text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  v_period fiscal_periods;
BEGIN
  SELECT s.base_currency, coalesce(c.minor_units, 2) INTO o_base_currency, o_minor_units FROM subsidiaries s
    LEFT JOIN currencies c ON c.organization_id = s.organization_id AND c.code = s.base_currency
    WHERE s.organization_id = daybook_organization() AND s.id = p_subsidiary;
  SELECT q.* INTO v_period FROM fiscal_periods q
    WHERE q.organization_id = daybook_organization() AND q.subsidiary_id = p_subsidiary
      AND NOT q.is_adjustment AND p_date BETWEEN q.start_date AND q.end_date LIMIT 1;
  IF v_period.id IS NULL OR daybook_effective_period_status(v_period) <> 'OPEN' THEN
    RAISE restrict_violation USING MESSAGE = format('no open period on %s', p_date);
  END IF;
  o_period_id := v_period.id;
  o_fiscal_year := v_period.fiscal_year;
  o_period := daybook_period_key(v_period.start_date, v_period.end_date);
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_open_pairs(p_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
  INSERT INTO intercompany_open_pairs (organization_id, pair_id)
  SELECT p.organization_id, p.id FROM intercompany_pairs p
  WHERE p.organization_id = daybook_organization() AND p.id = ANY (p_ids) ORDER BY p.id
  ON CONFLICT (organization_id, pair_id) DO UPDATE SET is_judged = false
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_open_pairs_between()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  v_old uuid[];
  v_new uuid[];
BEGIN
  IF TG_OP <> 'INSERT' THEN v_old := ARRAY[OLD.subsidiary_id, OLD.sister_id]; END IF;
  IF TG_OP <> 'DELETE' THEN v_new := ARRAY[NEW.subsidiary_id, NEW.sister_id]; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('fold:' || daybook_organization()::text, 0));
  -- Each from the index of its company.
  PERFORM daybook_open_pairs(ARRAY(
    SELECT p.id FROM intercompany_pairs p
    WHERE p.organization_id = daybook_organization() AND p.subsidiary_id = ANY (v_old || v_new)
      AND (ARRAY[p.subsidiary_id, p.sister_id] <@ v_old OR ARRAY[p.subsidiary_id, p.sister_id] <@ v_new)));
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_open_withdrawn()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
BEGIN
  INSERT INTO intercompany_open_pairs (organization_id, pair_id)
  SELECT NEW.organization_id, x.id FROM (
    SELECT p.id FROM intercompany_pairs p WHERE p.organization_id = NEW.organization_id AND p.source_id = NEW.id
    UNION
    SELECT p.id FROM intercompany_pairs p WHERE p.organization_id = NEW.organization_id AND p.mirror_id = NEW.id) x ORDER BY x.id
  ON CONFLICT (organization_id, pair_id) DO UPDATE SET is_judged = false;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_organization()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT nullif(current_setting('app.organization_id', true), '')::uuid
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_pass_gate()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF current_setting('app.gate', true) IS DISTINCT FROM current_setting('app.organization_id', true) THEN
    PERFORM daybook_enter_gate();
  END IF;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_period_key(p_start date, p_end date)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN extract(day FROM p_start) = 1 AND p_end = (p_start + interval '1 month' - interval '1 day')::date
              THEN to_char(p_start, 'YYYY-MM') ELSE to_char(p_end, 'YYYY-MM-DD') END
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_person_behind(p_id uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH RECURSIVE chain AS (
    SELECT p_id AS id, 0 AS depth
    UNION ALL
    -- A handful of links: a longer chain of issued credentials is none that anyone makes.
    SELECT i.created_by, c.depth + 1
    FROM chain c CROSS JOIN LATERAL (
      SELECT a.created_by FROM api_clients a WHERE a.organization_id = daybook_organization() AND a.id = c.id
      UNION ALL
      SELECT k.created_by FROM api_keys k WHERE k.organization_id = daybook_organization() AND k.id = c.id
    ) i
    WHERE i.created_by IS NOT NULL AND c.depth < 8
  )
  SELECT id FROM chain ORDER BY depth DESC LIMIT 1
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_place(p_organization uuid, p_server text, p_state text)
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO placements AS p (organization_id, server, state, moved_at, epoch) VALUES (p_organization, p_server, p_state, now(), 1)
  ON CONFLICT (organization_id) DO UPDATE SET server = excluded.server, state = excluded.state, epoch = p.epoch + 1,
    moved_at = CASE WHEN p.server = excluded.server THEN p.moved_at ELSE now() END
$function$;

CREATE OR REPLACE FUNCTION daybook_plan_for(p_rows integer)
 RETURNS void
 LANGUAGE sql
AS $function$
  SELECT set_config('plan_cache_mode', CASE WHEN p_rows <= 8 THEN 'force_generic_plan' ELSE 'force_custom_plan' END, true)
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_post_cost_rows(p_run uuid, p_limit integer, p_actor uuid)
 RETURNS TABLE(o_rows integer, o_entries uuid[])
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_run revenue_runs;
  v_costs uuid[];
BEGIN
  SELECT r.* INTO v_run FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = p_run;
  -- The next costs with rows due, in id order: two steps that share costs queue up instead of deadlocking.
  SELECT array_agg(l.id) INTO v_costs FROM (
    SELECT c.id FROM contract_costs c WHERE c.organization_id = v_org AND c.id IN (
      SELECT d.cost_id FROM (SELECT r.cost_id FROM contract_cost_rows r
        WHERE r.organization_id = v_org AND r.subsidiary_id = v_run.subsidiary_id AND r.run_id IS NULL AND r.period <= v_run.period
        ORDER BY r.period, r.cost_id LIMIT p_limit) d)
    ORDER BY c.id FOR UPDATE) l;
  IF v_costs IS NULL THEN
    RETURN QUERY SELECT 0, '{}'::uuid[];
    RETURN;
  END IF;
  RETURN QUERY SELECT b.o_rows, b.o_entries FROM daybook_book_cost_rows(v_run, NULL, v_costs, p_actor) b;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_post_event_rows(p_run uuid, p_event uuid, p_actor uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET jit TO 'off'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_run revenue_runs;
  v_place tid;
  v_currency text;
  v_due daybook_revenue_due[];
  v_posted record;
BEGIN
  SELECT r.* INTO v_run FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = p_run FOR UPDATE;
  SELECT p.ctid, p.currency_code INTO v_place, v_currency FROM revenue_positions p
    WHERE p.organization_id = v_org AND p.contract_id = v_run.contract_id FOR UPDATE;
  SELECT array_agg(ROW(r.ctid, r.contract_id, r.obligation_key)::daybook_revenue_due) INTO v_due FROM revenue_rows r
    JOIN performance_obligations o ON o.organization_id = v_org AND o.contract_id = r.contract_id AND o.key = r.obligation_key AND NOT o.held
    WHERE r.organization_id = v_org AND r.contract_id = v_run.contract_id AND r.event_id = p_event AND r.run_id IS NULL
      AND r.period <= v_run.period AND r.source <> 'SCHEDULE';
  IF v_due IS NOT NULL THEN
    SELECT * INTO v_posted FROM daybook_recognise(v_run, ARRAY[v_run.contract_id], ARRAY[v_place], ARRAY[v_currency], v_due, p_event,
                                                  format('Revenue on event, run %s', v_run.run_number), p_actor);
    INSERT INTO revenue_run_chunks (organization_id, run_id, chunk_number, contracts, rows, amounts, first_entries)
    VALUES (v_org, p_run, 1, v_posted.o_contracts, v_posted.o_rows, v_posted.o_amounts, v_posted.o_entries);
  END IF;
  UPDATE revenue_runs SET run_status = 'POSTED', started_at = now(), finished_at = now() WHERE organization_id = v_org AND id = p_run;
  RETURN coalesce(cardinality(v_due), 0);
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_post_revenue_chunk(p_run uuid, p_limit integer, p_actor uuid, p_beside boolean DEFAULT false)
 RETURNS TABLE(o_status text, o_contracts integer, o_rows integer)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_mergejoin TO 'off'
 SET work_mem TO '32MB'
 SET random_page_cost TO '1'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_run revenue_runs;
  v_contracts uuid[];
  v_currencies text[];
  v_due daybook_revenue_due[];
  v_places tid[];
  v_posted integer := 0;
  v_entries uuid[];
  v_rows integer := 0;
  v_amounts jsonb;
BEGIN
  IF p_beside THEN
    SELECT r.* INTO v_run FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = p_run AND r.run_status = 'POSTING' FOR SHARE;
  ELSE
    SELECT r.* INTO v_run FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = p_run FOR UPDATE;
  END IF;
  IF v_run.id IS NULL OR v_run.run_status IN ('POSTED', 'DISCARDED') THEN
    RETURN QUERY SELECT coalesce(v_run.run_status, 'MISSING'), 0, 0;
    RETURN;
  END IF;
  -- Closing a period takes the exclusive side of this lock, so that no chunk is posted during a close.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('periods:' || v_org::text, 0));
  IF p_limit = 0 THEN
    PERFORM daybook_open_books(v_run.subsidiary_id, v_run.posting_date);
    UPDATE revenue_runs SET run_status = 'POSTING', started_at = coalesce(started_at, now())
    WHERE organization_id = v_org AND id = p_run AND run_status = 'PREVIEW';
    RETURN QUERY SELECT 'POSTING', 0, 0;
    RETURN;
  END IF;

  SELECT l.o_contracts, l.o_currencies, l.o_places INTO v_contracts, v_currencies, v_places
    FROM daybook_lock_due_contracts(v_run, p_limit, p_beside) l;
  IF v_contracts IS NOT NULL THEN
    -- Everything due for these contracts, read again: rows posted by another step in the meantime are left out.
    SELECT array_agg(ROW(r.ctid, r.contract_id, r.obligation_key)::daybook_revenue_due) INTO v_due FROM revenue_rows r
    WHERE r.organization_id = v_org AND r.subsidiary_id = v_run.subsidiary_id AND r.contract_id = ANY (v_contracts)
      AND r.run_id IS NULL AND r.period <= v_run.period;
    IF v_due IS NOT NULL THEN
      SELECT d.o_contracts, d.o_rows, d.o_amounts, d.o_entries INTO v_posted, v_rows, v_amounts, v_entries
      FROM daybook_recognise(v_run, v_contracts, v_places, v_currencies, v_due, NULL,
                             format('Revenue of %s, run %s', v_run.period, v_run.run_number), p_actor) d;
    END IF;
  END IF;

  -- No revenue was due, so the costs are next; when no costs are due either, the run is complete.
  IF v_rows = 0 THEN
    IF p_beside THEN
      RETURN QUERY SELECT 'POSTING', coalesce(cardinality(v_contracts), 0), 0;
      RETURN;
    END IF;
    -- A run for one event does not post the month's costs.
    IF v_run.contract_id IS NULL THEN
      SELECT c.o_rows, c.o_entries INTO v_rows, v_entries FROM daybook_post_cost_rows(p_run, p_limit, p_actor) c;
    END IF;
    IF v_rows = 0 THEN
      UPDATE revenue_runs SET run_status = 'POSTED', started_at = coalesce(started_at, now()), finished_at = now()
      WHERE organization_id = v_org AND id = p_run;
      RETURN QUERY SELECT 'POSTED', 0, 0;
      RETURN;
    END IF;
  END IF;
  -- Parallel steps take their numbers one after another.
  PERFORM pg_advisory_xact_lock(hashtextextended('revenue run chunks:' || p_run::text, 0));
  INSERT INTO revenue_run_chunks (organization_id, run_id, chunk_number, contracts, rows, amounts, first_entries)
  SELECT v_org, p_run, count(*)::int + 1, v_posted, v_rows, coalesce(v_amounts, '{}'), coalesce(v_entries, '{}')
  FROM revenue_run_chunks c WHERE c.organization_id = v_org AND c.run_id = p_run;
  UPDATE revenue_runs SET run_status = 'POSTING', started_at = coalesce(started_at, now())
  WHERE organization_id = v_org AND id = p_run AND run_status = 'PREVIEW';
  RETURN QUERY SELECT 'POSTING', coalesce(cardinality(v_contracts), 0), v_rows;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_post_revenue_moves(p_moves daybook_revenue_move[], p_subsidiary uuid, p_date date, p_source_kind text, p_memo text, p_actor uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_minor integer;
  v_changes daybook_position_change[];
BEGIN
  PERFORM daybook_plan_for(cardinality(p_moves));
  SELECT b.o_minor_units INTO v_minor FROM daybook_open_books(p_subsidiary, coalesce((p_moves[1]).posting_date, p_date)) b;
  SELECT array_agg(ROW(p.place, m.id, m.contract_id, m.entry_id, coalesce(m.posting_date, p_date), p.receivable_account_id,
                       p.contract_asset_account_id, p.deferred_account_id, p.exchange_account_id, m.kind, m.amount, p.currency_code,
                       m.rate, p.net, p.net_base, e.net, e.net_base, e.receivable, e.receivable_base, 0, 0, e.pending, e.cash,
                       e.cash_base, e.refund, e.refund_base, e.document, e.document_base, NULL, m.event_id, m.memo, NULL,
                       p.cash_account_id, p.refund_account_id,
                       CASE WHEN m.kind = 'FINANCING' THEN m.counter_account_id
                            WHEN coalesce(m.is_income, m.amount < 0) THEN p.interest_income_account_id
                            ELSE p.interest_expense_account_id END, m.effective_on)::daybook_position_change)
    INTO v_changes
  FROM unnest(p_moves) m
  -- By key, also where the table has grown since its statistics were taken.
  CROSS JOIN LATERAL (
    SELECT w.ctid AS place, w.* FROM revenue_positions w WHERE w.organization_id = v_org AND w.contract_id = m.contract_id OFFSET 0) p
  CROSS JOIN LATERAL daybook_effect_of_move(m, v_minor, p.net, p.net_base, p.receivable, p.receivable_base, p.refund, p.refund_base, p.pending) e;
  IF coalesce(cardinality(v_changes), 0) <> cardinality(p_moves) THEN
    RAISE serialization_failure USING MESSAGE = 'a contract position does not exist';
  END IF;
  IF v_changes IS NOT NULL THEN
    -- Where each has an entry of its own, nothing is summed.
    PERFORM daybook_move_positions(v_changes, NULL, p_subsidiary, (SELECT count(DISTINCT m.entry_id) < count(*) FROM unnest(p_moves) m), true,
                                   p_source_kind, p_memo, p_actor);
  END IF;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_post_transactions(p_ids uuid[], p_dates date[], p_override boolean[], p_may_soft boolean[], p_today date, p_actor_kinds text[], p_actor_ids uuid[], p_actor_names text[], p_surfaces text[], p_request_ids text[], p_scopes jsonb[], p_free_only boolean DEFAULT false)
 RETURNS TABLE(o_ord integer, o_transaction_id uuid, o_refusal text, o_detail jsonb, o_entry_id uuid, o_entry_number text, o_posting_date date, o_posted_at timestamp with time zone)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_slot integer := pg_backend_pid() % 8;
  v_now timestamptz(3) := clock_timestamp();
  v_locked text;
BEGIN
  -- Closing a period and withdrawing an account take the exclusive side of this lock, so that neither happens during a posting.
  v_locked := pg_advisory_xact_lock_shared(hashtextextended('periods:' || v_org::text, 0));
  -- Documents in id order: two batches that share documents queue up instead of deadlocking.
  PERFORM FROM business_transactions t WHERE t.organization_id = v_org AND t.id = ANY (p_ids) ORDER BY t.id FOR NO KEY UPDATE;

  RETURN QUERY
  -- The verdict on each item, and whether it is posted.
  WITH verdicts AS MATERIALIZED (
    SELECT v.*, v.refusal IS NULL AND NOT (p_free_only AND v.revenue_contract_id IS NOT NULL) AS goes
    FROM daybook_judge_postings(p_ids, p_dates, p_override, p_may_soft, p_today, p_actor_ids, p_scopes) v
  ),
  -- Those that are posted, counted from the last of their year, which is how numbers are assigned.
  good AS MATERIALIZED (
    SELECT v.ord, v.transaction_id, v.entry_id, v.subsidiary_id, v.period_id, v.fiscal_year, v.posting_date, v.currency_code, v.base_currency_code,
           v.exchange_rate, v.memo, row_number() OVER (PARTITION BY v.fiscal_year ORDER BY v.ord DESC) AS from_last FROM verdicts v WHERE v.goes
  ),
  -- The lines of their entries, as computed when the documents were saved.
  lines AS MATERIALIZED (
    SELECT g.entry_id, i.line_number, i.account_id, g.subsidiary_id, g.period_id, g.posting_date, g.currency_code,
           i.debit, i.credit, i.base_debit, i.base_credit, i.class_id, i.department_id, i.location_id, i.project_id,
           i.entity_type, i.entity_id, i.memo
    FROM good g JOIN transaction_impact_lines i ON i.organization_id = v_org AND i.transaction_id = g.transaction_id
  ),
  -- Balances in key order, so that two batches never deadlock.
  balances AS (
    INSERT INTO ledger_balances AS b (organization_id, subsidiary_id, period_id, account_id, currency_code, slot,
                                      debit, credit, base_debit, base_credit, line_count)
    SELECT v_org, l.subsidiary_id, l.period_id, l.account_id, l.currency_code, v_slot,
           sum(l.debit), sum(l.credit), sum(l.base_debit), sum(l.base_credit), count(*)
    FROM lines l
    GROUP BY 2, 3, 4, 5
    ORDER BY 2, 3, 4, 5
    ON CONFLICT (organization_id, subsidiary_id, period_id, account_id, currency_code, slot) DO UPDATE SET
      debit = b.debit + excluded.debit, credit = b.credit + excluded.credit,
      base_debit = b.base_debit + excluded.base_debit, base_credit = b.base_credit + excluded.base_credit,
      line_count = b.line_count + excluded.line_count
    RETURNING 1
  ),
  -- Lines and entries in one statement, as their triggers require.
  written_lines AS (
    INSERT INTO ledger_lines (organization_id, entry_id, line_number, account_id, subsidiary_id, period_id, posting_date, currency_code,
        debit, credit, base_debit, base_credit, class_id, department_id, location_id, project_id, entity_type, entity_id, memo)
    SELECT v_org, l.* FROM lines l
    RETURNING 1
  ),
  -- The version is updated here, so that the row trigger has nothing left to do.
  documents AS (
    UPDATE business_transactions t
    SET transaction_status = 'POSTED', ledger_entry_id = g.entry_id, posting_date = g.posting_date, posted_at = v_now,
        posted_by = p_actor_ids[g.ord], version = t.version + 1,
        updated_at = greatest(v_now, t.updated_at + interval '1 millisecond')
    FROM good g
    WHERE t.organization_id = v_org AND t.id = g.transaction_id
    RETURNING 1
  ),
  -- Only endpoints read events (docs/interface/decisions.md, "Events and audit").
  events AS (
    INSERT INTO outbox_events (organization_id, id, event_type, record_id, payload, created_at)
    SELECT v_org, daybook_uuid_v7(), 'gl.transaction.posted', g.transaction_id,
           jsonb_build_object('transactionId', g.transaction_id, 'glTransactionId', g.entry_id, 'postingDate', g.posting_date), v_now
    FROM good g
    WHERE EXISTS (SELECT FROM webhook_endpoints w WHERE w.organization_id = v_org AND w.record_status = 'active')
    RETURNING 1
  ),
  -- The gapless numbers come last, because whoever takes them blocks everyone else until commit: the condition, which is always
  -- true, makes them wait for everything that needs no number.
  numbers AS (
    INSERT INTO number_counters AS c (organization_id, series, fiscal_year, next_value)
    SELECT v_org, 'GL', g.fiscal_year, 1 + count(*) FROM good g
    WHERE (SELECT count(*) FROM balances) + (SELECT count(*) FROM written_lines)
      + (SELECT count(*) FROM documents) + (SELECT count(*) FROM events) >= 0
    GROUP BY g.fiscal_year ORDER BY g.fiscal_year
    ON CONFLICT (organization_id, series, fiscal_year) DO UPDATE SET next_value = c.next_value + excluded.next_value - 1
    RETURNING c.fiscal_year, c.next_value
  ),
  -- The numbers are written to the entries, the audit rows and the results without reading any of them again.
  numbered AS MATERIALIZED (
    SELECT g.*, daybook_format_number('GL', g.fiscal_year, n.next_value - g.from_last) AS entry_number
    FROM good g JOIN numbers n ON n.fiscal_year = g.fiscal_year
  ),
  entries AS (
    INSERT INTO ledger_entries (organization_id, id, entry_number, subsidiary_id, book, period_id, posting_date, currency_code,
        base_currency_code, exchange_rate, source_kind, source_id, transaction_id, memo, posted_by)
    SELECT v_org, n.entry_id, n.entry_number, n.subsidiary_id, 'PRIMARY', n.period_id, n.posting_date, n.currency_code,
           n.base_currency_code, n.exchange_rate, 'TRANSACTION', n.transaction_id, n.transaction_id, n.memo, p_actor_ids[n.ord]
    FROM numbered n
  ),
  audit AS (
    INSERT INTO audit_log (organization_id, id, occurred_at, actor_kind, actor_id, actor_name, action, noun, record_id, before, after, surface, request_id)
    SELECT v_org, daybook_uuid_v7(), v_now, p_actor_kinds[n.ord], p_actor_ids[n.ord], p_actor_names[n.ord], 'gl.transaction.post', 'transaction',
           n.transaction_id, jsonb_build_object('status', 'APPROVED'),
           jsonb_build_object('status', 'POSTED', 'glTransactionId', n.entry_id, 'entryNumber', n.entry_number, 'postingDate', n.posting_date),
           p_surfaces[n.ord], p_request_ids[n.ord]
    FROM numbered n
  )
  SELECT n.ord, n.transaction_id, NULL::text, NULL::jsonb, n.entry_id, n.entry_number, n.posting_date, v_now FROM numbered n
  UNION ALL
  SELECT v.ord, v.transaction_id, coalesce(v.refusal, 'CONTRACT_DOCUMENT'), v.detail, NULL, NULL, v.posting_date, v_now
  FROM verdicts v WHERE NOT v.goes
  ORDER BY 1;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_posting_faults(p_id uuid, p_refusal text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  RETURN CASE p_refusal
    -- 0 stands for an account missing from the posting rule itself.
    WHEN 'ACCOUNT_UNRESOLVED' THEN (
      SELECT jsonb_agg(DISTINCT coalesce(i.document_line_number, 0)) FROM transaction_impact_lines i
      WHERE i.organization_id = daybook_organization() AND i.transaction_id = p_id AND i.account_id IS NULL)
    WHEN 'ACCOUNT_NOT_POSTABLE' THEN (
      SELECT jsonb_agg(DISTINCT jsonb_build_object('id', a.id, 'code', a.code, 'why',
        CASE WHEN a.is_summary THEN 'SUMMARY' WHEN a.record_status <> 'active' THEN 'INACTIVE' ELSE 'CONTROL' END))
      FROM transaction_impact_lines i JOIN accounts a ON a.organization_id = i.organization_id AND a.id = i.account_id
      WHERE i.organization_id = daybook_organization() AND i.transaction_id = p_id
        AND (a.is_summary OR a.record_status <> 'active' OR (a.is_control AND NOT i.from_subledger)))
    WHEN 'INCOMPLETE_DOCUMENT' THEN (
      SELECT jsonb_agg(DISTINCT lacking.names) FROM (
        SELECT string_agg(format('line %s %s', i.document_line_number, r), ', ') AS names
        FROM transaction_impact_lines i JOIN accounts a ON a.organization_id = i.organization_id AND a.id = i.account_id
        CROSS JOIN unnest(a.required_dimensions) r
        WHERE i.organization_id = daybook_organization() AND i.transaction_id = p_id AND i.document_line_number IS NOT NULL
          AND NOT daybook_has_dimension(r, i.class_id, i.department_id, i.location_id, i.project_id)
        GROUP BY i.line_number) lacking)
  END;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_prospects_above(p_revenue numeric)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
BEGIN
  RETURN QUERY
  SELECT p.id FROM prospects p WHERE p.organization_id = daybook_organization() AND p.estimated_revenue > p_revenue;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_prospects_of_industry(p_industry text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN QUERY
  SELECT p.id FROM prospects p WHERE p.organization_id = daybook_organization() AND lower(p.industry) = lower(p_industry);
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_purge_security_log(p_limit integer DEFAULT 10000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_before timestamptz;
  v_first bigint;
  v_through bigint;
  v_hash text;
  v_rows integer;
BEGIN
  SELECT date_trunc('month', now() - make_interval(months => greatest(o.security_log_months, 24))) INTO v_before
    FROM organizations o WHERE o.id = v_org AND o.security_log_months IS NOT NULL;
  IF v_before IS NULL THEN
    RETURN 0;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('security:' || v_org::text, 0));
  SELECT min(s.sequence) INTO v_first FROM security_seals s WHERE s.organization_id = v_org AND s.event_id IS NOT NULL;
  SELECT coalesce(min(n.sequence) FILTER (WHERE n.occurred_at >= v_before) - 1, max(n.sequence)) INTO v_through
  FROM (
    SELECT s.sequence, l.occurred_at FROM security_seals s
    JOIN security_log l ON l.organization_id = s.organization_id AND l.id = s.event_id
    WHERE s.organization_id = v_org AND s.event_id IS NOT NULL AND s.sequence >= v_first
      AND s.sequence < (SELECT max(z.sequence) FROM security_seals z WHERE z.organization_id = v_org)
    ORDER BY s.sequence LIMIT p_limit
  ) n;
  IF v_through IS NULL OR v_through < v_first THEN
    RETURN 0;
  END IF;
  SELECT s.hash INTO v_hash FROM security_seals s WHERE s.organization_id = v_org AND s.sequence = v_through;
  DELETE FROM security_log l USING security_seals s
  WHERE l.organization_id = v_org AND s.organization_id = v_org AND s.event_id = l.id AND s.sequence BETWEEN v_first AND v_through;
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  INSERT INTO security_log (organization_id, id, event, actor_kind, actor_name, surface, detail)
  VALUES (v_org, daybook_uuid_v7(), 'log purged', 'system', 'Daybook', 'job',
    jsonb_build_object('rows', v_rows, 'before', to_char(v_before AT TIME ZONE 'UTC', 'YYYY-MM-DD'), 'through', v_through, 'hash', v_hash));
  RETURN v_rows;
END $function$;
-- daybook_app: EXECUTE

CREATE OR REPLACE FUNCTION daybook_read_journals(p_import imports, p_rows integer, p_columns integer[], p_space text)
 RETURNS integer
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  v_number CONSTANT text := '^-?(0|[1-9]\d{0,11}|[1-9]\d{0,2}(,\d{3}){1,3})(\.\d{1,2})?$';
BEGIN
  -- The cells of the next records, whole records only, by what they mean.
  WITH picked AS MATERIALIZED (
    SELECT r.ctid AS place, r.unit, r.row_number, r.row_state, r.cells FROM import_rows r
    WHERE r.organization_id = v_org AND r.import_id = p_import.id AND r.unit > p_import.reached
      AND r.attempt < p_import.attempt AND r.row_state NOT IN ('IMPORTED', 'UNDONE')
    ORDER BY r.unit, r.row_number LIMIT p_rows + 1
  ), cut AS MATERIALIZED (SELECT CASE WHEN count(*) > p_rows THEN max(p.unit) END AS unit FROM picked p),
  told AS MATERIALIZED (
    SELECT p.place, p.unit, p.row_state, row_number() OVER (PARTITION BY p.unit ORDER BY p.row_number)::integer AS line_number,
           nullif(btrim(p.cells ->> p_columns[1], p_space), '') AS reference, nullif(btrim(p.cells ->> p_columns[2], p_space), '') AS day,
           nullif(btrim(p.cells ->> p_columns[3], p_space), '') AS subsidiary, nullif(btrim(p.cells ->> p_columns[4], p_space), '') AS currency,
           nullif(btrim(p.cells ->> p_columns[5], p_space), '') AS memo, nullif(btrim(p.cells ->> p_columns[6], p_space), '') AS account,
           nullif(btrim(p.cells ->> p_columns[7], p_space), '') AS debit, nullif(btrim(p.cells ->> p_columns[8], p_space), '') AS credit,
           nullif(btrim(p.cells ->> p_columns[9], p_space), '') AS amount, nullif(btrim(p.cells ->> p_columns[10], p_space), '') AS description,
           nullif(btrim(p.cells ->> p_columns[11], p_space), '') AS department, nullif(btrim(p.cells ->> p_columns[12], p_space), '') AS class,
           nullif(btrim(p.cells ->> p_columns[13], p_space), '') AS location
    FROM picked p, cut c WHERE c.unit IS NULL OR p.unit < c.unit
  ),
  -- A line is a debit, a credit or a signed amount, above zero or below it.
  counted AS MATERIALIZED (
    SELECT t.*, CASE
        WHEN t.amount IS NOT NULL THEN CASE WHEN t.debit IS NULL AND t.credit IS NULL AND t.amount ~ v_number
          THEN replace(t.amount, ',', '')::numeric END
        WHEN coalesce(t.debit, '0') ~ v_number AND coalesce(t.credit, '0') ~ v_number THEN
          replace(coalesce(t.debit, '0'), ',', '')::numeric - replace(coalesce(t.credit, '0'), ',', '')::numeric
      END AS value,
      -- Both sides of one line.
      t.debit ~ '[1-9]' AND t.credit ~ '[1-9]' AS is_twofold
    FROM told t
  ),
  -- Accounts that take postings by hand, and none that another subsidiary must mirror.
  posted_to AS MATERIALIZED (
    SELECT n.o_text AS text, n.o_id AS id, coalesce(a.required_dimensions, '{}') || coalesce(a.recommended_dimensions, '{}') AS dimensions
    FROM daybook_named('accounts', ARRAY(SELECT DISTINCT t.account FROM told t WHERE t.account IS NOT NULL)) n
    JOIN accounts a ON a.organization_id = v_org AND a.id = n.o_id
    WHERE NOT a.is_summary AND NOT a.is_control AND a.record_status = 'active'
      AND NOT EXISTS (SELECT FROM intercompany_accounts i
                      WHERE i.organization_id = v_org AND a.id IN (i.due_from_account_id, i.due_to_account_id))
  )
  INSERT INTO journal_lines
  SELECT t.place, t.unit, t.line_number, t.row_state, t.reference, t.day, t.subsidiary, t.currency, t.memo, t.description, t.value,
         a.id, d.o_id, c.o_id, l.o_id,
         t.reference IS NOT NULL AND octet_length(t.reference) <= 500 AND octet_length(coalesce(t.memo, '')) <= 2000
           AND octet_length(coalesce(t.description, '')) <= 2000 AND coalesce(t.value, 0) <> 0 AND t.is_twofold IS NOT TRUE
           AND (t.department IS NULL) = (d.o_id IS NULL) AND (t.class IS NULL) = (c.o_id IS NULL) AND (t.location IS NULL) = (l.o_id IS NULL)
           AND a.id IS NOT NULL AND a.dimensions <@ daybook_carried_dimensions(c.o_id, d.o_id, l.o_id, NULL)
  FROM counted t
  LEFT JOIN posted_to a ON a.text = t.account
  LEFT JOIN daybook_named('departments', ARRAY(SELECT DISTINCT x.department FROM told x WHERE x.department IS NOT NULL)) d ON d.o_text = t.department
  LEFT JOIN daybook_named('classes', ARRAY(SELECT DISTINCT x.class FROM told x WHERE x.class IS NOT NULL)) c ON c.o_text = t.class
  LEFT JOIN daybook_named('locations', ARRAY(SELECT DISTINCT x.location FROM told x WHERE x.location IS NOT NULL)) l ON l.o_text = t.location;
  RETURN (SELECT max(l.unit) FROM journal_lines l);
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_recognise(p_run revenue_runs, p_contracts uuid[], p_places tid[], p_currencies text[], p_due daybook_revenue_due[], p_event uuid, p_memo text, p_actor uuid, OUT o_contracts integer, OUT o_rows integer, OUT o_amounts jsonb, OUT o_entries uuid[])
 RETURNS record
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_mergejoin TO 'off'
 SET work_mem TO '32MB'
 SET random_page_cost TO '1'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_base text;
  v_minor integer;
  v_period_id uuid;
  v_fiscal_year integer;
  v_period text;
  -- Whether an entry covers several contracts. An entry for a single contract has the same id as its movement.
  v_shared boolean := p_run.grouping <> 'CONTRACT' AND cardinality(p_contracts) > 1;
  v_entries daybook_entry_draft[];
  v_lines daybook_line_draft[];
  v_moved integer;
  v_marked integer;
  v_gain uuid;
  v_loss uuid;
BEGIN
  PERFORM daybook_plan_for(cardinality(p_contracts));
  SELECT b.o_base_currency, b.o_minor_units, b.o_period_id, b.o_fiscal_year, b.o_period INTO v_base, v_minor, v_period_id, v_fiscal_year, v_period
    FROM daybook_open_books(p_run.subsidiary_id, p_run.posting_date) b;
  -- Exchange differences go to the accounts that take those of documents; the policy's account serves a chart that names none.
  SELECT a.id INTO v_gain FROM accounts a WHERE a.organization_id = v_org AND a.fx_role = 'REALIZED_GAIN' AND a.record_status = 'active';
  SELECT a.id INTO v_loss FROM accounts a WHERE a.organization_id = v_org AND a.fx_role = 'REALIZED_LOSS' AND a.record_status = 'active';

  -- The entry and the rate for each currency, if contracts share their entries.
  WITH currencies AS MATERIALIZED (
    SELECT c.currency_code, daybook_uuid_v7() AS entry_id, coalesce((p_run.rates ->> c.currency_code)::numeric, 1) AS rate
    FROM (SELECT DISTINCT u AS currency_code FROM unnest(p_currencies) u) c
  ),
  -- The contracts, each with its position's place and the entry its revenue is posted in.
  picked AS MATERIALIZED (
    SELECT k.contract_id, k.place, k.currency_code, c.rate, CASE WHEN v_shared THEN c.entry_id ELSE daybook_uuid_v7() END AS entry_id
    FROM unnest(p_contracts, p_places, p_currencies) AS k (contract_id, place, currency_code)
    JOIN currencies c ON c.currency_code = k.currency_code
  ),
  -- The due rows, with the facts about their contract.
  chosen AS MATERIALIZED (
    SELECT d.place AS row_place, d.obligation_key, k.*
    FROM unnest(p_due) d JOIN picked k ON k.contract_id = d.contract_id
    LIMIT cardinality(p_due) -- tells the planner what it cannot know: one row for each
  ),
  -- With the account and dimensions of their obligation's revenue; obligations on hold earn nothing.
  known AS MATERIALIZED (
    SELECT c.*, o.revenue_account_id AS account_id, o.class_id, o.department_id, o.location_id, o.project_id
    FROM chosen c
    JOIN performance_obligations o ON o.organization_id = v_org AND o.contract_id = c.contract_id AND o.key = c.obligation_key
    WHERE NOT o.held
  ),
  -- Only the rows marked here are posted. They are found by place; if the place now belongs to another row, nothing is posted for it.
  marked AS (
    UPDATE revenue_rows r SET run_id = p_run.id, entry_id = c.entry_id, posted_period = v_period, posted_at = now()
    FROM known c
    WHERE r.ctid = c.row_place AND r.contract_id IS NOT DISTINCT FROM c.contract_id AND r.obligation_key IS NOT DISTINCT FROM c.obligation_key
      AND r.run_id IS NULL AND r.period <= p_run.period
    RETURNING c.contract_id, c.place, c.entry_id, c.currency_code, c.rate, c.account_id, c.class_id, c.department_id, c.location_id,
              c.project_id, r.amount
  ),
  -- The revenue of each contract per account and dimensions.
  shares AS (
    SELECT d.contract_id, d.account_id, d.class_id, d.department_id, d.location_id, d.project_id, any_value(d.place) AS place,
           any_value(d.entry_id) AS entry_id, any_value(d.currency_code) AS currency_code, any_value(d.rate) AS rate,
           sum(d.amount) AS part, count(*)::int AS rows
    FROM marked d GROUP BY 1, 2, 3, 4, 5, 6
  ),
  -- The first share of a contract stands for the contract; each share has the running total up to and including it.
  ranked AS (
    SELECT s.*, row_number() OVER w = 1 AS leads, sum(s.part) OVER w AS reached, sum(s.part) OVER (PARTITION BY s.contract_id) AS amount
    FROM shares s
    WINDOW w AS (PARTITION BY s.contract_id ORDER BY s.account_id, s.class_id, s.department_id, s.location_id, s.project_id ROWS UNBOUNDED PRECEDING)
  ),
  -- What that does to each contract's position, and how its net position is shown before and after.
  computed AS MATERIALIZED (
    SELECT k.*, e.receivable, e.receivable_base, e.revenue_base, e.receivable_base - e.net_base - e.revenue_base AS exchange_base,
           s.contract_asset, s.contract_asset_base, s.deferred, s.deferred_base,
           p.receivable_account_id, p.contract_asset_account_id, p.deferred_account_id, p.exchange_account_id
    FROM ranked k
    JOIN revenue_positions p ON p.ctid = k.place AND p.contract_id IS NOT DISTINCT FROM k.contract_id
    CROSS JOIN LATERAL daybook_effect_of_revenue(k.amount, k.rate, v_minor, p.net, p.net_base, p.receivable, p.receivable_base, p.pending) e
    CROSS JOIN LATERAL daybook_sides_of_net(p.net, p.net_base, e.net, e.net_base) s
  ),
  -- One movement per contract: the subledger.
  kept AS (
    INSERT INTO revenue_movements (organization_id, id, contract_id, subsidiary_id, currency_code, kind, amount, posting_date, period, run_id,
        event_id, entry_id, receivable, receivable_base, cash, cash_base, contract_asset, contract_asset_base, deferred, deferred_base,
        refund, refund_base, revenue, revenue_base, exchange_base, document, document_base)
    SELECT v_org, CASE WHEN v_shared THEN daybook_uuid_v7() ELSE v.entry_id END, v.contract_id, p_run.subsidiary_id, v.currency_code, 'REVENUE',
           v.amount, p_run.posting_date, v_period, p_run.id, p_event, v.entry_id, v.receivable, v.receivable_base, 0, 0,
           v.contract_asset, v.contract_asset_base, v.deferred, v.deferred_base, 0, 0, v.amount, v.revenue_base, v.exchange_base, 0, 0
    FROM computed v WHERE v.leads
  ),
  -- The changed positions, updated in place.
  placed AS (
    UPDATE revenue_positions p SET
      net = p.net + v.deferred - v.contract_asset, net_base = p.net_base + v.deferred_base - v.contract_asset_base,
      receivable = p.receivable + v.receivable, receivable_base = p.receivable_base + v.receivable_base,
      recognised = p.recognised + v.amount, pending = p.pending - v.receivable
    FROM computed v
    WHERE p.ctid = v.place AND v.leads
    RETURNING 1
  ),
  -- The lines of the entries: revenue by account and dimensions; base amounts by cumulative shares, so that they sum to the movement's.
  raw AS NOT MATERIALIZED (
    SELECT v.entry_id, v.currency_code, v.rate, v.account_id, v.class_id, v.department_id, v.location_id, v.project_id, -v.part AS amount,
           -daybook_base_of_part(v.revenue_base, v.part, v.reached, v.amount, v.rate, v_minor) AS base,
           'Revenue' AS memo
    FROM computed v
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, v.receivable_account_id, NULL, NULL, NULL, NULL, v.receivable, v.receivable_base, 'Receivable'
    FROM computed v WHERE v.leads AND (v.receivable <> 0 OR v.receivable_base <> 0)
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, v.contract_asset_account_id, NULL, NULL, NULL, NULL, v.contract_asset, v.contract_asset_base, 'Contract asset'
    FROM computed v WHERE v.leads AND (v.contract_asset <> 0 OR v.contract_asset_base <> 0)
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, v.deferred_account_id, NULL, NULL, NULL, NULL, -v.deferred, -v.deferred_base, 'Contract liability'
    FROM computed v WHERE v.leads AND (v.deferred <> 0 OR v.deferred_base <> 0)
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, coalesce(CASE WHEN v.exchange_base > 0 THEN v_gain ELSE v_loss END, v.exchange_account_id),
                     NULL, NULL, NULL, NULL, 0, -v.exchange_base, 'Exchange difference'
    FROM computed v WHERE v.leads AND v.exchange_base <> 0
  ),
  -- Entries for several contracts are summed. Debits and credits are not netted, so that increases and decreases remain visible.
  summed AS (
    SELECT w.entry_id, w.currency_code, w.rate, w.account_id, w.class_id, w.department_id, w.location_id, w.project_id, sum(w.amount) AS amount, sum(w.base) AS base, w.memo
    FROM raw w WHERE v_shared AND (w.amount <> 0 OR w.base <> 0)
    GROUP BY w.entry_id, w.currency_code, w.rate, w.account_id, w.class_id, w.department_id, w.location_id, w.project_id, w.memo, sign(CASE WHEN w.amount <> 0 THEN w.amount ELSE w.base END)
    UNION ALL
    SELECT w.* FROM raw w WHERE NOT v_shared AND (w.amount <> 0 OR w.base <> 0)
  ),
  -- Debits before credits.
  numbered AS MATERIALIZED (
    SELECT n.entry_id, row_number() OVER (PARTITION BY n.entry_id ORDER BY (n.amount < 0 OR (n.amount = 0 AND n.base < 0)), n.memo, n.account_id)::int AS n,
           n.account_id, n.currency_code, n.amount, n.base, n.memo, n.rate, n.class_id, n.department_id, n.location_id, n.project_id
    FROM summed n
  )
  SELECT (SELECT array_agg(ROW(n.entry_id, p_run.subsidiary_id, v_period_id, v_fiscal_year, p_run.posting_date, n.currency_code, v_base,
                               n.rate, 'REVENUE_RUN', n.entry_id, NULL, NULL, p_memo, p_actor)::daybook_entry_draft ORDER BY n.entry_id)
          FROM numbered n WHERE n.n = 1),
         (SELECT array_agg(ROW(n.entry_id, n.n, n.account_id, p_run.subsidiary_id, v_period_id, p_run.posting_date, n.currency_code,
                               greatest(n.amount, 0), greatest(-n.amount, 0), greatest(n.base, 0), greatest(-n.base, 0),
                               n.class_id, n.department_id, n.location_id, n.project_id, NULL, NULL, n.memo)::daybook_line_draft)
          FROM numbered n),
         t.contracts, t.rows, t.amounts, (SELECT count(*) FROM placed), (SELECT count(*) FROM marked)
  FROM (
    SELECT coalesce(sum(c.contracts), 0) AS contracts, coalesce(sum(c.rows), 0) AS rows, jsonb_object_agg(c.currency_code, c.amount::text) AS amounts
    FROM (SELECT v.currency_code, sum(v.part) AS amount, sum(v.rows) AS rows, count(*) FILTER (WHERE v.leads) AS contracts FROM computed v GROUP BY 1) c
  ) t
  INTO v_entries, v_lines, o_contracts, o_rows, o_amounts, v_moved, v_marked;
  IF v_moved <> o_contracts OR v_marked <> o_rows THEN
    RAISE serialization_failure USING MESSAGE = 'a contract position was changed by another transaction';
  END IF;
  IF v_entries IS NOT NULL THEN
    PERFORM 1 FROM daybook_append_entries(v_entries, v_lines);
  END IF;
  o_entries := ARRAY(SELECT e.id FROM unnest(v_entries[1:100]) e);
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_record_journals(p_posts boolean, p_type uuid, p_now timestamp with time zone, p_asked jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  v_actor CONSTANT uuid := (p_asked ->> 'actorId')::uuid;
  v_status CONSTANT text := CASE WHEN p_posts THEN 'APPROVED' ELSE 'DRAFT' END;
  -- Who asked, once and not for every row.
  v_kind CONSTANT text := p_asked ->> 'actorKind';
  v_name CONSTANT text := p_asked ->> 'actorName';
  v_surface CONSTANT text := p_asked ->> 'surface';
  v_request CONSTANT text := p_asked ->> 'requestId';
  v_stamp CONSTANT text := CASE WHEN p_posts THEN to_char(p_now AT TIME ZONE 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END;
  -- What the audit row of a new document says of every column, in the names of the API: all of them empty, then what every journal has.
  v_empty CONSTANT jsonb := (
    SELECT jsonb_object_agg(lower(left(camel.name, 1)) || substr(camel.name, 2), NULL)
    FROM jsonb_object_keys(to_jsonb(jsonb_populate_record(NULL::business_transactions, '{}'))) AS k
    CROSS JOIN LATERAL (SELECT replace(initcap(replace(k, '_', ' ')), ' ', '') AS name) camel
    WHERE k NOT IN ('organization_id', 'billing_address', 'created_at', 'updated_at'));
  v_recorded CONSTANT jsonb := v_empty || jsonb_build_object('kind', 'JOURNAL', 'transactionTypeId', p_type, 'exchangeRate', '1.0000000000',
    'exchangeRateGiven', false, 'subtotalAmount', '0.0000', 'taxAmount', '0.0000', 'discountAmount', '0.0000', 'totalAmount', '0.0000',
    'baseTotalAmount', '0.0000', 'appliedAmount', '0.0000', 'transactionStatus', v_status, 'recordStatus', 'active', 'version', 1,
    'isAdjustment', false, 'changedBy', '[]'::jsonb, 'createdBy', v_actor,
    'submittedBy', CASE WHEN p_posts THEN v_actor END, 'submittedAt', v_stamp,
    'approvedBy', CASE WHEN p_posts THEN v_actor END, 'approvedAt', v_stamp);
BEGIN
  INSERT INTO audit_log (organization_id, id, occurred_at, actor_kind, actor_id, actor_name, action, noun, record_id, before, after,
      surface, request_id)
  SELECT v_org, daybook_uuid_v7(), p_now, v_kind, v_actor, v_name, a.action, 'transaction', d.id, a.before, a.after, v_surface, v_request
  FROM journal_documents d
  CROSS JOIN LATERAL (
    SELECT 1, 'gl.transaction.create', NULL::jsonb, v_recorded || jsonb_build_object('id', d.id, 'transactionNumber', d.transaction_number,
             'subsidiaryId', d.subsidiary_id, 'transactionDate', d.day, 'currencyCode', d.currency, 'baseCurrencyCode', d.currency,
             'memo', d.memo, 'referenceNumber', d.reference)
    UNION ALL
    SELECT 2, 'gl.transaction.approve', '{"status":"DRAFT"}', '{"status":"APPROVED"}' WHERE p_posts
    UNION ALL
    SELECT 3, 'gl.transaction.post', '{"status":"APPROVED"}', jsonb_build_object('status', 'POSTED', 'glTransactionId', d.entry_id,
             'postingDate', d.day, 'entryNumber',
             (SELECT e.entry_number FROM ledger_entries e WHERE e.organization_id = v_org AND e.id = d.entry_id)) WHERE p_posts
  ) AS a (n, action, before, after) ORDER BY d.unit, a.n;
  IF NOT EXISTS (SELECT FROM webhook_endpoints w WHERE w.organization_id = v_org AND w.record_status = 'active') THEN
    RETURN;
  END IF;
  INSERT INTO outbox_events (organization_id, id, event_type, record_id, payload, created_at)
  SELECT v_org, daybook_uuid_v7(), e.event_type, d.id, e.payload, p_now
  FROM journal_documents d
  CROSS JOIN LATERAL (
    SELECT 1, 'gl.transaction.created', jsonb_build_object('transactionId', d.id, 'transactionNumber', d.transaction_number,
             'kind', 'JOURNAL', 'status', v_status)
    UNION ALL
    SELECT 2, 'gl.transaction.approved', jsonb_build_object('transactionId', d.id, 'transactionNumber', d.transaction_number) WHERE p_posts
    UNION ALL
    SELECT 3, 'gl.transaction.posted', jsonb_build_object('transactionId', d.id, 'glTransactionId', d.entry_id, 'postingDate', d.day)
    WHERE p_posts
  ) AS e (n, event_type, payload) ORDER BY d.unit, e.n;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_recorded_document(d business_transactions)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  SELECT jsonb_build_object('id', d.id, 'transactionNumber', d.transaction_number, 'transactionTypeId', d.transaction_type_id,
    'kind', d.kind, 'subsidiaryId', d.subsidiary_id, 'entityType', d.entity_type, 'entityId', d.entity_id,
    'transactionDate', d.transaction_date, 'dueDate', d.due_date, 'currencyCode', d.currency_code, 'baseCurrencyCode', d.base_currency_code,
    'exchangeRate', d.exchange_rate::text, 'exchangeRateGiven', d.exchange_rate_given, 'subtotalAmount', d.subtotal_amount::text,
    'taxAmount', d.tax_amount::text, 'discountAmount', d.discount_amount::text, 'totalAmount', d.total_amount::text,
    'baseTotalAmount', d.base_total_amount::text, 'appliedAmount', d.applied_amount::text, 'transactionStatus', d.transaction_status,
    'memo', d.memo, 'referenceNumber', d.reference_number, 'paymentMethod', d.payment_method, 'paymentTerms', d.payment_terms,
    'projectId', d.project_id, 'subscriptionId', d.subscription_id, 'revenueContractId', d.revenue_contract_id,
    'createdBy', d.created_by, 'submittedBy', d.submitted_by, 'submittedAt', daybook_moment(d.submitted_at),
    'approvedBy', d.approved_by, 'approvedAt', daybook_moment(d.approved_at), 'approvalComment', d.approval_comment,
    'postedBy', d.posted_by, 'postedAt', daybook_moment(d.posted_at), 'postingDate', d.posting_date, 'ledgerEntryId', d.ledger_entry_id,
    'reversalReason', d.reversal_reason, 'reversalDate', d.reversal_date, 'reversalEntryId', d.reversal_entry_id,
    'reversalTransactionId', d.reversal_transaction_id, 'reversesTransactionId', d.reverses_transaction_id,
    'cancelledAt', daybook_moment(d.cancelled_at), 'cancelReason', d.cancel_reason, 'recordStatus', d.record_status, 'version', d.version,
    'isAdjustment', d.is_adjustment, 'changedBy', d.changed_by)
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_refresh_statistics()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  ANALYZE business_transactions, business_transaction_lines, transaction_impact_lines, payment_applications,
    ledger_entries, ledger_lines, ledger_balances, ledger_dimension_balances, accounts, customers, vendors, audit_log;
END $function$;
-- daybook_app: EXECUTE

CREATE OR REPLACE FUNCTION daybook_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE restrict_violation USING MESSAGE = format('%s is append-only: %s is refused', TG_TABLE_NAME, TG_OP);
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_refuse_delete_of_booked()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_TABLE_NAME = 'subsidiaries' AND EXISTS (
       SELECT 1 FROM ledger_balances b WHERE b.organization_id = OLD.organization_id AND b.subsidiary_id = OLD.id)
  OR TG_TABLE_NAME = 'fiscal_periods' AND EXISTS (
       SELECT 1 FROM ledger_balances b WHERE b.organization_id = OLD.organization_id AND b.period_id = OLD.id) THEN
    RAISE foreign_key_violation USING MESSAGE = format('%s %s is used by ledger entries', TG_TABLE_NAME, OLD.id),
      TABLE = 'ledger_entries', CONSTRAINT = 'ledger_entries_references_org_fk';
  END IF;
  RETURN OLD;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_refuse_delete_of_held_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  v_by text;
BEGIN
  v_by := CASE
    WHEN EXISTS (SELECT FROM memberships m WHERE m.organization_id = OLD.organization_id AND m.record_status = 'active'
           AND OLD.id = ANY (m.custom_role_ids)) THEN 'memberships'
    WHEN EXISTS (SELECT FROM invitations i WHERE i.organization_id = OLD.organization_id AND i.invitation_status = 'PENDING'
           AND OLD.id = ANY (i.custom_role_ids)) THEN 'invitations'
    WHEN EXISTS (SELECT FROM provisioned_groups g WHERE g.organization_id = OLD.organization_id
           AND OLD.id = ANY (g.custom_role_ids)) THEN 'provisioned_groups'
  END;
  IF v_by IS NOT NULL THEN
    RAISE foreign_key_violation USING MESSAGE = format('custom_roles %s is used by %s', OLD.id, v_by),
      TABLE = v_by, CONSTRAINT = format('%s_listed_org_fk', v_by);
  END IF;
  UPDATE memberships SET custom_role_ids = array_remove(custom_role_ids, OLD.id)
    WHERE organization_id = OLD.organization_id AND OLD.id = ANY (custom_role_ids);
  UPDATE invitations SET custom_role_ids = array_remove(custom_role_ids, OLD.id)
    WHERE organization_id = OLD.organization_id AND OLD.id = ANY (custom_role_ids);
  UPDATE provisioned_people SET given_custom_role_ids = array_remove(given_custom_role_ids, OLD.id)
    WHERE organization_id = OLD.organization_id AND OLD.id = ANY (given_custom_role_ids);
  RETURN OLD;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_refuse_delete_of_listed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
DECLARE
  v_by text;
BEGIN
  IF TG_TABLE_NAME = 'accounts' THEN
    v_by := CASE
      -- As the index of the lists asks. All that list it are counted: a plan for the first of those it expects would read the lines one by one.
      WHEN EXISTS (SELECT FROM budget_lines x WHERE x.organization_id = OLD.organization_id AND x.account_ids <> '{}'
           AND x.account_ids @> ARRAY[OLD.id] HAVING count(*) > 0) THEN 'budget_lines'
      -- What a document that is not posted yet will post to.
      WHEN EXISTS (SELECT FROM unposted_documents u JOIN transaction_impact_lines x
             ON x.organization_id = u.organization_id AND x.transaction_id = u.transaction_id
           WHERE u.organization_id = OLD.organization_id AND x.account_id = OLD.id) THEN 'business_transactions'
      WHEN EXISTS (SELECT FROM contract_costs x WHERE x.organization_id = OLD.organization_id
           AND OLD.id IN (x.impair_account_id, x.offset_account_id)) THEN 'contract_costs'
      WHEN EXISTS (SELECT FROM revenue_positions x WHERE x.organization_id = OLD.organization_id
           AND OLD.id IN (x.cash_account_id, x.contract_asset_account_id, x.deferred_account_id, x.exchange_account_id,
             x.interest_expense_account_id, x.interest_income_account_id, x.receivable_account_id, x.refund_account_id)) THEN 'revenue_contracts'
    END;
  ELSE
    v_by := CASE
      WHEN EXISTS (SELECT FROM companies x WHERE x.organization_id = OLD.organization_id AND OLD.id = ANY (x.subsidiary_ids)) THEN 'companies'
      WHEN EXISTS (SELECT FROM memberships x WHERE x.organization_id = OLD.organization_id AND OLD.id = ANY (x.subsidiary_ids)) THEN 'memberships'
      WHEN EXISTS (SELECT FROM api_clients x WHERE x.organization_id = OLD.organization_id AND OLD.id = ANY (x.subsidiary_ids)) THEN 'api_clients'
    END;
  END IF;
  IF v_by IS NOT NULL THEN
    RAISE foreign_key_violation USING MESSAGE = format('%s %s is used by %s', TG_TABLE_NAME, OLD.id, replace(v_by, '_', ' ')),
      TABLE = v_by, CONSTRAINT = format('%s_listed_org_fk', v_by);
  END IF;
  RETURN OLD;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_refuse_delete_of_named()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  v_constraint CONSTANT text := format('business_transaction_lines_%s_org_fk', TG_ARGV[0]);
  v_line record;
BEGIN
  FOR v_line IN EXECUTE format('SELECT l.line_number FROM business_transaction_lines l WHERE l.organization_id = $1 AND l.%I = $2', TG_ARGV[0])
    USING OLD.organization_id, OLD.id
  LOOP
    RAISE foreign_key_violation USING TABLE = 'business_transaction_lines', CONSTRAINT = v_constraint,
      MESSAGE = format('update or delete on table "%s" violates foreign key constraint "%s" on table "business_transaction_lines"',
        TG_TABLE_NAME, v_constraint);
  END LOOP;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_refuse_delete_of_used_entity()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF EXISTS (SELECT 1 FROM business_transactions t WHERE t.organization_id = OLD.organization_id AND t.entity_id = OLD.id) THEN
    RAISE foreign_key_violation USING MESSAGE = format('%s %s is used by business transactions', TG_TABLE_NAME, OLD.id),
      TABLE = 'business_transactions', CONSTRAINT = 'business_transactions_entity_org_fk';
  END IF;
  RETURN OLD;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_refuse_missing_entity(p_type text, p_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_found integer;
BEGIN
  IF p_type = 'CUSTOMER' THEN
    PERFORM FROM customers c WHERE c.organization_id = v_org AND c.id = ANY (p_ids) ORDER BY c.id FOR KEY SHARE;
  ELSIF p_type = 'VENDOR' THEN
    PERFORM FROM vendors c WHERE c.organization_id = v_org AND c.id = ANY (p_ids) ORDER BY c.id FOR KEY SHARE;
  ELSIF p_type = 'EMPLOYEE' THEN
    PERFORM FROM employees c WHERE c.organization_id = v_org AND c.id = ANY (p_ids) ORDER BY c.id FOR KEY SHARE;
  ELSE
    -- check-document refuses the type itself.
    RETURN;
  END IF;
  GET DIAGNOSTICS v_found = ROW_COUNT;
  IF v_found < cardinality(p_ids) THEN
    RAISE foreign_key_violation USING MESSAGE = format('a document refers to a %s that does not exist', lower(p_type)),
      TABLE = 'business_transactions', CONSTRAINT = 'business_transactions_entity_id_org_fk';
  END IF;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_refuse_overlap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_refuse_posted_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.ledger_entry_id IS NULL THEN
    RETURN coalesce(NEW, OLD);
  END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE restrict_violation USING MESSAGE = 'a posted business transaction is reversed, never deleted';
  END IF;
  IF (NEW.transaction_number, NEW.transaction_type_id, NEW.kind, NEW.subsidiary_id, NEW.entity_type, NEW.entity_id, NEW.transaction_date, NEW.due_date,
      NEW.currency_code, NEW.exchange_rate, NEW.subtotal_amount, NEW.tax_amount, NEW.discount_amount, NEW.total_amount,
      NEW.base_total_amount, NEW.ledger_entry_id, NEW.posting_date, NEW.is_adjustment, NEW.memo)
    IS DISTINCT FROM
     (OLD.transaction_number, OLD.transaction_type_id, OLD.kind, OLD.subsidiary_id, OLD.entity_type, OLD.entity_id, OLD.transaction_date, OLD.due_date,
      OLD.currency_code, OLD.exchange_rate, OLD.subtotal_amount, OLD.tax_amount, OLD.discount_amount, OLD.total_amount,
      OLD.base_total_amount, OLD.ledger_entry_id, OLD.posting_date, OLD.is_adjustment, OLD.memo) THEN
    RAISE restrict_violation USING MESSAGE = 'a posted business transaction is immutable';
  END IF;
  RETURN NEW;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_refuse_posted_line_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT l.organization_id, l.transaction_id FROM changed l) c
    CROSS JOIN LATERAL (
      SELECT t.ledger_entry_id FROM business_transactions t
      WHERE t.organization_id = c.organization_id AND t.id = c.transaction_id OFFSET 0) t
    WHERE t.ledger_entry_id IS NOT NULL) THEN
    RAISE restrict_violation USING MESSAGE = 'the lines of a posted business transaction are immutable';
  END IF;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_refuse_posting_twice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT 1 FROM old_rows WHERE run_id IS NOT NULL) THEN
    RAISE restrict_violation USING MESSAGE = format('%s: a row is posted once', TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_refuse_second_posting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE restrict_violation USING MESSAGE = 'revenue_rows: a row is posted once';
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_refuse_unbalanced(p_entries uuid[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  bad record;
BEGIN
  SELECT e.entry_number INTO bad FROM unnest(p_entries) AS asked(id)
  JOIN ledger_entries e ON e.organization_id = daybook_organization() AND e.id = asked.id
  WHERE (SELECT count(*) >= 2 AND sum(l.base_debit) = sum(l.base_credit) FROM ledger_lines l
         WHERE l.organization_id = e.organization_id AND l.entry_id = e.id) IS NOT TRUE
     OR EXISTS (SELECT 1 FROM ledger_lines l WHERE l.organization_id = e.organization_id AND l.entry_id = e.id
                GROUP BY l.currency_code HAVING sum(l.debit) <> sum(l.credit))
  LIMIT 1;
  IF FOUND THEN
    RAISE check_violation USING MESSAGE = format('ledger entry %s does not balance', bad.entry_number),
      CONSTRAINT = 'ledger_entries_balanced';
  END IF;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_refuse_unlock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.period_status = 'LOCKED' AND NEW.period_status <> 'LOCKED' THEN
    RAISE restrict_violation USING MESSAGE = 'a locked period stays locked';
  END IF;
  RETURN NEW;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_refuse_used_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF (TG_OP = 'DELETE' OR NEW.is_summary AND NOT OLD.is_summary OR NEW.control_for IS DISTINCT FROM OLD.control_for)
     AND EXISTS (SELECT 1 FROM ledger_lines l WHERE l.organization_id = OLD.organization_id AND l.account_id = OLD.id) THEN
    RAISE foreign_key_violation USING MESSAGE = format('account %s has ledger lines', OLD.code),
      TABLE = 'ledger_lines', CONSTRAINT = 'ledger_lines_account_org_fk';
  END IF;
  RETURN coalesce(NEW, OLD);
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_release_batch_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT OLD.is_live OR NEW.is_live
     OR (NEW.organization_id, NEW.batch_id, NEW.entry_id, NEW.ledger_id) IS DISTINCT FROM (OLD.organization_id, OLD.batch_id, OLD.entry_id, OLD.ledger_id)
     OR NOT EXISTS (SELECT FROM ledger_batches b
       WHERE b.organization_id = OLD.organization_id AND b.id = OLD.batch_id AND b.batch_status = 'UNDONE') THEN
    RAISE EXCEPTION 'an entry stays in its batch until the batch is undone' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_replace_transaction_parts(p_ids uuid[], p_lines jsonb, p_impact jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
BEGIN
  IF p_lines IS NOT NULL THEN
    DELETE FROM business_transaction_lines l WHERE l.organization_id = daybook_organization() AND l.transaction_id = ANY (p_ids);
  END IF;
  DELETE FROM transaction_impact_lines i WHERE i.organization_id = daybook_organization() AND i.transaction_id = ANY (p_ids);
  PERFORM daybook_insert_transaction_parts(coalesce(p_lines, '[]'), p_impact);
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_reverse_cost_rows(p_run uuid, p_limit integer, p_first_open text, p_actor uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_run revenue_runs;
  v_of revenue_runs;
  v_costs uuid[];
  v_rows integer;
  v_entries uuid[];
BEGIN
  SELECT r.* INTO v_run FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = p_run;
  SELECT r.* INTO v_of FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = v_run.reverses_run_id;
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('periods:' || v_org::text, 0));
  SELECT array_agg(l.id) INTO v_costs FROM (
    SELECT c.id FROM contract_costs c WHERE c.organization_id = v_org AND c.id IN (
      SELECT d.cost_id FROM (
        SELECT r.cost_id FROM contract_cost_rows r
        WHERE r.organization_id = v_org AND r.subsidiary_id = v_run.subsidiary_id AND r.run_id = v_of.id
          AND NOT EXISTS (SELECT 1 FROM contract_cost_rows z WHERE z.organization_id = v_org AND z.cost_id = r.cost_id AND z.reverses_seq = r.seq)
          AND (v_run.contract_ids IS NULL OR EXISTS (
            SELECT 1 FROM contract_costs k WHERE k.organization_id = v_org AND k.id = r.cost_id AND k.contract_id = ANY (v_run.contract_ids)))
        ORDER BY r.cost_id LIMIT p_limit) d)
    ORDER BY c.id FOR UPDATE) l;
  IF v_costs IS NULL THEN
    RETURN 0;
  END IF;
  INSERT INTO contract_cost_rows (organization_id, cost_id, seq, subsidiary_id, row_kind, period, amount, reverses_seq, natural_period, event_id,
                                  cause_id)
  SELECT v_org, v.cost_id, s.rows + 2 * (v.n - 1) + x.place, v.subsidiary_id, v.row_kind, greatest(v.period, p_first_open), x.sign * v.amount,
         CASE WHEN x.sign < 0 THEN v.seq END, v.natural_period, v.event_id, v.cause_id
  FROM (SELECT r.*, row_number() OVER (PARTITION BY r.cost_id ORDER BY r.seq)::int AS n FROM contract_cost_rows r
        WHERE r.organization_id = v_org AND r.cost_id = ANY (v_costs) AND r.run_id = v_of.id
          AND NOT EXISTS (SELECT 1 FROM contract_cost_rows z WHERE z.organization_id = v_org AND z.cost_id = r.cost_id AND z.reverses_seq = r.seq)) v
  JOIN (SELECT r.cost_id, count(*)::int AS rows FROM contract_cost_rows r
        WHERE r.organization_id = v_org AND r.cost_id = ANY (v_costs) GROUP BY 1) s ON s.cost_id = v.cost_id
  CROSS JOIN (VALUES (0, -1), (1, 1)) AS x (place, sign);
  SELECT b.o_rows, b.o_entries INTO v_rows, v_entries FROM daybook_book_cost_rows(v_run, v_of, v_costs, p_actor) b;
  INSERT INTO revenue_run_chunks (organization_id, run_id, chunk_number, contracts, rows, amounts, first_entries)
  SELECT v_org, p_run, count(*)::int + 1, 0, v_rows, '{}', v_entries
  FROM revenue_run_chunks c WHERE c.organization_id = v_org AND c.run_id = p_run;
  RETURN v_rows;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_reverse_run_rows(p_run uuid, p_after uuid, p_limit integer, p_first_open text, p_actor uuid)
 RETURNS TABLE(o_contracts integer, o_rows integer, o_last uuid)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_mergejoin TO 'off'
 SET work_mem TO '32MB'
 SET random_page_cost TO '1'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_run revenue_runs;
  v_of revenue_runs;
  v_contracts uuid[];
  v_currencies text[];
  v_places tid[];
  v_minor integer;
  v_period text;
  v_shared boolean;
  v_inserted integer;
  v_changes daybook_position_change[];
  v_revenue daybook_revenue_line[];
  v_done integer;
  v_rows integer;
  v_amounts jsonb;
  v_agrees boolean;
  v_entries uuid[];
BEGIN
  SELECT r.* INTO v_run FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = p_run FOR UPDATE;
  SELECT r.* INTO v_of FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = v_run.reverses_run_id;
  -- A period is closed under the exclusive side of this lock, so no step slips in during a close.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('periods:' || v_org::text, 0));
  SELECT b.o_minor_units, b.o_period INTO v_minor, v_period FROM daybook_open_books(v_run.subsidiary_id, v_run.posting_date) b;

  SELECT l.o_contracts, l.o_currencies, l.o_places INTO v_contracts, v_currencies, v_places
    FROM daybook_lock_posted_contracts(v_of.id, v_run.contract_ids, p_after, p_limit) l;
  IF v_contracts IS NULL THEN
    RETURN QUERY SELECT 0, 0, NULL::uuid;
    RETURN;
  END IF;
  PERFORM daybook_plan_for(cardinality(v_contracts));
  v_shared := v_of.grouping <> 'CONTRACT' AND cardinality(v_contracts) > 1;
  v_inserted := daybook_answer_run_rows(v_run.id, v_of.id, v_contracts, p_first_open);

  -- The entry and the run's rate for each currency, if contracts share their entries.
  WITH currencies AS MATERIALIZED (
    SELECT c.currency_code, daybook_uuid_v7() AS entry_id, coalesce((v_of.rates ->> c.currency_code)::numeric, 1) AS rate
    FROM (SELECT DISTINCT u AS currency_code FROM unnest(v_currencies) u) c
  ),
  -- The contracts, each with its position's place and the entry that takes its revenue back.
  picked AS MATERIALIZED (
    SELECT k.contract_id, k.place, k.currency_code, c.rate, CASE WHEN v_shared THEN c.entry_id ELSE daybook_uuid_v7() END AS entry_id
    FROM unnest(v_contracts, v_places, v_currencies) AS k (contract_id, place, currency_code)
    JOIN currencies c ON c.currency_code = k.currency_code
  ),
  -- The answers of the opposite amount are the only reversals not posted yet.
  marked AS (
    UPDATE revenue_rows r SET run_id = v_run.id, entry_id = k.entry_id, posted_period = v_period, posted_at = now()
    FROM picked k
    WHERE r.organization_id = v_org AND r.contract_id = k.contract_id AND r.reverses_seq IS NOT NULL AND r.run_id IS NULL
    RETURNING k.contract_id, k.place, k.entry_id, k.currency_code, k.rate, r.obligation_key, -r.amount AS amount
  ),
  -- What each contract had earned on each account with its dimensions.
  shares AS (
    SELECT d.contract_id, o.revenue_account_id AS account_id, o.class_id, o.department_id, o.location_id, o.project_id,
           any_value(d.place) AS place, any_value(d.entry_id) AS entry_id, any_value(d.currency_code) AS currency_code,
           any_value(d.rate) AS rate, sum(d.amount) AS part, count(*)::int AS rows
    FROM marked d
    CROSS JOIN LATERAL (
      SELECT w.* FROM performance_obligations w
      WHERE w.organization_id = v_org AND w.contract_id = d.contract_id AND w.key = d.obligation_key OFFSET 0) o
    GROUP BY 1, 2, 3, 4, 5, 6
  ),
  -- The first share of a contract stands for the contract; each share has the running total up to and including it.
  ranked AS (
    SELECT s.*, row_number() OVER w = 1 AS leads, sum(s.part) OVER w AS reached, sum(s.part) OVER (PARTITION BY s.contract_id) AS amount
    FROM shares s
    WINDOW w AS (PARTITION BY s.contract_id ORDER BY s.account_id, s.class_id, s.department_id, s.location_id, s.project_id ROWS UNBOUNDED PRECEDING)
  ),
  -- What the run did to each contract, and what taking it back does to its position; own_entry: the entry it made for this one alone.
  changed AS MATERIALIZED (
    SELECT k.*, p.net AS stood, p.net_base AS stood_base, p.receivable_account_id, p.contract_asset_account_id, p.deferred_account_id,
           p.exchange_account_id, m.revenue, m.revenue_base, m.event_id, m.own_entry, e.net, e.net_base, e.receivable, e.receivable_base
    FROM ranked k
    JOIN revenue_positions p ON p.ctid = k.place AND p.contract_id IS NOT DISTINCT FROM k.contract_id
    CROSS JOIN LATERAL (
      SELECT sum(w.receivable) AS due, sum(w.receivable_base) AS due_base, sum(w.revenue) AS revenue,
             sum(w.revenue_base) AS revenue_base, any_value(w.event_id) AS event_id,
             CASE WHEN count(*) = 1 AND bool_and(w.id = w.entry_id) THEN any_value(w.entry_id) END AS own_entry
      FROM revenue_movements w WHERE w.organization_id = v_org AND w.contract_id = k.contract_id AND w.run_id = v_of.id OFFSET 0) m
    CROSS JOIN LATERAL daybook_effect_of_reversal(k.amount, k.rate, v_minor, p.net, p.net_base, p.receivable, p.receivable_base,
                                                  m.due, m.due_base, m.revenue_base) e
  )
  SELECT (SELECT array_agg(ROW(v.place, CASE WHEN v_shared THEN daybook_uuid_v7() ELSE v.entry_id END, v.contract_id, v.entry_id,
                               v_run.posting_date, v.receivable_account_id, v.contract_asset_account_id, v.deferred_account_id,
                               v.exchange_account_id, 'REVENUE', -v.amount, v.currency_code, v.rate, v.stood, v.stood_base, v.net, v.net_base,
                               v.receivable, v.receivable_base, -v.amount, -v.revenue_base, -v.receivable, 0, 0, 0, 0, 0, 0,
                               v_run.id, v.event_id, NULL, CASE WHEN NOT v_shared THEN v.own_entry END, NULL, NULL, NULL,
                               CASE WHEN v.event_id IS NOT NULL THEN v_run.posting_date END)::daybook_position_change)
          FROM changed v WHERE v.leads),
         -- Its base amounts by the cumulative shares that the run posted.
         (SELECT array_agg(ROW(v.entry_id, v.account_id, v.class_id, v.department_id, v.location_id, v.project_id, v.part,
                               daybook_base_of_part(v.revenue_base, v.part, v.reached, v.amount, v.rate, v_minor))::daybook_revenue_line)
          FROM changed v),
         t.contracts, t.rows, t.amounts,
         2 * t.rows = v_inserted AND NOT EXISTS (SELECT 1 FROM changed v WHERE v.leads AND v.revenue <> v.amount)
  FROM (
    SELECT coalesce(sum(c.contracts), 0)::int AS contracts, coalesce(sum(c.rows), 0)::int AS rows, jsonb_object_agg(c.currency_code, (-c.amount)::text) AS amounts
    FROM (SELECT v.currency_code, sum(v.part) AS amount, sum(v.rows) AS rows, count(*) FILTER (WHERE v.leads) AS contracts FROM changed v GROUP BY 1) c
  ) t
  INTO v_changes, v_revenue, v_done, v_rows, v_amounts, v_agrees;
  IF NOT v_agrees THEN
    RAISE serialization_failure USING MESSAGE = 'the movements of a run do not agree with its rows';
  END IF;
  v_entries := daybook_move_positions(v_changes, v_revenue, v_run.subsidiary_id, v_shared, false, 'REVENUE_RUN',
                                      format('Reversal of run %s, run %s', v_of.run_number, v_run.run_number), p_actor);
  INSERT INTO revenue_run_chunks (organization_id, run_id, chunk_number, contracts, rows, amounts, first_entries)
  SELECT v_org, p_run, count(*)::int + 1, v_done, v_rows, coalesce(v_amounts, '{}'), v_entries
  FROM revenue_run_chunks c WHERE c.organization_id = v_org AND c.run_id = p_run;
  RETURN QUERY SELECT v_done, v_rows, v_contracts[cardinality(v_contracts)];
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_reverse_transactions(p_ids uuid[], p_dates date[], p_reason text, p_actor_id uuid)
 RETURNS TABLE(o_ord integer, o_refusal text, o_detail jsonb, o_reversal_id uuid, o_reversal_number text, o_entry_id uuid, o_entry_number text)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_now timestamptz(3) := clock_timestamp();
  v_type transaction_types;
  v_made daybook_reversal[];
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('periods:' || v_org::text, 0));
  PERFORM FROM business_transactions t WHERE t.organization_id = v_org AND t.id = ANY (p_ids) ORDER BY t.id FOR NO KEY UPDATE;
  SELECT * INTO STRICT v_type FROM transaction_types y WHERE y.organization_id = v_org AND y.kind = 'JOURNAL' ORDER BY y.code LIMIT 1;

  SELECT array_agg(j ORDER BY j.ord) INTO v_made FROM daybook_judge_reversals(p_ids, p_dates) j;

  -- Numbers in the order of the items, one block a fiscal year, the years in order, so that two batches never deadlock.
  WITH items AS MATERIALIZED (
    SELECT m.*, count(*) FILTER (WHERE m.refusal IS NULL) OVER (PARTITION BY m.fiscal_year ORDER BY m.ord) AS nth FROM unnest(v_made) m
  ), series AS MATERIALIZED (
    SELECT y.fiscal_year, daybook_take_numbers(v_type.number_prefix, y.fiscal_year, y.n) AS first
    FROM (SELECT i.fiscal_year, count(*)::integer AS n FROM items i WHERE i.refusal IS NULL GROUP BY 1 ORDER BY 1) y
  )
  SELECT array_agg(ROW(i.ord, i.id, i.refusal, i.detail, i.date, i.period_id, i.fiscal_year, i.reversal_id,
      CASE WHEN i.refusal IS NULL THEN daybook_format_number(v_type.number_prefix, i.fiscal_year, s.first - 1 + i.nth) END,
      i.entry_id)::daybook_reversal ORDER BY i.ord)
    INTO v_made
  FROM items i LEFT JOIN series s ON s.fiscal_year = i.fiscal_year;

  PERFORM daybook_store_reversals(v_made, v_type.id, p_reason, p_actor_id, v_now);
  PERFORM daybook_append_entries(
    ARRAY(SELECT ROW(m.entry_id, e.subsidiary_id, m.period_id, m.fiscal_year, m.date, e.currency_code, e.base_currency_code,
              e.exchange_rate, 'TRANSACTION', m.reversal_id, m.reversal_id, e.id, 'Reversal of ' || e.entry_number || ': ' || p_reason,
              p_actor_id)::daybook_entry_draft
          FROM unnest(v_made) m JOIN business_transactions t ON t.organization_id = v_org AND t.id = m.id
          JOIN ledger_entries e ON e.organization_id = v_org AND e.id = t.ledger_entry_id
          WHERE m.refusal IS NULL ORDER BY m.ord),
    ARRAY(SELECT ROW(m.entry_id, l.line_number, l.account_id, l.subsidiary_id, m.period_id, m.date, l.currency_code,
              l.credit, l.debit, l.base_credit, l.base_debit, l.class_id, l.department_id, l.location_id, l.project_id,
              l.entity_type, l.entity_id, l.memo)::daybook_line_draft
          FROM unnest(v_made) m JOIN business_transactions t ON t.organization_id = v_org AND t.id = m.id
          JOIN ledger_lines l ON l.organization_id = v_org AND l.entry_id = t.ledger_entry_id
          WHERE m.refusal IS NULL ORDER BY m.ord, l.line_number));

  DELETE FROM unposted_documents u
    WHERE u.organization_id = v_org AND u.transaction_id = ANY (ARRAY(SELECT m.reversal_id FROM unnest(v_made) m WHERE m.refusal IS NULL));
  UPDATE business_transactions t SET transaction_status = 'POSTED', ledger_entry_id = m.entry_id, posting_date = m.date, posted_at = v_now,
      posted_by = p_actor_id
    FROM unnest(v_made) m WHERE t.organization_id = v_org AND t.id = m.reversal_id AND m.refusal IS NULL;
  UPDATE business_transactions t SET transaction_status = 'REVERSED', reversal_reason = p_reason, reversal_date = m.date,
      reversal_entry_id = m.entry_id, reversal_transaction_id = m.reversal_id
    FROM unnest(v_made) m WHERE t.organization_id = v_org AND t.id = m.id AND m.refusal IS NULL;
  RETURN QUERY
  SELECT m.ord, m.refusal, m.detail, m.reversal_id, m.number, m.entry_id,
         (SELECT e.entry_number FROM ledger_entries e WHERE e.organization_id = v_org AND e.id = m.entry_id)
  FROM unnest(v_made) m ORDER BY m.ord;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_round_even(p_value numeric, p_digits integer)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
DECLARE
  v_down numeric := trunc(p_value, p_digits);
  v_unit numeric;
BEGIN
  IF p_value = v_down THEN
    RETURN v_down;
  END IF;
  v_unit := power(10::numeric, -p_digits);
  -- A tie goes to the even neighbor: toward zero when that one is even.
  IF abs(p_value - v_down) * 2 = v_unit AND mod(v_down / v_unit, 2) = 0 THEN
    RETURN v_down;
  END IF;
  RETURN round(p_value, p_digits);
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_same_reference(p_kind text, p_entity_id uuid, p_reference text, p_statuses text[], p_most integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN QUERY
  SELECT f.id FROM (
    SELECT o.id, o.transaction_date FROM business_transactions o
    WHERE o.organization_id = daybook_organization() AND o.kind = p_kind AND o.reference_number IS NOT NULL
      -- Worded as in the index.
      AND (o.entity_id::text || ' ' || lower(btrim(o.reference_number))) = p_entity_id::text || ' ' || lower(btrim(p_reference)) AND o.transaction_status = ANY (p_statuses)
    -- Found first: a planner that expects a limit to be reached soon would go through all documents in their order.
    OFFSET 0) f
  ORDER BY f.transaction_date DESC, f.id DESC LIMIT p_most;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_seal_audit(p_limit integer DEFAULT 10000, p_whole boolean DEFAULT false)
 RETURNS integer
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_hash text;
  v_sequence bigint;
  v_from bigint;
  -- Transactions below the first have ended; those from the second on have not begun, unless another server numbered them.
  v_over bigint;
  v_unborn bigint;
  v_newest bigint;
  v_ask_all boolean;
  v_ids uuid[];
  v_texts text[];
  v_hashes text[];
  v_text text;
  v_posted uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('audit:' || v_org::text, 0));
  SELECT s.sequence, s.hash, a.inserted_in_transaction INTO v_sequence, v_hash, v_from
    FROM audit_seals s JOIN audit_log a ON a.organization_id = s.organization_id AND a.id = s.audit_id
    WHERE s.organization_id = v_org ORDER BY s.sequence DESC LIMIT 1;
  v_sequence := coalesce(v_sequence, 0);
  v_hash := coalesce(v_hash, repeat('0', 64));
  v_from := coalesce(v_from, 0);
  v_over := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  v_unborn := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
  SELECT a.inserted_in_transaction INTO v_newest FROM audit_log a
    WHERE a.organization_id = v_org AND a.inserted_in_transaction >= 0 ORDER BY a.inserted_in_transaction DESC LIMIT 1;
  v_ask_all := p_whole OR v_from >= v_over OR v_newest >= v_unborn AND EXISTS (
    SELECT FROM audit_log a WHERE a.organization_id = v_org AND a.inserted_in_transaction = v_newest
      AND a.inserted_in_transaction >= 0 AND (SELECT s.audit_id FROM audit_seals s WHERE s.organization_id = v_org AND s.audit_id = a.id) IS NULL);
  SELECT array_agg(n.id ORDER BY n.inserted_in_transaction, n.id), array_agg(n.text ORDER BY n.inserted_in_transaction, n.id),
         array_agg(n.record_id) FILTER (WHERE n.action = 'gl.transaction.post')
    INTO v_ids, v_texts, v_posted
  FROM (
    SELECT a.id, a.inserted_in_transaction, a.record_id, a.action, daybook_audit_text(a) AS text FROM audit_log a
    WHERE a.organization_id = v_org
      AND a.inserted_in_transaction >= 0
      AND a.inserted_in_transaction >= CASE WHEN v_ask_all THEN 0 ELSE v_from END
      AND a.inserted_in_transaction < CASE WHEN v_ask_all THEN 9223372036854775807 ELSE v_over END
      AND (a.inserted_in_transaction < v_over OR a.inserted_in_transaction >= v_unborn)
      AND (SELECT s.audit_id FROM audit_seals s WHERE s.organization_id = v_org AND s.audit_id = a.id) IS NULL
    ORDER BY a.inserted_in_transaction, a.id LIMIT p_limit
  ) n;
  IF v_ids IS NULL THEN
    RETURN 0;
  END IF;
  v_hashes := ARRAY[v_hash];
  FOREACH v_text IN ARRAY v_texts LOOP
    v_hash := encode(sha256(convert_to(v_hash || v_text, 'UTF8')), 'hex');
    v_hashes := v_hashes || v_hash;
  END LOOP;
  INSERT INTO audit_seals (organization_id, sequence, audit_id, previous_hash, hash)
  SELECT v_org, v_sequence + n.i, n.id, v_hashes[n.i], v_hashes[n.i + 1]
  FROM unnest(v_ids) WITH ORDINALITY AS n(id, i);
  -- Readers of the list of unposted documents also check their status, so it does no harm that posted ones stay listed briefly.
  DELETE FROM unposted_documents u
  WHERE u.organization_id = v_org AND u.transaction_id = ANY (v_posted)
    AND (SELECT t.ledger_entry_id FROM business_transactions t WHERE t.organization_id = v_org AND t.id = u.transaction_id) IS NOT NULL;
  RETURN cardinality(v_ids);
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_seal_ledger(p_limit integer DEFAULT 2000)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_sequence bigint;
  v_hash text;
  v_previous text;
  v_last bigint;
  v_digests bytea;
  v_left integer := p_limit;
  r record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('audit:' || v_org::text, 0));
  SELECT s.sequence, s.hash INTO v_sequence, v_hash FROM ledger_seals s WHERE s.organization_id = v_org ORDER BY s.sequence DESC LIMIT 1;
  v_sequence := coalesce(v_sequence, 0);
  v_hash := coalesce(v_hash, repeat('0', 64));
  FOR r IN
    SELECT c.fiscal_year, c.next_value - 1 AS newest, coalesce(s.last_number, 0) AS sealed
    FROM number_counters c
    LEFT JOIN LATERAL (
      SELECT x.last_number FROM ledger_seals x WHERE x.organization_id = v_org AND x.fiscal_year = c.fiscal_year
      ORDER BY x.last_number DESC LIMIT 1) s ON true
    WHERE c.organization_id = v_org AND c.series = 'GL' AND c.next_value - 1 > coalesce(s.last_number, 0)
    ORDER BY c.fiscal_year
  LOOP
    EXIT WHEN v_left <= 0;
    v_last := least(r.newest, r.sealed + v_left);
    SELECT string_agg(coalesce(d.o_digest, decode(repeat('00', 32), 'hex')), '' ORDER BY d.o_number) INTO v_digests
      FROM daybook_entry_digests(r.fiscal_year, r.sealed + 1, v_last) d;
    v_previous := v_hash;
    v_sequence := v_sequence + 1;
    v_hash := daybook_ledger_seal_hash(v_previous, r.fiscal_year, r.sealed + 1, v_last, v_digests);
    INSERT INTO ledger_seals (organization_id, sequence, fiscal_year, first_number, last_number, digests, previous_hash, hash)
    VALUES (v_org, v_sequence, r.fiscal_year, r.sealed + 1, v_last, v_digests, v_previous, v_hash);
    v_left := v_left - (v_last - r.sealed)::integer;
  END LOOP;
  RETURN p_limit - v_left;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_seal_security_log(p_limit integer DEFAULT 2000, p_whole boolean DEFAULT false)
 RETURNS integer
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_hash text;
  v_sequence bigint;
  v_from bigint;
  -- Transactions below the first have ended; those from the second on have not begun, unless another server numbered them.
  v_over bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  v_unborn bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
  v_newest bigint;
  v_ask_all boolean;
  v_ids uuid[];
  v_texts text[];
  v_hashes text[];
  v_text text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('security:' || v_org::text, 0));
  -- The newest seal always has its row: it is never removed.
  SELECT s.sequence, s.hash, l.inserted_in_transaction INTO v_sequence, v_hash, v_from
    FROM security_seals s JOIN security_log l ON l.organization_id = s.organization_id AND l.id = s.event_id
    WHERE s.organization_id = v_org ORDER BY s.sequence DESC LIMIT 1;
  v_sequence := coalesce(v_sequence, 0);
  v_hash := coalesce(v_hash, repeat('0', 64));
  v_from := coalesce(v_from, 0);
  SELECT l.inserted_in_transaction INTO v_newest FROM security_log l
    WHERE l.organization_id = v_org AND l.inserted_in_transaction >= 0 ORDER BY l.inserted_in_transaction DESC LIMIT 1;
  IF v_newest IS NULL THEN
    RETURN 0;
  END IF;
  v_ask_all := p_whole OR v_from >= v_over OR v_newest >= v_unborn;
  SELECT array_agg(n.id ORDER BY n.inserted_in_transaction, n.id), array_agg(n.text ORDER BY n.inserted_in_transaction, n.id)
    INTO v_ids, v_texts
  FROM (
    SELECT l.id, l.inserted_in_transaction, (to_jsonb(l) - 'inserted_in_transaction')::text AS text FROM security_log l
    WHERE l.organization_id = v_org
      AND l.inserted_in_transaction >= 0
      AND l.inserted_in_transaction >= CASE WHEN v_ask_all THEN 0 ELSE v_from END
      AND (l.inserted_in_transaction < v_over OR l.inserted_in_transaction >= v_unborn)
      AND (SELECT s.event_id FROM security_seals s WHERE s.organization_id = v_org AND s.event_id = l.id) IS NULL
    ORDER BY l.inserted_in_transaction, l.id LIMIT p_limit
  ) n;
  IF v_ids IS NULL THEN
    RETURN 0;
  END IF;
  v_hashes := ARRAY[v_hash];
  FOREACH v_text IN ARRAY v_texts LOOP
    v_hash := encode(sha256(convert_to(v_hash || v_text, 'UTF8')), 'hex');
    v_hashes := v_hashes || v_hash;
  END LOOP;
  INSERT INTO security_seals (organization_id, sequence, event_id, previous_hash, hash)
  SELECT v_org, v_sequence + n.i, n.id, v_hashes[n.i], v_hashes[n.i + 1]
  FROM unnest(v_ids) WITH ORDINALITY AS n(id, i);
  RETURN cardinality(v_ids);
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_search_documents(p_pattern text, p_numbers boolean, p_limit integer, p_subsidiary uuid, p_kind text, p_type uuid, p_entity uuid, p_from date, p_until date)
 RETURNS TABLE(o_id uuid, o_day date, o_number text, o_status text, o_end date)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_material TO 'off'
AS $function$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  v_text text := upper(replace(trim(BOTH '%' FROM p_pattern), '\', ''));
  v_signs text := translate(p_pattern, '0123456789', 'qxzjkvwfhp');
  v_numbers boolean := p_numbers OR v_text ~ '^[0-9]*$' OR v_text ~ '[%_]' OR EXISTS (
    SELECT FROM number_counters c WHERE c.organization_id = v_org AND position(v_text IN upper(c.series || '-' || c.fiscal_year::text || '-')) > 0);
  -- Null: all subsidiaries. A caller who is confined to some has this setting (src/db/pool.ts), an empty list if to none.
  v_scope uuid[] := nullif(current_setting('app.subsidiaries', true), '')::uuid[];
  v_all boolean := v_scope IS NULL AND p_subsidiary IS NULL;
  -- Narrowed by an id that is of one organization alone, the index need not be asked for the organization too, whose list of documents would be gone through.
  v_narrowed boolean := NOT v_all OR p_entity IS NOT NULL OR p_type IS NOT NULL;
  v_few CONSTANT integer := least(p_limit, 5000);
  v_part CONSTANT text := CASE WHEN p_until - p_from < 64 THEN NULL ELSE daybook_search_part(p_pattern, p_entity, v_few) END;
  v_ids uuid[];
  v_days date[];
  v_texts text[];
  v_statuses text[];
  v_width integer := 16;
  v_before date := coalesce(p_until, 'infinity'::date - 1) + 1;
  v_spans integer[];
  v_ends date[];
  v_found bigint := 0;
  v_rows bigint;
BEGIN
  v_scope := CASE WHEN v_all THEN ARRAY[NULL::uuid] WHEN p_subsidiary IS NULL THEN v_scope
    WHEN v_scope IS NULL OR p_subsidiary = ANY (v_scope) THEN ARRAY[p_subsidiary] ELSE '{}' END;
  -- What few have is looked for in all days at once. Each look into the index also goes through what is not merged into it yet.
  IF v_part IS NOT NULL THEN
    SELECT count(*), array_agg(f.id) FILTER (WHERE f.fits), array_agg(f.day) FILTER (WHERE f.fits), array_agg(f.number) FILTER (WHERE f.fits), array_agg(f.status) FILTER (WHERE f.fits)
    INTO v_rows, v_ids, v_days, v_texts, v_statuses
    FROM (
      SELECT x.*, x.fits_text AND (p_from IS NULL OR x.day >= p_from) AND (p_until IS NULL OR x.day <= p_until) AS fits
      FROM unnest(v_scope::text[]) AS c(id)
      CROSS JOIN LATERAL (
        SELECT t.id, t.transaction_date, t.transaction_number, t.transaction_status, t.memo ILIKE p_pattern OR t.reference_number ILIKE p_pattern
        FROM business_transactions t
        WHERE coalesce(t.organization_id = v_org, false) AND (v_narrowed OR t.organization_id = v_org) AND (v_all OR t.subsidiary_id::text = c.id)
          AND (p_kind IS NULL OR t.kind || '' = p_kind) AND (p_type IS NULL OR t.transaction_type_id::text = p_type::text)
          AND (p_entity IS NULL OR t.entity_id::text = p_entity::text)
          AND (translate(t.transaction_number, '0123456789', 'qxzjkvwfhp') || E'\n' || coalesce(t.memo, '') || E'\n' || coalesce(t.reference_number, '')) ILIKE v_part
        UNION ALL
        SELECT t.id, t.transaction_date, t.transaction_number, t.transaction_status,
          t.transaction_number ILIKE p_pattern AND (t.memo ILIKE p_pattern OR t.reference_number ILIKE p_pattern) IS NOT TRUE
        FROM business_transactions t
        WHERE v_numbers AND coalesce(t.organization_id = v_org, false) AND (v_narrowed OR t.organization_id = v_org) AND (v_all OR t.subsidiary_id::text = c.id)
          AND (p_kind IS NULL OR t.kind || '' = p_kind) AND (p_type IS NULL OR t.transaction_type_id::text = p_type::text)
          AND (p_entity IS NULL OR t.entity_id::text = p_entity::text)
          AND (translate(t.transaction_number, '0123456789', 'qxzjkvwfhp') || E'\n' || coalesce(t.memo, '') || E'\n' || coalesce(t.reference_number, '')) ILIKE v_signs
      ) x (id, day, number, status, fits_text)
      LIMIT v_few) f;
    IF v_rows < v_few THEN
      RETURN QUERY SELECT f.id, f.day, f.number, f.status, f.day + 1 FROM unnest(v_ids, v_days, v_texts, v_statuses) AS f (id, day, number, status) ORDER BY f.day DESC, f.number DESC;
      RETURN;
    END IF;
  END IF;
  FOR v_step IN 1..2 LOOP
    SELECT array_agg(s.o_span ORDER BY s.o_span DESC), array_agg(s.o_end ORDER BY s.o_span DESC) INTO v_spans, v_ends
    FROM daybook_search_spans(false, v_width, p_from, v_before, CASE v_step WHEN 1 THEN 4 ELSE 10000 END) s;
    RETURN QUERY
    SELECT f.id, f.transaction_date, f.transaction_number, f.transaction_status, b.until
    FROM (SELECT s.n, s.until FROM unnest(v_spans, v_ends) AS s(n, until) ORDER BY s.n DESC) b
    CROSS JOIN unnest(v_scope::text[]) AS c(id)
    CROSS JOIN LATERAL (
      SELECT t.id, t.transaction_date, t.transaction_number, t.transaction_status
      FROM business_transactions t
      WHERE coalesce(t.organization_id = v_org, false) AND (v_narrowed OR t.organization_id = v_org) AND (v_all OR t.subsidiary_id::text = c.id)
        AND (v_width <> 16 OR (t.transaction_date - DATE '1970-01-01') / 16 = b.n) AND (v_width <> 256 OR (t.transaction_date - DATE '1970-01-01') / 256 = b.n)
        AND (p_kind IS NULL OR t.kind || '' = p_kind) AND (p_type IS NULL OR t.transaction_type_id::text = p_type::text)
        AND (p_entity IS NULL OR t.entity_id::text = p_entity::text)
        AND (p_from IS NULL OR t.transaction_date >= p_from) AND t.transaction_date < v_before AND (p_until IS NULL OR t.transaction_date <= p_until)
        AND (translate(t.transaction_number, '0123456789', 'qxzjkvwfhp') || E'\n' || coalesce(t.memo, '') || E'\n' || coalesce(t.reference_number, '')) ILIKE p_pattern
        AND (t.memo ILIKE p_pattern OR t.reference_number ILIKE p_pattern)
      UNION ALL
      SELECT t.id, t.transaction_date, t.transaction_number, t.transaction_status
      FROM business_transactions t
      WHERE v_numbers AND coalesce(t.organization_id = v_org, false) AND (v_narrowed OR t.organization_id = v_org) AND (v_all OR t.subsidiary_id::text = c.id)
        AND (v_width <> 16 OR (t.transaction_date - DATE '1970-01-01') / 16 = b.n) AND (v_width <> 256 OR (t.transaction_date - DATE '1970-01-01') / 256 = b.n)
        AND (p_kind IS NULL OR t.kind || '' = p_kind) AND (p_type IS NULL OR t.transaction_type_id::text = p_type::text)
        AND (p_entity IS NULL OR t.entity_id::text = p_entity::text)
        AND (p_from IS NULL OR t.transaction_date >= p_from) AND t.transaction_date < v_before AND (p_until IS NULL OR t.transaction_date <= p_until)
        AND (translate(t.transaction_number, '0123456789', 'qxzjkvwfhp') || E'\n' || coalesce(t.memo, '') || E'\n' || coalesce(t.reference_number, '')) ILIKE v_signs
        AND t.transaction_number ILIKE p_pattern AND (t.memo ILIKE p_pattern OR t.reference_number ILIKE p_pattern) IS NOT TRUE
      OFFSET 0) f
    ORDER BY b.n DESC LIMIT p_limit - v_found;
    GET DIAGNOSTICS v_rows = ROW_COUNT;
    v_found := v_found + v_rows;
    EXIT WHEN v_found >= p_limit OR v_spans IS NULL;
    -- As many in the spans to come would still be too few in all: then these are taken together.
    v_width := CASE WHEN v_found < p_limit / 8 THEN 256 ELSE 16 END;
    v_before := DATE '1970-01-01' + v_spans[cardinality(v_spans)] * 16 - CASE WHEN v_spans[cardinality(v_spans)] > 0 THEN 0 ELSE 15 END;
  END LOOP;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_search_entries(p_pattern text, p_limit integer, p_subsidiary uuid, p_source text, p_from date, p_until date)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_material TO 'off'
AS $function$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  -- Null: all subsidiaries. A caller who is confined to some has this setting (src/db/pool.ts), an empty list if to none.
  v_scope uuid[] := nullif(current_setting('app.subsidiaries', true), '')::uuid[];
  v_all boolean := v_scope IS NULL AND p_subsidiary IS NULL;
  v_width integer;
  v_before date;
  v_spans integer[];
  v_found bigint;
  v_rows bigint;
BEGIN
  v_scope := CASE WHEN v_all THEN ARRAY[NULL::uuid] WHEN p_subsidiary IS NULL THEN v_scope
    WHEN v_scope IS NULL OR p_subsidiary = ANY (v_scope) THEN ARRAY[p_subsidiary] ELSE '{}' END;
  -- First what documents posted, by the days of the documents, and then all other entries.
  FOR v_part IN 1..2 LOOP
    CONTINUE WHEN v_part = 1 AND p_source <> 'TRANSACTION';
    v_width := 16;
    v_found := 0;
    v_before := CASE v_part WHEN 1 THEN 'infinity'::date ELSE coalesce(p_until, 'infinity'::date - 1) + 1 END;
    FOR v_step IN 1..2 LOOP
      SELECT array_agg(s.o_span ORDER BY s.o_span DESC) INTO v_spans
      FROM daybook_search_spans(v_part = 2, v_width, CASE v_part WHEN 2 THEN p_from END, v_before, CASE v_step WHEN 1 THEN 4 ELSE 10000 END) s;
      RETURN QUERY
      SELECT f.id
      FROM (SELECT s AS n FROM unnest(v_spans) s ORDER BY s DESC) b
      CROSS JOIN unnest(v_scope::text[]) AS c(id)
      CROSS JOIN LATERAL (
        SELECT t.ledger_entry_id AS id FROM business_transactions t
        WHERE v_part = 1 AND t.organization_id = v_org AND (v_all OR t.subsidiary_id::text = c.id)
          AND (v_width <> 16 OR (t.transaction_date - DATE '1970-01-01') / 16 = b.n) AND (v_width <> 256 OR (t.transaction_date - DATE '1970-01-01') / 256 = b.n)
          AND t.transaction_date < v_before
          AND (translate(t.transaction_number, '0123456789', 'qxzjkvwfhp') || E'\n' || coalesce(t.memo, '') || E'\n' || coalesce(t.reference_number, '')) ILIKE p_pattern
          AND t.memo ILIKE p_pattern AND t.ledger_entry_id IS NOT NULL
        UNION ALL
        SELECT e.id FROM ledger_entries e
        WHERE v_part = 2 AND e.organization_id = v_org AND (e.source_kind <> 'TRANSACTION' OR e.reversal_of_id IS NOT NULL)
          AND (v_all OR e.subsidiary_id::text = c.id) AND (p_source IS NULL OR e.source_kind || '' = p_source)
          AND (v_width <> 16 OR (e.posting_date - DATE '1970-01-01') / 16 = b.n) AND (v_width <> 256 OR (e.posting_date - DATE '1970-01-01') / 256 = b.n)
          AND e.posting_date < v_before
          AND (p_from IS NULL OR e.posting_date >= p_from) AND (p_until IS NULL OR e.posting_date <= p_until)
          AND (e.entry_number || E'\n' || coalesce(e.memo, '')) ILIKE p_pattern
          AND (e.entry_number ILIKE p_pattern OR e.memo ILIKE p_pattern)
        OFFSET 0) f
      ORDER BY b.n DESC LIMIT p_limit - v_found;
      GET DIAGNOSTICS v_rows = ROW_COUNT;
      v_found := v_found + v_rows;
      EXIT WHEN v_found >= p_limit OR v_spans IS NULL;
      v_width := CASE WHEN v_found < p_limit / 8 THEN 256 ELSE 16 END;
      v_before := DATE '1970-01-01' + v_spans[cardinality(v_spans)] * 16 - CASE WHEN v_spans[cardinality(v_spans)] > 0 THEN 0 ELSE 15 END;
    END LOOP;
  END LOOP;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_search_page(p_noun text, p_pattern text, p_most integer, p_equals jsonb, p_order text[], p_skip bigint, p_take bigint)
 RETURNS TABLE(o_found integer, o_ids uuid[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
DECLARE
  -- Null: all subsidiaries. A caller who is confined to some has this setting (src/db/pool.ts), an empty list if to none.
  v_scope CONSTANT uuid[] := nullif(current_setting('app.subsidiaries', true), '')::uuid[];
  -- A text that is one line is in the text of all fields where it is in one of them.
  v_is_line CONSTANT boolean := p_pattern ~ '^%([^%_\\\n]|\\[^\n])*%$';
  v_noun record;
  v_order text;
  v_columns text;
  v_conditions text;
BEGIN
  IF EXISTS (SELECT FROM unnest(p_order) o WHERE o !~ '^[a-z_]+ (asc|desc)( nulls (first|last))?$') THEN
    RAISE invalid_parameter_value USING MESSAGE = 'not a column with its direction', DETAIL = p_order::text;
  END IF;
  SELECT string_agg('m.' || quote_ident(split_part(o, ' ', 1)) || substr(o, position(' ' IN o)), ', ' ORDER BY n),
    string_agg(DISTINCT ', x.' || quote_ident(split_part(o, ' ', 1)), '') FILTER (WHERE split_part(o, ' ', 1) <> 'id')
  INTO v_order, v_columns FROM unnest(p_order) WITH ORDINALITY AS o (o, n);
  SELECT string_agg(format(' AND x.%I = %L', e.key, e.value), '') INTO v_conditions FROM jsonb_each_text(p_equals) e;
  FOR v_noun IN SELECT * FROM daybook_searched_noun(p_noun) LOOP
    RETURN QUERY EXECUTE format(
      'WITH matches AS MATERIALIZED (SELECT x.id%s FROM %I x WHERE x.organization_id = $3 AND (%s) ILIKE $1%s%s%s LIMIT $4 + 1)
       SELECT (SELECT count(*)::integer FROM matches), CASE WHEN (SELECT count(*) <= $4 FROM matches) IS NOT FALSE
         THEN ARRAY(SELECT m.id FROM matches m ORDER BY %s OFFSET $5 LIMIT $6) ELSE ''{}'' END',
      v_columns, v_noun.o_table, v_noun.o_text,
      CASE WHEN v_is_line THEN '' ELSE format(' AND (%s OR %s)', v_noun.o_named, v_noun.o_mailed) END,
      CASE WHEN v_scope IS NULL THEN '' ELSE format(' AND (%s)', v_noun.o_reached) END, v_conditions, v_order)
    USING p_pattern, v_scope, daybook_organization(), p_most, p_skip, p_take;
  END LOOP;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_search_part(p_pattern text, p_entity uuid, p_few integer)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  v_pages CONSTANT bigint := pg_relation_size('business_transactions') / 8192;
  v_page bigint;
  v_texts text[] := '{}';
  v_word text;
  v_part text := p_pattern;
BEGIN
  FOR v_step IN 0..least(64, v_pages) - 1 LOOP
    v_page := v_step * v_pages / least(64, v_pages);
    v_texts := v_texts || ARRAY(
      SELECT lower(translate(t.transaction_number, '0123456789', 'qxzjkvwfhp') || E'\n' || coalesce(t.memo, '') || E'\n' || coalesce(t.reference_number, ''))
      FROM business_transactions t WHERE t.ctid >= format('(%s,0)', v_page)::tid AND t.ctid < format('(%s,0)', v_page + 1)::tid
        AND t.organization_id = v_org AND (p_entity IS NULL OR t.entity_id = p_entity));
  END LOOP;
  FOR v_word IN SELECT DISTINCT m[1] FROM regexp_matches(lower(p_pattern), '(?<![\\[:alnum:]])[[:alnum:]]{3,}', 'g') m LOOP
    IF (SELECT 2 * count(*) FILTER (WHERE position(v_word IN x) > 0) >= count(*) FROM unnest(v_texts) x) THEN
      v_part := regexp_replace(v_part, '(?<![\\[:alnum:]])' || v_word || '(?![[:alnum:]])', '%', 'gi');
    END IF;
  END LOOP;
  -- Without a word of three letters or digits the index would have nothing to look for.
  v_part := CASE WHEN v_part ~ '(?<![\\[:alnum:]])[[:alnum:]]{3,}' THEN v_part ELSE p_pattern END;
  RETURN CASE WHEN (
    SELECT count(*) * greatest(64, v_pages) / 64 <= p_few FROM unnest(v_texts) x
    WHERE x LIKE lower(v_part) OR x LIKE lower(translate(p_pattern, '0123456789', 'qxzjkvwfhp'))
  ) THEN v_part END;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_search_parties(p_noun text, p_pattern text, p_limit integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
DECLARE
  v_noun record;
BEGIN
  FOR v_noun IN SELECT * FROM daybook_searched_noun(p_noun) LOOP
    -- The text has several fields, and a pattern might match across two of them.
    RETURN QUERY EXECUTE format('SELECT x.id FROM %I x WHERE x.organization_id = $2 AND (%s) ILIKE $1 AND (%s) LIMIT $3',
      v_noun.o_table, v_noun.o_text, v_noun.o_named) USING p_pattern, daybook_organization(), p_limit;
  END LOOP;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_search_spans(p_entries boolean, p_width integer, p_from date, p_before date, p_most integer)
 RETURNS TABLE(o_span integer, o_end date)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_indexscan TO 'on'
 SET enable_indexonlyscan TO 'on'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  v_before date := p_before;
  v_day date;
BEGIN
  FOR i IN 1..p_most LOOP
    IF p_entries THEN
      SELECT e.posting_date INTO v_day FROM ledger_entries e
      WHERE e.organization_id = v_org AND e.posting_date < v_before ORDER BY e.posting_date DESC LIMIT 1;
    ELSE
      SELECT t.transaction_date INTO v_day FROM business_transactions t
      WHERE t.organization_id = v_org AND t.transaction_date < v_before ORDER BY t.transaction_date DESC LIMIT 1;
    END IF;
    EXIT WHEN v_day IS NULL OR v_day < p_from;
    o_span := (v_day - DATE '1970-01-01') / p_width;
    -- Division rounds toward 1970, so that the span of that day reaches to both sides of it.
    o_end := least(v_before, DATE '1970-01-01' + o_span * p_width + CASE WHEN o_span < 0 THEN 1 ELSE p_width END);
    RETURN NEXT;
    v_before := DATE '1970-01-01' + o_span * p_width - CASE WHEN o_span > 0 THEN 0 ELSE p_width - 1 END;
  END LOOP;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_searched_noun(p_noun text)
 RETURNS TABLE(o_table text, o_text text, o_named text, o_mailed text, o_reached text)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT n.tab, n.words, n.named, n.mailed, n.reached FROM (VALUES
    ('customer', 'customers', $w$company_name || E'\n' || coalesce(customer_id, '') || E'\n' || coalesce(contact_email, '')$w$,
      'company_name ILIKE $1 OR customer_id ILIKE $1', 'contact_email ILIKE $1', 'subsidiary_id IS NULL OR subsidiary_id = ANY ($2)'),
    ('prospect', 'prospects', $w$name || E'\n' || coalesce(company, '') || E'\n' || coalesce(email, '')$w$,
      'name ILIKE $1 OR company ILIKE $1', 'email ILIKE $1', 'true'),
    ('vendor', 'vendors', $w$name || E'\n' || code || E'\n' || coalesce(email, '')$w$,
      'name ILIKE $1 OR code ILIKE $1', 'email ILIKE $1', 'true'),
    ('contract', 'revenue_contracts', $w$contract_number || E'\n' || coalesce(name, '')$w$,
      'contract_number ILIKE $1 OR name ILIKE $1', 'false', 'subsidiary_id = ANY ($2)'),
    ('lead', 'leads', $w$name || E'\n' || coalesce(company, '') || E'\n' || coalesce(email, '')$w$,
      'name ILIKE $1 OR company ILIKE $1', 'email ILIKE $1', 'true'),
    ('employee', 'employees', $w$name || E'\n' || coalesce(code, '') || E'\n' || coalesce(display_name, '') || E'\n' || coalesce(email, '')$w$,
      'name ILIKE $1 OR code ILIKE $1', 'display_name ILIKE $1 OR email ILIKE $1', 'subsidiary_id IS NULL OR subsidiary_id = ANY ($2)'),
    ('subscription', 'subscriptions', $w$subscription_number || E'\n' || coalesce(name, '')$w$,
      'subscription_number ILIKE $1 OR name ILIKE $1', 'false', 'subsidiary_id = ANY ($2)'),
    ('item', 'items', $w$name || E'\n' || code$w$,
      'name ILIKE $1 OR code ILIKE $1', 'false', 'true'),
    ('project', 'projects', $w$name || E'\n' || code$w$,
      'name ILIKE $1 OR code ILIKE $1', 'false', 'subsidiary_id = ANY ($2)')
  ) AS n (noun, tab, words, named, mailed, reached)
  WHERE n.noun = p_noun
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_set_gate(p_organization uuid, p_state text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('gate:' || p_organization::text, 0));
  INSERT INTO organization_gates AS g (organization_id, state) VALUES (p_organization, p_state)
  ON CONFLICT (organization_id) DO UPDATE SET state = excluded.state, changed_at = now();
END $function$;

CREATE OR REPLACE FUNCTION daybook_share_even(p_amount numeric, p_part numeric, p_whole numeric, p_digits integer)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE
    -- The amount is the whole, as in the base currency: its share is the part.
    WHEN p_amount = p_whole AND p_part = trunc(p_part, p_digits) AND p_whole <> 0 THEN p_part
    ELSE daybook_round_even(round(p_amount * p_part, 30) / p_whole, p_digits)
  END
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_sides_of_net(p_net numeric, p_base numeric, p_by numeric, p_base_by numeric)
 RETURNS TABLE(contract_asset numeric, contract_asset_base numeric, deferred numeric, deferred_base numeric)
 LANGUAGE sql
 IMMUTABLE ROWS 1
AS $function$
  SELECT greatest(-(p_net + p_by), 0) - greatest(-p_net, 0),
         CASE WHEN p_net + p_by < 0 THEN -(p_base + p_base_by) ELSE 0 END - CASE WHEN p_net < 0 THEN -p_base ELSE 0 END,
         greatest(p_net + p_by, 0) - greatest(p_net, 0),
         CASE WHEN p_net + p_by > 0 THEN p_base + p_base_by ELSE 0 END - CASE WHEN p_net > 0 THEN p_base ELSE 0 END
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_spans_of(p_applications uuid[])
 RETURNS TABLE(o_application_id uuid, o_document_id uuid, o_subsidiary_id uuid, o_kind text, o_entity_type text, o_entity_id uuid, o_currency_code text, o_due_date date, o_opened_on date, o_settled_on date, o_waited smallint, o_amount numeric, o_base numeric)
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
  SELECT a.id, t.id, t.subsidiary_id, t.kind, t.entity_type, t.entity_id, t.currency_code, t.due_date, t.posting_date, a.applied_on,
         width_bucket(a.applied_on - t.posting_date, ARRAY[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384])::smallint,
         v.amount, nullif(v.base, v.amount)
  FROM unnest(p_applications) AS n (id)
  CROSS JOIN LATERAL (SELECT x.* FROM payment_applications x WHERE x.organization_id = daybook_organization() AND x.id = n.id OFFSET 0) a
  CROSS JOIN LATERAL (VALUES
    (a.document_id, a.amount, a.document_base), (a.payment_id, coalesce(a.payment_amount, a.amount), a.payment_base)) AS v (id, amount, base)
  CROSS JOIN LATERAL (SELECT x.* FROM business_transactions x WHERE x.organization_id = daybook_organization() AND x.id = v.id OFFSET 0) t
  WHERE a.reversed_at IS NULL AND t.posting_date < a.applied_on
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_state_of(p_record jsonb, p_columns text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN concat_ws('/'::text, (p_record ->> (p_columns)[0]), (p_record ->> (p_columns)[1]));
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_store_journals(p_posts boolean, p_type uuid, p_now timestamp with time zone, p_asked jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  v_actor CONSTANT uuid := (p_asked ->> 'actorId')::uuid;
  v_status CONSTANT text := CASE WHEN p_posts THEN 'POSTED' ELSE 'DRAFT' END;
  -- Who and when, of what is done where it posts.
  v_by CONSTANT uuid := CASE WHEN p_posts THEN v_actor END;
  v_at CONSTANT timestamptz := CASE WHEN p_posts THEN p_now END;
  v_slot CONSTANT integer := pg_backend_pid() % 8;
BEGIN
  WITH good AS MATERIALIZED (
    SELECT d.*, row_number() OVER (PARTITION BY d.fiscal_year ORDER BY d.unit DESC) AS from_last FROM journal_documents d ORDER BY d.unit
  ),
  lines AS MATERIALIZED (
    SELECT d.id, d.entry_id, l.line_number, l.account_id, d.subsidiary_id, d.period_id, d.day, d.currency, l.amount, greatest(l.amount, 0)::numeric(20, 4) AS debit,
           greatest(-l.amount, 0)::numeric(20, 4) AS credit, l.class_id, l.department_id, l.location_id, coalesce(l.description, d.memo, 'Journal line') AS text
    FROM journal_lines l JOIN journal_documents d ON d.unit = l.unit ORDER BY l.unit, l.line_number
  ),
  documents AS (
    INSERT INTO business_transactions (organization_id, id, transaction_number, transaction_type_id, kind, subsidiary_id, transaction_date,
        currency_code, base_currency_code, exchange_rate, exchange_rate_given, subtotal_amount, tax_amount, discount_amount, total_amount,
        base_total_amount, transaction_status, memo, reference_number, created_by, submitted_by, submitted_at, approved_by, approved_at,
        ledger_entry_id, posting_date, posted_by, posted_at, created_at, updated_at)
    SELECT v_org, g.id, g.transaction_number, p_type, 'JOURNAL', g.subsidiary_id, g.day, g.currency, g.currency, 1, false, 0, 0, 0, 0, 0,
        v_status, g.memo, g.reference, v_actor, v_by, v_at, v_by, v_at, CASE WHEN p_posts THEN g.entry_id END, CASE WHEN p_posts THEN g.day END,
        v_by, v_at, p_now, p_now
    FROM good g
    RETURNING 1
  ),
  document_lines AS (
    INSERT INTO business_transaction_lines (organization_id, transaction_id, line_number, line_type, description, quantity, unit_price,
        line_amount, tax_amount, account_id, class_id, department_id, location_id)
    SELECT v_org, l.id, l.line_number, 'ITEM', l.text, 1, l.amount, l.amount, 0, l.account_id, l.class_id, l.department_id, l.location_id
    FROM lines l
    RETURNING 1
  ),
  impact AS (
    INSERT INTO transaction_impact_lines (organization_id, transaction_id, line_number, document_line_number, account_id, debit, credit,
        base_debit, base_credit, class_id, department_id, location_id, memo, from_subledger)
    SELECT v_org, l.id, l.line_number, l.line_number, l.account_id, l.debit, l.credit, l.debit, l.credit, l.class_id, l.department_id,
        l.location_id, l.text, false
    FROM lines l
    RETURNING 1
  ),
  -- Balances in key order, so that two batches never deadlock.
  balances AS (
    INSERT INTO ledger_balances AS b (organization_id, subsidiary_id, period_id, account_id, currency_code, slot,
                                      debit, credit, base_debit, base_credit, line_count)
    SELECT v_org, l.subsidiary_id, l.period_id, l.account_id, l.currency, v_slot, sum(l.debit), sum(l.credit), sum(l.debit), sum(l.credit), count(*)
    FROM lines l WHERE p_posts
    GROUP BY 2, 3, 4, 5
    ORDER BY 2, 3, 4, 5
    ON CONFLICT (organization_id, subsidiary_id, period_id, account_id, currency_code, slot) DO UPDATE SET
      debit = b.debit + excluded.debit, credit = b.credit + excluded.credit,
      base_debit = b.base_debit + excluded.base_debit, base_credit = b.base_credit + excluded.base_credit,
      line_count = b.line_count + excluded.line_count
    RETURNING 1
  ),
  -- Lines and entries in one statement, as their triggers require.
  written_lines AS (
    INSERT INTO ledger_lines (organization_id, entry_id, line_number, account_id, subsidiary_id, period_id, posting_date, currency_code,
        debit, credit, base_debit, base_credit, class_id, department_id, location_id, memo)
    SELECT v_org, l.entry_id, l.line_number, l.account_id, l.subsidiary_id, l.period_id, l.day, l.currency, l.debit, l.credit, l.debit, l.credit,
        l.class_id, l.department_id, l.location_id, l.text
    FROM lines l WHERE p_posts
    RETURNING 1
  ),
  -- The gapless numbers come last, because whoever takes them blocks everyone else until commit: the condition, which is always
  -- true, makes them wait for everything that needs no number.
  numbers AS (
    INSERT INTO number_counters AS c (organization_id, series, fiscal_year, next_value)
    SELECT v_org, 'GL', g.fiscal_year, 1 + count(*) FROM good g
    WHERE p_posts AND (SELECT count(*) FROM documents) + (SELECT count(*) FROM document_lines) + (SELECT count(*) FROM impact)
      + (SELECT count(*) FROM balances) + (SELECT count(*) FROM written_lines) >= 0
    GROUP BY g.fiscal_year ORDER BY g.fiscal_year
    ON CONFLICT (organization_id, series, fiscal_year) DO UPDATE SET next_value = c.next_value + excluded.next_value - 1
    RETURNING c.fiscal_year, c.next_value
  )
  INSERT INTO ledger_entries (organization_id, id, entry_number, subsidiary_id, book, period_id, posting_date, currency_code,
      base_currency_code, exchange_rate, source_kind, source_id, transaction_id, memo, posted_by)
  SELECT v_org, g.entry_id, daybook_format_number('GL', g.fiscal_year, n.next_value - g.from_last), g.subsidiary_id, 'PRIMARY', g.period_id,
      g.day, g.currency, g.currency, 1, 'TRANSACTION', g.id, g.id, g.memo, v_actor
  FROM good g JOIN numbers n ON n.fiscal_year = g.fiscal_year;

  PERFORM daybook_record_journals(p_posts, p_type, p_now, p_asked);
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_store_reversals(p_made daybook_reversal[], p_type uuid, p_reason text, p_actor_id uuid, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
BEGIN
  INSERT INTO business_transactions (organization_id, id, transaction_number, transaction_type_id, kind, subsidiary_id, entity_type, entity_id,
      transaction_date, currency_code, base_currency_code, exchange_rate, exchange_rate_given, subtotal_amount, tax_amount, discount_amount,
      total_amount, base_total_amount, transaction_status, memo, project_id, revenue_contract_id, created_by, submitted_by, submitted_at,
      approved_by, approved_at, reverses_transaction_id)
  SELECT v_org, m.reversal_id, m.number, p_type, 'JOURNAL', t.subsidiary_id, t.entity_type, t.entity_id, m.date, t.currency_code,
      t.base_currency_code, t.exchange_rate, true, 0, 0, 0, 0, 0, 'APPROVED',
      left('Reversal of ' || t.transaction_number || ': ' || p_reason, 1000), t.project_id, t.revenue_contract_id, p_actor_id,
      p_actor_id, p_now, p_actor_id, p_now, t.id
  FROM unnest(p_made) m JOIN business_transactions t ON t.organization_id = v_org AND t.id = m.id
  WHERE m.refusal IS NULL ORDER BY m.ord;
  INSERT INTO business_transaction_lines (organization_id, transaction_id, line_number, line_type, description, quantity, unit_price,
      line_amount, tax_amount, account_id, class_id, department_id, location_id, project_id)
  SELECT v_org, m.reversal_id, l.line_number, 'ITEM', coalesce(l.memo, 'Reversal of ' || t.transaction_number),
      -- A unit price has two digits less before the decimal point than an amount, so the largest are given per hundredth.
      CASE WHEN l.debit + l.credit < 1e14 THEN 1 ELSE 100 END,
      (l.credit - l.debit) / CASE WHEN l.debit + l.credit < 1e14 THEN 1 ELSE 100 END,
      l.credit - l.debit, 0, l.account_id, l.class_id, l.department_id, l.location_id, l.project_id
  FROM unnest(p_made) m JOIN business_transactions t ON t.organization_id = v_org AND t.id = m.id
  JOIN ledger_lines l ON l.organization_id = v_org AND l.entry_id = t.ledger_entry_id
  WHERE m.refusal IS NULL;
  INSERT INTO transaction_impact_lines (organization_id, transaction_id, line_number, document_line_number, account_id, debit, credit,
      base_debit, base_credit, class_id, department_id, location_id, project_id, entity_type, entity_id, memo, from_subledger)
  SELECT v_org, m.reversal_id, l.line_number, l.line_number, l.account_id, l.credit, l.debit, l.base_credit, l.base_debit,
      l.class_id, l.department_id, l.location_id, l.project_id, l.entity_type, l.entity_id, l.memo, true
  FROM unnest(p_made) m JOIN business_transactions t ON t.organization_id = v_org AND t.id = m.id
  JOIN ledger_lines l ON l.organization_id = v_org AND l.entry_id = t.ledger_entry_id
  WHERE m.refusal IS NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_subledger_moves(p_entries uuid[])
 RETURNS TABLE(o_subsidiary_id uuid, o_period_id uuid, o_kind text, o_entity_type text, o_currency_code text, o_total numeric, o_discount numeric)
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_memoize TO 'off'
AS $function$
  WITH entries AS MATERIALIZED (
    -- The organization is read once, not for each look-up.
    SELECT o.id AS org, e.* FROM (SELECT daybook_organization() AS id OFFSET 0) o
    CROSS JOIN unnest(p_entries) AS n (id)
    CROSS JOIN LATERAL (
      SELECT x.period_id, x.source_kind, x.source_id FROM ledger_entries x
      WHERE x.organization_id = o.id AND x.id = n.id AND x.source_kind IN ('TRANSACTION', 'SETTLEMENT', 'SETTLEMENT_REVERSAL')
      OFFSET 0) e
  ), documents AS MATERIALIZED (
    SELECT e.org, e.period_id, t.* FROM entries e
    CROSS JOIN LATERAL (
      SELECT x.reverses_transaction_id, x.subsidiary_id, x.kind, x.entity_type, x.currency_code, x.total_amount, x.discount_amount
      FROM business_transactions x
      WHERE x.organization_id = e.org AND x.id = e.source_id AND (x.kind <> 'JOURNAL' OR x.reverses_transaction_id IS NOT NULL) OFFSET 0) t
    WHERE e.source_kind = 'TRANSACTION'
  )
  SELECT d.subsidiary_id, d.period_id, d.kind, coalesce(d.entity_type, ''), d.currency_code, d.total_amount, d.discount_amount
  FROM documents d WHERE d.kind <> 'JOURNAL'
  UNION ALL
  SELECT o.subsidiary_id, d.period_id, o.kind, coalesce(o.entity_type, ''), o.currency_code, -o.total_amount, -o.discount_amount
  FROM documents d
  CROSS JOIN LATERAL (
    SELECT x.* FROM business_transactions x WHERE x.organization_id = d.org AND x.id = d.reverses_transaction_id OFFSET 0) o
  WHERE d.reverses_transaction_id IS NOT NULL AND o.kind <> 'JOURNAL'
  UNION ALL
  SELECT d.subsidiary_id, e.period_id, d.kind, coalesce(d.entity_type, ''), v.currency_code,
         v.amount * CASE e.source_kind WHEN 'SETTLEMENT' THEN 1 ELSE -1 END, 0
  FROM entries e
  CROSS JOIN LATERAL (
    SELECT x.* FROM payment_applications x
    WHERE x.organization_id = e.org AND x.id = e.source_id AND x.payment_amount IS NOT NULL OFFSET 0) a
  CROSS JOIN LATERAL (SELECT x.* FROM business_transactions x WHERE x.organization_id = e.org AND x.id = a.document_id OFFSET 0) d
  CROSS JOIN LATERAL (SELECT x.* FROM business_transactions x WHERE x.organization_id = e.org AND x.id = a.payment_id OFFSET 0) y
  CROSS JOIN LATERAL (VALUES (d.currency_code, -a.amount), (y.currency_code, a.payment_amount)) AS v (currency_code, amount)
  WHERE e.source_kind <> 'TRANSACTION'
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_subsidiaries()
 RETURNS uuid[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT coalesce(nullif(current_setting('app.subsidiaries', true), ''), '{}')::uuid[]
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_subsidiary_ancestors(p_id uuid)
 RETURNS TABLE(id uuid, depth integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH RECURSIVE up AS (
    SELECT s.id, s.parent_id, 0 AS depth FROM subsidiaries s WHERE s.organization_id = daybook_organization() AND s.id = p_id
    UNION ALL
    SELECT p.id, p.parent_id, up.depth + 1 FROM up JOIN subsidiaries p ON p.organization_id = daybook_organization() AND p.id = up.parent_id
    WHERE up.depth < 1000
  ) CYCLE id SET looped USING path
  SELECT up.id, up.depth FROM up WHERE NOT up.looped ORDER BY up.depth
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_sum_impact(p_organization uuid, p_transaction uuid)
 RETURNS TABLE(lines bigint, debits numeric, credits numeric, base_debits numeric, base_credits numeric, unresolved boolean, unpostable boolean, lacks_required boolean, lacks_recommended boolean)
 LANGUAGE sql
 STABLE ROWS 1
AS $function$
  SELECT count(*) AS lines,
         sum(l.debit) AS debits, sum(l.credit) AS credits, sum(l.base_debit) AS base_debits, sum(l.base_credit) AS base_credits,
         bool_or(l.account_id IS NULL) AS unresolved,
         bool_or(g.is_summary OR g.record_status <> 'active' OR (g.is_control AND NOT l.from_subledger)) AS unpostable,
         -- Control, tax and other lines of the whole document are left out, because no one could fill them in.
         bool_or(l.document_line_number IS NOT NULL AND g.required_dimensions <> '{}' AND NOT g.required_dimensions
           <@ daybook_carried_dimensions(l.class_id, l.department_id, l.location_id, l.project_id)) AS lacks_required,
         bool_or(l.document_line_number IS NOT NULL AND g.recommended_dimensions <> '{}' AND NOT g.recommended_dimensions
           <@ daybook_carried_dimensions(l.class_id, l.department_id, l.location_id, l.project_id)) AS lacks_recommended
  FROM transaction_impact_lines l
  LEFT JOIN accounts g ON g.organization_id = l.organization_id AND g.id = l.account_id
  WHERE l.organization_id = p_organization AND l.transaction_id = p_transaction
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_sum_revenue_bookings()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
BEGIN
  WITH changes AS MATERIALIZED (
    SELECT n.organization_id, p.subsidiary_id, p.currency_code, p.cohort, n.period, o.revenue_account_id, o.timing, o.expedient, o.nature,
           coalesce(o.class_id, '00000000-0000-0000-0000-000000000000') AS class_id, coalesce(o.department_id, '00000000-0000-0000-0000-000000000000') AS department_id, coalesce(o.location_id, '00000000-0000-0000-0000-000000000000') AS location_id,
           (n.recorded_at AT TIME ZONE 'utc')::date AS recorded_on,
           coalesce(e.effective_date - (extract(day FROM e.effective_date)::int - 1), '-infinity') AS effective_month, sum(n.amount) AS booked
    FROM new_rows n
    CROSS JOIN LATERAL (
      SELECT w.* FROM revenue_positions w WHERE w.organization_id = n.organization_id AND w.contract_id = n.contract_id OFFSET 0) p
    CROSS JOIN LATERAL (
      SELECT w.* FROM performance_obligations w
      WHERE w.organization_id = n.organization_id AND w.contract_id = n.contract_id AND w.key = n.obligation_key OFFSET 0) o
    LEFT JOIN LATERAL (
      SELECT w.effective_date FROM revenue_events w WHERE w.organization_id = n.organization_id AND w.id = n.event_id OFFSET 0) e ON true
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
  ),
  summed AS (
    INSERT INTO revenue_months AS m (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient,
      nature, class_id, department_id, location_id, slot, booked)
    SELECT x.organization_id, x.subsidiary_id, x.currency_code, x.cohort, x.period, x.revenue_account_id, x.timing, x.expedient,
           x.nature, x.class_id, x.department_id, x.location_id, pg_backend_pid() % 8, sum(x.booked)
    FROM changes x
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
    ON CONFLICT (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient, nature, class_id, department_id, location_id, slot)
    DO UPDATE SET booked = m.booked + excluded.booked
  )
  INSERT INTO revenue_month_changes AS m (organization_id, recorded_on, effective_month, subsidiary_id, currency_code, cohort, period,
    revenue_account_id, timing, expedient, nature, class_id, department_id, location_id, slot, booked)
  SELECT x.organization_id, x.recorded_on, x.effective_month, x.subsidiary_id, x.currency_code, x.cohort, x.period, x.revenue_account_id,
         x.timing, x.expedient, x.nature, x.class_id, x.department_id, x.location_id, pg_backend_pid() % 8, x.booked
  FROM changes x ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
  ON CONFLICT (organization_id, recorded_on, effective_month, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing,
    expedient, nature, class_id, department_id, location_id, slot)
  DO UPDATE SET booked = m.booked + excluded.booked;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_sum_revenue_movements()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
BEGIN
  -- The movements are added up once for both: the sums of a day of recording are those of the period, one day of it. A run's movements follow from
  -- no fact, and none is looked up for them.
  WITH added AS MATERIALIZED (
    SELECT n.organization_id, (n.recorded_at AT TIME ZONE 'utc')::date AS recorded_on,
           CASE WHEN n.effective_on IS NOT NULL THEN n.effective_on WHEN n.event_id IS NULL THEN n.posting_date ELSE coalesce((
             SELECT e.effective_date FROM revenue_events e WHERE e.organization_id = n.organization_id AND e.id = n.event_id), n.posting_date) END AS effective_on,
           n.subsidiary_id, n.currency_code, n.period,
           CASE WHEN n.kind = 'DOCUMENT' AND n.amount < 0 THEN 'CREDIT' ELSE n.kind END AS kind, sum(n.deferred) AS deferred
    FROM new_rows n GROUP BY 1, 2, 3, 4, 5, 6, 7
  ), months AS (
    INSERT INTO revenue_movement_months AS m (organization_id, subsidiary_id, currency_code, period, kind, slot, deferred)
    SELECT a.organization_id, a.subsidiary_id, a.currency_code, a.period, a.kind, pg_backend_pid() % 8, sum(a.deferred)
    FROM added a
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (organization_id, subsidiary_id, currency_code, period, kind, slot) DO UPDATE SET deferred = m.deferred + excluded.deferred
  )
  INSERT INTO revenue_movement_changes AS c (organization_id, recorded_on, effective_on, subsidiary_id, currency_code, period, kind, slot, deferred)
  SELECT a.organization_id, a.recorded_on, a.effective_on, a.subsidiary_id, a.currency_code, a.period, a.kind, pg_backend_pid() % 8, a.deferred
  FROM added a ORDER BY 1, 2, 3, 4, 5, 6, 7
  ON CONFLICT (organization_id, recorded_on, effective_on, subsidiary_id, currency_code, period, kind, slot) DO UPDATE SET deferred = c.deferred + excluded.deferred;
  INSERT INTO revenue_movement_days AS d (organization_id, subsidiary_id, currency_code, posting_date, slot, deferred, deferred_base, contract_asset,
      contract_asset_base, refund, refund_base)
  SELECT n.organization_id, n.subsidiary_id, n.currency_code, n.posting_date, pg_backend_pid() % 8, sum(n.deferred), sum(n.deferred_base),
         sum(n.contract_asset), sum(n.contract_asset_base), sum(n.refund), sum(n.refund_base)
  FROM new_rows n
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (organization_id, subsidiary_id, currency_code, posting_date, slot) DO UPDATE SET
    deferred = d.deferred + excluded.deferred, deferred_base = d.deferred_base + excluded.deferred_base,
    contract_asset = d.contract_asset + excluded.contract_asset, contract_asset_base = d.contract_asset_base + excluded.contract_asset_base,
    refund = d.refund + excluded.refund, refund_base = d.refund_base + excluded.refund_base;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_sum_revenue_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_material TO 'off'
 SET join_collapse_limit TO '1'
AS $function$
DECLARE
  v_org uuid;
BEGIN
  -- A fact adds a few rows: planning what follows costs several times what running it does.
  PERFORM daybook_plan_for((SELECT count(*)::int FROM (SELECT FROM new_rows LIMIT 9) n));
  FOR v_org IN SELECT DISTINCT n.organization_id FROM new_rows n LOOP
    IF TG_OP = 'UPDATE' THEN
      WITH grouped AS MATERIALIZED (
        SELECT p.subsidiary_id, p.currency_code, p.cohort, o.revenue_account_id, o.timing, o.expedient, o.nature,
               coalesce(o.class_id, '00000000-0000-0000-0000-000000000000') AS class_id, coalesce(o.department_id, '00000000-0000-0000-0000-000000000000') AS department_id, coalesce(o.location_id, '00000000-0000-0000-0000-000000000000') AS location_id,
               n.period, n.posted_period, n.posted_at,
               coalesce(n.effective_on - (extract(day FROM n.effective_on)::int - 1), '-infinity') AS effective_month, sum(n.amount) AS amount,
               array_agg(k.customer_id) AS customer_ids, array_agg(n.amount) AS amounts
        FROM new_rows n
        JOIN revenue_positions p ON p.organization_id = v_org AND p.contract_id = n.contract_id
        JOIN performance_obligations o ON o.organization_id = v_org AND o.contract_id = n.contract_id AND o.key = n.obligation_key
        CROSS JOIN LATERAL (
          SELECT coalesce(w.customer_id, '00000000-0000-0000-0000-000000000000') AS customer_id FROM revenue_contracts w
          WHERE w.organization_id = v_org AND w.id = n.contract_id OFFSET 0) k
        WHERE n.organization_id = v_org
        GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
      ),
      -- For the sums by customer: one note for each combination, and in it one amount for each customer.
      noted AS (
        INSERT INTO revenue_customer_moves (organization_id, id, currency_code, year, month, day, subsidiary_id, cohort, revenue_account_id, timing,
          expedient, nature, class_id, department_id, location_id, customer_ids, amounts, recorded_at)
        SELECT v_org, daybook_uuid_v7(), g.currency_code, left(g.posted_period, 4)::smallint, substr(g.posted_period, 6, 2)::smallint,
               coalesce(nullif(substr(g.posted_period, 9, 2), ''), '31')::smallint, g.subsidiary_id, g.cohort, g.revenue_account_id, g.timing,
               g.expedient, g.nature, g.class_id, g.department_id, g.location_id, c.customer_ids, c.amounts, g.posted_at
        FROM grouped g
        CROSS JOIN LATERAL (
          SELECT array_agg(x.customer_id) AS customer_ids, array_agg(x.amount) AS amounts
          FROM (
            SELECT u.customer_id, sum(u.amount) AS amount FROM unnest(g.customer_ids, g.amounts) AS u (customer_id, amount) GROUP BY 1
          ) x) c
        WHERE g.posted_period IS NOT NULL
      ),
      changes AS MATERIALIZED (
        SELECT g.subsidiary_id, g.currency_code, g.cohort, x.period, g.revenue_account_id, g.timing, g.expedient, g.nature, g.class_id, g.department_id,
               g.location_id, (g.posted_at AT TIME ZONE 'utc')::date AS recorded_on, g.effective_month, x.settled, x.posted
        FROM grouped g
        CROSS JOIN LATERAL (
          SELECT g.period, g.amount AS settled, CASE WHEN g.posted_period = g.period THEN g.amount ELSE 0 END AS posted
          UNION ALL
          SELECT g.posted_period, 0, g.amount WHERE g.posted_period <> g.period
        ) x
      ),
      summed AS (
        INSERT INTO revenue_months AS m (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient,
          nature, class_id, department_id, location_id, slot, settled, posted)
        SELECT v_org, x.subsidiary_id, x.currency_code, x.cohort, x.period, x.revenue_account_id, x.timing, x.expedient, x.nature, x.class_id,
               x.department_id, x.location_id, pg_backend_pid() % 8,
               sum(x.settled), sum(x.posted)
        FROM changes x
        GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
        ON CONFLICT (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient, nature, class_id, department_id,
          location_id, slot)
        DO UPDATE SET settled = m.settled + excluded.settled, posted = m.posted + excluded.posted
      )
      INSERT INTO revenue_month_changes AS m (organization_id, recorded_on, effective_month, subsidiary_id, currency_code, cohort, period,
        revenue_account_id, timing, expedient, nature, class_id, department_id, location_id, slot, settled, posted)
      SELECT v_org, x.recorded_on, x.effective_month, x.subsidiary_id, x.currency_code, x.cohort, x.period, x.revenue_account_id, x.timing,
             x.expedient, x.nature, x.class_id, x.department_id, x.location_id, pg_backend_pid() % 8, sum(x.settled), sum(x.posted)
      FROM changes x
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
      ON CONFLICT (organization_id, recorded_on, effective_month, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing,
        expedient, nature, class_id, department_id, location_id, slot)
      DO UPDATE SET settled = m.settled + excluded.settled, posted = m.posted + excluded.posted;
    ELSE
      WITH changes AS MATERIALIZED (
        SELECT p.subsidiary_id, p.currency_code, p.cohort, n.period, o.revenue_account_id, o.timing, o.expedient, o.nature,
               coalesce(o.class_id, '00000000-0000-0000-0000-000000000000') AS class_id, coalesce(o.department_id, '00000000-0000-0000-0000-000000000000') AS department_id, coalesce(o.location_id, '00000000-0000-0000-0000-000000000000') AS location_id,
               (n.recorded_at AT TIME ZONE 'utc')::date AS recorded_on,
               coalesce(n.effective_on - (extract(day FROM n.effective_on)::int - 1), '-infinity') AS effective_month, sum(n.amount) AS planned
        FROM new_rows n
        -- A file of contracts brings rows, positions and obligations of which the statistics have not heard: each is looked up by key.
        CROSS JOIN LATERAL (
          SELECT w.subsidiary_id, w.currency_code, w.cohort FROM revenue_positions w
          WHERE w.organization_id = v_org AND w.contract_id = n.contract_id OFFSET 0) p
        CROSS JOIN LATERAL (
          SELECT w.revenue_account_id, w.timing, w.expedient, w.nature, w.class_id, w.department_id, w.location_id FROM performance_obligations w
          WHERE w.organization_id = v_org AND w.contract_id = n.contract_id AND w.key = n.obligation_key OFFSET 0) o
        WHERE n.organization_id = v_org
        GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
      ),
      summed AS (
        INSERT INTO revenue_months AS m (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient,
          nature, class_id, department_id, location_id, slot, planned)
        SELECT v_org, x.subsidiary_id, x.currency_code, x.cohort, x.period, x.revenue_account_id, x.timing, x.expedient, x.nature, x.class_id,
               x.department_id, x.location_id, pg_backend_pid() % 8,
               sum(x.planned)
        FROM changes x
        GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
        ON CONFLICT (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient, nature, class_id, department_id,
          location_id, slot)
        DO UPDATE SET planned = m.planned + excluded.planned
      )
      INSERT INTO revenue_month_changes AS m (organization_id, recorded_on, effective_month, subsidiary_id, currency_code, cohort, period,
        revenue_account_id, timing, expedient, nature, class_id, department_id, location_id, slot, planned)
      SELECT v_org, x.recorded_on, x.effective_month, x.subsidiary_id, x.currency_code, x.cohort, x.period, x.revenue_account_id, x.timing,
             x.expedient, x.nature, x.class_id, x.department_id, x.location_id, pg_backend_pid() % 8, x.planned
      FROM changes x ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
      ON CONFLICT (organization_id, recorded_on, effective_month, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing,
        expedient, nature, class_id, department_id, location_id, slot)
      DO UPDATE SET planned = m.planned + excluded.planned;
    END IF;
  END LOOP;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_sum_revenue_years(p_limit integer DEFAULT 20000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_mergejoin TO 'off'
 SET work_mem TO '32MB'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_summed integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('sum-revenue-years:' || v_org::text, 0));
  WITH oldest AS MATERIALIZED (
    SELECT t.id, cardinality(t.customer_ids) AS n FROM revenue_customer_moves t WHERE t.organization_id = v_org ORDER BY t.id LIMIT p_limit
  ), gone AS (
    DELETE FROM revenue_customer_moves t WHERE t.organization_id = v_org AND t.id = ANY (ARRAY(
      SELECT q.id FROM (SELECT o.id, sum(o.n) OVER (ORDER BY o.id) - o.n AS before FROM oldest o) q WHERE q.before < p_limit))
    RETURNING t.*
  ), moved AS (
    SELECT g.currency_code, g.year, u.customer_id, g.day, g.subsidiary_id, g.cohort, g.revenue_account_id, g.timing, g.expedient, g.nature,
      g.class_id, g.department_id, g.location_id,
      coalesce(sum(u.amount) FILTER (WHERE g.month = 1), 0) AS m01, coalesce(sum(u.amount) FILTER (WHERE g.month = 2), 0) AS m02,
      coalesce(sum(u.amount) FILTER (WHERE g.month = 3), 0) AS m03, coalesce(sum(u.amount) FILTER (WHERE g.month = 4), 0) AS m04,
      coalesce(sum(u.amount) FILTER (WHERE g.month = 5), 0) AS m05, coalesce(sum(u.amount) FILTER (WHERE g.month = 6), 0) AS m06,
      coalesce(sum(u.amount) FILTER (WHERE g.month = 7), 0) AS m07, coalesce(sum(u.amount) FILTER (WHERE g.month = 8), 0) AS m08,
      coalesce(sum(u.amount) FILTER (WHERE g.month = 9), 0) AS m09, coalesce(sum(u.amount) FILTER (WHERE g.month = 10), 0) AS m10,
      coalesce(sum(u.amount) FILTER (WHERE g.month = 11), 0) AS m11, coalesce(sum(u.amount) FILTER (WHERE g.month = 12), 0) AS m12
    FROM gone g CROSS JOIN LATERAL unnest(g.customer_ids, g.amounts) AS u (customer_id, amount)
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
  ), kept AS (
    INSERT INTO revenue_customer_changes (organization_id, recorded_at, id, currency_code, year, month, day, subsidiary_id, cohort, revenue_account_id, timing, expedient, nature, class_id, department_id, location_id, customer_ids, amounts)
    SELECT v_org, g.recorded_at, daybook_uuid_v7(), g.currency_code, g.year, g.month, g.day, g.subsidiary_id, g.cohort, g.revenue_account_id, g.timing,
      g.expedient, g.nature, g.class_id, g.department_id, g.location_id, g.customer_ids, g.amounts
    FROM gone g
  ), summed AS (
    INSERT INTO revenue_customer_years AS y (organization_id, currency_code, year, customer_id, day, subsidiary_id, cohort, revenue_account_id, timing,
      expedient, nature, class_id, department_id, location_id, posted, m01, m02, m03, m04, m05, m06, m07, m08, m09, m10, m11, m12)
    SELECT v_org, m.currency_code, m.year, m.customer_id, m.day, m.subsidiary_id, m.cohort, m.revenue_account_id, m.timing, m.expedient, m.nature,
      m.class_id, m.department_id, m.location_id,
      m.m01 + m.m02 + m.m03 + m.m04 + m.m05 + m.m06 + m.m07 + m.m08 + m.m09 + m.m10 + m.m11 + m.m12,
      m.m01, m.m02, m.m03, m.m04, m.m05, m.m06, m.m07, m.m08, m.m09, m.m10, m.m11, m.m12
    FROM moved m ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
    ON CONFLICT (organization_id, currency_code, year, customer_id, day, subsidiary_id, cohort, revenue_account_id, timing, expedient, nature, class_id,
      department_id, location_id)
    DO UPDATE SET posted = y.posted + excluded.posted, m01 = y.m01 + excluded.m01, m02 = y.m02 + excluded.m02, m03 = y.m03 + excluded.m03,
      m04 = y.m04 + excluded.m04, m05 = y.m05 + excluded.m05, m06 = y.m06 + excluded.m06, m07 = y.m07 + excluded.m07, m08 = y.m08 + excluded.m08,
      m09 = y.m09 + excluded.m09, m10 = y.m10 + excluded.m10, m11 = y.m11 + excluded.m11, m12 = y.m12 + excluded.m12
  )
  SELECT coalesce(sum(cardinality(g.customer_ids)), 0)::integer INTO v_summed FROM gone g;
  RETURN v_summed;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_take_numbers(p_series text, p_fiscal_year integer, p_count integer)
 RETURNS bigint
 LANGUAGE sql
AS $function$
  INSERT INTO number_counters AS c (organization_id, series, fiscal_year, next_value)
  VALUES (daybook_organization(), p_series, p_fiscal_year, 1 + p_count)
  ON CONFLICT (organization_id, series, fiscal_year) DO UPDATE SET next_value = c.next_value + p_count
  RETURNING next_value - p_count
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_take_rate(p_key text, p_minute_limit integer, p_day_limit integer, p_now timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS TABLE(o_allowed boolean, o_minute_used integer, o_minute_wait_ms bigint, o_day_used integer, o_day_wait_ms bigint)
 LANGUAGE plpgsql
AS $function$
DECLARE
  c_minute CONSTANT bigint := 60200;
  c_day CONSTANT bigint := 86400000;
  c_step CONSTANT bigint := 600000;
  v_row rate_counters;
  v_now bigint;
  v_last integer;
  v_is_ahead boolean;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  SELECT * INTO v_row FROM rate_counters r WHERE r.key = p_key FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    INSERT INTO rate_counters (key) VALUES (p_key) ON CONFLICT (key) DO NOTHING;
    SELECT * INTO v_row FROM rate_counters r WHERE r.key = p_key FOR NO KEY UPDATE;
  END IF;
  -- Read after the lock, so that requests that waited are not counted in the past.
  v_now := floor(extract(epoch FROM coalesce(p_now, clock_timestamp())) * 1000);
  v_is_ahead := v_now < any (v_row.minute_hits) OR v_now < any (v_row.day_steps);
  v_row.minute_hits := ARRAY(SELECT least(h, v_now) FROM unnest(v_row.minute_hits) h WHERE h > v_now - c_minute ORDER BY h);
  -- A step counts until its last moment is a day old.
  SELECT coalesce(array_agg(least(s.step, v_now - v_now % c_step) ORDER BY s.step), '{}'),
         coalesce(array_agg(s.n ORDER BY s.step), '{}'), coalesce(sum(s.n), 0)
    INTO v_row.day_steps, v_row.day_counts, o_day_used
    FROM unnest(v_row.day_steps, v_row.day_counts) AS s(step, n) WHERE s.step + c_step > v_now - c_day;
  o_minute_used := cardinality(v_row.minute_hits);
  o_allowed := o_minute_used < p_minute_limit AND o_day_used < p_day_limit;
  IF o_allowed THEN
    v_row.minute_hits := v_row.minute_hits || v_now;
    v_last := cardinality(v_row.day_steps);
    IF v_last > 0 AND v_row.day_steps[v_last] >= v_now - v_now % c_step THEN
      v_row.day_counts[v_last] := v_row.day_counts[v_last] + 1;
    ELSE
      v_row.day_steps := v_row.day_steps || (v_now - v_now % c_step);
      v_row.day_counts := v_row.day_counts || 1;
    END IF;
    UPDATE rate_counters SET minute_hits = v_row.minute_hits, day_steps = v_row.day_steps, day_counts = v_row.day_counts,
      updated_at = to_timestamp(v_now / 1000.0) WHERE key = p_key;
    o_minute_used := o_minute_used + 1;
    o_day_used := o_day_used + 1;
  ELSIF v_is_ahead THEN
    -- Kept as of now, or the next request would move it to its own time and be refused as well, and so on for ever.
    UPDATE rate_counters SET minute_hits = v_row.minute_hits, day_steps = v_row.day_steps, day_counts = v_row.day_counts,
      updated_at = to_timestamp(v_now / 1000.0) WHERE key = p_key;
  END IF;
  o_minute_wait_ms := CASE WHEN o_minute_used = 0 THEN 0 ELSE greatest(v_row.minute_hits[1] + c_minute - v_now, 0) END;
  o_day_wait_ms := CASE WHEN o_day_used = 0 THEN 0 ELSE greatest(v_row.day_steps[1] + c_step + c_day - v_now, 0) END;
  RETURN NEXT;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_take_slug(p_organization uuid, p_slug text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO organization_slugs (slug, id) VALUES (p_slug, p_organization)
  ON CONFLICT (id) DO UPDATE SET slug = excluded.slug;
EXCEPTION WHEN unique_violation THEN
  RAISE unique_violation USING MESSAGE = format('the short name %s belongs to another organization', p_slug),
    DETAIL = format('Key (slug)=(%s) already exists.', p_slug), TABLE = 'organizations', CONSTRAINT = 'organizations_slug_key';
END $function$;
-- daybook_app: EXECUTE

CREATE OR REPLACE FUNCTION daybook_tell_placement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('placements', coalesce(NEW.organization_id, OLD.organization_id)::text);
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_tenant_tables()
 RETURNS TABLE(o_table text, o_has_version boolean, o_is_large boolean)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT unnest(ARRAY[
    'activities', 'api_clients', 'api_keys', 'background_jobs', 'billing_schedules', 'budget_lines', 'budget_snapshot_lines',
    'budget_view_snapshots', 'budget_views', 'budgets', 'change_orders', 'classes', 'commitment_lines', 'commitments', 'companies',
    'contract_costs', 'currencies', 'custom_roles', 'customer_warehouses', 'customers', 'cut_overs', 'departments', 'employees',
    'exchange_rates', 'fiscal_periods', 'founding_steps', 'imports', 'invitations', 'items', 'leads', 'ledger_batches', 'locations',
    'mails', 'memberships', 'obligation_templates', 'order_sources', 'other_ledgers', 'payment_applications', 'posting_rules',
    'price_list_items', 'price_lists', 'prime_contract_lines', 'prime_contracts', 'projects', 'prospects', 'provisioned_groups',
    'provisioned_people', 'provisioning_tokens', 'purchase_order_lines', 'purchase_orders', 'revenue_approvals',
    'revenue_contracts', 'revenue_policies', 'revenue_runs', 'saved_views', 'sign_in_providers', 'source_orders', 'ssp_entries',
    'subscription_items', 'subscriptions', 'subsidiaries', 'tax_codes', 'tax_rates', 'transaction_types', 'units_of_measure',
    'vendors', 'warehouses', 'webhook_deliveries', 'webhook_endpoints'
  ]), true, false
  UNION ALL
  SELECT unnest(ARRAY[
    'calendar_adoptions', 'contract_cost_rows', 'counted_counterparties', 'cut_over_assignments',
    'cut_over_items', 'fiscal_calendars', 'folded_numbers', 'idempotency_keys', 'import_rows', 'intercompany_accounts',
    'intercompany_pairs', 'intercompany_parties', 'ledger_batch_entries', 'ledger_batch_lines', 'ledger_readbacks', 'ledger_seals',
    'number_counters', 'order_file_counts', 'organization_moves', 'other_ledger_codes', 'outbox_events', 'ownership_interests', 'provider_people',
    'provisioned_group_members', 'rate_confirmations', 'rate_correction_items', 'rate_corrections', 'revaluations',
    'revenue_bookings', 'revenue_carried_moves', 'revenue_contract_sources', 'revenue_interest_moves', 'revenue_reclassifications', 'revenue_run_chunks',
    'revenue_versions', 'saved_view_defaults', 'security_seals', 'source_customers', 'source_order_files', 'source_order_sums',
    'unposted_documents', 'verified_points'
  ]), false, false
  UNION ALL
  SELECT unnest(ARRAY[
    'accounts', 'business_transactions', 'ledger_entries', 'performance_obligations'
  ]), true, true
  UNION ALL
  SELECT unnest(ARRAY[
    'audit_log', 'audit_seals', 'business_transaction_lines', 'commitment_sum_changes', 'commitment_sums', 'counterparty_days', 'deferred_ledger_changes', 'document_day_changes', 'document_days', 'document_span_changes', 'document_span_days', 'document_spans', 'entry_days', 'intercompany_days', 'intercompany_open_pairs', 'intercompany_unpaired', 'ledger_balances',
    'ledger_days', 'ledger_dimension_balances', 'ledger_dimension_days', 'ledger_dimension_periods', 'ledger_lines', 'record_count_changes', 'record_counts', 'revenue_balance_copies', 'revenue_checked_balances', 'revenue_checked_contracts', 'revenue_checked_standings', 'revenue_checked_totals', 'revenue_copied_balances', 'revenue_customer_changes', 'revenue_customer_moves', 'revenue_customer_years', 'revenue_events', 'revenue_ledger_periods',
    'revenue_month_changes', 'revenue_months', 'revenue_movement_changes', 'revenue_movement_days', 'revenue_movement_months', 'revenue_movements',
    'revenue_positions', 'revenue_rows', 'revenue_touched_contracts', 'subledger_periods', 'transaction_impact_lines'
  ]), false, true
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_touch()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.updated_at := greatest(clock_timestamp(), OLD.updated_at + interval '1 millisecond');
  NEW.version := OLD.version + 1;
  NEW.created_at := OLD.created_at;
  RETURN NEW;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_touch_contracts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  v_org uuid;
  v_contracts uuid[];
  v_mark text;
  v_back boolean := false;
BEGIN
  IF TG_TABLE_NAME = 'revenue_contracts' THEN
    SELECT n.organization_id, array_agg(DISTINCT n.id),
           bool_or(n.end_date IS DISTINCT FROM o.end_date OR n.subsidiary_id <> o.subsidiary_id OR n.currency_code <> o.currency_code)
    INTO v_org, v_contracts, v_back
    FROM new_rows n JOIN old_rows o ON o.organization_id = n.organization_id AND o.id = n.id
    WHERE (n.transaction_price, n.contract_status, n.subsidiary_id, n.currency_code, n.end_date)
      IS DISTINCT FROM (o.transaction_price, o.contract_status, o.subsidiary_id, o.currency_code, o.end_date)
    GROUP BY 1;
  ELSE
    SELECT n.organization_id, array_agg(DISTINCT n.contract_id) INTO v_org, v_contracts FROM new_rows n GROUP BY 1;
  END IF;
  IF v_contracts IS NULL THEN
    RETURN NULL;
  END IF;
  -- Set until the end of the transaction, or of the savepoint, with which the note goes too.
  v_mark := encode(sha256(convert_to(v_contracts::text || v_back, 'UTF8')), 'hex');
  IF current_setting('app.touched_contracts', true) IS DISTINCT FROM v_mark THEN
    -- In portions, so that a file of contracts is checked in several transactions.
    INSERT INTO revenue_touched_contracts (organization_id, id, contract_ids, reaches_back)
    SELECT v_org, daybook_uuid_v7(), array_agg(c.id), v_back FROM unnest(v_contracts) WITH ORDINALITY AS c (id, n) GROUP BY (c.n - 1) / 1000;
    PERFORM set_config('app.touched_contracts', v_mark, true);
  END IF;
  RETURN NULL;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_transaction_id()
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT pg_current_xact_id()::text::bigint
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_unpaired_of(p_ids uuid[])
 RETURNS TABLE(o_document_id uuid, o_sister_id uuid, o_subsidiary_id uuid, o_day date, o_is_posted boolean, o_by_account boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
  SELECT t.id, s.sister_id, t.subsidiary_id, coalesce(t.posting_date, t.transaction_date), t.ledger_entry_id IS NOT NULL, bool_and(s.by_account)
  FROM unnest(p_ids) AS n (id)
  CROSS JOIN LATERAL (
    SELECT x.id, x.kind, x.subsidiary_id, x.entity_id, x.posting_date, x.transaction_date, x.ledger_entry_id FROM business_transactions x
    WHERE x.organization_id = daybook_organization() AND x.id = n.id
      AND x.transaction_status IN ('APPROVED', 'POSTED', 'PAID', 'CLOSED') AND x.reverses_transaction_id IS NULL OFFSET 0) t
  CROSS JOIN LATERAL (
    SELECT p.subsidiary_id AS sister_id, false AS by_account FROM intercompany_parties p
    WHERE p.organization_id = daybook_organization() AND t.kind <> 'JOURNAL' AND p.customer_id = t.entity_id
    UNION ALL
    SELECT p.subsidiary_id, false FROM intercompany_parties p
    WHERE p.organization_id = daybook_organization() AND t.kind <> 'JOURNAL' AND p.vendor_id = t.entity_id
    UNION ALL
    SELECT a.sister_id, true FROM intercompany_accounts a
    JOIN (SELECT y.account_id FROM transaction_impact_lines y WHERE y.organization_id = daybook_organization() AND y.transaction_id = t.id OFFSET 0) l
      ON l.account_id IN (a.due_from_account_id, a.due_to_account_id)
    WHERE a.organization_id = daybook_organization() AND a.subsidiary_id = t.subsidiary_id
  ) s
  -- With neither setting nothing is looked up.
  WHERE (EXISTS (SELECT FROM intercompany_parties p WHERE p.organization_id = daybook_organization())
      OR EXISTS (SELECT FROM intercompany_accounts a WHERE a.organization_id = daybook_organization()))
    AND s.sister_id <> t.subsidiary_id
    AND NOT EXISTS (SELECT FROM intercompany_pairs p
      WHERE p.organization_id = daybook_organization() AND p.source_id = t.id AND p.sister_id = s.sister_id)
    -- A mirror of one company may have a line on the account of a third.
    AND NOT EXISTS (SELECT FROM intercompany_pairs p
      WHERE p.organization_id = daybook_organization() AND p.mirror_id = t.id AND p.subsidiary_id = s.sister_id)
  GROUP BY t.id, s.sister_id, t.subsidiary_id, 4, 5
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_unsealed_audit_rows()
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_unborn bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
  v_sealed bigint;
  v_newest bigint;
BEGIN
  SELECT a.inserted_in_transaction INTO v_sealed
  FROM audit_seals s JOIN audit_log a ON a.organization_id = s.organization_id AND a.id = s.audit_id
  WHERE s.organization_id = v_org ORDER BY s.sequence DESC LIMIT 1;
  SELECT a.inserted_in_transaction INTO v_newest FROM audit_log a
  WHERE a.organization_id = v_org AND a.inserted_in_transaction >= 0 ORDER BY a.inserted_in_transaction DESC LIMIT 1;
  IF greatest(v_sealed, v_newest) >= v_unborn THEN
    RETURN (SELECT count(*) FROM audit_log a WHERE a.organization_id = v_org)
         - (SELECT count(*) FROM audit_seals s WHERE s.organization_id = v_org);
  END IF;
  RETURN (
    SELECT count(*) FROM audit_log a
    WHERE a.organization_id = v_org AND a.inserted_in_transaction >= 0 AND a.inserted_in_transaction >= coalesce(v_sealed, 0)
      AND (SELECT s.audit_id FROM audit_seals s WHERE s.organization_id = v_org AND s.audit_id = a.id) IS NULL);
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_user()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT nullif(current_setting('app.user_id', true), '')::uuid
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_uuid_v7()
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
AS $function$SELECT uuidv7()$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_verdict_detail(p_refusal text, p_id uuid, p_status text, p_entry_id uuid, p_has_lines boolean, p_debits numeric, p_credits numeric, p_base_debits numeric, p_base_credits numeric, p_currency text, p_base_currency text, p_date date, p_period text, p_period_status text, p_subsidiary_id uuid, p_warnings text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  RETURN CASE p_refusal
      WHEN 'ALREADY_POSTED' THEN jsonb_build_object('status', p_status, 'glTransactionId', p_entry_id)
      WHEN 'INVALID_STATUS_TRANSITION' THEN jsonb_build_object('from', p_status)
      WHEN 'INCOMPLETE_DOCUMENT' THEN jsonb_build_object('missing',
        CASE WHEN p_has_lines THEN daybook_posting_faults(p_id, p_refusal) ELSE '["lines"]'::jsonb END)
      WHEN 'ACCOUNT_UNRESOLVED' THEN jsonb_build_object('lineNumbers', daybook_posting_faults(p_id, p_refusal))
      WHEN 'ACCOUNT_NOT_POSTABLE' THEN jsonb_build_object('accounts', daybook_posting_faults(p_id, p_refusal))
      -- As text: a JSON number would be read into a JavaScript number.
      WHEN 'NOT_BALANCED' THEN CASE WHEN p_debits <> p_credits
        THEN jsonb_build_object('debits', p_debits::text, 'credits', p_credits::text,
          'difference', (p_debits - p_credits)::text, 'currencyCode', p_currency)
        ELSE jsonb_build_object('debits', coalesce(p_base_debits, 0)::text, 'credits', coalesce(p_base_credits, 0)::text,
          'difference', coalesce(p_base_debits - p_base_credits, 0)::text, 'currencyCode', p_base_currency) END
      WHEN 'PERIOD_NOT_OPEN' THEN jsonb_build_object('date', p_date, 'period', p_period,
        'status', coalesce(p_period_status, 'NONE'), 'subsidiaryId', p_subsidiary_id)
      WHEN 'CHECKS_FAILED' THEN jsonb_build_object('checks', to_jsonb(p_warnings))
    END;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_verify_audit(p_after bigint DEFAULT 0)
 RETURNS TABLE(o_sealed bigint, o_unsealed bigint, o_first_broken bigint, o_broken bigint, o_sequence bigint, o_head text)
 LANGUAGE sql
 STABLE
AS $function$
  WITH chain AS (
    SELECT s.sequence, s.hash, s.previous_hash,
           lag(s.hash, 1, coalesce((SELECT z.hash FROM audit_seals z WHERE z.organization_id = daybook_organization() AND z.sequence = p_after),
             repeat('0', 64))) OVER (ORDER BY s.sequence) AS expected_previous,
           p_after + row_number() OVER (ORDER BY s.sequence) AS expected_sequence,
           encode(sha256(convert_to(s.previous_hash || CASE WHEN a.id IS NOT NULL THEN daybook_audit_text(a) END, 'UTF8')), 'hex') AS expected_hash
    FROM audit_seals s LEFT JOIN audit_log a ON a.organization_id = s.organization_id AND a.id = s.audit_id
    WHERE s.organization_id = daybook_organization() AND s.sequence > p_after
  ), broken AS (
    SELECT count(*) AS links, count(*) FILTER (WHERE c.is_broken) AS n, min(c.sequence) FILTER (WHERE c.is_broken) AS first
    FROM (SELECT x.sequence, x.hash IS DISTINCT FROM x.expected_hash OR x.previous_hash <> x.expected_previous OR x.sequence <> x.expected_sequence AS is_broken
          FROM chain x) c
  ), seals AS (
    SELECT max(z.sequence) AS newest FROM audit_seals z WHERE z.organization_id = daybook_organization()
  )
  SELECT p_after + broken.links,
         CASE WHEN p_after = 0 THEN (SELECT count(*) FROM audit_log a WHERE a.organization_id = daybook_organization()) - broken.links
              ELSE daybook_unsealed_audit_rows() END,
         broken.first, broken.n,
         coalesce(seals.newest, 0),
         (SELECT z.hash FROM audit_seals z WHERE z.organization_id = daybook_organization() AND z.sequence = seals.newest)
  FROM seals, broken
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_verify_ledger()
 RETURNS TABLE(o_entries bigint, o_lines bigint, o_unbalanced bigint, o_balance_breaches bigint, o_dimension_breaches bigint, o_difference numeric, o_documents_without_entry bigint)
 LANGUAGE sql
 STABLE
AS $function$
  WITH cells AS MATERIALIZED (
    -- The lines are read once; whatever is compared with them is added up from these sums.
    SELECT l.subsidiary_id, l.account_id, l.period_id, l.posting_date, l.currency_code, l.class_id, l.department_id, l.location_id, l.project_id,
           sum(l.debit) AS debit, sum(l.credit) AS credit, sum(l.base_debit) AS base_debit, sum(l.base_credit) AS base_credit, count(*) AS n
    FROM ledger_lines l WHERE l.organization_id = daybook_organization() GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
  ), day_lines AS MATERIALIZED (
    SELECT c.subsidiary_id, c.account_id, c.period_id, c.posting_date, c.currency_code, sum(c.debit) AS debit, sum(c.credit) AS credit,
           sum(c.base_debit) AS base_debit, sum(c.base_credit) AS base_credit, sum(c.n) AS n
    FROM cells c GROUP BY 1, 2, 3, 4, 5
  ), lines AS (
    SELECT l.subsidiary_id, l.account_id, l.period_id, l.currency_code, sum(l.debit) AS debit, sum(l.credit) AS credit,
           sum(l.base_debit) AS base_debit, sum(l.base_credit) AS base_credit, sum(l.n) AS n
    FROM day_lines l GROUP BY 1, 2, 3, 4
  ), balances AS (
    SELECT b.subsidiary_id, b.account_id, b.period_id, b.currency_code, sum(b.debit) AS debit, sum(b.credit) AS credit,
           sum(b.base_debit) AS base_debit, sum(b.base_credit) AS base_credit, sum(b.line_count) AS n
    FROM ledger_balances b WHERE b.organization_id = daybook_organization() GROUP BY 1, 2, 3, 4
  ), not_folded AS (
    SELECT e.id, e.source_kind FROM number_counters c
    LEFT JOIN folded_numbers m ON m.organization_id = c.organization_id AND m.fiscal_year = c.fiscal_year
    CROSS JOIN LATERAL generate_series(coalesce(m.through_number, 0) + 1, c.next_value - 1) n(number)
    JOIN ledger_entries e ON e.organization_id = c.organization_id AND e.entry_number = daybook_format_number('GL', c.fiscal_year, n.number)
    WHERE c.organization_id = daybook_organization() AND c.series = 'GL'
  ), days AS (
    -- The sums by day, with the lines of the entries that are not added to them yet.
    SELECT d.subsidiary_id, d.account_id, d.period_id, d.posting_date, d.currency_code, sum(d.debit) AS debit, sum(d.credit) AS credit,
           sum(d.base_debit) AS base_debit, sum(d.base_credit) AS base_credit, sum(d.n) AS n
    FROM (
      SELECT x.subsidiary_id, x.account_id, x.period_id, x.posting_date, x.currency_code, x.debit, x.credit, x.base_debit, x.base_credit,
             x.line_count AS n
      FROM ledger_days x WHERE x.organization_id = daybook_organization()
      UNION ALL
      SELECT l.subsidiary_id, l.account_id, l.period_id, l.posting_date, l.currency_code, l.debit, l.credit, l.base_debit, l.base_credit, 1
      FROM not_folded f JOIN ledger_lines l ON l.organization_id = daybook_organization() AND l.entry_id = f.id) d
    GROUP BY 1, 2, 3, 4, 5
  ), subledger AS (
    -- Documents in the periods in which they were posted and reversed, settlements across currencies in those of being applied and taken back.
    SELECT t.subsidiary_id, e.period_id, t.kind, coalesce(t.entity_type, '') AS entity_type, t.currency_code, v.sign * t.total_amount AS total,
           v.sign * t.discount_amount AS discount
    FROM business_transactions t
    CROSS JOIN LATERAL (VALUES (t.ledger_entry_id, 1), (t.reversal_entry_id, -1)) AS v (entry_id, sign)
    JOIN ledger_entries e ON e.organization_id = t.organization_id AND e.id = v.entry_id
    WHERE t.organization_id = daybook_organization() AND t.kind <> 'JOURNAL'
    UNION ALL
    SELECT d.subsidiary_id, e.period_id, d.kind, coalesce(d.entity_type, ''), v.currency_code,
           v.amount * CASE WHEN e.id = a.ledger_entry_id THEN 1 ELSE -1 END, 0
    FROM payment_applications a
    JOIN business_transactions d ON d.organization_id = a.organization_id AND d.id = a.document_id
    JOIN business_transactions y ON y.organization_id = a.organization_id AND y.id = a.payment_id
    JOIN ledger_entries e ON e.organization_id = a.organization_id AND (e.id = a.ledger_entry_id OR e.reversal_of_id = a.ledger_entry_id)
    CROSS JOIN LATERAL (VALUES (d.currency_code, -a.amount), (y.currency_code, a.payment_amount)) AS v (currency_code, amount)
    WHERE a.organization_id = daybook_organization() AND a.payment_amount IS NOT NULL
  ), subledger_breaches AS (
    SELECT 1 FROM (
      SELECT s.* FROM subledger s
      UNION ALL
      SELECT x.subsidiary_id, x.period_id, x.kind, x.entity_type, x.currency_code, -x.total, -x.discount
      FROM subledger_periods x WHERE x.organization_id = daybook_organization()
      UNION ALL
      SELECT m.o_subsidiary_id, m.o_period_id, m.o_kind, m.o_entity_type, m.o_currency_code, -m.o_total, -m.o_discount
      FROM daybook_subledger_moves(ARRAY(SELECT f.id FROM not_folded f)) m) x
    GROUP BY x.subsidiary_id, x.period_id, x.kind, x.entity_type, x.currency_code HAVING sum(x.total) <> 0 OR sum(x.discount) <> 0
  ), revenue_breaches AS (
    SELECT 1 FROM (
      SELECT l.subsidiary_id, l.period_id, l.account_id, l.currency_code, e.source_kind, l.debit, l.credit
      FROM ledger_entries e JOIN ledger_lines l ON l.organization_id = e.organization_id AND l.entry_id = e.id
      WHERE e.organization_id = daybook_organization() AND e.source_kind IN ('REVENUE_EVENT', 'REVENUE_RUN')
      UNION ALL
      SELECT x.subsidiary_id, x.period_id, x.account_id, x.currency_code, x.source_kind, -x.debit, -x.credit
      FROM revenue_ledger_periods x WHERE x.organization_id = daybook_organization()
      UNION ALL
      SELECT l.subsidiary_id, l.period_id, l.account_id, l.currency_code, f.source_kind, -l.debit, -l.credit
      FROM not_folded f JOIN ledger_lines l ON l.organization_id = daybook_organization() AND l.entry_id = f.id
      WHERE f.source_kind IN ('REVENUE_EVENT', 'REVENUE_RUN')) x
    GROUP BY x.subsidiary_id, x.period_id, x.account_id, x.currency_code, x.source_kind HAVING sum(x.debit) <> 0 OR sum(x.credit) <> 0
  ), between_companies AS (
    SELECT c.id FROM accounts c
    WHERE c.organization_id = daybook_organization() AND c.elimination = 'INTERCOMPANY' AND c.account_type IN ('ASSET', 'LIABILITY')
  ), between_breaches AS (
    SELECT 1 FROM (
      SELECT l.entity_id, l.account_id, l.subsidiary_id, l.posting_date, l.currency_code, l.debit - l.credit AS amount,
             l.base_debit - l.base_credit AS base
      FROM between_companies c JOIN ledger_lines l ON l.organization_id = daybook_organization() AND l.account_id = c.id
      WHERE l.entity_id IS NOT NULL
      UNION ALL
      SELECT x.entity_id, x.account_id, x.subsidiary_id, x.posting_date, x.currency_code, -x.amount, -x.base
      FROM intercompany_days x WHERE x.organization_id = daybook_organization()
      UNION ALL
      SELECT l.entity_id, l.account_id, l.subsidiary_id, l.posting_date, l.currency_code, l.credit - l.debit, l.base_credit - l.base_debit
      FROM not_folded f JOIN ledger_lines l ON l.organization_id = daybook_organization() AND l.entry_id = f.id
      JOIN between_companies c ON c.id = l.account_id
      WHERE l.entity_id IS NOT NULL) x
    GROUP BY x.entity_id, x.account_id, x.subsidiary_id, x.posting_date, x.currency_code HAVING sum(x.amount) <> 0 OR sum(x.base) <> 0
  ), dimension_lines AS (
    SELECT coalesce(sum(l.n), 0) AS n, coalesce(sum(l.base_debit), 0) AS d, coalesce(sum(l.base_credit), 0) AS c FROM cells l
    WHERE coalesce(l.class_id, l.department_id, l.location_id, l.project_id) IS NOT NULL
  ), dimension_balances AS (
    SELECT coalesce(sum(b.line_count), 0) AS n, coalesce(sum(b.base_debit), 0) AS d, coalesce(sum(b.base_credit), 0) AS c
    FROM ledger_dimension_balances b WHERE b.organization_id = daybook_organization()
  ), dimension_days AS (
    SELECT d.* FROM ledger_dimension_days d WHERE d.organization_id = daybook_organization()
  ), dimension_day_breaches AS (
    -- The sums by day and combination of dimensions, with the lines not added to them yet, against the lines.
    SELECT 1 FROM (
      SELECT d.subsidiary_id, d.posting_date, d.account_id, d.period_id, d.class_id, d.department_id, d.location_id, d.project_id,
             d.base_debit, d.base_credit, d.line_count AS n
      FROM dimension_days d
      UNION ALL
      SELECT l.subsidiary_id, l.posting_date, l.account_id, l.period_id,
             coalesce(l.class_id, '00000000-0000-0000-0000-000000000000'), coalesce(l.department_id, '00000000-0000-0000-0000-000000000000'),
             coalesce(l.location_id, '00000000-0000-0000-0000-000000000000'), coalesce(l.project_id, '00000000-0000-0000-0000-000000000000'),
             l.sign * l.base_debit, l.sign * l.base_credit, l.sign * l.n
      FROM (
        SELECT -1 AS sign, c.subsidiary_id, c.posting_date, c.account_id, c.period_id, c.class_id, c.department_id, c.location_id, c.project_id, c.base_debit,
               c.base_credit, c.n FROM cells c
        UNION ALL
        SELECT 1, t.subsidiary_id, t.posting_date, t.account_id, t.period_id, t.class_id, t.department_id, t.location_id, t.project_id, t.base_debit,
               t.base_credit, 1 FROM not_folded f JOIN ledger_lines t ON t.organization_id = daybook_organization() AND t.entry_id = f.id) l
      WHERE coalesce(l.class_id, l.department_id, l.location_id, l.project_id) IS NOT NULL) x
    GROUP BY x.subsidiary_id, x.posting_date, x.account_id, x.period_id, x.class_id, x.department_id, x.location_id, x.project_id
    HAVING (sum(x.base_debit), sum(x.base_credit), sum(x.n)) IS DISTINCT FROM (0, 0, 0)
  ), dimension_period_breaches AS (
    -- The sums by period of one dimension against those by day.
    SELECT 1 FROM (
      SELECT p.dimension, p.dimension_id, p.subsidiary_id, p.period_id, p.account_id, p.base_debit, p.base_credit
      FROM ledger_dimension_periods p WHERE p.organization_id = daybook_organization()
      UNION ALL
      SELECT v.dimension, v.id, d.subsidiary_id, d.period_id, d.account_id, -d.base_debit, -d.base_credit
      FROM dimension_days d
      CROSS JOIN LATERAL (VALUES ('CLASS', d.class_id), ('DEPARTMENT', d.department_id), ('LOCATION', d.location_id), ('PROJECT', d.project_id)) AS v (dimension, id)
      WHERE v.id <> '00000000-0000-0000-0000-000000000000') x
    GROUP BY x.dimension, x.dimension_id, x.subsidiary_id, x.period_id, x.account_id
    HAVING sum(x.base_debit) <> 0 OR sum(x.base_credit) <> 0
  )
  SELECT (SELECT count(*) FROM ledger_entries e WHERE e.organization_id = daybook_organization()),
         (SELECT coalesce(sum(n), 0)::bigint FROM lines),
         (SELECT count(*) FROM (SELECT 1 FROM ledger_lines l WHERE l.organization_id = daybook_organization()
            GROUP BY l.entry_id HAVING sum(l.base_debit) <> sum(l.base_credit) OR count(*) < 2) u),
         (SELECT count(*) FROM lines l FULL JOIN balances b USING (subsidiary_id, account_id, period_id, currency_code)
            WHERE (l.debit, l.credit, l.base_debit, l.base_credit, l.n) IS DISTINCT FROM (b.debit, b.credit, b.base_debit, b.base_credit, b.n))
           + (SELECT count(*) FROM day_lines t FULL JOIN days d USING (subsidiary_id, account_id, period_id, posting_date, currency_code)
            WHERE (t.debit, t.credit, t.base_debit, t.base_credit, t.n) IS DISTINCT FROM (d.debit, d.credit, d.base_debit, d.base_credit, d.n))
           + (SELECT count(*) FROM subledger_breaches) + (SELECT count(*) FROM revenue_breaches)
           + (SELECT count(*) FROM between_breaches) + (SELECT count(*) FROM dimension_day_breaches) + (SELECT count(*) FROM dimension_period_breaches),
         (SELECT count(*) FROM dimension_lines l, dimension_balances b WHERE (l.n, l.d, l.c) IS DISTINCT FROM (b.n, b.d, b.c)),
         (SELECT coalesce(sum(base_debit - base_credit), 0) FROM balances),
         (SELECT count(*) FROM business_transactions t WHERE t.organization_id = daybook_organization()
            AND t.ledger_entry_id IS NOT NULL AND NOT EXISTS (
              SELECT 1 FROM ledger_entries e WHERE e.organization_id = t.organization_id AND e.id = t.ledger_entry_id))
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_verify_ledger_seals(p_after bigint, p_limit integer)
 RETURNS TABLE(o_sequence bigint, o_entries bigint, o_continues boolean, o_changed bigint, o_numbers text[])
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_before text := coalesce((SELECT s.hash FROM ledger_seals s WHERE s.organization_id = v_org AND s.sequence = p_after), repeat('0', 64));
  v_expected bigint := p_after;
  r record;
BEGIN
  FOR r IN
    SELECT s.*, coalesce((SELECT x.last_number FROM ledger_seals x
      WHERE x.organization_id = v_org AND x.fiscal_year = s.fiscal_year AND x.last_number < s.last_number
      ORDER BY x.last_number DESC LIMIT 1), 0) + 1 AS expected_first
    FROM ledger_seals s WHERE s.organization_id = v_org AND s.sequence > p_after ORDER BY s.sequence LIMIT p_limit
  LOOP
    v_expected := v_expected + 1;
    o_sequence := r.sequence;
    o_entries := r.last_number - r.first_number + 1;
    o_continues := r.sequence = v_expected AND r.previous_hash = v_before AND r.first_number = r.expected_first
      AND r.hash = daybook_ledger_seal_hash(r.previous_hash, r.fiscal_year, r.first_number, r.last_number, r.digests);
    SELECT count(*), (array_agg(daybook_format_number('GL', r.fiscal_year, d.o_number) ORDER BY d.o_number))[1:20] INTO o_changed, o_numbers
      FROM daybook_entry_digests(r.fiscal_year, r.first_number, r.last_number) d
      WHERE d.o_digest IS DISTINCT FROM substring(r.digests FROM (32 * (d.o_number - r.first_number))::integer + 1 FOR 32);
    RETURN NEXT;
    v_before := r.hash;
    v_expected := r.sequence;
  END LOOP;
END $function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_verify_numbers()
 RETURNS TABLE(o_missing bigint, o_strays bigint, o_unsealed bigint)
 LANGUAGE sql
 STABLE
AS $function$
  WITH series AS (
    SELECT c.fiscal_year, c.next_value - 1 AS newest FROM number_counters c WHERE c.organization_id = daybook_organization() AND c.series = 'GL'
  ), entries AS (
    SELECT count(*) AS n,
           count(*) FILTER (WHERE EXISTS (
             SELECT FROM series s
             WHERE CASE WHEN e.entry_number ~ '^GL-\d{4,9}-\d{6,18}$' THEN s.fiscal_year = split_part(e.entry_number, '-', 2)::integer
               AND split_part(e.entry_number, '-', 3)::bigint BETWEEN 1 AND s.newest ELSE false END)) AS numbered
    FROM ledger_entries e WHERE e.organization_id = daybook_organization()
  )
  SELECT (SELECT coalesce(sum(s.newest), 0) FROM series s)::bigint - entries.numbered, entries.n - entries.numbered,
         (SELECT coalesce(sum(s.newest), 0) FROM series s)::bigint
           - (SELECT coalesce(sum(z.last_number - z.first_number + 1), 0) FROM ledger_seals z WHERE z.organization_id = daybook_organization())::bigint
  FROM entries
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_verify_security_log(p_after bigint DEFAULT 0)
 RETURNS TABLE(o_sealed bigint, o_unsealed bigint, o_first_broken bigint, o_broken bigint, o_sequence bigint, o_head text, o_removed bigint)
 LANGUAGE sql
 STABLE
AS $function$
  WITH removed AS (
    SELECT coalesce(max((l.detail ->> 'through')::bigint), 0) AS through FROM security_log l
    WHERE l.organization_id = daybook_organization() AND l.event = 'log purged' AND l.actor_kind = 'system'
  ), chain AS (
    SELECT s.sequence, s.hash, s.previous_hash, s.event_id IS NOT NULL AS is_present, l.id IS NULL AND s.event_id IS NULL AND s.sequence <= removed.through AS is_removed,
           lag(s.hash, 1, coalesce((SELECT z.hash FROM security_seals z WHERE z.organization_id = daybook_organization() AND z.sequence = p_after),
             repeat('0', 64))) OVER (ORDER BY s.sequence) AS expected_previous,
           p_after + row_number() OVER (ORDER BY s.sequence) AS expected_sequence,
           encode(sha256(convert_to(s.previous_hash || (to_jsonb(l) - 'inserted_in_transaction')::text, 'UTF8')), 'hex') AS expected_hash
    FROM removed CROSS JOIN security_seals s LEFT JOIN security_log l ON l.organization_id = s.organization_id AND l.id = s.event_id
    WHERE s.organization_id = daybook_organization() AND s.sequence > p_after
  ), broken AS (
    SELECT count(*) AS links, count(*) FILTER (WHERE x.is_present) AS present, count(*) FILTER (WHERE x.is_broken) AS n,
           min(x.sequence) FILTER (WHERE x.is_broken) AS first
    FROM (
      SELECT c.sequence, c.is_present, c.hash IS DISTINCT FROM c.expected_hash AND NOT c.is_removed
        OR c.previous_hash <> c.expected_previous OR c.sequence <> c.expected_sequence AS is_broken
      FROM chain c) x
  ), seals AS (
    SELECT max(z.sequence) AS newest FROM security_seals z WHERE z.organization_id = daybook_organization()
  ), sealed AS (
    SELECT coalesce((
      SELECT l.inserted_in_transaction FROM seals
      JOIN security_seals z ON z.organization_id = daybook_organization() AND z.sequence = seals.newest
      JOIN security_log l ON l.organization_id = z.organization_id AND l.id = z.event_id), 0) AS transaction
  )
  SELECT p_after + broken.links,
         CASE WHEN p_after = 0 THEN (SELECT count(*) FROM security_log l WHERE l.organization_id = daybook_organization()) - broken.present
              -- Rows are sealed in the order of their transactions.
              ELSE (SELECT count(*) FROM security_log l
                    WHERE l.organization_id = daybook_organization() AND l.inserted_in_transaction >= 0
                      AND l.inserted_in_transaction >= (SELECT s.transaction FROM sealed s)
                      AND (SELECT z.event_id FROM security_seals z WHERE z.organization_id = daybook_organization() AND z.event_id = l.id) IS NULL) END,
         broken.first, broken.n,
         coalesce(seals.newest, 0),
         (SELECT z.hash FROM security_seals z WHERE z.organization_id = daybook_organization() AND z.sequence = seals.newest),
         removed.through
  FROM seals, broken, removed
$function$;
-- PUBLIC: EXECUTE

CREATE OR REPLACE FUNCTION daybook_view_stays_whose()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'the owner and the list of a saved view cannot be changed' USING ERRCODE = '23514', CONSTRAINT = 'saved_views_whose_ck';
END $function$;
-- PUBLIC: EXECUTE

CREATE TABLE _daybook_laws (
  name text NOT NULL,
  hash text NOT NULL,
  objects text[] NOT NULL,
  needs text[] NOT NULL,
  daybook text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT _daybook_laws_pkey PRIMARY KEY (name)
);
-- daybook_app: SELECT
CREATE UNIQUE INDEX _daybook_laws_pkey ON _daybook_laws USING btree (name);

CREATE TABLE _prisma_migrations (
  id character varying(36) NOT NULL,
  checksum character varying(64) NOT NULL,
  finished_at timestamp with time zone,
  migration_name character varying(255) NOT NULL,
  logs text,
  rolled_back_at timestamp with time zone,
  started_at timestamp with time zone DEFAULT now() NOT NULL,
  applied_steps_count integer DEFAULT 0 NOT NULL,
  CONSTRAINT _prisma_migrations_pkey PRIMARY KEY (id)
);
-- daybook_app: SELECT
CREATE UNIQUE INDEX _prisma_migrations_pkey ON _prisma_migrations USING btree (id);

CREATE TABLE accounts (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text,
  account_type text NOT NULL,
  normal_side text NOT NULL,
  is_summary boolean DEFAULT false NOT NULL,
  is_control boolean DEFAULT false NOT NULL,
  control_for text,
  parent_id uuid,
  currency_code text,
  required_dimensions text[] DEFAULT ARRAY[]::text[],
  recommended_dimensions text[] DEFAULT ARRAY[]::text[],
  record_status text DEFAULT 'active'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  fx_role text,
  is_retained_earnings boolean DEFAULT false NOT NULL,
  elimination text,
  CONSTRAINT accounts_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT accounts_control_ck CHECK (((control_for IS NULL) OR (is_control AND (control_for = ANY (ARRAY['RECEIVABLE'::text, 'PAYABLE'::text, 'EMPLOYEE_PAYABLE'::text, 'DEFERRED_REVENUE'::text, 'CONTRACT_ASSET'::text, 'REFUND_LIABILITY'::text, 'CONTRACT_COST'::text, 'ACCRUED_INTEREST'::text, 'UNEARNED_INTEREST'::text, 'ADVANCE_INTEREST'::text]))))),
  CONSTRAINT accounts_elimination_ck CHECK (((elimination IS NULL) OR (elimination = 'INTERCOMPANY'::text) OR ((elimination = 'INVESTMENT'::text) AND (account_type = ANY (ARRAY['ASSET'::text, 'EQUITY'::text]))))),
  CONSTRAINT accounts_fx_role_ck CHECK (((fx_role IS NULL) OR ((NOT is_summary) AND (fx_role = ANY (ARRAY['REALIZED_GAIN'::text, 'REALIZED_LOSS'::text, 'UNREALIZED_GAIN'::text, 'UNREALIZED_LOSS'::text]))))),
  CONSTRAINT accounts_not_own_parent_ck CHECK ((parent_id IS DISTINCT FROM id)),
  CONSTRAINT accounts_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text]))),
  CONSTRAINT accounts_retained_earnings_ck CHECK (((NOT is_retained_earnings) OR ((account_type = 'EQUITY'::text) AND (NOT is_summary)))),
  CONSTRAINT accounts_side_ck CHECK ((normal_side = ANY (ARRAY['DEBIT'::text, 'CREDIT'::text]))),
  CONSTRAINT accounts_type_ck CHECK ((account_type = ANY (ARRAY['ASSET'::text, 'LIABILITY'::text, 'EQUITY'::text, 'REVENUE'::text, 'COST_OF_SALES'::text, 'EXPENSE'::text, 'OTHER_INCOME'::text, 'OTHER_EXPENSE'::text]))),
  CONSTRAINT accounts_parent_id_org_fk FOREIGN KEY (organization_id, parent_id) REFERENCES accounts(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX accounts_fx_role_sql_idx ON accounts USING btree (organization_id, fx_role) WHERE (fx_role IS NOT NULL);
CREATE UNIQUE INDEX accounts_organization_id_code_key ON accounts USING btree (organization_id, code);
CREATE INDEX accounts_parent_id_sql_idx ON accounts USING btree (organization_id, parent_id) WHERE (parent_id IS NOT NULL);
CREATE UNIQUE INDEX accounts_pkey ON accounts USING btree (organization_id, id);
CREATE UNIQUE INDEX accounts_retained_earnings_sql_idx ON accounts USING btree (organization_id) WHERE is_retained_earnings;
CREATE TRIGGER accounts_gate BEFORE INSERT OR DELETE OR UPDATE ON accounts FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER accounts_hold_postings BEFORE DELETE OR UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION daybook_hold_postings();
CREATE TRIGGER accounts_in_use BEFORE DELETE OR UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION daybook_refuse_used_account();
CREATE TRIGGER accounts_intercompany_days AFTER UPDATE OF elimination, account_type ON accounts FOR EACH ROW WHEN (((old.elimination IS DISTINCT FROM new.elimination) OR (old.account_type IS DISTINCT FROM new.account_type))) EXECUTE FUNCTION daybook_keep_intercompany_days();
CREATE TRIGGER accounts_listed BEFORE DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_listed();
CREATE TRIGGER accounts_named_by_lines AFTER DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_named('account_id');
CREATE TRIGGER accounts_pairs_opened AFTER UPDATE OF elimination ON accounts FOR EACH ROW WHEN ((old.elimination IS DISTINCT FROM new.elimination)) EXECUTE FUNCTION daybook_open_all_pairs();
CREATE TRIGGER accounts_renamed_by_lines AFTER UPDATE OF id ON accounts FOR EACH ROW WHEN ((old.id <> new.id)) EXECUTE FUNCTION daybook_refuse_delete_of_named('account_id');
CREATE TRIGGER accounts_touch BEFORE UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY tenant ON accounts AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE activities (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  prospect_id uuid,
  lead_id uuid,
  activity_kind text NOT NULL,
  happens_on date NOT NULL,
  summary text NOT NULL,
  details text,
  is_done boolean DEFAULT true NOT NULL,
  created_by uuid,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT activities_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT activities_about_ck CHECK ((num_nonnulls(prospect_id, lead_id) = 1)),
  CONSTRAINT activities_kind_ck CHECK ((activity_kind = ANY (ARRAY['CALL'::text, 'EMAIL'::text, 'MEETING'::text, 'NOTE'::text, 'TASK'::text]))),
  CONSTRAINT activities_lead_id_org_fk FOREIGN KEY (organization_id, lead_id) REFERENCES leads(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT activities_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT activities_prospect_id_org_fk FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id) ON DELETE CASCADE
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX activities_lead_id_sql_idx ON activities USING btree (organization_id, lead_id, happens_on) WHERE (lead_id IS NOT NULL);
CREATE UNIQUE INDEX activities_pkey ON activities USING btree (organization_id, id);
CREATE INDEX activities_prospect_id_sql_idx ON activities USING btree (organization_id, prospect_id, happens_on) WHERE (prospect_id IS NOT NULL);
CREATE TRIGGER activities_gate BEFORE INSERT OR DELETE OR UPDATE ON activities FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER activities_touch BEFORE UPDATE ON activities FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY tenant ON activities AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE api_clients (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  client_id text NOT NULL,
  secret_hash text NOT NULL,
  roles text[] DEFAULT ARRAY[]::text[],
  subsidiary_ids uuid[] DEFAULT ARRAY[]::uuid[],
  expires_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  created_by uuid,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT api_clients_pkey PRIMARY KEY (organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX api_clients_organization_id_client_id_key ON api_clients USING btree (organization_id, client_id);
CREATE UNIQUE INDEX api_clients_pkey ON api_clients USING btree (organization_id, id);
CREATE TRIGGER api_clients_gate BEFORE INSERT OR DELETE OR UPDATE ON api_clients FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER api_clients_hold_listed BEFORE INSERT OR UPDATE OF subsidiary_ids ON api_clients FOR EACH ROW EXECUTE FUNCTION daybook_hold_listed('subsidiary_ids');
CREATE TRIGGER api_clients_touch BEFORE UPDATE ON api_clients FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON api_clients AS RESTRICTIVE FOR ALL TO daybook_confined USING (((subsidiary_ids <> '{}'::uuid[]) AND (subsidiary_ids <@ ( SELECT daybook_subsidiaries() AS daybook_subsidiaries)))) WITH CHECK (((subsidiary_ids <> '{}'::uuid[]) AND (subsidiary_ids <@ ( SELECT daybook_subsidiaries() AS daybook_subsidiaries))));
CREATE POLICY tenant ON api_clients AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE api_keys (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  secret_hash text NOT NULL,
  company_id uuid,
  scopes text[] DEFAULT ARRAY[]::text[],
  expires_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  created_by uuid,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT api_keys_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT api_keys_company_id_org_fk FOREIGN KEY (organization_id, company_id) REFERENCES companies(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX api_keys_company_id_sql_idx ON api_keys USING btree (organization_id, company_id) WHERE (company_id IS NOT NULL);
CREATE UNIQUE INDEX api_keys_organization_id_prefix_key ON api_keys USING btree (organization_id, prefix);
CREATE UNIQUE INDEX api_keys_pkey ON api_keys USING btree (organization_id, id);
CREATE TRIGGER api_keys_gate BEFORE INSERT OR DELETE OR UPDATE ON api_keys FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER api_keys_touch BEFORE UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON api_keys AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM companies c
  WHERE ((c.organization_id = api_keys.organization_id) AND (c.id = api_keys.company_id))));
CREATE POLICY tenant ON api_keys AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE audit_log (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  occurred_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  actor_kind text NOT NULL,
  actor_id uuid,
  actor_name text,
  action text NOT NULL,
  noun text NOT NULL,
  record_id uuid,
  before jsonb,
  after jsonb,
  surface text NOT NULL,
  request_id text NOT NULL,
  inserted_in_transaction bigint DEFAULT ((pg_current_xact_id())::text)::bigint NOT NULL,
  CONSTRAINT audit_log_pkey PRIMARY KEY (organization_id, id)
);
-- row security, forced
-- daybook_app: INSERT, SELECT
CREATE INDEX audit_log_action_sql_idx ON audit_log USING btree (organization_id, action, id) WHERE (action <> ALL (ARRAY['gl.transaction.create'::text, 'gl.transaction.post'::text]));
CREATE INDEX audit_log_actor_sql_idx ON audit_log USING btree (organization_id, actor_id, id) WHERE (actor_id IS NOT NULL);
CREATE INDEX audit_log_noun_sql_idx ON audit_log USING btree (organization_id, noun, id) WHERE (noun <> 'transaction'::text);
CREATE UNIQUE INDEX audit_log_pkey ON audit_log USING btree (organization_id, id);
CREATE INDEX audit_log_record_sql_idx ON audit_log USING btree (organization_id, record_id, occurred_at) WHERE (record_id IS NOT NULL);
CREATE INDEX audit_log_transaction_sql_idx ON audit_log USING btree (organization_id, inserted_in_transaction) WHERE (inserted_in_transaction >= 0);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change();
CREATE TRIGGER audit_log_gate BEFORE INSERT OR DELETE OR UPDATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON audit_log AS RESTRICTIVE FOR SELECT TO daybook_confined USING (daybook_audit_is_reached(noun, record_id, before, after));
CREATE POLICY tenant ON audit_log AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE audit_seals (
  organization_id uuid NOT NULL,
  sequence bigint NOT NULL,
  audit_id uuid NOT NULL,
  previous_hash text NOT NULL,
  hash text NOT NULL,
  sealed_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT audit_seals_pkey PRIMARY KEY (organization_id, sequence)
);
-- row security, forced
-- daybook_app: INSERT, SELECT
CREATE UNIQUE INDEX audit_seals_organization_id_audit_id_key ON audit_seals USING btree (organization_id, audit_id);
CREATE UNIQUE INDEX audit_seals_pkey ON audit_seals USING btree (organization_id, sequence);
CREATE TRIGGER audit_seals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_seals FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change();
CREATE TRIGGER audit_seals_gate BEFORE INSERT OR DELETE OR UPDATE ON audit_seals FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER audit_seals_hold_rows AFTER INSERT ON audit_seals REFERENCING NEW TABLE AS new_seals FOR EACH STATEMENT EXECUTE FUNCTION daybook_hold_sealed_rows();
CREATE POLICY tenant ON audit_seals AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE background_jobs (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  title text NOT NULL,
  input jsonb NOT NULL,
  job_state text DEFAULT 'QUEUED'::text NOT NULL,
  done integer DEFAULT 0 NOT NULL,
  total integer,
  failures integer DEFAULT 0 NOT NULL,
  log jsonb DEFAULT '[]'::jsonb NOT NULL,
  problem text,
  created_by uuid NOT NULL,
  created_by_name text NOT NULL,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  turn_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT background_jobs_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT background_jobs_end_ck CHECK (((job_state = ANY (ARRAY['DONE'::text, 'FAILED'::text, 'CANCELLED'::text])) = (finished_at IS NOT NULL))),
  CONSTRAINT background_jobs_problem_ck CHECK (((job_state = 'FAILED'::text) = (problem IS NOT NULL))),
  CONSTRAINT background_jobs_progress_ck CHECK (((done >= 0) AND ((total IS NULL) OR (total >= 0)))),
  CONSTRAINT background_jobs_state_ck CHECK ((job_state = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text, 'DONE'::text, 'FAILED'::text, 'CANCELLED'::text]))),
  CONSTRAINT background_jobs_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
-- row security, forced
-- daybook_app: INSERT, SELECT, UPDATE
CREATE INDEX background_jobs_organization_id_created_at_id_idx ON background_jobs USING btree (organization_id, created_at, id);
CREATE UNIQUE INDEX background_jobs_pkey ON background_jobs USING btree (organization_id, id);
CREATE INDEX background_jobs_waiting_sql_idx ON background_jobs USING btree (organization_id, turn_at) WHERE (job_state = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text]));
CREATE TRIGGER background_jobs_count_changed AFTER UPDATE ON background_jobs FOR EACH ROW WHEN ((old.created_by <> new.created_by)) EXECUTE FUNCTION daybook_note_records('created_by');
CREATE TRIGGER background_jobs_count_gone AFTER DELETE ON background_jobs REFERENCING OLD TABLE AS old_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('created_by');
CREATE TRIGGER background_jobs_count_new AFTER INSERT ON background_jobs REFERENCING NEW TABLE AS new_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('created_by');
CREATE TRIGGER background_jobs_gate BEFORE INSERT OR DELETE OR UPDATE ON background_jobs FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER background_jobs_touch BEFORE UPDATE ON background_jobs FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON background_jobs AS RESTRICTIVE FOR ALL TO daybook_confined USING ((created_by = daybook_user()));
CREATE POLICY tenant ON background_jobs AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE billing_schedules (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  is_on boolean NOT NULL,
  day_of_month integer,
  hour integer NOT NULL,
  outcome text NOT NULL,
  settled_through date NOT NULL,
  run_day date,
  run_after text,
  run_done integer DEFAULT 0 NOT NULL,
  run_billed integer DEFAULT 0 NOT NULL,
  run_refused jsonb DEFAULT '[]'::jsonb NOT NULL,
  owner_id uuid NOT NULL,
  owner_name text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT billing_schedules_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT billing_schedules_day_ck CHECK (((day_of_month >= 1) AND (day_of_month <= 28))),
  CONSTRAINT billing_schedules_hour_ck CHECK (((hour >= 0) AND (hour <= 23))),
  CONSTRAINT billing_schedules_outcome_ck CHECK ((outcome = ANY (ARRAY['DRAFT'::text, 'SUBMIT'::text]))),
  CONSTRAINT billing_schedules_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX billing_schedules_organization_id_key ON billing_schedules USING btree (organization_id);
CREATE UNIQUE INDEX billing_schedules_pkey ON billing_schedules USING btree (organization_id, id);
CREATE TRIGGER billing_schedules_gate BEFORE INSERT OR DELETE OR UPDATE ON billing_schedules FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER billing_schedules_touch BEFORE UPDATE ON billing_schedules FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY tenant ON billing_schedules AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE budget_lines (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  budget_id uuid NOT NULL,
  cost_code text NOT NULL,
  description text NOT NULL,
  category text NOT NULL,
  original_amount numeric(20,4) NOT NULL,
  approved_changes numeric(20,4) DEFAULT 0 NOT NULL,
  pending_changes numeric(20,4) DEFAULT 0 NOT NULL,
  forecast_to_complete numeric(20,4) DEFAULT 0 NOT NULL,
  sort_order integer NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  account_ids uuid[] DEFAULT ARRAY[]::uuid[],
  CONSTRAINT budget_lines_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT budget_lines_budget_id_org_fk FOREIGN KEY (organization_id, budget_id) REFERENCES budgets(organization_id, id) ON DELETE CASCADE
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX budget_lines_accounts_sql_idx ON budget_lines USING gin (account_ids) WHERE (account_ids <> '{}'::uuid[]);
CREATE UNIQUE INDEX budget_lines_organization_id_budget_id_cost_code_category_key ON budget_lines USING btree (organization_id, budget_id, cost_code, category);
CREATE UNIQUE INDEX budget_lines_pkey ON budget_lines USING btree (organization_id, id);
CREATE TRIGGER budget_lines_gate BEFORE INSERT OR DELETE OR UPDATE ON budget_lines FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER budget_lines_hold_listed BEFORE INSERT OR UPDATE OF account_ids ON budget_lines FOR EACH ROW EXECUTE FUNCTION daybook_hold_listed('account_ids');
CREATE TRIGGER budget_lines_touch BEFORE UPDATE ON budget_lines FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON budget_lines AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM budgets p
  WHERE ((p.organization_id = budget_lines.organization_id) AND (p.id = budget_lines.budget_id)))) WITH CHECK (( SELECT true
   FROM budgets p
  WHERE ((p.organization_id = budget_lines.organization_id) AND (p.id = budget_lines.budget_id))));
CREATE POLICY tenant ON budget_lines AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

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
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT budget_snapshot_lines_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT budget_snapshot_lines_snapshot_id_org_fk FOREIGN KEY (organization_id, snapshot_id) REFERENCES budget_view_snapshots(organization_id, id) ON DELETE CASCADE
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX budget_snapshot_lines_organization_id_snapshot_id_idx ON budget_snapshot_lines USING btree (organization_id, snapshot_id);
CREATE UNIQUE INDEX budget_snapshot_lines_pkey ON budget_snapshot_lines USING btree (organization_id, id);
CREATE TRIGGER budget_snapshot_lines_gate BEFORE INSERT OR DELETE OR UPDATE ON budget_snapshot_lines FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER budget_snapshot_lines_touch BEFORE UPDATE ON budget_snapshot_lines FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON budget_snapshot_lines AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM budget_view_snapshots p
  WHERE ((p.organization_id = budget_snapshot_lines.organization_id) AND (p.id = budget_snapshot_lines.snapshot_id)))) WITH CHECK (( SELECT true
   FROM budget_view_snapshots p
  WHERE ((p.organization_id = budget_snapshot_lines.organization_id) AND (p.id = budget_snapshot_lines.snapshot_id))));
CREATE POLICY tenant ON budget_snapshot_lines AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE budget_view_snapshots (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  budget_view_id uuid NOT NULL,
  name text NOT NULL,
  taken_at timestamp(3) with time zone NOT NULL,
  taken_by uuid,
  note text,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT budget_view_snapshots_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT budget_view_snapshots_budget_view_id_org_fk FOREIGN KEY (organization_id, budget_view_id) REFERENCES budget_views(organization_id, id),
  CONSTRAINT budget_view_snapshots_project_id_org_fk FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX budget_view_snapshots_organization_id_budget_view_id_taken__idx ON budget_view_snapshots USING btree (organization_id, budget_view_id, taken_at, id);
CREATE INDEX budget_view_snapshots_organization_id_project_id_taken_at_i_idx ON budget_view_snapshots USING btree (organization_id, project_id, taken_at, id);
CREATE UNIQUE INDEX budget_view_snapshots_pkey ON budget_view_snapshots USING btree (organization_id, id);
CREATE TRIGGER budget_view_snapshots_count_changed AFTER UPDATE ON budget_view_snapshots FOR EACH ROW WHEN (((old.project_id <> new.project_id) OR (old.budget_view_id <> new.budget_view_id))) EXECUTE FUNCTION daybook_note_records('project_id', 'budget_view_id');
CREATE TRIGGER budget_view_snapshots_count_gone AFTER DELETE ON budget_view_snapshots REFERENCING OLD TABLE AS old_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('project_id', 'budget_view_id');
CREATE TRIGGER budget_view_snapshots_count_new AFTER INSERT ON budget_view_snapshots REFERENCING NEW TABLE AS new_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('project_id', 'budget_view_id');
CREATE TRIGGER budget_view_snapshots_gate BEFORE INSERT OR DELETE OR UPDATE ON budget_view_snapshots FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER budget_view_snapshots_touch BEFORE UPDATE ON budget_view_snapshots FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON budget_view_snapshots AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM projects p
  WHERE ((p.organization_id = budget_view_snapshots.organization_id) AND (p.id = budget_view_snapshots.project_id)))) WITH CHECK (( SELECT true
   FROM projects p
  WHERE ((p.organization_id = budget_view_snapshots.organization_id) AND (p.id = budget_view_snapshots.project_id))));
CREATE POLICY tenant ON budget_view_snapshots AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE budget_views (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  budget_id uuid NOT NULL,
  name text NOT NULL,
  description text,
  columns text[] DEFAULT ARRAY[]::text[],
  group_by text DEFAULT 'category'::text NOT NULL,
  is_default boolean DEFAULT false NOT NULL,
  record_status text DEFAULT 'active'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT budget_views_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT budget_views_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text]))),
  CONSTRAINT budget_views_budget_id_org_fk FOREIGN KEY (organization_id, budget_id) REFERENCES budgets(organization_id, id),
  CONSTRAINT budget_views_project_id_org_fk FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX budget_views_budget_id_sql_idx ON budget_views USING btree (organization_id, budget_id) WHERE (budget_id IS NOT NULL);
CREATE INDEX budget_views_organization_id_project_id_idx ON budget_views USING btree (organization_id, project_id);
CREATE UNIQUE INDEX budget_views_pkey ON budget_views USING btree (organization_id, id);
CREATE TRIGGER budget_views_gate BEFORE INSERT OR DELETE OR UPDATE ON budget_views FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER budget_views_touch BEFORE UPDATE ON budget_views FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON budget_views AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM projects p
  WHERE ((p.organization_id = budget_views.organization_id) AND (p.id = budget_views.project_id)))) WITH CHECK (( SELECT true
   FROM projects p
  WHERE ((p.organization_id = budget_views.organization_id) AND (p.id = budget_views.project_id))));
CREATE POLICY tenant ON budget_views AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE budgets (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  name text NOT NULL,
  currency_code text NOT NULL,
  is_current boolean DEFAULT true NOT NULL,
  record_status text DEFAULT 'active'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT budgets_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT budgets_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text]))),
  CONSTRAINT budgets_project_id_org_fk FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX budgets_organization_id_project_id_idx ON budgets USING btree (organization_id, project_id);
CREATE UNIQUE INDEX budgets_pkey ON budgets USING btree (organization_id, id);
CREATE TRIGGER budgets_gate BEFORE INSERT OR DELETE OR UPDATE ON budgets FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER budgets_touch BEFORE UPDATE ON budgets FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON budgets AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM projects p
  WHERE ((p.organization_id = budgets.organization_id) AND (p.id = budgets.project_id)))) WITH CHECK (( SELECT true
   FROM projects p
  WHERE ((p.organization_id = budgets.organization_id) AND (p.id = budgets.project_id))));
CREATE POLICY tenant ON budgets AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE business_transaction_lines (
  organization_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  line_number integer NOT NULL,
  line_type text NOT NULL,
  description text NOT NULL,
  quantity numeric(20,10) NOT NULL,
  unit_price numeric(20,6) NOT NULL,
  line_amount numeric(20,4) NOT NULL,
  tax_code_id uuid,
  tax_rate_percent numeric(20,10),
  tax_amount numeric(20,4) NOT NULL,
  account_id uuid,
  item_id uuid,
  class_id uuid,
  department_id uuid,
  location_id uuid,
  project_id uuid,
  obligation_key text,
  commitment_from date,
  CONSTRAINT business_transaction_lines_pkey PRIMARY KEY (organization_id, transaction_id, line_number),
  CONSTRAINT business_transaction_lines_commitment_ck CHECK (((commitment_from IS NULL) OR (obligation_key IS NOT NULL))),
  CONSTRAINT business_transaction_lines_number_ck CHECK ((line_number > 0)),
  CONSTRAINT business_transaction_lines_type_ck CHECK ((line_type = ANY (ARRAY['ITEM'::text, 'SERVICE'::text, 'DISCOUNT'::text, 'TAX'::text, 'SHIPPING'::text])))
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX business_transaction_lines_item_sql_idx ON business_transaction_lines USING btree (organization_id, item_id, transaction_id) WHERE (item_id IS NOT NULL);
CREATE INDEX business_transaction_lines_named_sql_idx ON business_transaction_lines USING brin (organization_id uuid_bloom_ops (n_distinct_per_range='32'), account_id uuid_bloom_ops (n_distinct_per_range='200'), class_id uuid_bloom_ops (n_distinct_per_range='200'), department_id uuid_bloom_ops (n_distinct_per_range='200'), location_id uuid_bloom_ops (n_distinct_per_range='200'), project_id uuid_bloom_ops (n_distinct_per_range='200'), tax_code_id uuid_bloom_ops (n_distinct_per_range='32')) WITH (pages_per_range='32', autosummarize='on');
CREATE UNIQUE INDEX business_transaction_lines_pkey ON business_transaction_lines USING btree (organization_id, transaction_id, line_number);
CREATE TRIGGER business_transaction_lines_delete AFTER DELETE ON business_transaction_lines REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_posted_line_change();
CREATE TRIGGER business_transaction_lines_gate BEFORE INSERT OR DELETE OR UPDATE ON business_transaction_lines FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER business_transaction_lines_refer_changed AFTER UPDATE ON business_transaction_lines REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION daybook_hold_line_references();
CREATE TRIGGER business_transaction_lines_refer_new AFTER INSERT ON business_transaction_lines REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION daybook_hold_line_references();
CREATE POLICY confined ON business_transaction_lines AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM business_transactions p
  WHERE ((p.organization_id = business_transaction_lines.organization_id) AND (p.id = business_transaction_lines.transaction_id)))) WITH CHECK (( SELECT true
   FROM business_transactions p
  WHERE ((p.organization_id = business_transaction_lines.organization_id) AND (p.id = business_transaction_lines.transaction_id))));
CREATE POLICY tenant ON business_transaction_lines AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE business_transactions (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  transaction_number text NOT NULL,
  transaction_type_id uuid NOT NULL,
  kind text NOT NULL,
  subsidiary_id uuid NOT NULL,
  entity_type text,
  entity_id uuid,
  transaction_date date NOT NULL,
  due_date date,
  currency_code text NOT NULL,
  base_currency_code text NOT NULL,
  exchange_rate numeric(20,10) NOT NULL,
  exchange_rate_given boolean DEFAULT false NOT NULL,
  subtotal_amount numeric(20,4) NOT NULL,
  tax_amount numeric(20,4) NOT NULL,
  discount_amount numeric(20,4) NOT NULL,
  total_amount numeric(20,4) NOT NULL,
  base_total_amount numeric(20,4) NOT NULL,
  applied_amount numeric(20,4) DEFAULT 0 NOT NULL,
  transaction_status text DEFAULT 'DRAFT'::text NOT NULL,
  memo text,
  reference_number text,
  payment_method text,
  payment_terms text,
  billing_address jsonb,
  project_id uuid,
  subscription_id uuid,
  revenue_contract_id uuid,
  created_by uuid,
  submitted_by uuid,
  submitted_at timestamp(3) with time zone,
  approved_by uuid,
  approved_at timestamp(3) with time zone,
  approval_comment text,
  posted_by uuid,
  posted_at timestamp(3) with time zone,
  posting_date date,
  ledger_entry_id uuid,
  reversal_reason text,
  reversal_date date,
  reversal_entry_id uuid,
  reversal_transaction_id uuid,
  reverses_transaction_id uuid,
  cancelled_at timestamp(3) with time zone,
  cancel_reason text,
  record_status text DEFAULT 'active'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  is_adjustment boolean DEFAULT false NOT NULL,
  changed_by uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  CONSTRAINT business_transactions_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT business_transactions_status_ck CHECK ((transaction_status = ANY (
CASE
    WHEN (ledger_entry_id IS NULL) THEN '{DRAFT,PENDING_APPROVAL,APPROVED,CANCELLED}'::text[]
    ELSE '{POSTED,PAID,CLOSED,REVERSED}'::text[]
END))),
  CONSTRAINT business_transactions_project_id_org_fk FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, id),
  CONSTRAINT business_transactions_revenue_contract_id_org_fk FOREIGN KEY (organization_id, revenue_contract_id) REFERENCES revenue_contracts(organization_id, id),
  CONSTRAINT business_transactions_reversal_transaction_id_org_fk FOREIGN KEY (organization_id, reversal_transaction_id) REFERENCES business_transactions(organization_id, id),
  CONSTRAINT business_transactions_reverses_transaction_id_org_fk FOREIGN KEY (organization_id, reverses_transaction_id) REFERENCES business_transactions(organization_id, id),
  CONSTRAINT business_transactions_subscription_id_org_fk FOREIGN KEY (organization_id, subscription_id) REFERENCES subscriptions(organization_id, id),
  CONSTRAINT business_transactions_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id) REFERENCES subsidiaries(organization_id, id),
  CONSTRAINT business_transactions_transaction_type_id_org_fk FOREIGN KEY (organization_id, transaction_type_id) REFERENCES transaction_types(organization_id, id)
) WITH (fillfactor=60);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX business_transactions_by_day_sql_idx ON business_transactions USING btree (organization_id, transaction_date, transaction_number) INCLUDE (kind, subsidiary_id, transaction_type_id);
CREATE INDEX business_transactions_named_sql_idx ON business_transactions USING brin (organization_id uuid_bloom_ops (n_distinct_per_range='32'), subsidiary_id uuid_bloom_ops (n_distinct_per_range='64'), transaction_type_id uuid_bloom_ops (n_distinct_per_range='32')) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX business_transactions_of_contracts_sql_idx ON business_transactions USING btree (organization_id, id) WHERE (revenue_contract_id IS NOT NULL);
CREATE INDEX business_transactions_of_entity_sql_idx ON business_transactions USING btree (organization_id, entity_id, transaction_date, transaction_number) INCLUDE (kind, subsidiary_id, transaction_type_id) WHERE (entity_id IS NOT NULL);
CREATE INDEX business_transactions_organization_id_kind_created_at_id_idx ON business_transactions USING btree (organization_id, kind, created_at, id);
CREATE UNIQUE INDEX business_transactions_organization_id_transaction_number_key ON business_transactions USING btree (organization_id, transaction_number);
CREATE INDEX business_transactions_owed_sql_idx ON business_transactions USING btree (organization_id, kind, entity_id) WHERE ((kind = ANY (ARRAY['EXPENSE_REPORT'::text, 'INVOICE'::text, 'VENDOR_BILL'::text])) AND (applied_amount <> total_amount) AND (reversal_date IS NULL) AND (cancelled_at IS NULL));
CREATE UNIQUE INDEX business_transactions_pkey ON business_transactions USING btree (organization_id, id);
CREATE INDEX business_transactions_project_id_sql_idx ON business_transactions USING btree (organization_id, project_id) WHERE (project_id IS NOT NULL);
CREATE INDEX business_transactions_rate_given_sql_idx ON business_transactions USING btree (organization_id, transaction_date) WHERE (exchange_rate_given AND (currency_code <> base_currency_code));
CREATE INDEX business_transactions_reference_sql_idx ON business_transactions USING btree (organization_id, ((((entity_id)::text || ' '::text) || lower(btrim(reference_number))))) WHERE (reference_number IS NOT NULL);
CREATE INDEX business_transactions_revenue_contract_id_sql_idx ON business_transactions USING btree (organization_id, revenue_contract_id) WHERE (revenue_contract_id IS NOT NULL);
CREATE INDEX business_transactions_reversal_date_sql_idx ON business_transactions USING btree (organization_id, reversal_date) WHERE (reversal_date IS NOT NULL);
CREATE INDEX business_transactions_reversal_transaction_id_sql_idx ON business_transactions USING btree (organization_id, reversal_transaction_id) WHERE (reversal_transaction_id IS NOT NULL);
CREATE INDEX business_transactions_reverses_transaction_id_sql_idx ON business_transactions USING btree (organization_id, reverses_transaction_id) WHERE (reverses_transaction_id IS NOT NULL);
CREATE INDEX business_transactions_subscription_id_sql_idx ON business_transactions USING btree (organization_id, subscription_id) WHERE (subscription_id IS NOT NULL);
CREATE INDEX business_transactions_text_sql_idx ON business_transactions USING gin (organization_id, (((transaction_date - '1970-01-01'::date) / 16)), (((transaction_date - '1970-01-01'::date) / 256)), ((subsidiary_id)::text), ((kind || ''::text)), ((transaction_type_id)::text), ((entity_id)::text), (((((translate(transaction_number, '0123456789'::text, 'qxzjkvwfhp'::text) || '
'::text) || COALESCE(memo, ''::text)) || '
'::text) || COALESCE(reference_number, ''::text))) daybook_extensions.gin_trgm_ops);
CREATE INDEX business_transactions_total_sql_idx ON business_transactions USING btree (organization_id, total_amount);
CREATE INDEX business_transactions_unapplied_of_entity_sql_idx ON business_transactions USING btree (organization_id, entity_id) WHERE ((kind = ANY (ARRAY['CREDIT_MEMO'::text, 'CUSTOMER_PAYMENT'::text, 'VENDOR_CREDIT'::text, 'VENDOR_PAYMENT'::text])) AND (applied_amount <> (total_amount +
CASE
    WHEN (kind = ANY (ARRAY['CUSTOMER_PAYMENT'::text, 'VENDOR_PAYMENT'::text])) THEN discount_amount
    ELSE (0)::numeric
END)) AND (reversal_date IS NULL) AND (cancelled_at IS NULL));
CREATE INDEX business_transactions_unapplied_sql_idx ON business_transactions USING btree (organization_id, kind, transaction_date, transaction_number) WHERE ((kind = ANY (ARRAY['CREDIT_MEMO'::text, 'CUSTOMER_PAYMENT'::text, 'VENDOR_CREDIT'::text, 'VENDOR_PAYMENT'::text])) AND (applied_amount <> (total_amount +
CASE
    WHEN (kind = ANY (ARRAY['CUSTOMER_PAYMENT'::text, 'VENDOR_PAYMENT'::text])) THEN discount_amount
    ELSE (0)::numeric
END)) AND (reversal_date IS NULL) AND (cancelled_at IS NULL));
CREATE TRIGGER business_transactions_delete_parts AFTER DELETE ON business_transactions REFERENCING OLD TABLE AS old_documents FOR EACH STATEMENT EXECUTE FUNCTION daybook_delete_parts();
CREATE TRIGGER business_transactions_gate BEFORE INSERT OR DELETE OR UPDATE ON business_transactions FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER business_transactions_hold_changed_entity BEFORE UPDATE OF entity_type, entity_id ON business_transactions FOR EACH ROW WHEN (((new.entity_id IS NOT NULL) AND ((new.entity_id IS DISTINCT FROM old.entity_id) OR (new.entity_type IS DISTINCT FROM old.entity_type)))) EXECUTE FUNCTION daybook_hold_changed_entity();
CREATE TRIGGER business_transactions_hold_new_entities AFTER INSERT ON business_transactions REFERENCING NEW TABLE AS new_documents FOR EACH STATEMENT EXECUTE FUNCTION daybook_hold_new_entities();
CREATE TRIGGER business_transactions_keep_id AFTER UPDATE OF id ON business_transactions FOR EACH ROW WHEN ((old.id <> new.id)) EXECUTE FUNCTION daybook_keep_document_id();
CREATE TRIGGER business_transactions_lawful BEFORE INSERT OR UPDATE OF kind, entity_type, entity_id, exchange_rate, subtotal_amount, tax_amount, discount_amount, total_amount, applied_amount, record_status, is_adjustment ON business_transactions FOR EACH ROW EXECUTE FUNCTION daybook_check_document();
CREATE TRIGGER business_transactions_note_changed AFTER UPDATE ON business_transactions REFERENCING OLD TABLE AS old_documents NEW TABLE AS new_documents FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_documents();
CREATE TRIGGER business_transactions_note_deleted AFTER DELETE ON business_transactions REFERENCING OLD TABLE AS old_documents FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_documents();
CREATE TRIGGER business_transactions_note_new AFTER INSERT ON business_transactions REFERENCING NEW TABLE AS new_documents FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_documents();
CREATE TRIGGER business_transactions_posted BEFORE DELETE OR UPDATE ON business_transactions FOR EACH ROW WHEN ((old.ledger_entry_id IS NOT NULL)) EXECUTE FUNCTION daybook_refuse_posted_change();
CREATE TRIGGER business_transactions_touch BEFORE UPDATE ON business_transactions FOR EACH ROW WHEN (((new.version <> (old.version + 1)) OR (new.updated_at <= old.updated_at) OR (new.created_at <> old.created_at))) EXECUTE FUNCTION daybook_touch();
CREATE TRIGGER business_transactions_unposted AFTER INSERT ON business_transactions REFERENCING NEW TABLE AS new_documents FOR EACH STATEMENT EXECUTE FUNCTION daybook_list_unposted();
CREATE TRIGGER business_transactions_withdrawn AFTER UPDATE ON business_transactions FOR EACH ROW WHEN (((new.transaction_status = ANY (ARRAY['CANCELLED'::text, 'REVERSED'::text])) AND (old.transaction_status <> new.transaction_status))) EXECUTE FUNCTION daybook_open_withdrawn();
CREATE POLICY confined ON business_transactions AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON business_transactions AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE calendar_adoptions (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  subsidiary_id uuid,
  calendar_id uuid NOT NULL,
  first_day date NOT NULL,
  recorded_by uuid,
  recorded_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT calendar_adoptions_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT calendar_adoptions_calendar_id_org_fk FOREIGN KEY (organization_id, calendar_id) REFERENCES fiscal_calendars(organization_id, id),
  CONSTRAINT calendar_adoptions_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id) REFERENCES subsidiaries(organization_id, id) ON DELETE CASCADE
);
-- row security, forced
-- daybook_app: INSERT, SELECT
CREATE INDEX calendar_adoptions_calendar_id_sql_idx ON calendar_adoptions USING btree (organization_id, calendar_id);
CREATE INDEX calendar_adoptions_organization_id_subsidiary_id_idx ON calendar_adoptions USING btree (organization_id, subsidiary_id);
CREATE UNIQUE INDEX calendar_adoptions_pkey ON calendar_adoptions USING btree (organization_id, id);
CREATE TRIGGER calendar_adoptions_gate BEFORE INSERT OR DELETE OR UPDATE ON calendar_adoptions FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON calendar_adoptions AS RESTRICTIVE FOR ALL TO daybook_confined USING (((subsidiary_id IS NULL) OR (subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])))) WITH CHECK (((subsidiary_id IS NOT NULL) AND (subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))));
CREATE POLICY tenant ON calendar_adoptions AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE change_orders (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  prime_contract_id uuid,
  commitment_id uuid,
  change_number text NOT NULL,
  title text NOT NULL,
  amount numeric(20,4) NOT NULL,
  change_state text DEFAULT 'PENDING'::text NOT NULL,
  requested_on date NOT NULL,
  approved_on date,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT change_orders_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT change_orders_of_one_ck CHECK (((prime_contract_id IS NULL) <> (commitment_id IS NULL))),
  CONSTRAINT change_orders_state_ck CHECK ((change_state = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'REJECTED'::text]))),
  CONSTRAINT change_orders_commitment_id_org_fk FOREIGN KEY (organization_id, commitment_id) REFERENCES commitments(organization_id, id),
  CONSTRAINT change_orders_prime_contract_id_org_fk FOREIGN KEY (organization_id, prime_contract_id) REFERENCES prime_contracts(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX change_orders_organization_id_change_number_idx ON change_orders USING btree (organization_id, change_number);
CREATE INDEX change_orders_organization_id_commitment_id_change_number_i_idx ON change_orders USING btree (organization_id, commitment_id, change_number, id);
CREATE INDEX change_orders_organization_id_prime_contract_id_change_numb_idx ON change_orders USING btree (organization_id, prime_contract_id, change_number, id);
CREATE UNIQUE INDEX change_orders_pkey ON change_orders USING btree (organization_id, id);
CREATE TRIGGER change_orders_gate BEFORE INSERT OR DELETE OR UPDATE ON change_orders FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER change_orders_touch BEFORE UPDATE ON change_orders FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON change_orders AS RESTRICTIVE FOR ALL TO daybook_confined USING ((((prime_contract_id IS NULL) OR ( SELECT true
   FROM prime_contracts p
  WHERE ((p.organization_id = change_orders.organization_id) AND (p.id = change_orders.prime_contract_id)))) AND ((commitment_id IS NULL) OR ( SELECT true
   FROM commitments c
  WHERE ((c.organization_id = change_orders.organization_id) AND (c.id = change_orders.commitment_id))))));
CREATE POLICY tenant ON change_orders AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE classes (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text,
  parent_id uuid,
  record_status text DEFAULT 'active'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT classes_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT classes_not_own_parent_ck CHECK ((parent_id IS DISTINCT FROM id)),
  CONSTRAINT classes_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text]))),
  CONSTRAINT classes_parent_id_org_fk FOREIGN KEY (organization_id, parent_id) REFERENCES classes(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX classes_organization_id_code_key ON classes USING btree (organization_id, code);
CREATE INDEX classes_parent_id_sql_idx ON classes USING btree (organization_id, parent_id) WHERE (parent_id IS NOT NULL);
CREATE UNIQUE INDEX classes_pkey ON classes USING btree (organization_id, id);
CREATE TRIGGER classes_gate BEFORE INSERT OR DELETE OR UPDATE ON classes FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER classes_named_by_lines AFTER DELETE ON classes FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_named('class_id');
CREATE TRIGGER classes_renamed_by_lines AFTER UPDATE OF id ON classes FOR EACH ROW WHEN ((old.id <> new.id)) EXECUTE FUNCTION daybook_refuse_delete_of_named('class_id');
CREATE TRIGGER classes_touch BEFORE UPDATE ON classes FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY tenant ON classes AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

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
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT commitment_lines_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT commitment_lines_commitment_id_org_fk FOREIGN KEY (organization_id, commitment_id) REFERENCES commitments(organization_id, id) ON DELETE CASCADE
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX commitment_lines_organization_id_commitment_id_line_number_key ON commitment_lines USING btree (organization_id, commitment_id, line_number);
CREATE UNIQUE INDEX commitment_lines_pkey ON commitment_lines USING btree (organization_id, id);
CREATE TRIGGER commitment_lines_gate BEFORE INSERT OR DELETE OR UPDATE ON commitment_lines FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER commitment_lines_sum_changed AFTER UPDATE ON commitment_lines REFERENCING OLD TABLE AS old_lines NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_commitment_lines();
CREATE TRIGGER commitment_lines_sum_gone AFTER DELETE ON commitment_lines REFERENCING OLD TABLE AS old_lines FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_commitment_lines();
CREATE TRIGGER commitment_lines_sum_new AFTER INSERT ON commitment_lines REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_commitment_lines();
CREATE TRIGGER commitment_lines_touch BEFORE UPDATE ON commitment_lines FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON commitment_lines AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM commitments p
  WHERE ((p.organization_id = commitment_lines.organization_id) AND (p.id = commitment_lines.commitment_id)))) WITH CHECK (( SELECT true
   FROM commitments p
  WHERE ((p.organization_id = commitment_lines.organization_id) AND (p.id = commitment_lines.commitment_id))));
CREATE POLICY tenant ON commitment_lines AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE commitment_sum_changes (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  cost_code text NOT NULL,
  amount numeric(24,4) NOT NULL,
  CONSTRAINT commitment_sum_changes_pkey PRIMARY KEY (organization_id, id)
);
-- row security, forced
-- daybook_app: SELECT
CREATE UNIQUE INDEX commitment_sum_changes_pkey ON commitment_sum_changes USING btree (organization_id, id);
CREATE TRIGGER commitment_sum_changes_gate BEFORE INSERT OR DELETE OR UPDATE ON commitment_sum_changes FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON commitment_sum_changes AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM projects p
  WHERE ((p.organization_id = commitment_sum_changes.organization_id) AND (p.id = commitment_sum_changes.project_id)))) WITH CHECK (( SELECT true
   FROM projects p
  WHERE ((p.organization_id = commitment_sum_changes.organization_id) AND (p.id = commitment_sum_changes.project_id))));
CREATE POLICY tenant ON commitment_sum_changes AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE commitment_sums (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  cost_code text NOT NULL,
  amount numeric(24,4) NOT NULL,
  CONSTRAINT commitment_sums_pkey PRIMARY KEY (organization_id, project_id, cost_code)
) WITH (fillfactor=70);
-- row security, forced
-- daybook_app: SELECT
CREATE UNIQUE INDEX commitment_sums_pkey ON commitment_sums USING btree (organization_id, project_id, cost_code);
CREATE TRIGGER commitment_sums_gate BEFORE INSERT OR DELETE OR UPDATE ON commitment_sums FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON commitment_sums AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM projects p
  WHERE ((p.organization_id = commitment_sums.organization_id) AND (p.id = commitment_sums.project_id)))) WITH CHECK (( SELECT true
   FROM projects p
  WHERE ((p.organization_id = commitment_sums.organization_id) AND (p.id = commitment_sums.project_id))));
CREATE POLICY tenant ON commitment_sums AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE commitments (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  commitment_number text NOT NULL,
  title text NOT NULL,
  commitment_kind text NOT NULL,
  vendor_id uuid,
  original_amount numeric(20,4) NOT NULL,
  approved_changes numeric(20,4) DEFAULT 0 NOT NULL,
  invoiced_amount numeric(20,4) DEFAULT 0 NOT NULL,
  commitment_state text DEFAULT 'APPROVED'::text NOT NULL,
  currency_code text NOT NULL,
  committed_on date NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT commitments_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT commitments_kind_ck CHECK ((commitment_kind = ANY (ARRAY['SUBCONTRACT'::text, 'PURCHASE_ORDER'::text]))),
  CONSTRAINT commitments_state_ck CHECK ((commitment_state = ANY (ARRAY['DRAFT'::text, 'APPROVED'::text, 'COMPLETE'::text, 'VOID'::text]))),
  CONSTRAINT commitments_project_id_org_fk FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, id),
  CONSTRAINT commitments_vendor_id_org_fk FOREIGN KEY (organization_id, vendor_id) REFERENCES vendors(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX commitments_changed_sql_idx ON commitments USING btree (organization_id, project_id, commitment_number) WHERE (approved_changes <> (0)::numeric);
CREATE UNIQUE INDEX commitments_organization_id_commitment_number_key ON commitments USING btree (organization_id, commitment_number);
CREATE INDEX commitments_organization_id_project_id_idx ON commitments USING btree (organization_id, project_id);
CREATE UNIQUE INDEX commitments_pkey ON commitments USING btree (organization_id, id);
CREATE INDEX commitments_vendor_id_sql_idx ON commitments USING btree (organization_id, vendor_id) WHERE (vendor_id IS NOT NULL);
CREATE TRIGGER commitments_gate BEFORE INSERT OR DELETE OR UPDATE ON commitments FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER commitments_sum_changed AFTER UPDATE ON commitments FOR EACH ROW WHEN (((daybook_counts_as_committed(old.commitment_state, old.approved_changes) <> daybook_counts_as_committed(new.commitment_state, new.approved_changes)) OR (old.project_id <> new.project_id))) EXECUTE FUNCTION daybook_note_commitment();
CREATE TRIGGER commitments_sum_gone BEFORE DELETE ON commitments FOR EACH ROW EXECUTE FUNCTION daybook_note_commitment();
CREATE TRIGGER commitments_touch BEFORE UPDATE ON commitments FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON commitments AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM projects p
  WHERE ((p.organization_id = commitments.organization_id) AND (p.id = commitments.project_id)))) WITH CHECK (( SELECT true
   FROM projects p
  WHERE ((p.organization_id = commitments.organization_id) AND (p.id = commitments.project_id))));
CREATE POLICY tenant ON commitments AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE companies (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  subsidiary_ids uuid[] DEFAULT ARRAY[]::uuid[],
  external_id text,
  record_status text DEFAULT 'active'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT companies_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT companies_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text])))
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX companies_organization_id_code_key ON companies USING btree (organization_id, code);
CREATE UNIQUE INDEX companies_pkey ON companies USING btree (organization_id, id);
CREATE TRIGGER companies_gate BEFORE INSERT OR DELETE OR UPDATE ON companies FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER companies_hold_listed BEFORE INSERT OR UPDATE OF subsidiary_ids ON companies FOR EACH ROW EXECUTE FUNCTION daybook_hold_listed('subsidiary_ids');
CREATE TRIGGER companies_touch BEFORE UPDATE ON companies FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON companies AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_ids <@ ( SELECT daybook_subsidiaries() AS daybook_subsidiaries))) WITH CHECK ((subsidiary_ids <@ ( SELECT daybook_subsidiaries() AS daybook_subsidiaries)));
CREATE POLICY tenant ON companies AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE contract_cost_rows (
  organization_id uuid NOT NULL,
  cost_id uuid NOT NULL,
  seq integer NOT NULL,
  subsidiary_id uuid NOT NULL,
  row_kind text NOT NULL,
  period text NOT NULL,
  amount numeric(20,4) NOT NULL,
  recorded_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  run_id uuid -- {daybook_app=w/daybook},
  entry_id uuid -- {daybook_app=w/daybook},
  posted_period text -- {daybook_app=w/daybook},
  posted_at timestamp(6) with time zone -- {daybook_app=w/daybook},
  reverses_seq integer,
  natural_period text,
  event_id uuid,
  cause_id uuid,
  base numeric(20,4) -- {daybook_app=w/daybook},
  CONSTRAINT contract_cost_rows_pkey PRIMARY KEY (organization_id, cost_id, seq)
);
-- row security, forced
-- daybook_app: INSERT, SELECT
CREATE INDEX contract_cost_rows_due_sql_idx ON contract_cost_rows USING btree (organization_id, subsidiary_id, period, cost_id) WHERE (run_id IS NULL);
CREATE UNIQUE INDEX contract_cost_rows_pkey ON contract_cost_rows USING btree (organization_id, cost_id, seq);
CREATE UNIQUE INDEX contract_cost_rows_reversed_sql_idx ON contract_cost_rows USING btree (organization_id, cost_id, reverses_seq) WHERE (reverses_seq IS NOT NULL);
CREATE TRIGGER contract_cost_rows_append_only BEFORE DELETE OR TRUNCATE ON contract_cost_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change();
CREATE TRIGGER contract_cost_rows_gate BEFORE INSERT OR DELETE OR UPDATE ON contract_cost_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER contract_cost_rows_once AFTER UPDATE ON contract_cost_rows REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_posting_twice();
CREATE POLICY confined ON contract_cost_rows AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON contract_cost_rows AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

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
  exchange_rate numeric(20,10) DEFAULT 1 NOT NULL,
  amortised numeric(20,4) DEFAULT 0 NOT NULL,
  impaired numeric(20,4) DEFAULT 0 NOT NULL,
  asset_account_id uuid NOT NULL,
  expense_account_id uuid NOT NULL,
  impair_account_id uuid NOT NULL,
  offset_account_id uuid NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  item text,
  voided boolean DEFAULT false NOT NULL,
  CONSTRAINT contract_costs_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT contract_costs_amounts_ck CHECK (
CASE
    WHEN (cost_kind = 'LOSS'::text) THEN ((amount = (0)::numeric) AND (impaired = (0)::numeric) AND (item IS NOT NULL))
    ELSE (amount > (0)::numeric)
END),
  CONSTRAINT contract_costs_words_ck CHECK (((cost_kind = ANY (ARRAY['OBTAIN'::text, 'FULFIL'::text, 'LOSS'::text])) AND (decision = ANY (ARRAY['CAPITALISED'::text, 'EXPENSED'::text, 'ELSEWHERE'::text, 'PROVIDED'::text])) AND ((cost_kind = 'LOSS'::text) = (decision = 'PROVIDED'::text)) AND (months > 0))),
  CONSTRAINT contract_costs_asset_account_id_org_fk FOREIGN KEY (organization_id, asset_account_id) REFERENCES accounts(organization_id, id),
  CONSTRAINT contract_costs_contract_id_org_fk FOREIGN KEY (organization_id, contract_id) REFERENCES revenue_contracts(organization_id, id),
  CONSTRAINT contract_costs_expense_account_id_org_fk FOREIGN KEY (organization_id, expense_account_id) REFERENCES accounts(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX contract_costs_answered_sql_idx ON contract_costs USING btree (organization_id, contract_id, created_at, id) WHERE ((NOT voided) AND ((facts ->> 'evidence'::text) IS NOT NULL) AND (cost_kind <> 'LOSS'::text));
CREATE INDEX contract_costs_asset_account_id_sql_idx ON contract_costs USING btree (organization_id, asset_account_id) WHERE (asset_account_id IS NOT NULL);
CREATE INDEX contract_costs_capitalised_sql_idx ON contract_costs USING btree (organization_id, subsidiary_id, currency_code) WHERE (decision = 'CAPITALISED'::text);
CREATE INDEX contract_costs_expense_account_id_sql_idx ON contract_costs USING btree (organization_id, expense_account_id) WHERE (expense_account_id IS NOT NULL);
CREATE UNIQUE INDEX contract_costs_item_sql_idx ON contract_costs USING btree (organization_id, contract_id, item) WHERE (item IS NOT NULL);
CREATE INDEX contract_costs_listed_sql_idx ON contract_costs USING btree (organization_id, posting_date, id);
CREATE INDEX contract_costs_named_sql_idx ON contract_costs USING brin (organization_id uuid_bloom_ops (n_distinct_per_range='32'), impair_account_id uuid_bloom_ops (n_distinct_per_range='64'), offset_account_id uuid_bloom_ops (n_distinct_per_range='64')) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX contract_costs_open_sql_idx ON contract_costs USING btree (organization_id, contract_id, created_at, id) INCLUDE (subsidiary_id) WHERE ((NOT voided) AND ((facts ->> 'evidence'::text) IS NULL) AND (cost_kind <> 'LOSS'::text));
CREATE INDEX contract_costs_organization_id_contract_id_created_at_id_idx ON contract_costs USING btree (organization_id, contract_id, created_at, id);
CREATE UNIQUE INDEX contract_costs_pkey ON contract_costs USING btree (organization_id, id);
CREATE INDEX contract_costs_voided_sql_idx ON contract_costs USING btree (organization_id, contract_id, created_at, id) WHERE (voided AND (cost_kind <> 'LOSS'::text));
CREATE TRIGGER contract_costs_count_changed AFTER UPDATE ON contract_costs FOR EACH ROW WHEN ((old.cost_kind <> new.cost_kind)) EXECUTE FUNCTION daybook_note_records('cost_kind');
CREATE TRIGGER contract_costs_count_gone AFTER DELETE ON contract_costs REFERENCING OLD TABLE AS old_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('cost_kind');
CREATE TRIGGER contract_costs_count_new AFTER INSERT ON contract_costs REFERENCING NEW TABLE AS new_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('cost_kind');
CREATE TRIGGER contract_costs_gate BEFORE INSERT OR DELETE OR UPDATE ON contract_costs FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER contract_costs_open_changed AFTER UPDATE ON contract_costs FOR EACH ROW WHEN (((old.voided <> new.voided) OR (old.cost_kind <> new.cost_kind) OR (old.contract_id <> new.contract_id) OR (old.facts <> new.facts))) EXECUTE FUNCTION daybook_note_open_costs();
CREATE TRIGGER contract_costs_open_gone AFTER DELETE ON contract_costs REFERENCING OLD TABLE AS old_costs FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_open_costs();
CREATE TRIGGER contract_costs_open_new AFTER INSERT ON contract_costs REFERENCING NEW TABLE AS new_costs FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_open_costs();
CREATE TRIGGER contract_costs_touch BEFORE UPDATE ON contract_costs FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE TRIGGER contract_costs_touches_changed AFTER UPDATE ON contract_costs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_touch_contracts();
CREATE TRIGGER contract_costs_touches_new AFTER INSERT ON contract_costs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_touch_contracts();
CREATE POLICY confined ON contract_costs AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON contract_costs AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE counted_counterparties (
  organization_id uuid NOT NULL,
  entity_id uuid NOT NULL,
  CONSTRAINT counted_counterparties_pkey PRIMARY KEY (organization_id, entity_id)
);
-- row security, forced
-- daybook_app: SELECT
CREATE UNIQUE INDEX counted_counterparties_pkey ON counted_counterparties USING btree (organization_id, entity_id);
CREATE TRIGGER counted_counterparties_gate BEFORE INSERT OR DELETE OR UPDATE ON counted_counterparties FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY tenant ON counted_counterparties AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE counterparty_days (
  organization_id uuid NOT NULL,
  entity_id uuid NOT NULL,
  transaction_date date NOT NULL,
  subsidiary_id uuid NOT NULL,
  transaction_type_id uuid NOT NULL,
  kind text NOT NULL,
  transaction_status text NOT NULL,
  document_count bigint NOT NULL,
  CONSTRAINT counterparty_days_pkey PRIMARY KEY (organization_id, entity_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status)
) WITH (fillfactor=70);
-- row security, forced
-- daybook_app: SELECT
CREATE UNIQUE INDEX counterparty_days_pkey ON counterparty_days USING btree (organization_id, entity_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status);
CREATE TRIGGER counterparty_days_gate BEFORE INSERT OR DELETE OR UPDATE ON counterparty_days FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON counterparty_days AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON counterparty_days AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE currencies (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  minor_units integer NOT NULL,
  record_status text DEFAULT 'active'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT currencies_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT currencies_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text])))
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX currencies_organization_id_code_key ON currencies USING btree (organization_id, code);
CREATE UNIQUE INDEX currencies_pkey ON currencies USING btree (organization_id, id);
CREATE TRIGGER currencies_gate BEFORE INSERT OR DELETE OR UPDATE ON currencies FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER currencies_touch BEFORE UPDATE ON currencies FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY tenant ON currencies AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE custom_roles (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  description text,
  permissions text[] DEFAULT ARRAY[]::text[] NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT custom_roles_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT custom_roles_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX custom_roles_organization_id_name_key ON custom_roles USING btree (organization_id, name);
CREATE UNIQUE INDEX custom_roles_pkey ON custom_roles USING btree (organization_id, id);
CREATE TRIGGER custom_roles_gate BEFORE INSERT OR DELETE OR UPDATE ON custom_roles FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER custom_roles_held BEFORE DELETE ON custom_roles FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_held_role();
CREATE TRIGGER custom_roles_touch BEFORE UPDATE ON custom_roles FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY tenant ON custom_roles AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE customer_warehouses (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  warehouse_id uuid NOT NULL,
  is_default boolean DEFAULT false NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT customer_warehouses_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT customer_warehouses_customer_id_org_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT customer_warehouses_warehouse_id_org_fk FOREIGN KEY (organization_id, warehouse_id) REFERENCES warehouses(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX customer_warehouses_organization_id_customer_id_warehouse_i_key ON customer_warehouses USING btree (organization_id, customer_id, warehouse_id);
CREATE UNIQUE INDEX customer_warehouses_pkey ON customer_warehouses USING btree (organization_id, id);
CREATE INDEX customer_warehouses_warehouse_id_sql_idx ON customer_warehouses USING btree (organization_id, warehouse_id) WHERE (warehouse_id IS NOT NULL);
CREATE TRIGGER customer_warehouses_gate BEFORE INSERT OR DELETE OR UPDATE ON customer_warehouses FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER customer_warehouses_touch BEFORE UPDATE ON customer_warehouses FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON customer_warehouses AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM customers p
  WHERE ((p.organization_id = customer_warehouses.organization_id) AND (p.id = customer_warehouses.customer_id)))) WITH CHECK (( SELECT true
   FROM customers p
  WHERE ((p.organization_id = customer_warehouses.organization_id) AND (p.id = customer_warehouses.customer_id))));
CREATE POLICY tenant ON customer_warehouses AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

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
  record_status text DEFAULT 'active'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  tax_code_id uuid,
  discount_percent numeric(9,6),
  price_list_id uuid,
  CONSTRAINT customers_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT customers_discount_percent_ck CHECK (((discount_percent > (0)::numeric) AND (discount_percent <= (100)::numeric))),
  CONSTRAINT customers_not_own_parent_ck CHECK ((parent_customer_id IS DISTINCT FROM id)),
  CONSTRAINT customers_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text]))),
  CONSTRAINT customers_lead_id_org_fk FOREIGN KEY (organization_id, lead_id) REFERENCES leads(organization_id, id),
  CONSTRAINT customers_parent_customer_id_org_fk FOREIGN KEY (organization_id, parent_customer_id) REFERENCES customers(organization_id, id),
  CONSTRAINT customers_price_list_id_org_fk FOREIGN KEY (organization_id, price_list_id) REFERENCES price_lists(organization_id, id),
  CONSTRAINT customers_prospect_id_org_fk FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id),
  CONSTRAINT customers_receivable_account_id_org_fk FOREIGN KEY (organization_id, receivable_account_id) REFERENCES accounts(organization_id, id),
  CONSTRAINT customers_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id) REFERENCES subsidiaries(organization_id, id),
  CONSTRAINT customers_tax_code_id_org_fk FOREIGN KEY (organization_id, tax_code_id) REFERENCES tax_codes(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX customers_lead_id_sql_idx ON customers USING btree (organization_id, lead_id) WHERE (lead_id IS NOT NULL);
CREATE INDEX customers_name_sql_idx ON customers USING btree (organization_id, company_name, id) INCLUDE (record_status);
CREATE INDEX customers_organization_id_created_at_id_idx ON customers USING btree (organization_id, created_at, id);
CREATE INDEX customers_organization_id_credit_limit_id_idx ON customers USING btree (organization_id, credit_limit, id);
CREATE INDEX customers_organization_id_customer_id_id_idx ON customers USING btree (organization_id, customer_id, id);
CREATE INDEX customers_organization_id_parent_customer_id_idx ON customers USING btree (organization_id, parent_customer_id);
CREATE INDEX customers_organization_id_updated_at_id_idx ON customers USING btree (organization_id, updated_at, id);
CREATE UNIQUE INDEX customers_pkey ON customers USING btree (organization_id, id);
CREATE INDEX customers_price_list_id_sql_idx ON customers USING btree (organization_id, price_list_id) WHERE (price_list_id IS NOT NULL);
CREATE INDEX customers_prospect_id_sql_idx ON customers USING btree (organization_id, prospect_id) WHERE (prospect_id IS NOT NULL);
CREATE INDEX customers_receivable_account_id_sql_idx ON customers USING btree (organization_id, receivable_account_id) WHERE (receivable_account_id IS NOT NULL);
CREATE INDEX customers_subsidiary_id_sql_idx ON customers USING btree (organization_id, subsidiary_id) WHERE (subsidiary_id IS NOT NULL);
CREATE INDEX customers_tax_code_id_sql_idx ON customers USING btree (organization_id, tax_code_id) WHERE (tax_code_id IS NOT NULL);
CREATE INDEX customers_text_sql_idx ON customers USING gin (organization_id, (((((company_name || '
'::text) || COALESCE(customer_id, ''::text)) || '
'::text) || COALESCE(contact_email, ''::text))) daybook_extensions.gin_trgm_ops);
CREATE TRIGGER customers_count_changed AFTER UPDATE ON customers FOR EACH ROW WHEN ((old.record_status <> new.record_status)) EXECUTE FUNCTION daybook_note_records('record_status');
CREATE TRIGGER customers_count_gone AFTER DELETE ON customers REFERENCING OLD TABLE AS old_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('record_status');
CREATE TRIGGER customers_count_new AFTER INSERT ON customers REFERENCING NEW TABLE AS new_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('record_status');
CREATE TRIGGER customers_gate BEFORE INSERT OR DELETE OR UPDATE ON customers FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER customers_in_use BEFORE DELETE ON customers FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_used_entity();
CREATE TRIGGER customers_touch BEFORE UPDATE ON customers FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON customers AS RESTRICTIVE FOR ALL TO daybook_confined USING (((subsidiary_id IS NULL) OR (subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])))) WITH CHECK (((subsidiary_id IS NULL) OR (subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))));
CREATE POLICY tenant ON customers AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE cut_over_assignments (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  cut_over_id uuid NOT NULL,
  account_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  amount numeric(20,4) NOT NULL,
  reason text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT cut_over_assignments_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT cut_over_assignments_account_org_fk FOREIGN KEY (organization_id, account_id) REFERENCES accounts(organization_id, id),
  CONSTRAINT cut_over_assignments_cut_over_id_org_fk FOREIGN KEY (organization_id, cut_over_id) REFERENCES cut_overs(organization_id, id),
  CONSTRAINT cut_over_assignments_transaction_org_fk FOREIGN KEY (organization_id, transaction_id) REFERENCES business_transactions(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX cut_over_assignments_account_id_sql_idx ON cut_over_assignments USING btree (organization_id, account_id);
CREATE INDEX cut_over_assignments_cut_over_id_sql_idx ON cut_over_assignments USING btree (organization_id, cut_over_id);
CREATE UNIQUE INDEX cut_over_assignments_pkey ON cut_over_assignments USING btree (organization_id, id);
CREATE INDEX cut_over_assignments_transaction_id_sql_idx ON cut_over_assignments USING btree (organization_id, transaction_id);
CREATE TRIGGER cut_over_assignments_gate BEFORE INSERT OR DELETE OR UPDATE ON cut_over_assignments FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON cut_over_assignments AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM cut_overs p
  WHERE ((p.organization_id = cut_over_assignments.organization_id) AND (p.id = cut_over_assignments.cut_over_id)))) WITH CHECK (( SELECT true
   FROM cut_overs p
  WHERE ((p.organization_id = cut_over_assignments.organization_id) AND (p.id = cut_over_assignments.cut_over_id))));
CREATE POLICY tenant ON cut_over_assignments AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE cut_over_items (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  cut_over_id uuid NOT NULL,
  import_id uuid NOT NULL,
  noun text NOT NULL,
  item_key text NOT NULL,
  record_id uuid NOT NULL,
  currency_code text NOT NULL,
  amount numeric(20,4) NOT NULL,
  recognized numeric(20,4),
  billed numeric(20,4),
  way text,
  CONSTRAINT cut_over_items_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT cut_over_items_words_ck CHECK (((noun = ANY (ARRAY['openingBalances'::text, 'openReceivables'::text, 'openPayables'::text, 'openContracts'::text])) AND ((noun = 'openContracts'::text) = ((recognized IS NOT NULL) AND (billed IS NOT NULL) AND (way = ANY (ARRAY['CARRY_OVER'::text, 'RECOMPUTE'::text])))))),
  CONSTRAINT cut_over_items_cut_over_id_org_fk FOREIGN KEY (organization_id, cut_over_id) REFERENCES cut_overs(organization_id, id),
  CONSTRAINT cut_over_items_import_id_org_fk FOREIGN KEY (organization_id, import_id) REFERENCES imports(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX cut_over_items_import_id_sql_idx ON cut_over_items USING btree (organization_id, import_id);
CREATE UNIQUE INDEX cut_over_items_organization_id_cut_over_id_noun_item_key_key ON cut_over_items USING btree (organization_id, cut_over_id, noun, item_key);
CREATE UNIQUE INDEX cut_over_items_pkey ON cut_over_items USING btree (organization_id, id);
CREATE TRIGGER cut_over_items_gate BEFORE INSERT OR DELETE OR UPDATE ON cut_over_items FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON cut_over_items AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM cut_overs p
  WHERE ((p.organization_id = cut_over_items.organization_id) AND (p.id = cut_over_items.cut_over_id)))) WITH CHECK (( SELECT true
   FROM cut_overs p
  WHERE ((p.organization_id = cut_over_items.organization_id) AND (p.id = cut_over_items.cut_over_id))));
CREATE POLICY tenant ON cut_over_items AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE cut_overs (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  cut_over_date date NOT NULL,
  clearing_account_id uuid NOT NULL,
  opening_transaction_id uuid,
  created_by uuid,
  created_by_name text,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  opening_proposed_by uuid,
  opening_proposed_by_name text,
  opening_proposed_at timestamp(3) with time zone,
  opening_run_id uuid,
  CONSTRAINT cut_overs_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT cut_overs_proposed_ck CHECK ((((opening_proposed_at IS NULL) = (opening_proposed_by_name IS NULL)) AND ((opening_proposed_at IS NOT NULL) OR ((opening_proposed_by IS NULL) AND (opening_run_id IS NULL))))),
  CONSTRAINT cut_overs_clearing_org_fk FOREIGN KEY (organization_id, clearing_account_id) REFERENCES accounts(organization_id, id),
  CONSTRAINT cut_overs_opening_org_fk FOREIGN KEY (organization_id, opening_transaction_id) REFERENCES business_transactions(organization_id, id),
  CONSTRAINT cut_overs_opening_run_org_fk FOREIGN KEY (organization_id, opening_run_id) REFERENCES revenue_runs(organization_id, id),
  CONSTRAINT cut_overs_subsidiary_org_fk FOREIGN KEY (organization_id, subsidiary_id) REFERENCES subsidiaries(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX cut_overs_clearing_account_id_sql_idx ON cut_overs USING btree (organization_id, clearing_account_id);
CREATE INDEX cut_overs_opening_run_id_sql_idx ON cut_overs USING btree (organization_id, opening_run_id) WHERE (opening_run_id IS NOT NULL);
CREATE INDEX cut_overs_opening_transaction_id_sql_idx ON cut_overs USING btree (organization_id, opening_transaction_id) WHERE (opening_transaction_id IS NOT NULL);
CREATE UNIQUE INDEX cut_overs_organization_id_subsidiary_id_key ON cut_overs USING btree (organization_id, subsidiary_id);
CREATE UNIQUE INDEX cut_overs_pkey ON cut_overs USING btree (organization_id, id);
CREATE TRIGGER cut_overs_gate BEFORE INSERT OR DELETE OR UPDATE ON cut_overs FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER cut_overs_touch BEFORE UPDATE ON cut_overs FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON cut_overs AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON cut_overs AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE deferred_ledger_changes (
  organization_id uuid NOT NULL,
  recorded_on date NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  period_id uuid NOT NULL,
  slot integer NOT NULL,
  amount numeric(24,4) NOT NULL,
  CONSTRAINT deferred_ledger_changes_pkey PRIMARY KEY (organization_id, recorded_on, subsidiary_id, currency_code, period_id, slot)
) WITH (fillfactor=70);
-- row security, forced
-- daybook_app: INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX deferred_ledger_changes_pkey ON deferred_ledger_changes USING btree (organization_id, recorded_on, subsidiary_id, currency_code, period_id, slot);
CREATE TRIGGER deferred_ledger_changes_gate BEFORE INSERT OR DELETE OR UPDATE ON deferred_ledger_changes FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON deferred_ledger_changes AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON deferred_ledger_changes AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE departments (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text,
  parent_id uuid,
  manager_id uuid,
  record_status text DEFAULT 'active'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT departments_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT departments_not_own_parent_ck CHECK ((parent_id IS DISTINCT FROM id)),
  CONSTRAINT departments_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text]))),
  CONSTRAINT departments_parent_id_org_fk FOREIGN KEY (organization_id, parent_id) REFERENCES departments(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX departments_organization_id_code_key ON departments USING btree (organization_id, code);
CREATE INDEX departments_parent_id_sql_idx ON departments USING btree (organization_id, parent_id) WHERE (parent_id IS NOT NULL);
CREATE UNIQUE INDEX departments_pkey ON departments USING btree (organization_id, id);
CREATE TRIGGER departments_gate BEFORE INSERT OR DELETE OR UPDATE ON departments FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER departments_named_by_lines AFTER DELETE ON departments FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_named('department_id');
CREATE TRIGGER departments_renamed_by_lines AFTER UPDATE OF id ON departments FOR EACH ROW WHEN ((old.id <> new.id)) EXECUTE FUNCTION daybook_refuse_delete_of_named('department_id');
CREATE TRIGGER departments_touch BEFORE UPDATE ON departments FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY tenant ON departments AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE document_day_changes (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  transaction_date date NOT NULL,
  subsidiary_id uuid NOT NULL,
  transaction_type_id uuid NOT NULL,
  kind text NOT NULL,
  transaction_status text NOT NULL,
  base_currency_code text NOT NULL,
  document_count bigint NOT NULL,
  base_total numeric(24,4) NOT NULL,
  entity_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  entity_counts integer[] DEFAULT '{}'::integer[] NOT NULL,
  CONSTRAINT document_day_changes_pkey PRIMARY KEY (organization_id, id)
);
-- row security, forced
-- daybook_app: SELECT
CREATE UNIQUE INDEX document_day_changes_pkey ON document_day_changes USING btree (organization_id, id);
CREATE TRIGGER document_day_changes_gate BEFORE INSERT OR DELETE OR UPDATE ON document_day_changes FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON document_day_changes AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON document_day_changes AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE document_days (
  organization_id uuid NOT NULL,
  transaction_date date NOT NULL,
  subsidiary_id uuid NOT NULL,
  transaction_type_id uuid NOT NULL,
  kind text NOT NULL,
  transaction_status text NOT NULL,
  base_currency_code text NOT NULL,
  document_count bigint NOT NULL,
  base_total numeric(24,4) NOT NULL,
  CONSTRAINT document_days_pkey PRIMARY KEY (organization_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status, base_currency_code)
) WITH (fillfactor=70);
-- row security, forced
-- daybook_app: SELECT
CREATE UNIQUE INDEX document_days_pkey ON document_days USING btree (organization_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status, base_currency_code);
CREATE TRIGGER document_days_gate BEFORE INSERT OR DELETE OR UPDATE ON document_days FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON document_days AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON document_days AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE document_span_changes (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  waited smallint NOT NULL,
  settled_on date NOT NULL,
  opened_on date NOT NULL,
  due_on date NOT NULL,
  subsidiary_id uuid NOT NULL,
  kind text NOT NULL,
  entity_type text NOT NULL,
  currency_code text NOT NULL,
  item_count bigint NOT NULL,
  amount numeric(24,4) NOT NULL,
  base numeric(24,4) NOT NULL,
  CONSTRAINT document_span_changes_pkey PRIMARY KEY (organization_id, id)
);
-- row security, forced
-- daybook_app: SELECT
CREATE UNIQUE INDEX document_span_changes_pkey ON document_span_changes USING btree (organization_id, id);
CREATE TRIGGER document_span_changes_gate BEFORE INSERT OR DELETE OR UPDATE ON document_span_changes FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON document_span_changes AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON document_span_changes AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE document_span_days (
  organization_id uuid NOT NULL,
  waited smallint NOT NULL,
  settled_on date NOT NULL,
  opened_on date NOT NULL,
  due_on date NOT NULL,
  subsidiary_id uuid NOT NULL,
  kind text NOT NULL,
  entity_type text NOT NULL,
  currency_code text NOT NULL,
  item_count bigint NOT NULL,
  amount numeric(24,4) NOT NULL,
  base numeric(24,4) NOT NULL,
  CONSTRAINT document_span_days_pkey PRIMARY KEY (organization_id, waited, settled_on, opened_on, due_on, subsidiary_id, kind, entity_type, currency_code)
) WITH (fillfactor=70);
-- row security, forced
-- daybook_app: SELECT
CREATE UNIQUE INDEX document_span_days_pkey ON document_span_days USING btree (organization_id, waited, settled_on, opened_on, due_on, subsidiary_id, kind, entity_type, currency_code);
CREATE TRIGGER document_span_days_gate BEFORE INSERT OR DELETE OR UPDATE ON document_span_days FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON document_span_days AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON document_span_days AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE document_spans (
  organization_id uuid NOT NULL,
  application_id uuid NOT NULL,
  document_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  kind text NOT NULL,
  entity_type text,
  entity_id uuid,
  currency_code text NOT NULL,
  due_date date,
  opened_on date NOT NULL,
  settled_on date NOT NULL,
  waited smallint NOT NULL,
  amount numeric(20,4) NOT NULL,
  base numeric(20,4),
  CONSTRAINT document_spans_pkey PRIMARY KEY (organization_id, document_id, settled_on, application_id)
);
-- row security, forced
-- daybook_app: SELECT
CREATE INDEX document_spans_of_entity_sql_idx ON document_spans USING btree (organization_id, entity_id, waited, settled_on);
CREATE UNIQUE INDEX document_spans_pkey ON document_spans USING btree (organization_id, document_id, settled_on, application_id);
CREATE INDEX document_spans_settled_sql_idx ON document_spans USING btree (organization_id, waited, settled_on);
CREATE TRIGGER document_spans_gate BEFORE INSERT OR DELETE OR UPDATE ON document_spans FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON document_spans AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON document_spans AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE employees (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  display_name text,
  code text,
  entity_types text[] DEFAULT ARRAY[]::text[],
  email text,
  phone text,
  website text,
  address jsonb,
  parent_entity_id uuid,
  primary_contact_id uuid,
  tax_id text,
  description text,
  notes text,
  custom_fields jsonb,
  employee_number text,
  department text,
  title text,
  reports_to uuid,
  start_date date,
  end_date date,
  employment_type text,
  has_metadata boolean DEFAULT false NOT NULL,
  record_status text DEFAULT 'active'::text NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  subsidiary_id uuid,
  department_id uuid,
  user_id uuid,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT employees_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT employees_entity_types_ck CHECK (('Employee'::text = ANY (entity_types))),
  CONSTRAINT employees_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text]))),
  CONSTRAINT employees_department_id_org_fk FOREIGN KEY (organization_id, department_id) REFERENCES departments(organization_id, id),
  CONSTRAINT employees_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id) REFERENCES subsidiaries(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX employees_code_sql_idx ON employees USING btree (organization_id, code) WHERE (code IS NOT NULL);
CREATE INDEX employees_department_id_sql_idx ON employees USING btree (organization_id, department_id) WHERE (department_id IS NOT NULL);
CREATE INDEX employees_department_sql_idx ON employees USING btree (organization_id, lower(department)) WHERE (department IS NOT NULL);
CREATE INDEX employees_organization_id_created_at_id_idx ON employees USING btree (organization_id, created_at, id);
CREATE INDEX employees_organization_id_employee_number_idx ON employees USING btree (organization_id, employee_number);
CREATE INDEX employees_organization_id_name_id_idx ON employees USING btree (organization_id, name, id);
CREATE INDEX employees_organization_id_reports_to_idx ON employees USING btree (organization_id, reports_to);
CREATE INDEX employees_organization_id_updated_at_id_idx ON employees USING btree (organization_id, updated_at, id);
CREATE UNIQUE INDEX employees_pkey ON employees USING btree (organization_id, id);
CREATE INDEX employees_subsidiary_id_sql_idx ON employees USING btree (organization_id, subsidiary_id) WHERE (subsidiary_id IS NOT NULL);
CREATE INDEX employees_text_sql_idx ON employees USING gin (organization_id, (((((((name || '
'::text) || COALESCE(code, ''::text)) || '
'::text) || COALESCE(display_name, ''::text)) || '
'::text) || COALESCE(email, ''::text))) daybook_extensions.gin_trgm_ops);
CREATE TRIGGER employees_count_changed AFTER UPDATE ON employees FOR EACH ROW WHEN (((old.record_status <> new.record_status) OR (old.is_active <> new.is_active))) EXECUTE FUNCTION daybook_note_records('record_status', 'is_active');
CREATE TRIGGER employees_count_gone AFTER DELETE ON employees REFERENCING OLD TABLE AS old_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('record_status', 'is_active');
CREATE TRIGGER employees_count_new AFTER INSERT ON employees REFERENCING NEW TABLE AS new_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('record_status', 'is_active');
CREATE TRIGGER employees_gate BEFORE INSERT OR DELETE OR UPDATE ON employees FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER employees_in_use BEFORE DELETE ON employees FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_used_entity();
CREATE TRIGGER employees_touch BEFORE UPDATE ON employees FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON employees AS RESTRICTIVE FOR ALL TO daybook_confined USING (((subsidiary_id IS NULL) OR (subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])))) WITH CHECK (((subsidiary_id IS NULL) OR (subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))));
CREATE POLICY tenant ON employees AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE entry_days (
  organization_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  posting_date date NOT NULL,
  period_id uuid NOT NULL,
  source_kind text NOT NULL,
  entry_count bigint NOT NULL,
  CONSTRAINT entry_days_pkey PRIMARY KEY (organization_id, subsidiary_id, posting_date, period_id, source_kind)
) WITH (fillfactor=70);
-- row security, forced
-- daybook_app: SELECT
CREATE UNIQUE INDEX entry_days_pkey ON entry_days USING btree (organization_id, subsidiary_id, posting_date, period_id, source_kind);
CREATE TRIGGER entry_days_gate BEFORE INSERT OR DELETE OR UPDATE ON entry_days FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON entry_days AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON entry_days AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE exchange_rates (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  from_currency text NOT NULL,
  to_currency text NOT NULL,
  rate_type text DEFAULT 'SPOT'::text NOT NULL,
  rate_date date NOT NULL,
  rate numeric(20,10) NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  confirmation text,
  confirmed_by uuid,
  confirmed_at timestamp(3) with time zone,
  CONSTRAINT exchange_rates_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT exchange_rates_positive_ck CHECK (((rate > (0)::numeric) AND (from_currency <> to_currency)))
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX exchange_rates_newest_sql_idx ON exchange_rates USING btree (organization_id, rate_date DESC, from_currency, to_currency, rate_type);
CREATE UNIQUE INDEX exchange_rates_organization_id_from_currency_to_currency_ra_key ON exchange_rates USING btree (organization_id, from_currency, to_currency, rate_type, rate_date);
CREATE UNIQUE INDEX exchange_rates_pkey ON exchange_rates USING btree (organization_id, id);
CREATE TRIGGER exchange_rates_count_changed AFTER UPDATE ON exchange_rates FOR EACH ROW WHEN ((old.rate_type <> new.rate_type)) EXECUTE FUNCTION daybook_note_records('rate_type');
CREATE TRIGGER exchange_rates_count_gone AFTER DELETE ON exchange_rates REFERENCING OLD TABLE AS old_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('rate_type');
CREATE TRIGGER exchange_rates_count_new AFTER INSERT ON exchange_rates REFERENCING NEW TABLE AS new_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('rate_type');
CREATE TRIGGER exchange_rates_gate BEFORE INSERT OR DELETE OR UPDATE ON exchange_rates FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER exchange_rates_touch BEFORE UPDATE ON exchange_rates FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY tenant ON exchange_rates AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE fiscal_calendars (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  pattern text NOT NULL,
  start_month integer NOT NULL,
  first_weekday integer DEFAULT 1 NOT NULL,
  week_rule text DEFAULT 'NEAREST'::text NOT NULL,
  extra_week_in integer,
  adjustment_period boolean DEFAULT false NOT NULL,
  recorded_by uuid,
  recorded_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT fiscal_calendars_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT fiscal_calendars_days_ck CHECK ((((start_month >= 1) AND (start_month <= 12)) AND ((first_weekday >= 1) AND (first_weekday <= 7)))),
  CONSTRAINT fiscal_calendars_extra_week_ck CHECK (((extra_week_in >= 1) AND (extra_week_in <=
CASE
    WHEN (pattern = '13x4'::text) THEN 13
    ELSE 12
END))),
  CONSTRAINT fiscal_calendars_pattern_ck CHECK ((pattern = ANY (ARRAY['MONTHLY'::text, '4-4-5'::text, '4-5-4'::text, '5-4-4'::text, '13x4'::text]))),
  CONSTRAINT fiscal_calendars_week_rule_ck CHECK ((week_rule = ANY (ARRAY['NEAREST'::text, 'LAST'::text])))
);
-- row security, forced
-- daybook_app: INSERT, SELECT
CREATE UNIQUE INDEX fiscal_calendars_organization_id_name_key ON fiscal_calendars USING btree (organization_id, name);
CREATE UNIQUE INDEX fiscal_calendars_pkey ON fiscal_calendars USING btree (organization_id, id);
CREATE TRIGGER fiscal_calendars_gate BEFORE INSERT OR DELETE OR UPDATE ON fiscal_calendars FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY tenant ON fiscal_calendars AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE fiscal_periods (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  fiscal_year integer NOT NULL,
  period_number integer NOT NULL,
  label text NOT NULL,
  start_date date NOT NULL,
  end_date date NOT NULL,
  is_adjustment boolean DEFAULT false NOT NULL,
  period_status text DEFAULT 'OPEN'::text NOT NULL,
  status_reason text,
  status_changed_by uuid,
  status_changed_at timestamp(3) with time zone,
  reopened_until timestamp(3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  reopened_from text,
  CONSTRAINT fiscal_periods_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT fiscal_periods_dates_ck CHECK ((end_date >= start_date)),
  CONSTRAINT fiscal_periods_reopened_ck CHECK (((reopened_from IS NULL) OR ((reopened_from = ANY (ARRAY['SOFT_CLOSED'::text, 'CLOSED'::text])) AND (reopened_until IS NOT NULL)))),
  CONSTRAINT fiscal_periods_status_ck CHECK ((period_status = ANY (ARRAY['OPEN'::text, 'SOFT_CLOSED'::text, 'CLOSED'::text, 'LOCKED'::text]))),
  CONSTRAINT fiscal_periods_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id) REFERENCES subsidiaries(organization_id, id) ON DELETE CASCADE
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX fiscal_periods_organization_id_subsidiary_id_fiscal_year_pe_key ON fiscal_periods USING btree (organization_id, subsidiary_id, fiscal_year, period_number);
CREATE INDEX fiscal_periods_organization_id_subsidiary_id_start_date_end_idx ON fiscal_periods USING btree (organization_id, subsidiary_id, start_date, end_date);
CREATE UNIQUE INDEX fiscal_periods_pkey ON fiscal_periods USING btree (organization_id, id);
CREATE TRIGGER fiscal_periods_booked BEFORE DELETE ON fiscal_periods FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_booked();
CREATE TRIGGER fiscal_periods_gate BEFORE INSERT OR DELETE OR UPDATE ON fiscal_periods FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER fiscal_periods_locked BEFORE UPDATE ON fiscal_periods FOR EACH ROW EXECUTE FUNCTION daybook_refuse_unlock();
CREATE TRIGGER fiscal_periods_touch BEFORE UPDATE ON fiscal_periods FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON fiscal_periods AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON fiscal_periods AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE folded_numbers (
  organization_id uuid NOT NULL,
  fiscal_year integer NOT NULL,
  through_number bigint NOT NULL,
  CONSTRAINT folded_numbers_pkey PRIMARY KEY (organization_id, fiscal_year)
);
-- row security, forced
-- daybook_app: SELECT
CREATE UNIQUE INDEX folded_numbers_pkey ON folded_numbers USING btree (organization_id, fiscal_year);
CREATE TRIGGER folded_numbers_gate BEFORE INSERT OR DELETE OR UPDATE ON folded_numbers FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY tenant ON folded_numbers AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE founding_steps (
  organization_id uuid NOT NULL,
  step text NOT NULL,
  step_state text NOT NULL,
  answers jsonb DEFAULT '{}'::jsonb NOT NULL,
  made jsonb DEFAULT '[]'::jsonb NOT NULL,
  done_by uuid,
  done_by_name text,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT founding_steps_pkey PRIMARY KEY (organization_id, step),
  CONSTRAINT founding_steps_state_ck CHECK ((step_state = ANY (ARRAY['DONE'::text, 'SKIPPED'::text]))),
  CONSTRAINT founding_steps_step_ck CHECK ((step = ANY (ARRAY['COMPANY'::text, 'CHART'::text, 'CALENDAR'::text, 'TAXES'::text, 'NUMBERS'::text, 'RULES'::text, 'REVENUE'::text, 'PEOPLE'::text]))),
  CONSTRAINT founding_steps_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX founding_steps_pkey ON founding_steps USING btree (organization_id, step);
CREATE TRIGGER founding_steps_gate BEFORE INSERT OR DELETE OR UPDATE ON founding_steps FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER founding_steps_touch BEFORE UPDATE ON founding_steps FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY tenant ON founding_steps AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE idempotency_keys (
  organization_id uuid NOT NULL,
  credential text NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  response_status integer NOT NULL,
  response_body text NOT NULL,
  response_headers jsonb NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (organization_id, credential, route, key)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX idempotency_keys_expires_at_idx ON idempotency_keys USING btree (expires_at);
CREATE UNIQUE INDEX idempotency_keys_pkey ON idempotency_keys USING btree (organization_id, credential, route, key);
CREATE TRIGGER idempotency_keys_gate BEFORE INSERT OR DELETE OR UPDATE ON idempotency_keys FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY tenant ON idempotency_keys AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE import_rows (
  organization_id uuid NOT NULL,
  import_id uuid NOT NULL,
  row_number integer NOT NULL,
  cells jsonb NOT NULL,
  unit integer DEFAULT 0 NOT NULL,
  attempt integer DEFAULT 0 NOT NULL,
  row_state text DEFAULT 'PENDING'::text NOT NULL,
  error_field text,
  error_message text,
  record_id uuid,
  outcome text,
  error_fields text[],
  CONSTRAINT import_rows_pkey PRIMARY KEY (organization_id, import_id, row_number),
  CONSTRAINT import_rows_record_ck CHECK ((((row_state = 'IMPORTED'::text) = (record_id IS NOT NULL)) AND ((row_state = 'FAILED'::text) = (error_message IS NOT NULL)))),
  CONSTRAINT import_rows_words_ck CHECK (((row_number > 0) AND (row_state = ANY (ARRAY['PENDING'::text, 'READY'::text, 'FAILED'::text, 'IMPORTED'::text, 'UNDONE'::text]))))
) WITH (fillfactor=50);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX import_rows_failed_sql_idx ON import_rows USING btree (organization_id, import_id, row_number) WHERE (error_message IS NOT NULL);
CREATE UNIQUE INDEX import_rows_pkey ON import_rows USING btree (organization_id, import_id, row_number);
CREATE INDEX import_rows_unit_sql_idx ON import_rows USING btree (organization_id, import_id, unit, row_number);
CREATE INDEX import_rows_waiting_sql_idx ON import_rows USING btree (organization_id, import_id, row_number) WHERE starts_with(outcome, 'Waits: '::text);
CREATE TRIGGER import_rows_gate BEFORE INSERT OR DELETE OR UPDATE ON import_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER import_rows_hold_import AFTER INSERT ON import_rows REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_hold_imports();
CREATE TRIGGER import_rows_hold_new_import AFTER UPDATE OF import_id ON import_rows FOR EACH ROW WHEN ((old.import_id <> new.import_id)) EXECUTE FUNCTION daybook_hold_new_import();
CREATE TRIGGER import_rows_once BEFORE UPDATE ON import_rows FOR EACH ROW WHEN ((((old.row_state = 'IMPORTED'::text) AND (new.row_state <> 'UNDONE'::text)) OR (old.row_state = 'UNDONE'::text))) EXECUTE FUNCTION daybook_keep_imported_row();
CREATE POLICY confined ON import_rows AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM imports p
  WHERE ((p.organization_id = import_rows.organization_id) AND (p.id = import_rows.import_id)))) WITH CHECK (( SELECT true
   FROM imports p
  WHERE ((p.organization_id = import_rows.organization_id) AND (p.id = import_rows.import_id))));
CREATE POLICY tenant ON import_rows AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE imports (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  noun text NOT NULL,
  file_name text NOT NULL,
  columns jsonb NOT NULL,
  mapping jsonb NOT NULL,
  import_status text DEFAULT 'UPLOADED'::text NOT NULL,
  attempt integer DEFAULT 0 NOT NULL,
  corrects_import_id uuid,
  created_by uuid,
  created_by_name text,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  cut_over_id uuid,
  content_hash text,
  source_id uuid,
  row_count integer DEFAULT 0 NOT NULL,
  pending_count integer DEFAULT 0 NOT NULL,
  ready_count integer DEFAULT 0 NOT NULL,
  failed_count integer DEFAULT 0 NOT NULL,
  imported_count integer DEFAULT 0 NOT NULL,
  left_count integer DEFAULT 0 NOT NULL,
  reached integer DEFAULT '-1'::integer NOT NULL,
  posts boolean DEFAULT false NOT NULL,
  waiting_count integer DEFAULT 0 NOT NULL,
  would_wait_rows integer DEFAULT 0 NOT NULL,
  would_wait_orders integer DEFAULT 0 NOT NULL,
  day_style text,
  CONSTRAINT imports_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT imports_counts_ck CHECK ((LEAST(row_count, pending_count, ready_count, failed_count, imported_count, left_count, waiting_count) >= 0)),
  CONSTRAINT imports_day_style_ck CHECK ((day_style = ANY (ARRAY['YMD'::text, 'MDY'::text, 'DMY'::text]))),
  CONSTRAINT imports_source_ck CHECK (((noun = 'orders'::text) = (source_id IS NOT NULL))),
  CONSTRAINT imports_words_ck CHECK (((noun = ANY (ARRAY['prospects'::text, 'customers'::text, 'vendors'::text, 'accounts'::text, 'journals'::text, 'items'::text, 'price_lists'::text, 'prices'::text, 'ssp'::text, 'openingBalances'::text, 'openReceivables'::text, 'openPayables'::text, 'openContracts'::text, 'orders'::text])) AND (import_status = ANY (ARRAY['ARRIVING'::text, 'UPLOADED'::text, 'CHECKING'::text, 'CHECKED'::text, 'RUNNING'::text, 'PROPOSED'::text, 'APPROVING'::text, 'DONE'::text, 'UNDOING'::text, 'UNDONE'::text])))),
  CONSTRAINT imports_would_wait_ck CHECK ((LEAST(would_wait_rows, would_wait_orders) >= 0)),
  CONSTRAINT imports_corrects_import_id_org_fk FOREIGN KEY (organization_id, corrects_import_id) REFERENCES imports(organization_id, id) ON DELETE SET NULL (corrects_import_id),
  CONSTRAINT imports_cut_over_id_org_fk FOREIGN KEY (organization_id, cut_over_id) REFERENCES cut_overs(organization_id, id),
  CONSTRAINT imports_source_id_org_fk FOREIGN KEY (organization_id, source_id) REFERENCES order_sources(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX imports_corrects_import_id_sql_idx ON imports USING btree (organization_id, corrects_import_id) WHERE (corrects_import_id IS NOT NULL);
CREATE INDEX imports_cut_over_id_sql_idx ON imports USING btree (organization_id, cut_over_id) WHERE (cut_over_id IS NOT NULL);
CREATE INDEX imports_organization_id_created_at_id_idx ON imports USING btree (organization_id, created_at, id);
CREATE UNIQUE INDEX imports_pkey ON imports USING btree (organization_id, id);
CREATE INDEX imports_source_id_sql_idx ON imports USING btree (organization_id, source_id) WHERE (source_id IS NOT NULL);
CREATE TRIGGER imports_count_changed AFTER UPDATE ON imports FOR EACH ROW WHEN ((old.noun <> new.noun)) EXECUTE FUNCTION daybook_note_records('noun');
CREATE TRIGGER imports_count_gone AFTER DELETE ON imports REFERENCING OLD TABLE AS old_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('noun');
CREATE TRIGGER imports_count_new AFTER INSERT ON imports REFERENCING NEW TABLE AS new_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('noun');
CREATE TRIGGER imports_delete_rows AFTER DELETE ON imports REFERENCING OLD TABLE AS old_imports FOR EACH STATEMENT EXECUTE FUNCTION daybook_delete_import_rows();
CREATE TRIGGER imports_gate BEFORE INSERT OR DELETE OR UPDATE ON imports FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER imports_keep_id AFTER UPDATE OF id ON imports FOR EACH ROW WHEN ((old.id <> new.id)) EXECUTE FUNCTION daybook_keep_import_id();
CREATE TRIGGER imports_touch BEFORE UPDATE ON imports FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON imports AS RESTRICTIVE FOR ALL TO daybook_confined USING ((created_by = daybook_user()));
CREATE POLICY tenant ON imports AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE intercompany_accounts (
  organization_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  sister_id uuid NOT NULL,
  due_from_account_id uuid NOT NULL,
  due_to_account_id uuid NOT NULL,
  income_account_id uuid NOT NULL,
  charge_account_id uuid NOT NULL,
  recorded_by uuid,
  recorded_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT intercompany_accounts_pkey PRIMARY KEY (organization_id, subsidiary_id, sister_id),
  CONSTRAINT intercompany_accounts_sister_ck CHECK ((sister_id <> subsidiary_id)),
  CONSTRAINT intercompany_accounts_charge_account_id_org_fk FOREIGN KEY (organization_id, charge_account_id) REFERENCES accounts(organization_id, id),
  CONSTRAINT intercompany_accounts_due_from_account_id_org_fk FOREIGN KEY (organization_id, due_from_account_id) REFERENCES accounts(organization_id, id),
  CONSTRAINT intercompany_accounts_due_to_account_id_org_fk FOREIGN KEY (organization_id, due_to_account_id) REFERENCES accounts(organization_id, id),
  CONSTRAINT intercompany_accounts_income_account_id_org_fk FOREIGN KEY (organization_id, income_account_id) REFERENCES accounts(organization_id, id),
  CONSTRAINT intercompany_accounts_sister_id_org_fk FOREIGN KEY (organization_id, sister_id) REFERENCES subsidiaries(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT intercompany_accounts_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id) REFERENCES subsidiaries(organization_id, id) ON DELETE CASCADE
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX intercompany_accounts_due_from_account_id_sql_idx ON intercompany_accounts USING btree (organization_id, subsidiary_id, due_from_account_id);
CREATE UNIQUE INDEX intercompany_accounts_due_to_account_id_sql_idx ON intercompany_accounts USING btree (organization_id, subsidiary_id, due_to_account_id);
CREATE UNIQUE INDEX intercompany_accounts_pkey ON intercompany_accounts USING btree (organization_id, subsidiary_id, sister_id);
CREATE INDEX intercompany_accounts_sister_id_sql_idx ON intercompany_accounts USING btree (organization_id, sister_id);
CREATE TRIGGER intercompany_accounts_gate BEFORE INSERT OR DELETE OR UPDATE ON intercompany_accounts FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER intercompany_accounts_listed AFTER INSERT OR DELETE OR UPDATE ON intercompany_accounts FOR EACH ROW EXECUTE FUNCTION daybook_list_sister();
CREATE TRIGGER intercompany_accounts_opened AFTER INSERT OR DELETE OR UPDATE ON intercompany_accounts FOR EACH ROW EXECUTE FUNCTION daybook_open_pairs_between();
CREATE POLICY confined ON intercompany_accounts AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON intercompany_accounts AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE intercompany_days (
  organization_id uuid NOT NULL,
  entity_id uuid NOT NULL,
  account_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  posting_date date NOT NULL,
  currency_code text NOT NULL,
  amount numeric(20,4) NOT NULL,
  base numeric(20,4) NOT NULL,
  CONSTRAINT intercompany_days_pkey PRIMARY KEY (organization_id, entity_id, account_id, subsidiary_id, posting_date, currency_code)
);
-- row security, forced
-- daybook_app: SELECT
CREATE INDEX intercompany_days_account_sql_idx ON intercompany_days USING btree (organization_id, account_id);
CREATE UNIQUE INDEX intercompany_days_pkey ON intercompany_days USING btree (organization_id, entity_id, account_id, subsidiary_id, posting_date, currency_code);
CREATE TRIGGER intercompany_days_gate BEFORE INSERT OR DELETE OR UPDATE ON intercompany_days FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON intercompany_days AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON intercompany_days AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE intercompany_open_pairs (
  organization_id uuid NOT NULL,
  pair_id uuid NOT NULL,
  is_judged boolean DEFAULT false NOT NULL,
  CONSTRAINT intercompany_open_pairs_pkey PRIMARY KEY (organization_id, pair_id)
);
-- row security, forced
-- daybook_app: SELECT
CREATE UNIQUE INDEX intercompany_open_pairs_pkey ON intercompany_open_pairs USING btree (organization_id, pair_id);
CREATE INDEX intercompany_open_pairs_unjudged_sql_idx ON intercompany_open_pairs USING btree (organization_id, pair_id) WHERE (NOT is_judged);
CREATE TRIGGER intercompany_open_pairs_gate BEFORE INSERT OR DELETE OR UPDATE ON intercompany_open_pairs FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON intercompany_open_pairs AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM intercompany_pairs p
  WHERE ((p.organization_id = intercompany_open_pairs.organization_id) AND (p.id = intercompany_open_pairs.pair_id)))) WITH CHECK (( SELECT true
   FROM intercompany_pairs p
  WHERE ((p.organization_id = intercompany_open_pairs.organization_id) AND (p.id = intercompany_open_pairs.pair_id))));
CREATE POLICY tenant ON intercompany_open_pairs AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE intercompany_pairs (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  source_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  mirror_id uuid,
  sister_id uuid NOT NULL,
  problem text,
  accepted_differences text[] DEFAULT '{}'::text[] NOT NULL,
  accepted_reason text,
  accepted_by uuid,
  accepted_at timestamp(6) with time zone,
  recorded_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  made_at timestamp(6) with time zone,
  by_account boolean DEFAULT false NOT NULL,
  tried_at timestamp(6) with time zone,
  CONSTRAINT intercompany_pairs_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT intercompany_pairs_accepted_ck CHECK (((accepted_at IS NULL) = (accepted_reason IS NULL))),
  CONSTRAINT intercompany_pairs_sister_ck CHECK ((sister_id <> subsidiary_id)),
  CONSTRAINT intercompany_pairs_mirror_id_org_fk FOREIGN KEY (organization_id, mirror_id) REFERENCES business_transactions(organization_id, id) ON DELETE SET NULL (mirror_id),
  CONSTRAINT intercompany_pairs_sister_id_org_fk FOREIGN KEY (organization_id, sister_id) REFERENCES subsidiaries(organization_id, id),
  CONSTRAINT intercompany_pairs_source_id_org_fk FOREIGN KEY (organization_id, source_id) REFERENCES business_transactions(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT intercompany_pairs_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id) REFERENCES subsidiaries(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX intercompany_pairs_mirror_id_sql_idx ON intercompany_pairs USING btree (organization_id, mirror_id) WHERE (mirror_id IS NOT NULL);
CREATE UNIQUE INDEX intercompany_pairs_pkey ON intercompany_pairs USING btree (organization_id, id);
CREATE INDEX intercompany_pairs_sister_id_sql_idx ON intercompany_pairs USING btree (organization_id, sister_id);
CREATE UNIQUE INDEX intercompany_pairs_source_id_sql_idx ON intercompany_pairs USING btree (organization_id, source_id, sister_id);
CREATE INDEX intercompany_pairs_subsidiary_id_sql_idx ON intercompany_pairs USING btree (organization_id, subsidiary_id);
CREATE INDEX intercompany_pairs_tried_sql_idx ON intercompany_pairs USING btree (organization_id, tried_at NULLS FIRST, id) WHERE ((mirror_id IS NULL) AND (made_at IS NULL));
CREATE INDEX intercompany_pairs_waiting_sql_idx ON intercompany_pairs USING btree (organization_id, recorded_at) WHERE ((mirror_id IS NULL) AND (made_at IS NULL) AND (problem IS NULL));
CREATE TRIGGER intercompany_pairs_gate BEFORE INSERT OR DELETE OR UPDATE ON intercompany_pairs FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER intercompany_pairs_listed AFTER INSERT OR DELETE OR UPDATE ON intercompany_pairs FOR EACH ROW EXECUTE FUNCTION daybook_list_pair();
CREATE TRIGGER intercompany_pairs_opened AFTER INSERT OR DELETE OR UPDATE ON intercompany_pairs FOR EACH ROW EXECUTE FUNCTION daybook_keep_open_pair();
CREATE POLICY confined ON intercompany_pairs AS RESTRICTIVE FOR ALL TO daybook_confined USING (((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])) OR (sister_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])))) WITH CHECK (((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])) OR (sister_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))));
CREATE POLICY tenant ON intercompany_pairs AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE intercompany_parties (
  organization_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  customer_id uuid,
  vendor_id uuid,
  recorded_by uuid,
  recorded_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT intercompany_parties_pkey PRIMARY KEY (organization_id, subsidiary_id),
  CONSTRAINT intercompany_parties_someone_ck CHECK (((customer_id IS NOT NULL) OR (vendor_id IS NOT NULL))),
  CONSTRAINT intercompany_parties_customer_id_org_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  CONSTRAINT intercompany_parties_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id) REFERENCES subsidiaries(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT intercompany_parties_vendor_id_org_fk FOREIGN KEY (organization_id, vendor_id) REFERENCES vendors(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX intercompany_parties_customer_id_sql_idx ON intercompany_parties USING btree (organization_id, customer_id) WHERE (customer_id IS NOT NULL);
CREATE UNIQUE INDEX intercompany_parties_pkey ON intercompany_parties USING btree (organization_id, subsidiary_id);
CREATE UNIQUE INDEX intercompany_parties_vendor_id_sql_idx ON intercompany_parties USING btree (organization_id, vendor_id) WHERE (vendor_id IS NOT NULL);
CREATE TRIGGER intercompany_parties_gate BEFORE INSERT OR DELETE OR UPDATE ON intercompany_parties FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER intercompany_parties_listed AFTER INSERT OR DELETE OR UPDATE ON intercompany_parties FOR EACH ROW EXECUTE FUNCTION daybook_list_sister();
CREATE POLICY confined ON intercompany_parties AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON intercompany_parties AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE intercompany_unpaired (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  sister_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  posting_date date NOT NULL,
  by_account boolean DEFAULT false NOT NULL,
  CONSTRAINT intercompany_unpaired_pkey PRIMARY KEY (organization_id, document_id, sister_id)
);
-- row security, forced
-- daybook_app: SELECT
CREATE INDEX intercompany_unpaired_own_sql_idx ON intercompany_unpaired USING btree (organization_id, subsidiary_id, posting_date, document_id);
CREATE UNIQUE INDEX intercompany_unpaired_pkey ON intercompany_unpaired USING btree (organization_id, document_id, sister_id);
CREATE INDEX intercompany_unpaired_sister_sql_idx ON intercompany_unpaired USING btree (organization_id, sister_id, posting_date, document_id);
CREATE TRIGGER intercompany_unpaired_gate BEFORE INSERT OR DELETE OR UPDATE ON intercompany_unpaired FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON intercompany_unpaired AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON intercompany_unpaired AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE invitations (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  roles text[] DEFAULT ARRAY[]::text[],
  custom_role_ids uuid[] DEFAULT ARRAY[]::uuid[],
  subsidiary_ids uuid[] DEFAULT ARRAY[]::uuid[],
  secret_hash text,
  invitation_status text DEFAULT 'PENDING'::text NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  invited_by uuid,
  accepted_by uuid,
  accepted_at timestamp(3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT invitations_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT invitations_secret_ck CHECK (((invitation_status = 'PENDING'::text) OR (secret_hash IS NULL))),
  CONSTRAINT invitations_status_ck CHECK ((invitation_status = ANY (ARRAY['PENDING'::text, 'ACCEPTED'::text, 'WITHDRAWN'::text]))),
  CONSTRAINT invitations_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX invitations_organization_id_secret_hash_key ON invitations USING btree (organization_id, secret_hash);
CREATE UNIQUE INDEX invitations_pending_email_sql_idx ON invitations USING btree (organization_id, email) WHERE (invitation_status = 'PENDING'::text);
CREATE UNIQUE INDEX invitations_pkey ON invitations USING btree (organization_id, id);
CREATE TRIGGER invitations_gate BEFORE INSERT OR DELETE OR UPDATE ON invitations FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER invitations_hold_custom_roles BEFORE INSERT OR UPDATE OF custom_role_ids ON invitations FOR EACH ROW EXECUTE FUNCTION daybook_hold_custom_roles();
CREATE TRIGGER invitations_touch BEFORE UPDATE ON invitations FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON invitations AS RESTRICTIVE FOR ALL TO daybook_confined USING (((subsidiary_ids <> '{}'::uuid[]) AND (subsidiary_ids <@ ( SELECT daybook_subsidiaries() AS daybook_subsidiaries)))) WITH CHECK (((subsidiary_ids <> '{}'::uuid[]) AND (subsidiary_ids <@ ( SELECT daybook_subsidiaries() AS daybook_subsidiaries))));
CREATE POLICY tenant ON invitations AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE items (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text,
  item_type text DEFAULT 'SERVICE'::text NOT NULL,
  unit_id uuid,
  revenue_account_id uuid,
  expense_account_id uuid,
  tax_code_id uuid,
  record_status text DEFAULT 'active'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT items_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT items_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text]))),
  CONSTRAINT items_expense_account_id_org_fk FOREIGN KEY (organization_id, expense_account_id) REFERENCES accounts(organization_id, id),
  CONSTRAINT items_revenue_account_id_org_fk FOREIGN KEY (organization_id, revenue_account_id) REFERENCES accounts(organization_id, id),
  CONSTRAINT items_tax_code_id_org_fk FOREIGN KEY (organization_id, tax_code_id) REFERENCES tax_codes(organization_id, id),
  CONSTRAINT items_unit_id_org_fk FOREIGN KEY (organization_id, unit_id) REFERENCES units_of_measure(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX items_expense_account_id_sql_idx ON items USING btree (organization_id, expense_account_id) WHERE (expense_account_id IS NOT NULL);
CREATE UNIQUE INDEX items_organization_id_code_key ON items USING btree (organization_id, code);
CREATE INDEX items_organization_id_created_at_id_idx ON items USING btree (organization_id, created_at, id);
CREATE INDEX items_organization_id_name_id_idx ON items USING btree (organization_id, name, id);
CREATE INDEX items_organization_id_updated_at_id_idx ON items USING btree (organization_id, updated_at, id);
CREATE UNIQUE INDEX items_pkey ON items USING btree (organization_id, id);
CREATE INDEX items_revenue_account_id_sql_idx ON items USING btree (organization_id, revenue_account_id) WHERE (revenue_account_id IS NOT NULL);
CREATE INDEX items_tax_code_id_sql_idx ON items USING btree (organization_id, tax_code_id) WHERE (tax_code_id IS NOT NULL);
CREATE INDEX items_text_sql_idx ON items USING gin (organization_id, (((name || '
'::text) || code)) daybook_extensions.gin_trgm_ops);
CREATE INDEX items_unit_id_sql_idx ON items USING btree (organization_id, unit_id) WHERE (unit_id IS NOT NULL);
CREATE TRIGGER items_count_changed AFTER UPDATE ON items FOR EACH ROW WHEN ((old.record_status <> new.record_status)) EXECUTE FUNCTION daybook_note_records('record_status');
CREATE TRIGGER items_count_gone AFTER DELETE ON items REFERENCING OLD TABLE AS old_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('record_status');
CREATE TRIGGER items_count_new AFTER INSERT ON items REFERENCING NEW TABLE AS new_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('record_status');
CREATE TRIGGER items_gate BEFORE INSERT OR DELETE OR UPDATE ON items FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER items_named_by_lines AFTER DELETE ON items FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_named('item_id');
CREATE TRIGGER items_renamed_by_lines AFTER UPDATE OF id ON items FOR EACH ROW WHEN ((old.id <> new.id)) EXECUTE FUNCTION daybook_refuse_delete_of_named('item_id');
CREATE TRIGGER items_touch BEFORE UPDATE ON items FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY tenant ON items AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE known_organizations (
  id uuid NOT NULL,
  CONSTRAINT known_organizations_pkey PRIMARY KEY (id)
);
-- daybook_app: SELECT
CREATE UNIQUE INDEX known_organizations_pkey ON known_organizations USING btree (id);

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
  lead_status text DEFAULT 'new'::text NOT NULL,
  score integer DEFAULT 0 NOT NULL,
  prospect_id uuid,
  assigned_to uuid,
  notes text,
  record_status text DEFAULT 'active'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  converted_customer_id uuid,
  converted_prospect_id uuid,
  CONSTRAINT leads_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT leads_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text]))),
  CONSTRAINT leads_score_ck CHECK (((score >= 0) AND (score <= 100))),
  CONSTRAINT leads_status_ck CHECK ((lead_status = ANY (ARRAY['new'::text, 'contacted'::text, 'qualified'::text, 'unqualified'::text, 'converted'::text]))),
  CONSTRAINT leads_converted_customer_id_org_fk FOREIGN KEY (organization_id, converted_customer_id) REFERENCES customers(organization_id, id),
  CONSTRAINT leads_converted_prospect_id_org_fk FOREIGN KEY (organization_id, converted_prospect_id) REFERENCES prospects(organization_id, id),
  CONSTRAINT leads_prospect_id_org_fk FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX leads_code_sql_idx ON leads USING btree (organization_id, code) WHERE (code IS NOT NULL);
CREATE INDEX leads_converted_customer_id_sql_idx ON leads USING btree (organization_id, converted_customer_id) WHERE (converted_customer_id IS NOT NULL);
CREATE INDEX leads_converted_prospect_id_sql_idx ON leads USING btree (organization_id, converted_prospect_id) WHERE (converted_prospect_id IS NOT NULL);
CREATE INDEX leads_organization_id_company_id_idx ON leads USING btree (organization_id, company, id);
CREATE INDEX leads_organization_id_created_at_id_idx ON leads USING btree (organization_id, created_at, id);
CREATE INDEX leads_organization_id_lead_status_id_idx ON leads USING btree (organization_id, lead_status, id);
CREATE INDEX leads_organization_id_name_id_idx ON leads USING btree (organization_id, name, id);
CREATE INDEX leads_organization_id_score_id_idx ON leads USING btree (organization_id, score, id);
CREATE INDEX leads_organization_id_updated_at_id_idx ON leads USING btree (organization_id, updated_at, id);
CREATE UNIQUE INDEX leads_pkey ON leads USING btree (organization_id, id);
CREATE INDEX leads_prospect_id_sql_idx ON leads USING btree (organization_id, prospect_id) WHERE (prospect_id IS NOT NULL);
CREATE INDEX leads_text_sql_idx ON leads USING gin (organization_id, (((((name || '
'::text) || COALESCE(company, ''::text)) || '
'::text) || COALESCE(email, ''::text))) daybook_extensions.gin_trgm_ops);
CREATE TRIGGER leads_count_changed AFTER UPDATE ON leads FOR EACH ROW WHEN ((old.record_status <> new.record_status)) EXECUTE FUNCTION daybook_note_records('record_status');
CREATE TRIGGER leads_count_gone AFTER DELETE ON leads REFERENCING OLD TABLE AS old_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('record_status');
CREATE TRIGGER leads_count_new AFTER INSERT ON leads REFERENCING NEW TABLE AS new_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('record_status');
CREATE TRIGGER leads_gate BEFORE INSERT OR DELETE OR UPDATE ON leads FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER leads_touch BEFORE UPDATE ON leads FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY tenant ON leads AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

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
) WITH (fillfactor=40);
-- row security, forced
-- daybook_app: INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX ledger_balances_pkey ON ledger_balances USING btree (organization_id, subsidiary_id, period_id, account_id, currency_code, slot);
CREATE TRIGGER ledger_balances_gate BEFORE INSERT OR DELETE OR UPDATE ON ledger_balances FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON ledger_balances AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON ledger_balances AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE ledger_batch_entries (
  organization_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  ledger_id uuid NOT NULL,
  is_live boolean DEFAULT true NOT NULL,
  CONSTRAINT ledger_batch_entries_pkey PRIMARY KEY (organization_id, batch_id, entry_id),
  CONSTRAINT ledger_batch_entries_batch_id_org_fk FOREIGN KEY (organization_id, batch_id) REFERENCES ledger_batches(organization_id, id),
  CONSTRAINT ledger_batch_entries_entry_id_org_fk FOREIGN KEY (organization_id, entry_id) REFERENCES ledger_entries(organization_id, id),
  CONSTRAINT ledger_batch_entries_ledger_id_org_fk FOREIGN KEY (organization_id, ledger_id) REFERENCES other_ledgers(organization_id, id)
);
-- row security, forced
-- daybook_app: INSERT, SELECT, UPDATE
CREATE INDEX ledger_batch_entries_entry_id_sql_idx ON ledger_batch_entries USING btree (organization_id, entry_id);
CREATE UNIQUE INDEX ledger_batch_entries_live_sql_idx ON ledger_batch_entries USING btree (organization_id, ledger_id, entry_id) WHERE is_live;
CREATE UNIQUE INDEX ledger_batch_entries_pkey ON ledger_batch_entries USING btree (organization_id, batch_id, entry_id);
CREATE TRIGGER ledger_batch_entries_fill AFTER INSERT ON ledger_batch_entries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_fill_ledger_batch();
CREATE TRIGGER ledger_batch_entries_gate BEFORE INSERT OR DELETE OR UPDATE ON ledger_batch_entries FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER ledger_batch_entries_release BEFORE UPDATE ON ledger_batch_entries FOR EACH ROW EXECUTE FUNCTION daybook_release_batch_entry();
CREATE POLICY confined ON ledger_batch_entries AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM ledger_batches p
  WHERE ((p.organization_id = ledger_batch_entries.organization_id) AND (p.id = ledger_batch_entries.batch_id)))) WITH CHECK (( SELECT true
   FROM ledger_batches p
  WHERE ((p.organization_id = ledger_batch_entries.organization_id) AND (p.id = ledger_batch_entries.batch_id))));
CREATE POLICY tenant ON ledger_batch_entries AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE ledger_batch_lines (
  organization_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  line_number integer NOT NULL,
  journal_number integer NOT NULL,
  journal_date date NOT NULL,
  reference text NOT NULL,
  subsidiary_id uuid NOT NULL,
  subsidiary_code text NOT NULL,
  currency_code text NOT NULL,
  account_code text NOT NULL,
  debit numeric(20,4) NOT NULL,
  credit numeric(20,4) NOT NULL,
  description text,
  department_code text,
  class_code text,
  location_code text,
  entity_name text,
  CONSTRAINT ledger_batch_lines_pkey PRIMARY KEY (organization_id, batch_id, line_number),
  CONSTRAINT ledger_batch_lines_one_side_ck CHECK (((LEAST(debit, credit) = (0)::numeric) AND (GREATEST(debit, credit) > (0)::numeric))),
  CONSTRAINT ledger_batch_lines_batch_id_org_fk FOREIGN KEY (organization_id, batch_id) REFERENCES ledger_batches(organization_id, id)
);
-- row security, forced
-- daybook_app: INSERT, SELECT
CREATE UNIQUE INDEX ledger_batch_lines_pkey ON ledger_batch_lines USING btree (organization_id, batch_id, line_number);
CREATE TRIGGER ledger_batch_lines_fill AFTER INSERT ON ledger_batch_lines REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_fill_ledger_batch();
CREATE TRIGGER ledger_batch_lines_gate BEFORE INSERT OR DELETE OR UPDATE ON ledger_batch_lines FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON ledger_batch_lines AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON ledger_batch_lines AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE ledger_batches (
  organization_id uuid NOT NULL,
  id uuid DEFAULT uuidv7() NOT NULL,
  ledger_id uuid NOT NULL,
  batch_number integer NOT NULL,
  batch_status text NOT NULL,
  through_date date NOT NULL,
  format text NOT NULL,
  summary text NOT NULL,
  journal_code text,
  tax_rate text,
  entry_count integer DEFAULT 0 NOT NULL,
  line_count integer DEFAULT 0 NOT NULL,
  part_starts integer[] DEFAULT '{}'::integer[] NOT NULL,
  content_hash text,
  sealed_by_name text NOT NULL,
  sealed_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  sent_by_name text,
  sent_at timestamp(3) with time zone,
  undone_by_name text,
  undone_at timestamp(3) with time zone,
  undo_reason text,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT ledger_batches_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT ledger_batches_batch_number_ck CHECK ((batch_number > 0)),
  CONSTRAINT ledger_batches_batch_status_ck CHECK ((batch_status = ANY (ARRAY['MAKING'::text, 'SEALED'::text, 'SENT'::text, 'UNDONE'::text]))),
  CONSTRAINT ledger_batches_content_hash_ck CHECK (((batch_status = 'MAKING'::text) OR (content_hash IS NOT NULL))),
  CONSTRAINT ledger_batches_ledger_id_org_fk FOREIGN KEY (organization_id, ledger_id) REFERENCES other_ledgers(organization_id, id)
);
-- row security, forced
-- daybook_app: INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX ledger_batches_organization_id_ledger_id_batch_number_key ON ledger_batches USING btree (organization_id, ledger_id, batch_number);
CREATE UNIQUE INDEX ledger_batches_pkey ON ledger_batches USING btree (organization_id, id);
CREATE TRIGGER ledger_batches_gate BEFORE INSERT OR DELETE OR UPDATE ON ledger_batches FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER ledger_batches_keep BEFORE UPDATE ON ledger_batches FOR EACH ROW EXECUTE FUNCTION daybook_keep_ledger_batch();
CREATE TRIGGER ledger_batches_touch BEFORE UPDATE ON ledger_batches FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON ledger_batches AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM other_ledgers p
  WHERE ((p.organization_id = ledger_batches.organization_id) AND (p.id = ledger_batches.ledger_id)))) WITH CHECK (( SELECT true
   FROM other_ledgers p
  WHERE ((p.organization_id = ledger_batches.organization_id) AND (p.id = ledger_batches.ledger_id))));
CREATE POLICY tenant ON ledger_batches AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE ledger_days (
  organization_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  posting_date date NOT NULL,
  account_id uuid NOT NULL,
  period_id uuid NOT NULL,
  currency_code text NOT NULL,
  debit numeric(24,4) NOT NULL,
  credit numeric(24,4) NOT NULL,
  base_debit numeric(24,4) NOT NULL,
  base_credit numeric(24,4) NOT NULL,
  line_count bigint NOT NULL,
  entry_count bigint NOT NULL,
  CONSTRAINT ledger_days_pkey PRIMARY KEY (organization_id, subsidiary_id, posting_date, account_id, period_id, currency_code)
) WITH (fillfactor=70);
-- row security, forced
-- daybook_app: SELECT
CREATE INDEX ledger_days_account_sql_idx ON ledger_days USING btree (organization_id, account_id, posting_date);
CREATE UNIQUE INDEX ledger_days_pkey ON ledger_days USING btree (organization_id, subsidiary_id, posting_date, account_id, period_id, currency_code);
CREATE TRIGGER ledger_days_gate BEFORE INSERT OR DELETE OR UPDATE ON ledger_days FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON ledger_days AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON ledger_days AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

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
  CONSTRAINT ledger_dimension_balances_pkey PRIMARY KEY (organization_id, subsidiary_id, period_id, account_id, currency_code, class_id, department_id, location_id, project_id)
) WITH (fillfactor=60);
-- row security, forced
-- daybook_app: INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX ledger_dimension_balances_pkey ON ledger_dimension_balances USING btree (organization_id, subsidiary_id, period_id, account_id, currency_code, class_id, department_id, location_id, project_id);
CREATE INDEX ledger_dimension_balances_project_sql_idx ON ledger_dimension_balances USING btree (organization_id, project_id) WHERE (project_id <> '00000000-0000-0000-0000-000000000000'::uuid);
CREATE TRIGGER ledger_dimension_balances_gate BEFORE INSERT OR DELETE OR UPDATE ON ledger_dimension_balances FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON ledger_dimension_balances AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON ledger_dimension_balances AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE ledger_dimension_days (
  organization_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  posting_date date NOT NULL,
  account_id uuid NOT NULL,
  period_id uuid NOT NULL,
  class_id uuid NOT NULL,
  department_id uuid NOT NULL,
  location_id uuid NOT NULL,
  project_id uuid NOT NULL,
  base_debit numeric(24,4) NOT NULL,
  base_credit numeric(24,4) NOT NULL,
  line_count bigint NOT NULL,
  CONSTRAINT ledger_dimension_days_pkey PRIMARY KEY (organization_id, subsidiary_id, posting_date, account_id, period_id, class_id, department_id, location_id, project_id)
) WITH (fillfactor=80);
-- row security, forced
-- daybook_app: SELECT
CREATE INDEX ledger_dimension_days_class_sql_idx ON ledger_dimension_days USING btree (organization_id, class_id, account_id, posting_date) WHERE (class_id <> '00000000-0000-0000-0000-000000000000'::uuid);
CREATE INDEX ledger_dimension_days_department_sql_idx ON ledger_dimension_days USING btree (organization_id, department_id, account_id, posting_date) WHERE (department_id <> '00000000-0000-0000-0000-000000000000'::uuid);
CREATE INDEX ledger_dimension_days_location_sql_idx ON ledger_dimension_days USING btree (organization_id, location_id, account_id, posting_date) WHERE (location_id <> '00000000-0000-0000-0000-000000000000'::uuid);
CREATE UNIQUE INDEX ledger_dimension_days_pkey ON ledger_dimension_days USING btree (organization_id, subsidiary_id, posting_date, account_id, period_id, class_id, department_id, location_id, project_id);
CREATE INDEX ledger_dimension_days_project_sql_idx ON ledger_dimension_days USING btree (organization_id, project_id, account_id, posting_date) WHERE (project_id <> '00000000-0000-0000-0000-000000000000'::uuid);
CREATE TRIGGER ledger_dimension_days_gate BEFORE INSERT OR DELETE OR UPDATE ON ledger_dimension_days FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON ledger_dimension_days AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON ledger_dimension_days AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE ledger_dimension_periods (
  organization_id uuid NOT NULL,
  dimension text NOT NULL,
  dimension_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  period_id uuid NOT NULL,
  account_id uuid NOT NULL,
  base_debit numeric(24,4) NOT NULL,
  base_credit numeric(24,4) NOT NULL,
  CONSTRAINT ledger_dimension_periods_pkey PRIMARY KEY (organization_id, dimension, dimension_id, subsidiary_id, period_id, account_id),
  CONSTRAINT ledger_dimension_periods_dimension_ck CHECK ((dimension = ANY (ARRAY['CLASS'::text, 'DEPARTMENT'::text, 'LOCATION'::text, 'PROJECT'::text])))
) WITH (fillfactor=70);
-- row security, forced
-- daybook_app: SELECT
CREATE UNIQUE INDEX ledger_dimension_periods_pkey ON ledger_dimension_periods USING btree (organization_id, dimension, dimension_id, subsidiary_id, period_id, account_id);
CREATE TRIGGER ledger_dimension_periods_gate BEFORE INSERT OR DELETE OR UPDATE ON ledger_dimension_periods FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON ledger_dimension_periods AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON ledger_dimension_periods AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE ledger_entries (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  entry_number text NOT NULL,
  subsidiary_id uuid NOT NULL,
  book text DEFAULT 'PRIMARY'::text NOT NULL,
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
  inserted_in_transaction bigint DEFAULT ((pg_current_xact_id())::text)::bigint NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (organization_id, id)
);
-- row security, forced
-- daybook_app: INSERT, SELECT
CREATE INDEX ledger_entries_created_sql_idx ON ledger_entries USING brin (created_at) WITH (pages_per_range='16', autosummarize='on');
CREATE UNIQUE INDEX ledger_entries_organization_id_entry_number_key ON ledger_entries USING btree (organization_id, entry_number);
CREATE INDEX ledger_entries_organization_id_posting_date_id_idx ON ledger_entries USING btree (organization_id, posting_date, id);
CREATE UNIQUE INDEX ledger_entries_organization_id_source_kind_source_id_key ON ledger_entries USING btree (organization_id, source_kind, source_id);
CREATE UNIQUE INDEX ledger_entries_pkey ON ledger_entries USING btree (organization_id, id);
CREATE UNIQUE INDEX ledger_entries_reversal_sql_idx ON ledger_entries USING btree (organization_id, reversal_of_id) WHERE (reversal_of_id IS NOT NULL);
CREATE INDEX ledger_entries_text_sql_idx ON ledger_entries USING gin (organization_id, (((posting_date - '1970-01-01'::date) / 16)), (((posting_date - '1970-01-01'::date) / 256)), ((subsidiary_id)::text), ((source_kind || ''::text)), (((entry_number || '
'::text) || COALESCE(memo, ''::text))) daybook_extensions.gin_trgm_ops) WHERE ((source_kind <> 'TRANSACTION'::text) OR (reversal_of_id IS NOT NULL));
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change();
CREATE TRIGGER ledger_entries_gate BEFORE INSERT OR DELETE OR UPDATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER ledger_entries_references AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION daybook_check_new_entries();
CREATE TRIGGER ledger_entries_touch BEFORE UPDATE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON ledger_entries AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON ledger_entries AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

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
  CONSTRAINT ledger_lines_one_side_ck CHECK (((LEAST(debit, credit, base_debit, base_credit) >= (0)::numeric) AND (((debit + base_debit) > (0)::numeric) <> ((credit + base_credit) > (0)::numeric))))
);
-- row security, forced
-- daybook_app: INSERT, SELECT
CREATE INDEX ledger_lines_account_sql_idx ON ledger_lines USING btree (account_id, posting_date, entry_id, line_number) INCLUDE (organization_id, subsidiary_id, base_debit, base_credit);
CREATE UNIQUE INDEX ledger_lines_pkey ON ledger_lines USING btree (organization_id, entry_id, line_number);
CREATE TRIGGER ledger_lines_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_lines FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change();
CREATE TRIGGER ledger_lines_belong AFTER INSERT ON ledger_lines REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION daybook_check_new_lines();
CREATE TRIGGER ledger_lines_gate BEFORE INSERT OR DELETE OR UPDATE ON ledger_lines FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON ledger_lines AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON ledger_lines AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE ledger_readbacks (
  organization_id uuid NOT NULL,
  id uuid DEFAULT uuidv7() NOT NULL,
  ledger_id uuid NOT NULL,
  as_of date NOT NULL,
  currency_code text NOT NULL,
  lines jsonb NOT NULL,
  equal_count integer NOT NULL,
  differing_count integer NOT NULL,
  read_by_name text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT ledger_readbacks_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT ledger_readbacks_ledger_id_org_fk FOREIGN KEY (organization_id, ledger_id) REFERENCES other_ledgers(organization_id, id)
);
-- row security, forced
-- daybook_app: INSERT, SELECT
CREATE INDEX ledger_readbacks_organization_id_ledger_id_created_at_idx ON ledger_readbacks USING btree (organization_id, ledger_id, created_at);
CREATE UNIQUE INDEX ledger_readbacks_pkey ON ledger_readbacks USING btree (organization_id, id);
CREATE TRIGGER ledger_readbacks_gate BEFORE INSERT OR DELETE OR UPDATE ON ledger_readbacks FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON ledger_readbacks AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM other_ledgers p
  WHERE ((p.organization_id = ledger_readbacks.organization_id) AND (p.id = ledger_readbacks.ledger_id)))) WITH CHECK (( SELECT true
   FROM other_ledgers p
  WHERE ((p.organization_id = ledger_readbacks.organization_id) AND (p.id = ledger_readbacks.ledger_id))));
CREATE POLICY tenant ON ledger_readbacks AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE ledger_seals (
  organization_id uuid NOT NULL,
  sequence bigint NOT NULL,
  fiscal_year integer NOT NULL,
  first_number bigint NOT NULL,
  last_number bigint NOT NULL,
  digests bytea NOT NULL,
  previous_hash text NOT NULL,
  hash text NOT NULL,
  sealed_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT ledger_seals_pkey PRIMARY KEY (organization_id, sequence),
  CONSTRAINT ledger_seals_range_ck CHECK (((first_number > 0) AND (octet_length(digests) = (32 * ((last_number - first_number) + 1)))))
);
-- row security, forced
-- daybook_app: INSERT, SELECT
CREATE UNIQUE INDEX ledger_seals_organization_id_fiscal_year_last_number_key ON ledger_seals USING btree (organization_id, fiscal_year, last_number);
CREATE UNIQUE INDEX ledger_seals_pkey ON ledger_seals USING btree (organization_id, sequence);
CREATE TRIGGER ledger_seals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_seals FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change();
CREATE TRIGGER ledger_seals_gate BEFORE INSERT OR DELETE OR UPDATE ON ledger_seals FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY tenant ON ledger_seals AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE locations (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text,
  parent_id uuid,
  address jsonb,
  time_zone text,
  record_status text DEFAULT 'active'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT locations_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT locations_not_own_parent_ck CHECK ((parent_id IS DISTINCT FROM id)),
  CONSTRAINT locations_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text]))),
  CONSTRAINT locations_parent_id_org_fk FOREIGN KEY (organization_id, parent_id) REFERENCES locations(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX locations_organization_id_code_key ON locations USING btree (organization_id, code);
CREATE INDEX locations_parent_id_sql_idx ON locations USING btree (organization_id, parent_id) WHERE (parent_id IS NOT NULL);
CREATE UNIQUE INDEX locations_pkey ON locations USING btree (organization_id, id);
CREATE TRIGGER locations_gate BEFORE INSERT OR DELETE OR UPDATE ON locations FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER locations_named_by_lines AFTER DELETE ON locations FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_named('location_id');
CREATE TRIGGER locations_renamed_by_lines AFTER UPDATE OF id ON locations FOR EACH ROW WHEN ((old.id <> new.id)) EXECUTE FUNCTION daybook_refuse_delete_of_named('location_id');
CREATE TRIGGER locations_touch BEFORE UPDATE ON locations FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY tenant ON locations AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE mails (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  sealed_body text,
  link_hash text,
  delivery_state text DEFAULT 'PENDING'::text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  last_error text,
  file_name text,
  sent_at timestamp(3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT mails_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT mails_body_ck CHECK (((delivery_state = 'PENDING'::text) OR (sealed_body IS NULL))),
  CONSTRAINT mails_kind_ck CHECK ((kind = ANY (ARRAY['invitation'::text, 'password'::text]))),
  CONSTRAINT mails_state_ck CHECK ((delivery_state = ANY (ARRAY['PENDING'::text, 'SENT'::text, 'FILED'::text, 'FAILED'::text, 'OBSOLETE'::text]))),
  CONSTRAINT mails_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX mails_filed_sql_idx ON mails USING btree (organization_id) WHERE (file_name IS NOT NULL);
CREATE INDEX mails_pending_sql_idx ON mails USING btree (organization_id, next_attempt_at) WHERE (delivery_state = 'PENDING'::text);
CREATE UNIQUE INDEX mails_pkey ON mails USING btree (organization_id, id);
CREATE TRIGGER mails_gate BEFORE INSERT OR DELETE OR UPDATE ON mails FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER mails_touch BEFORE UPDATE ON mails FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON mails AS RESTRICTIVE FOR SELECT TO daybook_confined USING (false);
CREATE POLICY tenant ON mails AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE memberships (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  roles text[] DEFAULT ARRAY[]::text[],
  subsidiary_ids uuid[] DEFAULT ARRAY[]::uuid[],
  record_status text DEFAULT 'active'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  custom_role_ids uuid[] DEFAULT ARRAY[]::uuid[],
  CONSTRAINT memberships_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT memberships_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text]))),
  CONSTRAINT memberships_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT memberships_user_org_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX memberships_organization_id_user_id_key ON memberships USING btree (organization_id, user_id);
CREATE UNIQUE INDEX memberships_pkey ON memberships USING btree (organization_id, id);
CREATE INDEX memberships_user_id_idx ON memberships USING btree (user_id);
CREATE TRIGGER memberships_gate BEFORE INSERT OR DELETE OR UPDATE ON memberships FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER memberships_hold_custom_roles BEFORE INSERT OR UPDATE OF custom_role_ids ON memberships FOR EACH ROW EXECUTE FUNCTION daybook_hold_custom_roles();
CREATE TRIGGER memberships_hold_listed BEFORE INSERT OR UPDATE OF subsidiary_ids ON memberships FOR EACH ROW EXECUTE FUNCTION daybook_hold_listed('subsidiary_ids');
CREATE TRIGGER memberships_news AFTER INSERT OR DELETE OR UPDATE ON memberships FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_news();
CREATE TRIGGER memberships_touch BEFORE UPDATE ON memberships FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON memberships AS RESTRICTIVE FOR ALL TO daybook_confined USING (((user_id = daybook_user()) OR ((subsidiary_ids <> '{}'::uuid[]) AND (subsidiary_ids <@ ( SELECT daybook_subsidiaries() AS daybook_subsidiaries))))) WITH CHECK (((subsidiary_ids <> '{}'::uuid[]) AND (subsidiary_ids <@ ( SELECT daybook_subsidiaries() AS daybook_subsidiaries))));
CREATE POLICY own_memberships ON memberships AS PERMISSIVE FOR SELECT TO PUBLIC USING ((user_id = daybook_user()));
CREATE POLICY tenant ON memberships AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE memberships_elsewhere (
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  organization_name text NOT NULL,
  organization_slug text NOT NULL,
  base_currency text NOT NULL,
  is_demo boolean NOT NULL,
  is_closed boolean NOT NULL,
  roles text[] DEFAULT '{}'::text[] NOT NULL,
  scope uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  joined_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT memberships_elsewhere_pkey PRIMARY KEY (organization_id, user_id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT
CREATE UNIQUE INDEX memberships_elsewhere_pkey ON memberships_elsewhere USING btree (organization_id, user_id);
CREATE INDEX memberships_elsewhere_user_id_idx ON memberships_elsewhere USING btree (user_id);
CREATE POLICY confined ON memberships_elsewhere AS RESTRICTIVE FOR ALL TO daybook_confined USING ((user_id = daybook_user())) WITH CHECK (false);
CREATE POLICY own_memberships_elsewhere ON memberships_elsewhere AS PERMISSIVE FOR SELECT TO PUBLIC USING ((user_id = daybook_user()));
CREATE POLICY tenant ON memberships_elsewhere AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE number_counters (
  organization_id uuid NOT NULL,
  series text NOT NULL,
  fiscal_year integer NOT NULL,
  next_value bigint NOT NULL,
  CONSTRAINT number_counters_pkey PRIMARY KEY (organization_id, series, fiscal_year)
) WITH (fillfactor=20);
-- row security, forced
-- daybook_app: INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX number_counters_pkey ON number_counters USING btree (organization_id, series, fiscal_year);
CREATE TRIGGER number_counters_gate BEFORE INSERT OR DELETE OR UPDATE ON number_counters FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY tenant ON number_counters AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE obligation_templates (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  item_id uuid NOT NULL,
  key text NOT NULL,
  description text,
  pattern jsonb NOT NULL,
  product_code text,
  weight numeric(20,10) DEFAULT 100 NOT NULL,
  revenue_account_id uuid,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  capacity text DEFAULT 'PRINCIPAL'::text NOT NULL,
  nature text DEFAULT 'SERVICE'::text NOT NULL,
  CONSTRAINT obligation_templates_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT obligation_templates_words_ck CHECK (((weight > (0)::numeric) AND (capacity = ANY (ARRAY['PRINCIPAL'::text, 'AGENT'::text])) AND (nature = ANY (ARRAY['GOODS'::text, 'SERVICE'::text, 'LICENCE'::text, 'MATERIAL_RIGHT'::text, 'WARRANTY'::text])))),
  CONSTRAINT obligation_templates_item_id_org_fk FOREIGN KEY (organization_id, item_id) REFERENCES items(organization_id, id),
  CONSTRAINT obligation_templates_revenue_account_id_org_fk FOREIGN KEY (organization_id, revenue_account_id) REFERENCES accounts(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX obligation_templates_organization_id_item_id_key_key ON obligation_templates USING btree (organization_id, item_id, key);
CREATE UNIQUE INDEX obligation_templates_pkey ON obligation_templates USING btree (organization_id, id);
CREATE INDEX obligation_templates_revenue_account_id_sql_idx ON obligation_templates USING btree (organization_id, revenue_account_id) WHERE (revenue_account_id IS NOT NULL);
CREATE TRIGGER obligation_templates_gate BEFORE INSERT OR DELETE OR UPDATE ON obligation_templates FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER obligation_templates_touch BEFORE UPDATE ON obligation_templates FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY tenant ON obligation_templates AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE one_time_links (
  id uuid NOT NULL,
  purpose text NOT NULL,
  secret_hash text NOT NULL,
  user_id uuid,
  expires_at timestamp(3) with time zone NOT NULL,
  used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT one_time_links_pkey PRIMARY KEY (id),
  CONSTRAINT one_time_links_purpose_ck CHECK (((purpose = ANY (ARRAY['first_owner'::text, 'password'::text])) AND ((purpose = 'password'::text) = (user_id IS NOT NULL)))),
  CONSTRAINT one_time_links_user_org_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX one_time_links_expires_at_idx ON one_time_links USING btree (expires_at);
CREATE UNIQUE INDEX one_time_links_pkey ON one_time_links USING btree (id);
CREATE UNIQUE INDEX one_time_links_secret_hash_key ON one_time_links USING btree (secret_hash);
CREATE INDEX one_time_links_user_id_idx ON one_time_links USING btree (user_id);

CREATE TABLE order_file_counts (
  organization_id uuid NOT NULL,
  import_id uuid NOT NULL,
  source_id uuid NOT NULL,
  waiting_orders integer NOT NULL,
  waiting_rows integer NOT NULL,
  CONSTRAINT order_file_counts_pkey PRIMARY KEY (organization_id, import_id),
  CONSTRAINT order_file_counts_counts_ck CHECK ((LEAST(waiting_orders, waiting_rows) >= 0)),
  CONSTRAINT order_file_counts_import_id_org_fk FOREIGN KEY (organization_id, import_id) REFERENCES imports(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT order_file_counts_source_id_org_fk FOREIGN KEY (organization_id, source_id) REFERENCES order_sources(organization_id, id)
) WITH (fillfactor=70);
-- row security, forced
-- daybook_app: INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX order_file_counts_pkey ON order_file_counts USING btree (organization_id, import_id);
CREATE INDEX order_file_counts_source_id_sql_idx ON order_file_counts USING btree (organization_id, source_id);
CREATE TRIGGER order_file_counts_gate BEFORE INSERT OR DELETE OR UPDATE ON order_file_counts FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON order_file_counts AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM order_sources p
  WHERE ((p.organization_id = order_file_counts.organization_id) AND (p.id = order_file_counts.source_id)))) WITH CHECK (( SELECT true
   FROM order_sources p
  WHERE ((p.organization_id = order_file_counts.organization_id) AND (p.id = order_file_counts.source_id))));
CREATE POLICY tenant ON order_file_counts AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE order_sources (
  organization_id uuid NOT NULL,
  id uuid DEFAULT uuidv7() NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  subsidiary_id uuid NOT NULL,
  orders_of_id uuid,
  mapping jsonb DEFAULT '{}'::jsonb NOT NULL,
  defaults jsonb DEFAULT '{}'::jsonb NOT NULL,
  rules jsonb DEFAULT '[]'::jsonb NOT NULL,
  round integer DEFAULT 0 NOT NULL,
  record_status text DEFAULT 'active'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT order_sources_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT order_sources_kind_ck CHECK ((kind = ANY (ARRAY['STRIPE_INVOICES'::text, 'STRIPE_SUBSCRIPTIONS'::text, 'STRIPE_BALANCE'::text, 'CHARGEBEE_INVOICES'::text, 'CHARGEBEE_SUBSCRIPTIONS'::text, 'SALESFORCE_ORDERS'::text, 'SALESFORCE_OPPORTUNITIES'::text, 'HUBSPOT_DEALS'::text, 'SHOPIFY_ORDERS'::text, 'TABLE'::text]))),
  CONSTRAINT order_sources_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  CONSTRAINT order_sources_orders_of_id_org_fk FOREIGN KEY (organization_id, orders_of_id) REFERENCES order_sources(organization_id, id),
  CONSTRAINT order_sources_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id) REFERENCES subsidiaries(organization_id, id)
);
-- row security, forced
-- daybook_app: INSERT, SELECT, UPDATE
CREATE INDEX order_sources_orders_of_id_sql_idx ON order_sources USING btree (organization_id, orders_of_id) WHERE (orders_of_id IS NOT NULL);
CREATE UNIQUE INDEX order_sources_organization_id_code_key ON order_sources USING btree (organization_id, code);
CREATE UNIQUE INDEX order_sources_pkey ON order_sources USING btree (organization_id, id);
CREATE INDEX order_sources_subsidiary_id_sql_idx ON order_sources USING btree (organization_id, subsidiary_id);
CREATE TRIGGER order_sources_gate BEFORE INSERT OR DELETE OR UPDATE ON order_sources FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER order_sources_touch BEFORE UPDATE ON order_sources FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON order_sources AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON order_sources AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE organization_gates (
  organization_id uuid NOT NULL,
  state text NOT NULL,
  changed_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT organization_gates_pkey PRIMARY KEY (organization_id),
  CONSTRAINT organization_gates_state_ck CHECK ((state = ANY (ARRAY['OPEN'::text, 'CLOSED'::text, 'GONE'::text])))
);
-- daybook_app: SELECT
CREATE UNIQUE INDEX organization_gates_pkey ON organization_gates USING btree (organization_id);

CREATE TABLE organization_moves (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  from_server text NOT NULL,
  to_server text NOT NULL,
  step text DEFAULT 'STARTED'::text NOT NULL,
  started_by text NOT NULL,
  started_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  changed_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  ended_at timestamp(3) with time zone,
  figures jsonb DEFAULT '{}'::jsonb NOT NULL,
  error text,
  CONSTRAINT organization_moves_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT organization_moves_ended_ck CHECK (((ended_at IS NOT NULL) = (step = ANY (ARRAY['DONE'::text, 'BACK'::text, 'REMOVED'::text])))),
  CONSTRAINT organization_moves_servers_ck CHECK ((from_server <> to_server)),
  CONSTRAINT organization_moves_step_ck CHECK ((step = ANY (ARRAY['STARTED'::text, 'COPIED'::text, 'CHECKED'::text, 'CLOSING'::text, 'SWITCHED'::text, 'DONE'::text, 'BACK'::text, 'REMOVED'::text])))
);
-- row security, forced
-- daybook_app: SELECT
CREATE UNIQUE INDEX organization_moves_open_sql_idx ON organization_moves USING btree (organization_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX organization_moves_pkey ON organization_moves USING btree (organization_id, id);
CREATE POLICY tenant ON organization_moves AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE organization_news (
  id uuid NOT NULL,
  CONSTRAINT organization_news_pkey PRIMARY KEY (id)
);
-- daybook_app: DELETE, SELECT
CREATE UNIQUE INDEX organization_news_pkey ON organization_news USING btree (id);

CREATE TABLE organization_slugs (
  slug text NOT NULL,
  id uuid NOT NULL,
  CONSTRAINT organization_slugs_pkey PRIMARY KEY (slug),
  CONSTRAINT organization_slugs_id_key UNIQUE (id)
);
-- daybook_app: SELECT
CREATE UNIQUE INDEX organization_slugs_id_key ON organization_slugs USING btree (id);
CREATE UNIQUE INDEX organization_slugs_pkey ON organization_slugs USING btree (slug);

CREATE TABLE organizations (
  id uuid NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  base_currency text NOT NULL,
  fiscal_year_start_month integer DEFAULT 1 NOT NULL,
  time_zone text DEFAULT 'UTC'::text NOT NULL,
  segregation_of_duties text DEFAULT 'off'::text NOT NULL,
  segregation_threshold numeric(20,4),
  is_demo boolean DEFAULT false NOT NULL,
  record_status text DEFAULT 'active'::text NOT NULL,
  created_by uuid,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  rate_change_limit numeric(7,4) DEFAULT 10 NOT NULL,
  requires_second_factor boolean DEFAULT false NOT NULL,
  security_log_months integer,
  founding_dismissed_at timestamp(3) with time zone,
  closed_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  CONSTRAINT organizations_pkey PRIMARY KEY (id),
  CONSTRAINT organizations_fiscal_start_ck CHECK (((fiscal_year_start_month >= 1) AND (fiscal_year_start_month <= 12))),
  CONSTRAINT organizations_rate_change_limit_ck CHECK ((rate_change_limit >= (0)::numeric)),
  CONSTRAINT organizations_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text]))),
  CONSTRAINT organizations_security_log_months_ck CHECK (((security_log_months >= 24) AND (security_log_months <= 1200))),
  CONSTRAINT organizations_segregation_ck CHECK ((segregation_of_duties = ANY (ARRAY['off'::text, 'enforce'::text])))
);
-- row security, forced
-- daybook_app: INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX organizations_pkey ON organizations USING btree (id);
CREATE UNIQUE INDEX organizations_slug_key ON organizations USING btree (slug);
CREATE TRIGGER organizations_gate BEFORE INSERT OR DELETE OR UPDATE ON organizations FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER organizations_known AFTER INSERT ON organizations FOR EACH ROW EXECUTE FUNCTION daybook_know_organization();
CREATE TRIGGER organizations_news AFTER INSERT OR UPDATE ON organizations FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_news();
CREATE TRIGGER organizations_slug AFTER INSERT OR UPDATE OF slug ON organizations FOR EACH ROW EXECUTE FUNCTION daybook_know_slug();
CREATE TRIGGER organizations_touch BEFORE UPDATE ON organizations FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY own_organizations ON organizations AS PERMISSIVE FOR SELECT TO PUBLIC USING ((id IN ( SELECT m.organization_id
   FROM memberships m
  WHERE ((m.user_id = daybook_user()) AND (m.record_status = 'active'::text)))));
CREATE POLICY tenant ON organizations AS PERMISSIVE FOR ALL TO PUBLIC USING ((id = daybook_organization())) WITH CHECK ((id = daybook_organization()));

CREATE TABLE other_ledger_codes (
  organization_id uuid NOT NULL,
  ledger_id uuid NOT NULL,
  kind text NOT NULL,
  record_id uuid NOT NULL,
  code text NOT NULL,
  CONSTRAINT other_ledger_codes_pkey PRIMARY KEY (organization_id, ledger_id, kind, record_id),
  CONSTRAINT other_ledger_codes_code_ck CHECK ((btrim(code) <> ''::text)),
  CONSTRAINT other_ledger_codes_kind_ck CHECK ((kind = ANY (ARRAY['ACCOUNT'::text, 'CLASS'::text, 'DEPARTMENT'::text, 'LOCATION'::text, 'SUBSIDIARY'::text]))),
  CONSTRAINT other_ledger_codes_ledger_id_org_fk FOREIGN KEY (organization_id, ledger_id) REFERENCES other_ledgers(organization_id, id) ON DELETE CASCADE
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX other_ledger_codes_pkey ON other_ledger_codes USING btree (organization_id, ledger_id, kind, record_id);
CREATE TRIGGER other_ledger_codes_gate BEFORE INSERT OR DELETE OR UPDATE ON other_ledger_codes FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON other_ledger_codes AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM other_ledgers p
  WHERE ((p.organization_id = other_ledger_codes.organization_id) AND (p.id = other_ledger_codes.ledger_id)))) WITH CHECK (( SELECT true
   FROM other_ledgers p
  WHERE ((p.organization_id = other_ledger_codes.organization_id) AND (p.id = other_ledger_codes.ledger_id))));
CREATE POLICY tenant ON other_ledger_codes AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE other_ledgers (
  organization_id uuid NOT NULL,
  id uuid DEFAULT uuidv7() NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  format text NOT NULL,
  summary text NOT NULL,
  dimensions text[] DEFAULT '{}'::text[] NOT NULL,
  subsidiary_id uuid,
  starts_on date NOT NULL,
  journal_code text,
  tax_rate text,
  record_status text DEFAULT 'active'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT other_ledgers_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT other_ledgers_dimensions_ck CHECK ((dimensions <@ ARRAY['CLASS'::text, 'DEPARTMENT'::text, 'LOCATION'::text])),
  CONSTRAINT other_ledgers_format_ck CHECK ((format = ANY (ARRAY['NETSUITE'::text, 'QUICKBOOKS'::text, 'XERO'::text, 'INTACCT'::text, 'CSV'::text]))),
  CONSTRAINT other_ledgers_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  CONSTRAINT other_ledgers_summary_ck CHECK ((summary = ANY (ARRAY['ENTRY'::text, 'DAY'::text, 'MONTH'::text]))),
  CONSTRAINT other_ledgers_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id) REFERENCES subsidiaries(organization_id, id)
);
-- row security, forced
-- daybook_app: INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX other_ledgers_organization_id_code_key ON other_ledgers USING btree (organization_id, code);
CREATE UNIQUE INDEX other_ledgers_pkey ON other_ledgers USING btree (organization_id, id);
CREATE INDEX other_ledgers_subsidiary_id_sql_idx ON other_ledgers USING btree (organization_id, subsidiary_id) WHERE (subsidiary_id IS NOT NULL);
CREATE TRIGGER other_ledgers_gate BEFORE INSERT OR DELETE OR UPDATE ON other_ledgers FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER other_ledgers_touch BEFORE UPDATE ON other_ledgers FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON other_ledgers AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON other_ledgers AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE outbox_events (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  event_type text NOT NULL,
  record_id uuid,
  payload jsonb NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  published_at timestamp(3) with time zone,
  attempts integer DEFAULT 0 NOT NULL,
  CONSTRAINT outbox_events_pkey PRIMARY KEY (organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX outbox_events_pkey ON outbox_events USING btree (organization_id, id);
CREATE INDEX outbox_events_unpublished_sql_idx ON outbox_events USING btree (organization_id, created_at) WHERE (published_at IS NULL);
CREATE TRIGGER outbox_events_gate BEFORE INSERT OR DELETE OR UPDATE ON outbox_events FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON outbox_events AS RESTRICTIVE FOR SELECT TO daybook_confined USING (false);
CREATE POLICY tenant ON outbox_events AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE ownership_interests (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  percent numeric(7,4) NOT NULL,
  effective_date date NOT NULL,
  reason text,
  recorded_by uuid,
  recorded_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT ownership_interests_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT ownership_interests_percent_ck CHECK (((percent > (0)::numeric) AND (percent <= (100)::numeric))),
  CONSTRAINT ownership_interests_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id) REFERENCES subsidiaries(organization_id, id) ON DELETE CASCADE
);
-- row security, forced
-- daybook_app: INSERT, SELECT
CREATE INDEX ownership_interests_organization_id_subsidiary_id_effective_idx ON ownership_interests USING btree (organization_id, subsidiary_id, effective_date);
CREATE UNIQUE INDEX ownership_interests_pkey ON ownership_interests USING btree (organization_id, id);
CREATE TRIGGER ownership_interests_gate BEFORE INSERT OR DELETE OR UPDATE ON ownership_interests FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON ownership_interests AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON ownership_interests AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE passkey_challenges (
  challenge_hash text NOT NULL,
  purpose text NOT NULL,
  session_id uuid,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge_hash),
  CONSTRAINT passkey_challenges_purpose_ck CHECK ((purpose = ANY (ARRAY['register'::text, 'confirm'::text, 'sign-in'::text]))),
  CONSTRAINT passkey_challenges_session_ck CHECK (((purpose = 'sign-in'::text) = (session_id IS NULL)))
);
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX passkey_challenges_expires_at_idx ON passkey_challenges USING btree (expires_at);
CREATE UNIQUE INDEX passkey_challenges_pkey ON passkey_challenges USING btree (challenge_hash);

CREATE TABLE passkeys (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  credential_id text NOT NULL,
  public_key text NOT NULL,
  counter bigint NOT NULL,
  transports text[] DEFAULT ARRAY[]::text[],
  name text NOT NULL,
  is_backed_up boolean NOT NULL,
  last_used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_user_org_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX passkeys_credential_id_key ON passkeys USING btree (credential_id);
CREATE UNIQUE INDEX passkeys_pkey ON passkeys USING btree (id);
CREATE INDEX passkeys_user_id_idx ON passkeys USING btree (user_id);

CREATE TABLE payment_applications (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  payment_id uuid NOT NULL,
  document_id uuid NOT NULL,
  amount numeric(20,4) NOT NULL,
  applied_on date NOT NULL,
  reversed_at timestamp(3) with time zone,
  created_by uuid,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  payment_base numeric(20,4) DEFAULT 0 NOT NULL,
  document_base numeric(20,4) DEFAULT 0 NOT NULL,
  ledger_entry_id uuid,
  payment_amount numeric(20,4),
  reversed_on date,
  CONSTRAINT payment_applications_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT payment_applications_payment_amount_ck CHECK ((payment_amount > (0)::numeric)),
  CONSTRAINT payment_applications_positive_ck CHECK ((amount > (0)::numeric)),
  CONSTRAINT payment_applications_document_id_org_fk FOREIGN KEY (organization_id, document_id) REFERENCES business_transactions(organization_id, id),
  CONSTRAINT payment_applications_payment_id_org_fk FOREIGN KEY (organization_id, payment_id) REFERENCES business_transactions(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX payment_applications_organization_id_document_id_idx ON payment_applications USING btree (organization_id, document_id);
CREATE INDEX payment_applications_organization_id_payment_id_idx ON payment_applications USING btree (organization_id, payment_id);
CREATE UNIQUE INDEX payment_applications_pkey ON payment_applications USING btree (organization_id, id);
CREATE INDEX payment_applications_taken_back_sql_idx ON payment_applications USING btree (organization_id, reversed_on) WHERE (reversed_on IS NOT NULL);
CREATE TRIGGER payment_applications_gate BEFORE INSERT OR DELETE OR UPDATE ON payment_applications FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER payment_applications_span_changed AFTER UPDATE ON payment_applications REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_keep_spans();
CREATE TRIGGER payment_applications_span_gone AFTER DELETE ON payment_applications REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_keep_spans();
CREATE TRIGGER payment_applications_span_new AFTER INSERT ON payment_applications REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_keep_spans();
CREATE TRIGGER payment_applications_touch BEFORE UPDATE ON payment_applications FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON payment_applications AS RESTRICTIVE FOR ALL TO daybook_confined USING ((( SELECT true
   FROM business_transactions p
  WHERE ((p.organization_id = payment_applications.organization_id) AND (p.id = payment_applications.payment_id))) AND ( SELECT true
   FROM business_transactions d
  WHERE ((d.organization_id = payment_applications.organization_id) AND (d.id = payment_applications.document_id)))));
CREATE POLICY tenant ON payment_applications AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

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
  held boolean DEFAULT false NOT NULL,
  capacity text DEFAULT 'PRINCIPAL'::text NOT NULL,
  nature text DEFAULT 'SERVICE'::text NOT NULL,
  timing text NOT NULL,
  expedient text DEFAULT ''::text NOT NULL,
  revenue_account_id uuid NOT NULL,
  class_id uuid,
  department_id uuid,
  location_id uuid,
  project_id uuid,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT performance_obligations_pkey PRIMARY KEY (organization_id, contract_id, key),
  CONSTRAINT performance_obligations_class_id_org_fk FOREIGN KEY (organization_id, class_id) REFERENCES classes(organization_id, id),
  CONSTRAINT performance_obligations_contract_id_org_fk FOREIGN KEY (organization_id, contract_id) REFERENCES revenue_contracts(organization_id, id),
  CONSTRAINT performance_obligations_department_id_org_fk FOREIGN KEY (organization_id, department_id) REFERENCES departments(organization_id, id),
  CONSTRAINT performance_obligations_item_id_org_fk FOREIGN KEY (organization_id, item_id) REFERENCES items(organization_id, id),
  CONSTRAINT performance_obligations_location_id_org_fk FOREIGN KEY (organization_id, location_id) REFERENCES locations(organization_id, id),
  CONSTRAINT performance_obligations_project_id_org_fk FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, id),
  CONSTRAINT performance_obligations_revenue_account_id_org_fk FOREIGN KEY (organization_id, revenue_account_id) REFERENCES accounts(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX performance_obligations_class_id_sql_idx ON performance_obligations USING btree (organization_id, class_id) WHERE (class_id IS NOT NULL);
CREATE INDEX performance_obligations_department_id_sql_idx ON performance_obligations USING btree (organization_id, department_id) WHERE (department_id IS NOT NULL);
CREATE INDEX performance_obligations_held_sql_idx ON performance_obligations USING btree (organization_id, contract_id, key) WHERE held;
CREATE INDEX performance_obligations_item_id_sql_idx ON performance_obligations USING btree (organization_id, item_id) WHERE (item_id IS NOT NULL);
CREATE INDEX performance_obligations_location_id_sql_idx ON performance_obligations USING btree (organization_id, location_id) WHERE (location_id IS NOT NULL);
CREATE UNIQUE INDEX performance_obligations_pkey ON performance_obligations USING btree (organization_id, contract_id, key);
CREATE INDEX performance_obligations_project_id_sql_idx ON performance_obligations USING btree (organization_id, project_id) WHERE (project_id IS NOT NULL);
CREATE INDEX performance_obligations_revenue_account_id_sql_idx ON performance_obligations USING btree (organization_id, revenue_account_id) WHERE (revenue_account_id IS NOT NULL);
CREATE TRIGGER performance_obligations_gate BEFORE INSERT OR DELETE OR UPDATE ON performance_obligations FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER performance_obligations_moves_sums AFTER UPDATE ON performance_obligations FOR EACH ROW WHEN ((((((((old.revenue_account_id IS DISTINCT FROM new.revenue_account_id) OR (old.timing IS DISTINCT FROM new.timing)) OR (old.expedient IS DISTINCT FROM new.expedient)) OR (old.nature IS DISTINCT FROM new.nature)) OR (old.class_id IS DISTINCT FROM new.class_id)) OR (old.department_id IS DISTINCT FROM new.department_id)) OR (old.location_id IS DISTINCT FROM new.location_id))) EXECUTE FUNCTION daybook_move_obligation_sums();
CREATE TRIGGER performance_obligations_touch BEFORE UPDATE ON performance_obligations FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE TRIGGER performance_obligations_touches_changed AFTER UPDATE ON performance_obligations REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_touch_contracts();
CREATE TRIGGER performance_obligations_touches_new AFTER INSERT ON performance_obligations REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_touch_contracts();
CREATE POLICY confined ON performance_obligations AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM revenue_contracts p
  WHERE ((p.organization_id = performance_obligations.organization_id) AND (p.id = performance_obligations.contract_id)))) WITH CHECK (( SELECT true
   FROM revenue_contracts p
  WHERE ((p.organization_id = performance_obligations.organization_id) AND (p.id = performance_obligations.contract_id))));
CREATE POLICY tenant ON performance_obligations AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE placements (
  organization_id uuid NOT NULL,
  server text NOT NULL,
  state text DEFAULT 'SETTLED'::text NOT NULL,
  moved_at timestamp(3) with time zone,
  epoch bigint DEFAULT 0 NOT NULL,
  CONSTRAINT placements_pkey PRIMARY KEY (organization_id),
  CONSTRAINT placements_server_ck CHECK ((server ~ '^[a-z][a-z0-9_]{0,39}$'::text)),
  CONSTRAINT placements_state_ck CHECK ((state = ANY (ARRAY['SETTLED'::text, 'MOVING'::text])))
);
-- daybook_app: DELETE, INSERT, SELECT
CREATE UNIQUE INDEX placements_pkey ON placements USING btree (organization_id);
CREATE TRIGGER placements_news AFTER INSERT OR UPDATE ON placements FOR EACH ROW EXECUTE FUNCTION daybook_note_placement();
CREATE TRIGGER placements_told AFTER INSERT OR DELETE OR UPDATE ON placements FOR EACH ROW EXECUTE FUNCTION daybook_tell_placement();

CREATE TABLE posting_rules (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  transaction_type_id uuid NOT NULL,
  subsidiary_id uuid,
  control_account_id uuid,
  tax_account_id uuid,
  discount_account_id uuid,
  bank_account_id uuid,
  default_line_account_id uuid,
  shipping_account_id uuid,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT posting_rules_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT posting_rules_bank_account_id_org_fk FOREIGN KEY (organization_id, bank_account_id) REFERENCES accounts(organization_id, id),
  CONSTRAINT posting_rules_control_account_id_org_fk FOREIGN KEY (organization_id, control_account_id) REFERENCES accounts(organization_id, id),
  CONSTRAINT posting_rules_default_line_account_id_org_fk FOREIGN KEY (organization_id, default_line_account_id) REFERENCES accounts(organization_id, id),
  CONSTRAINT posting_rules_discount_account_id_org_fk FOREIGN KEY (organization_id, discount_account_id) REFERENCES accounts(organization_id, id),
  CONSTRAINT posting_rules_shipping_account_id_org_fk FOREIGN KEY (organization_id, shipping_account_id) REFERENCES accounts(organization_id, id),
  CONSTRAINT posting_rules_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id) REFERENCES subsidiaries(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT posting_rules_tax_account_id_org_fk FOREIGN KEY (organization_id, tax_account_id) REFERENCES accounts(organization_id, id),
  CONSTRAINT posting_rules_transaction_type_id_org_fk FOREIGN KEY (organization_id, transaction_type_id) REFERENCES transaction_types(organization_id, id) ON DELETE CASCADE
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX posting_rules_bank_account_id_sql_idx ON posting_rules USING btree (organization_id, bank_account_id) WHERE (bank_account_id IS NOT NULL);
CREATE INDEX posting_rules_control_account_id_sql_idx ON posting_rules USING btree (organization_id, control_account_id) WHERE (control_account_id IS NOT NULL);
CREATE INDEX posting_rules_default_line_account_id_sql_idx ON posting_rules USING btree (organization_id, default_line_account_id) WHERE (default_line_account_id IS NOT NULL);
CREATE INDEX posting_rules_discount_account_id_sql_idx ON posting_rules USING btree (organization_id, discount_account_id) WHERE (discount_account_id IS NOT NULL);
CREATE UNIQUE INDEX posting_rules_general_sql_idx ON posting_rules USING btree (organization_id, transaction_type_id) WHERE (subsidiary_id IS NULL);
CREATE UNIQUE INDEX posting_rules_organization_id_transaction_type_id_subsidiar_key ON posting_rules USING btree (organization_id, transaction_type_id, subsidiary_id);
CREATE UNIQUE INDEX posting_rules_pkey ON posting_rules USING btree (organization_id, id);
CREATE INDEX posting_rules_shipping_account_id_sql_idx ON posting_rules USING btree (organization_id, shipping_account_id) WHERE (shipping_account_id IS NOT NULL);
CREATE INDEX posting_rules_subsidiary_id_sql_idx ON posting_rules USING btree (organization_id, subsidiary_id) WHERE (subsidiary_id IS NOT NULL);
CREATE INDEX posting_rules_tax_account_id_sql_idx ON posting_rules USING btree (organization_id, tax_account_id) WHERE (tax_account_id IS NOT NULL);
CREATE TRIGGER posting_rules_gate BEFORE INSERT OR DELETE OR UPDATE ON posting_rules FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER posting_rules_touch BEFORE UPDATE ON posting_rules FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON posting_rules AS RESTRICTIVE FOR ALL TO daybook_confined USING (((subsidiary_id IS NULL) OR (subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY confined_delete ON posting_rules AS RESTRICTIVE FOR DELETE TO daybook_confined USING ((subsidiary_id IS NOT NULL));
CREATE POLICY confined_update ON posting_rules AS RESTRICTIVE FOR UPDATE TO daybook_confined USING ((subsidiary_id IS NOT NULL));
CREATE POLICY tenant ON posting_rules AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE price_list_items (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  price_list_id uuid NOT NULL,
  item_id uuid NOT NULL,
  unit_price numeric(20,6) NOT NULL,
  minimum_quantity numeric(20,10) DEFAULT 1 NOT NULL,
  valid_from date NOT NULL,
  valid_to date,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT price_list_items_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT price_list_items_item_id_org_fk FOREIGN KEY (organization_id, item_id) REFERENCES items(organization_id, id),
  CONSTRAINT price_list_items_price_list_id_org_fk FOREIGN KEY (organization_id, price_list_id) REFERENCES price_lists(organization_id, id) ON DELETE CASCADE
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX price_list_items_item_id_sql_idx ON price_list_items USING btree (organization_id, item_id) WHERE (item_id IS NOT NULL);
CREATE UNIQUE INDEX price_list_items_organization_id_price_list_id_item_id_mini_key ON price_list_items USING btree (organization_id, price_list_id, item_id, minimum_quantity, valid_from);
CREATE UNIQUE INDEX price_list_items_pkey ON price_list_items USING btree (organization_id, id);
CREATE TRIGGER price_list_items_count_changed AFTER UPDATE ON price_list_items FOR EACH ROW WHEN ((old.price_list_id <> new.price_list_id)) EXECUTE FUNCTION daybook_note_records('price_list_id');
CREATE TRIGGER price_list_items_count_gone AFTER DELETE ON price_list_items REFERENCING OLD TABLE AS old_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('price_list_id');
CREATE TRIGGER price_list_items_count_new AFTER INSERT ON price_list_items REFERENCING NEW TABLE AS new_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('price_list_id');
CREATE TRIGGER price_list_items_gate BEFORE INSERT OR DELETE OR UPDATE ON price_list_items FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER price_list_items_touch BEFORE UPDATE ON price_list_items FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY tenant ON price_list_items AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE price_lists (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text,
  currency_code text NOT NULL,
  is_default boolean DEFAULT false NOT NULL,
  valid_from date,
  valid_to date,
  record_status text DEFAULT 'active'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT price_lists_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT price_lists_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text])))
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX price_lists_organization_id_code_key ON price_lists USING btree (organization_id, code);
CREATE UNIQUE INDEX price_lists_pkey ON price_lists USING btree (organization_id, id);
CREATE TRIGGER price_lists_gate BEFORE INSERT OR DELETE OR UPDATE ON price_lists FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER price_lists_touch BEFORE UPDATE ON price_lists FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY tenant ON price_lists AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE prime_contract_lines (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  prime_contract_id uuid NOT NULL,
  line_number integer NOT NULL,
  cost_code text,
  description text NOT NULL,
  amount numeric(20,4) NOT NULL,
  billed_amount numeric(20,4) DEFAULT 0 NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT prime_contract_lines_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT prime_contract_lines_prime_contract_id_org_fk FOREIGN KEY (organization_id, prime_contract_id) REFERENCES prime_contracts(organization_id, id) ON DELETE CASCADE
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX prime_contract_lines_organization_id_prime_contract_id_line_key ON prime_contract_lines USING btree (organization_id, prime_contract_id, line_number);
CREATE UNIQUE INDEX prime_contract_lines_pkey ON prime_contract_lines USING btree (organization_id, id);
CREATE TRIGGER prime_contract_lines_gate BEFORE INSERT OR DELETE OR UPDATE ON prime_contract_lines FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER prime_contract_lines_touch BEFORE UPDATE ON prime_contract_lines FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON prime_contract_lines AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM prime_contracts p
  WHERE ((p.organization_id = prime_contract_lines.organization_id) AND (p.id = prime_contract_lines.prime_contract_id)))) WITH CHECK (( SELECT true
   FROM prime_contracts p
  WHERE ((p.organization_id = prime_contract_lines.organization_id) AND (p.id = prime_contract_lines.prime_contract_id))));
CREATE POLICY tenant ON prime_contract_lines AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

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
  retainage_percent numeric(20,10) DEFAULT 0 NOT NULL,
  contract_state text DEFAULT 'APPROVED'::text NOT NULL,
  currency_code text NOT NULL,
  description text,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT prime_contracts_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT prime_contracts_state_ck CHECK ((contract_state = ANY (ARRAY['DRAFT'::text, 'OUT_FOR_SIGNATURE'::text, 'APPROVED'::text, 'COMPLETE'::text, 'TERMINATED'::text]))),
  CONSTRAINT prime_contracts_customer_id_org_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  CONSTRAINT prime_contracts_project_id_org_fk FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX prime_contracts_customer_id_sql_idx ON prime_contracts USING btree (organization_id, customer_id) WHERE (customer_id IS NOT NULL);
CREATE UNIQUE INDEX prime_contracts_organization_id_contract_number_key ON prime_contracts USING btree (organization_id, contract_number);
CREATE UNIQUE INDEX prime_contracts_pkey ON prime_contracts USING btree (organization_id, id);
CREATE INDEX prime_contracts_project_id_sql_idx ON prime_contracts USING btree (organization_id, project_id) WHERE (project_id IS NOT NULL);
CREATE TRIGGER prime_contracts_gate BEFORE INSERT OR DELETE OR UPDATE ON prime_contracts FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER prime_contracts_touch BEFORE UPDATE ON prime_contracts FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON prime_contracts AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM projects p
  WHERE ((p.organization_id = prime_contracts.organization_id) AND (p.id = prime_contracts.project_id)))) WITH CHECK (( SELECT true
   FROM projects p
  WHERE ((p.organization_id = prime_contracts.organization_id) AND (p.id = prime_contracts.project_id))));
CREATE POLICY tenant ON prime_contracts AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

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
  project_status text DEFAULT 'ACTIVE'::text NOT NULL,
  external_id text,
  record_status text DEFAULT 'active'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT projects_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT projects_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text]))),
  CONSTRAINT projects_status_ck CHECK ((project_status = ANY (ARRAY['PLANNED'::text, 'ACTIVE'::text, 'ON_HOLD'::text, 'COMPLETED'::text, 'CANCELLED'::text]))),
  CONSTRAINT projects_company_id_org_fk FOREIGN KEY (organization_id, company_id) REFERENCES companies(organization_id, id),
  CONSTRAINT projects_customer_id_org_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  CONSTRAINT projects_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id) REFERENCES subsidiaries(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX projects_customer_id_sql_idx ON projects USING btree (organization_id, customer_id) WHERE (customer_id IS NOT NULL);
CREATE UNIQUE INDEX projects_organization_id_code_key ON projects USING btree (organization_id, code);
CREATE INDEX projects_organization_id_company_id_idx ON projects USING btree (organization_id, company_id);
CREATE UNIQUE INDEX projects_pkey ON projects USING btree (organization_id, id);
CREATE INDEX projects_subsidiary_id_sql_idx ON projects USING btree (organization_id, subsidiary_id) WHERE (subsidiary_id IS NOT NULL);
CREATE INDEX projects_text_sql_idx ON projects USING gin (organization_id, (((name || '
'::text) || code)) daybook_extensions.gin_trgm_ops);
CREATE TRIGGER projects_gate BEFORE INSERT OR DELETE OR UPDATE ON projects FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER projects_named_by_lines AFTER DELETE ON projects FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_named('project_id');
CREATE TRIGGER projects_renamed_by_lines AFTER UPDATE OF id ON projects FOR EACH ROW WHEN ((old.id <> new.id)) EXECUTE FUNCTION daybook_refuse_delete_of_named('project_id');
CREATE TRIGGER projects_touch BEFORE UPDATE ON projects FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON projects AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON projects AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

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
  prospect_status text DEFAULT 'researching'::text NOT NULL,
  assigned_to uuid,
  last_contacted_at timestamp(3) with time zone,
  notes text,
  custom_fields jsonb,
  record_status text DEFAULT 'active'::text NOT NULL,
  converted_lead_id uuid,
  converted_customer_id uuid,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT prospects_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT prospects_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text]))),
  CONSTRAINT prospects_status_ck CHECK ((prospect_status = ANY (ARRAY['researching'::text, 'contacted'::text, 'evaluating'::text, 'qualified'::text, 'unqualified'::text, 'converted'::text])))
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX prospects_board_sql_idx ON prospects USING btree (organization_id, prospect_status, estimated_revenue, id) INCLUDE (record_status);
CREATE INDEX prospects_code_sql_idx ON prospects USING btree (organization_id, code) WHERE (code IS NOT NULL);
CREATE INDEX prospects_industry_sql_idx ON prospects USING btree (organization_id, lower(industry));
CREATE INDEX prospects_organization_id_company_id_idx ON prospects USING btree (organization_id, company, id);
CREATE INDEX prospects_organization_id_created_at_id_idx ON prospects USING btree (organization_id, created_at, id);
CREATE INDEX prospects_organization_id_email_id_idx ON prospects USING btree (organization_id, email, id);
CREATE INDEX prospects_organization_id_employee_count_id_idx ON prospects USING btree (organization_id, employee_count, id);
CREATE INDEX prospects_organization_id_estimated_revenue_idx ON prospects USING btree (organization_id, estimated_revenue);
CREATE INDEX prospects_organization_id_industry_id_idx ON prospects USING btree (organization_id, industry, id);
CREATE INDEX prospects_organization_id_last_contacted_at_id_idx ON prospects USING btree (organization_id, last_contacted_at, id);
CREATE INDEX prospects_organization_id_name_id_idx ON prospects USING btree (organization_id, name, id);
CREATE INDEX prospects_organization_id_prospect_status_id_idx ON prospects USING btree (organization_id, prospect_status, id);
CREATE INDEX prospects_organization_id_updated_at_id_idx ON prospects USING btree (organization_id, updated_at, id);
CREATE UNIQUE INDEX prospects_pkey ON prospects USING btree (organization_id, id);
CREATE INDEX prospects_text_sql_idx ON prospects USING gin (organization_id, (((((name || '
'::text) || COALESCE(company, ''::text)) || '
'::text) || COALESCE(email, ''::text))) daybook_extensions.gin_trgm_ops);
CREATE TRIGGER prospects_count_changed AFTER UPDATE ON prospects FOR EACH ROW WHEN ((old.prospect_status <> new.prospect_status)) EXECUTE FUNCTION daybook_note_records('prospect_status');
CREATE TRIGGER prospects_count_gone AFTER DELETE ON prospects REFERENCING OLD TABLE AS old_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('prospect_status');
CREATE TRIGGER prospects_count_new AFTER INSERT ON prospects REFERENCING NEW TABLE AS new_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('prospect_status');
CREATE TRIGGER prospects_gate BEFORE INSERT OR DELETE OR UPDATE ON prospects FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER prospects_touch BEFORE UPDATE ON prospects FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY tenant ON prospects AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE provider_people (
  organization_id uuid NOT NULL,
  provider_id uuid NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT provider_people_pkey PRIMARY KEY (organization_id, provider_id, subject),
  CONSTRAINT provider_people_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT provider_people_provider_org_fk FOREIGN KEY (organization_id, provider_id) REFERENCES sign_in_providers(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT provider_people_user_org_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX provider_people_organization_id_provider_id_user_id_key ON provider_people USING btree (organization_id, provider_id, user_id);
CREATE UNIQUE INDEX provider_people_pkey ON provider_people USING btree (organization_id, provider_id, subject);
CREATE TRIGGER provider_people_gate BEFORE INSERT OR DELETE OR UPDATE ON provider_people FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON provider_people AS RESTRICTIVE FOR ALL TO daybook_confined USING (false);
CREATE POLICY tenant ON provider_people AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE provisioned_group_members (
  organization_id uuid NOT NULL,
  group_id uuid NOT NULL,
  person_id uuid NOT NULL,
  CONSTRAINT provisioned_group_members_pkey PRIMARY KEY (organization_id, group_id, person_id),
  CONSTRAINT provisioned_group_members_group_id_org_fk FOREIGN KEY (organization_id, group_id) REFERENCES provisioned_groups(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT provisioned_group_members_person_id_org_fk FOREIGN KEY (organization_id, person_id) REFERENCES provisioned_people(organization_id, id) ON DELETE CASCADE
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX provisioned_group_members_organization_id_person_id_idx ON provisioned_group_members USING btree (organization_id, person_id);
CREATE UNIQUE INDEX provisioned_group_members_pkey ON provisioned_group_members USING btree (organization_id, group_id, person_id);
CREATE TRIGGER provisioned_group_members_gate BEFORE INSERT OR DELETE OR UPDATE ON provisioned_group_members FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON provisioned_group_members AS RESTRICTIVE FOR ALL TO daybook_confined USING (false);
CREATE POLICY tenant ON provisioned_group_members AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE provisioned_groups (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  external_id text,
  display_name text NOT NULL,
  roles text[] DEFAULT ARRAY[]::text[],
  custom_role_ids uuid[] DEFAULT ARRAY[]::uuid[],
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT provisioned_groups_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT provisioned_groups_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX provisioned_groups_display_name_sql_idx ON provisioned_groups USING btree (organization_id, lower(display_name));
CREATE UNIQUE INDEX provisioned_groups_organization_id_external_id_key ON provisioned_groups USING btree (organization_id, external_id);
CREATE UNIQUE INDEX provisioned_groups_pkey ON provisioned_groups USING btree (organization_id, id);
CREATE TRIGGER provisioned_groups_gate BEFORE INSERT OR DELETE OR UPDATE ON provisioned_groups FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER provisioned_groups_hold_custom_roles BEFORE INSERT OR UPDATE OF custom_role_ids ON provisioned_groups FOR EACH ROW EXECUTE FUNCTION daybook_hold_custom_roles();
CREATE TRIGGER provisioned_groups_touch BEFORE UPDATE ON provisioned_groups FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON provisioned_groups AS RESTRICTIVE FOR ALL TO daybook_confined USING (false);
CREATE POLICY tenant ON provisioned_groups AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE provisioned_people (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  external_id text,
  user_name text NOT NULL,
  email text NOT NULL,
  display_name text,
  given_name text,
  family_name text,
  is_active boolean DEFAULT true NOT NULL,
  given_roles text[] DEFAULT ARRAY[]::text[],
  given_custom_role_ids uuid[] DEFAULT ARRAY[]::uuid[],
  invited_at timestamp(3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT provisioned_people_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT provisioned_people_email_ck CHECK ((email = lower(email))),
  CONSTRAINT provisioned_people_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX provisioned_people_organization_id_email_key ON provisioned_people USING btree (organization_id, email);
CREATE UNIQUE INDEX provisioned_people_organization_id_external_id_key ON provisioned_people USING btree (organization_id, external_id);
CREATE UNIQUE INDEX provisioned_people_pkey ON provisioned_people USING btree (organization_id, id);
CREATE UNIQUE INDEX provisioned_people_user_name_sql_idx ON provisioned_people USING btree (organization_id, lower(user_name));
CREATE TRIGGER provisioned_people_gate BEFORE INSERT OR DELETE OR UPDATE ON provisioned_people FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER provisioned_people_touch BEFORE UPDATE ON provisioned_people FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON provisioned_people AS RESTRICTIVE FOR ALL TO daybook_confined USING (false);
CREATE POLICY tenant ON provisioned_people AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE provisioning_tokens (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  secret_hash text NOT NULL,
  expires_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  created_by uuid,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT provisioning_tokens_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT provisioning_tokens_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
-- row security, forced
-- daybook_app: INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX provisioning_tokens_organization_id_prefix_key ON provisioning_tokens USING btree (organization_id, prefix);
CREATE UNIQUE INDEX provisioning_tokens_pkey ON provisioning_tokens USING btree (organization_id, id);
CREATE TRIGGER provisioning_tokens_gate BEFORE INSERT OR DELETE OR UPDATE ON provisioning_tokens FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER provisioning_tokens_touch BEFORE UPDATE ON provisioning_tokens FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON provisioning_tokens AS RESTRICTIVE FOR ALL TO daybook_confined USING (false);
CREATE POLICY tenant ON provisioning_tokens AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

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
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT purchase_order_lines_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT purchase_order_lines_account_id_org_fk FOREIGN KEY (organization_id, account_id) REFERENCES accounts(organization_id, id),
  CONSTRAINT purchase_order_lines_purchase_order_id_org_fk FOREIGN KEY (organization_id, purchase_order_id) REFERENCES purchase_orders(organization_id, id) ON DELETE CASCADE
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX purchase_order_lines_account_id_sql_idx ON purchase_order_lines USING btree (organization_id, account_id) WHERE (account_id IS NOT NULL);
CREATE UNIQUE INDEX purchase_order_lines_organization_id_purchase_order_id_line_key ON purchase_order_lines USING btree (organization_id, purchase_order_id, line_number);
CREATE UNIQUE INDEX purchase_order_lines_pkey ON purchase_order_lines USING btree (organization_id, id);
CREATE TRIGGER purchase_order_lines_gate BEFORE INSERT OR DELETE OR UPDATE ON purchase_order_lines FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER purchase_order_lines_touch BEFORE UPDATE ON purchase_order_lines FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON purchase_order_lines AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM purchase_orders p
  WHERE ((p.organization_id = purchase_order_lines.organization_id) AND (p.id = purchase_order_lines.purchase_order_id)))) WITH CHECK (( SELECT true
   FROM purchase_orders p
  WHERE ((p.organization_id = purchase_order_lines.organization_id) AND (p.id = purchase_order_lines.purchase_order_id))));
CREATE POLICY tenant ON purchase_order_lines AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

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
  order_state text DEFAULT 'ISSUED'::text NOT NULL,
  memo text,
  external_reference text,
  created_by uuid,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT purchase_orders_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT purchase_orders_state_ck CHECK ((order_state = ANY (ARRAY['ISSUED'::text, 'RECEIVED'::text, 'CLOSED'::text, 'CANCELLED'::text]))),
  CONSTRAINT purchase_orders_commitment_id_org_fk FOREIGN KEY (organization_id, commitment_id) REFERENCES commitments(organization_id, id),
  CONSTRAINT purchase_orders_project_id_org_fk FOREIGN KEY (organization_id, project_id) REFERENCES projects(organization_id, id),
  CONSTRAINT purchase_orders_vendor_id_org_fk FOREIGN KEY (organization_id, vendor_id) REFERENCES vendors(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX purchase_orders_commitment_id_sql_idx ON purchase_orders USING btree (organization_id, commitment_id) WHERE (commitment_id IS NOT NULL);
CREATE UNIQUE INDEX purchase_orders_external_reference_sql_idx ON purchase_orders USING btree (organization_id, project_id, external_reference) WHERE (external_reference IS NOT NULL);
CREATE UNIQUE INDEX purchase_orders_organization_id_order_number_key ON purchase_orders USING btree (organization_id, order_number);
CREATE INDEX purchase_orders_organization_id_project_id_idx ON purchase_orders USING btree (organization_id, project_id);
CREATE UNIQUE INDEX purchase_orders_pkey ON purchase_orders USING btree (organization_id, id);
CREATE INDEX purchase_orders_vendor_id_sql_idx ON purchase_orders USING btree (organization_id, vendor_id) WHERE (vendor_id IS NOT NULL);
CREATE TRIGGER purchase_orders_gate BEFORE INSERT OR DELETE OR UPDATE ON purchase_orders FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER purchase_orders_touch BEFORE UPDATE ON purchase_orders FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON purchase_orders AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM projects p
  WHERE ((p.organization_id = purchase_orders.organization_id) AND (p.id = purchase_orders.project_id)))) WITH CHECK (( SELECT true
   FROM projects p
  WHERE ((p.organization_id = purchase_orders.organization_id) AND (p.id = purchase_orders.project_id))));
CREATE POLICY tenant ON purchase_orders AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE rate_confirmations (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  rate numeric(20,10) NOT NULL,
  jump jsonb NOT NULL,
  reason text NOT NULL,
  confirmed_by uuid,
  confirmed_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT rate_confirmations_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT rate_confirmations_reason_ck CHECK ((btrim(reason) <> ''::text)),
  CONSTRAINT rate_confirmations_transaction_id_org_fk FOREIGN KEY (organization_id, transaction_id) REFERENCES business_transactions(organization_id, id) ON DELETE CASCADE
);
-- row security, forced
-- daybook_app: INSERT, SELECT
CREATE INDEX rate_confirmations_organization_id_transaction_id_idx ON rate_confirmations USING btree (organization_id, transaction_id);
CREATE UNIQUE INDEX rate_confirmations_pkey ON rate_confirmations USING btree (organization_id, id);
CREATE TRIGGER rate_confirmations_gate BEFORE INSERT OR DELETE OR UPDATE ON rate_confirmations FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON rate_confirmations AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM business_transactions p
  WHERE ((p.organization_id = rate_confirmations.organization_id) AND (p.id = rate_confirmations.transaction_id)))) WITH CHECK (( SELECT true
   FROM business_transactions p
  WHERE ((p.organization_id = rate_confirmations.organization_id) AND (p.id = rate_confirmations.transaction_id))));
CREATE POLICY tenant ON rate_confirmations AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE rate_correction_items (
  organization_id uuid NOT NULL,
  correction_id uuid NOT NULL,
  item_number integer NOT NULL,
  kind text NOT NULL,
  source_id uuid NOT NULL,
  label text NOT NULL,
  origin_on date NOT NULL,
  posted_on date NOT NULL,
  before_rate numeric(20,10),
  after_rate numeric(20,10),
  before_base numeric(20,4) NOT NULL,
  after_base numeric(20,4) NOT NULL,
  difference numeric(20,4) NOT NULL,
  entry_id uuid NOT NULL,
  CONSTRAINT rate_correction_items_pkey PRIMARY KEY (organization_id, correction_id, item_number),
  CONSTRAINT rate_correction_items_kind_ck CHECK ((kind = ANY (ARRAY['DOCUMENT'::text, 'SETTLEMENT'::text, 'CONTRACT'::text, 'COST'::text, 'JOURNAL'::text, 'REVALUATION'::text, 'REVALUATION_REVERSAL'::text]))),
  CONSTRAINT rate_correction_items_correction_id_org_fk FOREIGN KEY (organization_id, correction_id) REFERENCES rate_corrections(organization_id, id)
);
-- row security, forced
-- daybook_app: INSERT, SELECT
CREATE INDEX rate_correction_items_organization_id_source_id_idx ON rate_correction_items USING btree (organization_id, source_id);
CREATE UNIQUE INDEX rate_correction_items_pkey ON rate_correction_items USING btree (organization_id, correction_id, item_number);
CREATE TRIGGER rate_correction_items_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON rate_correction_items FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change();
CREATE TRIGGER rate_correction_items_gate BEFORE INSERT OR DELETE OR UPDATE ON rate_correction_items FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON rate_correction_items AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM rate_corrections p
  WHERE ((p.organization_id = rate_correction_items.organization_id) AND (p.id = rate_correction_items.correction_id)))) WITH CHECK (( SELECT true
   FROM rate_corrections p
  WHERE ((p.organization_id = rate_correction_items.organization_id) AND (p.id = rate_correction_items.correction_id))));
CREATE POLICY tenant ON rate_correction_items AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE rate_corrections (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  from_date date NOT NULL,
  to_date date,
  recorded_by uuid,
  recorded_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  left_documents jsonb DEFAULT '[]'::jsonb NOT NULL,
  left_count integer DEFAULT 0 NOT NULL,
  CONSTRAINT rate_corrections_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT rate_corrections_left_ck CHECK ((jsonb_array_length(left_documents) <= left_count)),
  CONSTRAINT rate_corrections_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id) REFERENCES subsidiaries(organization_id, id)
);
-- row security, forced
-- daybook_app: INSERT, SELECT
CREATE INDEX rate_corrections_organization_id_subsidiary_id_idx ON rate_corrections USING btree (organization_id, subsidiary_id);
CREATE UNIQUE INDEX rate_corrections_pkey ON rate_corrections USING btree (organization_id, id);
CREATE TRIGGER rate_corrections_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON rate_corrections FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change();
CREATE TRIGGER rate_corrections_gate BEFORE INSERT OR DELETE OR UPDATE ON rate_corrections FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON rate_corrections AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON rate_corrections AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE rate_counters (
  key text NOT NULL,
  minute_hits bigint[] DEFAULT ARRAY[]::bigint[],
  day_steps bigint[] DEFAULT ARRAY[]::bigint[],
  day_counts integer[] DEFAULT ARRAY[]::integer[],
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT rate_counters_pkey PRIMARY KEY (key)
) WITH (fillfactor=50);
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX rate_counters_pkey ON rate_counters USING btree (key);

CREATE TABLE record_count_changes (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  noun text NOT NULL,
  state text NOT NULL,
  record_count bigint NOT NULL,
  CONSTRAINT record_count_changes_pkey PRIMARY KEY (organization_id, id)
);
-- row security, forced
-- daybook_app: SELECT
CREATE INDEX record_count_changes_noun_sql_idx ON record_count_changes USING btree (organization_id, noun, state);
CREATE UNIQUE INDEX record_count_changes_pkey ON record_count_changes USING btree (organization_id, id);
CREATE TRIGGER record_count_changes_gate BEFORE INSERT OR DELETE OR UPDATE ON record_count_changes FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON record_count_changes AS RESTRICTIVE FOR ALL TO daybook_confined USING (false) WITH CHECK (false);
CREATE POLICY tenant ON record_count_changes AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE record_counts (
  organization_id uuid NOT NULL,
  noun text NOT NULL,
  state text COLLATE "C" NOT NULL,
  record_count bigint NOT NULL,
  CONSTRAINT record_counts_pkey PRIMARY KEY (organization_id, noun, state)
) WITH (fillfactor=70);
-- row security, forced
-- daybook_app: SELECT
CREATE UNIQUE INDEX record_counts_pkey ON record_counts USING btree (organization_id, noun, state);
CREATE TRIGGER record_counts_gate BEFORE INSERT OR DELETE OR UPDATE ON record_counts FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON record_counts AS RESTRICTIVE FOR ALL TO daybook_confined USING (false) WITH CHECK (false);
CREATE POLICY tenant ON record_counts AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL,
  code_hash text NOT NULL,
  used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_org_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX recovery_codes_pkey ON recovery_codes USING btree (user_id, code_hash);

CREATE TABLE revaluations (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  period_id uuid NOT NULL,
  run_number integer NOT NULL,
  revalued_on date NOT NULL,
  base_currency_code text NOT NULL,
  balances jsonb NOT NULL,
  entry_id uuid,
  reversal_entry_id uuid,
  recorded_by uuid,
  recorded_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT revaluations_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT revaluations_entries_ck CHECK (((entry_id IS NULL) = (reversal_entry_id IS NULL))),
  CONSTRAINT revaluations_period_id_org_fk FOREIGN KEY (organization_id, period_id) REFERENCES fiscal_periods(organization_id, id),
  CONSTRAINT revaluations_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id) REFERENCES subsidiaries(organization_id, id)
);
-- row security, forced
-- daybook_app: INSERT, SELECT
CREATE UNIQUE INDEX revaluations_organization_id_period_id_run_number_key ON revaluations USING btree (organization_id, period_id, run_number);
CREATE INDEX revaluations_organization_id_subsidiary_id_revalued_on_idx ON revaluations USING btree (organization_id, subsidiary_id, revalued_on);
CREATE UNIQUE INDEX revaluations_pkey ON revaluations USING btree (organization_id, id);
CREATE TRIGGER revaluations_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON revaluations FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change();
CREATE TRIGGER revaluations_gate BEFORE INSERT OR DELETE OR UPDATE ON revaluations FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON revaluations AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON revaluations AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE revenue_approvals (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  contract_id uuid,
  subsidiary_id uuid NOT NULL,
  verb text NOT NULL,
  input jsonb NOT NULL,
  base_currency_code text NOT NULL,
  base_amount numeric(20,4) NOT NULL,
  approval_status text DEFAULT 'PENDING'::text NOT NULL,
  reason text,
  requested_by uuid,
  requested_by_name text,
  requested_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamp(3) with time zone,
  comment text,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT revenue_approvals_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT revenue_approvals_contract_ck CHECK (((contract_id IS NOT NULL) OR (verb = 'revenue.reclassifications.create'::text))),
  CONSTRAINT revenue_approvals_decided_ck CHECK (((approval_status = 'PENDING'::text) = (decided_at IS NULL))),
  CONSTRAINT revenue_approvals_status_ck CHECK ((approval_status = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'SENT_BACK'::text]))),
  CONSTRAINT revenue_approvals_contract_id_org_fk FOREIGN KEY (organization_id, contract_id) REFERENCES revenue_contracts(organization_id, id),
  CONSTRAINT revenue_approvals_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id) REFERENCES subsidiaries(organization_id, id)
);
-- row security, forced
-- daybook_app: INSERT, SELECT, UPDATE
CREATE INDEX revenue_approvals_decided_sql_idx ON revenue_approvals USING btree (organization_id, approval_status, decided_at, id) WHERE (approval_status <> 'PENDING'::text);
CREATE INDEX revenue_approvals_organization_id_contract_id_idx ON revenue_approvals USING btree (organization_id, contract_id);
CREATE UNIQUE INDEX revenue_approvals_pkey ON revenue_approvals USING btree (organization_id, id);
CREATE INDEX revenue_approvals_waiting_sql_idx ON revenue_approvals USING btree (organization_id, requested_at, id) WHERE (approval_status = 'PENDING'::text);
CREATE TRIGGER revenue_approvals_count_changed AFTER UPDATE ON revenue_approvals FOR EACH ROW WHEN ((old.approval_status <> new.approval_status)) EXECUTE FUNCTION daybook_note_records('approval_status');
CREATE TRIGGER revenue_approvals_count_gone AFTER DELETE ON revenue_approvals REFERENCING OLD TABLE AS old_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('approval_status');
CREATE TRIGGER revenue_approvals_count_new AFTER INSERT ON revenue_approvals REFERENCING NEW TABLE AS new_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('approval_status');
CREATE TRIGGER revenue_approvals_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_approvals FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER revenue_approvals_touch BEFORE UPDATE ON revenue_approvals FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON revenue_approvals AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON revenue_approvals AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE revenue_balance_copies (
  organization_id uuid NOT NULL,
  moment timestamp(6) with time zone NOT NULL,
  before_run boolean NOT NULL,
  copied_to uuid,
  CONSTRAINT revenue_balance_copies_pkey PRIMARY KEY (organization_id, moment)
);
-- row security, forced
-- daybook_app: SELECT
CREATE UNIQUE INDEX revenue_balance_copies_pkey ON revenue_balance_copies USING btree (organization_id, moment);
CREATE TRIGGER revenue_balance_copies_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_balance_copies FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY tenant ON revenue_balance_copies AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE revenue_bookings (
  organization_id uuid NOT NULL,
  contract_id uuid NOT NULL,
  seq integer NOT NULL,
  obligation_key text NOT NULL,
  period text NOT NULL,
  amount numeric(20,4) NOT NULL,
  event_id uuid NOT NULL,
  recorded_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT revenue_bookings_pkey PRIMARY KEY (organization_id, contract_id, seq),
  CONSTRAINT revenue_bookings_contract_id_org_fk FOREIGN KEY (organization_id, contract_id) REFERENCES revenue_contracts(organization_id, id)
);
-- row security, forced
-- daybook_app: INSERT, SELECT
CREATE UNIQUE INDEX revenue_bookings_pkey ON revenue_bookings USING btree (organization_id, contract_id, seq);
CREATE INDEX revenue_bookings_recorded_sql_idx ON revenue_bookings USING brin (recorded_at) WITH (pages_per_range='16', autosummarize='on');
CREATE TRIGGER revenue_bookings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON revenue_bookings FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change();
CREATE TRIGGER revenue_bookings_booked AFTER INSERT ON revenue_bookings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_sum_revenue_bookings();
CREATE TRIGGER revenue_bookings_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_bookings FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER revenue_bookings_touches_new AFTER INSERT ON revenue_bookings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_touch_contracts();
CREATE POLICY confined ON revenue_bookings AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM revenue_contracts p
  WHERE ((p.organization_id = revenue_bookings.organization_id) AND (p.id = revenue_bookings.contract_id)))) WITH CHECK (( SELECT true
   FROM revenue_contracts p
  WHERE ((p.organization_id = revenue_bookings.organization_id) AND (p.id = revenue_bookings.contract_id))));
CREATE POLICY tenant ON revenue_bookings AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE revenue_carried_moves (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  contract_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  role text NOT NULL,
  account_id uuid NOT NULL,
  posting_date date NOT NULL,
  entry_id uuid NOT NULL,
  amount numeric(20,4) NOT NULL,
  base numeric(20,4) NOT NULL -- {daybook_app=w/daybook},
  exchange_rate numeric(20,10) NOT NULL -- {daybook_app=w/daybook},
  recorded_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  event_id uuid,
  cause_id uuid,
  rated_on date,
  CONSTRAINT revenue_carried_moves_pkey PRIMARY KEY (organization_id, contract_id, id),
  CONSTRAINT revenue_carried_moves_role_ck CHECK ((role = ANY (ARRAY['COST_OF_SALES'::text, 'RETURN_ASSET'::text, 'INVENTORY'::text, 'LOSS_PROVISION'::text, 'SUPPLIER_PAYABLE'::text]))),
  CONSTRAINT revenue_carried_moves_contract_id_org_fk FOREIGN KEY (organization_id, contract_id) REFERENCES revenue_contracts(organization_id, id)
);
-- row security, forced
-- daybook_app: INSERT, SELECT
CREATE INDEX revenue_carried_moves_entry_sql_idx ON revenue_carried_moves USING btree (organization_id, entry_id);
CREATE UNIQUE INDEX revenue_carried_moves_pkey ON revenue_carried_moves USING btree (organization_id, contract_id, id);
CREATE TRIGGER revenue_carried_moves_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_carried_moves FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON revenue_carried_moves AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON revenue_carried_moves AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE revenue_checked_balances (
  organization_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  since_month integer NOT NULL,
  month integer NOT NULL,
  contracts integer NOT NULL,
  receivable numeric(24,4) NOT NULL,
  contract_asset numeric(24,4) NOT NULL,
  deferred numeric(24,4) NOT NULL,
  revenue numeric(24,4) NOT NULL,
  from_opening numeric(24,4) NOT NULL,
  prior numeric(24,4) NOT NULL,
  due_soon numeric(24,4) NOT NULL,
  CONSTRAINT revenue_checked_balances_pkey PRIMARY KEY (organization_id, subsidiary_id, currency_code, since_month, month)
) WITH (fillfactor=70);
-- row security, forced
-- daybook_app: SELECT
CREATE UNIQUE INDEX revenue_checked_balances_pkey ON revenue_checked_balances USING btree (organization_id, subsidiary_id, currency_code, since_month, month);
CREATE TRIGGER revenue_checked_balances_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_checked_balances FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON revenue_checked_balances AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON revenue_checked_balances AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE revenue_checked_contracts (
  organization_id uuid NOT NULL,
  contract_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  deferred numeric(24,4) NOT NULL,
  contract_asset numeric(24,4) NOT NULL,
  refund numeric(24,4) NOT NULL,
  receivable numeric(24,4) NOT NULL,
  cost numeric(24,4) NOT NULL,
  accrued numeric(24,4) NOT NULL,
  unearned numeric(24,4) NOT NULL,
  advance numeric(24,4) NOT NULL,
  booked numeric(24,4) NOT NULL,
  planned numeric(24,4) NOT NULL,
  posted numeric(24,4) NOT NULL,
  CONSTRAINT revenue_checked_contracts_pkey PRIMARY KEY (organization_id, contract_id, subsidiary_id, currency_code)
) WITH (fillfactor=70);
-- row security, forced
-- daybook_app: SELECT
CREATE UNIQUE INDEX revenue_checked_contracts_pkey ON revenue_checked_contracts USING btree (organization_id, contract_id, subsidiary_id, currency_code);
CREATE TRIGGER revenue_checked_contracts_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_checked_contracts FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON revenue_checked_contracts AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON revenue_checked_contracts AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE revenue_checked_standings (
  organization_id uuid NOT NULL,
  contract_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  months integer[] NOT NULL,
  moves integer[] NOT NULL,
  nets numeric[] NOT NULL,
  receivables numeric[] NOT NULL,
  revenues numeric[] NOT NULL,
  priors numeric[] NOT NULL,
  soons numeric[] NOT NULL,
  unscheduled_since integer DEFAULT 0 NOT NULL,
  CONSTRAINT revenue_checked_standings_pkey PRIMARY KEY (organization_id, contract_id)
) WITH (fillfactor=70);
-- row security, forced
-- daybook_app: SELECT
CREATE UNIQUE INDEX revenue_checked_standings_pkey ON revenue_checked_standings USING btree (organization_id, contract_id);
CREATE TRIGGER revenue_checked_standings_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_checked_standings FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON revenue_checked_standings AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON revenue_checked_standings AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE revenue_checked_totals (
  organization_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  deferred numeric(24,4) NOT NULL,
  contract_asset numeric(24,4) NOT NULL,
  refund numeric(24,4) NOT NULL,
  receivable numeric(24,4) NOT NULL,
  cost numeric(24,4) NOT NULL,
  accrued numeric(24,4) NOT NULL,
  unearned numeric(24,4) NOT NULL,
  advance numeric(24,4) NOT NULL,
  booked numeric(24,4) NOT NULL,
  planned numeric(24,4) NOT NULL,
  posted numeric(24,4) NOT NULL,
  CONSTRAINT revenue_checked_totals_pkey PRIMARY KEY (organization_id, subsidiary_id, currency_code)
) WITH (fillfactor=70);
-- row security, forced
-- daybook_app: SELECT
CREATE UNIQUE INDEX revenue_checked_totals_pkey ON revenue_checked_totals USING btree (organization_id, subsidiary_id, currency_code);
CREATE TRIGGER revenue_checked_totals_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_checked_totals FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON revenue_checked_totals AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON revenue_checked_totals AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE revenue_contract_sources (
  organization_id uuid NOT NULL,
  source_kind text NOT NULL,
  source_id uuid NOT NULL,
  line_number integer DEFAULT 0 NOT NULL,
  contract_id uuid NOT NULL,
  document_id uuid NOT NULL,
  amount numeric(20,4) NOT NULL,
  obligation_keys text[],
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT revenue_contract_sources_pkey PRIMARY KEY (organization_id, source_kind, source_id, line_number),
  CONSTRAINT revenue_contract_sources_words_ck CHECK ((source_kind = ANY (ARRAY['SUBSCRIPTION_ITEM'::text, 'INVOICE_LINE'::text]))),
  CONSTRAINT revenue_contract_sources_contract_id_org_fk FOREIGN KEY (organization_id, contract_id) REFERENCES revenue_contracts(organization_id, id) ON DELETE CASCADE
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX revenue_contract_sources_contract_id_sql_idx ON revenue_contract_sources USING btree (organization_id, contract_id);
CREATE UNIQUE INDEX revenue_contract_sources_pkey ON revenue_contract_sources USING btree (organization_id, source_kind, source_id, line_number);
CREATE TRIGGER revenue_contract_sources_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_contract_sources FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON revenue_contract_sources AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM revenue_contracts p
  WHERE ((p.organization_id = revenue_contract_sources.organization_id) AND (p.id = revenue_contract_sources.contract_id)))) WITH CHECK (( SELECT true
   FROM revenue_contracts p
  WHERE ((p.organization_id = revenue_contract_sources.organization_id) AND (p.id = revenue_contract_sources.contract_id))));
CREATE POLICY tenant ON revenue_contract_sources AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

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
  transaction_price numeric(20,4) DEFAULT 0 NOT NULL,
  contract_status text DEFAULT 'DRAFT'::text NOT NULL,
  subscription_id uuid,
  notes text,
  record_status text DEFAULT 'active'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  allocation jsonb,
  combined_into_id uuid,
  criteria jsonb,
  policy_id uuid,
  terms jsonb,
  picture jsonb,
  prepared_by uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  separated_from_id uuid,
  separated_by_id uuid,
  CONSTRAINT revenue_contracts_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT revenue_contracts_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text]))),
  CONSTRAINT revenue_contracts_separated_ck CHECK ((((separated_from_id IS NULL) = (separated_by_id IS NULL)) AND (separated_from_id IS DISTINCT FROM id))),
  CONSTRAINT revenue_contracts_status_ck CHECK ((contract_status = ANY (ARRAY['DRAFT'::text, 'ACTIVE'::text, 'COMPLETED'::text, 'TERMINATED'::text, 'COMBINED'::text]))),
  CONSTRAINT revenue_contracts_combined_into_id_org_fk FOREIGN KEY (organization_id, combined_into_id) REFERENCES revenue_contracts(organization_id, id),
  CONSTRAINT revenue_contracts_customer_id_org_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  CONSTRAINT revenue_contracts_policy_id_org_fk FOREIGN KEY (organization_id, policy_id) REFERENCES revenue_policies(organization_id, id),
  CONSTRAINT revenue_contracts_separated_from_id_org_fk FOREIGN KEY (organization_id, separated_from_id) REFERENCES revenue_contracts(organization_id, id),
  CONSTRAINT revenue_contracts_subscription_id_org_fk FOREIGN KEY (organization_id, subscription_id) REFERENCES subscriptions(organization_id, id),
  CONSTRAINT revenue_contracts_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id) REFERENCES subsidiaries(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX revenue_contracts_combined_into_id_sql_idx ON revenue_contracts USING btree (organization_id, combined_into_id) WHERE (combined_into_id IS NOT NULL);
CREATE INDEX revenue_contracts_created_sql_idx ON revenue_contracts USING btree (organization_id, created_at, id);
CREATE INDEX revenue_contracts_date_sql_idx ON revenue_contracts USING btree (organization_id, contract_date, id);
CREATE INDEX revenue_contracts_in_currency_sql_idx ON revenue_contracts USING btree (organization_id, currency_code, contract_number);
CREATE INDEX revenue_contracts_in_subsidiary_sql_idx ON revenue_contracts USING btree (organization_id, subsidiary_id, contract_number);
CREATE UNIQUE INDEX revenue_contracts_organization_id_contract_number_key ON revenue_contracts USING btree (organization_id, contract_number);
CREATE INDEX revenue_contracts_organization_id_customer_id_contract_date_idx ON revenue_contracts USING btree (organization_id, customer_id, contract_date, id);
CREATE UNIQUE INDEX revenue_contracts_pkey ON revenue_contracts USING btree (organization_id, id);
CREATE INDEX revenue_contracts_policy_id_sql_idx ON revenue_contracts USING btree (organization_id, policy_id) WHERE (policy_id IS NOT NULL);
CREATE INDEX revenue_contracts_questions_sql_idx ON revenue_contracts USING btree (organization_id, subsidiary_id) WHERE ((picture @? 'strict $."interest"[0]'::jsonpath) OR (picture @? 'strict $."suppliedByTime"[0]'::jsonpath) OR (picture @? 'strict $."openDecisions"[0]'::jsonpath) OR (picture @? 'strict $."financingQuestion"."knownFrom"'::jsonpath));
CREATE INDEX revenue_contracts_separated_from_id_sql_idx ON revenue_contracts USING btree (organization_id, separated_from_id) WHERE (separated_from_id IS NOT NULL);
CREATE INDEX revenue_contracts_status_sql_idx ON revenue_contracts USING btree (organization_id, contract_status, contract_date, id);
CREATE INDEX revenue_contracts_subscription_id_sql_idx ON revenue_contracts USING btree (organization_id, subscription_id) WHERE (subscription_id IS NOT NULL);
CREATE INDEX revenue_contracts_text_sql_idx ON revenue_contracts USING gin (organization_id, (((contract_number || '
'::text) || COALESCE(name, ''::text))) daybook_extensions.gin_trgm_ops);
CREATE INDEX revenue_contracts_variable_sql_idx ON revenue_contracts USING btree (organization_id, subsidiary_id) WHERE ((picture @? 'strict $."variable"[0]'::jsonpath) AND (contract_status = 'ACTIVE'::text));
CREATE TRIGGER revenue_contracts_count_changed AFTER UPDATE ON revenue_contracts FOR EACH ROW WHEN (((old.record_status <> new.record_status) OR (old.contract_status <> new.contract_status))) EXECUTE FUNCTION daybook_note_records('record_status', 'contract_status');
CREATE TRIGGER revenue_contracts_count_gone AFTER DELETE ON revenue_contracts REFERENCING OLD TABLE AS old_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('record_status', 'contract_status');
CREATE TRIGGER revenue_contracts_count_new AFTER INSERT ON revenue_contracts REFERENCING NEW TABLE AS new_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('record_status', 'contract_status');
CREATE TRIGGER revenue_contracts_days_changed AFTER UPDATE ON revenue_contracts FOR EACH ROW WHEN ((old.contract_date <> new.contract_date)) EXECUTE FUNCTION daybook_note_contract_days();
CREATE TRIGGER revenue_contracts_days_gone AFTER DELETE ON revenue_contracts REFERENCING OLD TABLE AS old_contracts FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_contract_days();
CREATE TRIGGER revenue_contracts_days_new AFTER INSERT ON revenue_contracts REFERENCING NEW TABLE AS new_contracts FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_contract_days();
CREATE TRIGGER revenue_contracts_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_contracts FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER revenue_contracts_keep_customer AFTER UPDATE ON revenue_contracts FOR EACH ROW WHEN (((old.contract_status <> 'DRAFT'::text) AND (((old.customer_id IS DISTINCT FROM new.customer_id) OR (old.subsidiary_id IS DISTINCT FROM new.subsidiary_id)) OR (old.currency_code IS DISTINCT FROM new.currency_code)))) EXECUTE FUNCTION daybook_keep_customer();
CREATE TRIGGER revenue_contracts_touch BEFORE UPDATE ON revenue_contracts FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE TRIGGER revenue_contracts_touches_changed AFTER UPDATE ON revenue_contracts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_touch_contracts();
CREATE POLICY confined ON revenue_contracts AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON revenue_contracts AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE revenue_copied_balances (
  organization_id uuid NOT NULL,
  moment timestamp(6) with time zone NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  since_month integer NOT NULL,
  month integer NOT NULL,
  contracts integer NOT NULL,
  receivable numeric(24,4) NOT NULL,
  contract_asset numeric(24,4) NOT NULL,
  deferred numeric(24,4) NOT NULL,
  revenue numeric(24,4) NOT NULL,
  from_opening numeric(24,4) NOT NULL,
  prior numeric(24,4) NOT NULL,
  due_soon numeric(24,4) NOT NULL,
  CONSTRAINT revenue_copied_balances_pkey PRIMARY KEY (organization_id, moment, subsidiary_id, currency_code, since_month, month)
) WITH (fillfactor=90);
-- row security, forced
-- daybook_app: SELECT
CREATE UNIQUE INDEX revenue_copied_balances_pkey ON revenue_copied_balances USING btree (organization_id, moment, subsidiary_id, currency_code, since_month, month);
CREATE TRIGGER revenue_copied_balances_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_copied_balances FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON revenue_copied_balances AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON revenue_copied_balances AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE revenue_customer_changes (
  organization_id uuid NOT NULL,
  recorded_at timestamp(6) with time zone NOT NULL,
  id uuid NOT NULL,
  currency_code text NOT NULL,
  year smallint NOT NULL,
  month smallint NOT NULL,
  day smallint NOT NULL,
  subsidiary_id uuid NOT NULL,
  cohort text NOT NULL,
  revenue_account_id uuid NOT NULL,
  timing text NOT NULL,
  expedient text NOT NULL,
  nature text NOT NULL,
  class_id uuid NOT NULL,
  department_id uuid NOT NULL,
  location_id uuid NOT NULL,
  customer_ids uuid[] NOT NULL,
  amounts numeric(24,4)[] NOT NULL,
  CONSTRAINT revenue_customer_changes_pkey PRIMARY KEY (organization_id, recorded_at, id),
  CONSTRAINT revenue_customer_changes_amounts_ck CHECK ((cardinality(amounts) = cardinality(customer_ids)))
);
-- row security, forced
-- daybook_app: SELECT
CREATE UNIQUE INDEX revenue_customer_changes_pkey ON revenue_customer_changes USING btree (organization_id, recorded_at, id);
CREATE TRIGGER revenue_customer_changes_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_customer_changes FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON revenue_customer_changes AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON revenue_customer_changes AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE revenue_customer_moves (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  currency_code text NOT NULL,
  year smallint NOT NULL,
  month smallint NOT NULL,
  day smallint NOT NULL,
  subsidiary_id uuid NOT NULL,
  cohort text NOT NULL,
  revenue_account_id uuid NOT NULL,
  timing text NOT NULL,
  expedient text NOT NULL,
  nature text NOT NULL,
  class_id uuid NOT NULL,
  department_id uuid NOT NULL,
  location_id uuid NOT NULL,
  customer_ids uuid[] NOT NULL,
  amounts numeric(24,4)[] NOT NULL,
  recorded_at timestamp(6) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT revenue_customer_moves_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT revenue_customer_moves_amounts_ck CHECK ((cardinality(amounts) = cardinality(customer_ids))),
  CONSTRAINT revenue_customer_moves_day_ck CHECK (((day >= 1) AND (day <= 31))),
  CONSTRAINT revenue_customer_moves_month_ck CHECK (((month >= 1) AND (month <= 12)))
);
-- row security, forced
-- daybook_app: INSERT, SELECT
CREATE UNIQUE INDEX revenue_customer_moves_pkey ON revenue_customer_moves USING btree (organization_id, id);
CREATE TRIGGER revenue_customer_moves_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_customer_moves FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON revenue_customer_moves AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON revenue_customer_moves AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE revenue_customer_years (
  organization_id uuid NOT NULL,
  currency_code text NOT NULL,
  year smallint NOT NULL,
  customer_id uuid NOT NULL,
  day smallint NOT NULL,
  subsidiary_id uuid NOT NULL,
  cohort text NOT NULL,
  revenue_account_id uuid NOT NULL,
  timing text NOT NULL,
  expedient text NOT NULL,
  nature text NOT NULL,
  class_id uuid NOT NULL,
  department_id uuid NOT NULL,
  location_id uuid NOT NULL,
  posted numeric(24,4) DEFAULT 0 NOT NULL,
  m01 numeric(24,4) DEFAULT 0 NOT NULL,
  m02 numeric(24,4) DEFAULT 0 NOT NULL,
  m03 numeric(24,4) DEFAULT 0 NOT NULL,
  m04 numeric(24,4) DEFAULT 0 NOT NULL,
  m05 numeric(24,4) DEFAULT 0 NOT NULL,
  m06 numeric(24,4) DEFAULT 0 NOT NULL,
  m07 numeric(24,4) DEFAULT 0 NOT NULL,
  m08 numeric(24,4) DEFAULT 0 NOT NULL,
  m09 numeric(24,4) DEFAULT 0 NOT NULL,
  m10 numeric(24,4) DEFAULT 0 NOT NULL,
  m11 numeric(24,4) DEFAULT 0 NOT NULL,
  m12 numeric(24,4) DEFAULT 0 NOT NULL,
  CONSTRAINT revenue_customer_years_pkey PRIMARY KEY (organization_id, currency_code, year, customer_id, day, subsidiary_id, cohort, revenue_account_id, timing, expedient, nature, class_id, department_id, location_id),
  CONSTRAINT revenue_customer_years_day_ck CHECK (((day >= 1) AND (day <= 31))),
  CONSTRAINT revenue_customer_years_posted_ck CHECK ((posted = (((((((((((m01 + m02) + m03) + m04) + m05) + m06) + m07) + m08) + m09) + m10) + m11) + m12)))
) WITH (fillfactor=60);
-- row security, forced
-- daybook_app: SELECT
CREATE UNIQUE INDEX revenue_customer_years_pkey ON revenue_customer_years USING btree (organization_id, currency_code, year, customer_id, day, subsidiary_id, cohort, revenue_account_id, timing, expedient, nature, class_id, department_id, location_id);
CREATE TRIGGER revenue_customer_years_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_customer_years FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON revenue_customer_years AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON revenue_customer_years AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

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
  recorded_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT revenue_events_pkey PRIMARY KEY (organization_id, contract_id, seq),
  CONSTRAINT revenue_events_contract_id_org_fk FOREIGN KEY (organization_id, contract_id) REFERENCES revenue_contracts(organization_id, id)
);
-- row security, forced
-- daybook_app: INSERT, SELECT
CREATE INDEX revenue_events_cancellable_sql_idx ON revenue_events USING btree (organization_id, contract_id) WHERE ((kind = 'invoice'::text) AND ((body ->> 'unconditional'::text) = 'false'::text));
CREATE INDEX revenue_events_cost_sql_idx ON revenue_events USING btree (organization_id, contract_id, ((body ->> 'key'::text)) COLLATE "C", seq) WHERE (kind = 'cost'::text);
CREATE INDEX revenue_events_effective_sql_idx ON revenue_events USING btree (organization_id, effective_date, contract_id) WHERE (effective_date IS NOT NULL);
CREATE INDEX revenue_events_financed_sql_idx ON revenue_events USING btree (organization_id, contract_id) WHERE (body ? 'interest'::text);
CREATE UNIQUE INDEX revenue_events_organization_id_id_key ON revenue_events USING btree (organization_id, id);
CREATE UNIQUE INDEX revenue_events_organization_id_source_kind_source_id_key ON revenue_events USING btree (organization_id, source_kind, source_id);
CREATE INDEX revenue_events_other_sql_idx ON revenue_events USING btree (organization_id, contract_id, seq) WHERE (kind <> 'cost'::text);
CREATE UNIQUE INDEX revenue_events_pkey ON revenue_events USING btree (organization_id, contract_id, seq);
CREATE INDEX revenue_events_supplied_sql_idx ON revenue_events USING btree (organization_id, contract_id) WHERE ((body @? '$."obligations"[*]."supplier"'::jsonpath) OR (body @? '$."additions"[*]."supplier"'::jsonpath));
CREATE INDEX revenue_events_variable_sql_idx ON revenue_events USING btree (organization_id, contract_id) WHERE (body ? 'variable'::text);
CREATE TRIGGER revenue_events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON revenue_events FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change();
CREATE TRIGGER revenue_events_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_events FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON revenue_events AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM revenue_contracts p
  WHERE ((p.organization_id = revenue_events.organization_id) AND (p.id = revenue_events.contract_id)))) WITH CHECK (( SELECT true
   FROM revenue_contracts p
  WHERE ((p.organization_id = revenue_events.organization_id) AND (p.id = revenue_events.contract_id))));
CREATE POLICY tenant ON revenue_events AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE revenue_interest_moves (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  contract_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  kind text NOT NULL,
  posting_date date NOT NULL,
  event_id uuid,
  entry_id uuid NOT NULL,
  accrued numeric(20,4) DEFAULT 0 NOT NULL,
  accrued_base numeric(20,4) DEFAULT 0 NOT NULL,
  unearned numeric(20,4) DEFAULT 0 NOT NULL,
  unearned_base numeric(20,4) DEFAULT 0 NOT NULL,
  advance numeric(20,4) DEFAULT 0 NOT NULL,
  advance_base numeric(20,4) DEFAULT 0 NOT NULL,
  accrued_account_id uuid,
  unearned_account_id uuid,
  advance_account_id uuid,
  recorded_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  effective_on date,
  CONSTRAINT revenue_interest_moves_pkey PRIMARY KEY (organization_id, contract_id, id),
  CONSTRAINT revenue_interest_moves_accounts_ck CHECK ((((accrued_account_id IS NOT NULL) OR ((accrued = (0)::numeric) AND (accrued_base = (0)::numeric))) AND ((unearned_account_id IS NOT NULL) OR ((unearned = (0)::numeric) AND (unearned_base = (0)::numeric))) AND ((advance_account_id IS NOT NULL) OR ((advance = (0)::numeric) AND (advance_base = (0)::numeric))))),
  CONSTRAINT revenue_interest_moves_kind_ck CHECK ((kind = ANY (ARRAY['ACCRUAL'::text, 'SHIFT'::text]))),
  CONSTRAINT revenue_interest_moves_contract_id_org_fk FOREIGN KEY (organization_id, contract_id) REFERENCES revenue_contracts(organization_id, id)
);
-- row security, forced
-- daybook_app: INSERT, SELECT
CREATE INDEX revenue_interest_moves_event_sql_idx ON revenue_interest_moves USING btree (organization_id, event_id);
CREATE UNIQUE INDEX revenue_interest_moves_pkey ON revenue_interest_moves USING btree (organization_id, contract_id, id);
CREATE TRIGGER revenue_interest_moves_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON revenue_interest_moves FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change();
CREATE TRIGGER revenue_interest_moves_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_interest_moves FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER revenue_interest_moves_touches_new AFTER INSERT ON revenue_interest_moves REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_touch_contracts();
CREATE POLICY confined ON revenue_interest_moves AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON revenue_interest_moves AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE revenue_ledger_periods (
  organization_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  period_id uuid NOT NULL,
  account_id uuid NOT NULL,
  currency_code text NOT NULL,
  debit numeric(24,4) NOT NULL,
  credit numeric(24,4) NOT NULL,
  source_kind text NOT NULL,
  CONSTRAINT revenue_ledger_periods_pkey PRIMARY KEY (organization_id, subsidiary_id, period_id, account_id, currency_code, source_kind)
) WITH (fillfactor=70);
-- row security, forced
-- daybook_app: SELECT
CREATE UNIQUE INDEX revenue_ledger_periods_pkey ON revenue_ledger_periods USING btree (organization_id, subsidiary_id, period_id, account_id, currency_code, source_kind);
CREATE TRIGGER revenue_ledger_periods_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_ledger_periods FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON revenue_ledger_periods AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON revenue_ledger_periods AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE revenue_month_changes (
  organization_id uuid NOT NULL,
  recorded_on date NOT NULL,
  effective_month date NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  cohort text NOT NULL,
  period text NOT NULL,
  revenue_account_id uuid NOT NULL,
  timing text NOT NULL,
  expedient text NOT NULL,
  slot integer NOT NULL,
  booked numeric(24,4) DEFAULT 0 NOT NULL,
  planned numeric(24,4) DEFAULT 0 NOT NULL,
  settled numeric(24,4) DEFAULT 0 NOT NULL,
  posted numeric(24,4) DEFAULT 0 NOT NULL,
  nature text NOT NULL,
  class_id uuid NOT NULL,
  department_id uuid NOT NULL,
  location_id uuid NOT NULL,
  CONSTRAINT revenue_month_changes_pkey PRIMARY KEY (organization_id, recorded_on, effective_month, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient, nature, class_id, department_id, location_id, slot)
);
-- row security, forced
-- daybook_app: INSERT, SELECT, UPDATE
CREATE INDEX revenue_month_changes_effective_sql_idx ON revenue_month_changes USING btree (organization_id, effective_month);
CREATE UNIQUE INDEX revenue_month_changes_pkey ON revenue_month_changes USING btree (organization_id, recorded_on, effective_month, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient, nature, class_id, department_id, location_id, slot);
CREATE TRIGGER revenue_month_changes_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_month_changes FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON revenue_month_changes AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON revenue_month_changes AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

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
  booked numeric(24,4) DEFAULT 0 NOT NULL,
  planned numeric(24,4) DEFAULT 0 NOT NULL,
  settled numeric(24,4) DEFAULT 0 NOT NULL,
  posted numeric(24,4) DEFAULT 0 NOT NULL,
  nature text NOT NULL,
  class_id uuid NOT NULL,
  department_id uuid NOT NULL,
  location_id uuid NOT NULL,
  CONSTRAINT revenue_months_pkey PRIMARY KEY (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient, nature, class_id, department_id, location_id, slot)
);
-- row security, forced
-- daybook_app: INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX revenue_months_pkey ON revenue_months USING btree (organization_id, subsidiary_id, currency_code, cohort, period, revenue_account_id, timing, expedient, nature, class_id, department_id, location_id, slot);
CREATE TRIGGER revenue_months_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_months FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON revenue_months AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON revenue_months AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE revenue_movement_changes (
  organization_id uuid NOT NULL,
  recorded_on date NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  period text NOT NULL,
  kind text NOT NULL,
  slot integer NOT NULL,
  deferred numeric(24,4) NOT NULL,
  effective_on date NOT NULL,
  CONSTRAINT revenue_movement_changes_pkey PRIMARY KEY (organization_id, recorded_on, effective_on, subsidiary_id, currency_code, period, kind, slot)
) WITH (fillfactor=70);
-- row security, forced
-- daybook_app: INSERT, SELECT, UPDATE
CREATE INDEX revenue_movement_changes_effective_sql_idx ON revenue_movement_changes USING btree (organization_id, effective_on);
CREATE UNIQUE INDEX revenue_movement_changes_pkey ON revenue_movement_changes USING btree (organization_id, recorded_on, effective_on, subsidiary_id, currency_code, period, kind, slot);
CREATE TRIGGER revenue_movement_changes_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_movement_changes FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON revenue_movement_changes AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON revenue_movement_changes AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE revenue_movement_days (
  organization_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  posting_date date NOT NULL,
  slot integer NOT NULL,
  deferred numeric(24,4) NOT NULL,
  deferred_base numeric(24,4) NOT NULL,
  contract_asset numeric(24,4) NOT NULL,
  contract_asset_base numeric(24,4) NOT NULL,
  refund numeric(24,4) NOT NULL,
  refund_base numeric(24,4) NOT NULL,
  CONSTRAINT revenue_movement_days_pkey PRIMARY KEY (organization_id, subsidiary_id, currency_code, posting_date, slot)
) WITH (fillfactor=70);
-- row security, forced
-- daybook_app: INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX revenue_movement_days_pkey ON revenue_movement_days USING btree (organization_id, subsidiary_id, currency_code, posting_date, slot);
CREATE TRIGGER revenue_movement_days_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_movement_days FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON revenue_movement_days AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON revenue_movement_days AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE revenue_movement_months (
  organization_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  period text NOT NULL,
  kind text NOT NULL,
  slot integer NOT NULL,
  deferred numeric(24,4) DEFAULT 0 NOT NULL,
  CONSTRAINT revenue_movement_months_pkey PRIMARY KEY (organization_id, subsidiary_id, currency_code, period, kind, slot)
);
-- row security, forced
-- daybook_app: INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX revenue_movement_months_pkey ON revenue_movement_months USING btree (organization_id, subsidiary_id, currency_code, period, kind, slot);
CREATE TRIGGER revenue_movement_months_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_movement_months FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON revenue_movement_months AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON revenue_movement_months AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

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
  document numeric(20,4) DEFAULT 0 NOT NULL,
  document_base numeric(20,4) DEFAULT 0 NOT NULL,
  recorded_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  effective_on date,
  CONSTRAINT revenue_movements_pkey PRIMARY KEY (organization_id, contract_id, id)
);
-- row security, forced
-- daybook_app: INSERT, SELECT
CREATE INDEX revenue_movements_effective_sql_idx ON revenue_movements USING btree (organization_id, effective_on, contract_id) WHERE (effective_on IS NOT NULL);
CREATE INDEX revenue_movements_event_sql_idx ON revenue_movements USING btree (organization_id, event_id) WHERE (event_id IS NOT NULL);
CREATE INDEX revenue_movements_no_fact_sql_idx ON revenue_movements USING btree (organization_id, posting_date, contract_id) WHERE ((event_id IS NULL) AND (run_id IS NULL));
CREATE INDEX revenue_movements_owing_sql_idx ON revenue_movements USING btree (organization_id, contract_id) WHERE ((receivable <> (0)::numeric) OR (receivable_base <> (0)::numeric));
CREATE UNIQUE INDEX revenue_movements_pkey ON revenue_movements USING btree (organization_id, contract_id, id);
CREATE INDEX revenue_movements_receivable_sql_idx ON revenue_movements USING btree (organization_id, posting_date) WHERE ((receivable <> (0)::numeric) OR (receivable_base <> (0)::numeric));
CREATE INDEX revenue_movements_recorded_sql_idx ON revenue_movements USING brin (recorded_at, period COLLATE "C") WITH (pages_per_range='16', autosummarize='on');
CREATE INDEX revenue_movements_run_sql_idx ON revenue_movements USING btree (organization_id, run_id, contract_id) WHERE (run_id IS NOT NULL);
CREATE INDEX revenue_movements_standing_sql_idx ON revenue_movements USING btree (organization_id, currency_code, contract_id) INCLUDE (period, subsidiary_id, deferred, contract_asset, receivable, revenue, refund);
CREATE TRIGGER revenue_movements_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON revenue_movements FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change();
CREATE TRIGGER revenue_movements_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_movements FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER revenue_movements_summed AFTER INSERT ON revenue_movements REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_sum_revenue_movements();
CREATE TRIGGER revenue_movements_touches_new AFTER INSERT ON revenue_movements REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_touch_contracts();
CREATE POLICY confined ON revenue_movements AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON revenue_movements AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE revenue_policies (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text DEFAULT 'STANDARD'::text NOT NULL,
  policy_version integer NOT NULL,
  name text NOT NULL,
  valid_from date NOT NULL,
  valid_to date,
  schedule_method text DEFAULT 'EXACT_DAYS'::text NOT NULL,
  residual text DEFAULT 'LAST'::text NOT NULL,
  run_grouping text DEFAULT 'SUBSIDIARY'::text NOT NULL,
  combination_days integer DEFAULT 30 NOT NULL,
  percent_decimals integer,
  one_year_expedient boolean DEFAULT false NOT NULL,
  cost_expedient boolean DEFAULT false NOT NULL,
  accounts jsonb NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  framework text DEFAULT 'US_GAAP'::text NOT NULL,
  loss_level text DEFAULT 'CONTRACT'::text NOT NULL,
  royalty_minimum text DEFAULT 'OVER_TIME'::text NOT NULL,
  CONSTRAINT revenue_policies_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT revenue_policies_dates_ck CHECK (((valid_to IS NULL) OR (valid_to >= valid_from))),
  CONSTRAINT revenue_policies_losses_ck CHECK (((framework = ANY (ARRAY['US_GAAP'::text, 'IFRS'::text])) AND (loss_level = ANY (ARRAY['CONTRACT'::text, 'OBLIGATION'::text])) AND ((framework <> 'IFRS'::text) OR (loss_level = 'CONTRACT'::text)))),
  CONSTRAINT revenue_policies_royalty_minimum_ck CHECK ((royalty_minimum = ANY (ARRAY['OVER_TIME'::text, 'ROYALTIES'::text, 'ESTIMATE'::text]))),
  CONSTRAINT revenue_policies_words_ck CHECK (((schedule_method = ANY (ARRAY['EXACT_DAYS'::text, 'EVEN_PERIODS'::text, 'PRORATE_FIRST_LAST'::text, 'FULL_MONTHS'::text])) AND (residual = ANY (ARRAY['LAST'::text, 'CUMULATIVE'::text])) AND (run_grouping = ANY (ARRAY['SUBSIDIARY'::text, 'CONTRACT'::text])) AND (combination_days >= 0)))
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX revenue_policies_organization_id_code_policy_version_key ON revenue_policies USING btree (organization_id, code, policy_version);
CREATE UNIQUE INDEX revenue_policies_pkey ON revenue_policies USING btree (organization_id, id);
CREATE TRIGGER revenue_policies_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_policies FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER revenue_policies_overlap AFTER INSERT OR UPDATE ON revenue_policies FOR EACH ROW EXECUTE FUNCTION daybook_refuse_overlap();
CREATE TRIGGER revenue_policies_touch BEFORE UPDATE ON revenue_policies FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY tenant ON revenue_policies AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE revenue_positions (
  organization_id uuid NOT NULL,
  contract_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  cohort text NOT NULL,
  net numeric(20,4) DEFAULT 0 NOT NULL,
  net_base numeric(20,4) DEFAULT 0 NOT NULL,
  receivable numeric(20,4) DEFAULT 0 NOT NULL,
  receivable_base numeric(20,4) DEFAULT 0 NOT NULL,
  refund numeric(20,4) DEFAULT 0 NOT NULL,
  refund_base numeric(20,4) DEFAULT 0 NOT NULL,
  pending numeric(20,4) DEFAULT 0 NOT NULL,
  recognised numeric(20,4) DEFAULT 0 NOT NULL,
  cash numeric(20,4) DEFAULT 0 NOT NULL,
  receivable_account_id uuid NOT NULL,
  deferred_account_id uuid NOT NULL,
  contract_asset_account_id uuid NOT NULL,
  refund_account_id uuid NOT NULL,
  cash_account_id uuid NOT NULL,
  exchange_account_id uuid NOT NULL,
  interest_expense_account_id uuid NOT NULL,
  interest_income_account_id uuid NOT NULL,
  CONSTRAINT revenue_positions_pkey PRIMARY KEY (organization_id, contract_id),
  CONSTRAINT revenue_positions_contract_id_org_fk FOREIGN KEY (organization_id, contract_id) REFERENCES revenue_contracts(organization_id, id)
) WITH (fillfactor=45);
-- row security, forced
-- daybook_app: INSERT, SELECT, UPDATE
CREATE INDEX revenue_positions_named_sql_idx ON revenue_positions USING brin (organization_id uuid_bloom_ops (n_distinct_per_range='32'), receivable_account_id uuid_bloom_ops (n_distinct_per_range='32'), deferred_account_id uuid_bloom_ops (n_distinct_per_range='32'), contract_asset_account_id uuid_bloom_ops (n_distinct_per_range='32'), refund_account_id uuid_bloom_ops (n_distinct_per_range='32'), cash_account_id uuid_bloom_ops (n_distinct_per_range='32'), exchange_account_id uuid_bloom_ops (n_distinct_per_range='32'), interest_expense_account_id uuid_bloom_ops (n_distinct_per_range='32'), interest_income_account_id uuid_bloom_ops (n_distinct_per_range='32')) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX revenue_positions_owing_sql_idx ON revenue_positions USING btree (organization_id, contract_id) WHERE ((receivable <> (0)::numeric) OR (receivable_base <> (0)::numeric));
CREATE UNIQUE INDEX revenue_positions_pkey ON revenue_positions USING btree (organization_id, contract_id);
CREATE INDEX revenue_positions_refund_sql_idx ON revenue_positions USING btree (organization_id, contract_id) WHERE (refund > (0)::numeric);
CREATE TRIGGER revenue_positions_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_positions FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER revenue_positions_touches_changed AFTER UPDATE ON revenue_positions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_touch_contracts();
CREATE TRIGGER revenue_positions_touches_new AFTER INSERT ON revenue_positions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_touch_contracts();
CREATE POLICY confined ON revenue_positions AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON revenue_positions AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

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
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT revenue_reclassifications_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT revenue_reclassifications_period_ck CHECK ((period ~ '^\d{4}-(0[1-9]|1[0-2])(-\d{2})?$'::text)),
  CONSTRAINT revenue_reclassifications_account_id_org_fk FOREIGN KEY (organization_id, account_id) REFERENCES accounts(organization_id, id),
  CONSTRAINT revenue_reclassifications_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id) REFERENCES subsidiaries(organization_id, id)
);
-- row security, forced
-- daybook_app: INSERT, SELECT
CREATE INDEX revenue_reclassifications_account_id_sql_idx ON revenue_reclassifications USING btree (organization_id, account_id);
CREATE UNIQUE INDEX revenue_reclassifications_organization_id_subsidiary_id_per_key ON revenue_reclassifications USING btree (organization_id, subsidiary_id, period, currency_code);
CREATE UNIQUE INDEX revenue_reclassifications_pkey ON revenue_reclassifications USING btree (organization_id, id);
CREATE TRIGGER revenue_reclassifications_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON revenue_reclassifications FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change();
CREATE TRIGGER revenue_reclassifications_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_reclassifications FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON revenue_reclassifications AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON revenue_reclassifications AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

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
  recorded_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  run_id uuid -- {daybook_app=w/daybook},
  entry_id uuid -- {daybook_app=w/daybook},
  posted_period text -- {daybook_app=w/daybook},
  posted_at timestamp(6) with time zone -- {daybook_app=w/daybook},
  reverses_seq integer,
  effective_on date,
  CONSTRAINT revenue_rows_pkey PRIMARY KEY (organization_id, contract_id, seq)
);
-- row security, forced
-- daybook_app: INSERT, SELECT
CREATE INDEX revenue_rows_caught_up_sql_idx ON revenue_rows USING btree (organization_id, posted_period) WHERE (catch_up AND (source <> 'SCHEDULE'::text) AND (posted_period IS NOT NULL));
CREATE INDEX revenue_rows_due_sql_idx ON revenue_rows USING btree (organization_id, subsidiary_id, period, contract_id) WHERE (run_id IS NULL);
CREATE INDEX revenue_rows_moved_booked_sql_idx ON revenue_rows USING btree (organization_id, period) WHERE ((natural_period <> period) OR (natural_period <> posted_period));
CREATE INDEX revenue_rows_moved_natural_sql_idx ON revenue_rows USING btree (organization_id, natural_period) WHERE ((natural_period <> period) OR (natural_period <> posted_period));
CREATE INDEX revenue_rows_moved_posted_sql_idx ON revenue_rows USING btree (organization_id, posted_period) WHERE ((natural_period <> period) OR (natural_period <> posted_period));
CREATE UNIQUE INDEX revenue_rows_pkey ON revenue_rows USING btree (organization_id, contract_id, seq) WITH (fillfactor='70', deduplicate_items=off);
CREATE INDEX revenue_rows_posted_sql_idx ON revenue_rows USING brin (posted_at) WITH (pages_per_range='16', autosummarize='on');
CREATE INDEX revenue_rows_recorded_sql_idx ON revenue_rows USING brin (recorded_at) WITH (pages_per_range='16', autosummarize='on');
CREATE UNIQUE INDEX revenue_rows_reversed_sql_idx ON revenue_rows USING btree (organization_id, contract_id, reverses_seq) WHERE (reverses_seq IS NOT NULL);
CREATE TRIGGER revenue_rows_append_only BEFORE DELETE OR TRUNCATE ON revenue_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change();
CREATE TRIGGER revenue_rows_dated BEFORE INSERT ON revenue_rows FOR EACH ROW WHEN ((new.effective_on IS NULL)) EXECUTE FUNCTION daybook_date_revenue_row();
CREATE TRIGGER revenue_rows_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER revenue_rows_once AFTER UPDATE ON revenue_rows FOR EACH ROW WHEN ((old.run_id IS NOT NULL)) EXECUTE FUNCTION daybook_refuse_second_posting();
CREATE TRIGGER revenue_rows_planned AFTER INSERT ON revenue_rows REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_sum_revenue_rows();
CREATE TRIGGER revenue_rows_posted AFTER UPDATE ON revenue_rows REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_sum_revenue_rows();
CREATE TRIGGER revenue_rows_touches_changed AFTER UPDATE ON revenue_rows REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_touch_contracts();
CREATE TRIGGER revenue_rows_touches_new AFTER INSERT ON revenue_rows REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_touch_contracts();
CREATE POLICY confined ON revenue_rows AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON revenue_rows AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE revenue_run_chunks (
  organization_id uuid NOT NULL,
  run_id uuid NOT NULL,
  chunk_number integer NOT NULL,
  contracts integer NOT NULL,
  rows integer NOT NULL,
  amounts jsonb NOT NULL,
  recorded_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  first_entries uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  CONSTRAINT revenue_run_chunks_pkey PRIMARY KEY (organization_id, run_id, chunk_number),
  CONSTRAINT revenue_run_chunks_run_id_org_fk FOREIGN KEY (organization_id, run_id) REFERENCES revenue_runs(organization_id, id)
);
-- row security, forced
-- daybook_app: INSERT, SELECT
CREATE UNIQUE INDEX revenue_run_chunks_pkey ON revenue_run_chunks USING btree (organization_id, run_id, chunk_number);
CREATE TRIGGER revenue_run_chunks_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON revenue_run_chunks FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change();
CREATE TRIGGER revenue_run_chunks_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_run_chunks FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON revenue_run_chunks AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM revenue_runs p
  WHERE ((p.organization_id = revenue_run_chunks.organization_id) AND (p.id = revenue_run_chunks.run_id)))) WITH CHECK (( SELECT true
   FROM revenue_runs p
  WHERE ((p.organization_id = revenue_run_chunks.organization_id) AND (p.id = revenue_run_chunks.run_id))));
CREATE POLICY tenant ON revenue_run_chunks AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE revenue_runs (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  run_number text NOT NULL,
  kind text DEFAULT 'PERIOD'::text NOT NULL,
  subsidiary_id uuid NOT NULL,
  period text NOT NULL,
  posting_date date NOT NULL,
  "grouping" text DEFAULT 'SUBSIDIARY'::text NOT NULL,
  run_status text DEFAULT 'PREVIEW'::text NOT NULL,
  rates jsonb NOT NULL,
  proposal jsonb NOT NULL,
  created_by uuid,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  contract_id uuid,
  reverses_run_id uuid,
  contract_ids uuid[],
  reason text,
  discard_reason text,
  discarded_by uuid,
  discarded_at timestamp(3) with time zone,
  CONSTRAINT revenue_runs_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT revenue_runs_discarded_ck CHECK ((((run_status = 'DISCARDED'::text) = (discard_reason IS NOT NULL)) AND ((run_status = 'DISCARDED'::text) = (discarded_at IS NOT NULL)))),
  CONSTRAINT revenue_runs_of_event_ck CHECK (((kind = 'EVENT'::text) = (contract_id IS NOT NULL))),
  CONSTRAINT revenue_runs_period_ck CHECK ((period ~ '^\d{4}-(0[1-9]|1[0-2])(-\d{2})?$'::text)),
  CONSTRAINT revenue_runs_reversal_ck CHECK ((((kind = 'REVERSAL'::text) = (reverses_run_id IS NOT NULL)) AND ((kind = 'REVERSAL'::text) = (reason IS NOT NULL)))),
  CONSTRAINT revenue_runs_status_ck CHECK (((run_status = ANY (ARRAY['PREVIEW'::text, 'POSTING'::text, 'POSTED'::text, 'DISCARDED'::text])) AND (kind = ANY (ARRAY['PERIOD'::text, 'EVENT'::text, 'REVERSAL'::text])))),
  CONSTRAINT revenue_runs_contract_id_org_fk FOREIGN KEY (organization_id, contract_id) REFERENCES revenue_contracts(organization_id, id),
  CONSTRAINT revenue_runs_reverses_run_id_org_fk FOREIGN KEY (organization_id, reverses_run_id) REFERENCES revenue_runs(organization_id, id),
  CONSTRAINT revenue_runs_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id) REFERENCES subsidiaries(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX revenue_runs_contract_id_sql_idx ON revenue_runs USING btree (organization_id, contract_id) WHERE (contract_id IS NOT NULL);
CREATE UNIQUE INDEX revenue_runs_organization_id_run_number_key ON revenue_runs USING btree (organization_id, run_number);
CREATE INDEX revenue_runs_organization_id_subsidiary_id_period_idx ON revenue_runs USING btree (organization_id, subsidiary_id, period);
CREATE UNIQUE INDEX revenue_runs_pkey ON revenue_runs USING btree (organization_id, id);
CREATE INDEX revenue_runs_posting_sql_idx ON revenue_runs USING btree (organization_id, posting_date) WHERE (kind <> 'EVENT'::text);
CREATE INDEX revenue_runs_reverses_run_id_sql_idx ON revenue_runs USING btree (organization_id, reverses_run_id) WHERE (reverses_run_id IS NOT NULL);
CREATE TRIGGER revenue_runs_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_runs FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER revenue_runs_touch BEFORE UPDATE ON revenue_runs FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON revenue_runs AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON revenue_runs AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE revenue_touched_contracts (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  contract_ids uuid[] NOT NULL,
  recorded_at timestamp(6) with time zone DEFAULT now() NOT NULL,
  reaches_back boolean DEFAULT false NOT NULL,
  CONSTRAINT revenue_touched_contracts_pkey PRIMARY KEY (organization_id, id)
);
-- row security, forced
-- daybook_app: SELECT
CREATE UNIQUE INDEX revenue_touched_contracts_pkey ON revenue_touched_contracts USING btree (organization_id, id);
CREATE TRIGGER revenue_touched_contracts_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_touched_contracts FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY tenant ON revenue_touched_contracts AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE revenue_versions (
  organization_id uuid NOT NULL,
  contract_id uuid NOT NULL,
  contract_version integer NOT NULL,
  event_id uuid NOT NULL,
  effective_date date NOT NULL,
  treatment text,
  transaction_price numeric(20,4) NOT NULL,
  allocations jsonb NOT NULL,
  recorded_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT revenue_versions_pkey PRIMARY KEY (organization_id, contract_id, contract_version),
  CONSTRAINT revenue_versions_contract_id_org_fk FOREIGN KEY (organization_id, contract_id) REFERENCES revenue_contracts(organization_id, id)
);
-- row security, forced
-- daybook_app: INSERT, SELECT
CREATE UNIQUE INDEX revenue_versions_pkey ON revenue_versions USING btree (organization_id, contract_id, contract_version);
CREATE TRIGGER revenue_versions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON revenue_versions FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change();
CREATE TRIGGER revenue_versions_gate BEFORE INSERT OR DELETE OR UPDATE ON revenue_versions FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON revenue_versions AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM revenue_contracts p
  WHERE ((p.organization_id = revenue_versions.organization_id) AND (p.id = revenue_versions.contract_id)))) WITH CHECK (( SELECT true
   FROM revenue_contracts p
  WHERE ((p.organization_id = revenue_versions.organization_id) AND (p.id = revenue_versions.contract_id))));
CREATE POLICY tenant ON revenue_versions AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE saved_view_defaults (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  screen text NOT NULL,
  view_id uuid NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT saved_view_defaults_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT saved_view_defaults_organization_id_user_id_screen_key UNIQUE (organization_id, user_id, screen),
  CONSTRAINT saved_view_defaults_view_id_org_fk FOREIGN KEY (organization_id, view_id) REFERENCES saved_views(organization_id, id) ON DELETE CASCADE
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX saved_view_defaults_organization_id_user_id_screen_key ON saved_view_defaults USING btree (organization_id, user_id, screen);
CREATE UNIQUE INDEX saved_view_defaults_pkey ON saved_view_defaults USING btree (organization_id, id);
CREATE INDEX saved_view_defaults_view_id_sql_idx ON saved_view_defaults USING btree (organization_id, view_id);
CREATE TRIGGER saved_view_defaults_gate BEFORE INSERT OR DELETE OR UPDATE ON saved_view_defaults FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER saved_view_defaults_seen BEFORE INSERT OR UPDATE ON saved_view_defaults FOR EACH ROW EXECUTE FUNCTION daybook_default_view_is_seen();
CREATE POLICY tenant ON saved_view_defaults AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE saved_views (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  screen text NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  is_shared boolean DEFAULT false NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT saved_views_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT saved_views_name_ck CHECK ((((char_length(name) >= 1) AND (char_length(name) <= 60)) AND (name = btrim(name)) AND (name !~ '[[:cntrl:]]'::text))),
  CONSTRAINT saved_views_query_ck CHECK (((char_length(query) <= 2000) AND (query !~~ '?%'::text))),
  CONSTRAINT saved_views_screen_ck CHECK ((screen = ANY (ARRAY['transactions'::text, 'invoices'::text, 'payments'::text, 'customers'::text, 'prospects'::text, 'contracts'::text])))
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX saved_views_name_sql_idx ON saved_views USING btree (organization_id, user_id, screen, lower(name));
CREATE UNIQUE INDEX saved_views_pkey ON saved_views USING btree (organization_id, id);
CREATE INDEX saved_views_shared_sql_idx ON saved_views USING btree (organization_id, screen) WHERE is_shared;
CREATE TRIGGER saved_views_gate BEFORE INSERT OR DELETE OR UPDATE ON saved_views FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER saved_views_hidden AFTER UPDATE ON saved_views FOR EACH ROW WHEN ((old.is_shared AND (NOT new.is_shared))) EXECUTE FUNCTION daybook_forget_hidden_view();
CREATE TRIGGER saved_views_touch BEFORE UPDATE ON saved_views FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE TRIGGER saved_views_whose BEFORE UPDATE ON saved_views FOR EACH ROW WHEN (((old.user_id <> new.user_id) OR (old.screen <> new.screen))) EXECUTE FUNCTION daybook_view_stays_whose();
CREATE POLICY tenant ON saved_views AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE second_factors (
  user_id uuid NOT NULL,
  sealed_secret text NOT NULL,
  confirmed_at timestamp(3) with time zone,
  last_step bigint DEFAULT 0 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT second_factors_pkey PRIMARY KEY (user_id),
  CONSTRAINT second_factors_user_org_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX second_factors_pkey ON second_factors USING btree (user_id);

CREATE TABLE security_log (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  occurred_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  event text NOT NULL,
  actor_kind text NOT NULL,
  actor_id uuid,
  actor_name text,
  session_id uuid,
  address text,
  user_agent text,
  surface text NOT NULL,
  request_id text,
  detail jsonb DEFAULT '{}'::jsonb NOT NULL,
  inserted_in_transaction bigint DEFAULT ((pg_current_xact_id())::text)::bigint NOT NULL,
  CONSTRAINT security_log_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT security_log_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
-- row security, forced
-- daybook_app: INSERT, SELECT
CREATE INDEX security_log_event_sql_idx ON security_log USING btree (organization_id, event, id) WHERE (event > ''::text);
CREATE UNIQUE INDEX security_log_pkey ON security_log USING btree (organization_id, id);
CREATE INDEX security_log_transaction_sql_idx ON security_log USING btree (organization_id, inserted_in_transaction) WHERE (inserted_in_transaction >= 0);
CREATE TRIGGER security_log_append_only BEFORE UPDATE OR TRUNCATE ON security_log FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change();
CREATE TRIGGER security_log_gate BEFORE INSERT OR DELETE OR UPDATE ON security_log FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER security_log_kept BEFORE DELETE ON security_log FOR EACH ROW EXECUTE FUNCTION daybook_keep_security_log();
CREATE POLICY confined ON security_log AS RESTRICTIVE FOR SELECT TO daybook_confined USING (false);
CREATE POLICY tenant ON security_log AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE security_seals (
  organization_id uuid NOT NULL,
  sequence bigint NOT NULL,
  event_id uuid,
  previous_hash text NOT NULL,
  hash text NOT NULL,
  sealed_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT security_seals_pkey PRIMARY KEY (organization_id, sequence),
  CONSTRAINT security_seals_event_id_org_fk FOREIGN KEY (organization_id, event_id) REFERENCES security_log(organization_id, id) ON DELETE SET NULL (event_id)
);
-- row security, forced
-- daybook_app: INSERT, SELECT
CREATE INDEX security_seals_kept_sql_idx ON security_seals USING btree (organization_id, sequence) WHERE (event_id IS NOT NULL);
CREATE UNIQUE INDEX security_seals_organization_id_event_id_key ON security_seals USING btree (organization_id, event_id);
CREATE UNIQUE INDEX security_seals_pkey ON security_seals USING btree (organization_id, sequence);
CREATE TRIGGER security_seals_append_only BEFORE DELETE OR TRUNCATE ON security_seals FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change();
CREATE TRIGGER security_seals_gate BEFORE INSERT OR DELETE OR UPDATE ON security_seals FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER security_seals_kept BEFORE UPDATE ON security_seals FOR EACH ROW EXECUTE FUNCTION daybook_keep_security_seal();
CREATE POLICY tenant ON security_seals AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE sessions (
  id uuid NOT NULL,
  user_id uuid,
  api_client_id uuid,
  signed_in_organization_id uuid,
  refresh_token_hash text,
  expires_at timestamp(3) with time zone NOT NULL,
  revoked_at timestamp(3) with time zone,
  user_agent text,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  second_factor_at timestamp(3) with time zone,
  confined_organization_id uuid,
  sign_in_provider_id uuid,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_provider_ck CHECK (((sign_in_provider_id IS NULL) OR (confined_organization_id IS NOT NULL))),
  CONSTRAINT sessions_user_org_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX sessions_expires_at_idx ON sessions USING btree (expires_at);
CREATE UNIQUE INDEX sessions_pkey ON sessions USING btree (id);
CREATE UNIQUE INDEX sessions_refresh_token_hash_key ON sessions USING btree (refresh_token_hash);
CREATE INDEX sessions_user_id_idx ON sessions USING btree (user_id);

CREATE TABLE daybook_private.settings (
  key text NOT NULL,
  value text NOT NULL,
  CONSTRAINT settings_pkey PRIMARY KEY (key)
);
CREATE UNIQUE INDEX settings_pkey ON daybook_private.settings USING btree (key);

CREATE TABLE sign_in_guards (
  key text NOT NULL,
  failures integer NOT NULL,
  window_started_at timestamp(3) with time zone NOT NULL,
  blocked_until timestamp(3) with time zone,
  CONSTRAINT sign_in_guards_pkey PRIMARY KEY (key)
);
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX sign_in_guards_pkey ON sign_in_guards USING btree (key);
CREATE INDEX sign_in_guards_window_started_at_idx ON sign_in_guards USING btree (window_started_at);

CREATE TABLE sign_in_providers (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  issuer text NOT NULL,
  client_id text NOT NULL,
  sealed_secret text NOT NULL,
  joining_roles text[] DEFAULT ARRAY[]::text[],
  record_status text DEFAULT 'active'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT sign_in_providers_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT sign_in_providers_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX sign_in_providers_organization_id_name_key ON sign_in_providers USING btree (organization_id, name);
CREATE UNIQUE INDEX sign_in_providers_pkey ON sign_in_providers USING btree (organization_id, id);
CREATE TRIGGER sign_in_providers_gate BEFORE INSERT OR DELETE OR UPDATE ON sign_in_providers FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER sign_in_providers_touch BEFORE UPDATE ON sign_in_providers FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON sign_in_providers AS RESTRICTIVE FOR ALL TO daybook_confined USING (false);
CREATE POLICY tenant ON sign_in_providers AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE source_customers (
  organization_id uuid NOT NULL,
  source_id uuid NOT NULL,
  customer_key text NOT NULL,
  customer_id uuid NOT NULL,
  CONSTRAINT source_customers_pkey PRIMARY KEY (organization_id, source_id, customer_key),
  CONSTRAINT source_customers_customer_id_org_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT source_customers_source_id_org_fk FOREIGN KEY (organization_id, source_id) REFERENCES order_sources(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX source_customers_customer_id_sql_idx ON source_customers USING btree (organization_id, customer_id);
CREATE UNIQUE INDEX source_customers_pkey ON source_customers USING btree (organization_id, source_id, customer_key);
CREATE TRIGGER source_customers_gate BEFORE INSERT OR DELETE OR UPDATE ON source_customers FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON source_customers AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM order_sources p
  WHERE ((p.organization_id = source_customers.organization_id) AND (p.id = source_customers.source_id)))) WITH CHECK (( SELECT true
   FROM order_sources p
  WHERE ((p.organization_id = source_customers.organization_id) AND (p.id = source_customers.source_id))));
CREATE POLICY tenant ON source_customers AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE source_order_files (
  organization_id uuid NOT NULL,
  order_id uuid NOT NULL,
  import_id uuid NOT NULL,
  row_count integer NOT NULL,
  units integer[] DEFAULT '{}'::integer[] NOT NULL,
  is_waiting boolean DEFAULT false NOT NULL,
  CONSTRAINT source_order_files_pkey PRIMARY KEY (organization_id, order_id, import_id),
  CONSTRAINT source_order_files_row_count_ck CHECK ((row_count > 0)),
  CONSTRAINT source_order_files_import_id_org_fk FOREIGN KEY (organization_id, import_id) REFERENCES imports(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT source_order_files_order_id_org_fk FOREIGN KEY (organization_id, order_id) REFERENCES source_orders(organization_id, id)
);
-- row security, forced
-- daybook_app: INSERT, SELECT, UPDATE
CREATE INDEX source_order_files_import_id_sql_idx ON source_order_files USING btree (organization_id, import_id);
CREATE UNIQUE INDEX source_order_files_pkey ON source_order_files USING btree (organization_id, order_id, import_id);
CREATE INDEX source_order_files_waiting_sql_idx ON source_order_files USING btree (organization_id, import_id) WHERE is_waiting;
CREATE TRIGGER source_order_files_gate BEFORE INSERT OR DELETE OR UPDATE ON source_order_files FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON source_order_files AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM source_orders p
  WHERE ((p.organization_id = source_order_files.organization_id) AND (p.id = source_order_files.order_id)))) WITH CHECK (( SELECT true
   FROM source_orders p
  WHERE ((p.organization_id = source_order_files.organization_id) AND (p.id = source_order_files.order_id))));
CREATE POLICY tenant ON source_order_files AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE source_order_sums (
  organization_id uuid NOT NULL,
  source_id uuid NOT NULL,
  made_count integer NOT NULL,
  waiting_count integer NOT NULL,
  nothing_count integer NOT NULL,
  round_count integer DEFAULT 0 NOT NULL,
  tried_count integer DEFAULT 0 NOT NULL,
  CONSTRAINT source_order_sums_pkey PRIMARY KEY (organization_id, source_id),
  CONSTRAINT source_order_sums_counts_ck CHECK ((LEAST(made_count, waiting_count, nothing_count, round_count, tried_count) >= 0)),
  CONSTRAINT source_order_sums_source_id_org_fk FOREIGN KEY (organization_id, source_id) REFERENCES order_sources(organization_id, id)
) WITH (fillfactor=70);
-- row security, forced
-- daybook_app: INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX source_order_sums_pkey ON source_order_sums USING btree (organization_id, source_id);
CREATE TRIGGER source_order_sums_gate BEFORE INSERT OR DELETE OR UPDATE ON source_order_sums FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON source_order_sums AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM order_sources p
  WHERE ((p.organization_id = source_order_sums.organization_id) AND (p.id = source_order_sums.source_id)))) WITH CHECK (( SELECT true
   FROM order_sources p
  WHERE ((p.organization_id = source_order_sums.organization_id) AND (p.id = source_order_sums.source_id))));
CREATE POLICY tenant ON source_order_sums AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE source_orders (
  organization_id uuid NOT NULL,
  id uuid DEFAULT uuidv7() NOT NULL,
  source_id uuid NOT NULL,
  order_key text NOT NULL,
  order_state text NOT NULL,
  wait_code text,
  wait_words text,
  wait_row text,
  told jsonb NOT NULL,
  made jsonb NOT NULL,
  answers jsonb DEFAULT '{}'::jsonb NOT NULL,
  contract_id uuid,
  transaction_id uuid,
  round integer DEFAULT 0 NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT source_orders_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT source_orders_order_state_ck CHECK ((order_state = ANY (ARRAY['MADE'::text, 'WAITING'::text, 'NOTHING'::text]))),
  CONSTRAINT source_orders_wait_code_ck CHECK ((wait_code = ANY (ARRAY['NO_RULE'::text, 'ORDER_UNKNOWN'::text, 'NO_CUSTOMER'::text, 'NO_CURRENCY'::text, 'NO_PERIOD'::text, 'NEGATIVE'::text, 'NO_OBLIGATION'::text, 'CHANGED'::text, 'REFUSED'::text]))),
  CONSTRAINT source_orders_waiting_ck CHECK ((((order_state = 'WAITING'::text) = (wait_code IS NOT NULL)) AND ((wait_code IS NULL) = (wait_words IS NULL)))),
  CONSTRAINT source_orders_contract_id_org_fk FOREIGN KEY (organization_id, contract_id) REFERENCES revenue_contracts(organization_id, id),
  CONSTRAINT source_orders_source_id_org_fk FOREIGN KEY (organization_id, source_id) REFERENCES order_sources(organization_id, id),
  CONSTRAINT source_orders_transaction_id_org_fk FOREIGN KEY (organization_id, transaction_id) REFERENCES business_transactions(organization_id, id)
);
-- row security, forced
-- daybook_app: INSERT, SELECT, UPDATE
CREATE INDEX source_orders_contract_id_sql_idx ON source_orders USING btree (organization_id, contract_id) WHERE (contract_id IS NOT NULL);
CREATE UNIQUE INDEX source_orders_organization_id_source_id_order_key_key ON source_orders USING btree (organization_id, source_id, order_key);
CREATE UNIQUE INDEX source_orders_pkey ON source_orders USING btree (organization_id, id);
CREATE INDEX source_orders_round_sql_idx ON source_orders USING btree (organization_id, source_id, round, id) WHERE (order_state = 'WAITING'::text);
CREATE INDEX source_orders_source_id_sql_idx ON source_orders USING btree (organization_id, source_id, id);
CREATE INDEX source_orders_state_sql_idx ON source_orders USING btree (organization_id, source_id, order_state, id);
CREATE INDEX source_orders_transaction_id_sql_idx ON source_orders USING btree (organization_id, transaction_id) WHERE (transaction_id IS NOT NULL);
CREATE TRIGGER source_orders_gate BEFORE INSERT OR DELETE OR UPDATE ON source_orders FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER source_orders_touch BEFORE UPDATE ON source_orders FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON source_orders AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM order_sources p
  WHERE ((p.organization_id = source_orders.organization_id) AND (p.id = source_orders.source_id)))) WITH CHECK (( SELECT true
   FROM order_sources p
  WHERE ((p.organization_id = source_orders.organization_id) AND (p.id = source_orders.source_id))));
CREATE POLICY tenant ON source_orders AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE ssp_entries (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  product_code text NOT NULL,
  item_id uuid,
  stratum text DEFAULT ''::text NOT NULL,
  currency_code text NOT NULL,
  valid_from date NOT NULL,
  valid_to date,
  ssp numeric(20,4) NOT NULL,
  range_low numeric(20,4),
  range_high numeric(20,4),
  method text DEFAULT 'OBSERVED'::text NOT NULL,
  evidence text DEFAULT ''::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT ssp_entries_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT ssp_entries_dates_ck CHECK (((valid_to IS NULL) OR (valid_to >= valid_from))),
  CONSTRAINT ssp_entries_range_ck CHECK (((ssp >= (0)::numeric) AND ((range_low IS NULL) = (range_high IS NULL)) AND ((range_low IS NULL) OR ((range_low >= (0)::numeric) AND (range_high >= range_low))))),
  CONSTRAINT ssp_entries_item_id_org_fk FOREIGN KEY (organization_id, item_id) REFERENCES items(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX ssp_entries_item_id_sql_idx ON ssp_entries USING btree (organization_id, item_id) WHERE (item_id IS NOT NULL);
CREATE UNIQUE INDEX ssp_entries_organization_id_product_code_stratum_currency_c_key ON ssp_entries USING btree (organization_id, product_code, stratum, currency_code, valid_from);
CREATE UNIQUE INDEX ssp_entries_pkey ON ssp_entries USING btree (organization_id, id);
CREATE TRIGGER ssp_entries_gate BEFORE INSERT OR DELETE OR UPDATE ON ssp_entries FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER ssp_entries_overlap AFTER INSERT OR UPDATE ON ssp_entries FOR EACH ROW EXECUTE FUNCTION daybook_refuse_overlap();
CREATE TRIGGER ssp_entries_touch BEFORE UPDATE ON ssp_entries FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY tenant ON ssp_entries AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE subledger_periods (
  organization_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  period_id uuid NOT NULL,
  kind text NOT NULL,
  entity_type text NOT NULL,
  currency_code text NOT NULL,
  total numeric(24,4) NOT NULL,
  discount numeric(24,4) NOT NULL,
  CONSTRAINT subledger_periods_pkey PRIMARY KEY (organization_id, subsidiary_id, period_id, kind, entity_type, currency_code)
) WITH (fillfactor=70);
-- row security, forced
-- daybook_app: SELECT
CREATE UNIQUE INDEX subledger_periods_pkey ON subledger_periods USING btree (organization_id, subsidiary_id, period_id, kind, entity_type, currency_code);
CREATE TRIGGER subledger_periods_gate BEFORE INSERT OR DELETE OR UPDATE ON subledger_periods FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON subledger_periods AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON subledger_periods AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE subscription_items (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  item_id uuid,
  description text,
  quantity numeric(20,10) NOT NULL,
  unit_price numeric(20,6) NOT NULL,
  discount_percent numeric(20,10) DEFAULT 0 NOT NULL,
  start_date date NOT NULL,
  end_date date,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT subscription_items_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT subscription_items_item_id_org_fk FOREIGN KEY (organization_id, item_id) REFERENCES items(organization_id, id),
  CONSTRAINT subscription_items_subscription_id_org_fk FOREIGN KEY (organization_id, subscription_id) REFERENCES subscriptions(organization_id, id) ON DELETE CASCADE
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX subscription_items_item_id_sql_idx ON subscription_items USING btree (organization_id, item_id) WHERE (item_id IS NOT NULL);
CREATE INDEX subscription_items_organization_id_subscription_id_idx ON subscription_items USING btree (organization_id, subscription_id);
CREATE UNIQUE INDEX subscription_items_pkey ON subscription_items USING btree (organization_id, id);
CREATE TRIGGER subscription_items_gate BEFORE INSERT OR DELETE OR UPDATE ON subscription_items FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER subscription_items_touch BEFORE UPDATE ON subscription_items FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON subscription_items AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM subscriptions p
  WHERE ((p.organization_id = subscription_items.organization_id) AND (p.id = subscription_items.subscription_id)))) WITH CHECK (( SELECT true
   FROM subscriptions p
  WHERE ((p.organization_id = subscription_items.organization_id) AND (p.id = subscription_items.subscription_id))));
CREATE POLICY tenant ON subscription_items AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

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
  billing_frequency text DEFAULT 'MONTHLY'::text NOT NULL,
  renewal text DEFAULT 'NONE'::text NOT NULL,
  subscription_status text DEFAULT 'DRAFT'::text NOT NULL,
  record_status text DEFAULT 'active'::text NOT NULL,
  cancelled_on date,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  revenue_contract_id uuid,
  activated_at timestamp(3) with time zone,
  cancelled_at timestamp(3) with time zone,
  CONSTRAINT subscriptions_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT subscriptions_frequency_ck CHECK ((billing_frequency = ANY (ARRAY['MONTHLY'::text, 'QUARTERLY'::text, 'ANNUAL'::text, 'ONE_TIME'::text, 'USAGE'::text]))),
  CONSTRAINT subscriptions_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text]))),
  CONSTRAINT subscriptions_status_ck CHECK ((subscription_status = ANY (ARRAY['DRAFT'::text, 'ACTIVE'::text, 'PAUSED'::text, 'CANCELLED'::text, 'EXPIRED'::text]))),
  CONSTRAINT subscriptions_customer_id_org_fk FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  CONSTRAINT subscriptions_price_list_id_org_fk FOREIGN KEY (organization_id, price_list_id) REFERENCES price_lists(organization_id, id),
  CONSTRAINT subscriptions_revenue_contract_id_org_fk FOREIGN KEY (organization_id, revenue_contract_id) REFERENCES revenue_contracts(organization_id, id) ON DELETE SET NULL (revenue_contract_id),
  CONSTRAINT subscriptions_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id) REFERENCES subsidiaries(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX subscriptions_activated_sql_idx ON subscriptions USING btree (organization_id, activated_at) WHERE ((activated_at IS NOT NULL) AND (customer_id IS NOT NULL));
CREATE INDEX subscriptions_organization_id_created_at_id_idx ON subscriptions USING btree (organization_id, created_at, id);
CREATE INDEX subscriptions_organization_id_customer_id_idx ON subscriptions USING btree (organization_id, customer_id);
CREATE INDEX subscriptions_organization_id_end_date_id_idx ON subscriptions USING btree (organization_id, end_date, id);
CREATE INDEX subscriptions_organization_id_name_id_idx ON subscriptions USING btree (organization_id, name, id);
CREATE INDEX subscriptions_organization_id_start_date_id_idx ON subscriptions USING btree (organization_id, start_date, id);
CREATE UNIQUE INDEX subscriptions_organization_id_subscription_number_key ON subscriptions USING btree (organization_id, subscription_number);
CREATE INDEX subscriptions_organization_id_subscription_status_id_idx ON subscriptions USING btree (organization_id, subscription_status, id);
CREATE UNIQUE INDEX subscriptions_pkey ON subscriptions USING btree (organization_id, id);
CREATE INDEX subscriptions_price_list_id_sql_idx ON subscriptions USING btree (organization_id, price_list_id) WHERE (price_list_id IS NOT NULL);
CREATE INDEX subscriptions_revenue_contract_id_sql_idx ON subscriptions USING btree (organization_id, revenue_contract_id) WHERE (revenue_contract_id IS NOT NULL);
CREATE INDEX subscriptions_subsidiary_id_sql_idx ON subscriptions USING btree (organization_id, subsidiary_id) WHERE (subsidiary_id IS NOT NULL);
CREATE INDEX subscriptions_text_sql_idx ON subscriptions USING gin (organization_id, (((subscription_number || '
'::text) || COALESCE(name, ''::text))) daybook_extensions.gin_trgm_ops);
CREATE TRIGGER subscriptions_count_changed AFTER UPDATE ON subscriptions FOR EACH ROW WHEN ((old.record_status <> new.record_status)) EXECUTE FUNCTION daybook_note_records('record_status');
CREATE TRIGGER subscriptions_count_gone AFTER DELETE ON subscriptions REFERENCING OLD TABLE AS old_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('record_status');
CREATE TRIGGER subscriptions_count_new AFTER INSERT ON subscriptions REFERENCING NEW TABLE AS new_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('record_status');
CREATE TRIGGER subscriptions_dated BEFORE INSERT OR UPDATE ON subscriptions FOR EACH ROW EXECUTE FUNCTION daybook_date_subscription_moves();
CREATE TRIGGER subscriptions_gate BEFORE INSERT OR DELETE OR UPDATE ON subscriptions FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER subscriptions_touch BEFORE UPDATE ON subscriptions FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON subscriptions AS RESTRICTIVE FOR ALL TO daybook_confined USING ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON subscriptions AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE subsidiaries (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  code text NOT NULL,
  description text,
  parent_id uuid,
  base_currency text NOT NULL,
  country_code text,
  is_elimination boolean DEFAULT false NOT NULL,
  record_status text DEFAULT 'active'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  ownership_percent numeric(7,4) DEFAULT 100 NOT NULL,
  CONSTRAINT subsidiaries_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT subsidiaries_not_own_parent_ck CHECK ((parent_id IS DISTINCT FROM id)),
  CONSTRAINT subsidiaries_ownership_percent_ck CHECK (((ownership_percent > (0)::numeric) AND (ownership_percent <= (100)::numeric))),
  CONSTRAINT subsidiaries_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text]))),
  CONSTRAINT subsidiaries_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations(id),
  CONSTRAINT subsidiaries_parent_id_org_fk FOREIGN KEY (organization_id, parent_id) REFERENCES subsidiaries(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX subsidiaries_organization_id_code_key ON subsidiaries USING btree (organization_id, code);
CREATE INDEX subsidiaries_organization_id_parent_id_idx ON subsidiaries USING btree (organization_id, parent_id);
CREATE UNIQUE INDEX subsidiaries_pkey ON subsidiaries USING btree (organization_id, id);
CREATE TRIGGER subsidiaries_booked BEFORE DELETE ON subsidiaries FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_booked();
CREATE TRIGGER subsidiaries_gate BEFORE INSERT OR DELETE OR UPDATE ON subsidiaries FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER subsidiaries_listed BEFORE DELETE ON subsidiaries FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_listed();
CREATE TRIGGER subsidiaries_touch BEFORE UPDATE ON subsidiaries FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON subsidiaries AS RESTRICTIVE FOR ALL TO daybook_confined USING ((id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))) WITH CHECK ((id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])));
CREATE POLICY tenant ON subsidiaries AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE tax_codes (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text,
  account_id uuid,
  record_status text DEFAULT 'active'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT tax_codes_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT tax_codes_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text]))),
  CONSTRAINT tax_codes_account_id_org_fk FOREIGN KEY (organization_id, account_id) REFERENCES accounts(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX tax_codes_account_id_sql_idx ON tax_codes USING btree (organization_id, account_id) WHERE (account_id IS NOT NULL);
CREATE UNIQUE INDEX tax_codes_organization_id_code_key ON tax_codes USING btree (organization_id, code);
CREATE UNIQUE INDEX tax_codes_pkey ON tax_codes USING btree (organization_id, id);
CREATE TRIGGER tax_codes_gate BEFORE INSERT OR DELETE OR UPDATE ON tax_codes FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER tax_codes_named_by_lines AFTER DELETE ON tax_codes FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_named('tax_code_id');
CREATE TRIGGER tax_codes_renamed_by_lines AFTER UPDATE OF id ON tax_codes FOR EACH ROW WHEN ((old.id <> new.id)) EXECUTE FUNCTION daybook_refuse_delete_of_named('tax_code_id');
CREATE TRIGGER tax_codes_touch BEFORE UPDATE ON tax_codes FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY tenant ON tax_codes AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE tax_rates (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  tax_code_id uuid NOT NULL,
  rate_percent numeric(20,10) NOT NULL,
  valid_from date NOT NULL,
  valid_to date,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT tax_rates_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT tax_rates_range_ck CHECK (((rate_percent >= (0)::numeric) AND ((valid_to IS NULL) OR (valid_to >= valid_from)))),
  CONSTRAINT tax_rates_tax_code_id_org_fk FOREIGN KEY (organization_id, tax_code_id) REFERENCES tax_codes(organization_id, id) ON DELETE CASCADE
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX tax_rates_organization_id_tax_code_id_valid_from_key ON tax_rates USING btree (organization_id, tax_code_id, valid_from);
CREATE UNIQUE INDEX tax_rates_pkey ON tax_rates USING btree (organization_id, id);
CREATE TRIGGER tax_rates_gate BEFORE INSERT OR DELETE OR UPDATE ON tax_rates FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER tax_rates_touch BEFORE UPDATE ON tax_rates FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY tenant ON tax_rates AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE transaction_impact_lines (
  organization_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  line_number integer NOT NULL,
  document_line_number integer,
  account_id uuid,
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
  from_subledger boolean DEFAULT false NOT NULL,
  CONSTRAINT transaction_impact_lines_pkey PRIMARY KEY (organization_id, transaction_id, line_number)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX transaction_impact_lines_pkey ON transaction_impact_lines USING btree (organization_id, transaction_id, line_number);
CREATE TRIGGER transaction_impact_lines_gate BEFORE INSERT OR DELETE OR UPDATE ON transaction_impact_lines FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER transaction_impact_lines_hold_accounts AFTER INSERT ON transaction_impact_lines REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION daybook_hold_impact_accounts();
CREATE TRIGGER transaction_impact_lines_hold_changed AFTER UPDATE ON transaction_impact_lines REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION daybook_hold_impact_accounts();
CREATE POLICY confined ON transaction_impact_lines AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM business_transactions p
  WHERE ((p.organization_id = transaction_impact_lines.organization_id) AND (p.id = transaction_impact_lines.transaction_id)))) WITH CHECK (( SELECT true
   FROM business_transactions p
  WHERE ((p.organization_id = transaction_impact_lines.organization_id) AND (p.id = transaction_impact_lines.transaction_id))));
CREATE POLICY tenant ON transaction_impact_lines AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = ( SELECT daybook_organization() AS daybook_organization))) WITH CHECK ((organization_id = ( SELECT daybook_organization() AS daybook_organization)));

CREATE TABLE transaction_types (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  number_prefix text NOT NULL,
  record_status text DEFAULT 'active'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT transaction_types_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT transaction_types_kind_ck CHECK ((kind = ANY (ARRAY['JOURNAL'::text, 'INVOICE'::text, 'CREDIT_MEMO'::text, 'CUSTOMER_PAYMENT'::text, 'VENDOR_BILL'::text, 'VENDOR_CREDIT'::text, 'VENDOR_PAYMENT'::text, 'EXPENSE_REPORT'::text]))),
  CONSTRAINT transaction_types_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text])))
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX transaction_types_organization_id_code_key ON transaction_types USING btree (organization_id, code);
CREATE UNIQUE INDEX transaction_types_organization_id_number_prefix_key ON transaction_types USING btree (organization_id, number_prefix);
CREATE UNIQUE INDEX transaction_types_pkey ON transaction_types USING btree (organization_id, id);
CREATE TRIGGER transaction_types_gate BEFORE INSERT OR DELETE OR UPDATE ON transaction_types FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER transaction_types_touch BEFORE UPDATE ON transaction_types FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY tenant ON transaction_types AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

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
  record_status text DEFAULT 'active'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT units_of_measure_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT units_of_measure_factor_ck CHECK (((conversion_factor IS NULL) OR (conversion_factor > (0)::numeric))),
  CONSTRAINT units_of_measure_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text]))),
  CONSTRAINT units_of_measure_base_unit_id_org_fk FOREIGN KEY (organization_id, base_unit_id) REFERENCES units_of_measure(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX units_of_measure_base_unit_id_sql_idx ON units_of_measure USING btree (organization_id, base_unit_id) WHERE (base_unit_id IS NOT NULL);
CREATE UNIQUE INDEX units_of_measure_organization_id_code_key ON units_of_measure USING btree (organization_id, code);
CREATE UNIQUE INDEX units_of_measure_pkey ON units_of_measure USING btree (organization_id, id);
CREATE TRIGGER units_of_measure_gate BEFORE INSERT OR DELETE OR UPDATE ON units_of_measure FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER units_of_measure_touch BEFORE UPDATE ON units_of_measure FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY tenant ON units_of_measure AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE unposted_documents (
  organization_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  CONSTRAINT unposted_documents_pkey PRIMARY KEY (organization_id, transaction_id),
  CONSTRAINT unposted_documents_transaction_id_org_fk FOREIGN KEY (organization_id, transaction_id) REFERENCES business_transactions(organization_id, id) ON DELETE CASCADE
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX unposted_documents_pkey ON unposted_documents USING btree (organization_id, transaction_id);
CREATE TRIGGER unposted_documents_gate BEFORE INSERT OR DELETE OR UPDATE ON unposted_documents FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY confined ON unposted_documents AS RESTRICTIVE FOR ALL TO daybook_confined USING (( SELECT true
   FROM business_transactions p
  WHERE ((p.organization_id = unposted_documents.organization_id) AND (p.id = unposted_documents.transaction_id)))) WITH CHECK (( SELECT true
   FROM business_transactions p
  WHERE ((p.organization_id = unposted_documents.organization_id) AND (p.id = unposted_documents.transaction_id))));
CREATE POLICY tenant ON unposted_documents AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE user_identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT user_identities_pkey PRIMARY KEY (issuer, subject),
  CONSTRAINT user_identities_user_org_fk FOREIGN KEY (user_id) REFERENCES users(id)
);
-- daybook_app: INSERT, SELECT
CREATE UNIQUE INDEX user_identities_pkey ON user_identities USING btree (issuer, subject);
CREATE UNIQUE INDEX user_identities_user_id_issuer_key ON user_identities USING btree (user_id, issuer);

CREATE TABLE users (
  id uuid NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  password_hash text,
  is_disabled boolean DEFAULT false NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  password_until timestamp(3) with time zone,
  CONSTRAINT users_pkey PRIMARY KEY (id)
);
-- daybook_app: INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX users_email_key ON users USING btree (email);
CREATE UNIQUE INDEX users_pkey ON users USING btree (id);
CREATE TRIGGER users_news AFTER UPDATE OF email, name, is_disabled ON users FOR EACH ROW EXECUTE FUNCTION daybook_note_person();

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
  record_status text DEFAULT 'active'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  tax_code_id uuid,
  discount_percent numeric(9,6),
  CONSTRAINT vendors_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT vendors_discount_percent_ck CHECK (((discount_percent > (0)::numeric) AND (discount_percent <= (100)::numeric))),
  CONSTRAINT vendors_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text]))),
  CONSTRAINT vendors_default_expense_account_id_org_fk FOREIGN KEY (organization_id, default_expense_account_id) REFERENCES accounts(organization_id, id),
  CONSTRAINT vendors_parent_id_org_fk FOREIGN KEY (organization_id, parent_id) REFERENCES vendors(organization_id, id),
  CONSTRAINT vendors_payable_account_id_org_fk FOREIGN KEY (organization_id, payable_account_id) REFERENCES accounts(organization_id, id),
  CONSTRAINT vendors_tax_code_id_org_fk FOREIGN KEY (organization_id, tax_code_id) REFERENCES tax_codes(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX vendors_created_sql_idx ON vendors USING btree (organization_id, created_at, id);
CREATE INDEX vendors_default_expense_account_id_sql_idx ON vendors USING btree (organization_id, default_expense_account_id) WHERE (default_expense_account_id IS NOT NULL);
CREATE UNIQUE INDEX vendors_organization_id_code_key ON vendors USING btree (organization_id, code);
CREATE INDEX vendors_organization_id_name_id_idx ON vendors USING btree (organization_id, name, id);
CREATE INDEX vendors_organization_id_updated_at_id_idx ON vendors USING btree (organization_id, updated_at, id);
CREATE INDEX vendors_parent_id_sql_idx ON vendors USING btree (organization_id, parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX vendors_payable_account_id_sql_idx ON vendors USING btree (organization_id, payable_account_id) WHERE (payable_account_id IS NOT NULL);
CREATE UNIQUE INDEX vendors_pkey ON vendors USING btree (organization_id, id);
CREATE INDEX vendors_tax_code_id_sql_idx ON vendors USING btree (organization_id, tax_code_id) WHERE (tax_code_id IS NOT NULL);
CREATE INDEX vendors_text_sql_idx ON vendors USING gin (organization_id, (((((name || '
'::text) || code) || '
'::text) || COALESCE(email, ''::text))) daybook_extensions.gin_trgm_ops);
CREATE TRIGGER vendors_count_changed AFTER UPDATE ON vendors FOR EACH ROW WHEN ((old.record_status <> new.record_status)) EXECUTE FUNCTION daybook_note_records('record_status');
CREATE TRIGGER vendors_count_gone AFTER DELETE ON vendors REFERENCING OLD TABLE AS old_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('record_status');
CREATE TRIGGER vendors_count_new AFTER INSERT ON vendors REFERENCING NEW TABLE AS new_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records('record_status');
CREATE TRIGGER vendors_gate BEFORE INSERT OR DELETE OR UPDATE ON vendors FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER vendors_in_use BEFORE DELETE ON vendors FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_used_entity();
CREATE TRIGGER vendors_touch BEFORE UPDATE ON vendors FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY tenant ON vendors AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE verified_points (
  organization_id uuid NOT NULL,
  audit_sequence bigint NOT NULL,
  audit_hash text NOT NULL,
  ledger_sequence bigint NOT NULL,
  ledger_hash text NOT NULL,
  security_sequence bigint NOT NULL,
  security_hash text NOT NULL,
  checked_at timestamp(3) with time zone NOT NULL,
  whole_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT verified_points_pkey PRIMARY KEY (organization_id),
  CONSTRAINT verified_points_whole_first_ck CHECK ((whole_at <= checked_at))
);
-- row security, forced
-- daybook_app: INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX verified_points_pkey ON verified_points USING btree (organization_id);
CREATE TRIGGER verified_points_gate BEFORE INSERT OR DELETE OR UPDATE ON verified_points FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE POLICY tenant ON verified_points AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE warehouses (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text,
  location_id uuid,
  subsidiary_id uuid,
  address jsonb,
  record_status text DEFAULT 'active'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT warehouses_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT warehouses_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text]))),
  CONSTRAINT warehouses_location_id_org_fk FOREIGN KEY (organization_id, location_id) REFERENCES locations(organization_id, id),
  CONSTRAINT warehouses_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id) REFERENCES subsidiaries(organization_id, id)
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX warehouses_location_id_sql_idx ON warehouses USING btree (organization_id, location_id) WHERE (location_id IS NOT NULL);
CREATE UNIQUE INDEX warehouses_organization_id_code_key ON warehouses USING btree (organization_id, code);
CREATE UNIQUE INDEX warehouses_pkey ON warehouses USING btree (organization_id, id);
CREATE INDEX warehouses_subsidiary_id_sql_idx ON warehouses USING btree (organization_id, subsidiary_id) WHERE (subsidiary_id IS NOT NULL);
CREATE TRIGGER warehouses_gate BEFORE INSERT OR DELETE OR UPDATE ON warehouses FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER warehouses_touch BEFORE UPDATE ON warehouses FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON warehouses AS RESTRICTIVE FOR ALL TO daybook_confined USING (((subsidiary_id IS NULL) OR (subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[])))) WITH CHECK (((subsidiary_id IS NULL) OR (subsidiary_id = ANY (( SELECT daybook_subsidiaries() AS daybook_subsidiaries)::uuid[]))));
CREATE POLICY tenant ON warehouses AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE webhook_deliveries (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  delivery_state text DEFAULT 'PENDING'::text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  last_status integer,
  last_error text,
  delivered_at timestamp(3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT webhook_deliveries_state_ck CHECK ((delivery_state = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'FAILED'::text]))),
  CONSTRAINT webhook_deliveries_endpoint_id_org_fk FOREIGN KEY (organization_id, endpoint_id) REFERENCES webhook_endpoints(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_event_id_org_fk FOREIGN KEY (organization_id, event_id) REFERENCES outbox_events(organization_id, id) ON DELETE CASCADE
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE INDEX webhook_deliveries_endpoint_id_sql_idx ON webhook_deliveries USING btree (organization_id, endpoint_id);
CREATE INDEX webhook_deliveries_organization_id_delivery_state_next_atte_idx ON webhook_deliveries USING btree (organization_id, delivery_state, next_attempt_at);
CREATE UNIQUE INDEX webhook_deliveries_organization_id_event_id_endpoint_id_key ON webhook_deliveries USING btree (organization_id, event_id, endpoint_id);
CREATE UNIQUE INDEX webhook_deliveries_pkey ON webhook_deliveries USING btree (organization_id, id);
CREATE TRIGGER webhook_deliveries_gate BEFORE INSERT OR DELETE OR UPDATE ON webhook_deliveries FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER webhook_deliveries_touch BEFORE UPDATE ON webhook_deliveries FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON webhook_deliveries AS RESTRICTIVE FOR ALL TO daybook_confined USING (false);
CREATE POLICY tenant ON webhook_deliveries AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));

CREATE TABLE webhook_endpoints (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  url text NOT NULL,
  secret text NOT NULL,
  event_types text[] DEFAULT ARRAY[]::text[],
  record_status text DEFAULT 'active'::text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT webhook_endpoints_record_status_ck CHECK ((record_status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text])))
);
-- row security, forced
-- daybook_app: DELETE, INSERT, SELECT, UPDATE
CREATE UNIQUE INDEX webhook_endpoints_pkey ON webhook_endpoints USING btree (organization_id, id);
CREATE TRIGGER webhook_endpoints_gate BEFORE INSERT OR DELETE OR UPDATE ON webhook_endpoints FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();
CREATE TRIGGER webhook_endpoints_touch BEFORE UPDATE ON webhook_endpoints FOR EACH ROW EXECUTE FUNCTION daybook_touch();
CREATE POLICY confined ON webhook_endpoints AS RESTRICTIVE FOR ALL TO daybook_confined USING (true) WITH CHECK (false);
CREATE POLICY confined_delete ON webhook_endpoints AS RESTRICTIVE FOR DELETE TO daybook_confined USING (false);
CREATE POLICY confined_update ON webhook_endpoints AS RESTRICTIVE FOR UPDATE TO daybook_confined USING (false);
CREATE POLICY tenant ON webhook_endpoints AS PERMISSIVE FOR ALL TO PUBLIC USING ((organization_id = daybook_organization())) WITH CHECK ((organization_id = daybook_organization()));
