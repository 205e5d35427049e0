-- Mends what daybook_fold_ledger adds up besides the sums by day of an account: by dimension (ledger_dimension_days, ledger_dimension_periods), by period what
-- a close compares (subledger_periods, revenue_ledger_periods) and between companies (intercompany_days). To each sum that does not come to the entries that
-- are added to it (folded_numbers), the difference is added, so that nothing else is written. Returns how many were wrong.
-- Owner: the lines of the ledger, the documents and the settlements; e2e/ledger/evidence/mended-sums.test.ts compares them.
--
-- Refuses: nothing; where every sum is right it returns 0.
-- Locks: the advisory lock "fold:<organization>", until the end of the transaction: no entry is added meanwhile, and none up to the last that was added
--   can still be missing.
-- Rule: docs/guides/operators.md, "Verify".
-- Proved by: e2e/ledger/evidence/mended-sums.test.ts.
CREATE FUNCTION daybook_mend_ledger_sums() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_nil constant uuid := '00000000-0000-0000-0000-000000000000';
  v_dimension_days bigint;
  v_dimension_periods bigint;
  v_subledgers bigint;
  v_revenue bigint;
  v_between bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold:' || v_org::text, 0));
  -- One statement: an entry that is posted meanwhile is in none of its parts.
  WITH tail AS MATERIALIZED (
    SELECT e.id FROM number_counters c
    LEFT JOIN folded_numbers m ON m.organization_id = c.organization_id AND m.fiscal_year = c.fiscal_year
    CROSS JOIN LATERAL generate_series(coalesce(m.through_number, 0) + 1, c.next_value - 1) n (number)
    CROSS JOIN LATERAL (
      SELECT x.id FROM ledger_entries x
      WHERE x.organization_id = v_org AND x.entry_number = daybook_format_number('GL', c.fiscal_year, n.number) OFFSET 0) e
    WHERE c.organization_id = v_org AND c.series = 'GL'
  ), coded AS MATERIALIZED (
    SELECT l.subsidiary_id, l.posting_date, l.account_id, l.period_id, coalesce(l.class_id, v_nil) AS class_id,
           coalesce(l.department_id, v_nil) AS department_id, coalesce(l.location_id, v_nil) AS location_id, coalesce(l.project_id, v_nil) AS project_id,
           sum(l.base_debit) AS base_debit, sum(l.base_credit) AS base_credit, count(*) AS n
    FROM ledger_lines l
    WHERE l.organization_id = v_org AND coalesce(l.class_id, l.department_id, l.location_id, l.project_id) IS NOT NULL
      AND NOT EXISTS (SELECT FROM tail t WHERE t.id = l.entry_id)
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
  ), dimension_days AS (
    INSERT INTO ledger_dimension_days AS d (organization_id, subsidiary_id, posting_date, account_id, period_id, class_id, department_id, location_id,
        project_id, base_debit, base_credit, line_count)
    SELECT v_org, x.subsidiary_id, x.posting_date, x.account_id, x.period_id, x.class_id, x.department_id, x.location_id, x.project_id, sum(x.base_debit),
           sum(x.base_credit), sum(x.n)
    FROM (
      SELECT c.* FROM coded c
      UNION ALL
      SELECT k.subsidiary_id, k.posting_date, k.account_id, k.period_id, k.class_id, k.department_id, k.location_id, k.project_id, -k.base_debit,
             -k.base_credit, -k.line_count
      FROM ledger_dimension_days k WHERE k.organization_id = v_org) x
    GROUP BY 2, 3, 4, 5, 6, 7, 8, 9 HAVING (sum(x.base_debit), sum(x.base_credit), sum(x.n)) IS DISTINCT FROM (0, 0, 0)
    ON CONFLICT (organization_id, subsidiary_id, posting_date, account_id, period_id, class_id, department_id, location_id, project_id) DO UPDATE SET
      base_debit = d.base_debit + excluded.base_debit, base_credit = d.base_credit + excluded.base_credit, line_count = d.line_count + excluded.line_count
    RETURNING 1
  ), dimension_periods AS (
    INSERT INTO ledger_dimension_periods AS d (organization_id, dimension, dimension_id, subsidiary_id, period_id, account_id, base_debit, base_credit)
    SELECT v_org, x.dimension, x.dimension_id, x.subsidiary_id, x.period_id, x.account_id, sum(x.base_debit), sum(x.base_credit)
    FROM (
      SELECT v.dimension, v.id AS dimension_id, c.subsidiary_id, c.period_id, c.account_id, c.base_debit, c.base_credit
      FROM coded c
      CROSS JOIN LATERAL (VALUES ('CLASS', c.class_id), ('DEPARTMENT', c.department_id), ('LOCATION', c.location_id), ('PROJECT', c.project_id)) AS v (dimension, id)
      WHERE v.id <> v_nil
      UNION ALL
      SELECT k.dimension, k.dimension_id, k.subsidiary_id, k.period_id, k.account_id, -k.base_debit, -k.base_credit
      FROM ledger_dimension_periods k WHERE k.organization_id = v_org) x
    GROUP BY 2, 3, 4, 5, 6 HAVING sum(x.base_debit) <> 0 OR sum(x.base_credit) <> 0
    ON CONFLICT (organization_id, dimension, dimension_id, subsidiary_id, period_id, account_id) DO UPDATE SET
      base_debit = d.base_debit + excluded.base_debit, base_credit = d.base_credit + excluded.base_credit
    RETURNING 1
  ), subledgers AS (
    -- Documents in the periods in which they were posted and reversed, settlements across currencies in those of being applied and taken back.
    INSERT INTO subledger_periods AS d (organization_id, subsidiary_id, period_id, kind, entity_type, currency_code, total, discount)
    SELECT v_org, x.subsidiary_id, x.period_id, x.kind, x.entity_type, x.currency_code, sum(x.total), sum(x.discount)
    FROM (
      SELECT t.subsidiary_id, e.period_id, t.kind, coalesce(t.entity_type, '') AS entity_type, t.currency_code, v.sign * t.total_amount AS total,
             v.sign * t.discount_amount AS discount
      FROM business_transactions t
      CROSS JOIN LATERAL (VALUES (t.ledger_entry_id, 1), (t.reversal_entry_id, -1)) AS v (entry_id, sign)
      JOIN ledger_entries e ON e.organization_id = v_org AND e.id = v.entry_id
      WHERE t.organization_id = v_org AND t.kind <> 'JOURNAL'
      UNION ALL
      SELECT o.subsidiary_id, e.period_id, o.kind, coalesce(o.entity_type, ''), v.currency_code,
             v.amount * CASE WHEN e.id = a.ledger_entry_id THEN 1 ELSE -1 END, 0
      FROM payment_applications a
      JOIN business_transactions o ON o.organization_id = v_org AND o.id = a.document_id
      JOIN business_transactions y ON y.organization_id = v_org AND y.id = a.payment_id
      JOIN ledger_entries e ON e.organization_id = v_org AND (e.id = a.ledger_entry_id OR e.reversal_of_id = a.ledger_entry_id)
      CROSS JOIN LATERAL (VALUES (o.currency_code, -a.amount), (y.currency_code, a.payment_amount)) AS v (currency_code, amount)
      WHERE a.organization_id = v_org AND a.payment_amount IS NOT NULL
      UNION ALL
      SELECT m.o_subsidiary_id, m.o_period_id, m.o_kind, m.o_entity_type, m.o_currency_code, -m.o_total, -m.o_discount
      FROM daybook_subledger_moves(ARRAY(SELECT t.id FROM tail t)) m
      UNION ALL
      SELECT k.subsidiary_id, k.period_id, k.kind, k.entity_type, k.currency_code, -k.total, -k.discount
      FROM subledger_periods k WHERE k.organization_id = v_org) x
    GROUP BY 2, 3, 4, 5, 6 HAVING sum(x.total) <> 0 OR sum(x.discount) <> 0
    ON CONFLICT (organization_id, subsidiary_id, period_id, kind, entity_type, currency_code) DO UPDATE SET
      total = d.total + excluded.total, discount = d.discount + excluded.discount
    RETURNING 1
  ), revenue AS (
    INSERT INTO revenue_ledger_periods AS d (organization_id, subsidiary_id, period_id, account_id, currency_code, source_kind, debit, credit)
    SELECT v_org, x.subsidiary_id, x.period_id, x.account_id, x.currency_code, x.source_kind, sum(x.debit), sum(x.credit)
    FROM (
      SELECT l.subsidiary_id, l.period_id, l.account_id, l.currency_code, e.source_kind, l.debit, l.credit
      FROM ledger_entries e JOIN ledger_lines l ON l.organization_id = v_org AND l.entry_id = e.id
      WHERE e.organization_id = v_org AND e.source_kind IN ('REVENUE_EVENT', 'REVENUE_RUN') AND NOT EXISTS (SELECT FROM tail t WHERE t.id = e.id)
      UNION ALL
      SELECT k.subsidiary_id, k.period_id, k.account_id, k.currency_code, k.source_kind, -k.debit, -k.credit
      FROM revenue_ledger_periods k WHERE k.organization_id = v_org) x
    GROUP BY 2, 3, 4, 5, 6 HAVING sum(x.debit) <> 0 OR sum(x.credit) <> 0
    ON CONFLICT (organization_id, subsidiary_id, period_id, account_id, currency_code, source_kind) DO UPDATE SET
      debit = d.debit + excluded.debit, credit = d.credit + excluded.credit
    RETURNING 1
  ), between_companies AS (
    INSERT INTO intercompany_days AS d (organization_id, entity_id, account_id, subsidiary_id, posting_date, currency_code, amount, base)
    SELECT v_org, x.entity_id, x.account_id, x.subsidiary_id, x.posting_date, x.currency_code, sum(x.amount), sum(x.base)
    FROM (
      SELECT l.entity_id, l.account_id, l.subsidiary_id, l.posting_date, l.currency_code, l.debit - l.credit AS amount, l.base_debit - l.base_credit AS base
      FROM accounts a JOIN ledger_lines l ON l.organization_id = v_org AND l.account_id = a.id
      WHERE a.organization_id = v_org AND a.elimination = 'INTERCOMPANY' AND a.account_type IN ('ASSET', 'LIABILITY') AND l.entity_id IS NOT NULL
        AND NOT EXISTS (SELECT FROM tail t WHERE t.id = l.entry_id)
      UNION ALL
      SELECT k.entity_id, k.account_id, k.subsidiary_id, k.posting_date, k.currency_code, -k.amount, -k.base
      FROM intercompany_days k WHERE k.organization_id = v_org) x
    GROUP BY 2, 3, 4, 5, 6 HAVING sum(x.amount) <> 0 OR sum(x.base) <> 0
    ON CONFLICT (organization_id, entity_id, account_id, subsidiary_id, posting_date, currency_code) DO UPDATE SET
      amount = d.amount + excluded.amount, base = d.base + excluded.base
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM dimension_days), (SELECT count(*) FROM dimension_periods), (SELECT count(*) FROM subledgers), (SELECT count(*) FROM revenue),
         (SELECT count(*) FROM between_companies)
    INTO v_dimension_days, v_dimension_periods, v_subledgers, v_revenue, v_between;
  -- A sum of nothing says what no row says.
  IF v_dimension_days > 0 THEN
    DELETE FROM ledger_dimension_days d WHERE d.organization_id = v_org AND d.line_count = 0;
  END IF;
  IF v_dimension_periods > 0 THEN
    DELETE FROM ledger_dimension_periods d WHERE d.organization_id = v_org AND d.base_debit = 0 AND d.base_credit = 0;
  END IF;
  IF v_subledgers > 0 THEN
    DELETE FROM subledger_periods d WHERE d.organization_id = v_org AND d.total = 0 AND d.discount = 0;
  END IF;
  IF v_revenue > 0 THEN
    DELETE FROM revenue_ledger_periods d WHERE d.organization_id = v_org AND d.debit = 0 AND d.credit = 0;
  END IF;
  IF v_between > 0 THEN
    DELETE FROM intercompany_days d WHERE d.organization_id = v_org AND d.amount = 0 AND d.base = 0;
  END IF;
  RETURN v_dimension_days + v_dimension_periods + v_subledgers + v_revenue + v_between;
END $$;
