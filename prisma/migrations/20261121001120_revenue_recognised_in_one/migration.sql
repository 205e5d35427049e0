-- Recognising revenue is one statement from the rows that are due to the entries drafted; what moves a contract's position otherwise (bills,
-- payments, credits, interest) has a function of its own, without revenue.

-- A movement is found by its contract; its id tells the movements of one apart, in the order they came.
ALTER TABLE revenue_movements DROP CONSTRAINT revenue_movements_pkey, ADD PRIMARY KEY (organization_id, contract_id, id);
DROP INDEX revenue_movements_organization_id_contract_id_recorded_at_idx;
-- Every row is rewritten once, when it is posted: its index keeps room for that.
ALTER INDEX revenue_rows_pkey SET (fillfactor = 70, deduplicate_items = off);
REINDEX INDEX revenue_rows_pkey;

DROP FUNCTION daybook_post_revenue_moves(daybook_revenue_move[], daybook_revenue_share[], uuid, date, uuid, text, text, uuid);
DROP TYPE daybook_revenue_share;

-- Posts what is due of contracts whose positions the caller has locked at `p_places`: marks the rows, records the movements, moves the
-- positions and appends the entries. Tells how many contracts and rows it posted, how much by currency, and its first hundred entries.
CREATE FUNCTION daybook_recognise(
  p_run revenue_runs, p_contracts uuid[], p_places tid[], p_currencies text[], p_due daybook_revenue_due[], p_event uuid, p_memo text,
  p_actor uuid, OUT o_contracts integer, OUT o_rows integer, OUT o_amounts jsonb, OUT o_entries uuid[]
) LANGUAGE plpgsql
  SET plan_cache_mode = force_custom_plan SET jit = off SET enable_seqscan = off SET enable_mergejoin = off SET work_mem = '32MB'
  SET random_page_cost = 1 SET max_parallel_workers_per_gather = 0 AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_base text;
  v_minor integer;
  v_period fiscal_periods;
  v_month text := to_char(p_run.posting_date, 'YYYY-MM');
  -- Whether an entry is of several contracts. One of a single contract bears the same id as its movement.
  v_shared boolean := p_run.grouping <> 'CONTRACT' AND cardinality(p_contracts) > 1;
  v_entries daybook_entry_draft[];
  v_lines daybook_line_draft[];
  v_moved integer;
  v_marked integer;
