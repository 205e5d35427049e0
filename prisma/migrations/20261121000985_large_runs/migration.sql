-- A recognition run's steps go from contract to contract by key. As plain joins, a planner whose statistics have not yet heard of the rows
-- this very step wrote compared each of thousands of movements with each of thousands of rows.
CREATE OR REPLACE FUNCTION pg_temp.daybook_reword(p_function text, p_old text, p_new text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_text text := (SELECT pg_get_functiondef(p.oid) FROM pg_proc p
                  WHERE p.pronamespace = 'public'::regnamespace AND p.proname = p_function);
BEGIN
  IF position(p_old IN coalesce(v_text, '')) = 0 THEN
    RAISE EXCEPTION 'the function % does not say: %', p_function, p_old;
  END IF;
  EXECUTE replace(v_text, p_old, p_new);
END $$;

SELECT pg_temp.daybook_reword('daybook_post_revenue_moves',
  'SELECT v.*, m.rate FROM unnest(p_moves) m JOIN revenue_movements v ON v.organization_id = v_org AND v.id = m.id',
  'SELECT v.*, m.rate FROM unnest(p_moves) m CROSS JOIN LATERAL (
      SELECT w.* FROM revenue_movements w WHERE w.organization_id = v_org AND w.id = m.id OFFSET 0) v');
SELECT pg_temp.daybook_reword('daybook_post_revenue_moves',
  'JOIN revenue_rows r ON r.organization_id = v_org AND r.run_id = p_run AND r.contract_id = v.contract_id AND r.entry_id = v.entry_id
        JOIN performance_obligations o ON o.organization_id = v_org AND o.contract_id = r.contract_id AND o.key = r.obligation_key',
  'CROSS JOIN LATERAL (
          SELECT w.obligation_key, w.amount FROM revenue_rows w
          WHERE w.organization_id = v_org AND w.run_id = p_run AND w.contract_id = v.contract_id AND w.entry_id = v.entry_id OFFSET 0) r
        CROSS JOIN LATERAL (
          SELECT w.* FROM performance_obligations w
          WHERE w.organization_id = v_org AND w.contract_id = v.contract_id AND w.key = r.obligation_key OFFSET 0) o');
SELECT pg_temp.daybook_reword('daybook_post_revenue_moves',
  'FROM moved v JOIN revenue_positions p ON p.organization_id = v_org AND p.contract_id = v.contract_id',
  'FROM moved v CROSS JOIN LATERAL (
      SELECT w.* FROM revenue_positions w WHERE w.organization_id = v_org AND w.contract_id = v.contract_id OFFSET 0) p');

-- The same for the summaries the rows keep.
SELECT pg_temp.daybook_reword('daybook_sum_revenue_rows',
  'JOIN revenue_positions p ON p.organization_id = x.organization_id AND p.contract_id = x.contract_id
    JOIN performance_obligations o ON o.organization_id = x.organization_id AND o.contract_id = x.contract_id AND o.key = x.obligation_key',
  'CROSS JOIN LATERAL (
      SELECT w.* FROM revenue_positions w WHERE w.organization_id = x.organization_id AND w.contract_id = x.contract_id OFFSET 0) p
    CROSS JOIN LATERAL (
      SELECT w.* FROM performance_obligations w
      WHERE w.organization_id = x.organization_id AND w.contract_id = x.contract_id AND w.key = x.obligation_key OFFSET 0) o');
SELECT pg_temp.daybook_reword('daybook_sum_revenue_rows',
  'JOIN revenue_positions p ON p.organization_id = n.organization_id AND p.contract_id = n.contract_id
    JOIN performance_obligations o ON o.organization_id = n.organization_id AND o.contract_id = n.contract_id AND o.key = n.obligation_key',
  'CROSS JOIN LATERAL (
      SELECT w.* FROM revenue_positions w WHERE w.organization_id = n.organization_id AND w.contract_id = n.contract_id OFFSET 0) p
    CROSS JOIN LATERAL (
      SELECT w.* FROM performance_obligations w
      WHERE w.organization_id = n.organization_id AND w.contract_id = n.contract_id AND w.key = n.obligation_key OFFSET 0) o');
SELECT pg_temp.daybook_reword('daybook_sum_revenue_bookings',
  'JOIN revenue_positions p ON p.organization_id = n.organization_id AND p.contract_id = n.contract_id
  JOIN performance_obligations o ON o.organization_id = n.organization_id AND o.contract_id = n.contract_id AND o.key = n.obligation_key',
  'CROSS JOIN LATERAL (
    SELECT w.* FROM revenue_positions w WHERE w.organization_id = n.organization_id AND w.contract_id = n.contract_id OFFSET 0) p
  CROSS JOIN LATERAL (
    SELECT w.* FROM performance_obligations w
    WHERE w.organization_id = n.organization_id AND w.contract_id = n.contract_id AND w.key = n.obligation_key OFFSET 0) o');

ALTER FUNCTION daybook_post_revenue_moves SET enable_seqscan = off;
ALTER FUNCTION daybook_post_revenue_chunk SET enable_seqscan = off;
ALTER FUNCTION daybook_sum_revenue_rows SET enable_seqscan = off;
ALTER FUNCTION daybook_sum_revenue_bookings SET enable_seqscan = off;
