-- Posting and reversing: one set-based statement each, every check inside, a verdict per item (docs/house.md, "Posting").

CREATE TYPE daybook_entry_draft AS (
  id uuid, subsidiary_id uuid, period_id uuid, fiscal_year integer, posting_date date, currency_code text,
  base_currency_code text, exchange_rate numeric, source_kind text, source_id uuid, transaction_id uuid,
  reversal_of_id uuid, memo text, posted_by uuid
);

CREATE TYPE daybook_line_draft AS (
  entry_id uuid, line_number integer, account_id uuid, subsidiary_id uuid, period_id uuid, posting_date date, currency_code text,
  debit numeric, credit numeric, base_debit numeric, base_credit numeric,
  class_id uuid, department_id uuid, location_id uuid, project_id uuid, entity_type text, entity_id uuid, memo text
);

-- Takes `p_count` gapless numbers of a series; returns the first. The row lock lasts to the commit, so take numbers last.
CREATE FUNCTION daybook_take_numbers(p_series text, p_fiscal_year integer, p_count integer) RETURNS bigint LANGUAGE sql AS $$
  INSERT INTO number_counters AS c (organization_id, series, fiscal_year, next_value)
  VALUES (daybook_organization(), p_series, p_fiscal_year, 1 + p_count)
  ON CONFLICT (organization_id, series, fiscal_year) DO UPDATE SET next_value = c.next_value + p_count
  RETURNING next_value - p_count
$$;

