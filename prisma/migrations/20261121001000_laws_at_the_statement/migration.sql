-- The same laws for less work per posting: what costs a posting its time is setting statements up, not running them.

-- 1. An entry and its lines are written by one statement, and judged when it ends instead of entry by entry at the commit. An entry
-- without lines, lines without their entry, lines added later: each is refused.
CREATE FUNCTION daybook_refuse_unbalanced(p_entries uuid[]) RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE
  bad record;
BEGIN
  SELECT e.entry_number INTO bad FROM unnest(p_entries) AS asked(id)
  JOIN ledger_entries e ON e.organization_id = daybook_organization() AND e.id = asked.id
  WHERE (SELECT count(*) >= 2 AND sum(l.base_debit) = sum(l.base_credit) FROM ledger_lines l
         WHERE l.organization_id = e.organization_id AND l.entry_id = e.id) IS NOT TRUE
     OR EXISTS (SELECT 1 FROM ledger_lines l WHERE l.organization_id = e.organization_id AND l.entry_id = e.id
                GROUP BY l.currency_code HAVING sum(l.debit) <> sum(l.credit))
  LIMIT 1;
  IF FOUND THEN
    RAISE check_violation USING MESSAGE = format('ledger entry %s does not balance', bad.entry_number),
      CONSTRAINT = 'ledger_entries_balanced';
  END IF;
END $$;

CREATE OR REPLACE FUNCTION daybook_check_new_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_stray boolean;
  v_unbalanced boolean;
  v_suspect boolean;
  v_misplaced boolean;
  v_dimensions boolean;
BEGIN
  SELECT bool_or((SELECT e.inserted_in_transaction = daybook_transaction_id() AND e.subsidiary_id = n.subsidiary_id
                         AND e.period_id = n.period_id AND e.posting_date = n.posting_date
                  FROM ledger_entries e WHERE e.organization_id = n.organization_id AND e.id = n.entry_id) IS NOT TRUE),
         bool_or(n.debit <> n.credit OR n.lines < 2), bool_or(n.base_debit <> n.base_credit), bool_or(n.misplaced), bool_or(n.dimensions)
    INTO v_stray, v_unbalanced, v_suspect, v_misplaced, v_dimensions
  FROM (
    SELECT l.organization_id, l.entry_id, l.subsidiary_id, l.period_id, l.posting_date, l.currency_code, count(*) AS lines,
           sum(l.debit) AS debit, sum(l.credit) AS credit, sum(l.base_debit) AS base_debit, sum(l.base_credit) AS base_credit,
           bool_or((SELECT NOT a.is_summary FROM accounts a WHERE a.organization_id = l.organization_id AND a.id = l.account_id) IS NOT TRUE) AS misplaced,
           bool_or(coalesce(l.class_id, l.department_id, l.location_id, l.project_id) IS NOT NULL) AS dimensions
    FROM new_lines l GROUP BY 1, 2, 3, 4, 5, 6
  ) n;
  IF v_stray THEN
    RAISE restrict_violation USING MESSAGE = 'ledger lines do not belong to a new entry';
  END IF;
  IF v_misplaced THEN
    RAISE foreign_key_violation USING MESSAGE = 'ledger lines name no posting account';
  END IF;
  IF v_unbalanced OR v_suspect THEN
    PERFORM daybook_refuse_unbalanced(ARRAY(SELECT DISTINCT l.entry_id FROM new_lines l));
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

CREATE OR REPLACE FUNCTION daybook_check_new_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_references boolean;
  v_empty boolean;
