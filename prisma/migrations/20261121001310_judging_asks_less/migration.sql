-- What setting the posting statement up costs, every batch pays, however few documents it carries. Three things less:
-- the judge asks about self-approval only where somebody posts what he wrote, and for the document's own lines only where it makes no
-- entry lines; numbers are written down once, for the entries, the audit rows and the answers, which need not look them up again; and a
-- document that is posted moves its version itself, so that the row trigger has nothing left to do.

-- Whether the organization forbids whoever wrote a document of this size (base currency) to approve or post it.
CREATE FUNCTION daybook_forbids_self_approval(p_amount numeric) RETURNS boolean LANGUAGE plpgsql STABLE AS $f$
BEGIN
  RETURN (SELECT o.segregation_of_duties = 'enforce' AND p_amount >= coalesce(o.segregation_threshold, 0)
          FROM organizations o WHERE o.id = daybook_organization());
END $f$;

-- Whether somebody has written lines into the document.
CREATE FUNCTION daybook_has_lines(p_id uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $f$
BEGIN
  RETURN EXISTS (SELECT FROM business_transaction_lines d
                 WHERE d.organization_id = daybook_organization() AND d.transaction_id = p_id);
END $f$;

CREATE OR REPLACE FUNCTION daybook_judge_postings(p_ids uuid[], p_dates date[], p_override boolean[], p_may_soft boolean[], p_today date, p_actor_ids uuid[], p_scopes jsonb[])
 RETURNS SETOF daybook_verdict
 LANGUAGE sql
 STABLE
AS $function$
  WITH asked AS (
    SELECT a.ord::int, a.id, a.posting_date, a.override, a.may_soft, a.actor_id, a.scope
    FROM unnest(p_ids, p_dates, p_override, p_may_soft, p_actor_ids, p_scopes)
      WITH ORDINALITY AS a(id, posting_date, override, may_soft, actor_id, scope, ord)
  ),
  facts AS (
    SELECT a.*, t.id AS found, t.transaction_status AS status, t.ledger_entry_id, t.subsidiary_id, t.kind, t.currency_code, t.base_currency_code,
           t.exchange_rate, t.memo, t.revenue_contract_id,
           t.created_by, t.base_total_amount, i.lines, i.debits, i.credits, i.base_debits, i.base_credits, i.unresolved, i.unpostable,
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
    -- Per document by key: no sorting or grouping of the whole batch.
    LEFT JOIN LATERAL (
      SELECT count(*) AS lines,
             sum(l.debit) AS debits, sum(l.credit) AS credits, sum(l.base_debit) AS base_debits, sum(l.base_credit) AS base_credits,
             bool_or(l.account_id IS NULL) AS unresolved,
             bool_or(g.is_summary OR g.record_status <> 'active' OR (g.is_control AND NOT l.from_subledger)) AS unpostable,
             -- Control, tax and other lines of the whole document are left out: nobody could fill them in.
             bool_or(l.document_line_number IS NOT NULL AND g.required_dimensions <> '{}' AND NOT g.required_dimensions
               <@ daybook_carried_dimensions(l.class_id, l.department_id, l.location_id, l.project_id)) AS lacks_required,
             bool_or(l.document_line_number IS NOT NULL AND g.recommended_dimensions <> '{}' AND NOT g.recommended_dimensions
               <@ daybook_carried_dimensions(l.class_id, l.department_id, l.location_id, l.project_id)) AS lacks_recommended
      FROM transaction_impact_lines l
      LEFT JOIN accounts g ON g.organization_id = l.organization_id AND g.id = l.account_id
      WHERE l.organization_id = t.organization_id AND l.transaction_id = t.id
    ) i ON true
    LEFT JOIN LATERAL (
      SELECT q.id, q.label, q.fiscal_year, daybook_effective_period_status(q) AS effective_status FROM fiscal_periods q
      WHERE q.organization_id = t.organization_id AND q.subsidiary_id = t.subsidiary_id AND q.is_adjustment = t.is_adjustment
        AND a.posting_date BETWEEN q.start_date AND q.end_date
      LIMIT 1
    ) p ON true
    -- Else the planner would copy the subqueries of a flag to every place that names it.
    OFFSET 0
  ),
  judged AS (
    SELECT f.*, CASE
      WHEN f.found IS NULL THEN 'NOT_FOUND'
      WHEN f.scope IS NOT NULL AND NOT f.scope ? f.subsidiary_id::text THEN 'FORBIDDEN_SCOPE'
      WHEN f.status IN ('POSTED', 'PAID', 'CLOSED') THEN 'ALREADY_POSTED'
      WHEN f.status <> 'APPROVED' THEN 'INVALID_STATUS_TRANSITION'
      -- The same document twice in one call: the first asks, the second finds it posted.
      WHEN f.ord <> array_position(p_ids, f.id) THEN 'ALREADY_POSTED'
      -- IS TRUE: an unknown author is nobody, and the question after AND is then not asked.
      WHEN (f.created_by = f.actor_id) IS TRUE
        -- A balanced journal's total is zero: its size is what it moves.
        AND daybook_forbids_self_approval(greatest(abs(f.base_total_amount), coalesce(f.base_debits, 0))) THEN 'SELF_APPROVAL'
      WHEN f.lines = 0 AND NOT daybook_has_lines(f.id) THEN 'INCOMPLETE_DOCUMENT'
      WHEN f.lines < 2 OR f.debits <> f.credits OR f.base_debits <> f.base_credits THEN 'NOT_BALANCED'
      WHEN f.unresolved THEN 'ACCOUNT_UNRESOLVED'
      WHEN f.unpostable THEN 'ACCOUNT_NOT_POSTABLE'
      WHEN f.lacks_required THEN 'INCOMPLETE_DOCUMENT'
      -- A soft-closed period is open, with a warning, to those who may post into it, and closed to everybody else.
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

CREATE OR REPLACE FUNCTION daybook_post_transactions(p_ids uuid[], p_dates date[], p_override boolean[], p_may_soft boolean[], p_today date, p_actor_kinds text[], p_actor_ids uuid[], p_actor_names text[], p_surfaces text[], p_request_ids text[], p_scopes jsonb[], p_free_only boolean DEFAULT false)
 RETURNS TABLE(o_ord integer, o_transaction_id uuid, o_refusal text, o_detail jsonb, o_entry_id uuid, o_entry_number text, o_posting_date date, o_posted_at timestamp with time zone)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_slot integer := pg_backend_pid() % 8;
  v_now timestamptz(3) := clock_timestamp();
  v_published timestamptz(3) := CASE WHEN NOT EXISTS (
    SELECT 1 FROM webhook_endpoints w WHERE w.organization_id = v_org AND w.record_status = 'active') THEN v_now END;
BEGIN
  -- A period is closed, and an account withdrawn, under the exclusive side of this lock: no posting slips in beside them.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('periods:' || v_org::text, 0));
  -- Documents in id order: two batches that share documents queue up instead of deadlocking.
  PERFORM FROM business_transactions t WHERE t.organization_id = v_org AND t.id = ANY (p_ids) ORDER BY t.id FOR NO KEY UPDATE;

  RETURN QUERY
  WITH verdicts AS MATERIALIZED (
    SELECT v.*, v.refusal IS NULL AND NOT (p_free_only AND v.revenue_contract_id IS NOT NULL) AS goes
    FROM daybook_judge_postings(p_ids, p_dates, p_override, p_may_soft, p_today, p_actor_ids, p_scopes) v
  ),
  good AS MATERIALIZED (
    SELECT v.*, row_number() OVER (PARTITION BY v.fiscal_year ORDER BY v.ord DESC) AS from_last FROM verdicts v WHERE v.goes
  ),
  lines AS MATERIALIZED (
    SELECT g.entry_id, i.line_number, i.account_id, g.subsidiary_id, g.period_id, g.posting_date, g.currency_code,
           i.debit, i.credit, i.base_debit, i.base_credit, i.class_id, i.department_id, i.location_id, i.project_id,
           i.entity_type, i.entity_id, i.memo
    FROM good g JOIN transaction_impact_lines i ON i.organization_id = v_org AND i.transaction_id = g.transaction_id
  ),
  -- Balances in key order, so that two batches never wait for each other in a circle.
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
  written_lines AS (
    INSERT INTO ledger_lines (organization_id, entry_id, line_number, account_id, subsidiary_id, period_id, posting_date, currency_code,
        debit, credit, base_debit, base_credit, class_id, department_id, location_id, project_id, entity_type, entity_id, memo)
    SELECT v_org, l.* FROM lines l
    RETURNING 1
  ),
  documents AS (
    UPDATE business_transactions t
    SET transaction_status = 'POSTED', ledger_entry_id = g.entry_id, posting_date = g.posting_date, posted_at = v_now,
        posted_by = p_actor_ids[g.ord], version = t.version + 1,
        updated_at = greatest(v_now, t.updated_at + interval '1 millisecond')
    FROM good g
    WHERE t.organization_id = v_org AND t.id = g.transaction_id
    RETURNING 1
  ),
  events AS (
    INSERT INTO outbox_events (organization_id, id, event_type, record_id, payload, created_at, published_at)
    SELECT v_org, daybook_uuid_v7(), 'gl.transaction.posted', g.transaction_id,
           jsonb_build_object('transactionId', g.transaction_id, 'glTransactionId', g.entry_id, 'postingDate', g.posting_date), v_now, v_published
    FROM good g
    RETURNING 1
  ),
  -- The gapless numbers come last, since whoever takes them holds up everybody else until its commit: the condition, always
  -- true, makes them wait for all that needs no number.
  numbers AS (
    INSERT INTO number_counters AS c (organization_id, series, fiscal_year, next_value)
    SELECT v_org, 'GL', g.fiscal_year, 1 + count(*) FROM good g
    WHERE (SELECT count(*) FROM balances) + (SELECT count(*) FROM written_lines)
      + (SELECT count(*) FROM documents) + (SELECT count(*) FROM events) >= 0
    GROUP BY g.fiscal_year ORDER BY g.fiscal_year
    ON CONFLICT (organization_id, series, fiscal_year) DO UPDATE SET next_value = c.next_value + excluded.next_value - 1
    RETURNING c.fiscal_year, c.next_value
  ),
  -- What was numbered is written into the entries, the audit rows and the answers, without asking any of them back.
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

-- Nothing to do for a change that already is as the trigger would make it: one version further, later, created when it was.
CREATE OR REPLACE TRIGGER business_transactions_touch BEFORE UPDATE ON business_transactions FOR EACH ROW
  WHEN (NEW.version <> OLD.version + 1 OR NEW.updated_at <= OLD.updated_at OR NEW.created_at <> OLD.created_at)
  EXECUTE FUNCTION daybook_touch();
