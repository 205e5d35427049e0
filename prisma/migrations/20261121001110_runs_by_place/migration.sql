-- The rows and positions of a run's step are found once and changed where they were found; entries of one contract need no summing.

-- Nobody looks for the movements of a month: the reports sum all of them up to one.
DROP INDEX revenue_movements_organization_id_subsidiary_id_period_idx;

-- What older runs made first, also where the owner of the tables is confined by row security.
DO $$
DECLARE
  t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['revenue_run_chunks', 'revenue_movements', 'contract_cost_rows', 'ledger_entries'] LOOP
    EXECUTE format('ALTER TABLE %I NO FORCE ROW LEVEL SECURITY', t);
  END LOOP;
  ALTER TABLE revenue_run_chunks DISABLE TRIGGER revenue_run_chunks_append_only;
  WITH made AS (
    SELECT x.organization_id, x.run_id, (array_agg(e.id ORDER BY e.entry_number))[1:100] AS entries
    FROM (SELECT m.organization_id, m.run_id, m.entry_id FROM revenue_movements m WHERE m.run_id IS NOT NULL
          UNION SELECT c.organization_id, c.run_id, c.entry_id FROM contract_cost_rows c WHERE c.run_id IS NOT NULL) x
    JOIN ledger_entries e ON e.organization_id = x.organization_id AND e.id = x.entry_id
    GROUP BY 1, 2
  )
  UPDATE revenue_run_chunks k SET first_entries = m.entries FROM made m
  WHERE k.organization_id = m.organization_id AND k.run_id = m.run_id AND k.chunk_number = 1 AND k.first_entries = '{}';
  ALTER TABLE revenue_run_chunks ENABLE TRIGGER revenue_run_chunks_append_only;
  FOREACH t IN ARRAY ARRAY['revenue_run_chunks', 'revenue_movements', 'contract_cost_rows', 'ledger_entries'] LOOP
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
  END LOOP;
END $$;

-- Moves the positions of contracts and appends the entries for it. `p_earned` says how the revenue of each contract parts by account.
CREATE OR REPLACE FUNCTION daybook_post_revenue_moves(
  p_moves daybook_revenue_move[], p_earned daybook_revenue_share[], p_subsidiary uuid, p_date date, p_run uuid, p_source_kind text,
  p_memo text, p_actor uuid
) RETURNS uuid[] LANGUAGE plpgsql
  SET plan_cache_mode = force_custom_plan SET jit = off SET enable_seqscan = off SET enable_mergejoin = off SET work_mem = '32MB'
  SET random_page_cost = 1 AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_base text;
  v_minor integer;
  v_period fiscal_periods;
  v_entries daybook_entry_draft[];
  v_lines daybook_line_draft[];
  v_moved integer;
  v_shared boolean := (SELECT count(DISTINCT m.entry_id) < count(*) FROM unnest(p_moves) m);