BEGIN
  SELECT s.base_currency, coalesce(c.minor_units, 2) INTO v_base, v_minor FROM subsidiaries s
    LEFT JOIN currencies c ON c.organization_id = s.organization_id AND c.code = s.base_currency
    WHERE s.organization_id = v_org AND s.id = p_run.subsidiary_id;
  SELECT q.* INTO v_period FROM fiscal_periods q WHERE q.organization_id = v_org AND q.subsidiary_id = p_run.subsidiary_id
    AND NOT q.is_adjustment AND p_run.posting_date BETWEEN q.start_date AND q.end_date LIMIT 1;
  IF v_period.id IS NULL OR daybook_effective_period_status(v_period) <> 'OPEN' THEN
    RAISE restrict_violation USING MESSAGE = format('no open period on %s', p_run.posting_date);
  END IF;

  WITH currencies AS MATERIALIZED (
    SELECT c.currency_code, daybook_uuid_v7() AS entry_id, coalesce((p_run.rates ->> c.currency_code)::numeric, 1) AS rate
    FROM (SELECT DISTINCT u AS currency_code FROM unnest(p_currencies) u) c
  ), picked AS MATERIALIZED (
    SELECT k.contract_id, k.place, k.currency_code, c.rate, CASE WHEN v_shared THEN c.entry_id ELSE daybook_uuid_v7() END AS entry_id
    FROM unnest(p_contracts, p_places, p_currencies) AS k (contract_id, place, currency_code)
    JOIN currencies c ON c.currency_code = k.currency_code
  ), chosen AS MATERIALIZED (
    SELECT d.place AS row_place, d.obligation_key, k.*
    FROM unnest(p_due) d JOIN picked k ON k.contract_id = d.contract_id
    LIMIT cardinality(p_due) -- says to the planner what it cannot know: one for each
  ), known AS MATERIALIZED (
    SELECT c.*, o.revenue_account_id AS account_id, o.class_id, o.department_id, o.location_id, o.project_id
    FROM chosen c
    JOIN performance_obligations o ON o.organization_id = v_org AND o.contract_id = c.contract_id AND o.key = c.obligation_key
    WHERE NOT o.held
  ), marked AS (
    -- The rows marked, and nothing else, are what is posted. By place and, should the place be another row's by now, not at all.
    UPDATE revenue_rows r SET run_id = p_run.id, entry_id = c.entry_id, posted_period = v_month, posted_at = now()
    FROM known c
    WHERE r.ctid = c.row_place AND r.contract_id IS NOT DISTINCT FROM c.contract_id AND r.obligation_key IS NOT DISTINCT FROM c.obligation_key
      AND r.run_id IS NULL AND r.period <= p_run.period
    RETURNING c.contract_id, c.place, c.entry_id, c.currency_code, c.rate, c.account_id, c.class_id, c.department_id, c.location_id,
              c.project_id, r.amount
  ), shares AS (
    -- What each contract earned on each account with its dimensions.
    SELECT d.contract_id, d.account_id, d.class_id, d.department_id, d.location_id, d.project_id, any_value(d.place) AS place,
           any_value(d.entry_id) AS entry_id, any_value(d.currency_code) AS currency_code, any_value(d.rate) AS rate,
           sum(d.amount) AS part, count(*)::int AS rows
    FROM marked d GROUP BY 1, 2, 3, 4, 5, 6
  ), ranked AS (
    -- The first share of a contract stands for the contract.
    SELECT s.*, row_number() OVER w = 1 AS leads, sum(s.part) OVER w AS reached, sum(s.part) OVER (PARTITION BY s.contract_id) AS amount
    FROM shares s
    WINDOW w AS (PARTITION BY s.contract_id ORDER BY s.account_id, s.class_id, s.department_id, s.location_id, s.project_id ROWS UNBOUNDED PRECEDING)
  ), computed AS MATERIALIZED (
    SELECT b.leads, b.contract_id, b.place, b.entry_id, b.currency_code, b.rate, b.amount, b.due AS receivable, b.b_receivable AS receivable_base,
           greatest(-(b.net + b.d_net), 0) - greatest(-b.net, 0) AS contract_asset,
           CASE WHEN b.net + b.d_net < 0 THEN -(b.net_base + b.b_net) ELSE 0 END - CASE WHEN b.net < 0 THEN -b.net_base ELSE 0 END AS contract_asset_base,
           greatest(b.net + b.d_net, 0) - greatest(b.net, 0) AS deferred,
           CASE WHEN b.net + b.d_net > 0 THEN b.net_base + b.b_net ELSE 0 END - CASE WHEN b.net > 0 THEN b.net_base ELSE 0 END AS deferred_base,
           b.b_receivable - b.b_net AS revenue_base, b.receivable_account_id, b.contract_asset_account_id, b.deferred_account_id,
           b.account_id, b.class_id, b.department_id, b.location_id, b.project_id, b.part, b.reached, b.rows
    FROM (
      SELECT d.*, daybook_carried(d.receivable, d.receivable_base, d.due, d.rate, v_minor) AS b_receivable,
             daybook_carried(d.net, d.net_base, d.d_net, d.rate, v_minor) AS b_net
      FROM (
        SELECT k.*, p.net, p.net_base, p.receivable, p.receivable_base, x.due, x.due - k.amount AS d_net,
               p.receivable_account_id, p.contract_asset_account_id, p.deferred_account_id
        FROM ranked k
        JOIN revenue_positions p ON p.ctid = k.place AND p.contract_id IS NOT DISTINCT FROM k.contract_id
        -- What is earned beyond what was billed ahead makes an amount promised for then due; the rest is a contract asset.
        CROSS JOIN LATERAL (SELECT least(p.pending, greatest(k.amount - p.net, 0)) AS due) x
        OFFSET 0 -- each figure is computed once, not wherever it is used
      ) d OFFSET 0
    ) b
  ), kept AS (
    INSERT INTO revenue_movements (organization_id, id, contract_id, subsidiary_id, currency_code, kind, amount, posting_date, period, run_id,
        event_id, entry_id, receivable, receivable_base, cash, cash_base, contract_asset, contract_asset_base, deferred, deferred_base,
        refund, refund_base, revenue, revenue_base, exchange_base, document, document_base)
    SELECT v_org, CASE WHEN v_shared THEN daybook_uuid_v7() ELSE v.entry_id END, v.contract_id, p_run.subsidiary_id, v.currency_code, 'REVENUE',
           v.amount, p_run.posting_date, v_month, p_run.id, p_event, v.entry_id, v.receivable, v.receivable_base, 0, 0,
           v.contract_asset, v.contract_asset_base, v.deferred, v.deferred_base, 0, 0, v.amount, v.revenue_base, 0, 0, 0
    FROM computed v WHERE v.leads
  ), placed AS (
    UPDATE revenue_positions p SET
      net = p.net + v.deferred - v.contract_asset, net_base = p.net_base + v.deferred_base - v.contract_asset_base,
      receivable = p.receivable + v.receivable, receivable_base = p.receivable_base + v.receivable_base,
      recognised = p.recognised + v.amount, pending = p.pending - v.receivable
    FROM computed v
    WHERE p.ctid = v.place AND v.leads
    RETURNING 1
  ), raw AS NOT MATERIALIZED (
    -- Revenue by account and dimensions; base amounts by cumulative shares, so that they sum to the movement's.
    SELECT v.entry_id, v.currency_code, v.rate, v.account_id, v.class_id, v.department_id, v.location_id, v.project_id, -v.part AS amount,
           -(CASE WHEN v.amount = 0 THEN daybook_round_even(v.reached * v.rate, v_minor) - daybook_round_even((v.reached - v.part) * v.rate, v_minor)
                  WHEN v.reached = v.amount AND v.part = v.amount THEN v.revenue_base
                  ELSE daybook_round_even(v.revenue_base * v.reached / v.amount, v_minor) - daybook_round_even(v.revenue_base * (v.reached - v.part) / v.amount, v_minor) END) AS base,
           'Revenue' AS memo
    FROM computed v
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, v.receivable_account_id, NULL, NULL, NULL, NULL, v.receivable, v.receivable_base, 'Receivable'
    FROM computed v WHERE v.leads AND (v.receivable <> 0 OR v.receivable_base <> 0)
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, v.contract_asset_account_id, NULL, NULL, NULL, NULL, v.contract_asset, v.contract_asset_base, 'Contract asset'
    FROM computed v WHERE v.leads AND (v.contract_asset <> 0 OR v.contract_asset_base <> 0)
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, v.deferred_account_id, NULL, NULL, NULL, NULL, -v.deferred, -v.deferred_base, 'Contract liability'
    FROM computed v WHERE v.leads AND (v.deferred <> 0 OR v.deferred_base <> 0)
  ), summed AS (
    -- Entries of several contracts are summed. The sides stay apart: what one contract adds and another takes is seen.
    SELECT w.entry_id, w.currency_code, w.rate, w.account_id, w.class_id, w.department_id, w.location_id, w.project_id, sum(w.amount) AS amount, sum(w.base) AS base, w.memo
    FROM raw w WHERE v_shared AND (w.amount <> 0 OR w.base <> 0)
    GROUP BY w.entry_id, w.currency_code, w.rate, w.account_id, w.class_id, w.department_id, w.location_id, w.project_id, w.memo, sign(CASE WHEN w.amount <> 0 THEN w.amount ELSE w.base END)
    UNION ALL
    SELECT w.* FROM raw w WHERE NOT v_shared AND (w.amount <> 0 OR w.base <> 0)
  ), numbered AS MATERIALIZED (
    SELECT n.entry_id, row_number() OVER (PARTITION BY n.entry_id ORDER BY (n.amount < 0 OR (n.amount = 0 AND n.base < 0)), n.memo, n.account_id)::int AS n,
           n.account_id, n.currency_code, n.amount, n.base, n.memo, n.rate, n.class_id, n.department_id, n.location_id, n.project_id
    FROM summed n
  )
  SELECT (SELECT array_agg(ROW(n.entry_id, p_run.subsidiary_id, v_period.id, v_period.fiscal_year, p_run.posting_date, n.currency_code, v_base,
                               n.rate, 'REVENUE_RUN', n.entry_id, NULL, NULL, p_memo, p_actor)::daybook_entry_draft ORDER BY n.entry_id)
          FROM numbered n WHERE n.n = 1),
         (SELECT array_agg(ROW(n.entry_id, n.n, n.account_id, p_run.subsidiary_id, v_period.id, p_run.posting_date, n.currency_code,
                               greatest(n.amount, 0), greatest(-n.amount, 0), greatest(n.base, 0), greatest(-n.base, 0),
                               n.class_id, n.department_id, n.location_id, n.project_id, NULL, NULL, n.memo)::daybook_line_draft)
          FROM numbered n),
         (SELECT count(*) FILTER (WHERE v.leads) FROM computed v), (SELECT coalesce(sum(v.rows), 0) FROM computed v),
         (SELECT jsonb_object_agg(t.currency_code, t.amount::text)
          FROM (SELECT v.currency_code, sum(v.part) AS amount FROM computed v GROUP BY 1) t),
         (SELECT count(*) FROM placed), (SELECT count(*) FROM marked)
  INTO v_entries, v_lines, o_contracts, o_rows, o_amounts, v_moved, v_marked;
  IF v_moved <> o_contracts OR v_marked <> o_rows THEN
    RAISE serialization_failure USING MESSAGE = 'a position was moved by somebody else';
  END IF;
  IF v_entries IS NOT NULL THEN
    PERFORM 1 FROM daybook_append_entries(v_entries, v_lines);
  END IF;
  o_entries := ARRAY(SELECT e.id FROM unnest(v_entries[1:100]) e);
