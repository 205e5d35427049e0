-- Base amounts of revenue round as the engine does (core/money): half to even, not away from zero.
CREATE FUNCTION daybook_round_even(p_value numeric, p_digits integer) RETURNS numeric LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  v_down numeric := trunc(p_value, p_digits);
  v_unit numeric;
BEGIN
  IF p_value = v_down THEN
    RETURN v_down;
  END IF;
  v_unit := power(10::numeric, -p_digits);
  -- A tie goes to the even neighbour: towards zero when that one is even.
  IF abs(p_value - v_down) * 2 = v_unit AND mod(v_down / v_unit, 2) = 0 THEN
    RETURN v_down;
  END IF;
  RETURN round(p_value, p_digits);
END $$;

-- The functions keep their bodies and their SET clauses; only the rounding in them is another one.
DO $$
DECLARE
  v_name text;
  v_function text;
BEGIN
  FOREACH v_name IN ARRAY ARRAY['daybook_carried', 'daybook_post_revenue_moves', 'daybook_post_cost_rows'] LOOP
    SELECT pg_get_functiondef(p.oid) INTO STRICT v_function FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE n.nspname = 'public' AND p.proname = v_name;
    EXECUTE regexp_replace(v_function, '\mround\(', 'daybook_round_even(', 'g');
  END LOOP;
END $$;