BEGIN
  SELECT s.base_currency, coalesce(c.minor_units, 2) INTO v_base, v_minor FROM subsidiaries s
    LEFT JOIN currencies c ON c.organization_id = s.organization_id AND c.code = s.base_currency
    WHERE s.organization_id = v_org AND s.id = p_subsidiary;
  SELECT q.* INTO v_period FROM fiscal_periods q WHERE q.organization_id = v_org AND q.subsidiary_id = p_subsidiary
    AND NOT q.is_adjustment AND p_date BETWEEN q.start_date AND q.end_date LIMIT 1;
  IF v_period.id IS NULL OR daybook_effective_period_status(v_period) <> 'OPEN' THEN
    RAISE restrict_violation USING MESSAGE = format('no open period on %s', p_date);
  END IF;

  -- The positions are read once; the movements, the positions moved and the lines of the entries all come from what was computed then.
  WITH computed AS MATERIALIZED (
    SELECT b.place, b.id, b.contract_id, b.subsidiary_id, b.currency_code, b.kind, b.amount, b.event_id, b.entry_id, b.rate,
           b.d_receivable AS receivable, b.b_receivable AS receivable_base, b.d_cash AS cash, b.b_cash AS cash_base,
           greatest(-(b.net + b.d_net), 0) - greatest(-b.net, 0) AS contract_asset,
           CASE WHEN b.net + b.d_net < 0 THEN -(b.net_base + b.b_net) ELSE 0 END - CASE WHEN b.net < 0 THEN -b.net_base ELSE 0 END AS contract_asset_base,
           greatest(b.net + b.d_net, 0) - greatest(b.net, 0) AS deferred,
           CASE WHEN b.net + b.d_net > 0 THEN b.net_base + b.b_net ELSE 0 END - CASE WHEN b.net > 0 THEN b.net_base ELSE 0 END AS deferred_base,
           b.d_refund AS refund, b.b_refund AS refund_base, CASE WHEN b.kind = 'REVENUE' THEN b.amount ELSE 0 END AS revenue,
           CASE WHEN b.kind = 'REVENUE' THEN b.b_receivable + b.b_cash - b.b_net - b.b_refund ELSE 0 END AS revenue_base,
           CASE WHEN b.kind IN ('REVENUE', 'INTEREST') THEN 0 ELSE b.b_receivable + b.b_cash + b.doc_base - b.b_net - b.b_refund END AS exchange_base,
           b.doc AS document, b.doc_base AS document_base,
           b.receivable_account_id, b.cash_account_id, b.contract_asset_account_id, b.deferred_account_id, b.refund_account_id,
           b.exchange_account_id, b.interest_expense_account_id, b.interest_income_account_id
    FROM (
      SELECT d.*, daybook_carried(d.receivable, d.receivable_base, d.d_receivable, d.rate, v_minor) AS b_receivable,
             CASE WHEN d.d_cash = 0 THEN 0 ELSE daybook_round_even(d.d_cash * d.rate, v_minor) END AS b_cash,
             daybook_carried(d.net, d.net_base, d.d_net, d.rate, v_minor) AS b_net,
             daybook_carried(d.refund, d.refund_base, d.d_refund, d.rate, v_minor) AS b_refund
      FROM (
        SELECT p.ctid AS place, m.id, m.contract_id, m.kind, m.amount, m.event_id, m.entry_id, m.rate, p.subsidiary_id, p.currency_code, p.net, p.net_base,
               p.receivable, p.receivable_base, p.refund, p.refund_base,
               p.receivable_account_id, p.cash_account_id, p.contract_asset_account_id, p.deferred_account_id, p.refund_account_id,
               p.exchange_account_id, p.interest_expense_account_id, p.interest_income_account_id,
               CASE m.kind WHEN 'DUE' THEN x.due WHEN 'PAYMENT' THEN m.amount - x.settled WHEN 'REVENUE' THEN x.due - m.amount
                 WHEN 'REFUND' THEN -m.amount WHEN 'CREDIT' THEN x.from_refund - m.amount WHEN 'DOCUMENT' THEN m.amount WHEN 'INTEREST' THEN m.amount END AS d_net,
               CASE m.kind WHEN 'DUE' THEN x.due WHEN 'PAYMENT' THEN -x.settled WHEN 'REVENUE' THEN x.due WHEN 'CREDIT' THEN -m.amount ELSE 0 END AS d_receivable,
               CASE m.kind WHEN 'PAYMENT' THEN m.amount ELSE 0 END AS d_cash,
               CASE m.kind WHEN 'REFUND' THEN m.amount WHEN 'CREDIT' THEN -x.from_refund ELSE 0 END AS d_refund,
               CASE m.kind WHEN 'DOCUMENT' THEN m.amount ELSE 0 END AS doc,
               CASE m.kind WHEN 'DOCUMENT' THEN coalesce(m.document_base, 0) ELSE 0 END AS doc_base
        FROM unnest(p_moves) m
        JOIN revenue_positions p ON p.organization_id = v_org AND p.contract_id = m.contract_id
        CROSS JOIN LATERAL (SELECT
          CASE m.kind WHEN 'DUE' THEN CASE WHEN m.unconditional THEN m.amount ELSE least(m.amount, greatest(-p.net, 0)) END
                      WHEN 'REVENUE' THEN least(p.pending, greatest(m.amount - p.net, 0)) ELSE 0 END AS due,
          CASE m.kind WHEN 'PAYMENT' THEN least(m.amount, p.receivable) ELSE 0 END AS settled,
          CASE WHEN m.kind = 'CREDIT' AND NOT m.keep_refund THEN least(m.amount, p.refund) ELSE 0 END AS from_refund) x
        OFFSET 0 -- each figure is computed once, not wherever it is used
      ) d OFFSET 0
    ) b
  ), kept AS (
    INSERT INTO revenue_movements (organization_id, id, contract_id, subsidiary_id, currency_code, kind, amount, posting_date, period, run_id,
        event_id, entry_id, receivable, receivable_base, cash, cash_base, contract_asset, contract_asset_base, deferred, deferred_base,
        refund, refund_base, revenue, revenue_base, exchange_base, document, document_base)
    SELECT v_org, v.id, v.contract_id, v.subsidiary_id, v.currency_code, v.kind, v.amount, p_date, to_char(p_date, 'YYYY-MM'), p_run,
           v.event_id, v.entry_id, v.receivable, v.receivable_base, v.cash, v.cash_base, v.contract_asset, v.contract_asset_base,
           v.deferred, v.deferred_base, v.refund, v.refund_base, v.revenue, v.revenue_base, v.exchange_base, v.document, v.document_base
    FROM computed v
  ), placed AS (
    UPDATE revenue_positions p SET
      net = p.net + v.deferred - v.contract_asset, net_base = p.net_base + v.deferred_base - v.contract_asset_base,
      receivable = p.receivable + v.receivable, receivable_base = p.receivable_base + v.receivable_base,
      refund = p.refund + v.refund, refund_base = p.refund_base + v.refund_base,
      recognised = p.recognised + v.revenue, cash = p.cash + v.cash,
      pending = CASE v.kind WHEN 'DUE' THEN p.pending + v.amount - v.receivable
                            WHEN 'PAYMENT' THEN p.pending - least(v.amount + v.receivable, p.pending)
                            WHEN 'REVENUE' THEN p.pending - v.receivable ELSE p.pending END
    FROM computed v
    WHERE p.ctid = v.place
    RETURNING 1
  ), earned AS (
    -- Revenue by account and dimensions; base amounts by cumulative shares, so that they sum to the movement's.
    SELECT e.entry_id, e.currency_code, e.rate, e.account_id, e.class_id, e.department_id, e.location_id, e.project_id, -e.amount AS amount,
           -(CASE WHEN e.revenue = 0 THEN daybook_round_even(e.reached * e.rate, v_minor) - daybook_round_even((e.reached - e.amount) * e.rate, v_minor)
                  WHEN e.reached = e.revenue AND e.amount = e.revenue THEN e.revenue_base
                  ELSE daybook_round_even(e.revenue_base * e.reached / e.revenue, v_minor) - daybook_round_even(e.revenue_base * (e.reached - e.amount) / e.revenue, v_minor) END) AS base
    FROM (
      SELECT v.entry_id, v.currency_code, v.revenue, v.revenue_base, v.rate, s.account_id, s.class_id, s.department_id, s.location_id, s.project_id, s.amount,
             sum(s.amount) OVER (PARTITION BY s.contract_id ORDER BY s.account_id, s.class_id, s.department_id, s.location_id, s.project_id
                                 ROWS UNBOUNDED PRECEDING) AS reached
      FROM unnest(p_earned) s JOIN computed v ON v.contract_id = s.contract_id
    ) e LIMIT cardinality(p_earned)
  ), raw AS (
    SELECT e.entry_id, e.currency_code, e.rate, e.account_id, e.class_id, e.department_id, e.location_id, e.project_id, e.amount, e.base, 'Revenue' AS memo
    FROM earned e WHERE e.amount <> 0 OR e.base <> 0
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, v.receivable_account_id, NULL, NULL, NULL, NULL, v.receivable, v.receivable_base, 'Receivable'
    FROM computed v WHERE v.receivable <> 0 OR v.receivable_base <> 0
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, v.cash_account_id, NULL, NULL, NULL, NULL, v.cash, v.cash_base, 'Payment'
    FROM computed v WHERE v.cash <> 0 OR v.cash_base <> 0
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, v.contract_asset_account_id, NULL, NULL, NULL, NULL, v.contract_asset, v.contract_asset_base, 'Contract asset'
    FROM computed v WHERE v.contract_asset <> 0 OR v.contract_asset_base <> 0
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, v.deferred_account_id, NULL, NULL, NULL, NULL, v.document - v.deferred, v.document_base - v.deferred_base, 'Contract liability'
    FROM computed v WHERE v.document <> v.deferred OR v.document_base <> v.deferred_base
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, v.refund_account_id, NULL, NULL, NULL, NULL, -v.refund, -v.refund_base, 'Refund liability'
    FROM computed v WHERE v.refund <> 0 OR v.refund_base <> 0
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, v.exchange_account_id, NULL, NULL, NULL, NULL, 0, -v.exchange_base, 'Exchange difference'
    FROM computed v WHERE v.exchange_base <> 0
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, CASE WHEN v.amount >= 0 THEN v.interest_expense_account_id ELSE v.interest_income_account_id END,
                     NULL, NULL, NULL, NULL, v.deferred - v.contract_asset, v.deferred_base - v.contract_asset_base, 'Significant financing'
    FROM computed v WHERE v.kind = 'INTEREST' AND (v.deferred <> v.contract_asset OR v.deferred_base <> v.contract_asset_base)
  ), summed AS (
    -- Entries of several contracts are summed. The sides stay apart: what one contract adds and another takes is seen.
    SELECT w.entry_id, w.currency_code, w.rate, w.account_id, w.class_id, w.department_id, w.location_id, w.project_id, w.memo, sum(w.amount) AS amount, sum(w.base) AS base
    FROM raw w WHERE v_shared
    GROUP BY w.entry_id, w.currency_code, w.rate, w.account_id, w.class_id, w.department_id, w.location_id, w.project_id, w.memo, sign(CASE WHEN w.amount <> 0 THEN w.amount ELSE w.base END)
    UNION ALL
    SELECT w.entry_id, w.currency_code, w.rate, w.account_id, w.class_id, w.department_id, w.location_id, w.project_id, w.memo, w.amount, w.base
    FROM raw w WHERE NOT v_shared
  ), numbered AS MATERIALIZED (
    SELECT s.*, row_number() OVER (PARTITION BY s.entry_id ORDER BY (s.amount < 0 OR (s.amount = 0 AND s.base < 0)), s.memo, s.account_id)::int AS n FROM summed s
  )
  SELECT (SELECT array_agg(ROW(n.entry_id, p_subsidiary, v_period.id, v_period.fiscal_year, p_date, n.currency_code, v_base, n.rate,
                               p_source_kind, n.entry_id, NULL, NULL, p_memo, p_actor)::daybook_entry_draft ORDER BY n.entry_id)
          FROM numbered n WHERE n.n = 1),
         (SELECT array_agg(ROW(n.entry_id, n.n, n.account_id, p_subsidiary, v_period.id, p_date, n.currency_code,
                               greatest(n.amount, 0), greatest(-n.amount, 0), greatest(n.base, 0), greatest(-n.base, 0),
                               n.class_id, n.department_id, n.location_id, n.project_id, NULL, NULL, n.memo)::daybook_line_draft)
          FROM numbered n),
         (SELECT count(*) FROM placed)
  INTO v_entries, v_lines, v_moved;
  IF v_moved <> cardinality(p_moves) THEN
    -- Somebody else moved one of them after it was read: what was computed is worth nothing, and the caller tries again.
    RAISE serialization_failure USING MESSAGE = 'a position was moved by somebody else, or is not there';
  END IF;
  IF v_entries IS NULL THEN
    RETURN '{}';
  END IF;
  PERFORM 1 FROM daybook_append_entries(v_entries, v_lines);
  RETURN ARRAY(SELECT e.id FROM unnest(v_entries[1:100]) e);
