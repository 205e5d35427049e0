-- The result of judging one posting: a refusal with its detail, or what its entry will need from the document.
--
-- Refuses: nothing; it is a type.
-- Locks: none.
-- Rule: docs/house.md, "Posting".
-- Proved by: e2e/ledger/lifecycle.test.ts, e2e/ledger/evidence/verdicts.test.ts.
CREATE TYPE daybook_verdict AS (
  ord integer, transaction_id uuid, refusal text, detail jsonb, posting_date date, period_id uuid, fiscal_year integer,
  entry_id uuid, subsidiary_id uuid, currency_code text, base_currency_code text, exchange_rate numeric, memo text,
  revenue_contract_id uuid
);
