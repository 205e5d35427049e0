-- Significant financing inside a contract's position; runs of what a single event made due.
ALTER TABLE "revenue_positions" ADD COLUMN "interest_expense_account_id" UUID NOT NULL,
ADD COLUMN "interest_income_account_id" UUID NOT NULL;

ALTER TABLE "revenue_runs" ADD COLUMN "contract_id" UUID;
ALTER TABLE revenue_runs ADD CONSTRAINT revenue_runs_contract_id_org_fk
  FOREIGN KEY (organization_id, contract_id) REFERENCES revenue_contracts (organization_id, id);
CREATE INDEX revenue_runs_contract_id_sql_idx ON revenue_runs (organization_id, contract_id) WHERE contract_id IS NOT NULL;
ALTER TABLE revenue_runs ADD CONSTRAINT revenue_runs_of_event_ck CHECK ((kind = 'EVENT') = (contract_id IS NOT NULL));

-- Moves contracts' positions, one movement per contract in a call, and appends the entries for it. The caller holds the
-- positions' locks. Revenue lines come from the rows that carry p_run.
CREATE OR REPLACE FUNCTION daybook_post_revenue_moves(
  p_moves daybook_revenue_move[], p_subsidiary uuid, p_date date, p_run uuid, p_source_kind text, p_memo text, p_actor uuid
) RETURNS integer LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
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
    ) d
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
    SELECT e.entry_id, e.contract_id, e.account_id, e.class_id, e.department_id, e.location_id, e.project_id, -e.amount AS amount,
           -(CASE WHEN e.revenue = 0 THEN round(e.reached * e.rate, v_minor) - round((e.reached - e.amount) * e.rate, v_minor)
                  ELSE round(e.revenue_base * e.reached / e.revenue, v_minor) - round(e.revenue_base * (e.reached - e.amount) / e.revenue, v_minor) END) AS base
    FROM (
      SELECT g.*, sum(g.amount) OVER (PARTITION BY g.contract_id ORDER BY g.account_id, g.class_id, g.department_id, g.location_id, g.project_id
                                      ROWS UNBOUNDED PRECEDING) AS reached
      FROM (
        SELECT v.entry_id, v.contract_id, v.revenue, v.revenue_base, v.rate, o.revenue_account_id AS account_id, o.class_id, o.department_id, o.location_id, o.project_id,
               sum(r.amount) AS amount
        FROM moved v
        JOIN revenue_rows r ON r.organization_id = v_org AND r.run_id = p_run AND r.contract_id = v.contract_id AND r.entry_id = v.entry_id
        JOIN performance_obligations o ON o.organization_id = v_org AND o.contract_id = r.contract_id AND o.key = r.obligation_key
        WHERE v.kind = 'REVENUE' AND p_run IS NOT NULL
        GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
      ) g
    ) e
  ), raw AS (
    SELECT e.entry_id, e.contract_id, e.account_id, e.class_id, e.department_id, e.location_id, e.project_id, e.amount, e.base, 'Revenue' AS memo FROM earned e
    UNION ALL
    SELECT v.entry_id, v.contract_id, l.account_id, NULL, NULL, NULL, NULL, l.amount, l.base, l.memo
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
    SELECT w.entry_id, w.account_id, w.class_id, w.department_id, w.location_id, w.project_id, w.memo, sum(w.amount) AS amount, sum(w.base) AS base
    FROM raw w WHERE w.amount <> 0 OR w.base <> 0
    GROUP BY w.entry_id, w.account_id, w.class_id, w.department_id, w.location_id, w.project_id, w.memo, sign(CASE WHEN w.amount <> 0 THEN w.amount ELSE w.base END)
  ), numbered AS (
    SELECT s.*, row_number() OVER (PARTITION BY s.entry_id ORDER BY (s.amount < 0 OR (s.amount = 0 AND s.base < 0)), s.memo, s.account_id)::int AS n FROM summed s
  ), of_entry AS (
    SELECT DISTINCT ON (v.entry_id) v.entry_id, v.currency_code, v.rate, v.id, v.contract_id FROM moved v
    WHERE EXISTS (SELECT 1 FROM numbered n WHERE n.entry_id = v.entry_id) ORDER BY v.entry_id, v.id
  )
  SELECT (SELECT array_agg(ROW(e.entry_id, p_subsidiary, v_period.id, v_period.fiscal_year, p_date, e.currency_code, v_base, e.rate,
                               p_source_kind, e.entry_id, NULL, NULL, p_memo, p_actor)::daybook_entry_draft ORDER BY e.id) FROM of_entry e),
         (SELECT array_agg(ROW(n.entry_id, n.n, n.account_id, p_subsidiary, v_period.id, p_date, e.currency_code,
                               greatest(n.amount, 0), greatest(-n.amount, 0), greatest(n.base, 0), greatest(-n.base, 0),
                               n.class_id, n.department_id, n.location_id, n.project_id, NULL, NULL, n.memo)::daybook_line_draft)
          FROM numbered n JOIN of_entry e ON e.entry_id = n.entry_id)
  INTO v_entries, v_lines;
  IF v_entries IS NULL THEN
    RETURN 0;
  END IF;
  PERFORM 1 FROM daybook_append_entries(v_entries, v_lines);
  RETURN cardinality(v_entries);
END $$;

