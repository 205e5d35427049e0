-- Moves the positions of contracts by anything but revenue (bills, payments, credits, refunds, interest), one movement per
-- contract in a call: computes what each does to its position (effect-of-move), and move-positions books that. What a document posted
-- is in the ledger already; interest on a significant financing component moves between the position and a separate account.
-- Movements of many contracts and days go in one call, each with its own day and memo; those that share an entry share its day.
-- Owner: this function; held to an oracle by e2e/revenue/runs/moves.test.ts.
--
-- Refuses: a date without an open period (restrict_violation); a position that another transaction changed in between, or that does
--   not exist (serialization_failure: the caller retries).
-- Locks: the caller has locked the positions, in contract order; then the locks of move-positions.
-- Rule: src/core/revenue/balances.ts; ASC 606-10-45-1 to 45-4.
-- Proved by: e2e/revenue/runs/moves.test.ts, e2e/revenue/histories/laws.test.ts.
CREATE FUNCTION daybook_post_revenue_moves(
  p_moves daybook_revenue_move[], p_subsidiary uuid, p_date date, p_source_kind text, p_memo text, p_actor uuid
)
RETURNS void
LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan SET jit = off SET enable_seqscan = off SET enable_mergejoin = off
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_minor integer;
  v_changes daybook_position_change[];
BEGIN
  PERFORM daybook_plan_for(cardinality(p_moves));
  SELECT b.o_minor_units INTO v_minor FROM daybook_open_books(p_subsidiary, coalesce((p_moves[1]).posting_date, p_date)) b;
  SELECT array_agg(ROW(p.place, m.id, m.contract_id, m.entry_id, coalesce(m.posting_date, p_date), p.receivable_account_id,
                       p.contract_asset_account_id, p.deferred_account_id, p.exchange_account_id, m.kind, m.amount, p.currency_code,
                       m.rate, p.net, p.net_base, e.net, e.net_base, e.receivable, e.receivable_base, 0, 0, e.pending, e.cash,
                       e.cash_base, e.refund, e.refund_base, e.document, e.document_base, NULL, m.event_id, m.memo, NULL,
                       p.cash_account_id, p.refund_account_id,
                       CASE WHEN m.kind = 'FINANCING' THEN m.counter_account_id
                            WHEN coalesce(m.is_income, m.amount < 0) THEN p.interest_income_account_id
                            ELSE p.interest_expense_account_id END, m.effective_on)::daybook_position_change)
    INTO v_changes
  FROM unnest(p_moves) m
  -- By key, also where the table has grown since its statistics were taken.
  CROSS JOIN LATERAL (
    SELECT w.ctid AS place, w.* FROM revenue_positions w WHERE w.organization_id = v_org AND w.contract_id = m.contract_id OFFSET 0) p
  CROSS JOIN LATERAL daybook_effect_of_move(m, v_minor, p.net, p.net_base, p.receivable, p.receivable_base, p.refund, p.refund_base, p.pending) e;
  IF coalesce(cardinality(v_changes), 0) <> cardinality(p_moves) THEN
    RAISE serialization_failure USING MESSAGE = 'a contract position does not exist';
  END IF;
  IF v_changes IS NOT NULL THEN
    -- Where each has an entry of its own, nothing is summed.
    PERFORM daybook_move_positions(v_changes, NULL, p_subsidiary, (SELECT count(DISTINCT m.entry_id) < count(*) FROM unnest(p_moves) m), true,
                                   p_source_kind, p_memo, p_actor);
  END IF;
END $$;
