-- The month that a period or a day lies in, counted as year times twelve; a fiscal period is called after its last day.
--
-- Refuses: text that does not begin with a month (invalid_text_representation).
-- Locks: none.
-- Rule: docs/scale.md, "Contract balances".
-- Proved by: e2e/revenue/histories/checked/checked-standings.test.ts.
CREATE FUNCTION daybook_month_number(p_period text) RETURNS integer
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$ SELECT left(p_period, 4)::integer * 12 + substr(p_period, 6, 2)::integer - 1 $$;
