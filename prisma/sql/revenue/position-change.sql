-- What a document, a payment, interest or a reversal changes in one contract's position, as move-positions applies and books it. The
-- position's place is where its locked row was found; stood and stood_base are its net position there, and the accounts are the
-- position's. Amounts are changes, in the contract's currency and in that of the books (_base): an asset, which stands in a debit, grows
-- above zero (receivable, cash); so does a liability, which stands in a credit (net, refund). net is the contract liability, or below
-- zero the contract asset; revenue is what is earned; document is what a posted document already credited to the contract liability;
-- pending waits for performance.
-- kind and amount name the movement, as in core/revenue/balances.ts. memo: of its entry; null: that of the call. reversal_of_id: the
-- entry that its entry reverses. effective_on: the day from which the movement is in effect; null: that of its fact, or without one that of
-- its posting. interest_account_id: where an INTEREST is booked, and the other side of a FINANCING.
-- What is always there stands first: the fields of a row are read in their order.
--
-- Refuses: nothing; it is a type.
-- Locks: none.
-- Rule: src/core/revenue/balances.ts; ASC 606-10-45-1 to 45-4.
-- Proved by: e2e/revenue/runs/moves.test.ts, e2e/revenue/runs/reversed-runs.test.ts.
CREATE TYPE daybook_position_change AS (
  place tid, id uuid, contract_id uuid, entry_id uuid, posting_date date, receivable_account_id uuid, contract_asset_account_id uuid,
  deferred_account_id uuid, exchange_account_id uuid, kind text, amount numeric, currency_code text, rate numeric, stood numeric,
  stood_base numeric, net numeric, net_base numeric, receivable numeric, receivable_base numeric, revenue numeric, revenue_base numeric,
  pending numeric, cash numeric, cash_base numeric, refund numeric, refund_base numeric, document numeric, document_base numeric,
  run_id uuid, event_id uuid, memo text, reversal_of_id uuid, cash_account_id uuid, refund_account_id uuid, interest_account_id uuid,
  effective_on date
);