END $$;

-- Moves the positions of contracts by anything but revenue and appends the entries for it.
CREATE FUNCTION daybook_post_revenue_moves(
  p_moves daybook_revenue_move[], p_subsidiary uuid, p_date date, p_source_kind text, p_memo text, p_actor uuid
) RETURNS void LANGUAGE plpgsql
  SET plan_cache_mode = force_custom_plan SET jit = off SET enable_seqscan = off SET enable_mergejoin = off AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_base text;
  v_minor integer;
  v_period fiscal_periods;
  v_entries daybook_entry_draft[];
  v_lines daybook_line_draft[];
  v_moved integer;
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
           b.d_refund AS refund, b.b_refund AS refund_base,
           CASE WHEN b.kind = 'INTEREST' THEN 0 ELSE b.b_receivable + b.b_cash + b.doc_base - b.b_net - b.b_refund END AS exchange_base,
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
               CASE m.kind WHEN 'DUE' THEN x.due WHEN 'PAYMENT' THEN m.amount - x.settled
                 WHEN 'REFUND' THEN -m.amount WHEN 'CREDIT' THEN x.from_refund - m.amount WHEN 'DOCUMENT' THEN m.amount WHEN 'INTEREST' THEN m.amount END AS d_net,
               CASE m.kind WHEN 'DUE' THEN x.due WHEN 'PAYMENT' THEN -x.settled WHEN 'CREDIT' THEN -m.amount ELSE 0 END AS d_receivable,
               CASE m.kind WHEN 'PAYMENT' THEN m.amount ELSE 0 END AS d_cash,
               CASE m.kind WHEN 'REFUND' THEN m.amount WHEN 'CREDIT' THEN -x.from_refund ELSE 0 END AS d_refund,
               CASE m.kind WHEN 'DOCUMENT' THEN m.amount ELSE 0 END AS doc,
               CASE m.kind WHEN 'DOCUMENT' THEN coalesce(m.document_base, 0) ELSE 0 END AS doc_base
        FROM unnest(p_moves) m
        JOIN revenue_positions p ON p.organization_id = v_org AND p.contract_id = m.contract_id
        CROSS JOIN LATERAL (SELECT
          CASE m.kind WHEN 'DUE' THEN CASE WHEN m.unconditional THEN m.amount ELSE least(m.amount, greatest(-p.net, 0)) END
                      ELSE 0 END AS due,
          CASE m.kind WHEN 'PAYMENT' THEN least(m.amount, p.receivable) ELSE 0 END AS settled,
          CASE WHEN m.kind = 'CREDIT' AND NOT m.keep_refund THEN least(m.amount, p.refund) ELSE 0 END AS from_refund) x
        OFFSET 0 -- each figure is computed once, not wherever it is used
      ) d OFFSET 0
    ) b
  ), kept AS (
    INSERT INTO revenue_movements (organization_id, id, contract_id, subsidiary_id, currency_code, kind, amount, posting_date, period, run_id,
        event_id, entry_id, receivable, receivable_base, cash, cash_base, contract_asset, contract_asset_base, deferred, deferred_base,
        refund, refund_base, revenue, revenue_base, exchange_base, document, document_base)
    SELECT v_org, v.id, v.contract_id, v.subsidiary_id, v.currency_code, v.kind, v.amount, p_date, to_char(p_date, 'YYYY-MM'), NULL,
           v.event_id, v.entry_id, v.receivable, v.receivable_base, v.cash, v.cash_base, v.contract_asset, v.contract_asset_base,
           v.deferred, v.deferred_base, v.refund, v.refund_base, 0, 0, v.exchange_base, v.document, v.document_base
    FROM computed v
  ), placed AS (
    UPDATE revenue_positions p SET
      net = p.net + v.deferred - v.contract_asset, net_base = p.net_base + v.deferred_base - v.contract_asset_base,
      receivable = p.receivable + v.receivable, receivable_base = p.receivable_base + v.receivable_base,
      refund = p.refund + v.refund, refund_base = p.refund_base + v.refund_base,
      cash = p.cash + v.cash,
      pending = CASE v.kind WHEN 'DUE' THEN p.pending + v.amount - v.receivable
                            WHEN 'PAYMENT' THEN p.pending - least(v.amount + v.receivable, p.pending)
                            ELSE p.pending END
    FROM computed v
    WHERE p.ctid = v.place
    RETURNING 1
  ), raw AS (
    SELECT v.entry_id, v.currency_code, v.rate, v.receivable_account_id AS account_id, v.receivable AS amount, v.receivable_base AS base, 'Receivable' AS memo
    FROM computed v WHERE v.receivable <> 0 OR v.receivable_base <> 0
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, v.cash_account_id, v.cash, v.cash_base, 'Payment'
    FROM computed v WHERE v.cash <> 0 OR v.cash_base <> 0
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, v.contract_asset_account_id, v.contract_asset, v.contract_asset_base, 'Contract asset'
    FROM computed v WHERE v.contract_asset <> 0 OR v.contract_asset_base <> 0
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, v.deferred_account_id, v.document - v.deferred, v.document_base - v.deferred_base, 'Contract liability'
    FROM computed v WHERE v.document <> v.deferred OR v.document_base <> v.deferred_base
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, v.refund_account_id, -v.refund, -v.refund_base, 'Refund liability'
    FROM computed v WHERE v.refund <> 0 OR v.refund_base <> 0
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, v.exchange_account_id, 0, -v.exchange_base, 'Exchange difference'
    FROM computed v WHERE v.exchange_base <> 0
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, CASE WHEN v.amount >= 0 THEN v.interest_expense_account_id ELSE v.interest_income_account_id END,
                     v.deferred - v.contract_asset, v.deferred_base - v.contract_asset_base, 'Significant financing'
    FROM computed v WHERE v.kind = 'INTEREST' AND (v.deferred <> v.contract_asset OR v.deferred_base <> v.contract_asset_base)
  ), summed AS (
    -- The sides stay apart: what one contract adds and another takes is seen.
    SELECT w.entry_id, w.currency_code, w.rate, w.account_id, w.memo, sum(w.amount) AS amount, sum(w.base) AS base
    FROM raw w
    GROUP BY w.entry_id, w.currency_code, w.rate, w.account_id, w.memo, sign(CASE WHEN w.amount <> 0 THEN w.amount ELSE w.base END)
  ), numbered AS MATERIALIZED (
    SELECT s.*, row_number() OVER (PARTITION BY s.entry_id ORDER BY (s.amount < 0 OR (s.amount = 0 AND s.base < 0)), s.memo, s.account_id)::int AS n FROM summed s
  )
  SELECT (SELECT array_agg(ROW(n.entry_id, p_subsidiary, v_period.id, v_period.fiscal_year, p_date, n.currency_code, v_base, n.rate,
                               p_source_kind, n.entry_id, NULL, NULL, p_memo, p_actor)::daybook_entry_draft ORDER BY n.entry_id)
          FROM numbered n WHERE n.n = 1),
         (SELECT array_agg(ROW(n.entry_id, n.n, n.account_id, p_subsidiary, v_period.id, p_date, n.currency_code,
                               greatest(n.amount, 0), greatest(-n.amount, 0), greatest(n.base, 0), greatest(-n.base, 0),
                               NULL, NULL, NULL, NULL, NULL, NULL, n.memo)::daybook_line_draft)
          FROM numbered n),
         (SELECT count(*) FROM placed)
  INTO v_entries, v_lines, v_moved;
  IF v_moved <> cardinality(p_moves) THEN
    -- Somebody else moved one of them after it was read: what was computed is worth nothing, and the caller tries again.
    RAISE serialization_failure USING MESSAGE = 'a position was moved by somebody else, or is not there';
  END IF;
  IF v_entries IS NULL THEN
    RETURN;
  END IF;
  PERFORM 1 FROM daybook_append_entries(v_entries, v_lines);
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
  v_places tid[];
  v_posted integer := 0;
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
    SELECT array_agg(l.contract_id ORDER BY l.contract_id), array_agg(l.currency_code ORDER BY l.contract_id),
           array_agg(l.place ORDER BY l.contract_id) INTO v_contracts, v_currencies, v_places
    FROM (
      SELECT DISTINCT d.contract_id, d.currency_code, d.place FROM (
        SELECT p.contract_id, p.currency_code, p.ctid AS place
        FROM revenue_rows r JOIN revenue_positions p ON p.organization_id = v_org AND p.contract_id = r.contract_id
        WHERE r.organization_id = v_org AND r.subsidiary_id = v_run.subsidiary_id AND r.run_id IS NULL AND r.period <= v_run.period
          AND (v_run.contract_id IS NULL OR r.contract_id = v_run.contract_id)
          AND (r.contract_id, r.obligation_key) NOT IN (SELECT o.contract_id, o.key FROM performance_obligations o
                                                        WHERE o.organization_id = v_org AND o.held)
        ORDER BY r.period, r.contract_id LIMIT p_limit FOR UPDATE OF p SKIP LOCKED) d) l;
  ELSE
    SELECT array_agg(l.contract_id), array_agg(l.currency_code), array_agg(l.place) INTO v_contracts, v_currencies, v_places FROM (
      SELECT p.contract_id, p.currency_code, p.ctid AS place FROM revenue_positions p
      WHERE p.organization_id = v_org AND p.contract_id IN (
        SELECT d.contract_id FROM (
          SELECT r.contract_id FROM revenue_rows r
          WHERE r.organization_id = v_org AND r.subsidiary_id = v_run.subsidiary_id AND r.run_id IS NULL AND r.period <= v_run.period
            AND (v_run.contract_id IS NULL OR r.contract_id = v_run.contract_id)
            AND (r.contract_id, r.obligation_key) NOT IN (SELECT o.contract_id, o.key FROM performance_obligations o
                                                          WHERE o.organization_id = v_org AND o.held)
          ORDER BY r.period, r.contract_id LIMIT p_limit) d)
      ORDER BY p.contract_id FOR UPDATE) l;
  END IF;

  IF v_contracts IS NOT NULL THEN
    -- Everything due of these contracts, read anew: what another step has posted since is gone.
    SELECT array_agg(ROW(r.ctid, r.contract_id, r.obligation_key)::daybook_revenue_due) INTO v_due FROM revenue_rows r
    WHERE r.organization_id = v_org AND r.subsidiary_id = v_run.subsidiary_id AND r.contract_id = ANY (v_contracts)
      AND r.run_id IS NULL AND r.period <= v_run.period;
    IF v_due IS NOT NULL THEN
      SELECT d.o_contracts, d.o_rows, d.o_amounts, d.o_entries INTO v_posted, v_rows, v_amounts, v_entries
      FROM daybook_recognise(v_run, v_contracts, v_places, v_currencies, v_due, NULL,
                             format('Revenue of %s, run %s', v_run.period, v_run.run_number), p_actor) d;
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
  SELECT v_org, p_run, count(*)::int + 1, v_posted, v_rows, coalesce(v_amounts, '{}'), coalesce(v_entries, '{}')
  FROM revenue_run_chunks c WHERE c.organization_id = v_org AND c.run_id = p_run;
  UPDATE revenue_runs SET run_status = 'POSTING', started_at = coalesce(started_at, now())
  WHERE organization_id = v_org AND id = p_run AND run_status = 'PREVIEW';
  RETURN QUERY SELECT 'POSTING', coalesce(cardinality(v_contracts), 0), v_rows;
