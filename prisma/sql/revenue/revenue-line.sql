-- A line of revenue in an entry that move-positions makes: the account and dimensions of the obligations that earned it, and how much
-- is debited, or below zero credited. A reversal debits what a run credited.
--
-- Refuses: nothing; it is a type.
-- Locks: none.
-- Rule: docs/house.md, "Posting".
-- Proved by: e2e/revenue/runs/reversed-runs.test.ts.
CREATE TYPE daybook_revenue_line AS (
  entry_id uuid, account_id uuid, class_id uuid, department_id uuid, location_id uuid, project_id uuid, amount numeric, base numeric
);
