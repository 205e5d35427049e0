-- Moves the positions of contracts by anything but revenue (bills, payments, credits, refunds, interest), one movement per
-- contract in a call, and appends the entries for it. What a document posted is in the ledger already; interest on a significant
-- financing component moves between the position and an account of its own. Figures of a movement are computed once per row.
-- Movements of many contracts and days go in one call, each with its own day and memo; those that share an entry share its day.
-- Owner: this function; held to an oracle by e2e/revenue/moves.test.ts.
--
-- Refuses: a date without an open period (restrict_violation); a position that another transaction changed in between, or that does
--   not exist (serialization_failure: the caller retries).
-- Locks: the caller has locked the positions, in contract order; then the locks of append-entries.
-- Rule: src/core/revenue/balances.ts; ASC 606-10-45-1 to 45-4.
-- Proved by: e2e/revenue/moves.test.ts, e2e/revenue/laws.test.ts.
CREATE FUNCTION daybook_post_revenue_moves(
  p_moves daybook_revenue_move[], p_subsidiary uuid, p_date date, p_source_kind text, p_memo text, p_actor uuid
)
RETURNS void
LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan SET jit = off SET enable_seqscan = off SET enable_mergejoin = off
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_base text;
  v_minor integer;
  v_entries daybook_entry_draft[];
  v_lines daybook_line_draft[];
  v_moved integer;
  v_gain uuid;
  v_loss uuid;