END $$;

-- What one event made due.
CREATE OR REPLACE FUNCTION daybook_post_event_rows(p_run uuid, p_event uuid, p_actor uuid)
RETURNS integer LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan SET jit = off AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_run revenue_runs;
  v_place tid;
  v_currency text;
  v_due daybook_revenue_due[];
  v_posted record;
BEGIN
  SELECT r.* INTO v_run FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = p_run FOR UPDATE;
  SELECT p.ctid, p.currency_code INTO v_place, v_currency FROM revenue_positions p
    WHERE p.organization_id = v_org AND p.contract_id = v_run.contract_id FOR UPDATE;
  SELECT array_agg(ROW(r.ctid, r.contract_id, r.obligation_key)::daybook_revenue_due) INTO v_due FROM revenue_rows r
    JOIN performance_obligations o ON o.organization_id = v_org AND o.contract_id = r.contract_id AND o.key = r.obligation_key AND NOT o.held
    WHERE r.organization_id = v_org AND r.contract_id = v_run.contract_id AND r.event_id = p_event AND r.run_id IS NULL
      AND r.period <= v_run.period AND r.source <> 'SCHEDULE';
  IF v_due IS NOT NULL THEN
    SELECT * INTO v_posted FROM daybook_recognise(v_run, ARRAY[v_run.contract_id], ARRAY[v_place], ARRAY[v_currency], v_due, p_event,
                                                  format('Revenue on event, run %s', v_run.run_number), p_actor);
    INSERT INTO revenue_run_chunks (organization_id, run_id, chunk_number, contracts, rows, amounts, first_entries)
    VALUES (v_org, p_run, 1, v_posted.o_contracts, v_posted.o_rows, v_posted.o_amounts, v_posted.o_entries);
  END IF;
  UPDATE revenue_runs SET run_status = 'POSTED', started_at = now(), finished_at = now() WHERE organization_id = v_org AND id = p_run;
  RETURN coalesce(cardinality(v_due), 0);
END $$;