END $$;

-- One step of a run; `p_limit` 0 only starts it. Alone, it may also end the run. `p_beside`: a step that other steps of a run under way may
-- run beside; it passes over contracts that another one holds, and ends nothing: that it finds nothing does not mean that nothing is left.
CREATE OR REPLACE FUNCTION daybook_post_revenue_chunk(p_run uuid, p_limit integer, p_actor uuid, p_beside boolean DEFAULT false)
RETURNS TABLE(o_status text, o_contracts integer, o_rows integer) LANGUAGE plpgsql
  SET plan_cache_mode = force_custom_plan SET jit = off SET enable_seqscan = off SET enable_mergejoin = off SET work_mem = '32MB' SET random_page_cost = 1
  SET max_parallel_workers_per_gather = 0 AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_run revenue_runs;
  v_contracts uuid[];
  v_currencies text[];
  v_due daybook_revenue_due[];
  v_moves daybook_revenue_move[];
  v_earned daybook_revenue_share[];
  v_entries uuid[];
  v_rows integer := 0;
  v_amounts jsonb;
BEGIN
  IF p_beside THEN
    SELECT r.* INTO v_run FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = p_run AND r.run_status = 'POSTING' FOR SHARE;
  ELSE
    SELECT r.* INTO v_run FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = p_run FOR UPDATE;
  END IF;
  IF v_run.id IS NULL OR v_run.run_status = 'POSTED' THEN
    RETURN QUERY SELECT coalesce(v_run.run_status, 'MISSING'), 0, 0;
    RETURN;
  END IF;
  -- A period is closed under the exclusive side of this lock, so no chunk slips in beside a close.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('periods:' || v_org::text, 0));
  IF p_limit = 0 THEN
    IF NOT EXISTS (SELECT 1 FROM fiscal_periods q WHERE q.organization_id = v_org AND q.subsidiary_id = v_run.subsidiary_id
                     AND NOT q.is_adjustment AND v_run.posting_date BETWEEN q.start_date AND q.end_date
                     AND daybook_effective_period_status(q) = 'OPEN') THEN
      RAISE restrict_violation USING MESSAGE = format('no open period on %s', v_run.posting_date);
    END IF;
    UPDATE revenue_runs SET run_status = 'POSTING', started_at = coalesce(started_at, now())
    WHERE organization_id = v_org AND id = p_run AND run_status = 'PREVIEW';
    RETURN QUERY SELECT 'POSTING', 0, 0;
    RETURN;
  END IF;

  IF p_beside THEN
    SELECT array_agg(l.contract_id ORDER BY l.contract_id), array_agg(l.currency_code ORDER BY l.contract_id) INTO v_contracts, v_currencies
    FROM (
      SELECT DISTINCT d.contract_id, d.currency_code FROM (
        SELECT p.contract_id, p.currency_code
        FROM revenue_rows r JOIN revenue_positions p ON p.organization_id = v_org AND p.contract_id = r.contract_id
        WHERE r.organization_id = v_org AND r.subsidiary_id = v_run.subsidiary_id AND r.run_id IS NULL AND r.period <= v_run.period
          AND (v_run.contract_id IS NULL OR r.contract_id = v_run.contract_id)
          AND NOT EXISTS (SELECT 1 FROM performance_obligations o
                          WHERE o.organization_id = v_org AND o.contract_id = r.contract_id AND o.key = r.obligation_key AND o.held OFFSET 0)
        ORDER BY r.period, r.contract_id LIMIT p_limit FOR UPDATE OF p SKIP LOCKED) d) l;
  ELSE
    SELECT array_agg(l.contract_id), array_agg(l.currency_code) INTO v_contracts, v_currencies FROM (
      SELECT p.contract_id, p.currency_code FROM revenue_positions p
      WHERE p.organization_id = v_org AND p.contract_id IN (
        SELECT d.contract_id FROM (
          SELECT r.contract_id FROM revenue_rows r
          WHERE r.organization_id = v_org AND r.subsidiary_id = v_run.subsidiary_id AND r.run_id IS NULL AND r.period <= v_run.period
            AND (v_run.contract_id IS NULL OR r.contract_id = v_run.contract_id)
            AND NOT EXISTS (SELECT 1 FROM performance_obligations o
                            WHERE o.organization_id = v_org AND o.contract_id = r.contract_id AND o.key = r.obligation_key AND o.held OFFSET 0)
          ORDER BY r.period, r.contract_id LIMIT p_limit) d)
      ORDER BY p.contract_id FOR UPDATE) l;
  END IF;

  IF v_contracts IS NOT NULL THEN
    -- Everything due of these contracts, read anew: what another step has posted since is gone.
    SELECT array_agg(ROW(r.ctid, r.contract_id, r.obligation_key)::daybook_revenue_due) INTO v_due FROM revenue_rows r
    WHERE r.organization_id = v_org AND r.subsidiary_id = v_run.subsidiary_id AND r.contract_id = ANY (v_contracts)
      AND r.run_id IS NULL AND r.period <= v_run.period;
    -- The rows marked, and nothing else, are what is posted.
    WITH currencies AS MATERIALIZED (
      SELECT c.currency_code, daybook_uuid_v7() AS entry_id, coalesce((v_run.rates ->> c.currency_code)::numeric, 1) AS rate
      FROM (SELECT DISTINCT u AS currency_code FROM unnest(v_currencies) u) c
    ), picked AS MATERIALIZED (
      SELECT k.contract_id, k.currency_code, c.rate, CASE WHEN v_run.grouping = 'CONTRACT' THEN daybook_uuid_v7() ELSE c.entry_id END AS entry_id
      FROM unnest(v_contracts, v_currencies) AS k (contract_id, currency_code) JOIN currencies c ON c.currency_code = k.currency_code
    ), known AS MATERIALIZED (
      SELECT d.place, d.contract_id, d.obligation_key, o.revenue_account_id AS account_id, o.class_id, o.department_id, o.location_id, o.project_id
      FROM unnest(v_due) d
      JOIN performance_obligations o ON o.organization_id = v_org AND o.contract_id = d.contract_id AND o.key = d.obligation_key
      WHERE NOT o.held
    ), chosen AS MATERIALIZED (
      SELECT n.*, k.currency_code, k.rate, k.entry_id FROM known n JOIN picked k ON k.contract_id = n.contract_id
      LIMIT cardinality(v_due) -- says to the planner what it cannot know: one for each
    ), marked AS (
      UPDATE revenue_rows r SET run_id = p_run, entry_id = c.entry_id, posted_period = to_char(v_run.posting_date, 'YYYY-MM'), posted_at = now()
      FROM chosen c
      -- By place and, should the place be another row's by now, not at all.
      WHERE r.ctid = c.place AND r.contract_id IS NOT DISTINCT FROM c.contract_id AND r.obligation_key IS NOT DISTINCT FROM c.obligation_key
        AND r.run_id IS NULL AND r.period <= v_run.period
      RETURNING r.contract_id, c.entry_id, c.currency_code, c.rate, r.amount,
                c.account_id, c.class_id, c.department_id, c.location_id, c.project_id
    ), shares AS MATERIALIZED (
      SELECT d.contract_id, d.entry_id, d.currency_code, d.rate, d.account_id, d.class_id, d.department_id, d.location_id, d.project_id,
             sum(d.amount) AS amount, count(*) AS rows
      FROM marked d GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    )
    SELECT (SELECT array_agg(ROW(CASE WHEN v_run.grouping = 'CONTRACT' THEN m.entry_id ELSE daybook_uuid_v7() END, m.contract_id, 'REVENUE', m.amount, false, true, NULL, m.entry_id, m.rate, NULL)::daybook_revenue_move
                             ORDER BY m.contract_id)
            FROM (SELECT s.contract_id, s.entry_id, s.rate, sum(s.amount) AS amount FROM shares s GROUP BY 1, 2, 3) m),
           (SELECT array_agg(ROW(s.contract_id, s.account_id, s.class_id, s.department_id, s.location_id, s.project_id, s.amount)::daybook_revenue_share) FROM shares s),
           (SELECT jsonb_object_agg(t.currency_code, t.amount::text) FROM (SELECT s.currency_code, sum(s.amount) AS amount FROM shares s GROUP BY 1) t),
           (SELECT coalesce(sum(s.rows), 0) FROM shares s)
    INTO v_moves, v_earned, v_amounts, v_rows;
    IF v_rows > 0 THEN
      v_entries := daybook_post_revenue_moves(v_moves, v_earned, v_run.subsidiary_id, v_run.posting_date, p_run, 'REVENUE_RUN',
                                              format('Revenue of %s, run %s', v_run.period, v_run.run_number), p_actor);
    END IF;
  END IF;

  IF v_rows = 0 THEN
    IF p_beside THEN
      RETURN QUERY SELECT 'POSTING', coalesce(cardinality(v_contracts), 0), 0;
      RETURN;
    END IF;
    -- What one event made due says nothing about the month's costs.
    IF v_run.contract_id IS NULL THEN
      SELECT c.o_rows, c.o_entries INTO v_rows, v_entries FROM daybook_post_cost_rows(p_run, p_limit, p_actor) c;
    END IF;
    IF v_rows = 0 THEN
      UPDATE revenue_runs SET run_status = 'POSTED', started_at = coalesce(started_at, now()), finished_at = now()
      WHERE organization_id = v_org AND id = p_run;
      RETURN QUERY SELECT 'POSTED', 0, 0;
      RETURN;
    END IF;
  END IF;
  -- Steps beside each other take their numbers one after the other.
  PERFORM pg_advisory_xact_lock(hashtextextended('revenue run chunks:' || p_run::text, 0));
  INSERT INTO revenue_run_chunks (organization_id, run_id, chunk_number, contracts, rows, amounts, first_entries)
  SELECT v_org, p_run, count(*)::int + 1, coalesce(cardinality(v_moves), 0), v_rows, coalesce(v_amounts, '{}'), coalesce(v_entries, '{}')
  FROM revenue_run_chunks c WHERE c.organization_id = v_org AND c.run_id = p_run;
  UPDATE revenue_runs SET run_status = 'POSTING', started_at = coalesce(started_at, now())
  WHERE organization_id = v_org AND id = p_run AND run_status = 'PREVIEW';
  RETURN QUERY SELECT 'POSTING', coalesce(cardinality(v_contracts), 0), v_rows;
END $$;