-- One step of a run: takes at most p_limit due rows' contracts, posts everything due of them, and says how much. Zero rows:
-- nothing is left and the run is POSTED. Each call is one transaction, so a killed run goes on where it stopped.
CREATE OR REPLACE FUNCTION daybook_post_revenue_chunk(p_run uuid, p_limit integer, p_actor uuid)
RETURNS TABLE (o_status text, o_contracts integer, o_rows integer) LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_run revenue_runs;
  v_contracts uuid[];
  v_moves daybook_revenue_move[];
  v_memo text;
  v_rows integer := 0;
  v_amounts jsonb;
BEGIN
  SELECT r.* INTO v_run FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = p_run FOR UPDATE;
  IF v_run.id IS NULL OR v_run.run_status = 'POSTED' THEN
    RETURN QUERY SELECT coalesce(v_run.run_status, 'MISSING'), 0, 0;
    RETURN;
  END IF;
  -- A period is closed under the exclusive side of this lock, so no chunk slips in beside a close.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('periods:' || v_org::text, 0));
  v_memo := format('Revenue of %s, run %s', v_run.period, v_run.run_number);

  SELECT array_agg(l.contract_id) INTO v_contracts FROM (
    SELECT p.contract_id FROM revenue_positions p
    WHERE p.organization_id = v_org AND p.contract_id IN (
      SELECT d.contract_id FROM (
        SELECT r.contract_id FROM revenue_rows r
        WHERE r.organization_id = v_org AND r.subsidiary_id = v_run.subsidiary_id AND r.run_id IS NULL AND r.period <= v_run.period
          AND (v_run.contract_id IS NULL OR r.contract_id = v_run.contract_id)
          AND NOT EXISTS (SELECT 1 FROM performance_obligations o
                          WHERE o.organization_id = v_org AND o.contract_id = r.contract_id AND o.key = r.obligation_key AND o.held)
        ORDER BY r.period, r.contract_id LIMIT p_limit) d)
    ORDER BY p.contract_id FOR UPDATE) l;

  IF v_contracts IS NOT NULL THEN
    WITH due AS (
      SELECT r.contract_id, p.currency_code, sum(r.amount) AS amount
      FROM revenue_rows r
      JOIN performance_obligations o ON o.organization_id = v_org AND o.contract_id = r.contract_id AND o.key = r.obligation_key AND NOT o.held
      JOIN revenue_positions p ON p.organization_id = v_org AND p.contract_id = r.contract_id
      WHERE r.organization_id = v_org AND r.contract_id = ANY (v_contracts) AND r.run_id IS NULL AND r.period <= v_run.period
      GROUP BY 1, 2
    ), entries AS MATERIALIZED (SELECT c.currency_code, daybook_uuid_v7() AS entry_id FROM (SELECT DISTINCT currency_code FROM due) c)
    SELECT array_agg(ROW(daybook_uuid_v7(), d.contract_id, 'REVENUE', d.amount, false, true, NULL,
             CASE WHEN v_run.grouping = 'CONTRACT' THEN daybook_uuid_v7() ELSE e.entry_id END,
             coalesce((v_run.rates ->> d.currency_code)::numeric, 1), NULL)::daybook_revenue_move ORDER BY d.contract_id),
           (SELECT jsonb_object_agg(t.currency_code, t.amount::text) FROM (SELECT currency_code, sum(amount) AS amount FROM due GROUP BY 1) t)
    INTO v_moves, v_amounts
    FROM due d JOIN entries e USING (currency_code);

    UPDATE revenue_rows r SET run_id = p_run, entry_id = m.entry_id, posted_period = to_char(v_run.posting_date, 'YYYY-MM'), posted_at = now()
    FROM unnest(v_moves) m
    WHERE r.organization_id = v_org AND r.contract_id = m.contract_id AND r.run_id IS NULL AND r.period <= v_run.period
      AND EXISTS (SELECT 1 FROM performance_obligations o
                  WHERE o.organization_id = v_org AND o.contract_id = r.contract_id AND o.key = r.obligation_key AND NOT o.held);
    GET DIAGNOSTICS v_rows = ROW_COUNT;
    PERFORM daybook_post_revenue_moves(v_moves, v_run.subsidiary_id, v_run.posting_date, p_run, 'REVENUE_RUN', v_memo, p_actor);
  END IF;

  IF v_rows = 0 THEN
    -- What one event made due says nothing about the month's costs.
    v_rows := CASE WHEN v_run.contract_id IS NULL THEN daybook_post_cost_rows(p_run, p_limit, p_actor) ELSE 0 END;
    IF v_rows = 0 THEN
      UPDATE revenue_runs SET run_status = 'POSTED', started_at = coalesce(started_at, now()), finished_at = now()
      WHERE organization_id = v_org AND id = p_run;
      RETURN QUERY SELECT 'POSTED', 0, 0;
      RETURN;
    END IF;
  END IF;
  INSERT INTO revenue_run_chunks (organization_id, run_id, chunk_number, contracts, rows, amounts)
  SELECT v_org, p_run, count(*)::int + 1, coalesce(cardinality(v_contracts), 0), v_rows, coalesce(v_amounts, '{}') FROM revenue_run_chunks c
  WHERE c.organization_id = v_org AND c.run_id = p_run;
  UPDATE revenue_runs SET run_status = 'POSTING', started_at = coalesce(started_at, now())
  WHERE organization_id = v_org AND id = p_run AND run_status = 'PREVIEW';
  RETURN QUERY SELECT 'POSTING', coalesce(cardinality(v_contracts), 0), v_rows;
END $$;
