-- A change of a contract's position other than revenue. kind: DUE, PAYMENT, REFUND, CREDIT, INTEREST as in
-- core/revenue/balances.ts; DOCUMENT for the amount a posted document has already credited (or, below zero, debited) to the
-- contract liability.
--
-- Refuses: nothing; it is a type.
-- Locks: none.
-- Rule: docs/house.md, "Posting".
-- Proved by: e2e/revenue/laws.test.ts.
CREATE TYPE daybook_revenue_move AS (
  id uuid, contract_id uuid, kind text, amount numeric, unconditional boolean, keep_refund boolean, event_id uuid,
  entry_id uuid, rate numeric, document_base numeric
);
