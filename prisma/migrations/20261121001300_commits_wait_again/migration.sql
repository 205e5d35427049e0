-- Measured again, now that callers are gathered into few batches: committing without waiting and then asking for the disk in a second
-- round trip takes longer than a commit that waits (the log's background writer and the second question compete for the same disk
-- write), also for the batch that waits for the number series meanwhile. A posting's commit waits for the disk like any other.

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
  'IF p_free_only THEN
    PERFORM set_config(''synchronous_commit'', ''off'', true);
  END IF;
  PERFORM pg_advisory_xact_lock_shared(',
  'PERFORM pg_advisory_xact_lock_shared(');

DROP FUNCTION daybook_make_durable();
