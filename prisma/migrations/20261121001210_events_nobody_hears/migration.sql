-- The events of a posting that no endpoint listens to are published as they are written: marking them afterwards would cost the
-- background another change per document. Whoever adds an endpoint hears what happens from then on, as before.
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
SELECT pg_temp.daybook_reword('daybook_post_transactions',
  '  v_now timestamptz(3) := clock_timestamp();
',
  '  v_now timestamptz(3) := clock_timestamp();
  v_published timestamptz(3) := CASE WHEN NOT EXISTS (
    SELECT 1 FROM webhook_endpoints w WHERE w.organization_id = v_org AND w.record_status = ''active'') THEN v_now END;
');
SELECT pg_temp.daybook_reword('daybook_post_transactions',
  '(organization_id, id, event_type, record_id, payload, created_at)',
  '(organization_id, id, event_type, record_id, payload, created_at, published_at)');
SELECT pg_temp.daybook_reword('daybook_post_transactions',
  '''postingDate'', g.posting_date), v_now
',
  '''postingDate'', g.posting_date), v_now, v_published
');
