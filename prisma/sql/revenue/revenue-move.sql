-- What moves a contract's position besides revenue. kind: DUE, PAYMENT, REFUND, CREDIT, INTEREST as in
-- core/revenue/balances.ts; DOCUMENT for what a posted document already credited (or, below zero, debited) to the contract
-- liability; FINANCING for what moves between the position and the account of interest counter_account_id, which it credits by the
-- amount that leaves the position (below zero). is_income: interest that is income, even where it is reversed; null: by its sign.
-- posting_date and memo: of the movement and its entry; null: those of the call. effective_on: the day from which it is in effect; null: that of its fact, or
-- without one that of its posting.
--
-- Refuses: nothing; it is a type.
-- Locks: none.
-- Rule: docs/house.md, "Posting".
-- Proved by: e2e/revenue/histories/laws.test.ts.
CREATE TYPE daybook_revenue_move AS (
  id uuid, contract_id uuid, kind text, amount numeric, unconditional boolean, keep_refund boolean, event_id uuid,
  entry_id uuid, rate numeric, document_base numeric, is_income boolean,
  counter_account_id uuid, posting_date date, memo text, effective_on date
);
