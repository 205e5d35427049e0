-- What a bill, payment, credit, refund, document or interest does to a contract's position, as changes, each at its base amount.
-- Inlined by the planner.
--
-- Owner: this function, for daybook_post_revenue_moves; held to an oracle by e2e/revenue/runs/moves.test.ts.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: src/core/revenue/balances.ts; ASC 606-10-45-1 to 45-4.
-- Proved by: e2e/revenue/runs/moves.test.ts.
CREATE FUNCTION daybook_effect_of_move(
  p_move daybook_revenue_move, p_minor integer, p_net numeric, p_net_base numeric, p_receivable numeric, p_receivable_base numeric,
  p_refund numeric, p_refund_base numeric, p_pending numeric
)
RETURNS TABLE(
  net numeric, net_base numeric, receivable numeric, receivable_base numeric, cash numeric, cash_base numeric,
  refund numeric, refund_base numeric, document numeric, document_base numeric, pending numeric
)
LANGUAGE sql IMMUTABLE ROWS 1
AS $$
  SELECT v.net, daybook_carried(p_net, p_net_base, v.net, v.rate, p_minor),
         v.receivable, daybook_carried(p_receivable, p_receivable_base, v.receivable, v.rate, p_minor),
         v.cash, CASE WHEN v.cash = 0 THEN 0 ELSE daybook_round_even(v.cash * v.rate, p_minor) END,
         v.refund, daybook_carried(p_refund, p_refund_base, v.refund, v.rate, p_minor),
         v.document, v.document_base,
         CASE v.kind WHEN 'DUE' THEN v.amount - v.receivable WHEN 'PAYMENT' THEN -least(v.amount + v.receivable, p_pending) ELSE 0 END
  FROM (
    -- By kind, in contract currency: the net position, the receivable, cash, the refund liability, and what a document credited.
    SELECT m.kind, m.amount, m.rate,
           CASE m.kind WHEN 'DUE' THEN x.due WHEN 'PAYMENT' THEN m.amount - x.settled
             WHEN 'REFUND' THEN -m.amount WHEN 'CREDIT' THEN x.from_refund - m.amount WHEN 'DOCUMENT' THEN m.amount
             WHEN 'FINANCING' THEN m.amount WHEN 'INTEREST' THEN m.amount END AS net,
           CASE m.kind WHEN 'DUE' THEN x.due WHEN 'PAYMENT' THEN -x.settled WHEN 'CREDIT' THEN -m.amount ELSE 0 END AS receivable,
           CASE m.kind WHEN 'PAYMENT' THEN m.amount ELSE 0 END AS cash,
           CASE m.kind WHEN 'REFUND' THEN m.amount WHEN 'CREDIT' THEN -x.from_refund ELSE 0 END AS refund,
           CASE WHEN m.kind IN ('DOCUMENT', 'FINANCING') THEN m.amount ELSE 0 END AS document,
           CASE WHEN m.kind IN ('DOCUMENT', 'FINANCING') THEN coalesce(m.document_base, 0) ELSE 0 END AS document_base
    FROM (SELECT (p_move).*) m
    CROSS JOIN LATERAL (SELECT
      -- A void of what the customer could still cancel first reduces the amount waiting for performance.
      CASE m.kind WHEN 'DUE' THEN CASE WHEN m.unconditional THEN m.amount WHEN m.amount < 0 THEN least(m.amount + p_pending, 0)
                                       ELSE least(m.amount, greatest(-p_net, 0)) END
                  ELSE 0 END AS due,
      -- Money given back is the customer's credit among the receivables, however large that is.
      CASE WHEN m.kind <> 'PAYMENT' THEN 0 WHEN m.amount < 0 THEN m.amount ELSE least(m.amount, p_receivable) END AS settled,
      CASE WHEN m.kind = 'CREDIT' AND NOT m.keep_refund THEN least(m.amount, p_refund) ELSE 0 END AS from_refund) x
    OFFSET 0 -- each figure is computed once, not wherever it is used
  ) v
$$;
