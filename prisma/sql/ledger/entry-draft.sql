-- What append-entries needs to know about an entry; the ledger assigns its number.
--
-- Refuses: nothing; it is a type.
-- Locks: none.
-- Rule: docs/house.md, "Posting".
-- Proved by: e2e/ledger/evidence/immutability.test.ts, e2e/revenue/contract-costs.test.ts.
CREATE TYPE daybook_entry_draft AS (
  id uuid, subsidiary_id uuid, period_id uuid, fiscal_year integer, posting_date date, currency_code text,
  base_currency_code text, exchange_rate numeric, source_kind text, source_id uuid, transaction_id uuid, reversal_of_id uuid,
  memo text, posted_by uuid
);