CREATE FUNCTION daybook_format_number(p_prefix text, p_fiscal_year integer, p_value bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format('%s-%s-%s', p_prefix, p_fiscal_year, lpad(p_value::text, greatest(6, length(p_value::text)), '0'))
$$;

-- Appends entries with their lines and moves the balances. The one way into the ledger: posting, reversal, recognition
-- runs and imports all end here. Returns the entries' numbers. The caller has made the checks; triggers make them again.
CREATE FUNCTION daybook_append_entries(p_entries daybook_entry_draft[], p_lines daybook_line_draft[])
RETURNS TABLE (entry_id uuid, entry_number text) LANGUAGE plpgsql AS $$
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

  INSERT INTO ledger_dimension_balances AS b (organization_id, subsidiary_id, period_id, account_id, currency_code,
      class_id, department_id, location_id, project_id, debit, credit, base_debit, base_credit, line_count)
  SELECT v_org, l.subsidiary_id, l.period_id, l.account_id, l.currency_code,
         coalesce(l.class_id, '00000000-0000-0000-0000-000000000000'), coalesce(l.department_id, '00000000-0000-0000-0000-000000000000'),
         coalesce(l.location_id, '00000000-0000-0000-0000-000000000000'), coalesce(l.project_id, '00000000-0000-0000-0000-000000000000'),
         sum(l.debit), sum(l.credit), sum(l.base_debit), sum(l.base_credit), count(*)
  FROM unnest(p_lines) l
  WHERE coalesce(l.class_id, l.department_id, l.location_id, l.project_id) IS NOT NULL
  GROUP BY 2, 3, 4, 5, 6, 7, 8, 9
  ORDER BY 2, 3, 4, 5, 6, 7, 8, 9
  ON CONFLICT (organization_id, subsidiary_id, period_id, account_id, currency_code, class_id, department_id, location_id, project_id)
  DO UPDATE SET
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

-- Whether a line carries the named dimension.
CREATE FUNCTION daybook_has_dimension(p_name text, p_class uuid, p_department uuid, p_location uuid, p_project uuid) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_name WHEN 'class' THEN p_class WHEN 'department' THEN p_department WHEN 'location' THEN p_location
    WHEN 'project' THEN p_project END IS NOT NULL
$$;

CREATE TYPE daybook_verdict AS (
  ord integer, transaction_id uuid, refusal text, detail jsonb, posting_date date, period_id uuid, fiscal_year integer, entry_id uuid
);

-- What a set of postings would meet, without writing: the verdict of every item, in the precedence of core/transactions/checks.ts.
CREATE FUNCTION daybook_judge_postings(
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
  impact AS (
    SELECT i.transaction_id,
           count(*) AS lines,
           sum(i.debit) AS debits, sum(i.credit) AS credits, sum(i.base_debit) AS base_debits, sum(i.base_credit) AS base_credits,
           coalesce(jsonb_agg(i.document_line_number) FILTER (WHERE i.account_id IS NULL), '[]') AS unresolved,
           coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'code', a.code, 'why',
             CASE WHEN a.is_summary THEN 'SUMMARY' WHEN a.record_status <> 'active' THEN 'INACTIVE' ELSE 'CONTROL' END))
             FILTER (WHERE a.is_summary OR a.record_status <> 'active'
               OR (a.is_control AND i.document_line_number IS NOT NULL
                   AND NOT (t.revenue_contract_id IS NOT NULL
                            AND a.control_for IN ('DEFERRED_REVENUE', 'CONTRACT_ASSET', 'REFUND_LIABILITY', 'CONTRACT_COST')))), '[]') AS unpostable,
           coalesce(jsonb_agg(DISTINCT missing.required) FILTER (WHERE missing.required IS NOT NULL), '[]') AS required,
           bool_or(missing.recommended) AS lacks_recommended
    FROM transaction_impact_lines i
    JOIN business_transactions t ON t.organization_id = i.organization_id AND t.id = i.transaction_id
    LEFT JOIN accounts a ON a.organization_id = i.organization_id AND a.id = i.account_id
    LEFT JOIN LATERAL (
      SELECT (SELECT a.code || ' needs ' || string_agg(r, ', ') FROM unnest(a.required_dimensions) r
              WHERE NOT daybook_has_dimension(r, i.class_id, i.department_id, i.location_id, i.project_id)) AS required,
             EXISTS (SELECT 1 FROM unnest(a.recommended_dimensions) r
              WHERE NOT daybook_has_dimension(r, i.class_id, i.department_id, i.location_id, i.project_id)) AS recommended
      WHERE cardinality(a.required_dimensions) + cardinality(a.recommended_dimensions) > 0
    ) missing ON true
    WHERE i.organization_id = daybook_organization() AND i.transaction_id = ANY (p_ids)
    GROUP BY i.transaction_id
  ),
  facts AS (
    SELECT a.*, t.id AS found, t.transaction_status AS status, t.ledger_entry_id, t.subsidiary_id, t.kind, t.currency_code,
           t.created_by, t.base_total_amount, i.lines, i.debits, i.credits, i.base_debits, i.base_credits, i.unresolved, i.unpostable,
           i.required, p.id AS period_id, p.label AS period_label, p.fiscal_year, p.period_status, s.segregation, s.threshold,
           to_jsonb(array_remove(ARRAY[
             CASE WHEN t.kind = 'INVOICE' AND c.credit_limit IS NOT NULL AND c.credit_limit < t.base_total_amount + coalesce((
                 SELECT sum(o.base_total_amount - CASE WHEN o.total_amount = 0 THEN 0 ELSE o.base_total_amount * o.applied_amount / o.total_amount END)
                 FROM business_transactions o
                 WHERE o.organization_id = t.organization_id AND o.entity_id = t.entity_id AND o.kind = 'INVOICE' AND o.transaction_status = 'POSTED'), 0)
               THEN 'CREDIT_LIMIT' END,
             CASE WHEN i.lacks_recommended THEN 'MISSING_DIMENSION' END,
             CASE WHEN t.entity_id IS NOT NULL AND t.reference_number IS NOT NULL AND EXISTS (
                 SELECT 1 FROM business_transactions o
                 WHERE o.organization_id = t.organization_id AND o.entity_id = t.entity_id AND o.kind = t.kind AND o.id <> t.id
                   AND o.reference_number = t.reference_number AND o.transaction_status IN ('POSTED', 'PAID', 'CLOSED'))
               THEN 'DUPLICATE_DOCUMENT' END,
             CASE WHEN a.posting_date > p_today + 30 THEN 'FAR_FUTURE_DATE' END,
             CASE WHEN p.period_status = 'SOFT_CLOSED' THEN 'SOFT_CLOSED_PERIOD' END
           ], NULL)) AS warnings
    FROM asked a
    CROSS JOIN settings s
    LEFT JOIN business_transactions t ON t.organization_id = daybook_organization() AND t.id = a.id
    LEFT JOIN impact i ON i.transaction_id = t.id
    LEFT JOIN customers c ON c.organization_id = t.organization_id AND c.id = t.entity_id AND t.entity_type = 'CUSTOMER'
    LEFT JOIN LATERAL (
      SELECT q.* FROM fiscal_periods q
      WHERE q.organization_id = t.organization_id AND q.subsidiary_id = t.subsidiary_id AND NOT q.is_adjustment
        AND a.posting_date BETWEEN q.start_date AND q.end_date
      LIMIT 1
    ) p ON true
  ),
  judged AS (
    SELECT f.*, CASE
      WHEN f.found IS NULL THEN 'NOT_FOUND'
      WHEN f.scope IS NOT NULL AND NOT f.scope ? f.subsidiary_id::text THEN 'FORBIDDEN_SCOPE'
      WHEN f.status IN ('POSTED', 'PAID', 'CLOSED') THEN 'ALREADY_POSTED'
      WHEN f.status <> 'APPROVED' THEN 'INVALID_STATUS_TRANSITION'
      -- The same document twice in one call: the first asks, the second finds it posted.
      WHEN EXISTS (SELECT 1 FROM asked o WHERE o.id = f.id AND o.ord < f.ord) THEN 'ALREADY_POSTED'
      WHEN f.segregation AND f.created_by = f.actor_id AND abs(f.base_total_amount) >= f.threshold THEN 'SELF_APPROVAL'
      WHEN coalesce(f.lines, 0) = 0 THEN 'INCOMPLETE_DOCUMENT'
      WHEN f.debits <> f.credits OR f.base_debits <> f.base_credits OR f.lines < 2 THEN 'NOT_BALANCED'
      WHEN f.unresolved <> '[]' THEN 'ACCOUNT_UNRESOLVED'
      WHEN f.unpostable <> '[]' THEN 'ACCOUNT_NOT_POSTABLE'
      WHEN f.required <> '[]' THEN 'INCOMPLETE_DOCUMENT'
      WHEN f.period_id IS NULL OR f.period_status IN ('CLOSED', 'LOCKED') THEN 'PERIOD_NOT_OPEN'
      WHEN f.period_status = 'SOFT_CLOSED' AND f.override AND NOT f.may_soft THEN 'FORBIDDEN_SOFT_CLOSED'
      WHEN NOT f.override AND f.warnings <> '[]' THEN 'CHECKS_FAILED'
    END AS refusal
    FROM facts f
  )
  SELECT j.ord, j.id, j.refusal,
    CASE j.refusal
      WHEN 'ALREADY_POSTED' THEN jsonb_build_object('status', j.status, 'glTransactionId', j.ledger_entry_id)
      WHEN 'INVALID_STATUS_TRANSITION' THEN jsonb_build_object('from', j.status)
      WHEN 'INCOMPLETE_DOCUMENT' THEN jsonb_build_object('missing', CASE WHEN coalesce(j.lines, 0) = 0 THEN '["lines"]'::jsonb ELSE j.required END)
      WHEN 'ACCOUNT_UNRESOLVED' THEN jsonb_build_object('lineNumbers', j.unresolved)
      WHEN 'ACCOUNT_NOT_POSTABLE' THEN jsonb_build_object('accounts', j.unpostable)
      -- As text: a JSON number would pass through a JavaScript number on its way out.
      WHEN 'NOT_BALANCED' THEN jsonb_build_object('debits', j.debits::text, 'credits', j.credits::text,
        'difference', (j.debits - j.credits)::text, 'currencyCode', j.currency_code)
      WHEN 'PERIOD_NOT_OPEN' THEN jsonb_build_object('date', j.posting_date, 'period', j.period_label,
        'status', coalesce(j.period_status, 'NONE'), 'subsidiaryId', j.subsidiary_id)
      WHEN 'CHECKS_FAILED' THEN jsonb_build_object('checks', j.warnings)
    END,
    j.posting_date, j.period_id, j.fiscal_year, CASE WHEN j.refusal IS NULL THEN daybook_uuid_v7() END
  FROM judged j ORDER BY j.ord
