-- What a set of postings would meet, without writing: the verdict of every item, in the precedence of
-- core/transactions/checks.ts. A refusal of NULL means it would be posted. Flags first; the words for a refusal are looked up
-- only for a refused item. A verdict includes what the entry will need from the document. Periods and accounts are found by
-- key, document by document: LATERAL and OFFSET 0 keep the planner from sorting the batch or copying a flag's subqueries to
-- every place that names it.
-- Owner: the core; held to it by e2e/ledger/evidence/verdicts.test.ts, and e2e/ledger/far-future-border.test.ts for the border of the far
-- future.
--
-- Refuses: nothing itself; it returns NOT_FOUND, FORBIDDEN_SCOPE, ALREADY_POSTED, INVALID_STATUS_TRANSITION, SELF_APPROVAL,
--   INCOMPLETE_DOCUMENT, NOT_BALANCED, ACCOUNT_UNRESOLVED, ACCOUNT_NOT_POSTABLE, PERIOD_NOT_OPEN, CHECKS_FAILED.
-- Locks: none; the caller holds the locks.
-- Rule: docs/house.md, "Posting"; src/core/transactions/checks.ts.
-- Proved by: e2e/ledger/evidence/verdicts.test.ts, e2e/ledger/far-future-border.test.ts, e2e/ledger/evidence/totals.test.ts.
CREATE FUNCTION daybook_judge_postings(
  p_ids uuid[], p_dates date[], p_override boolean[], p_may_soft boolean[], p_today date, p_actor_ids uuid[], p_scopes jsonb[]
)
RETURNS SETOF daybook_verdict
LANGUAGE sql STABLE
AS $$
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
$$;
