-- Books the rows of contract costs that a run has due, for costs that the caller has locked: their amortization and provisions for losses, in
-- separate entries, by currency. In a reversal (p_of is the run it reverses) it books the rows that answer what that run posted. Base
-- amounts are computed on all that was amortized and impaired by then, at the rate of the capitalization, or of the day the loss was first
-- provided for, so that they sum to it; each row keeps its own. Returns how many rows it booked and the first hundred entries.
-- Owner: this function; held to an oracle by e2e/revenue/amortization.test.ts.
--
-- Refuses: a posting date without an open period (restrict_violation).
-- Locks: the rows; then those of append-entries. The caller has locked the run and the costs, in id order.
-- Rule: ASC 340-40-35-1, 605-35-25-45; IAS 37.66; docs/accounting.md, "Runs".
-- Proved by: e2e/revenue/amortization.test.ts, e2e/revenue/runs/reversed-runs.test.ts, e2e/revenue/losses.test.ts.
CREATE FUNCTION daybook_book_cost_rows(
  p_run revenue_runs, p_of revenue_runs, p_costs uuid[], p_actor uuid, OUT o_rows integer, OUT o_entries uuid[]
)
LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_reverses boolean := p_of.id IS NOT NULL;
  v_books record;
  v_entries daybook_entry_draft[];
  v_lines daybook_line_draft[];
BEGIN
  SELECT b.* INTO v_books FROM daybook_open_books(p_run.subsidiary_id, p_run.posting_date) b;
  -- The rows due, read once: with the base amount of each, and what is due for its cost.
  WITH due AS MATERIALIZED (
    SELECT q.cost_id, q.seq, q.currency_code, q.provides, q.due,
           daybook_round_even(q.upto * q.exchange_rate, v_books.o_minor_units)
             - daybook_round_even((q.upto - q.amount) * q.exchange_rate, v_books.o_minor_units) AS base
    FROM (
      SELECT r.cost_id, r.seq, r.amount, c.currency_code, c.cost_kind = 'LOSS' AS provides, c.exchange_rate,
             sum(r.amount) OVER (PARTITION BY r.cost_id) AS due,
             c.amortised + c.impaired + sum(r.amount) OVER (PARTITION BY r.cost_id ORDER BY r.seq) AS upto
      FROM contract_cost_rows r JOIN contract_costs c ON c.organization_id = v_org AND c.id = r.cost_id
      WHERE r.organization_id = v_org AND r.cost_id = ANY (p_costs) AND r.run_id IS NULL
        AND CASE WHEN v_reverses THEN r.reverses_seq IS NOT NULL ELSE r.period <= p_run.period END
    ) q
  ),
  -- One entry per currency, and one for its provisions; none where nothing is due.
  entries AS MATERIALIZED (
    SELECT k.currency_code, k.provides, daybook_uuid_v7() AS id
    FROM (SELECT DISTINCT currency_code, provides FROM due WHERE due <> 0) k
  ),
  booked AS (
    UPDATE contract_cost_rows r SET run_id = p_run.id, posted_period = v_books.o_period, posted_at = now(), base = d.base, entry_id = e.id
    FROM due d LEFT JOIN entries e USING (currency_code, provides)
    WHERE r.organization_id = v_org AND r.cost_id = d.cost_id AND r.seq = d.seq
    RETURNING r.cost_id, r.amount, r.base
  ),
  costs AS (
    UPDATE contract_costs c SET amortised = c.amortised + b.amount
    FROM (SELECT cost_id, sum(amount) AS amount, sum(base) AS base, count(*) AS row_count FROM booked GROUP BY 1) b
    WHERE c.organization_id = v_org AND c.id = b.cost_id
    RETURNING c.currency_code, c.cost_kind = 'LOSS' AS provides, c.asset_account_id, c.expense_account_id, b.amount, b.base, b.row_count
  ),
  -- Expense against asset: one line per account, currency and side; provisions apart.
  summed AS (
    SELECT c.currency_code, c.provides, s.account_id, sum(s.sign * c.amount) AS amount, sum(s.sign * c.base) AS base
    FROM costs c CROSS JOIN LATERAL (VALUES (c.expense_account_id, 1), (c.asset_account_id, -1)) AS s (account_id, sign)
    WHERE c.amount <> 0 GROUP BY c.currency_code, c.provides, s.account_id, s.sign * sign(c.amount)
  ),
  -- Debits before credits.
  numbered AS (
    SELECT s.*, e.id, row_number() OVER (PARTITION BY s.currency_code, s.provides ORDER BY s.amount < 0, s.account_id)::int AS n
    FROM summed s JOIN entries e USING (currency_code, provides)
  )
  SELECT (SELECT array_agg(ROW(e.id, p_run.subsidiary_id, v_books.o_period_id, v_books.o_fiscal_year, p_run.posting_date, e.currency_code,
            v_books.o_base_currency, coalesce((CASE WHEN v_reverses THEN p_of.rates ELSE p_run.rates END ->> e.currency_code)::numeric, 1),
            'REVENUE_RUN', e.id, NULL, NULL, CASE
              WHEN v_reverses AND e.provides THEN format('Reversal of run %s, run %s: provisions for losses', p_of.run_number, p_run.run_number)
              WHEN v_reverses THEN format('Reversal of run %s, run %s: amortization of contract costs', p_of.run_number, p_run.run_number)
              WHEN e.provides THEN format('Provisions for losses of %s, run %s', p_run.period, p_run.run_number)
              ELSE format('Amortization of contract costs of %s, run %s', p_run.period, p_run.run_number)
            END, p_actor)::daybook_entry_draft) FROM entries e),
         (SELECT array_agg(ROW(n.id, n.n, n.account_id, p_run.subsidiary_id, v_books.o_period_id, p_run.posting_date, n.currency_code,
            greatest(n.amount, 0), greatest(-n.amount, 0), greatest(n.base, 0), greatest(-n.base, 0), NULL, NULL, NULL, NULL, NULL, NULL,
            CASE WHEN n.provides THEN 'Provision for losses' ELSE 'Amortization of contract costs' END)::daybook_line_draft)
          FROM numbered n),
         (SELECT coalesce(sum(c.row_count), 0) FROM costs c)
  INTO v_entries, v_lines, o_rows;

  IF v_entries IS NOT NULL THEN
    PERFORM 1 FROM daybook_append_entries(v_entries, v_lines);
  END IF;
  o_entries := ARRAY(SELECT e.id FROM unnest(v_entries[1:100]) e);
END $$;