BEGIN
  SELECT bool_or(
           (SELECT p.subsidiary_id = n.subsidiary_id AND n.posting_date BETWEEN p.start_date AND p.end_date
            FROM fiscal_periods p WHERE p.organization_id = n.organization_id AND p.id = n.period_id) IS NOT TRUE
           OR (n.transaction_id IS NOT NULL AND (
                 SELECT true FROM business_transactions t WHERE t.organization_id = n.organization_id AND t.id = n.transaction_id) IS NULL)
           OR (n.reversal_of_id IS NOT NULL AND (
                 SELECT true FROM ledger_entries o WHERE o.organization_id = n.organization_id AND o.id = n.reversal_of_id) IS NULL)),
         bool_or((SELECT true FROM ledger_lines l WHERE l.organization_id = n.organization_id AND l.entry_id = n.id LIMIT 1) IS NULL)
    INTO v_references, v_empty FROM new_entries n;
  IF v_references THEN
    RAISE foreign_key_violation USING MESSAGE = 'a ledger entry names a period, document or original that is not there',
      TABLE = 'ledger_entries', CONSTRAINT = 'ledger_entries_references_org_fk';
  END IF;
  IF v_empty THEN
    RAISE check_violation USING MESSAGE = 'a ledger entry has no lines', CONSTRAINT = 'ledger_entries_balanced';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER ledger_entries_balanced ON ledger_entries;
DROP FUNCTION daybook_check_entry_balanced();

CREATE OR REPLACE FUNCTION daybook_append_entries(p_entries daybook_entry_draft[], p_lines daybook_line_draft[])
 RETURNS TABLE(entry_id uuid, entry_number text)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  v_org uuid := daybook_organization();
  v_slot integer := pg_backend_pid() % 8;
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

  -- Entries and lines in one statement, as their triggers demand; the gapless numbers as late as possible.
  RETURN QUERY
  WITH drafts AS MATERIALIZED (
    SELECT e.*, row_number() OVER (PARTITION BY e.fiscal_year ORDER BY e.ord DESC) AS from_last
    FROM unnest(p_entries) WITH ORDINALITY AS e(id, subsidiary_id, period_id, fiscal_year, posting_date, currency_code,
           base_currency_code, exchange_rate, source_kind, source_id, transaction_id, reversal_of_id, memo, posted_by, ord)
  ),
  written_lines AS (
    INSERT INTO ledger_lines (organization_id, entry_id, line_number, account_id, subsidiary_id, period_id, posting_date, currency_code,
        debit, credit, base_debit, base_credit, class_id, department_id, location_id, project_id, entity_type, entity_id, memo)
    SELECT v_org, l.* FROM unnest(p_lines) l
    RETURNING 1
  ),
  numbers AS (
    INSERT INTO number_counters AS c (organization_id, series, fiscal_year, next_value)
    SELECT v_org, 'GL', d.fiscal_year, 1 + count(*) FROM drafts d
    WHERE (SELECT count(*) FROM written_lines) >= 0
    GROUP BY d.fiscal_year ORDER BY d.fiscal_year
    ON CONFLICT (organization_id, series, fiscal_year) DO UPDATE SET next_value = c.next_value + excluded.next_value - 1
    RETURNING c.fiscal_year, c.next_value
  )
  INSERT INTO ledger_entries (organization_id, id, entry_number, subsidiary_id, book, period_id, posting_date, currency_code,
      base_currency_code, exchange_rate, source_kind, source_id, transaction_id, reversal_of_id, memo, posted_by)
  SELECT v_org, d.id, daybook_format_number('GL', d.fiscal_year, n.next_value - d.from_last),
         d.subsidiary_id, 'PRIMARY', d.period_id, d.posting_date, d.currency_code, d.base_currency_code, d.exchange_rate,
         d.source_kind, d.source_id, d.transaction_id, d.reversal_of_id, d.memo, d.posted_by
  FROM drafts d JOIN numbers n ON n.fiscal_year = d.fiscal_year
  RETURNING ledger_entries.id, ledger_entries.entry_number;
END $function$;

