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
END $$;
