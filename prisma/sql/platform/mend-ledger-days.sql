-- Mends the sums of lines and the numbers of entries by day (ledger_days, entry_days): to each that does not come to the entries that are added to it
-- (folded_numbers), the difference is added, so that nothing else is written. Returns how many were wrong.
-- Owner: the lines and entries of the ledger; e2e/ledger/evidence/mended-sums.test.ts compares them.
--
-- Refuses: nothing; where every sum is right it returns 0.
-- Locks: the advisory lock "fold:<organization>", until the end of the transaction: no entry is added meanwhile, and none up to the last that was added
--   can still be missing.
-- Rule: docs/guides/operators.md, "Verify".
-- Proved by: e2e/ledger/evidence/mended-sums.test.ts.
CREATE FUNCTION daybook_mend_ledger_days() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_days bigint;
  v_entries bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold:' || v_org::text, 0));
  -- What is not added yet is found by the statement that leaves it out: an entry that is posted between two statements is in neither.
  WITH tail AS MATERIALIZED (
    SELECT e.id FROM number_counters c
    LEFT JOIN folded_numbers m ON m.organization_id = c.organization_id AND m.fiscal_year = c.fiscal_year
    CROSS JOIN LATERAL generate_series(coalesce(m.through_number, 0) + 1, c.next_value - 1) n (number)
    CROSS JOIN LATERAL (
      SELECT x.id FROM ledger_entries x
      WHERE x.organization_id = v_org AND x.entry_number = daybook_format_number('GL', c.fiscal_year, n.number) OFFSET 0) e
    WHERE c.organization_id = v_org AND c.series = 'GL'
  ), mended AS (
    INSERT INTO ledger_days AS d (organization_id, subsidiary_id, posting_date, account_id, period_id, currency_code, debit, credit, base_debit, base_credit,
        line_count, entry_count)
    SELECT v_org, x.subsidiary_id, x.posting_date, x.account_id, x.period_id, x.currency_code, sum(x.debit), sum(x.credit), sum(x.base_debit),
           sum(x.base_credit), sum(x.n), sum(x.entries)
    FROM (
      -- Each entry once, in the first of its currencies on an account: what it has there, then what all have.
      SELECT y.subsidiary_id, y.posting_date, y.account_id, y.period_id, y.currency_code, sum(y.debit) AS debit, sum(y.credit) AS credit,
             sum(y.base_debit) AS base_debit, sum(y.base_credit) AS base_credit, sum(y.n) AS n, count(*) FILTER (WHERE y.is_first) AS entries
      FROM (
        SELECT l.entry_id, l.subsidiary_id, l.posting_date, l.account_id, l.period_id, l.currency_code, sum(l.debit) AS debit, sum(l.credit) AS credit,
               sum(l.base_debit) AS base_debit, sum(l.base_credit) AS base_credit, count(*) AS n,
               row_number() OVER (PARTITION BY l.entry_id, l.account_id ORDER BY l.currency_code) = 1 AS is_first
        FROM ledger_lines l WHERE l.organization_id = v_org AND NOT EXISTS (SELECT FROM tail t WHERE t.id = l.entry_id)
        GROUP BY 1, 2, 3, 4, 5, 6) y
      GROUP BY 1, 2, 3, 4, 5
      UNION ALL
      SELECT k.subsidiary_id, k.posting_date, k.account_id, k.period_id, k.currency_code, -k.debit, -k.credit, -k.base_debit, -k.base_credit, -k.line_count,
             -k.entry_count
      FROM ledger_days k WHERE k.organization_id = v_org) x
    GROUP BY 2, 3, 4, 5, 6
    HAVING (sum(x.debit), sum(x.credit), sum(x.base_debit), sum(x.base_credit), sum(x.n), sum(x.entries)) IS DISTINCT FROM (0, 0, 0, 0, 0, 0)
    ON CONFLICT (organization_id, subsidiary_id, posting_date, account_id, period_id, currency_code) DO UPDATE SET
      debit = d.debit + excluded.debit, credit = d.credit + excluded.credit, base_debit = d.base_debit + excluded.base_debit,
      base_credit = d.base_credit + excluded.base_credit, line_count = d.line_count + excluded.line_count, entry_count = d.entry_count + excluded.entry_count
    RETURNING 1
  )
  SELECT count(*) INTO v_days FROM mended;
  WITH tail AS MATERIALIZED (
    SELECT e.id FROM number_counters c
    LEFT JOIN folded_numbers m ON m.organization_id = c.organization_id AND m.fiscal_year = c.fiscal_year
    CROSS JOIN LATERAL generate_series(coalesce(m.through_number, 0) + 1, c.next_value - 1) n (number)
    CROSS JOIN LATERAL (
      SELECT x.id FROM ledger_entries x
      WHERE x.organization_id = v_org AND x.entry_number = daybook_format_number('GL', c.fiscal_year, n.number) OFFSET 0) e
    WHERE c.organization_id = v_org AND c.series = 'GL'
  ), mended AS (
    INSERT INTO entry_days AS d (organization_id, subsidiary_id, posting_date, period_id, source_kind, entry_count)
    SELECT v_org, x.subsidiary_id, x.posting_date, x.period_id, x.source_kind, sum(x.n)
    FROM (
      SELECT e.subsidiary_id, e.posting_date, e.period_id, e.source_kind, count(*) AS n FROM ledger_entries e
      WHERE e.organization_id = v_org AND NOT EXISTS (SELECT FROM tail t WHERE t.id = e.id) GROUP BY 1, 2, 3, 4
      UNION ALL
      SELECT k.subsidiary_id, k.posting_date, k.period_id, k.source_kind, -k.entry_count FROM entry_days k WHERE k.organization_id = v_org) x
    GROUP BY 2, 3, 4, 5 HAVING sum(x.n) <> 0
    ON CONFLICT (organization_id, subsidiary_id, posting_date, period_id, source_kind) DO UPDATE SET entry_count = d.entry_count + excluded.entry_count
    RETURNING 1
  )
  SELECT count(*) INTO v_entries FROM mended;
  DELETE FROM ledger_days d WHERE d.organization_id = v_org AND d.line_count = 0;
  DELETE FROM entry_days d WHERE d.organization_id = v_org AND d.entry_count = 0;
  RETURN v_days + v_entries;
END $$;