-- 2. Laws about columns that posting leaves alone are asked when those columns are written. A CHECK would be set up and asked by every
-- update of the row; the two about the status stay one.
ALTER TABLE business_transactions
  DROP CONSTRAINT business_transactions_adjustment_ck,
  DROP CONSTRAINT business_transactions_applied_ck,
  DROP CONSTRAINT business_transactions_entity_ck,
  DROP CONSTRAINT business_transactions_rate_ck,
  DROP CONSTRAINT business_transactions_record_status_ck,
  DROP CONSTRAINT business_transactions_total_ck,
  DROP CONSTRAINT business_transactions_posted_ck,
  DROP CONSTRAINT business_transactions_status_ck,
  ADD CONSTRAINT business_transactions_status_ck CHECK (
    CASE WHEN ledger_entry_id IS NULL THEN transaction_status IN ('DRAFT', 'PENDING_APPROVAL', 'APPROVED', 'CANCELLED')
         ELSE transaction_status IN ('POSTED', 'PAID', 'CLOSED', 'REVERSED') END);

CREATE FUNCTION daybook_check_document() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_broken text;
  -- What a document settles at most: a payment also what it took as a discount.
  v_settles numeric := NEW.total_amount
    + CASE WHEN NEW.kind IN ('CUSTOMER_PAYMENT', 'VENDOR_PAYMENT') THEN NEW.discount_amount ELSE 0 END;
BEGIN
  v_broken := CASE
    WHEN NEW.total_amount <> NEW.subtotal_amount + NEW.tax_amount - NEW.discount_amount THEN 'total'
    WHEN NEW.applied_amount <> 0 AND (abs(NEW.applied_amount) > abs(v_settles) OR sign(NEW.applied_amount) <> sign(v_settles)) THEN 'applied'
    WHEN (NEW.entity_id IS NULL) <> (NEW.entity_type IS NULL)
      OR NEW.entity_type NOT IN ('CUSTOMER', 'VENDOR', 'EMPLOYEE') THEN 'entity'
    WHEN NEW.exchange_rate <= 0 THEN 'rate'
    WHEN NEW.is_adjustment AND NEW.kind <> 'JOURNAL' THEN 'adjustment'
    WHEN NEW.record_status NOT IN ('active', 'inactive', 'archived') THEN 'record_status'
  END;
  IF v_broken IS NOT NULL THEN
    RAISE check_violation USING TABLE = 'business_transactions', CONSTRAINT = format('business_transactions_%s_ck', v_broken),
      MESSAGE = format('new row for relation "business_transactions" violates check constraint "business_transactions_%s_ck"', v_broken);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER business_transactions_lawful BEFORE INSERT OR UPDATE OF kind, entity_type, entity_id, exchange_rate, subtotal_amount,
  tax_amount, discount_amount, total_amount, applied_amount, record_status, is_adjustment
  ON business_transactions FOR EACH ROW EXECUTE FUNCTION daybook_check_document();

DROP TRIGGER business_transactions_posted ON business_transactions;
CREATE TRIGGER business_transactions_posted BEFORE DELETE OR UPDATE ON business_transactions FOR EACH ROW
  WHEN (OLD.ledger_entry_id IS NOT NULL) EXECUTE FUNCTION daybook_refuse_posted_change();

-- A journal names nobody: nothing to index.
DROP INDEX business_transactions_organization_id_entity_id_idx;
CREATE INDEX business_transactions_entity_id_sql_idx ON business_transactions (organization_id, entity_id) WHERE entity_id IS NOT NULL;

-- 3. The judge asks rare questions through functions, which cost nothing until they are called.
CREATE FUNCTION daybook_exceeds_credit(p_customer uuid, p_amount numeric) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT c.credit_limit < p_amount + coalesce((
      SELECT sum(o.base_total_amount - CASE WHEN o.total_amount = 0 THEN 0 ELSE o.base_total_amount * o.applied_amount / o.total_amount END)
      FROM business_transactions o
      WHERE o.organization_id = c.organization_id AND o.entity_id = c.id AND o.kind = 'INVOICE' AND o.transaction_status = 'POSTED'), 0)
    FROM customers c WHERE c.organization_id = daybook_organization() AND c.id = p_customer);
