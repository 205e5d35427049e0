-- Posting looks up the period of each document, and each new entry's, by an index that leads to it. A plan that gathers a page's rows
-- first (a bitmap) read every period of the subsidiary, or of the organization, once per document: with three years of months a
-- twentieth of what posting costs the database, and more with every year.
CREATE OR REPLACE FUNCTION pg_temp.daybook_reword(p_function text, p_old text, p_new text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_function text := pg_get_functiondef(p_function::regproc);
BEGIN
  IF position(p_old in v_function) = 0 THEN
    RAISE EXCEPTION '% does not say %', p_function, p_old;
  END IF;
  EXECUTE replace(v_function, p_old, p_new);
END $$;

-- The last period that has begun by then is the one, or there is none.
SELECT pg_temp.daybook_reword('daybook_judge_postings',
  'BETWEEN q.start_date AND q.end_date
      LIMIT 1',
  'BETWEEN q.start_date AND q.end_date
      ORDER BY q.start_date DESC LIMIT 1');

ALTER FUNCTION daybook_post_transactions(uuid[], date[], boolean[], boolean[], date, text[], uuid[], text[], text[], text[], jsonb[], boolean)
  SET enable_bitmapscan = off;
ALTER FUNCTION daybook_check_new_entries() SET enable_bitmapscan = off;
