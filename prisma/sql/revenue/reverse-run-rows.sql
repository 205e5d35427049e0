-- One step of a reversal: reverses what the reversed run posted for the next contracts after p_after (lock-posted-contracts). It adds
-- the rows that answer those the run posted (answer-run-rows), posts the ones of opposite amount and computes what they do to each
-- position (effect-of-reversal); move-positions books that. Base amounts are those the run posted. What the run made receivable and has
-- been paid since stays paid, and becomes an advance. Obligations on hold are reversed too. Answers how many contracts and rows, and the
-- last contract; none: nothing is left.
--
-- Refuses: a date without an open period (restrict_violation); a row that is reversed already (unique_violation); a movement of the
--   run that does not agree with its rows (serialization_failure).
-- Locks: the run; the shared side of "periods:<organization>"; positions, in contract order; then those of move-positions. The
--   caller holds the runs of the subsidiary.
-- Rule: docs/accounting.md, "Runs"; src/core/revenue/balances.ts.
-- Proved by: e2e/revenue/runs/reversed-runs.test.ts.
CREATE FUNCTION daybook_reverse_run_rows(p_run uuid, p_after uuid, p_limit integer, p_first_open text, p_actor uuid)
RETURNS TABLE(o_contracts integer, o_rows integer, o_last uuid)
LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan SET jit = off SET enable_seqscan = off SET enable_mergejoin = off
SET work_mem = '32MB' SET random_page_cost = 1 SET max_parallel_workers_per_gather = 0
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_run revenue_runs;
  v_of revenue_runs;
  v_contracts uuid[];
  v_currencies text[];
  v_places tid[];
  v_minor integer;
  v_period text;
  v_shared boolean;
  v_inserted integer;
  v_changes daybook_position_change[];
  v_revenue daybook_revenue_line[];
  v_done integer;
  v_rows integer;
  v_amounts jsonb;
  v_agrees boolean;
  v_entries uuid[];