END $$;

CREATE FUNCTION daybook_is_posted_twice(p_id uuid, p_kind text, p_entity_type text, p_entity_id uuid, p_reference text) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM business_transactions o
    WHERE o.organization_id = daybook_organization() AND o.entity_id = p_entity_id AND o.entity_type = p_entity_type
      AND o.kind = p_kind AND o.id <> p_id
      AND lower(btrim(o.reference_number)) = lower(btrim(p_reference)) AND o.transaction_status IN ('POSTED', 'PAID', 'CLOSED'));
END $$;

-- What a refusal says beside its code.
CREATE FUNCTION daybook_verdict_detail(p_refusal text, p_id uuid, p_status text, p_entry_id uuid, p_has_lines boolean, p_debits numeric,
  p_credits numeric, p_base_debits numeric, p_base_credits numeric, p_currency text, p_base_currency text, p_date date, p_period text,
  p_period_status text, p_subsidiary_id uuid, p_warnings text[]) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN CASE p_refusal
      WHEN 'ALREADY_POSTED' THEN jsonb_build_object('status', p_status, 'glTransactionId', p_entry_id)
      WHEN 'INVALID_STATUS_TRANSITION' THEN jsonb_build_object('from', p_status)
      WHEN 'INCOMPLETE_DOCUMENT' THEN jsonb_build_object('missing',
        CASE WHEN p_has_lines THEN daybook_posting_faults(p_id, p_refusal) ELSE '["lines"]'::jsonb END)
      WHEN 'ACCOUNT_UNRESOLVED' THEN jsonb_build_object('lineNumbers', daybook_posting_faults(p_id, p_refusal))
      WHEN 'ACCOUNT_NOT_POSTABLE' THEN jsonb_build_object('accounts', daybook_posting_faults(p_id, p_refusal))
      -- As text: a JSON number would pass through a JavaScript number on its way out.
      WHEN 'NOT_BALANCED' THEN CASE WHEN p_debits <> p_credits
        THEN jsonb_build_object('debits', p_debits::text, 'credits', p_credits::text,
          'difference', (p_debits - p_credits)::text, 'currencyCode', p_currency)
        ELSE jsonb_build_object('debits', coalesce(p_base_debits, 0)::text, 'credits', coalesce(p_base_credits, 0)::text,
          'difference', coalesce(p_base_debits - p_base_credits, 0)::text, 'currencyCode', p_base_currency) END
      WHEN 'PERIOD_NOT_OPEN' THEN jsonb_build_object('date', p_date, 'period', p_period,
        'status', coalesce(p_period_status, 'NONE'), 'subsidiaryId', p_subsidiary_id)
      WHEN 'CHECKS_FAILED' THEN jsonb_build_object('checks', to_jsonb(p_warnings))
    END;
END $$;

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
           i.lines > 0 OR EXISTS (SELECT 1 FROM business_transaction_lines d
                                  WHERE d.organization_id = t.organization_id AND d.transaction_id = t.id) AS has_lines,
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
    CASE WHEN j.refusal IS NOT NULL THEN
      daybook_verdict_detail(j.refusal, j.id, j.status, j.ledger_entry_id, j.has_lines, j.debits, j.credits, j.base_debits, j.base_credits,
        j.currency_code, j.base_currency_code, j.posting_date, j.period_label, j.period_status, j.subsidiary_id, j.warnings) END,
    j.posting_date, j.period_id, j.fiscal_year, CASE WHEN j.refusal IS NULL THEN daybook_uuid_v7() END,
    j.subsidiary_id, j.currency_code, j.base_currency_code, j.exchange_rate, j.memo, j.revenue_contract_id
  FROM judged j
$function$
;
