-- Reverses posted documents. The arrays run in parallel: p_ids[i] is reversed on p_dates[i]. Each gets a mirrored journal document with
-- its own number and entry, linked in both directions, at the original's rate. Every item gets a row: the refusal, or the new ids. What
-- is refused writes nothing and does not disturb the others; the second of two items that name one document finds it reversed. The
-- caller has checked the state under the row locks that this function takes again. This function owns the rule;
-- e2e/ledger/reversals.test.ts compares it with an independent one.
--
-- Refuses: NOT_FOUND; INVALID_STATUS_TRANSITION (not posted, a reversal itself, or something is applied to it);
--   REVERSAL_BEFORE_POSTING; PERIOD_NOT_OPEN.
-- Locks: the shared side of "periods:<organization>"; the documents, in id order, FOR NO KEY UPDATE; the number series of journals, by
--   fiscal year; then those of append-entries.
-- Rule: docs/house.md, "Posting".
-- Proved by: e2e/ledger/lifecycle.test.ts, e2e/ledger/many-at-once.test.ts.
CREATE FUNCTION daybook_reverse_transactions(p_ids uuid[], p_dates date[], p_reason text, p_actor_id uuid)
RETURNS TABLE (
  o_ord integer, o_refusal text, o_detail jsonb, o_reversal_id uuid, o_reversal_number text, o_entry_id uuid, o_entry_number text
)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_now timestamptz(3) := clock_timestamp();
  v_type transaction_types;
  v_made daybook_reversal[];
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('periods:' || v_org::text, 0));
  PERFORM FROM business_transactions t WHERE t.organization_id = v_org AND t.id = ANY (p_ids) ORDER BY t.id FOR NO KEY UPDATE;
  SELECT * INTO STRICT v_type FROM transaction_types y WHERE y.organization_id = v_org AND y.kind = 'JOURNAL' ORDER BY y.code LIMIT 1;

  -- The first refusal that applies. A settled document must be unapplied first; a reversal is never reversed.
  SELECT array_agg(ROW(j.ord, j.id, j.refusal, CASE j.refusal
      WHEN 'INVALID_STATUS_TRANSITION' THEN jsonb_build_object('from', CASE WHEN j.is_again THEN 'REVERSED' ELSE j.transaction_status END,
        'reason', CASE WHEN j.reverses_transaction_id IS NOT NULL THEN 'IS_A_REVERSAL' WHEN j.applied_amount <> 0 THEN 'HAS_APPLICATIONS' END)
      WHEN 'REVERSAL_BEFORE_POSTING' THEN jsonb_build_object('postingDate', j.posting_date, 'reversalDate', j.date)
      WHEN 'PERIOD_NOT_OPEN' THEN jsonb_build_object('date', j.date, 'period', j.label, 'status', coalesce(j.period_status, 'NONE'),
        'subsidiaryId', j.subsidiary_id)
    END, j.date, j.period_id, j.fiscal_year,
    CASE WHEN j.refusal IS NULL THEN daybook_uuid_v7() END, NULL, CASE WHEN j.refusal IS NULL THEN daybook_uuid_v7() END)::daybook_reversal
    ORDER BY j.ord) INTO v_made
  FROM (
    SELECT f.*, CASE
      WHEN f.found IS NULL THEN 'NOT_FOUND'
      WHEN f.transaction_status <> 'POSTED' OR f.is_again OR f.reverses_transaction_id IS NOT NULL OR f.applied_amount <> 0
        THEN 'INVALID_STATUS_TRANSITION'
      WHEN f.date < f.posting_date THEN 'REVERSAL_BEFORE_POSTING'
      WHEN f.period_id IS NULL OR f.period_status <> 'OPEN' THEN 'PERIOD_NOT_OPEN'
    END AS refusal
    FROM (
      SELECT a.ord::integer AS ord, a.id, a.date, t.id AS found, t.transaction_status, t.reverses_transaction_id, t.applied_amount,
             t.posting_date, t.subsidiary_id, p.id AS period_id, p.label, p.fiscal_year, p.effective_status AS period_status,
             -- An earlier item has reversed it. One that was refused for its date or period may still be reversed by a later item.
             array_position(p_ids, a.id) < a.ord AND t.transaction_status = 'POSTED' AND t.reverses_transaction_id IS NULL
               AND t.applied_amount = 0 AND EXISTS (SELECT FROM unnest(p_ids, p_dates) WITH ORDINALITY AS b (id, date, ord) WHERE b.id = a.id AND b.ord < a.ord
                     AND b.date >= t.posting_date AND EXISTS (
                       SELECT FROM fiscal_periods q WHERE q.organization_id = v_org AND q.subsidiary_id = t.subsidiary_id
                         AND NOT q.is_adjustment AND b.date BETWEEN q.start_date AND q.end_date
                         AND daybook_effective_period_status(q) = 'OPEN')) AS is_again
      FROM unnest(p_ids, p_dates) WITH ORDINALITY AS a (id, date, ord)
      LEFT JOIN business_transactions t ON t.organization_id = v_org AND t.id = a.id
      LEFT JOIN LATERAL (
        SELECT q.id, q.label, q.fiscal_year, daybook_effective_period_status(q) AS effective_status FROM fiscal_periods q
        WHERE q.organization_id = v_org AND q.subsidiary_id = t.subsidiary_id AND NOT q.is_adjustment
          AND a.date BETWEEN q.start_date AND q.end_date
        LIMIT 1
      ) p ON true
      OFFSET 0
    ) f
    OFFSET 0
  ) j;

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

  INSERT INTO business_transactions (organization_id, id, transaction_number, transaction_type_id, kind, subsidiary_id, entity_type, entity_id,
      transaction_date, currency_code, base_currency_code, exchange_rate, exchange_rate_given, subtotal_amount, tax_amount, discount_amount,
      total_amount, base_total_amount, transaction_status, memo, project_id, revenue_contract_id, created_by, submitted_by, submitted_at,
      approved_by, approved_at, reverses_transaction_id)
  SELECT v_org, m.reversal_id, m.number, v_type.id, 'JOURNAL', t.subsidiary_id, t.entity_type, t.entity_id, m.date, t.currency_code,
      t.base_currency_code, t.exchange_rate, true, 0, 0, 0, 0, 0, 'APPROVED',
      left('Reversal of ' || t.transaction_number || ': ' || p_reason, 1000), t.project_id, t.revenue_contract_id, p_actor_id,
      p_actor_id, v_now, p_actor_id, v_now, t.id
  FROM unnest(v_made) m JOIN business_transactions t ON t.organization_id = v_org AND t.id = m.id
  WHERE m.refusal IS NULL ORDER BY m.ord;
  INSERT INTO business_transaction_lines (organization_id, transaction_id, line_number, line_type, description, quantity, unit_price,
      line_amount, tax_amount, account_id, class_id, department_id, location_id, project_id)
  SELECT v_org, m.reversal_id, l.line_number, 'ITEM', coalesce(l.memo, 'Reversal of ' || t.transaction_number),
      -- A unit price has two digits less before the decimal point than an amount, so the largest are given per hundredth.
      CASE WHEN l.debit + l.credit < 1e14 THEN 1 ELSE 100 END,
      (l.credit - l.debit) / CASE WHEN l.debit + l.credit < 1e14 THEN 1 ELSE 100 END,
      l.credit - l.debit, 0, l.account_id, l.class_id, l.department_id, l.location_id, l.project_id
  FROM unnest(v_made) m JOIN business_transactions t ON t.organization_id = v_org AND t.id = m.id
  JOIN ledger_lines l ON l.organization_id = v_org AND l.entry_id = t.ledger_entry_id
  WHERE m.refusal IS NULL;
  INSERT INTO transaction_impact_lines (organization_id, transaction_id, line_number, document_line_number, account_id, debit, credit,
      base_debit, base_credit, class_id, department_id, location_id, project_id, entity_type, entity_id, memo, from_subledger)
  SELECT v_org, m.reversal_id, l.line_number, l.line_number, l.account_id, l.credit, l.debit, l.base_credit, l.base_debit,
      l.class_id, l.department_id, l.location_id, l.project_id, l.entity_type, l.entity_id, l.memo, true
  FROM unnest(v_made) m JOIN business_transactions t ON t.organization_id = v_org AND t.id = m.id
  JOIN ledger_lines l ON l.organization_id = v_org AND l.entry_id = t.ledger_entry_id
  WHERE m.refusal IS NULL;

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
END $$;
