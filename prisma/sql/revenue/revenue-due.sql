-- A revenue row that a step is about to post, with the place where it was found.
--
-- Refuses: nothing; it is a type.
-- Locks: none.
-- Rule: docs/house.md, "Posting".
-- Proved by: e2e/revenue/histories/laws.test.ts.
CREATE TYPE daybook_revenue_due AS (
  place tid, contract_id uuid, obligation_key text
);
