-- Applies changes to contracts' positions and books them: one movement for each (the subledger), the changed position, and the lines
-- of their entries, p_revenue among them, which are appended to the ledger. Documents, payments, interest and reversals end here; a run,
-- which earns the revenue of thousands of contracts, does the same in one statement (recognise). Changes that share an entry share its
-- day, currency and rate. p_shared: whether entries are of several changes. p_realizes: exchange differences go to the accounts that
-- take those of documents, if the chart names them, otherwise to the policy's. Returns the first hundred entries.
--
-- Owner: this function; held to an oracle by e2e/revenue/runs/moves.test.ts.
--
-- Refuses: a day without an open period (restrict_violation); a position that another transaction changed in between
--   (serialization_failure: the caller tries again).
-- Locks: the caller has locked the positions, in contract order; then the locks of append-entries.
-- Rule: src/core/revenue/balances.ts; ASC 606-10-45-1 to 45-4.
-- Proved by: e2e/revenue/runs/moves.test.ts, e2e/revenue/histories/laws.test.ts, e2e/revenue/runs/reversed-runs.test.ts.
CREATE FUNCTION daybook_move_positions(
  p_changes daybook_position_change[], p_revenue daybook_revenue_line[], p_subsidiary uuid, p_shared boolean, p_realizes boolean,
  p_source_kind text, p_memo text, p_actor uuid
)
RETURNS uuid[]
LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan SET jit = off SET enable_seqscan = off SET enable_mergejoin = off
SET work_mem = '32MB' SET random_page_cost = 1 SET max_parallel_workers_per_gather = 0
AS $$
DECLARE
  v_org uuid := daybook_organization();
  -- What a run did moved neither cash nor a refund liability, and bore no interest: a reversal has no such lines.
  v_moves boolean := p_revenue IS NULL;
  v_base text;
  v_minor integer;
  v_gain uuid;
  v_loss uuid;
  v_entries daybook_entry_draft[];
  v_lines daybook_line_draft[];
  v_moved integer;