BEGIN
  SELECT r.* INTO v_run FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = p_run FOR UPDATE;
  SELECT r.* INTO v_of FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = v_run.reverses_run_id;
  -- A period is closed under the exclusive side of this lock, so no step slips in during a close.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('periods:' || v_org::text, 0));
  SELECT b.o_minor_units, b.o_period INTO v_minor, v_period FROM daybook_open_books(v_run.subsidiary_id, v_run.posting_date) b;

  SELECT l.o_contracts, l.o_currencies, l.o_places INTO v_contracts, v_currencies, v_places
    FROM daybook_lock_posted_contracts(v_of.id, v_run.contract_ids, p_after, p_limit) l;
  IF v_contracts IS NULL THEN
    RETURN QUERY SELECT 0, 0, NULL::uuid;
    RETURN;
  END IF;
  PERFORM daybook_plan_for(cardinality(v_contracts));
  v_shared := v_of.grouping <> 'CONTRACT' AND cardinality(v_contracts) > 1;
  v_inserted := daybook_answer_run_rows(v_run.id, v_of.id, v_contracts, p_first_open);

  -- The entry and the run's rate for each currency, if contracts share their entries.
  WITH currencies AS MATERIALIZED (
    SELECT c.currency_code, daybook_uuid_v7() AS entry_id, coalesce((v_of.rates ->> c.currency_code)::numeric, 1) AS rate
    FROM (SELECT DISTINCT u AS currency_code FROM unnest(v_currencies) u) c
  ),
  -- The contracts, each with its position's place and the entry that takes its revenue back.
  picked AS MATERIALIZED (
    SELECT k.contract_id, k.place, k.currency_code, c.rate, CASE WHEN v_shared THEN c.entry_id ELSE daybook_uuid_v7() END AS entry_id
    FROM unnest(v_contracts, v_places, v_currencies) AS k (contract_id, place, currency_code)
    JOIN currencies c ON c.currency_code = k.currency_code
  ),
  -- The answers of the opposite amount are the only reversals not posted yet.
  marked AS (
    UPDATE revenue_rows r SET run_id = v_run.id, entry_id = k.entry_id, posted_period = v_period, posted_at = now()
    FROM picked k
    WHERE r.organization_id = v_org AND r.contract_id = k.contract_id AND r.reverses_seq IS NOT NULL AND r.run_id IS NULL
    RETURNING k.contract_id, k.place, k.entry_id, k.currency_code, k.rate, r.obligation_key, -r.amount AS amount
  ),
  -- What each contract had earned on each account with its dimensions.
  shares AS (
    SELECT d.contract_id, o.revenue_account_id AS account_id, o.class_id, o.department_id, o.location_id, o.project_id,
           any_value(d.place) AS place, any_value(d.entry_id) AS entry_id, any_value(d.currency_code) AS currency_code,
           any_value(d.rate) AS rate, sum(d.amount) AS part, count(*)::int AS rows
    FROM marked d
    CROSS JOIN LATERAL (
      SELECT w.* FROM performance_obligations w
      WHERE w.organization_id = v_org AND w.contract_id = d.contract_id AND w.key = d.obligation_key OFFSET 0) o
    GROUP BY 1, 2, 3, 4, 5, 6
  ),
  -- The first share of a contract stands for the contract; each share has the running total up to and including it.
  ranked AS (
    SELECT s.*, row_number() OVER w = 1 AS leads, sum(s.part) OVER w AS reached, sum(s.part) OVER (PARTITION BY s.contract_id) AS amount
    FROM shares s
    WINDOW w AS (PARTITION BY s.contract_id ORDER BY s.account_id, s.class_id, s.department_id, s.location_id, s.project_id ROWS UNBOUNDED PRECEDING)
  ),
  -- What the run did to each contract, and what taking it back does to its position; own_entry: the entry it made for this one alone.
  changed AS MATERIALIZED (
    SELECT k.*, p.net AS stood, p.net_base AS stood_base, p.receivable_account_id, p.contract_asset_account_id, p.deferred_account_id,
           p.exchange_account_id, m.revenue, m.revenue_base, m.event_id, m.own_entry, e.net, e.net_base, e.receivable, e.receivable_base
    FROM ranked k
    JOIN revenue_positions p ON p.ctid = k.place AND p.contract_id IS NOT DISTINCT FROM k.contract_id
    CROSS JOIN LATERAL (
      SELECT sum(w.receivable) AS due, sum(w.receivable_base) AS due_base, sum(w.revenue) AS revenue,
             sum(w.revenue_base) AS revenue_base, any_value(w.event_id) AS event_id,
             CASE WHEN count(*) = 1 AND bool_and(w.id = w.entry_id) THEN any_value(w.entry_id) END AS own_entry
      FROM revenue_movements w WHERE w.organization_id = v_org AND w.contract_id = k.contract_id AND w.run_id = v_of.id OFFSET 0) m
    CROSS JOIN LATERAL daybook_effect_of_reversal(k.amount, k.rate, v_minor, p.net, p.net_base, p.receivable, p.receivable_base,
                                                  m.due, m.due_base, m.revenue_base) e
  )
  SELECT (SELECT array_agg(ROW(v.place, CASE WHEN v_shared THEN daybook_uuid_v7() ELSE v.entry_id END, v.contract_id, v.entry_id,
                               v_run.posting_date, v.receivable_account_id, v.contract_asset_account_id, v.deferred_account_id,
                               v.exchange_account_id, 'REVENUE', -v.amount, v.currency_code, v.rate, v.stood, v.stood_base, v.net, v.net_base,
                               v.receivable, v.receivable_base, -v.amount, -v.revenue_base, -v.receivable, 0, 0, 0, 0, 0, 0,
                               v_run.id, v.event_id, NULL, CASE WHEN NOT v_shared THEN v.own_entry END, NULL, NULL, NULL,
                               CASE WHEN v.event_id IS NOT NULL THEN v_run.posting_date END)::daybook_position_change)
          FROM changed v WHERE v.leads),
         -- Its base amounts by the cumulative shares that the run posted.
         (SELECT array_agg(ROW(v.entry_id, v.account_id, v.class_id, v.department_id, v.location_id, v.project_id, v.part,
                               daybook_base_of_part(v.revenue_base, v.part, v.reached, v.amount, v.rate, v_minor))::daybook_revenue_line)
          FROM changed v),
         t.contracts, t.rows, t.amounts,
         2 * t.rows = v_inserted AND NOT EXISTS (SELECT 1 FROM changed v WHERE v.leads AND v.revenue <> v.amount)
  FROM (
    SELECT coalesce(sum(c.contracts), 0)::int AS contracts, coalesce(sum(c.rows), 0)::int AS rows, jsonb_object_agg(c.currency_code, (-c.amount)::text) AS amounts
    FROM (SELECT v.currency_code, sum(v.part) AS amount, sum(v.rows) AS rows, count(*) FILTER (WHERE v.leads) AS contracts FROM changed v GROUP BY 1) c
  ) t
  INTO v_changes, v_revenue, v_done, v_rows, v_amounts, v_agrees;
  IF NOT v_agrees THEN
    RAISE serialization_failure USING MESSAGE = 'the movements of a run do not agree with its rows';
  END IF;
  v_entries := daybook_move_positions(v_changes, v_revenue, v_run.subsidiary_id, v_shared, false, 'REVENUE_RUN',
                                      format('Reversal of run %s, run %s', v_of.run_number, v_run.run_number), p_actor);
  INSERT INTO revenue_run_chunks (organization_id, run_id, chunk_number, contracts, rows, amounts, first_entries)
  SELECT v_org, p_run, count(*)::int + 1, v_done, v_rows, coalesce(v_amounts, '{}'), v_entries
  FROM revenue_run_chunks c WHERE c.organization_id = v_org AND c.run_id = p_run;
  RETURN QUERY SELECT v_done, v_rows, v_contracts[cardinality(v_contracts)];
END $$;