$$;

-- Posts approved documents. The arrays run in parallel: p_ids[i] is posted on p_dates[i] for p_actor_ids[i], and so on.
-- p_override silences the overridable checks; p_may_soft lets it also post into a soft-closed period; p_scopes[i] is NULL or
-- the JSON list of subsidiaries the caller may touch. Every item gets a row; refusal NULL means posted; a refused item writes nothing.
CREATE FUNCTION daybook_post_transactions(
  p_ids uuid[], p_dates date[], p_override boolean[], p_may_soft boolean[], p_today date,
  p_actor_kinds text[], p_actor_ids uuid[], p_actor_names text[], p_surfaces text[], p_request_ids text[], p_scopes jsonb[]
) RETURNS TABLE (o_ord integer, o_transaction_id uuid, o_refusal text, o_detail jsonb, o_entry_id uuid, o_entry_number text,
                 o_posting_date date, o_posted_at timestamptz) LANGUAGE plpgsql AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_now timestamptz(3) := clock_timestamp();
  v_verdicts daybook_verdict[];
  v_entries daybook_entry_draft[];
  v_lines daybook_line_draft[];
  v_numbers jsonb;
BEGIN
  -- A period is closed under the exclusive side of this lock, so no posting slips in beside a close.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('periods:' || v_org::text, 0));
  -- Documents in id order: two batches that share documents queue up instead of deadlocking.
  PERFORM 1 FROM business_transactions t WHERE t.organization_id = v_org AND t.id = ANY (p_ids) ORDER BY t.id FOR NO KEY UPDATE;
  -- Accounts cannot be deleted, switched off or turned into summaries under us.
  PERFORM 1 FROM accounts a WHERE a.organization_id = v_org AND a.id IN (
    SELECT i.account_id FROM transaction_impact_lines i WHERE i.organization_id = v_org AND i.transaction_id = ANY (p_ids))
    ORDER BY a.id FOR KEY SHARE;

  SELECT array_agg(v ORDER BY v.ord) INTO v_verdicts
  FROM daybook_judge_postings(p_ids, p_dates, p_override, p_may_soft, p_today, p_actor_ids, p_scopes) v;

  SELECT array_agg(ROW(v.entry_id, t.subsidiary_id, v.period_id, v.fiscal_year, v.posting_date, t.currency_code, t.base_currency_code,
                       t.exchange_rate, 'TRANSACTION', t.id, t.id, NULL, t.memo, p_actor_ids[v.ord])::daybook_entry_draft ORDER BY v.ord)
  INTO v_entries
  FROM unnest(v_verdicts) v
  JOIN business_transactions t ON t.organization_id = v_org AND t.id = v.transaction_id
  WHERE v.refusal IS NULL;

  IF v_entries IS NOT NULL THEN
    SELECT array_agg(ROW(v.entry_id, i.line_number, i.account_id, t.subsidiary_id, v.period_id, v.posting_date, t.currency_code,
                         i.debit, i.credit, i.base_debit, i.base_credit, i.class_id, i.department_id, i.location_id, i.project_id,
                         i.entity_type, i.entity_id, i.memo)::daybook_line_draft)
    INTO v_lines
    FROM unnest(v_verdicts) v
    JOIN business_transactions t ON t.organization_id = v_org AND t.id = v.transaction_id
    JOIN transaction_impact_lines i ON i.organization_id = v_org AND i.transaction_id = t.id
    WHERE v.refusal IS NULL;

    SELECT jsonb_object_agg(n.entry_id, n.entry_number) INTO v_numbers FROM daybook_append_entries(v_entries, v_lines) n;

    UPDATE business_transactions t
    SET transaction_status = 'POSTED', ledger_entry_id = v.entry_id, posting_date = v.posting_date, posted_at = v_now,
        posted_by = p_actor_ids[v.ord]
    FROM unnest(v_verdicts) v
    WHERE v.refusal IS NULL AND t.organization_id = v_org AND t.id = v.transaction_id AND t.transaction_status = 'APPROVED';

    INSERT INTO audit_log (organization_id, id, occurred_at, actor_kind, actor_id, actor_name, action, noun, record_id, before, after, surface, request_id)
    SELECT v_org, daybook_uuid_v7(), v_now, p_actor_kinds[v.ord], p_actor_ids[v.ord], p_actor_names[v.ord], 'gl.transaction.post', 'transaction',
           v.transaction_id, jsonb_build_object('status', 'APPROVED'),
           jsonb_build_object('status', 'POSTED', 'glTransactionId', v.entry_id, 'entryNumber', v_numbers ->> v.entry_id::text, 'postingDate', v.posting_date),
           p_surfaces[v.ord], p_request_ids[v.ord]
    FROM unnest(v_verdicts) v WHERE v.refusal IS NULL;

    INSERT INTO outbox_events (organization_id, id, event_type, record_id, payload, created_at)
    SELECT v_org, daybook_uuid_v7(), 'gl.transaction.posted', v.transaction_id,
           jsonb_build_object('transactionId', v.transaction_id, 'glTransactionId', v.entry_id, 'postingDate', v.posting_date), v_now
    FROM unnest(v_verdicts) v WHERE v.refusal IS NULL;
  END IF;

  RETURN QUERY SELECT v.ord, v.transaction_id, v.refusal, v.detail, v.entry_id, v_numbers ->> v.entry_id::text, v.posting_date, v_now
    FROM unnest(v_verdicts) v ORDER BY v.ord;
