-- Admits one request, or returns the time to wait. The windows slide: never more than p_minute_limit in any 60 seconds (plus 200 ms
-- for clients that measure on their side), nor p_day_limit in any 24 hours; requests are recorded exactly per minute, and in
-- ten-minute steps per day. A NULL p_now means the database's clock, the only one that all servers share. When that clock was set
-- back, what it recorded ahead of now counts as of now: the limit still holds, and a key is not refused until the clock is there
-- again. The commit does not wait for the disk.
--
-- Refuses: a request beyond either limit, by o_allowed = false; it is not counted.
-- Locks: the one row of the key, FOR NO KEY UPDATE, until the end of the transaction.
-- Rule: docs/decisions/0007-sliding-rate-limit.md.
-- Proved by: src/db/laws/platform.db.test.ts.
CREATE FUNCTION daybook_take_rate(p_key text, p_minute_limit integer, p_day_limit integer, p_now timestamptz DEFAULT NULL)
RETURNS TABLE (
  o_allowed boolean, o_minute_used integer, o_minute_wait_ms bigint, o_day_used integer, o_day_wait_ms bigint
)
LANGUAGE plpgsql
AS $$
DECLARE
  c_minute CONSTANT bigint := 60200;
  c_day CONSTANT bigint := 86400000;
  c_step CONSTANT bigint := 600000;
  v_row rate_counters;
  v_now bigint;
  v_last integer;
  v_is_ahead boolean;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  SELECT * INTO v_row FROM rate_counters r WHERE r.key = p_key FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    INSERT INTO rate_counters (key) VALUES (p_key) ON CONFLICT (key) DO NOTHING;
    SELECT * INTO v_row FROM rate_counters r WHERE r.key = p_key FOR NO KEY UPDATE;
  END IF;
  -- Read after the lock, so that requests that waited are not counted in the past.
  v_now := floor(extract(epoch FROM coalesce(p_now, clock_timestamp())) * 1000);
  v_is_ahead := v_now < any (v_row.minute_hits) OR v_now < any (v_row.day_steps);
  v_row.minute_hits := ARRAY(SELECT least(h, v_now) FROM unnest(v_row.minute_hits) h WHERE h > v_now - c_minute ORDER BY h);
  -- A step counts until its last moment is a day old.
  SELECT coalesce(array_agg(least(s.step, v_now - v_now % c_step) ORDER BY s.step), '{}'),
         coalesce(array_agg(s.n ORDER BY s.step), '{}'), coalesce(sum(s.n), 0)
    INTO v_row.day_steps, v_row.day_counts, o_day_used
    FROM unnest(v_row.day_steps, v_row.day_counts) AS s(step, n) WHERE s.step + c_step > v_now - c_day;
  o_minute_used := cardinality(v_row.minute_hits);
  o_allowed := o_minute_used < p_minute_limit AND o_day_used < p_day_limit;
  IF o_allowed THEN
    v_row.minute_hits := v_row.minute_hits || v_now;
    v_last := cardinality(v_row.day_steps);
    IF v_last > 0 AND v_row.day_steps[v_last] >= v_now - v_now % c_step THEN
      v_row.day_counts[v_last] := v_row.day_counts[v_last] + 1;
    ELSE
      v_row.day_steps := v_row.day_steps || (v_now - v_now % c_step);
      v_row.day_counts := v_row.day_counts || 1;
    END IF;
    UPDATE rate_counters SET minute_hits = v_row.minute_hits, day_steps = v_row.day_steps, day_counts = v_row.day_counts,
      updated_at = to_timestamp(v_now / 1000.0) WHERE key = p_key;
    o_minute_used := o_minute_used + 1;
    o_day_used := o_day_used + 1;
  ELSIF v_is_ahead THEN
    -- Kept as of now, or the next request would move it to its own time and be refused as well, and so on for ever.
    UPDATE rate_counters SET minute_hits = v_row.minute_hits, day_steps = v_row.day_steps, day_counts = v_row.day_counts,
      updated_at = to_timestamp(v_now / 1000.0) WHERE key = p_key;
  END IF;
  o_minute_wait_ms := CASE WHEN o_minute_used = 0 THEN 0 ELSE greatest(v_row.minute_hits[1] + c_minute - v_now, 0) END;
  o_day_wait_ms := CASE WHEN o_day_used = 0 THEN 0 ELSE greatest(v_row.day_steps[1] + c_step + c_day - v_now, 0) END;
  RETURN NEXT;
END $$;
