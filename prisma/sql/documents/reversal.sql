-- One item of a set of reversals while it is being made: the refusal with its detail, or the document and entry that mirror the original.
--
-- Refuses: nothing; it is a type.
-- Locks: none.
-- Rule: docs/house.md, "Posting".
-- Proved by: e2e/ledger/lifecycle.test.ts, e2e/ledger/many-at-once.test.ts.
CREATE TYPE daybook_reversal AS (
  ord integer, id uuid, refusal text, detail jsonb, date date, period_id uuid, fiscal_year integer, reversal_id uuid, number text,
  entry_id uuid
);
