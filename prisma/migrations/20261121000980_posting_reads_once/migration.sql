-- The posting statement does less where it did things for nothing, and balances by dimension follow the lines by themselves.

-- 1. New ledger lines belong to an entry of the same database transaction, agree with it, and name a posting account of the tenant: one
-- look at each line. Balances by dimension are moved here, whoever wrote the lines; most postings carry no dimension. They are the
-- last that a writer locks, after balances and numbers, in key order.
CREATE OR REPLACE FUNCTION daybook_check_new_lines() RETURNS trigger LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_stray boolean;
  v_misplaced boolean;
  v_dimensions boolean;
BEGIN
  SELECT bool_or((SELECT e.inserted_in_transaction = daybook_transaction_id() AND e.subsidiary_id = n.subsidiary_id
                         AND e.period_id = n.period_id AND e.posting_date = n.posting_date
                  FROM ledger_entries e WHERE e.organization_id = n.organization_id AND e.id = n.entry_id) IS NOT TRUE),
         bool_or((SELECT NOT a.is_summary FROM accounts a WHERE a.organization_id = n.organization_id AND a.id = n.account_id) IS NOT TRUE),
         bool_or(coalesce(n.class_id, n.department_id, n.location_id, n.project_id) IS NOT NULL)
    INTO v_stray, v_misplaced, v_dimensions FROM new_lines n;
  IF v_stray THEN
    RAISE restrict_violation USING MESSAGE = 'ledger lines do not belong to a new entry';
  END IF;
  IF v_misplaced THEN
    RAISE foreign_key_violation USING MESSAGE = 'ledger lines name no posting account';
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
  RETURN NULL;
END $$;

-- 2. The other way into the ledger leaves the balances by dimension to the lines, too.
-- Appends entries with their lines and moves the balances. The one way into the ledger: posting, reversal, recognition
-- runs and imports all end here. Returns the entries' numbers. The caller has made the checks; triggers make them again.
CREATE OR REPLACE FUNCTION daybook_append_entries(p_entries daybook_entry_draft[], p_lines daybook_line_draft[])
RETURNS TABLE (entry_id uuid, entry_number text) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_slot integer := pg_backend_pid() % 8;
  v_year record;
BEGIN
  -- Balances in key order, so that two batches never wait for each other in a circle.
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

  FOR v_year IN
    SELECT e.fiscal_year, count(*)::int AS n FROM unnest(p_entries) e GROUP BY 1 ORDER BY 1
  LOOP
    RETURN QUERY
    WITH first AS MATERIALIZED (SELECT daybook_take_numbers('GL', v_year.fiscal_year, v_year.n) AS value)
    INSERT INTO ledger_entries (organization_id, id, entry_number, subsidiary_id, book, period_id, posting_date, currency_code,
        base_currency_code, exchange_rate, source_kind, source_id, transaction_id, reversal_of_id, memo, posted_by)
    SELECT v_org, e.id, daybook_format_number('GL', v_year.fiscal_year, first.value - 1 + row_number() OVER (ORDER BY e.ord)),
           e.subsidiary_id, 'PRIMARY', e.period_id, e.posting_date, e.currency_code, e.base_currency_code, e.exchange_rate,
           e.source_kind, e.source_id, e.transaction_id, e.reversal_of_id, e.memo, e.posted_by
    FROM unnest(p_entries) WITH ORDINALITY AS e(id, subsidiary_id, period_id, fiscal_year, posting_date, currency_code,
           base_currency_code, exchange_rate, source_kind, source_id, transaction_id, reversal_of_id, memo, posted_by, ord)
         CROSS JOIN first
    WHERE e.fiscal_year = v_year.fiscal_year
    RETURNING ledger_entries.id, ledger_entries.entry_number;
  END LOOP;

  INSERT INTO ledger_lines (organization_id, entry_id, line_number, account_id, subsidiary_id, period_id, posting_date, currency_code,
      debit, credit, base_debit, base_credit, class_id, department_id, location_id, project_id, entity_type, entity_id, memo)
  SELECT v_org, l.* FROM unnest(p_lines) l;
END $$;

-- 3. Verdicts without copies of what they are made of; they tell which revenue contract a document belongs to.
ALTER TYPE daybook_verdict ADD ATTRIBUTE revenue_contract_id uuid;

