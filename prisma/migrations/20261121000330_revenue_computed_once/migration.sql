-- Figures of a movement are computed once per row, and no step waits for a compiler.
CREATE OR REPLACE FUNCTION daybook_post_revenue_moves(
  p_moves daybook_revenue_move[], p_subsidiary uuid, p_date date, p_run uuid, p_source_kind text, p_memo text, p_actor uuid
) RETURNS integer LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan SET jit = off AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_base text;
  v_minor integer;
  v_period fiscal_periods;
  v_entries daybook_entry_draft[];
  v_lines daybook_line_draft[];
BEGIN
  SELECT s.base_currency, coalesce(c.minor_units, 2) INTO v_base, v_minor FROM subsidiaries s
    LEFT JOIN currencies c ON c.organization_id = s.organization_id AND c.code = s.base_currency
    WHERE s.organization_id = v_org AND s.id = p_subsidiary;
  SELECT q.* INTO v_period FROM fiscal_periods q WHERE q.organization_id = v_org AND q.subsidiary_id = p_subsidiary
    AND NOT q.is_adjustment AND p_date BETWEEN q.start_date AND q.end_date LIMIT 1;
  IF v_period.id IS NULL OR daybook_effective_period_status(v_period) <> 'OPEN' THEN
    RAISE restrict_violation USING MESSAGE = format('no open period on %s', p_date);
  END IF;

  INSERT INTO revenue_movements (organization_id, id, contract_id, subsidiary_id, currency_code, kind, amount, posting_date, period, run_id,
      event_id, entry_id, receivable, receivable_base, cash, cash_base, contract_asset, contract_asset_base, deferred, deferred_base,
      refund, refund_base, revenue, revenue_base, exchange_base, document, document_base)
  SELECT v_org, b.id, b.contract_id, b.subsidiary_id, b.currency_code, b.kind, b.amount, p_date, to_char(p_date, 'YYYY-MM'), p_run,
         b.event_id, b.entry_id, b.d_receivable, b.b_receivable, b.d_cash, b.b_cash,
         greatest(-(b.net + b.d_net), 0) - greatest(-b.net, 0),
         CASE WHEN b.net + b.d_net < 0 THEN -(b.net_base + b.b_net) ELSE 0 END - CASE WHEN b.net < 0 THEN -b.net_base ELSE 0 END,
         greatest(b.net + b.d_net, 0) - greatest(b.net, 0),
         CASE WHEN b.net + b.d_net > 0 THEN b.net_base + b.b_net ELSE 0 END - CASE WHEN b.net > 0 THEN b.net_base ELSE 0 END,
         b.d_refund, b.b_refund, CASE WHEN b.kind = 'REVENUE' THEN b.amount ELSE 0 END,
         CASE WHEN b.kind = 'REVENUE' THEN b.b_receivable + b.b_cash - b.b_net - b.b_refund ELSE 0 END,
         CASE WHEN b.kind IN ('REVENUE', 'INTEREST') THEN 0 ELSE b.b_receivable + b.b_cash + b.doc_base - b.b_net - b.b_refund END,
         b.doc, b.doc_base
  FROM (
    SELECT d.*, daybook_carried(d.receivable, d.receivable_base, d.d_receivable, d.rate, v_minor) AS b_receivable,
           round(d.d_cash * d.rate, v_minor) AS b_cash,
           daybook_carried(d.net, d.net_base, d.d_net, d.rate, v_minor) AS b_net,
           daybook_carried(d.refund, d.refund_base, d.d_refund, d.rate, v_minor) AS b_refund
    FROM (
      SELECT m.id, m.contract_id, m.kind, m.amount, m.event_id, m.entry_id, m.rate, p.subsidiary_id, p.currency_code, p.net, p.net_base,
             p.receivable, p.receivable_base, p.refund, p.refund_base,
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
  ) b;

  UPDATE revenue_positions p SET
    net = p.net + v.deferred - v.contract_asset, net_base = p.net_base + v.deferred_base - v.contract_asset_base,
    receivable = p.receivable + v.receivable, receivable_base = p.receivable_base + v.receivable_base,
    refund = p.refund + v.refund, refund_base = p.refund_base + v.refund_base,
    recognised = p.recognised + v.revenue, cash = p.cash + v.cash,
    pending = CASE v.kind WHEN 'DUE' THEN p.pending + v.amount - v.receivable
                          WHEN 'PAYMENT' THEN p.pending - least(v.amount + v.receivable, p.pending)
                          WHEN 'REVENUE' THEN p.pending - v.receivable ELSE p.pending END
  FROM unnest(p_moves) m JOIN revenue_movements v ON v.organization_id = v_org AND v.id = m.id
  WHERE p.organization_id = v_org AND p.contract_id = v.contract_id;

  WITH moved AS (
    SELECT v.*, m.rate FROM unnest(p_moves) m JOIN revenue_movements v ON v.organization_id = v_org AND v.id = m.id
  ), earned AS (
    -- Revenue by account and dimensions; base amounts by cumulative shares, so that they sum to the movement's.
    SELECT e.entry_id, e.currency_code, e.rate, e.account_id, e.class_id, e.department_id, e.location_id, e.project_id, -e.amount AS amount,
           -(CASE WHEN e.revenue = 0 THEN round(e.reached * e.rate, v_minor) - round((e.reached - e.amount) * e.rate, v_minor)
                  ELSE round(e.revenue_base * e.reached / e.revenue, v_minor) - round(e.revenue_base * (e.reached - e.amount) / e.revenue, v_minor) END) AS base
    FROM (
      SELECT g.*, sum(g.amount) OVER (PARTITION BY g.contract_id ORDER BY g.account_id, g.class_id, g.department_id, g.location_id, g.project_id
                                      ROWS UNBOUNDED PRECEDING) AS reached
      FROM (
        SELECT v.entry_id, v.contract_id, v.currency_code, v.revenue, v.revenue_base, v.rate, o.revenue_account_id AS account_id, o.class_id, o.department_id, o.location_id, o.project_id,
               sum(r.amount) AS amount
        FROM moved v
        JOIN revenue_rows r ON r.organization_id = v_org AND r.run_id = p_run AND r.contract_id = v.contract_id AND r.entry_id = v.entry_id
        JOIN performance_obligations o ON o.organization_id = v_org AND o.contract_id = r.contract_id AND o.key = r.obligation_key
        WHERE v.kind = 'REVENUE' AND p_run IS NOT NULL
        GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
      ) g
    ) e
  ), raw AS (
    SELECT e.entry_id, e.currency_code, e.rate, e.account_id, e.class_id, e.department_id, e.location_id, e.project_id, e.amount, e.base, 'Revenue' AS memo FROM earned e
    UNION ALL
    SELECT v.entry_id, v.currency_code, v.rate, l.account_id, NULL, NULL, NULL, NULL, l.amount, l.base, l.memo
    FROM moved v JOIN revenue_positions p ON p.organization_id = v_org AND p.contract_id = v.contract_id
    CROSS JOIN LATERAL (VALUES
      (p.receivable_account_id, v.receivable, v.receivable_base, 'Receivable'),
      (p.cash_account_id, v.cash, v.cash_base, 'Payment'),
      (p.contract_asset_account_id, v.contract_asset, v.contract_asset_base, 'Contract asset'),
      (p.deferred_account_id, v.document - v.deferred, v.document_base - v.deferred_base, 'Contract liability'),
      (p.refund_account_id, -v.refund, -v.refund_base, 'Refund liability'),
      (p.exchange_account_id, 0::numeric, -v.exchange_base, 'Exchange difference'),
      (CASE WHEN v.amount >= 0 THEN p.interest_expense_account_id ELSE p.interest_income_account_id END,
       CASE v.kind WHEN 'INTEREST' THEN v.deferred - v.contract_asset ELSE 0 END,
       CASE v.kind WHEN 'INTEREST' THEN v.deferred_base - v.contract_asset_base ELSE 0 END, 'Significant financing')
    ) AS l (account_id, amount, base, memo)
  ), summed AS (
    -- The sides stay apart: what one contract adds and another takes is seen.
    SELECT w.entry_id, w.currency_code, w.rate, w.account_id, w.class_id, w.department_id, w.location_id, w.project_id, w.memo, sum(w.amount) AS amount, sum(w.base) AS base
    FROM raw w WHERE w.amount <> 0 OR w.base <> 0
    GROUP BY w.entry_id, w.currency_code, w.rate, w.account_id, w.class_id, w.department_id, w.location_id, w.project_id, w.memo, sign(CASE WHEN w.amount <> 0 THEN w.amount ELSE w.base END)
  ), numbered AS (
    SELECT s.*, row_number() OVER (PARTITION BY s.entry_id ORDER BY (s.amount < 0 OR (s.amount = 0 AND s.base < 0)), s.memo, s.account_id)::int AS n FROM summed s
  ), of_entry AS (
    SELECT n.entry_id, n.currency_code, n.rate FROM numbered n WHERE n.n = 1
  )
  SELECT (SELECT array_agg(ROW(e.entry_id, p_subsidiary, v_period.id, v_period.fiscal_year, p_date, e.currency_code, v_base, e.rate,
                               p_source_kind, e.entry_id, NULL, NULL, p_memo, p_actor)::daybook_entry_draft ORDER BY e.entry_id) FROM of_entry e),
         (SELECT array_agg(ROW(n.entry_id, n.n, n.account_id, p_subsidiary, v_period.id, p_date, n.currency_code,
                               greatest(n.amount, 0), greatest(-n.amount, 0), greatest(n.base, 0), greatest(-n.base, 0),
                               n.class_id, n.department_id, n.location_id, n.project_id, NULL, NULL, n.memo)::daybook_line_draft)
          FROM numbered n)
  INTO v_entries, v_lines;
  IF v_entries IS NULL THEN
    RETURN 0;
  END IF;
  PERFORM 1 FROM daybook_append_entries(v_entries, v_lines);
  RETURN cardinality(v_entries);
END $$;

-- Movements come out of positions, which name their contract; asking again row by row is most of what a large step costs.
ALTER TABLE revenue_movements DROP CONSTRAINT revenue_movements_contract_id_org_fk;
