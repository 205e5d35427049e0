-- One step of a reversal: takes back what the reversed run posted of the next contracts after p_after, at most p_limit rows' contracts.
-- A posted row stays as it is. It is answered by one of the opposite amount, posted here, and by one that is due again, both in its
-- own month while that is open and else in p_first_open, so that the sum of what is stored of a fact does not move and the next run
-- posts the difference. Base amounts are those the run posted; only where the position has moved since so that they cannot stand is
-- the difference an exchange difference. What the run made receivable and has been paid since stays paid, and becomes an advance.
-- Obligations on hold are reversed too. Answers how many contracts and rows, and the last contract; none: nothing is left.
--
-- Refuses: a date without an open period (restrict_violation); a row that is reversed already (unique_violation); a movement of the
--   run that does not agree with its rows (serialization_failure).
-- Locks: the run; the shared side of "periods:<organization>"; positions, in contract order; then those of append-entries. The
--   caller holds the runs of the subsidiary.
-- Rule: docs/accounting.md, "Runs"; src/core/revenue/balances.ts.
-- Proved by: e2e/revenue/reversed-runs.test.ts.
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
  v_base text;
  v_minor integer;
  v_period_id uuid;
  v_fiscal_year integer;
  v_period text;
  v_shared boolean;
  v_inserted integer;
  v_entries daybook_entry_draft[];
  v_lines daybook_line_draft[];
  v_done integer;
  v_rows integer;
  v_amounts jsonb;
  v_agrees boolean;
