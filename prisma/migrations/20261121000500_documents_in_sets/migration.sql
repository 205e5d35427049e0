-- Documents are stored in sets; posting and reversing agree with the core to the letter.

ALTER TABLE "transaction_impact_lines" ADD COLUMN "from_subledger" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "fiscal_periods" ADD COLUMN "reopened_from" TEXT;
ALTER TABLE fiscal_periods ADD CONSTRAINT fiscal_periods_reopened_ck
  CHECK (reopened_from IS NULL OR (reopened_from IN ('SOFT_CLOSED', 'CLOSED') AND reopened_until IS NOT NULL));

-- A period reopened for a while is, after that while, what it was before.
CREATE FUNCTION daybook_effective_period_status(p fiscal_periods) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p.reopened_from IS NOT NULL AND p.reopened_until <= now() THEN p.reopened_from ELSE p.period_status END
$$;

-- Stores new documents with their lines and the entries they will make; returns their numbers, in the order given.
-- p_documents: columns of business_transactions and, to take numbers from, series and fiscal_year.
CREATE FUNCTION daybook_insert_transactions(p_documents jsonb, p_lines jsonb, p_impact jsonb)
RETURNS TABLE (o_id uuid, o_number text, o_created_at timestamptz) LANGUAGE plpgsql AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_now timestamptz(3) := clock_timestamp();
  v_series record;
  v_first bigint;
BEGIN
  -- Series in order, so that two batches never wait for each other in a circle.
  FOR v_series IN
    SELECT d.series, d.fiscal_year, count(*)::int AS n FROM jsonb_to_recordset(p_documents) AS d(series text, fiscal_year int)
    GROUP BY 1, 2 ORDER BY 1, 2
  LOOP
    v_first := daybook_take_numbers(v_series.series, v_series.fiscal_year, v_series.n);
    RETURN QUERY
    INSERT INTO business_transactions (organization_id, id, transaction_number, transaction_type_id, kind, subsidiary_id, entity_type,
        entity_id, transaction_date, due_date, currency_code, base_currency_code, exchange_rate, exchange_rate_given, subtotal_amount,
        tax_amount, discount_amount, total_amount, base_total_amount, transaction_status, memo, reference_number, payment_method,
        payment_terms, billing_address, project_id, subscription_id, revenue_contract_id, record_status, created_by, submitted_by,
        submitted_at, approved_by, approved_at, created_at, updated_at)
    SELECT v_org, d.id, daybook_format_number(v_series.series, v_series.fiscal_year, v_first - 1 + row_number() OVER (ORDER BY e.ord)),
           d.transaction_type_id, d.kind, d.subsidiary_id, d.entity_type, d.entity_id, d.transaction_date, d.due_date, d.currency_code,
           d.base_currency_code, d.exchange_rate, d.exchange_rate_given, d.subtotal_amount, d.tax_amount, d.discount_amount,
           d.total_amount, d.base_total_amount, d.transaction_status, d.memo, d.reference_number, d.payment_method, d.payment_terms,
           d.billing_address, d.project_id, d.subscription_id, d.revenue_contract_id, coalesce(d.record_status, 'active'), d.created_by,
           d.submitted_by, CASE WHEN d.submitted_by IS NOT NULL OR d.transaction_status <> 'DRAFT' THEN v_now END,
           d.approved_by, CASE WHEN d.transaction_status = 'APPROVED' THEN v_now END, v_now, v_now
    FROM jsonb_array_elements(p_documents) WITH ORDINALITY AS e(doc, ord)
         CROSS JOIN LATERAL jsonb_populate_record(NULL::business_transactions, e.doc) d
    WHERE e.doc ->> 'series' = v_series.series AND (e.doc ->> 'fiscal_year')::int = v_series.fiscal_year
    RETURNING business_transactions.id, business_transactions.transaction_number, business_transactions.created_at;
  END LOOP;
  PERFORM daybook_insert_transaction_parts(p_lines, p_impact);
END $$;