BEGIN
  PERFORM daybook_plan_for(cardinality(p_changes));
  SELECT b.o_base_currency, b.o_minor_units INTO v_base, v_minor FROM daybook_open_books(p_subsidiary, (p_changes[1]).posting_date) b;
  IF p_realizes THEN
    SELECT a.id INTO v_gain FROM accounts a WHERE a.organization_id = v_org AND a.fx_role = 'REALIZED_GAIN' AND a.record_status = 'active';
    SELECT a.id INTO v_loss FROM accounts a WHERE a.organization_id = v_org AND a.fx_role = 'REALIZED_LOSS' AND a.record_status = 'active';
  END IF;

  -- The net position is shown as a contract asset or a contract liability. What the two sides of a change are carried at differently is
  -- an exchange difference; the other side of interest is an account of its own.
  WITH moved AS MATERIALIZED (
    SELECT s.contract_asset, s.contract_asset_base, s.deferred, s.deferred_base,
           CASE WHEN c.kind = 'INTEREST' THEN 0
                ELSE c.receivable_base + c.cash_base + c.document_base - c.net_base - c.refund_base - c.revenue_base END AS exchange_base, c.*
    FROM unnest(p_changes) c
    CROSS JOIN LATERAL daybook_sides_of_net(c.stood, c.stood_base, c.net, c.net_base) s
  ),
  days AS MATERIALIZED (
    SELECT d.day, b.o_period_id AS period_id, b.o_fiscal_year AS fiscal_year, b.o_period AS period
    FROM (SELECT DISTINCT v.posting_date AS day FROM moved v) d
    CROSS JOIN LATERAL daybook_open_books(p_subsidiary, d.day) b
  ),
  -- One movement per contract: the subledger.
  kept AS (
    INSERT INTO revenue_movements (organization_id, id, contract_id, subsidiary_id, currency_code, kind, amount, posting_date, period, run_id,
        event_id, entry_id, receivable, receivable_base, cash, cash_base, contract_asset, contract_asset_base, deferred, deferred_base,
        refund, refund_base, revenue, revenue_base, exchange_base, document, document_base, effective_on)
    SELECT v_org, v.id, v.contract_id, p_subsidiary, v.currency_code, v.kind, v.amount, y.day, y.period, v.run_id,
           v.event_id, v.entry_id, v.receivable, v.receivable_base, v.cash, v.cash_base, v.contract_asset, v.contract_asset_base,
           v.deferred, v.deferred_base, v.refund, v.refund_base, v.revenue, v.revenue_base, v.exchange_base, v.document, v.document_base,
           v.effective_on
    FROM moved v JOIN days y ON y.day = v.posting_date
  ),
  -- The changed positions, updated in place.
  placed AS (
    UPDATE revenue_positions p SET
      net = p.net + v.deferred - v.contract_asset, net_base = p.net_base + v.deferred_base - v.contract_asset_base,
      receivable = p.receivable + v.receivable, receivable_base = p.receivable_base + v.receivable_base,
      refund = p.refund + v.refund, refund_base = p.refund_base + v.refund_base,
      cash = p.cash + v.cash, recognised = p.recognised + v.revenue, pending = p.pending + v.pending
    FROM moved v
    WHERE p.ctid = v.place AND p.contract_id IS NOT DISTINCT FROM v.contract_id
    RETURNING 1
  ),
  -- What each change debits, or below zero credits; a line without an amount is left out.
  lines AS MATERIALIZED (
    SELECT r.entry_id, r.account_id, r.class_id, r.department_id, r.location_id, r.project_id, r.amount, r.base, 'Revenue' AS memo
    FROM unnest(p_revenue) r WHERE r.amount <> 0 OR r.base <> 0
    UNION ALL SELECT v.entry_id, v.receivable_account_id, NULL, NULL, NULL, NULL, v.receivable, v.receivable_base, 'Receivable'
    FROM moved v WHERE v.receivable <> 0 OR v.receivable_base <> 0
    UNION ALL SELECT v.entry_id, v.contract_asset_account_id, NULL, NULL, NULL, NULL, v.contract_asset, v.contract_asset_base, 'Contract asset'
    FROM moved v WHERE v.contract_asset <> 0 OR v.contract_asset_base <> 0
    -- What stands in the contract liability of the ledger already, because a document credited it, is not credited again.
    UNION ALL SELECT l.entry_id, l.deferred_account_id, NULL, NULL, NULL, NULL, l.amount, l.base, 'Contract liability'
    FROM (SELECT v.entry_id, v.deferred_account_id, CASE v.kind WHEN 'FINANCING' THEN 0 ELSE v.document END - v.deferred AS amount,
                 CASE v.kind WHEN 'FINANCING' THEN 0 ELSE v.document_base END - v.deferred_base AS base FROM moved v) l
    WHERE l.amount <> 0 OR l.base <> 0
    UNION ALL SELECT v.entry_id, coalesce(CASE WHEN v.exchange_base > 0 THEN v_gain ELSE v_loss END, v.exchange_account_id),
                     NULL, NULL, NULL, NULL, 0, -v.exchange_base, 'Exchange difference'
    FROM moved v WHERE v.exchange_base <> 0
    UNION ALL SELECT v.entry_id, v.cash_account_id, NULL, NULL, NULL, NULL, v.cash, v.cash_base, 'Payment'
    FROM moved v WHERE v_moves AND (v.cash <> 0 OR v.cash_base <> 0)
    UNION ALL SELECT v.entry_id, v.refund_account_id, NULL, NULL, NULL, NULL, -v.refund, -v.refund_base, 'Refund liability'
    FROM moved v WHERE v_moves AND (v.refund <> 0 OR v.refund_base <> 0)
    UNION ALL SELECT v.entry_id, v.interest_account_id, NULL, NULL, NULL, NULL, v.document, v.document_base, 'Interest'
    FROM moved v WHERE v_moves AND v.kind = 'FINANCING' AND (v.document <> 0 OR v.document_base <> 0)
    UNION ALL SELECT v.entry_id, v.interest_account_id, NULL, NULL, NULL, NULL, v.deferred - v.contract_asset,
                     v.deferred_base - v.contract_asset_base, 'Significant financing'
    FROM moved v WHERE v_moves AND v.kind = 'INTEREST' AND (v.deferred <> v.contract_asset OR v.deferred_base <> v.contract_asset_base)
  ),
  entries AS MATERIALIZED (
    SELECT e.*, y.period_id, y.fiscal_year
    FROM (SELECT v.entry_id, any_value(v.posting_date) AS day, coalesce(any_value(v.memo), p_memo) AS words,
                 any_value(v.currency_code) AS currency_code, any_value(v.rate) AS rate, any_value(v.reversal_of_id) AS reversal_of_id
          FROM moved v GROUP BY v.entry_id) e
    JOIN days y ON y.day = e.day
  ),
  -- An amount can leave an account with more of its base amount than there is at the rate of the day, or with less than none: a document takes
  -- more of a liability than it brings, or a fact recorded late left interest at what it is not worth. What is on two sides is two lines.
  sided AS NOT MATERIALIZED (
    SELECT s.entry_id, s.account_id, s.class_id, s.department_id, s.location_id, s.project_id, s.amount,
           CASE WHEN sign(s.amount) * sign(s.base) < 0 THEN daybook_round_even(s.amount * e.rate, v_minor) ELSE s.base END AS base, s.memo
    FROM lines s JOIN entries e ON e.entry_id = s.entry_id
    UNION ALL
    SELECT s.entry_id, s.account_id, s.class_id, s.department_id, s.location_id, s.project_id, 0,
           s.base - daybook_round_even(s.amount * e.rate, v_minor), s.memo
    FROM lines s JOIN entries e ON e.entry_id = s.entry_id WHERE sign(s.amount) * sign(s.base) < 0
  ),
  -- Entries of several changes are summed. Debits and credits are not netted, so that increases and decreases remain visible.
  summed AS (
    SELECT w.entry_id, w.account_id, w.class_id, w.department_id, w.location_id, w.project_id, sum(w.amount) AS amount, sum(w.base) AS base, w.memo
    FROM sided w WHERE p_shared
    GROUP BY w.entry_id, w.account_id, w.class_id, w.department_id, w.location_id, w.project_id, w.memo, sign(CASE WHEN w.amount <> 0 THEN w.amount ELSE w.base END)
    UNION ALL
    SELECT w.* FROM sided w WHERE NOT p_shared
  ),
  -- Debits before credits.
  numbered AS MATERIALIZED (
    SELECT s.*, e.day, e.words, e.period_id, e.fiscal_year, e.currency_code, e.rate, e.reversal_of_id,
           row_number() OVER (PARTITION BY s.entry_id ORDER BY (s.amount < 0 OR (s.amount = 0 AND s.base < 0)), s.memo, s.account_id)::int AS n
    FROM summed s JOIN entries e ON e.entry_id = s.entry_id
  )
  SELECT (SELECT array_agg(ROW(n.entry_id, p_subsidiary, n.period_id, n.fiscal_year, n.day, n.currency_code, v_base, n.rate,
                               p_source_kind, n.entry_id, NULL, n.reversal_of_id, n.words, p_actor)::daybook_entry_draft ORDER BY n.entry_id)
          FROM numbered n WHERE n.n = 1),
         (SELECT array_agg(ROW(n.entry_id, n.n, n.account_id, p_subsidiary, n.period_id, n.day, n.currency_code,
                               greatest(n.amount, 0), greatest(-n.amount, 0), greatest(n.base, 0), greatest(-n.base, 0),
                               n.class_id, n.department_id, n.location_id, n.project_id, NULL, NULL, n.memo)::daybook_line_draft)
          FROM numbered n),
         (SELECT count(*) FROM placed)
  INTO v_entries, v_lines, v_moved;
  IF v_moved <> cardinality(p_changes) THEN
    -- Another transaction changed one of them after it was read, so the result is discarded and the caller tries again.
    RAISE serialization_failure USING MESSAGE = 'a contract position was changed by another transaction or does not exist';
  END IF;
  IF v_entries IS NOT NULL THEN
    PERFORM 1 FROM daybook_append_entries(v_entries, v_lines);
  END IF;
  RETURN ARRAY(SELECT e.id FROM unnest(v_entries[1:100]) e);
END $$;