END $$;

-- Reverses one posted document: a mirrored journal document with its own number and entry, dated p_date, links both ways.
-- The caller has checked the state under the row lock this function takes again. Returns the refusal or the new ids.
CREATE FUNCTION daybook_reverse_transaction(p_id uuid, p_date date, p_reason text, p_actor_id uuid)
RETURNS TABLE (o_refusal text, o_detail jsonb, o_reversal_id uuid, o_reversal_number text, o_entry_id uuid, o_entry_number text)
LANGUAGE plpgsql AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_now timestamptz(3) := clock_timestamp();
  v_doc business_transactions;
  v_entry ledger_entries;
  v_period fiscal_periods;
  v_type transaction_types;
  v_id uuid := daybook_uuid_v7();
  v_entry_id uuid := daybook_uuid_v7();
  v_number text;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('periods:' || v_org::text, 0));
  SELECT * INTO v_doc FROM business_transactions t WHERE t.organization_id = v_org AND t.id = p_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'NOT_FOUND', NULL::jsonb, NULL::uuid, NULL::text, NULL::uuid, NULL::text; RETURN;
  END IF;
  -- A settled document is unapplied first; a reversal is never reversed.
  IF v_doc.transaction_status <> 'POSTED' OR v_doc.reverses_transaction_id IS NOT NULL OR v_doc.applied_amount <> 0 THEN
    RETURN QUERY SELECT 'INVALID_STATUS_TRANSITION', jsonb_build_object('from', v_doc.transaction_status,
      'reason', CASE WHEN v_doc.reverses_transaction_id IS NOT NULL THEN 'IS_A_REVERSAL' WHEN v_doc.applied_amount <> 0 THEN 'HAS_APPLICATIONS' END),
      NULL::uuid, NULL::text, NULL::uuid, NULL::text; RETURN;
  END IF;
  IF p_date < v_doc.posting_date THEN
    RETURN QUERY SELECT 'REVERSAL_BEFORE_POSTING', jsonb_build_object('postingDate', v_doc.posting_date, 'reversalDate', p_date),
      NULL::uuid, NULL::text, NULL::uuid, NULL::text; RETURN;
  END IF;
  SELECT * INTO v_period FROM fiscal_periods q
    WHERE q.organization_id = v_org AND q.subsidiary_id = v_doc.subsidiary_id AND NOT q.is_adjustment AND p_date BETWEEN q.start_date AND q.end_date;
  IF NOT FOUND OR v_period.period_status <> 'OPEN' THEN
    RETURN QUERY SELECT 'PERIOD_NOT_OPEN', jsonb_build_object('date', p_date, 'period', v_period.label,
      'status', coalesce(v_period.period_status, 'NONE'), 'subsidiaryId', v_doc.subsidiary_id),
      NULL::uuid, NULL::text, NULL::uuid, NULL::text; RETURN;
  END IF;
  SELECT * INTO STRICT v_entry FROM ledger_entries e WHERE e.organization_id = v_org AND e.id = v_doc.ledger_entry_id;
  SELECT * INTO STRICT v_type FROM transaction_types y WHERE y.organization_id = v_org AND y.kind = 'JOURNAL' ORDER BY y.code LIMIT 1;

  v_number := daybook_format_number(v_type.number_prefix, v_period.fiscal_year, daybook_take_numbers(v_type.number_prefix, v_period.fiscal_year, 1));
  INSERT INTO business_transactions (organization_id, id, transaction_number, transaction_type_id, kind, subsidiary_id, entity_type, entity_id,
      transaction_date, currency_code, base_currency_code, exchange_rate, exchange_rate_given, subtotal_amount, tax_amount, discount_amount,
      total_amount, base_total_amount, transaction_status, memo, project_id, revenue_contract_id, created_by, submitted_by, submitted_at,
      approved_by, approved_at, reverses_transaction_id)
  VALUES (v_org, v_id, v_number, v_type.id, 'JOURNAL', v_doc.subsidiary_id, v_doc.entity_type, v_doc.entity_id, p_date, v_doc.currency_code,
      v_doc.base_currency_code, v_doc.exchange_rate, true, 0, 0, 0, 0, 0, 'APPROVED',
      left('Reversal of ' || v_doc.transaction_number || ': ' || p_reason, 1000), v_doc.project_id, v_doc.revenue_contract_id, p_actor_id,
      p_actor_id, v_now, p_actor_id, v_now, v_doc.id);
  INSERT INTO business_transaction_lines (organization_id, transaction_id, line_number, line_type, description, quantity, unit_price,
      line_amount, tax_amount, account_id, class_id, department_id, location_id, project_id)
  SELECT v_org, v_id, l.line_number, 'ITEM', coalesce(l.memo, 'Reversal of ' || v_doc.transaction_number), 1, l.credit - l.debit,
      l.credit - l.debit, 0, l.account_id, l.class_id, l.department_id, l.location_id, l.project_id
  FROM ledger_lines l WHERE l.organization_id = v_org AND l.entry_id = v_entry.id;
  INSERT INTO transaction_impact_lines (organization_id, transaction_id, line_number, document_line_number, account_id, debit, credit,
      base_debit, base_credit, class_id, department_id, location_id, project_id, entity_type, entity_id, memo)
  SELECT v_org, v_id, l.line_number, l.line_number, l.account_id, l.credit, l.debit, l.base_credit, l.base_debit,
      l.class_id, l.department_id, l.location_id, l.project_id, l.entity_type, l.entity_id, l.memo
  FROM ledger_lines l WHERE l.organization_id = v_org AND l.entry_id = v_entry.id;

  SELECT n.entry_number INTO o_entry_number FROM daybook_append_entries(
    ARRAY[ROW(v_entry_id, v_entry.subsidiary_id, v_period.id, v_period.fiscal_year, p_date, v_entry.currency_code, v_entry.base_currency_code,
              v_entry.exchange_rate, 'TRANSACTION', v_id, v_id, v_entry.id, 'Reversal of ' || v_entry.entry_number || ': ' || p_reason,
              p_actor_id)::daybook_entry_draft],
    ARRAY(SELECT ROW(v_entry_id, l.line_number, l.account_id, l.subsidiary_id, v_period.id, p_date, l.currency_code,
              l.credit, l.debit, l.base_credit, l.base_debit, l.class_id, l.department_id, l.location_id, l.project_id,
              l.entity_type, l.entity_id, l.memo)::daybook_line_draft
          FROM ledger_lines l WHERE l.organization_id = v_org AND l.entry_id = v_entry.id ORDER BY l.line_number)) n;

  UPDATE business_transactions SET transaction_status = 'POSTED', ledger_entry_id = v_entry_id, posting_date = p_date, posted_at = v_now,
      posted_by = p_actor_id
    WHERE organization_id = v_org AND id = v_id;
  UPDATE business_transactions SET transaction_status = 'REVERSED', reversal_reason = p_reason, reversal_date = p_date,
      reversal_entry_id = v_entry_id, reversal_transaction_id = v_id
    WHERE organization_id = v_org AND id = p_id;
  RETURN QUERY SELECT NULL::text, NULL::jsonb, v_id, v_number, v_entry_id, o_entry_number;