CREATE FUNCTION daybook_insert_transaction_parts(p_lines jsonb, p_impact jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO business_transaction_lines (organization_id, transaction_id, line_number, line_type, description, quantity, unit_price,
      line_amount, tax_code_id, tax_rate_percent, tax_amount, account_id, item_id, class_id, department_id, location_id, project_id)
  SELECT daybook_organization(), l.transaction_id, l.line_number, l.line_type, l.description, l.quantity, l.unit_price, l.line_amount,
      l.tax_code_id, l.tax_rate_percent, l.tax_amount, l.account_id, l.item_id, l.class_id, l.department_id, l.location_id, l.project_id
  FROM jsonb_populate_recordset(NULL::business_transaction_lines, p_lines) l;
  INSERT INTO transaction_impact_lines (organization_id, transaction_id, line_number, document_line_number, account_id, debit, credit,
      base_debit, base_credit, class_id, department_id, location_id, project_id, entity_type, entity_id, memo, from_subledger)
  SELECT daybook_organization(), i.transaction_id, i.line_number, i.document_line_number, i.account_id, i.debit, i.credit,
      i.base_debit, i.base_credit, i.class_id, i.department_id, i.location_id, i.project_id, i.entity_type, i.entity_id, i.memo,
      i.from_subledger
  FROM jsonb_populate_recordset(NULL::transaction_impact_lines, p_impact) i;
$$;

-- Replaces the entries documents will make and, when p_lines is given, their lines. For documents not posted yet.
CREATE FUNCTION daybook_replace_transaction_parts(p_ids uuid[], p_lines jsonb, p_impact jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_lines IS NOT NULL THEN
    DELETE FROM business_transaction_lines l WHERE l.organization_id = daybook_organization() AND l.transaction_id = ANY (p_ids);
  END IF;
  DELETE FROM transaction_impact_lines i WHERE i.organization_id = daybook_organization() AND i.transaction_id = ANY (p_ids);
  PERFORM daybook_insert_transaction_parts(coalesce(p_lines, '[]'), p_impact);
END $$;

-- Gives a number back when it was the last of its series: a deleted draft then leaves no hole. Otherwise the hole stays,
-- and the audit row of the deletion explains it; a number is never given to another document while later ones exist.
CREATE FUNCTION daybook_give_back_number(p_number text) RETURNS boolean LANGUAGE sql AS $$
  WITH parts AS (SELECT regexp_match(p_number, '^(.*)-(\d{4})-(\d+)$') AS m),
  given AS (
    UPDATE number_counters c SET next_value = c.next_value - 1 FROM parts
    WHERE c.organization_id = daybook_organization() AND c.series = parts.m[1] AND c.fiscal_year = parts.m[2]::int
      AND c.next_value = parts.m[3]::bigint + 1
    RETURNING 1
  )
  SELECT EXISTS (SELECT 1 FROM given)
$$;

-- What a set of postings would meet, without writing: the verdict of every item, in the precedence of core/transactions/checks.ts.
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
  impact AS (
    SELECT i.transaction_id,
           count(*) AS lines,
           sum(i.debit) AS debits, sum(i.credit) AS credits, sum(i.base_debit) AS base_debits, sum(i.base_credit) AS base_credits,
           -- 0 stands for an account the posting rule itself lacks.
           coalesce(jsonb_agg(DISTINCT coalesce(i.document_line_number, 0)) FILTER (WHERE i.account_id IS NULL), '[]') AS unresolved,
           coalesce(jsonb_agg(DISTINCT jsonb_build_object('id', a.id, 'code', a.code, 'why',
             CASE WHEN a.is_summary THEN 'SUMMARY' WHEN a.record_status <> 'active' THEN 'INACTIVE' ELSE 'CONTROL' END))
             FILTER (WHERE a.is_summary OR a.record_status <> 'active'
               OR (a.is_control AND NOT i.from_subledger)), '[]') AS unpostable,
           coalesce(jsonb_agg(DISTINCT missing.required) FILTER (WHERE missing.required IS NOT NULL), '[]') AS required,
           bool_or(missing.recommended) AS lacks_recommended
    FROM transaction_impact_lines i
    LEFT JOIN accounts a ON a.organization_id = i.organization_id AND a.id = i.account_id
    LEFT JOIN LATERAL (
      SELECT (SELECT string_agg(format('line %s %s', i.document_line_number, r), ', ') FROM unnest(a.required_dimensions) r
              WHERE NOT daybook_has_dimension(r, i.class_id, i.department_id, i.location_id, i.project_id)) AS required,
             EXISTS (SELECT 1 FROM unnest(a.recommended_dimensions) r
              WHERE NOT daybook_has_dimension(r, i.class_id, i.department_id, i.location_id, i.project_id)) AS recommended
      -- Control, tax and other lines of the whole document are left out: nobody could fill them in.
      WHERE i.document_line_number IS NOT NULL AND cardinality(a.required_dimensions) + cardinality(a.recommended_dimensions) > 0
    ) missing ON true
    WHERE i.organization_id = daybook_organization() AND i.transaction_id = ANY (p_ids)
    GROUP BY i.transaction_id
  ),
  facts AS (
    SELECT a.*, t.id AS found, t.transaction_status AS status, t.ledger_entry_id, t.subsidiary_id, t.kind, t.currency_code, t.base_currency_code,
           t.created_by, t.base_total_amount, i.lines, i.debits, i.credits, i.base_debits, i.base_credits, i.unresolved, i.unpostable,
           i.required, p.id AS period_id, p.label AS period_label, p.fiscal_year, p.effective_status AS period_status, s.segregation, s.threshold,
           EXISTS (SELECT 1 FROM business_transaction_lines d
                   WHERE d.organization_id = t.organization_id AND d.transaction_id = t.id) AS has_lines,
           to_jsonb(array_remove(ARRAY[
             CASE WHEN t.kind = 'INVOICE' AND c.credit_limit IS NOT NULL AND t.base_total_amount > 0 AND c.credit_limit < t.base_total_amount + coalesce((
                 SELECT sum(o.base_total_amount - CASE WHEN o.total_amount = 0 THEN 0 ELSE o.base_total_amount * o.applied_amount / o.total_amount END)
                 FROM business_transactions o
                 WHERE o.organization_id = t.organization_id AND o.entity_id = t.entity_id AND o.kind = 'INVOICE' AND o.transaction_status = 'POSTED'), 0)
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
           ], NULL)) AS warnings
    FROM asked a
    CROSS JOIN settings s
    LEFT JOIN business_transactions t ON t.organization_id = daybook_organization() AND t.id = a.id
    LEFT JOIN impact i ON i.transaction_id = t.id
    LEFT JOIN customers c ON c.organization_id = t.organization_id AND c.id = t.entity_id AND t.entity_type = 'CUSTOMER'
    LEFT JOIN LATERAL (
      SELECT q.*, daybook_effective_period_status(q) AS effective_status FROM fiscal_periods q
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
      WHEN f.segregation AND f.created_by = f.actor_id
        -- A balanced journal's total is zero: its size is what it moves.
        AND greatest(abs(f.base_total_amount), coalesce(f.base_debits, 0)) >= f.threshold THEN 'SELF_APPROVAL'
      WHEN NOT f.has_lines THEN 'INCOMPLETE_DOCUMENT'
      WHEN coalesce(f.lines, 0) < 2 OR f.debits <> f.credits OR f.base_debits <> f.base_credits THEN 'NOT_BALANCED'
      WHEN f.unresolved <> '[]' THEN 'ACCOUNT_UNRESOLVED'
      WHEN f.unpostable <> '[]' THEN 'ACCOUNT_NOT_POSTABLE'
      WHEN f.required <> '[]' THEN 'INCOMPLETE_DOCUMENT'
      -- A soft-closed period is open, with a warning, to those who may post into it, and closed to everybody else.
      WHEN f.period_id IS NULL OR f.period_status IN ('CLOSED', 'LOCKED')
        OR (f.period_status = 'SOFT_CLOSED' AND NOT f.may_soft) THEN 'PERIOD_NOT_OPEN'
      WHEN NOT f.override AND f.warnings <> '[]' THEN 'CHECKS_FAILED'
    END AS refusal
    FROM facts f
  )
  SELECT j.ord, j.id, j.refusal,
    CASE j.refusal
      WHEN 'ALREADY_POSTED' THEN jsonb_build_object('status', j.status, 'glTransactionId', j.ledger_entry_id)
      WHEN 'INVALID_STATUS_TRANSITION' THEN jsonb_build_object('from', j.status)
      WHEN 'INCOMPLETE_DOCUMENT' THEN jsonb_build_object('missing', CASE WHEN NOT j.has_lines THEN '["lines"]'::jsonb ELSE j.required END)
      WHEN 'ACCOUNT_UNRESOLVED' THEN jsonb_build_object('lineNumbers', j.unresolved)
      WHEN 'ACCOUNT_NOT_POSTABLE' THEN jsonb_build_object('accounts', j.unpostable)
      -- As text: a JSON number would pass through a JavaScript number on its way out.
      WHEN 'NOT_BALANCED' THEN CASE WHEN j.debits <> j.credits
        THEN jsonb_build_object('debits', j.debits::text, 'credits', j.credits::text,
          'difference', (j.debits - j.credits)::text, 'currencyCode', j.currency_code)
        ELSE jsonb_build_object('debits', coalesce(j.base_debits, 0)::text, 'credits', coalesce(j.base_credits, 0)::text,
          'difference', coalesce(j.base_debits - j.base_credits, 0)::text, 'currencyCode', j.base_currency_code) END
      WHEN 'PERIOD_NOT_OPEN' THEN jsonb_build_object('date', j.posting_date, 'period', j.period_label,
        'status', coalesce(j.period_status, 'NONE'), 'subsidiaryId', j.subsidiary_id)
      WHEN 'CHECKS_FAILED' THEN jsonb_build_object('checks', j.warnings)
    END,
    j.posting_date, j.period_id, j.fiscal_year, CASE WHEN j.refusal IS NULL THEN daybook_uuid_v7() END
  FROM judged j ORDER BY j.ord
$$;

-- Reverses one posted document: a mirrored journal document with its own number and entry, dated p_date, links both ways.
-- The caller has checked the state under the row lock this function takes again. Returns the refusal or the new ids.
CREATE OR REPLACE FUNCTION daybook_reverse_transaction(p_id uuid, p_date date, p_reason text, p_actor_id uuid)
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
  IF NOT FOUND OR daybook_effective_period_status(v_period) <> 'OPEN' THEN
    RETURN QUERY SELECT 'PERIOD_NOT_OPEN', jsonb_build_object('date', p_date, 'period', v_period.label,
      'status', coalesce(daybook_effective_period_status(v_period), 'NONE'), 'subsidiaryId', v_doc.subsidiary_id),
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
  SELECT v_org, v_id, l.line_number, 'ITEM', coalesce(l.memo, 'Reversal of ' || v_doc.transaction_number),
      -- A unit price holds two digits less before the point than an amount: the largest are stated per hundredth.
      CASE WHEN l.debit + l.credit < 1e14 THEN 1 ELSE 100 END,
      (l.credit - l.debit) / CASE WHEN l.debit + l.credit < 1e14 THEN 1 ELSE 100 END,
      l.credit - l.debit, 0, l.account_id, l.class_id, l.department_id, l.location_id, l.project_id
  FROM ledger_lines l WHERE l.organization_id = v_org AND l.entry_id = v_entry.id;
  INSERT INTO transaction_impact_lines (organization_id, transaction_id, line_number, document_line_number, account_id, debit, credit,
      base_debit, base_credit, class_id, department_id, location_id, project_id, entity_type, entity_id, memo, from_subledger)
  SELECT v_org, v_id, l.line_number, l.line_number, l.account_id, l.credit, l.debit, l.base_credit, l.base_debit,
      l.class_id, l.department_id, l.location_id, l.project_id, l.entity_type, l.entity_id, l.memo, true
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
