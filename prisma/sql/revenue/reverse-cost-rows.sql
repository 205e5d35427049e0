-- One step of a reversal, of contract costs: takes back the amortization and the provisions for losses the reversed run posted, at most p_limit rows. Each row is
-- answered by one of the opposite amount, posted here, and one that is due again, as in reverse-run-rows. Answers how many rows; none:
-- nothing is left.
--
-- Refuses: a date without an open period (restrict_violation); a row that is reversed already (unique_violation).
-- Locks: the costs, in id order; then those of append-entries. The caller holds the runs of the subsidiary and the open periods.
-- Rule: docs/accounting.md, "Runs"; ASC 340-40-35-1.
-- Proved by: e2e/revenue/reversed-runs.test.ts, e2e/revenue/losses.test.ts.
CREATE FUNCTION daybook_reverse_cost_rows(p_run uuid, p_limit integer, p_first_open text, p_actor uuid) RETURNS integer
LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_run revenue_runs;
  v_of revenue_runs;
  v_costs uuid[];
  v_base text;
  v_minor integer;
  v_period_id uuid;
  v_fiscal_year integer;
  v_period text;
  v_rows integer;
  v_entries daybook_entry_draft[];
  v_lines daybook_line_draft[];
  v_provisions uuid[];
BEGIN
  SELECT r.* INTO v_run FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = p_run;
  SELECT r.* INTO v_of FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = v_run.reverses_run_id;
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('periods:' || v_org::text, 0));
  SELECT array_agg(l.id) INTO v_costs FROM (
    SELECT c.id FROM contract_costs c WHERE c.organization_id = v_org AND c.id IN (
      SELECT d.cost_id FROM (
        SELECT r.cost_id FROM contract_cost_rows r
        WHERE r.organization_id = v_org AND r.subsidiary_id = v_run.subsidiary_id AND r.run_id = v_of.id
          AND NOT EXISTS (SELECT 1 FROM contract_cost_rows z WHERE z.organization_id = v_org AND z.cost_id = r.cost_id AND z.reverses_seq = r.seq)
          AND (v_run.contract_ids IS NULL OR EXISTS (
            SELECT 1 FROM contract_costs k WHERE k.organization_id = v_org AND k.id = r.cost_id AND k.contract_id = ANY (v_run.contract_ids)))
        ORDER BY r.cost_id LIMIT p_limit) d)
    ORDER BY c.id FOR UPDATE) l;
  IF v_costs IS NULL THEN
    RETURN 0;
  END IF;
  SELECT b.o_base_currency, b.o_minor_units, b.o_period_id, b.o_fiscal_year, b.o_period INTO v_base, v_minor, v_period_id, v_fiscal_year, v_period
    FROM daybook_open_books(v_run.subsidiary_id, v_run.posting_date) b;
  INSERT INTO contract_cost_rows (organization_id, cost_id, seq, subsidiary_id, row_kind, period, amount, reverses_seq, natural_period, event_id,
                                  cause_id)
  SELECT v_org, v.cost_id, s.rows + 2 * (v.n - 1) + x.place, v.subsidiary_id, v.row_kind, greatest(v.period, p_first_open), x.sign * v.amount,
         CASE WHEN x.sign < 0 THEN v.seq END, v.natural_period, v.event_id, v.cause_id
  FROM (SELECT r.*, row_number() OVER (PARTITION BY r.cost_id ORDER BY r.seq)::int AS n FROM contract_cost_rows r
        WHERE r.organization_id = v_org AND r.cost_id = ANY (v_costs) AND r.run_id = v_of.id
          AND NOT EXISTS (SELECT 1 FROM contract_cost_rows z WHERE z.organization_id = v_org AND z.cost_id = r.cost_id AND z.reverses_seq = r.seq)) v
  JOIN (SELECT r.cost_id, count(*)::int AS rows FROM contract_cost_rows r
        WHERE r.organization_id = v_org AND r.cost_id = ANY (v_costs) GROUP BY 1) s ON s.cost_id = v.cost_id
  CROSS JOIN (VALUES (0, -1), (1, 1)) AS x (place, sign);
  -- Asset against expense. Base amounts by what stays amortized altogether, at the rate of the capitalization.
  WITH due AS (
    SELECT c.currency_code, c.cost_kind = 'LOSS' AS provides, c.asset_account_id, c.expense_account_id, c.exchange_rate, c.amortised AS before, sum(r.amount) AS amount
    FROM contract_cost_rows r JOIN contract_costs c ON c.organization_id = v_org AND c.id = r.cost_id
    WHERE r.organization_id = v_org AND r.cost_id = ANY (v_costs) AND r.reverses_seq IS NOT NULL AND r.run_id IS NULL
    GROUP BY c.id, 1, 2, 3, 4, 5, 6
  ),
  sides AS (
    SELECT d.currency_code, d.provides, s.account_id, s.sign * d.amount AS amount,
           s.sign * (daybook_round_even((d.before + d.amount) * d.exchange_rate, v_minor) - daybook_round_even(d.before * d.exchange_rate, v_minor)) AS base
    FROM due d CROSS JOIN LATERAL (VALUES (d.expense_account_id, 1), (d.asset_account_id, -1)) AS s (account_id, sign)
  ),
  summed AS (
    SELECT currency_code, provides, account_id, sum(amount) AS amount, sum(base) AS base FROM sides WHERE amount <> 0 GROUP BY currency_code, provides, account_id, sign(amount)
  ),
  entries AS MATERIALIZED (SELECT c.currency_code, c.provides, daybook_uuid_v7() AS id FROM (SELECT DISTINCT currency_code, provides FROM summed) c)
  SELECT (SELECT array_agg(ROW(e.id, v_run.subsidiary_id, v_period_id, v_fiscal_year, v_run.posting_date, e.currency_code, v_base,
            coalesce((v_of.rates ->> e.currency_code)::numeric, 1), 'REVENUE_RUN', e.id, NULL, NULL,
            format(CASE WHEN e.provides THEN 'Reversal of run %s, run %s: provisions for losses' ELSE
            'Reversal of run %s, run %s: amortization of contract costs' END, v_of.run_number, v_run.run_number), p_actor)::daybook_entry_draft) FROM entries e),
         (SELECT array_agg(ROW(e.id, s.n, s.account_id, v_run.subsidiary_id, v_period_id, v_run.posting_date, e.currency_code,
            greatest(s.amount, 0), greatest(-s.amount, 0), greatest(s.base, 0), greatest(-s.base, 0), NULL, NULL, NULL, NULL, NULL, NULL,
            CASE WHEN e.provides THEN 'Provision for losses' ELSE 'Amortization of contract costs' END)::daybook_line_draft)
          FROM (SELECT summed.*, row_number() OVER (PARTITION BY summed.currency_code, summed.provides ORDER BY summed.amount < 0, summed.account_id)::int AS n FROM summed) s
          JOIN entries e USING (currency_code, provides)),
         (SELECT coalesce(array_agg(e.id), '{}') FROM entries e WHERE e.provides)
  INTO v_entries, v_lines, v_provisions;
  UPDATE contract_costs c SET amortised = c.amortised + d.amount
  FROM (SELECT r.cost_id, sum(r.amount) AS amount FROM contract_cost_rows r
        WHERE r.organization_id = v_org AND r.cost_id = ANY (v_costs) AND r.reverses_seq IS NOT NULL AND r.run_id IS NULL GROUP BY 1) d
  WHERE c.organization_id = v_org AND c.id = d.cost_id;
  UPDATE contract_cost_rows r SET run_id = p_run, posted_period = v_period, posted_at = now(),
    entry_id = (SELECT e.id FROM unnest(v_entries) e JOIN contract_costs c ON c.organization_id = v_org AND c.id = r.cost_id
                WHERE e.currency_code = c.currency_code AND (c.cost_kind = 'LOSS') = (e.id = ANY (v_provisions)))
  WHERE r.organization_id = v_org AND r.cost_id = ANY (v_costs) AND r.reverses_seq IS NOT NULL AND r.run_id IS NULL;
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  IF v_entries IS NOT NULL THEN
    PERFORM 1 FROM daybook_append_entries(v_entries, v_lines);
  END IF;
  INSERT INTO revenue_run_chunks (organization_id, run_id, chunk_number, contracts, rows, amounts, first_entries)
  SELECT v_org, p_run, count(*)::int + 1, 0, v_rows, '{}', ARRAY(SELECT e.id FROM unnest(v_entries[1:100]) e)
  FROM revenue_run_chunks c WHERE c.organization_id = v_org AND c.run_id = p_run;
  RETURN v_rows;
END $$;