END $$;

-- Seals the audit rows of one organization in commit order: only rows whose transactions are surely over, so that no
-- later commit can slip in before a sealed one. Returns how many were sealed.
CREATE FUNCTION daybook_seal_audit(p_limit integer DEFAULT 10000) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_hash text := repeat('0', 64);
  v_sequence bigint := 0;
  v_next text;
  v_count integer := 0;
  v_row audit_log;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('audit:' || v_org::text, 0));
  SELECT s.sequence, s.hash INTO v_sequence, v_hash FROM audit_seals s WHERE s.organization_id = v_org ORDER BY s.sequence DESC LIMIT 1;
  v_sequence := coalesce(v_sequence, 0);
  v_hash := coalesce(v_hash, repeat('0', 64));
  FOR v_row IN
    SELECT a.* FROM audit_log a
    WHERE a.organization_id = v_org
      AND a.inserted_in_transaction < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
      AND NOT EXISTS (SELECT 1 FROM audit_seals s WHERE s.organization_id = v_org AND s.audit_id = a.id)
    ORDER BY a.inserted_in_transaction, a.id LIMIT p_limit
  LOOP
    v_sequence := v_sequence + 1;
    v_next := encode(sha256(convert_to(v_hash || (to_jsonb(v_row) - 'inserted_in_transaction')::text, 'UTF8')), 'hex');
    INSERT INTO audit_seals (organization_id, sequence, audit_id, previous_hash, hash) VALUES (v_org, v_sequence, v_row.id, v_hash, v_next);
    v_hash := v_next;
    v_count := v_count + 1;
  END LOOP;
  RETURN v_count;
