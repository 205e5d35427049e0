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
  v_provisions uuid[];
BEGIN
  SELECT b.* INTO v_books FROM daybook_open_books(p_run.subsidiary_id, p_run.posting_date) b;
  -- The amount due for each cost.
  WITH due AS (
    SELECT c.currency_code, c.cost_kind = 'LOSS' AS provides, c.asset_account_id, c.expense_account_id, c.exchange_rate,
      c.amortised + c.impaired AS before, sum(r.amount) AS amount
    FROM contract_cost_rows r JOIN contract_costs c ON c.organization_id = v_org AND c.id = r.cost_id
    WHERE r.organization_id = v_org AND r.cost_id = ANY (p_costs) AND r.run_id IS NULL
      AND CASE WHEN v_reverses THEN r.reverses_seq IS NOT NULL ELSE r.period <= p_run.period END
    GROUP BY c.id, 1, 2, 3, 4, 5, 6
  ),
  -- Expense against asset.
  sides AS (
    SELECT d.currency_code, d.provides, s.account_id, s.sign * d.amount AS amount,
           s.sign * (daybook_round_even((d.before + d.amount) * d.exchange_rate, v_books.o_minor_units)
                     - daybook_round_even(d.before * d.exchange_rate, v_books.o_minor_units)) AS base
    FROM due d CROSS JOIN LATERAL (VALUES (d.expense_account_id, 1), (d.asset_account_id, -1)) AS s (account_id, sign)
  ),
  -- One line per account, currency and side; provisions apart.
  summed AS (
    SELECT currency_code, provides, account_id, sum(amount) AS amount, sum(base) AS base FROM sides WHERE amount <> 0 GROUP BY currency_code, provides, account_id, sign(amount)
  ),
  -- One entry per currency, and one for its provisions.
  entries AS MATERIALIZED (SELECT c.currency_code, c.provides, daybook_uuid_v7() AS id FROM (SELECT DISTINCT currency_code, provides FROM summed) c),
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
            CASE WHEN n.provides THEN 'Provision for losses' WHEN v_reverses THEN 'Amortization of contract costs'
                 ELSE 'Amortization of contract costs' END)::daybook_line_draft)
          FROM numbered n),
         (SELECT coalesce(array_agg(e.id), '{}') FROM entries e WHERE e.provides)
  INTO v_entries, v_lines, v_provisions;

  -- The costs and rows are updated in the same step; the sums above were read before.
  UPDATE contract_costs c SET amortised = c.amortised + d.amount
  FROM (SELECT r.cost_id, sum(r.amount) AS amount FROM contract_cost_rows r
        WHERE r.organization_id = v_org AND r.cost_id = ANY (p_costs) AND r.run_id IS NULL
          AND CASE WHEN v_reverses THEN r.reverses_seq IS NOT NULL ELSE r.period <= p_run.period END GROUP BY 1) d
  WHERE c.organization_id = v_org AND c.id = d.cost_id;
  UPDATE contract_cost_rows r SET run_id = p_run.id, posted_period = v_books.o_period, posted_at = now(), base = x.base, entry_id = x.entry_id
  FROM (
    SELECT d.cost_id, d.seq,
           (SELECT e.id FROM unnest(v_entries) e WHERE e.currency_code = d.currency_code AND d.provides = (e.id = ANY (v_provisions))) AS entry_id,
           daybook_round_even(d.upto * d.exchange_rate, v_books.o_minor_units)
             - daybook_round_even((d.upto - d.amount) * d.exchange_rate, v_books.o_minor_units) AS base
    FROM (
      -- The costs above have taken these rows already.
      SELECT q.cost_id, q.seq, q.amount, c.exchange_rate, c.currency_code, c.cost_kind = 'LOSS' AS provides, c.amortised + c.impaired - sum(q.amount) OVER (PARTITION BY q.cost_id)
               + sum(q.amount) OVER (PARTITION BY q.cost_id ORDER BY q.seq) AS upto
      FROM contract_cost_rows q JOIN contract_costs c ON c.organization_id = v_org AND c.id = q.cost_id
      WHERE q.organization_id = v_org AND q.cost_id = ANY (p_costs) AND q.run_id IS NULL
        AND CASE WHEN v_reverses THEN q.reverses_seq IS NOT NULL ELSE q.period <= p_run.period END) d) x
  WHERE r.organization_id = v_org AND r.cost_id = x.cost_id AND r.seq = x.seq;
  GET DIAGNOSTICS o_rows = ROW_COUNT;
  IF v_entries IS NOT NULL THEN
    PERFORM 1 FROM daybook_append_entries(v_entries, v_lines);
  END IF;
  o_entries := ARRAY(SELECT e.id FROM unnest(v_entries[1:100]) e);
END $$;