BEGIN
  SELECT b.o_base_currency, b.o_minor_units INTO v_base, v_minor
    FROM daybook_open_books(p_subsidiary, coalesce((p_moves[1]).posting_date, p_date)) b;
  -- Where documents book their exchange differences contracts book theirs; the policy's account serves a chart that names none.
  SELECT a.id INTO v_gain FROM accounts a WHERE a.organization_id = v_org AND a.fx_role = 'REALIZED_GAIN' AND a.record_status = 'active';
  SELECT a.id INTO v_loss FROM accounts a WHERE a.organization_id = v_org AND a.fx_role = 'REALIZED_LOSS' AND a.record_status = 'active';

  -- The positions are read once; the movements, the changed positions and the lines of the entries all come from what was computed then.
  WITH days AS MATERIALIZED (
    SELECT d.day, b.o_period_id AS period_id, b.o_fiscal_year AS fiscal_year, b.o_period AS period
    FROM (SELECT DISTINCT coalesce(m.posting_date, p_date) AS day FROM unnest(p_moves) m) d
    CROSS JOIN LATERAL daybook_open_books(p_subsidiary, d.day) b
  ),
  computed AS MATERIALIZED (
    SELECT b.day, b.memo, b.period_id, b.fiscal_year, b.period, b.place, b.id, b.contract_id, b.subsidiary_id, b.currency_code, b.kind, b.amount, b.is_income, b.counter_account_id, b.event_id, b.entry_id, b.rate,
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
        SELECT y.day, y.period_id, y.fiscal_year, y.period, coalesce(m.memo, p_memo) AS memo, p.place, m.id, m.contract_id, m.kind, m.amount, coalesce(m.is_income, m.amount < 0) AS is_income, m.counter_account_id, m.event_id, m.entry_id, m.rate, p.subsidiary_id, p.currency_code, p.net, p.net_base,
               p.receivable, p.receivable_base, p.refund, p.refund_base,
               p.receivable_account_id, p.cash_account_id, p.contract_asset_account_id, p.deferred_account_id, p.refund_account_id,
               p.exchange_account_id, p.interest_expense_account_id, p.interest_income_account_id,
               CASE m.kind WHEN 'DUE' THEN x.due WHEN 'PAYMENT' THEN m.amount - x.settled
                 WHEN 'REFUND' THEN -m.amount WHEN 'CREDIT' THEN x.from_refund - m.amount WHEN 'DOCUMENT' THEN m.amount
                 WHEN 'FINANCING' THEN m.amount WHEN 'INTEREST' THEN m.amount END AS d_net,
               CASE m.kind WHEN 'DUE' THEN x.due WHEN 'PAYMENT' THEN -x.settled WHEN 'CREDIT' THEN -m.amount ELSE 0 END AS d_receivable,
               CASE m.kind WHEN 'PAYMENT' THEN m.amount ELSE 0 END AS d_cash,
               CASE m.kind WHEN 'REFUND' THEN m.amount WHEN 'CREDIT' THEN -x.from_refund ELSE 0 END AS d_refund,
               CASE WHEN m.kind IN ('DOCUMENT', 'FINANCING') THEN m.amount ELSE 0 END AS doc,
               CASE WHEN m.kind IN ('DOCUMENT', 'FINANCING') THEN coalesce(m.document_base, 0) ELSE 0 END AS doc_base
        -- The effect of each kind of move on the net position, the receivable, cash and the refund liability.
        FROM unnest(p_moves) m
        JOIN days y ON y.day = coalesce(m.posting_date, p_date)
        -- By key, also where the table has grown since its statistics were taken.
        CROSS JOIN LATERAL (
          SELECT w.ctid AS place, w.* FROM revenue_positions w WHERE w.organization_id = v_org AND w.contract_id = m.contract_id OFFSET 0) p
        CROSS JOIN LATERAL (SELECT
          -- A void of what the customer could still cancel first reduces the amount waiting for performance.
          CASE m.kind WHEN 'DUE' THEN CASE WHEN m.unconditional THEN m.amount WHEN m.amount < 0 THEN least(m.amount + p.pending, 0)
                                           ELSE least(m.amount, greatest(-p.net, 0)) END
                      ELSE 0 END AS due,
          -- Money given back is the customer's credit among the receivables, however large that is.
          CASE WHEN m.kind <> 'PAYMENT' THEN 0 WHEN m.amount < 0 THEN m.amount ELSE least(m.amount, p.receivable) END AS settled,
          CASE WHEN m.kind = 'CREDIT' AND NOT m.keep_refund THEN least(m.amount, p.refund) ELSE 0 END AS from_refund) x
        OFFSET 0 -- each figure is computed once, not wherever it is used
      ) d OFFSET 0
    ) b
  ),
  -- One movement per contract: the subledger.
  kept AS (
    INSERT INTO revenue_movements (organization_id, id, contract_id, subsidiary_id, currency_code, kind, amount, posting_date, period, run_id,
        event_id, entry_id, receivable, receivable_base, cash, cash_base, contract_asset, contract_asset_base, deferred, deferred_base,
        refund, refund_base, revenue, revenue_base, exchange_base, document, document_base)
    SELECT v_org, v.id, v.contract_id, v.subsidiary_id, v.currency_code, v.kind, v.amount, v.day, v.period, NULL,
           v.event_id, v.entry_id, v.receivable, v.receivable_base, v.cash, v.cash_base, v.contract_asset, v.contract_asset_base,
           v.deferred, v.deferred_base, v.refund, v.refund_base, 0, 0, v.exchange_base, v.document, v.document_base
    FROM computed v
  ),
  -- The changed positions, updated in place.
  placed AS (
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
  ),
  -- The lines of the entries; a line without an amount is left out.
  raw AS (
    SELECT v.entry_id, v.currency_code, v.rate, v.receivable_account_id AS account_id, v.receivable AS amount, v.receivable_base AS base, 'Receivable' AS memo
    FROM computed v WHERE v.receivable <> 0 OR v.receivable_base <> 0
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, v.cash_account_id, v.cash, v.cash_base, 'Payment'
    FROM computed v WHERE v.cash <> 0 OR v.cash_base <> 0
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, v.contract_asset_account_id, v.contract_asset, v.contract_asset_base, 'Contract asset'
    FROM computed v WHERE v.contract_asset <> 0 OR v.contract_asset_base <> 0
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, v.deferred_account_id, l.amount, l.base, 'Contract liability'
    FROM computed v
    CROSS JOIN LATERAL (SELECT CASE v.kind WHEN 'FINANCING' THEN 0 ELSE v.document END - v.deferred AS amount,
                               CASE v.kind WHEN 'FINANCING' THEN 0 ELSE v.document_base END - v.deferred_base AS base) d
    CROSS JOIN LATERAL (SELECT daybook_round_even(d.amount * v.rate, v_minor) AS worth) w
    -- A liability that a document takes more of than there is can lose more of its base amount than the document brings: what stands
    -- on two sides is two lines.
    CROSS JOIN LATERAL (
      SELECT d.amount, d.base WHERE sign(d.amount) * sign(d.base) >= 0 AND (d.amount <> 0 OR d.base <> 0)
      UNION ALL SELECT d.amount, w.worth WHERE sign(d.amount) * sign(d.base) < 0
      UNION ALL SELECT 0, d.base - w.worth WHERE sign(d.amount) * sign(d.base) < 0) l
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, v.refund_account_id, -v.refund, -v.refund_base, 'Refund liability'
    FROM computed v WHERE v.refund <> 0 OR v.refund_base <> 0
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, coalesce(CASE WHEN v.exchange_base > 0 THEN v_gain ELSE v_loss END, v.exchange_account_id), 0,
                     -v.exchange_base, 'Exchange difference'
    FROM computed v WHERE v.exchange_base <> 0
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, v.counter_account_id, v.document, v.document_base, 'Interest'
    FROM computed v WHERE v.kind = 'FINANCING' AND (v.document <> 0 OR v.document_base <> 0)
    UNION ALL SELECT v.entry_id, v.currency_code, v.rate, CASE WHEN v.is_income THEN v.interest_income_account_id ELSE v.interest_expense_account_id END,
                     v.deferred - v.contract_asset, v.deferred_base - v.contract_asset_base, 'Significant financing'
    FROM computed v WHERE v.kind = 'INTEREST' AND (v.deferred <> v.contract_asset OR v.deferred_base <> v.contract_asset_base)
  ),
  -- Debits and credits are not netted, so that increases of one contract and decreases of another remain visible.
  summed AS (
    SELECT w.entry_id, w.currency_code, w.rate, w.account_id, w.memo, sum(w.amount) AS amount, sum(w.base) AS base
    FROM raw w
    GROUP BY w.entry_id, w.currency_code, w.rate, w.account_id, w.memo, sign(CASE WHEN w.amount <> 0 THEN w.amount ELSE w.base END)
  ),
  entries AS MATERIALIZED (
    SELECT v.entry_id, any_value(v.day) AS day, any_value(v.memo) AS told, any_value(v.period_id) AS period_id,
           any_value(v.fiscal_year) AS fiscal_year
    FROM computed v GROUP BY v.entry_id
  ),
  -- Debits before credits.
  numbered AS MATERIALIZED (
    SELECT s.*, e.day, e.told, e.period_id, e.fiscal_year,
           row_number() OVER (PARTITION BY s.entry_id ORDER BY (s.amount < 0 OR (s.amount = 0 AND s.base < 0)), s.memo, s.account_id)::int AS n
    FROM summed s JOIN entries e ON e.entry_id = s.entry_id
  )
  SELECT (SELECT array_agg(ROW(n.entry_id, p_subsidiary, n.period_id, n.fiscal_year, n.day, n.currency_code, v_base, n.rate,
                               p_source_kind, n.entry_id, NULL, NULL, n.told, p_actor)::daybook_entry_draft ORDER BY n.entry_id)
          FROM numbered n WHERE n.n = 1),
         (SELECT array_agg(ROW(n.entry_id, n.n, n.account_id, p_subsidiary, n.period_id, n.day, n.currency_code,
                               greatest(n.amount, 0), greatest(-n.amount, 0), greatest(n.base, 0), greatest(-n.base, 0),
                               NULL, NULL, NULL, NULL, NULL, NULL, n.memo)::daybook_line_draft)
          FROM numbered n),
         (SELECT count(*) FROM placed)
  INTO v_entries, v_lines, v_moved;
  IF v_moved <> cardinality(p_moves) THEN
    -- Another transaction changed one of them after it was read, so the result is discarded and the caller retries.
    RAISE serialization_failure USING MESSAGE = 'a contract position was changed by another transaction or does not exist';
  END IF;
  IF v_entries IS NULL THEN
    RETURN;
  END IF;
  PERFORM 1 FROM daybook_append_entries(v_entries, v_lines);
END $$;
