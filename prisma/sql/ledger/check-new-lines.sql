-- New ledger lines belong to an entry of the same database transaction, agree with it, and name a posting account of the
-- tenant: one look at each line. An entry and its lines are written by one statement and judged when it ends. Balances by
-- dimension are moved here, whoever wrote the lines; most postings carry no dimension. So are the sums of deferred revenue by the day (UTC) of
-- recording, which a roll-forward of an earlier moment takes off. Referenced rows are looked up one by one
-- with scalar subqueries: as joins, a planner that still takes the tables for empty reads a whole organization for every batch.
-- Owner: the lines; the balances by dimension are their sums, held to it by e2e/ledger/balances.test.ts, and the sums of deferred revenue by
-- day, held to it by e2e/revenue/reports/movement-sums.test.ts.
--
-- Refuses: lines without their entry, added later, with another period, subsidiary or date, or of an entry that says another moment than
--   its transaction's (restrict_violation); lines on a
--   summary account or on none (foreign_key_violation); an unbalanced entry (check_violation, by refuse-unbalanced).
-- Locks: balances by dimension, then sums of deferred revenue by day (eight slots), in key order: the last a writer locks, after balances and
--   numbers.
-- Rule: docs/house.md, "Ledger tables".
-- Proved by: e2e/ledger/balances.test.ts, e2e/ledger/evidence/immutability.test.ts, e2e/revenue/reports/movement-sums.test.ts.
CREATE FUNCTION daybook_check_new_lines() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  v_stray boolean;
  v_unbalanced boolean;
  v_suspect boolean;
  v_misplaced boolean;
  v_dimensions boolean;
  v_deferred uuid[];
  -- The moment of every entry of this transaction, as its column rounds it.
  v_recorded CONSTANT timestamptz NOT NULL := CURRENT_TIMESTAMP::timestamptz(3);
BEGIN
  SELECT bool_or((SELECT e.inserted_in_transaction = daybook_transaction_id() AND e.subsidiary_id = n.subsidiary_id
                         AND e.period_id = n.period_id AND e.posting_date = n.posting_date AND e.created_at = v_recorded
                  FROM ledger_entries e WHERE e.organization_id = n.organization_id AND e.id = n.entry_id) IS NOT TRUE),
         bool_or(n.debit <> n.credit OR n.lines < 2), bool_or(n.base_debit <> n.base_credit), bool_or(n.dimensions)
    INTO v_stray, v_unbalanced, v_suspect, v_dimensions
  FROM (
    SELECT l.organization_id, l.entry_id, l.subsidiary_id, l.period_id, l.posting_date, l.currency_code, count(*) AS lines,
           sum(l.debit) AS debit, sum(l.credit) AS credit, sum(l.base_debit) AS base_debit, sum(l.base_credit) AS base_credit,
           bool_or(coalesce(l.class_id, l.department_id, l.location_id, l.project_id) IS NOT NULL) AS dimensions
    FROM new_lines l GROUP BY 1, 2, 3, 4, 5, 6
  ) n;
  -- Each account once, however many lines of a batch are on it.
  SELECT bool_or(a.is_summary IS NOT FALSE), array_agg(d.account_id) FILTER (WHERE a.control_for = 'DEFERRED_REVENUE')
    INTO v_misplaced, v_deferred
  FROM (SELECT DISTINCT l.organization_id, l.account_id FROM new_lines l) d
  LEFT JOIN LATERAL (
    SELECT x.is_summary, x.control_for FROM accounts x WHERE x.organization_id = d.organization_id AND x.id = d.account_id OFFSET 0) a ON true;
  IF v_stray THEN
    RAISE restrict_violation USING MESSAGE = 'ledger lines do not belong to a new entry';
  END IF;
  IF v_misplaced THEN
    RAISE foreign_key_violation USING MESSAGE = 'a ledger line does not refer to a posting account';
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
  IF v_deferred IS NOT NULL THEN
    INSERT INTO deferred_ledger_changes AS c (organization_id, recorded_on, subsidiary_id, currency_code, period_id, slot, amount)
    SELECT n.organization_id, (v_recorded AT TIME ZONE 'utc')::date, n.subsidiary_id, n.currency_code, n.period_id, pg_backend_pid() % 8,
           sum(n.credit - n.debit)
    FROM new_lines n WHERE n.account_id = ANY (v_deferred)
    GROUP BY 1, 3, 4, 5 ORDER BY 1, 3, 4, 5
    ON CONFLICT (organization_id, recorded_on, subsidiary_id, currency_code, period_id, slot) DO UPDATE SET amount = c.amount + excluded.amount;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER ledger_lines_belong AFTER INSERT ON ledger_lines
  REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION daybook_check_new_lines();
