-- Posts approved documents. The arrays run in parallel: p_ids[i] is posted on p_dates[i] for p_actor_ids[i], and so on.
-- p_override skips the overridable checks; p_may_soft lets it also post into a soft-closed period; p_scopes[i] is NULL or
-- the JSON list of subsidiaries the caller may touch. Every item gets a row; refusal NULL means posted. Verdicts, entries,
-- balances, documents, audit and events are one statement of named steps: what is read once serves them all, and rows handed to a
-- function of their own would cost some 6 µs each (docs/house.md). It writes what append-entries
-- writes, and the same triggers check both. The SET clauses: planning costs more than running, so each session plans once, and
-- goes by key whatever the statistics say of tables that grow from nothing to millions within one statistics interval.
-- Owner: the lines; the balances are their sums, held to it by e2e/ledger/balances.test.ts.
--
-- Refuses: an item that judge-postings refuses: nothing is written for it, and the others are not affected. With p_free_only also
--   a document of a revenue contract, whose contract must record it in the same transaction (CONTRACT_DOCUMENT).
-- Locks: in this order: the shared side of "periods:<organization>"; the documents, in id order; balances, in key order; the
--   number series, last; balances by dimension (check-new-lines).
-- Rule: docs/house.md, "Posting".
-- Proved by: e2e/ledger/balances.test.ts, e2e/ledger/histories.test.ts, e2e/ledger/races.test.ts.
CREATE FUNCTION daybook_post_transactions(
  p_ids uuid[], p_dates date[], p_override boolean[], p_may_soft boolean[], p_today date, p_actor_kinds text[],
  p_actor_ids uuid[], p_actor_names text[], p_surfaces text[], p_request_ids text[], p_scopes jsonb[],
  p_free_only boolean DEFAULT false
)
RETURNS TABLE (
  o_ord integer, o_transaction_id uuid, o_refusal text, o_detail jsonb, o_entry_id uuid, o_entry_number text,
  o_posting_date date, o_posted_at timestamptz
)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET enable_bitmapscan = off
AS $$
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
END $$;