END $$;

-- The first sequence of the audit chain that does not verify, and the number of rows not sealed yet.
CREATE FUNCTION daybook_verify_audit() RETURNS TABLE (o_sealed bigint, o_unsealed bigint, o_first_broken bigint, o_head text) LANGUAGE sql STABLE AS $$
  WITH chain AS (
    SELECT s.sequence, s.hash, s.previous_hash,
           lag(s.hash, 1, repeat('0', 64)) OVER (ORDER BY s.sequence) AS expected_previous,
           row_number() OVER (ORDER BY s.sequence) AS expected_sequence,
           encode(sha256(convert_to(s.previous_hash || (to_jsonb(a) - 'inserted_in_transaction')::text, 'UTF8')), 'hex') AS expected_hash
    FROM audit_seals s LEFT JOIN audit_log a ON a.organization_id = s.organization_id AND a.id = s.audit_id
    WHERE s.organization_id = daybook_organization()
  )
  SELECT (SELECT count(*) FROM chain),
         (SELECT count(*) FROM audit_log a WHERE a.organization_id = daybook_organization()) - (SELECT count(*) FROM chain),
         (SELECT min(c.sequence) FROM chain c
            WHERE c.hash IS DISTINCT FROM c.expected_hash OR c.previous_hash <> c.expected_previous OR c.sequence <> c.expected_sequence),
         (SELECT c.hash FROM chain c ORDER BY c.sequence DESC LIMIT 1)
