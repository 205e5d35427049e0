-- The amortization of contract costs and the provisions for losses due in a run, step by step like revenue, in entries of their own;
-- base amounts keep the rate of the capitalization, or of the day the loss was first provided for.
-- Says how many rows it posted and which entries it made first.
-- Owner: this function; held to an oracle by e2e/revenue/amortization.test.ts.
--
-- Refuses: a posting date without an open period (restrict_violation).
-- Locks: the costs, in id order, FOR UPDATE; then the rows; then those of append-entries. The caller has locked the run.
-- Rule: ASC 340-40-35-1, 605-35-25-45; IAS 37.66; src/core/revenue.
-- Proved by: e2e/revenue/amortization.test.ts, e2e/revenue/cases-balances.test.ts, e2e/revenue/losses.test.ts.
CREATE FUNCTION daybook_post_cost_rows(p_run uuid, p_limit integer, p_actor uuid)
RETURNS TABLE(o_rows integer, o_entries uuid[])
LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_run revenue_runs;
  v_period_id uuid;
  v_fiscal_year integer;
  v_period text;
  v_base text;
  v_minor integer;
  v_costs uuid[];
  v_rows integer;
  v_entries daybook_entry_draft[];
  v_lines daybook_line_draft[];
  v_provisions uuid[];
BEGIN
  SELECT r.* INTO v_run FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = p_run;
  -- The next costs with rows due, in id order: two steps that share costs queue up instead of deadlocking.
  SELECT array_agg(l.id) INTO v_costs FROM (
    SELECT c.id FROM contract_costs c WHERE c.organization_id = v_org AND c.id IN (
      SELECT d.cost_id FROM (SELECT r.cost_id FROM contract_cost_rows r
        WHERE r.organization_id = v_org AND r.subsidiary_id = v_run.subsidiary_id AND r.run_id IS NULL AND r.period <= v_run.period
        ORDER BY r.period, r.cost_id LIMIT p_limit) d)
    ORDER BY c.id FOR UPDATE) l;
  IF v_costs IS NULL THEN
    RETURN QUERY SELECT 0, '{}'::uuid[];
    RETURN;
  END IF;
  SELECT b.o_base_currency, b.o_minor_units, b.o_period_id, b.o_fiscal_year, b.o_period INTO v_base, v_minor, v_period_id, v_fiscal_year, v_period
    FROM daybook_open_books(v_run.subsidiary_id, v_run.posting_date) b;
  -- The amount due for each cost.
  WITH due AS (
    SELECT c.currency_code, c.cost_kind = 'LOSS' AS provides, c.asset_account_id, c.expense_account_id, c.exchange_rate, c.amortised AS before, sum(r.amount) AS amount
    FROM contract_cost_rows r JOIN contract_costs c ON c.organization_id = v_org AND c.id = r.cost_id
    WHERE r.organization_id = v_org AND r.cost_id = ANY (v_costs) AND r.run_id IS NULL AND r.period <= v_run.period
    GROUP BY c.id, 1, 2, 3, 4, 5, 6
  ),
  -- Expense against asset. Base amounts are computed on the cumulative amortization at the rate of the capitalization, so that they sum to it.
  sides AS (
    SELECT d.currency_code, d.provides, s.account_id, s.sign * d.amount AS amount,
           s.sign * (daybook_round_even((d.before + d.amount) * d.exchange_rate, v_minor) - daybook_round_even(d.before * d.exchange_rate, v_minor)) AS base, d.exchange_rate
    FROM due d CROSS JOIN LATERAL (VALUES (d.expense_account_id, 1), (d.asset_account_id, -1)) AS s (account_id, sign)
  ),
  -- One line per account, currency and side; provisions apart.
  summed AS (
    SELECT currency_code, provides, account_id, sum(amount) AS amount, sum(base) AS base, sign(amount) FROM sides WHERE amount <> 0 GROUP BY currency_code, provides, account_id, sign(amount)
  ),
  -- One entry per currency, and one for its provisions.
  entries AS MATERIALIZED (SELECT c.currency_code, c.provides, daybook_uuid_v7() AS id FROM (SELECT DISTINCT currency_code, provides FROM summed) c)
  SELECT (SELECT array_agg(ROW(e.id, v_run.subsidiary_id, v_period_id, v_fiscal_year, v_run.posting_date, e.currency_code, v_base,
            coalesce((v_run.rates ->> e.currency_code)::numeric, 1), 'REVENUE_RUN', e.id, NULL, NULL,
            format(CASE WHEN e.provides THEN 'Provisions for losses of %s, run %s' ELSE 'Amortisation of contract costs of %s, run %s' END, v_run.period, v_run.run_number), p_actor)::daybook_entry_draft) FROM entries e),
         (SELECT array_agg(ROW(e.id, s.n, s.account_id, v_run.subsidiary_id, v_period_id, v_run.posting_date, e.currency_code,
            greatest(s.amount, 0), greatest(-s.amount, 0), greatest(s.base, 0), greatest(-s.base, 0), NULL, NULL, NULL, NULL, NULL, NULL,
            CASE WHEN e.provides THEN 'Provision for losses' ELSE 'Amortisation of contract costs' END)::daybook_line_draft)
          FROM (SELECT summed.*, row_number() OVER (PARTITION BY summed.currency_code, summed.provides ORDER BY summed.amount < 0, summed.account_id)::int AS n FROM summed) s
          JOIN entries e USING (currency_code, provides)),
         (SELECT coalesce(array_agg(e.id), '{}') FROM entries e WHERE e.provides)
  INTO v_entries, v_lines, v_provisions;
  -- The costs and rows are updated in the same step; the sums above were read before.
  UPDATE contract_costs c SET amortised = c.amortised + d.amount
  FROM (SELECT r.cost_id, sum(r.amount) AS amount FROM contract_cost_rows r
        WHERE r.organization_id = v_org AND r.cost_id = ANY (v_costs) AND r.run_id IS NULL AND r.period <= v_run.period GROUP BY 1) d
  WHERE c.organization_id = v_org AND c.id = d.cost_id;
  UPDATE contract_cost_rows r SET run_id = p_run, posted_period = v_period, posted_at = now(),
    entry_id = (SELECT e.id FROM unnest(v_entries) e JOIN contract_costs c ON c.organization_id = v_org AND c.id = r.cost_id
                WHERE e.currency_code = c.currency_code AND (c.cost_kind = 'LOSS') = (e.id = ANY (v_provisions)))
  WHERE r.organization_id = v_org AND r.cost_id = ANY (v_costs) AND r.run_id IS NULL AND r.period <= v_run.period;
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  IF v_entries IS NOT NULL THEN
    PERFORM 1 FROM daybook_append_entries(v_entries, v_lines);
  END IF;
  RETURN QUERY SELECT v_rows, ARRAY(SELECT e.id FROM unnest(v_entries[1:100]) e);
END $$;