BEGIN
  SELECT r.* INTO v_run FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = p_run FOR UPDATE;
  SELECT r.* INTO v_of FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = v_run.reverses_run_id;
  -- A period is closed under the exclusive side of this lock, so no step slips in beside a close.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('periods:' || v_org::text, 0));
  SELECT b.o_base_currency, b.o_minor_units, b.o_period_id, b.o_fiscal_year, b.o_period INTO v_base, v_minor, v_period_id, v_fiscal_year, v_period
    FROM daybook_open_books(v_run.subsidiary_id, v_run.posting_date) b;

  -- The next contracts of which the run posted what nothing has taken back yet, their positions locked in contract order.
  SELECT array_agg(l.contract_id) INTO v_contracts FROM (
    SELECT p.contract_id FROM revenue_positions p
    WHERE p.organization_id = v_org AND p.contract_id IN (
      SELECT d.contract_id FROM (
        SELECT r.contract_id FROM revenue_rows r
        WHERE r.organization_id = v_org AND r.contract_id > coalesce(p_after, '00000000-0000-0000-0000-000000000000')
          AND (v_run.contract_ids IS NULL OR r.contract_id = ANY (v_run.contract_ids)) AND r.run_id = v_of.id
          AND NOT EXISTS (SELECT 1 FROM revenue_rows z
                          WHERE z.organization_id = v_org AND z.contract_id = r.contract_id AND z.reverses_seq = r.seq)
        ORDER BY r.contract_id LIMIT p_limit) d)
    ORDER BY p.contract_id FOR UPDATE) l;
  IF v_contracts IS NULL THEN
    RETURN QUERY SELECT 0, 0, NULL::uuid;
    RETURN;
  END IF;
  v_shared := v_of.grouping <> 'CONTRACT' AND cardinality(v_contracts) > 1;

  -- Each row and its two answers. Contract by contract, by key: the statistics have not heard of a run just posted.
  INSERT INTO revenue_rows (organization_id, contract_id, seq, subsidiary_id, obligation_key, amount, period, natural_period, start_date,
    end_date, source, event_id, cause_id, catch_up, late, reverses_seq)
  SELECT v_org, v.contract_id, s.rows + 2 * (v.n - 1) + x.place, v.subsidiary_id, v.obligation_key, x.sign * v.amount,
         greatest(v.period, p_first_open), v.natural_period, v.start_date, v.end_date, v.source, v.event_id, v_run.id,
         v.catch_up OR v.period < p_first_open, v.late OR v.period < p_first_open, CASE WHEN x.sign < 0 THEN v.seq END
  FROM unnest(v_contracts) AS k (contract_id)
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS rows FROM revenue_rows r WHERE r.organization_id = v_org AND r.contract_id = k.contract_id OFFSET 0) s
  CROSS JOIN LATERAL (
    SELECT r.*, row_number() OVER (ORDER BY r.seq)::int AS n FROM revenue_rows r
    WHERE r.organization_id = v_org AND r.contract_id = k.contract_id AND r.run_id = v_of.id
      AND NOT EXISTS (SELECT 1 FROM revenue_rows z
                      WHERE z.organization_id = v_org AND z.contract_id = r.contract_id AND z.reverses_seq = r.seq) OFFSET 0) v
  CROSS JOIN (VALUES (0, -1), (1, 1)) AS x (place, sign);
  GET DIAGNOSTICS v_inserted = ROW_COUNT;

  WITH currencies AS MATERIALIZED (
    SELECT c.currency_code, daybook_uuid_v7() AS entry_id, coalesce((v_of.rates ->> c.currency_code)::numeric, 1) AS rate
    FROM (SELECT DISTINCT p.currency_code FROM revenue_positions p
          WHERE p.organization_id = v_org AND p.contract_id = ANY (v_contracts)) c
  ),
  -- The contracts with their positions, what the run did to each, and the entry it made for it alone.
  picked AS MATERIALIZED (
    SELECT p.contract_id, p.currency_code, p.net, p.net_base, p.receivable, p.receivable_base, p.receivable_account_id,
           p.contract_asset_account_id, p.deferred_account_id, p.exchange_account_id, m.was_due, m.was_due_base, m.revenue,
           m.revenue_base, m.event_id, m.own_entry, c.rate, CASE WHEN v_shared THEN c.entry_id ELSE daybook_uuid_v7() END AS entry_id
    FROM unnest(v_contracts) AS k (contract_id)
    CROSS JOIN LATERAL (
      SELECT w.* FROM revenue_positions w WHERE w.organization_id = v_org AND w.contract_id = k.contract_id OFFSET 0) p
    CROSS JOIN LATERAL (
      SELECT sum(w.receivable) AS was_due, sum(w.receivable_base) AS was_due_base, sum(w.revenue) AS revenue,
             sum(w.revenue_base) AS revenue_base, any_value(w.event_id) AS event_id,
             CASE WHEN count(*) = 1 AND bool_and(w.id = w.entry_id) THEN any_value(w.entry_id) END AS own_entry
      FROM revenue_movements w WHERE w.organization_id = v_org AND w.contract_id = k.contract_id AND w.run_id = v_of.id OFFSET 0) m
    JOIN currencies c ON c.currency_code = p.currency_code
  ),
  -- The answers of the opposite amount are the only reversals not posted yet; each carries what is known of its contract.
  marked AS (
    UPDATE revenue_rows r SET run_id = v_run.id, entry_id = k.entry_id, posted_period = v_period, posted_at = now()
    FROM picked k
    WHERE r.organization_id = v_org AND r.contract_id = k.contract_id AND r.reverses_seq IS NOT NULL AND r.run_id IS NULL
    RETURNING r.obligation_key, -r.amount AS amount, k.*
  ),
  -- What each contract had earned on each account with its dimensions.
  shares AS (
    SELECT d.contract_id, o.revenue_account_id AS account_id, o.class_id, o.department_id, o.location_id, o.project_id,
           sum(d.amount) AS part, count(*)::int AS rows, any_value(d.currency_code) AS currency_code, any_value(d.net) AS net, any_value(d.net_base) AS net_base,
           any_value(d.receivable) AS receivable, any_value(d.receivable_base) AS receivable_base,
           any_value(d.receivable_account_id) AS receivable_account_id, any_value(d.contract_asset_account_id) AS
           contract_asset_account_id, any_value(d.deferred_account_id) AS deferred_account_id, any_value(d.exchange_account_id) AS
           exchange_account_id, any_value(d.was_due) AS was_due, any_value(d.was_due_base) AS was_due_base, any_value(d.revenue) AS
           revenue, any_value(d.revenue_base) AS revenue_base, any_value(d.event_id) AS event_id, any_value(d.own_entry) AS
           own_entry, any_value(d.rate) AS rate, any_value(d.entry_id) AS entry_id
    FROM marked d
    CROSS JOIN LATERAL (
      SELECT w.* FROM performance_obligations w
      WHERE w.organization_id = v_org AND w.contract_id = d.contract_id AND w.key = d.obligation_key OFFSET 0) o
    GROUP BY 1, 2, 3, 4, 5, 6
  ),
  ranked AS (
    SELECT s.*, row_number() OVER w = 1 AS leads, sum(s.part) OVER w AS reached, sum(s.part) OVER (PARTITION BY s.contract_id) AS amount
    FROM shares s
    WINDOW w AS (PARTITION BY s.contract_id ORDER BY s.account_id, s.class_id, s.department_id, s.location_id, s.project_id ROWS UNBOUNDED PRECEDING)
  ),
  computed AS MATERIALIZED (
    SELECT b.*, greatest(-(b.net + b.d_net), 0) - greatest(-b.net, 0) AS contract_asset,
           CASE WHEN b.net + b.d_net < 0 THEN -(b.net_base + b.b_net) ELSE 0 END - CASE WHEN b.net < 0 THEN -b.net_base ELSE 0 END AS contract_asset_base,
           greatest(b.net + b.d_net, 0) - greatest(b.net, 0) AS deferred,
           CASE WHEN b.net + b.d_net > 0 THEN b.net_base + b.b_net ELSE 0 END - CASE WHEN b.net > 0 THEN b.net_base ELSE 0 END AS deferred_base,
           b.b_receivable - b.b_net + b.revenue_base AS exchange_base
    FROM (
      -- A position at zero has no base amount left, and an asset no liability's.
      SELECT d.*, CASE WHEN d.net + d.d_net = 0 THEN -d.net_base
                       WHEN sign(d.net_base + d.b_receivable + d.revenue_base) = sign(d.net + d.d_net) THEN d.b_receivable + d.revenue_base
                       ELSE daybook_carried(d.net, d.net_base, d.d_net, d.rate, v_minor) END AS b_net
      FROM (
        SELECT k.*, k.amount - x.back AS d_net, x.back,
               CASE WHEN x.back = 0 THEN 0 WHEN x.back = k.receivable THEN -k.receivable_base WHEN x.back = k.was_due THEN -k.was_due_base
                    ELSE daybook_carried(k.receivable, k.receivable_base, -x.back, k.rate, v_minor) END AS b_receivable
        FROM ranked k
        CROSS JOIN LATERAL (SELECT least(k.was_due, greatest(k.receivable, 0)) AS back) x
        OFFSET 0 -- each figure is computed once, not wherever it is used
      ) d OFFSET 0
    ) b
  ),
  kept AS (
    INSERT INTO revenue_movements (organization_id, id, contract_id, subsidiary_id, currency_code, kind, amount, posting_date, period, run_id,
        event_id, entry_id, receivable, receivable_base, cash, cash_base, contract_asset, contract_asset_base, deferred, deferred_base,
        refund, refund_base, revenue, revenue_base, exchange_base, document, document_base)
    SELECT v_org, CASE WHEN v_shared THEN daybook_uuid_v7() ELSE v.entry_id END, v.contract_id, v_run.subsidiary_id, v.currency_code,
           'REVENUE', -v.amount, v_run.posting_date, v_period, v_run.id, v.event_id, v.entry_id, -v.back, v.b_receivable, 0, 0,
           v.contract_asset, v.contract_asset_base, v.deferred, v.deferred_base, 0, 0, -v.amount, -v.revenue_base, v.exchange_base, 0, 0
    FROM computed v WHERE v.leads
  ),
  placed AS (
    UPDATE revenue_positions p SET
      net = p.net + v.deferred - v.contract_asset, net_base = p.net_base + v.deferred_base - v.contract_asset_base,
      receivable = p.receivable - v.back, receivable_base = p.receivable_base + v.b_receivable,
      recognised = p.recognised - v.amount, pending = p.pending + v.back
    FROM computed v
    WHERE p.organization_id = v_org AND p.contract_id = v.contract_id AND v.leads
    RETURNING 1
  ),
  -- Revenue by account and dimensions, its base by the cumulative shares the run posted.
  raw AS NOT MATERIALIZED (
    SELECT v.entry_id, v.own_entry, v.currency_code, v.rate, v.account_id, v.class_id, v.department_id, v.location_id, v.project_id, v.part AS amount,
           CASE WHEN v.amount = 0 THEN daybook_round_even(v.reached * v.rate, v_minor) - daybook_round_even((v.reached - v.part) * v.rate, v_minor)
                WHEN v.reached = v.amount AND v.part = v.amount THEN v.revenue_base
                ELSE daybook_round_even(v.revenue_base * v.reached / v.amount, v_minor) - daybook_round_even(v.revenue_base * (v.reached - v.part) / v.amount, v_minor) END AS base,
           'Revenue' AS memo
    FROM computed v
    UNION ALL SELECT v.entry_id, v.own_entry, v.currency_code, v.rate, v.receivable_account_id, NULL, NULL, NULL, NULL, -v.back, v.b_receivable, 'Receivable'
    FROM computed v WHERE v.leads
    UNION ALL SELECT v.entry_id, v.own_entry, v.currency_code, v.rate, v.contract_asset_account_id, NULL, NULL, NULL, NULL, v.contract_asset, v.contract_asset_base, 'Contract asset'
    FROM computed v WHERE v.leads
    UNION ALL SELECT v.entry_id, v.own_entry, v.currency_code, v.rate, v.deferred_account_id, NULL, NULL, NULL, NULL, -v.deferred, -v.deferred_base, 'Contract liability'
    FROM computed v WHERE v.leads
    UNION ALL SELECT v.entry_id, v.own_entry, v.currency_code, v.rate, v.exchange_account_id, NULL, NULL, NULL, NULL, 0, -v.exchange_base, 'Exchange difference'
    FROM computed v WHERE v.leads
  ),
  -- The sides stay apart: what one contract adds and another takes is seen.
  summed AS (
    SELECT w.entry_id, CASE WHEN NOT v_shared THEN any_value(w.own_entry) END AS own_entry, w.currency_code, w.rate, w.account_id, w.class_id,
           w.department_id, w.location_id, w.project_id, sum(w.amount) AS amount, sum(w.base) AS base, w.memo
    FROM raw w WHERE w.amount <> 0 OR w.base <> 0
    GROUP BY w.entry_id, w.currency_code, w.rate, w.account_id, w.class_id, w.department_id, w.location_id, w.project_id, w.memo, sign(CASE WHEN w.amount <> 0 THEN w.amount ELSE w.base END)
  ),
  -- Debits before credits.
  numbered AS MATERIALIZED (
    SELECT s.*, row_number() OVER (PARTITION BY s.entry_id ORDER BY (s.amount < 0 OR (s.amount = 0 AND s.base < 0)), s.memo, s.account_id)::int AS n FROM summed s
  )
  SELECT (SELECT array_agg(ROW(n.entry_id, v_run.subsidiary_id, v_period_id, v_fiscal_year, v_run.posting_date, n.currency_code, v_base,
                               n.rate, 'REVENUE_RUN', n.entry_id, NULL,
                               n.own_entry,
                               format('Reversal of run %s, run %s', v_of.run_number, v_run.run_number), p_actor)::daybook_entry_draft ORDER BY n.entry_id)
          FROM numbered n WHERE n.n = 1),
         (SELECT array_agg(ROW(n.entry_id, n.n, n.account_id, v_run.subsidiary_id, v_period_id, v_run.posting_date, n.currency_code,
                               greatest(n.amount, 0), greatest(-n.amount, 0), greatest(n.base, 0), greatest(-n.base, 0),
                               n.class_id, n.department_id, n.location_id, n.project_id, NULL, NULL, n.memo)::daybook_line_draft)
          FROM numbered n),
         t.contracts, t.rows, t.amounts,
         (SELECT count(*) FROM placed) = t.contracts AND 2 * t.rows = v_inserted
           AND NOT EXISTS (SELECT 1 FROM computed v WHERE v.leads AND v.revenue <> v.amount)
  FROM (
    SELECT coalesce(sum(c.contracts), 0)::int AS contracts, coalesce(sum(c.rows), 0)::int AS rows, jsonb_object_agg(c.currency_code, (-c.amount)::text) AS amounts
    FROM (SELECT v.currency_code, sum(v.part) AS amount, sum(v.rows) AS rows, count(*) FILTER (WHERE v.leads) AS contracts FROM computed v GROUP BY 1) c
  ) t
  INTO v_entries, v_lines, v_done, v_rows, v_amounts, v_agrees;
  IF NOT v_agrees THEN
    RAISE serialization_failure USING MESSAGE = 'the movements of a run do not agree with its rows';
  END IF;
  IF v_entries IS NOT NULL THEN
    PERFORM 1 FROM daybook_append_entries(v_entries, v_lines);
  END IF;
  INSERT INTO revenue_run_chunks (organization_id, run_id, chunk_number, contracts, rows, amounts, first_entries)
  SELECT v_org, p_run, count(*)::int + 1, v_done, v_rows, coalesce(v_amounts, '{}'), ARRAY(SELECT e.id FROM unnest(v_entries[1:100]) e)
  FROM revenue_run_chunks c WHERE c.organization_id = v_org AND c.run_id = p_run;
  RETURN QUERY SELECT v_done, v_rows, v_contracts[cardinality(v_contracts)];
END $$;
