-- A posting holds the gapless number series until its commit. Waiting for the disk in there made every other posting wait for it
-- too, one after the other. Where posting is the whole transaction it now commits without waiting, lets go, and its callers are
-- answered once the log has reached the disk (daybook_make_durable): nobody hears of an entry that a crash could still take back, and
-- several postings share one wait. Whatever depends on such an entry lies behind it in the same log.

-- Returns when every commit before it, of any session, has reached the disk.
DO $$
BEGIN
  IF current_setting('server_version_num')::int >= 170000 THEN
    CREATE FUNCTION daybook_make_durable() RETURNS void LANGUAGE sql VOLATILE AS
      $f$ SELECT pg_logical_emit_message(false, 'daybook', '', true) $f$;
  ELSE
    -- A transaction with a record of its own flushes the log up to its commit.
    CREATE FUNCTION daybook_make_durable() RETURNS void LANGUAGE sql VOLATILE AS
      $f$ SELECT pg_logical_emit_message(true, 'daybook', '') $f$;
  END IF;
END $$;

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

-- p_free_only says that this statement is the whole transaction, and that its caller will ask for daybook_make_durable().
SELECT pg_temp.daybook_reword('daybook_post_transactions',
  'PERFORM pg_advisory_xact_lock_shared(',
  'IF p_free_only THEN
    PERFORM set_config(''synchronous_commit'', ''off'', true);
  END IF;
  PERFORM pg_advisory_xact_lock_shared(');
