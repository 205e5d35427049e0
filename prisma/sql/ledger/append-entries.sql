-- Appends entries with their lines and moves the balances. Reversals, recognition runs, imports and period-end jobs all end
-- here; posting writes the same rows in its own statement. Returns the entries' numbers. The caller has made the checks;
-- triggers make them again.
-- Owner: the lines; the balances are their sums, held to it by e2e/ledger/balances.test.ts.
--
-- Refuses: nothing itself; check-new-lines and check-new-entries do.
-- Locks: balances, in key order; the GL number series, by fiscal year, as late as possible; balances by dimension
--   (check-new-lines). The caller holds the shared side of "periods:<organization>".
-- Rule: docs/house.md, "Posting".
-- Proved by: e2e/ledger/balances.test.ts, e2e/ledger/evidence/immutability.test.ts.
CREATE FUNCTION daybook_append_entries(p_entries daybook_entry_draft[], p_lines daybook_line_draft[])
RETURNS TABLE(entry_id uuid, entry_number text)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_slot integer := pg_backend_pid() % 8;
BEGIN
  -- Balances in key order, so that two batches never deadlock.
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

  -- Entries and lines in one statement, as their triggers require; the gapless numbers as late as possible.
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
END $$;
