-- What a change of p_by does to a balance's base amount: an increase comes at the rate of the day, a decrease takes its share
-- of what is carried, so that deferred revenue keeps its historical rate.
-- Owner: this function. The core's case of it, what a settlement takes of an open item (src/core/fx/settlement.ts), is held to it
-- by e2e/revenue/runs/carried.test.ts.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: ASC 830-10-45-18; src/core/revenue/balances.ts.
-- Proved by: e2e/revenue/runs/carried.test.ts, e2e/revenue/recognition.test.ts, src/db/laws/revenue.db.test.ts.
CREATE FUNCTION daybook_carried(p_balance numeric, p_base numeric, p_by numeric, p_rate numeric, p_minor integer)
RETURNS numeric
LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE
    WHEN p_by = 0 THEN 0
    -- In the base currency itself every case below comes to this.
    WHEN p_rate = 1 AND p_balance = p_base AND p_by = trunc(p_by, p_minor) THEN p_by
    WHEN p_balance = 0 OR sign(p_balance) = sign(p_by) THEN daybook_round_even(p_by * p_rate, p_minor)
    WHEN p_by = -p_balance THEN -p_base
    WHEN abs(p_by) < abs(p_balance) THEN daybook_share_even(p_base, p_by, p_balance, p_minor)
    ELSE -p_base + daybook_round_even((p_balance + p_by) * p_rate, p_minor)
  END
$$;
