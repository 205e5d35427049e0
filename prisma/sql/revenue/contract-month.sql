-- What a month of a contract adds: contract-months answers these, and balance-parts takes them where the caller has them already.
--
-- Refuses: nothing; it is a type.
-- Locks: none.
-- Rule: docs/scale.md, "Contract balances".
-- Proved by: e2e/revenue/histories/checked-standings.test.ts.
CREATE TYPE daybook_contract_month AS (
  contract_id uuid, subsidiary_id uuid, currency_code text, month integer, moves integer, net numeric, receivable numeric, revenue numeric,
  prior numeric, soon numeric
);
