-- Makes the plain journal entries among the next rows of an import in sets, in four steps: it reads the cells (daybook_read_journals),
-- judges the records (daybook_judge_journals), stores the documents, posted where the import posts (daybook_store_journals), and writes the
-- verdicts of the rows; a check leaves out the third. The steps hand each other two temporary tables.
-- An entry is plain when nothing about it is unusual: numbers and days in their usual form, names that one record has, the
-- subsidiary's own currency, debits equal to credits, accounts that take postings and whose dimensions are carried, and, where it is
-- posted, an open period that is not far ahead and no second person. Every other row is left to the verb that makes one entry at a
-- time, which owns the rules and the words of every refusal.
-- p_columns: where the cells of reference, day, subsidiary, currency, memo, account, debit, credit, amount, description, department,
-- class and location are; NULL where the file has none. p_currencies: those whose smallest unit is a hundredth or less.
-- p_asked: the caller, today, the type, its prefix and the subsidiary of entries that name none.
-- Answers the last record among the rows it looked at (NULL when it has looked at none) and how many entries were plain.
-- Owner: usecases/imports/load-journals; held to it by src/usecases/imports/load-plain-journals.db.test.ts, which makes the same
-- files both ways and compares every row.
--
-- Refuses: nothing itself; checks, references and triggers apply.
-- Locks: the shared side of "periods:<organization>" where it posts; the number series of journals, by fiscal year; then those of
--   append-entries. The caller has locked the import.
-- Rule: docs/house.md, "Tables that are imported"; docs/decisions/0017-plain-entries-in-sets.md.
-- Proved by: src/usecases/imports/load-plain-journals.db.test.ts.
CREATE FUNCTION daybook_load_journals(p_import uuid, p_rows integer, p_columns integer[], p_currencies text[], p_space text, p_asked jsonb)
RETURNS TABLE (o_last integer, o_loaded integer)
LANGUAGE plpgsql
-- By key, whatever the statistics say of tables that grow from nothing to millions within one statistics interval.
SET enable_seqscan = off SET client_min_messages = warning
AS $$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  v_now CONSTANT timestamptz(3) := clock_timestamp();
  v_actor CONSTANT uuid := (p_asked ->> 'actorId')::uuid;
  v_type CONSTANT uuid := (p_asked ->> 'transactionTypeId')::uuid;
  v_import imports;
  v_checks boolean;
  v_last integer;
  v_loaded integer;
  v_places tid[];
BEGIN
  SELECT * INTO STRICT v_import FROM imports i WHERE i.organization_id = v_org AND i.id = p_import;
  v_checks := v_import.import_status = 'CHECKING';
  IF v_import.posts THEN
    PERFORM pg_advisory_xact_lock_shared(hashtextextended('periods:' || v_org::text, 0));
    -- Whether an entry needs a second person depends on its size and on who asks.
    IF v_actor IS NOT NULL AND (SELECT o.segregation_of_duties = 'enforce' FROM organizations o WHERE o.id = v_org) THEN
      RETURN QUERY SELECT NULL::integer, 0; RETURN;
    END IF;
  END IF;
  CREATE TEMPORARY TABLE IF NOT EXISTS journal_lines (
    place tid, unit integer, line_number integer, row_state text, reference text, day text, subsidiary text, currency text, memo text,
    description text, amount numeric, account_id uuid, department_id uuid, class_id uuid, location_id uuid, is_plain boolean
  ) ON COMMIT DELETE ROWS;
  CREATE TEMPORARY TABLE IF NOT EXISTS journal_documents (
    unit integer PRIMARY KEY, id uuid, entry_id uuid, transaction_number text, reference text, day date, memo text, subsidiary_id uuid,
    currency text, period_id uuid, fiscal_year integer
  ) ON COMMIT DELETE ROWS;
  DELETE FROM journal_lines;
  DELETE FROM journal_documents;

  v_last := daybook_read_journals(v_import, p_rows, p_columns, p_space);
  v_loaded := daybook_judge_journals(v_import.posts, v_checks, p_currencies, p_asked);
  IF v_loaded = 0 THEN
    RETURN QUERY SELECT v_last, 0; RETURN;
  END IF;
  IF NOT v_checks THEN
    PERFORM daybook_store_journals(v_import.posts, v_type, v_now, p_asked);
  END IF;

  -- By the place of the rows, which needs no statistics to be found fast. The import is locked, so they are where they were.
  v_places := ARRAY(SELECT l.place FROM journal_lines l WHERE EXISTS (SELECT FROM journal_documents d WHERE d.unit = l.unit));
  UPDATE import_rows r SET row_state = CASE WHEN v_checks THEN 'READY' ELSE 'IMPORTED' END, error_field = NULL, error_fields = NULL, error_message = NULL,
      record_id = CASE WHEN NOT v_checks THEN (SELECT d.id FROM journal_documents d WHERE d.unit = r.unit) END, outcome = NULL,
      attempt = v_import.attempt
    WHERE r.ctid = ANY (v_places) AND r.organization_id = v_org AND r.import_id = p_import;
  UPDATE imports i SET pending_count = i.pending_count - c.pending, left_count = i.left_count - c.judged,
      ready_count = i.ready_count - c.ready + CASE WHEN v_checks THEN c.judged ELSE 0 END, failed_count = i.failed_count - c.failed,
      imported_count = i.imported_count + CASE WHEN v_checks THEN 0 ELSE c.judged END
    FROM (
      SELECT count(*) AS judged, count(*) FILTER (WHERE l.row_state = 'PENDING') AS pending,
             count(*) FILTER (WHERE l.row_state = 'READY') AS ready, count(*) FILTER (WHERE l.row_state = 'FAILED') AS failed
      FROM journal_lines l WHERE EXISTS (SELECT FROM journal_documents d WHERE d.unit = l.unit)
    ) c
    WHERE i.organization_id = v_org AND i.id = p_import;
  RETURN QUERY SELECT v_last, v_loaded;
END $$;
