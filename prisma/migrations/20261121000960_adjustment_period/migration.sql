-- A journal may say that it belongs into the year's adjustment period, which lies on the last day of the year beside the
-- ordinary period of that day. Every other posting finds the ordinary period by its date, as before.
ALTER TABLE "business_transactions" ADD COLUMN "is_adjustment" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE business_transactions ADD CONSTRAINT business_transactions_adjustment_ck CHECK (NOT is_adjustment OR kind = 'JOURNAL');

-- Three functions learn of the column where they name the others. They are changed in place, so that each keeps everything
-- else it says and its settings; a text that is not found stops the migration.
CREATE FUNCTION pg_temp.daybook_reword(p_function text, p_old text, p_new text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_text text := (SELECT pg_get_functiondef(p.oid) FROM pg_proc p
                  WHERE p.pronamespace = 'public'::regnamespace AND p.proname = p_function);
BEGIN
  IF position(p_old IN coalesce(v_text, '')) = 0 THEN
    RAISE EXCEPTION 'the function % does not say: %', p_function, p_old;
  END IF;
  EXECUTE replace(v_text, p_old, p_new);
END $$;

SELECT pg_temp.daybook_reword('daybook_judge_postings', 'AND NOT q.is_adjustment', 'AND q.is_adjustment = t.is_adjustment');
SELECT pg_temp.daybook_reword('daybook_insert_transactions', 'record_status, created_by,', 'record_status, is_adjustment, created_by,');
SELECT pg_temp.daybook_reword('daybook_insert_transactions', 'coalesce(d.record_status, ''active''), d.created_by,',
  'coalesce(d.record_status, ''active''), coalesce(d.is_adjustment, false), d.created_by,');
SELECT pg_temp.daybook_reword('daybook_refuse_posted_change', 'NEW.ledger_entry_id, NEW.posting_date)',
  'NEW.ledger_entry_id, NEW.posting_date, NEW.is_adjustment)');
SELECT pg_temp.daybook_reword('daybook_refuse_posted_change', 'OLD.ledger_entry_id, OLD.posting_date)',
  'OLD.ledger_entry_id, OLD.posting_date, OLD.is_adjustment)');
