-- Verifies the running ledger: the number of entries and lines, entries that do not balance, balances that differ from the sums of
-- their lines (by period, by day, and by dimension), sums of documents and of revenue by period, and between companies by day, that differ from
-- the documents and the lines, the total difference, and posted documents without an entry. Every difference and every count of breaches must be zero.
--
-- Refuses: nothing; it reads.
-- Locks: none.
-- Rule: docs/guides/operators.md, "Verify".
-- Proved by: src/jobs/house-jobs.db.test.ts, e2e/ledger/evidence/control-sums.test.ts, e2e/ledger/by-dimension.test.ts, e2e/ledger/groups/sister-balances.test.ts.
CREATE FUNCTION daybook_verify_ledger()
RETURNS TABLE (
  o_entries bigint, o_lines bigint, o_unbalanced bigint, o_balance_breaches bigint, o_dimension_breaches bigint,
  o_difference numeric, o_documents_without_entry bigint
)
LANGUAGE sql STABLE
AS $$
  WITH cells AS MATERIALIZED (
    -- The lines are read once; whatever is compared with them is added up from these sums.
    SELECT l.subsidiary_id, l.account_id, l.period_id, l.posting_date, l.currency_code, l.class_id, l.department_id, l.location_id, l.project_id,
           sum(l.debit) AS debit, sum(l.credit) AS credit, sum(l.base_debit) AS base_debit, sum(l.base_credit) AS base_credit, count(*) AS n
    FROM ledger_lines l WHERE l.organization_id = daybook_organization() GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
  ), day_lines AS MATERIALIZED (
    SELECT c.subsidiary_id, c.account_id, c.period_id, c.posting_date, c.currency_code, sum(c.debit) AS debit, sum(c.credit) AS credit,
           sum(c.base_debit) AS base_debit, sum(c.base_credit) AS base_credit, sum(c.n) AS n
    FROM cells c GROUP BY 1, 2, 3, 4, 5
  ), lines AS (
    SELECT l.subsidiary_id, l.account_id, l.period_id, l.currency_code, sum(l.debit) AS debit, sum(l.credit) AS credit,
           sum(l.base_debit) AS base_debit, sum(l.base_credit) AS base_credit, sum(l.n) AS n
    FROM day_lines l GROUP BY 1, 2, 3, 4
  ), balances AS (
    SELECT b.subsidiary_id, b.account_id, b.period_id, b.currency_code, sum(b.debit) AS debit, sum(b.credit) AS credit,
           sum(b.base_debit) AS base_debit, sum(b.base_credit) AS base_credit, sum(b.line_count) AS n
    FROM ledger_balances b WHERE b.organization_id = daybook_organization() GROUP BY 1, 2, 3, 4
  ), not_folded AS (
    SELECT e.id, e.source_kind FROM number_counters c
    LEFT JOIN folded_numbers m ON m.organization_id = c.organization_id AND m.fiscal_year = c.fiscal_year
    CROSS JOIN LATERAL generate_series(coalesce(m.through_number, 0) + 1, c.next_value - 1) n(number)
    JOIN ledger_entries e ON e.organization_id = c.organization_id AND e.entry_number = daybook_format_number('GL', c.fiscal_year, n.number)
    WHERE c.organization_id = daybook_organization() AND c.series = 'GL'
  ), days AS (
    -- The sums by day, with the lines of the entries that are not added to them yet.
    SELECT d.subsidiary_id, d.account_id, d.period_id, d.posting_date, d.currency_code, sum(d.debit) AS debit, sum(d.credit) AS credit,
           sum(d.base_debit) AS base_debit, sum(d.base_credit) AS base_credit, sum(d.n) AS n
    FROM (
      SELECT x.subsidiary_id, x.account_id, x.period_id, x.posting_date, x.currency_code, x.debit, x.credit, x.base_debit, x.base_credit,
             x.line_count AS n
      FROM ledger_days x WHERE x.organization_id = daybook_organization()
      UNION ALL
      SELECT l.subsidiary_id, l.account_id, l.period_id, l.posting_date, l.currency_code, l.debit, l.credit, l.base_debit, l.base_credit, 1
      FROM not_folded f JOIN ledger_lines l ON l.organization_id = daybook_organization() AND l.entry_id = f.id) d
    GROUP BY 1, 2, 3, 4, 5
  ), subledger AS (
    -- Documents in the periods in which they were posted and reversed, settlements across currencies in those of being applied and taken back.
    SELECT t.subsidiary_id, e.period_id, t.kind, coalesce(t.entity_type, '') AS entity_type, t.currency_code, v.sign * t.total_amount AS total,
           v.sign * t.discount_amount AS discount
    FROM business_transactions t
    CROSS JOIN LATERAL (VALUES (t.ledger_entry_id, 1), (t.reversal_entry_id, -1)) AS v (entry_id, sign)
    JOIN ledger_entries e ON e.organization_id = t.organization_id AND e.id = v.entry_id
    WHERE t.organization_id = daybook_organization() AND t.kind <> 'JOURNAL'
    UNION ALL
    SELECT d.subsidiary_id, e.period_id, d.kind, coalesce(d.entity_type, ''), v.currency_code,
           v.amount * CASE WHEN e.id = a.ledger_entry_id THEN 1 ELSE -1 END, 0
    FROM payment_applications a
    JOIN business_transactions d ON d.organization_id = a.organization_id AND d.id = a.document_id
    JOIN business_transactions y ON y.organization_id = a.organization_id AND y.id = a.payment_id
    JOIN ledger_entries e ON e.organization_id = a.organization_id AND (e.id = a.ledger_entry_id OR e.reversal_of_id = a.ledger_entry_id)
    CROSS JOIN LATERAL (VALUES (d.currency_code, -a.amount), (y.currency_code, a.payment_amount)) AS v (currency_code, amount)
    WHERE a.organization_id = daybook_organization() AND a.payment_amount IS NOT NULL
  ), subledger_breaches AS (
    SELECT 1 FROM (
      SELECT s.* FROM subledger s
      UNION ALL
      SELECT x.subsidiary_id, x.period_id, x.kind, x.entity_type, x.currency_code, -x.total, -x.discount
      FROM subledger_periods x WHERE x.organization_id = daybook_organization()
      UNION ALL
      SELECT m.o_subsidiary_id, m.o_period_id, m.o_kind, m.o_entity_type, m.o_currency_code, -m.o_total, -m.o_discount
      FROM daybook_subledger_moves(ARRAY(SELECT f.id FROM not_folded f)) m) x
    GROUP BY x.subsidiary_id, x.period_id, x.kind, x.entity_type, x.currency_code HAVING sum(x.total) <> 0 OR sum(x.discount) <> 0
  ), revenue_breaches AS (
    SELECT 1 FROM (
      SELECT l.subsidiary_id, l.period_id, l.account_id, l.currency_code, e.source_kind, l.debit, l.credit
      FROM ledger_entries e JOIN ledger_lines l ON l.organization_id = e.organization_id AND l.entry_id = e.id
      WHERE e.organization_id = daybook_organization() AND e.source_kind IN ('REVENUE_EVENT', 'REVENUE_RUN')
      UNION ALL
      SELECT x.subsidiary_id, x.period_id, x.account_id, x.currency_code, x.source_kind, -x.debit, -x.credit
      FROM revenue_ledger_periods x WHERE x.organization_id = daybook_organization()
      UNION ALL
      SELECT l.subsidiary_id, l.period_id, l.account_id, l.currency_code, f.source_kind, -l.debit, -l.credit
      FROM not_folded f JOIN ledger_lines l ON l.organization_id = daybook_organization() AND l.entry_id = f.id
      WHERE f.source_kind IN ('REVENUE_EVENT', 'REVENUE_RUN')) x
    GROUP BY x.subsidiary_id, x.period_id, x.account_id, x.currency_code, x.source_kind HAVING sum(x.debit) <> 0 OR sum(x.credit) <> 0
  ), between_companies AS (
    SELECT c.id FROM accounts c
    WHERE c.organization_id = daybook_organization() AND c.elimination = 'INTERCOMPANY' AND c.account_type IN ('ASSET', 'LIABILITY')
  ), between_breaches AS (
    SELECT 1 FROM (
      SELECT l.entity_id, l.account_id, l.subsidiary_id, l.posting_date, l.currency_code, l.debit - l.credit AS amount,
             l.base_debit - l.base_credit AS base
      FROM between_companies c JOIN ledger_lines l ON l.organization_id = daybook_organization() AND l.account_id = c.id
      WHERE l.entity_id IS NOT NULL
      UNION ALL
      SELECT x.entity_id, x.account_id, x.subsidiary_id, x.posting_date, x.currency_code, -x.amount, -x.base
      FROM intercompany_days x WHERE x.organization_id = daybook_organization()
      UNION ALL
      SELECT l.entity_id, l.account_id, l.subsidiary_id, l.posting_date, l.currency_code, l.credit - l.debit, l.base_credit - l.base_debit
      FROM not_folded f JOIN ledger_lines l ON l.organization_id = daybook_organization() AND l.entry_id = f.id
      JOIN between_companies c ON c.id = l.account_id
      WHERE l.entity_id IS NOT NULL) x
    GROUP BY x.entity_id, x.account_id, x.subsidiary_id, x.posting_date, x.currency_code HAVING sum(x.amount) <> 0 OR sum(x.base) <> 0
  ), dimension_lines AS (
    SELECT coalesce(sum(l.n), 0) AS n, coalesce(sum(l.base_debit), 0) AS d, coalesce(sum(l.base_credit), 0) AS c FROM cells l
    WHERE coalesce(l.class_id, l.department_id, l.location_id, l.project_id) IS NOT NULL
  ), dimension_balances AS (
    SELECT coalesce(sum(b.line_count), 0) AS n, coalesce(sum(b.base_debit), 0) AS d, coalesce(sum(b.base_credit), 0) AS c
    FROM ledger_dimension_balances b WHERE b.organization_id = daybook_organization()
  ), dimension_days AS (
    SELECT d.* FROM ledger_dimension_days d WHERE d.organization_id = daybook_organization()
  ), dimension_day_breaches AS (
    -- The sums by day and combination of dimensions, with the lines not added to them yet, against the lines.
    SELECT 1 FROM (
      SELECT d.subsidiary_id, d.posting_date, d.account_id, d.period_id, d.class_id, d.department_id, d.location_id, d.project_id,
             d.base_debit, d.base_credit, d.line_count AS n
      FROM dimension_days d
      UNION ALL
      SELECT l.subsidiary_id, l.posting_date, l.account_id, l.period_id,
             coalesce(l.class_id, '00000000-0000-0000-0000-000000000000'), coalesce(l.department_id, '00000000-0000-0000-0000-000000000000'),
             coalesce(l.location_id, '00000000-0000-0000-0000-000000000000'), coalesce(l.project_id, '00000000-0000-0000-0000-000000000000'),
             l.sign * l.base_debit, l.sign * l.base_credit, l.sign * l.n
      FROM (
        SELECT -1 AS sign, c.subsidiary_id, c.posting_date, c.account_id, c.period_id, c.class_id, c.department_id, c.location_id, c.project_id, c.base_debit,
               c.base_credit, c.n FROM cells c
        UNION ALL
        SELECT 1, t.subsidiary_id, t.posting_date, t.account_id, t.period_id, t.class_id, t.department_id, t.location_id, t.project_id, t.base_debit,
               t.base_credit, 1 FROM not_folded f JOIN ledger_lines t ON t.organization_id = daybook_organization() AND t.entry_id = f.id) l
      WHERE coalesce(l.class_id, l.department_id, l.location_id, l.project_id) IS NOT NULL) x
    GROUP BY x.subsidiary_id, x.posting_date, x.account_id, x.period_id, x.class_id, x.department_id, x.location_id, x.project_id
    HAVING (sum(x.base_debit), sum(x.base_credit), sum(x.n)) IS DISTINCT FROM (0, 0, 0)
  ), dimension_period_breaches AS (
    -- The sums by period of one dimension against those by day.
    SELECT 1 FROM (
      SELECT p.dimension, p.dimension_id, p.subsidiary_id, p.period_id, p.account_id, p.base_debit, p.base_credit
      FROM ledger_dimension_periods p WHERE p.organization_id = daybook_organization()
      UNION ALL
      SELECT v.dimension, v.id, d.subsidiary_id, d.period_id, d.account_id, -d.base_debit, -d.base_credit
      FROM dimension_days d
      CROSS JOIN LATERAL (VALUES ('CLASS', d.class_id), ('DEPARTMENT', d.department_id), ('LOCATION', d.location_id), ('PROJECT', d.project_id)) AS v (dimension, id)
      WHERE v.id <> '00000000-0000-0000-0000-000000000000') x
    GROUP BY x.dimension, x.dimension_id, x.subsidiary_id, x.period_id, x.account_id
    HAVING sum(x.base_debit) <> 0 OR sum(x.base_credit) <> 0
  )
  SELECT (SELECT count(*) FROM ledger_entries e WHERE e.organization_id = daybook_organization()),
         (SELECT coalesce(sum(n), 0)::bigint FROM lines),
         (SELECT count(*) FROM (SELECT 1 FROM ledger_lines l WHERE l.organization_id = daybook_organization()
            GROUP BY l.entry_id HAVING sum(l.base_debit) <> sum(l.base_credit) OR count(*) < 2) u),
         (SELECT count(*) FROM lines l FULL JOIN balances b USING (subsidiary_id, account_id, period_id, currency_code)
            WHERE (l.debit, l.credit, l.base_debit, l.base_credit, l.n) IS DISTINCT FROM (b.debit, b.credit, b.base_debit, b.base_credit, b.n))
           + (SELECT count(*) FROM day_lines t FULL JOIN days d USING (subsidiary_id, account_id, period_id, posting_date, currency_code)
            WHERE (t.debit, t.credit, t.base_debit, t.base_credit, t.n) IS DISTINCT FROM (d.debit, d.credit, d.base_debit, d.base_credit, d.n))
           + (SELECT count(*) FROM subledger_breaches) + (SELECT count(*) FROM revenue_breaches)
           + (SELECT count(*) FROM between_breaches) + (SELECT count(*) FROM dimension_day_breaches) + (SELECT count(*) FROM dimension_period_breaches),
         (SELECT count(*) FROM dimension_lines l, dimension_balances b WHERE (l.n, l.d, l.c) IS DISTINCT FROM (b.n, b.d, b.c)),
         (SELECT coalesce(sum(base_debit - base_credit), 0) FROM balances),
         (SELECT count(*) FROM business_transactions t WHERE t.organization_id = daybook_organization()
            AND t.ledger_entry_id IS NOT NULL AND NOT EXISTS (
              SELECT 1 FROM ledger_entries e WHERE e.organization_id = t.organization_id AND e.id = t.ledger_entry_id))
$$;