-- What a set of postings would meet, without writing: the verdict of every item, in the precedence of core/transactions/checks.ts.
-- Flags first; the words for a refusal are looked up only for a refused item.
CREATE OR REPLACE FUNCTION daybook_judge_postings(
  p_ids uuid[], p_dates date[], p_override boolean[], p_may_soft boolean[], p_today date, p_actor_ids uuid[], p_scopes jsonb[]
) RETURNS SETOF daybook_verdict LANGUAGE sql STABLE AS $$
  WITH asked AS (
    SELECT a.ord::int, a.id, a.posting_date, a.override, a.may_soft, a.actor_id, a.scope
    FROM unnest(p_ids, p_dates, p_override, p_may_soft, p_actor_ids, p_scopes)
      WITH ORDINALITY AS a(id, posting_date, override, may_soft, actor_id, scope, ord)
  ),
  settings AS (
    SELECT o.segregation_of_duties = 'enforce' AS segregation, coalesce(o.segregation_threshold, 0) AS threshold
    FROM organizations o WHERE o.id = daybook_organization()
  ),
  facts AS (
    SELECT a.*, t.id AS found, t.transaction_status AS status, t.ledger_entry_id, t.subsidiary_id, t.kind, t.currency_code, t.base_currency_code,
           t.exchange_rate, t.memo, t.revenue_contract_id,
           t.created_by, t.base_total_amount, i.lines, i.debits, i.credits, i.base_debits, i.base_credits, i.unresolved, i.unpostable,
           i.lacks_required, p.id AS period_id, p.label AS period_label, p.fiscal_year, p.effective_status AS period_status, s.segregation,
           s.threshold,
           EXISTS (SELECT 1 FROM business_transaction_lines d
                   WHERE d.organization_id = t.organization_id AND d.transaction_id = t.id) AS has_lines,
           array_remove(ARRAY[
             CASE WHEN t.kind = 'INVOICE' AND t.entity_type = 'CUSTOMER' AND t.base_total_amount > 0 AND (
                 SELECT c.credit_limit < t.base_total_amount + coalesce((
                   SELECT sum(o.base_total_amount - CASE WHEN o.total_amount = 0 THEN 0 ELSE o.base_total_amount * o.applied_amount / o.total_amount END)
                   FROM business_transactions o
                   WHERE o.organization_id = t.organization_id AND o.entity_id = t.entity_id AND o.kind = 'INVOICE' AND o.transaction_status = 'POSTED'), 0)
                 FROM customers c WHERE c.organization_id = t.organization_id AND c.id = t.entity_id)
               THEN 'CREDIT_LIMIT' END,
             CASE WHEN i.lacks_recommended THEN 'MISSING_DIMENSION' END,
             CASE WHEN t.entity_id IS NOT NULL AND btrim(t.reference_number) <> '' AND EXISTS (
                 SELECT 1 FROM business_transactions o
                 WHERE o.organization_id = t.organization_id AND o.entity_id = t.entity_id AND o.entity_type = t.entity_type
                   AND o.kind = t.kind AND o.id <> t.id
                   AND lower(btrim(o.reference_number)) = lower(btrim(t.reference_number)) AND o.transaction_status IN ('POSTED', 'PAID', 'CLOSED'))
               THEN 'DUPLICATE_DOCUMENT' END,
             CASE WHEN a.posting_date > p_today + 30 THEN 'FAR_FUTURE_DATE' END,
             CASE WHEN p.effective_status = 'SOFT_CLOSED' THEN 'SOFT_CLOSED_PERIOD' END
           ], NULL) AS warnings
    FROM asked a
    CROSS JOIN settings s
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
      WHEN f.segregation AND f.created_by = f.actor_id
        -- A balanced journal's total is zero: its size is what it moves.
        AND greatest(abs(f.base_total_amount), coalesce(f.base_debits, 0)) >= f.threshold THEN 'SELF_APPROVAL'
      WHEN NOT f.has_lines THEN 'INCOMPLETE_DOCUMENT'
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
    CASE j.refusal
      WHEN 'ALREADY_POSTED' THEN jsonb_build_object('status', j.status, 'glTransactionId', j.ledger_entry_id)
      WHEN 'INVALID_STATUS_TRANSITION' THEN jsonb_build_object('from', j.status)
      WHEN 'INCOMPLETE_DOCUMENT' THEN jsonb_build_object('missing',
        CASE WHEN j.has_lines THEN daybook_posting_faults(j.id, j.refusal) ELSE '["lines"]'::jsonb END)
      WHEN 'ACCOUNT_UNRESOLVED' THEN jsonb_build_object('lineNumbers', daybook_posting_faults(j.id, j.refusal))
      WHEN 'ACCOUNT_NOT_POSTABLE' THEN jsonb_build_object('accounts', daybook_posting_faults(j.id, j.refusal))
      -- As text: a JSON number would pass through a JavaScript number on its way out.
      WHEN 'NOT_BALANCED' THEN CASE WHEN j.debits <> j.credits
        THEN jsonb_build_object('debits', j.debits::text, 'credits', j.credits::text,
          'difference', (j.debits - j.credits)::text, 'currencyCode', j.currency_code)
        ELSE jsonb_build_object('debits', coalesce(j.base_debits, 0)::text, 'credits', coalesce(j.base_credits, 0)::text,
          'difference', coalesce(j.base_debits - j.base_credits, 0)::text, 'currencyCode', j.base_currency_code) END
      WHEN 'PERIOD_NOT_OPEN' THEN jsonb_build_object('date', j.posting_date, 'period', j.period_label,
        'status', coalesce(j.period_status, 'NONE'), 'subsidiaryId', j.subsidiary_id)
      WHEN 'CHECKS_FAILED' THEN jsonb_build_object('checks', to_jsonb(j.warnings))
    END,
    j.posting_date, j.period_id, j.fiscal_year, CASE WHEN j.refusal IS NULL THEN daybook_uuid_v7() END,
    j.subsidiary_id, j.currency_code, j.base_currency_code, j.exchange_rate, j.memo, j.revenue_contract_id
  FROM judged j
$$;

-- 4. Posts approved documents. The arrays run in parallel: p_ids[i] is posted on p_dates[i] for p_actor_ids[i], and so on.
-- p_override silences the overridable checks; p_may_soft lets it also post into a soft-closed period; p_scopes[i] is NULL or
-- the JSON list of subsidiaries the caller may touch. Every item gets a row; refusal NULL means posted; a refused item writes
-- nothing. Verdicts, entries, balances, documents, audit and events are one statement: what is read once serves them all. It
-- writes what daybook_append_entries writes; the same triggers check both. With p_free_only a document of a revenue contract, which must
-- be told of it in the same transaction, is left alone with the answer CONTRACT_DOCUMENT.
DROP FUNCTION daybook_post_transactions;
CREATE FUNCTION daybook_post_transactions(
  p_ids uuid[], p_dates date[], p_override boolean[], p_may_soft boolean[], p_today date,
  p_actor_kinds text[], p_actor_ids uuid[], p_actor_names text[], p_surfaces text[], p_request_ids text[], p_scopes jsonb[],
  p_free_only boolean DEFAULT false
) RETURNS TABLE (o_ord integer, o_transaction_id uuid, o_refusal text, o_detail jsonb, o_entry_id uuid, o_entry_number text,
                 o_posting_date date, o_posted_at timestamptz) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_slot integer := pg_backend_pid() % 8;
  v_now timestamptz(3) := clock_timestamp();
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
        posted_by = p_actor_ids[g.ord]
    FROM good g
    WHERE t.organization_id = v_org AND t.id = g.transaction_id
    RETURNING 1
  ),
  events AS (
    INSERT INTO outbox_events (organization_id, id, event_type, record_id, payload, created_at)
    SELECT v_org, daybook_uuid_v7(), 'gl.transaction.posted', g.transaction_id,
           jsonb_build_object('transactionId', g.transaction_id, 'glTransactionId', g.entry_id, 'postingDate', g.posting_date), v_now
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
  entries AS (
    INSERT INTO ledger_entries AS e (organization_id, id, entry_number, subsidiary_id, book, period_id, posting_date, currency_code,
        base_currency_code, exchange_rate, source_kind, source_id, transaction_id, memo, posted_by)
    SELECT v_org, g.entry_id, daybook_format_number('GL', g.fiscal_year, n.next_value - g.from_last), g.subsidiary_id, 'PRIMARY',
           g.period_id, g.posting_date, g.currency_code, g.base_currency_code, g.exchange_rate, 'TRANSACTION', g.transaction_id,
           g.transaction_id, g.memo, p_actor_ids[g.ord]
    FROM good g JOIN numbers n ON n.fiscal_year = g.fiscal_year
    RETURNING e.id, e.entry_number
  ),
  answers AS MATERIALIZED (
    SELECT v.*, e.entry_number FROM verdicts v LEFT JOIN entries e ON v.goes AND e.id = v.entry_id
  ),
  audit AS (
    INSERT INTO audit_log (organization_id, id, occurred_at, actor_kind, actor_id, actor_name, action, noun, record_id, before, after, surface, request_id)
    SELECT v_org, daybook_uuid_v7(), v_now, p_actor_kinds[a.ord], p_actor_ids[a.ord], p_actor_names[a.ord], 'gl.transaction.post', 'transaction',
           a.transaction_id, jsonb_build_object('status', 'APPROVED'),
           jsonb_build_object('status', 'POSTED', 'glTransactionId', a.entry_id, 'entryNumber', a.entry_number, 'postingDate', a.posting_date),
           p_surfaces[a.ord], p_request_ids[a.ord]
    FROM answers a WHERE a.goes
  )
  SELECT a.ord, a.transaction_id, CASE WHEN a.goes OR a.refusal IS NOT NULL THEN a.refusal ELSE 'CONTRACT_DOCUMENT' END, a.detail, a.entry_id,
         a.entry_number, a.posting_date, v_now
  FROM answers a ORDER BY a.ord;
END $$;

-- 5. The posting statement itself leaves documents of contracts alone now.
DROP FUNCTION daybook_free_of_contracts(uuid[]);