$$;

-- What the running ledger can be asked: every difference must be zero, every count of breaches 0.
CREATE FUNCTION daybook_verify_ledger() RETURNS TABLE (o_entries bigint, o_lines bigint, o_unbalanced bigint, o_balance_breaches bigint,
    o_dimension_breaches bigint, o_difference numeric, o_documents_without_entry bigint) LANGUAGE sql STABLE AS $$
  WITH lines AS (
    SELECT l.subsidiary_id, l.account_id, l.period_id, l.currency_code, sum(l.debit) AS debit, sum(l.credit) AS credit,
           sum(l.base_debit) AS base_debit, sum(l.base_credit) AS base_credit, count(*) AS n
    FROM ledger_lines l WHERE l.organization_id = daybook_organization() GROUP BY 1, 2, 3, 4
  ), balances AS (
    SELECT b.subsidiary_id, b.account_id, b.period_id, b.currency_code, sum(b.debit) AS debit, sum(b.credit) AS credit,
           sum(b.base_debit) AS base_debit, sum(b.base_credit) AS base_credit, sum(b.line_count) AS n
    FROM ledger_balances b WHERE b.organization_id = daybook_organization() GROUP BY 1, 2, 3, 4
  ), dimension_lines AS (
    SELECT count(*) AS n, coalesce(sum(l.base_debit), 0) AS d, coalesce(sum(l.base_credit), 0) AS c FROM ledger_lines l
    WHERE l.organization_id = daybook_organization() AND coalesce(l.class_id, l.department_id, l.location_id, l.project_id) IS NOT NULL
  ), dimension_balances AS (
    SELECT coalesce(sum(b.line_count), 0) AS n, coalesce(sum(b.base_debit), 0) AS d, coalesce(sum(b.base_credit), 0) AS c
    FROM ledger_dimension_balances b WHERE b.organization_id = daybook_organization()
  )
  SELECT (SELECT count(*) FROM ledger_entries e WHERE e.organization_id = daybook_organization()),
         (SELECT coalesce(sum(n), 0)::bigint FROM lines),
         (SELECT count(*) FROM (SELECT 1 FROM ledger_lines l WHERE l.organization_id = daybook_organization()
            GROUP BY l.entry_id HAVING sum(l.base_debit) <> sum(l.base_credit) OR count(*) < 2) u),
         (SELECT count(*) FROM lines l FULL JOIN balances b USING (subsidiary_id, account_id, period_id, currency_code)
            WHERE (l.debit, l.credit, l.base_debit, l.base_credit, l.n) IS DISTINCT FROM (b.debit, b.credit, b.base_debit, b.base_credit, b.n)),
         (SELECT count(*) FROM dimension_lines l, dimension_balances b WHERE (l.n, l.d, l.c) IS DISTINCT FROM (b.n, b.d, b.c)),
         (SELECT coalesce(sum(base_debit - base_credit), 0) FROM balances),
         (SELECT count(*) FROM business_transactions t WHERE t.organization_id = daybook_organization()
            AND t.ledger_entry_id IS NOT NULL AND NOT EXISTS (
              SELECT 1 FROM ledger_entries e WHERE e.organization_id = t.organization_id AND e.id = t.ledger_entry_id))
$$;
