-- What append-entries needs to know about a line, in the order of the columns of ledger_lines.
--
-- Refuses: nothing; it is a type.
-- Locks: none.
-- Rule: docs/house.md, "Posting".
-- Proved by: e2e/ledger/histories.test.ts, e2e/ledger/evidence/immutability.test.ts.
CREATE TYPE daybook_line_draft AS (
  entry_id uuid, line_number integer, account_id uuid, subsidiary_id uuid, period_id uuid, posting_date date,
  currency_code text, debit numeric, credit numeric, base_debit numeric, base_credit numeric, class_id uuid,
  department_id uuid, location_id uuid, project_id uuid, entity_type text, entity_id uuid, memo text
);
