-- Base amounts of revenue round as the engine does (core/money): half to even, not away from zero.
-- Owner: roundTo in src/core/money/decimal.ts; held to it by e2e/revenue/runs/carried.test.ts.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: src/core/money.
-- Proved by: e2e/revenue/runs/carried.test.ts, e2e/revenue/rounding.test.ts.
CREATE FUNCTION daybook_round_even(p_value numeric, p_digits integer) RETURNS numeric
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
DECLARE
  v_down numeric := trunc(p_value, p_digits);
  v_unit numeric;
BEGIN
  IF p_value = v_down THEN
    RETURN v_down;
  END IF;
  v_unit := power(10::numeric, -p_digits);
  -- A tie goes to the even neighbor: toward zero when that one is even.
  IF abs(p_value - v_down) * 2 = v_unit AND mod(v_down / v_unit, 2) = 0 THEN
    RETURN v_down;
  END IF;
  RETURN round(p_value, p_digits);
END $$;
