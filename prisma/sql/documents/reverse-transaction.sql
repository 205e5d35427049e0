-- Reverses one posted document: a mirrored journal document with its own number and entry, dated p_date, linked in both
-- directions, at the original's rate. The caller has checked the state under the row lock that this function takes again. Returns
-- the refusal or the new ids. This function owns the rule; e2e/ledger/reversals.test.ts compares it with an independent one.
--
-- Refuses: NOT_FOUND; INVALID_STATUS_TRANSITION (not posted, a reversal itself, or something is applied to it);
--   REVERSAL_BEFORE_POSTING; PERIOD_NOT_OPEN. A refusal writes nothing.
-- Locks: the shared side of "periods:<organization>"; the document, FOR NO KEY UPDATE; the number series of journals; then
--   those of append-entries.
-- Rule: docs/house.md, "Posting".
-- Proved by: e2e/ledger/lifecycle.test.ts.
CREATE FUNCTION daybook_reverse_transaction(p_id uuid, p_date date, p_reason text, p_actor_id uuid)
RETURNS TABLE (
  o_refusal text, o_detail jsonb, o_reversal_id uuid, o_reversal_number text, o_entry_id uuid, o_entry_number text
)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
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
  -- A settled document must be unapplied first; a reversal is never reversed.
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
      -- A unit price has two digits less before the decimal point than an amount, so the largest are given per hundredth.
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

  DELETE FROM unposted_documents u WHERE u.organization_id = v_org AND u.transaction_id = v_id;
  UPDATE business_transactions SET transaction_status = 'POSTED', ledger_entry_id = v_entry_id, posting_date = p_date, posted_at = v_now,
      posted_by = p_actor_id
    WHERE organization_id = v_org AND id = v_id;
  UPDATE business_transactions SET transaction_status = 'REVERSED', reversal_reason = p_reason, reversal_date = p_date,
      reversal_entry_id = v_entry_id, reversal_transaction_id = v_id
    WHERE organization_id = v_org AND id = p_id;
  RETURN QUERY SELECT NULL::text, NULL::jsonb, v_id, v_number, v_entry_id, o_entry_number;
END $$;
