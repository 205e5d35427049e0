-- What reversing a set of documents would meet, without writing: every item with its refusal and detail, or with the ids and the period
-- of the mirror it will get; the number comes later. The arrays run in parallel: p_ids[i] is reversed on p_dates[i]. The first refusal
-- that applies counts. Inlined by the planner.
-- Owner: this function; e2e/ledger/reversals.test.ts compares it with an independent one.
--
-- Refuses: nothing itself; it returns NOT_FOUND, INVALID_STATUS_TRANSITION (not posted, a reversal itself, or something is applied to
--   it), REVERSAL_BEFORE_POSTING, PERIOD_NOT_OPEN.
-- Locks: none; the caller holds the locks.
-- Rule: docs/house.md, "Posting".
-- Proved by: e2e/ledger/reversals.test.ts, e2e/ledger/many-at-once.test.ts.
CREATE FUNCTION daybook_judge_reversals(p_ids uuid[], p_dates date[]) RETURNS SETOF daybook_reversal
LANGUAGE sql STABLE
AS $$
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
$$;
