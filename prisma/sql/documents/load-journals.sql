-- Makes the plain journal entries among the next rows of an import in sets: it reads their cells, judges them, stores the documents,
-- posts them where the import posts, writes their audit rows and events and the verdicts of their rows, or, in a check, only the verdicts.
-- An entry is plain when nothing about it needs a second thought: numbers and days in their usual form, names that one record has, the
-- subsidiary's own currency, debits equal to credits, accounts that take postings and whose dimensions are carried, and, where it is
-- posted, an open period that is not far ahead and no second person. Every other row is left to the verb that makes one entry at a
-- time, which owns the rules and the words of every refusal.
-- p_columns: where the cells of reference, day, subsidiary, currency, memo, account, debit, credit, amount, description, department,
-- class and location are; NULL where the file has none. p_currencies: those whose smallest unit is a hundredth or less.
-- p_asked: who asked, today, the type, its prefix and the subsidiary of entries that name none.
-- Answers the last record among the rows it looked at (NULL when it has looked at none) and how many entries were plain.
-- Owner: usecases/imports/load-journals; held to it by src/usecases/imports/load-plain-journals.db.test.ts, which makes the same
-- files both ways and compares every row.
--
-- Refuses: nothing itself; checks, references and triggers apply.
-- Locks: the shared side of "periods:<organization>" where it posts; the number series of journals, by fiscal year; then those of
--   append-entries. The caller has locked the import.
-- Rule: docs/house.md, "Tables that are imported"; docs/decisions/0015-plain-entries-in-sets.md.
-- Proved by: src/usecases/imports/load-plain-journals.db.test.ts, src/usecases/imports/import-journals.db.test.ts.
CREATE FUNCTION daybook_load_journals(p_import uuid, p_rows integer, p_columns integer[], p_currencies text[], p_space text, p_asked jsonb)
RETURNS TABLE (o_last integer, o_loaded integer)
LANGUAGE plpgsql
-- By key, whatever the statistics say of tables that grow from nothing to millions within one statistics interval.
SET enable_seqscan = off SET client_min_messages = warning
AS $$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  v_now CONSTANT timestamptz(3) := clock_timestamp();
  v_number CONSTANT text := '^-?(0|[1-9]\d{0,11}|[1-9]\d{0,2}(,\d{3}){1,3})(\.\d{1,2})?$';
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

  -- The cells of the next records, whole records only, by what they mean.
  WITH picked AS MATERIALIZED (
    SELECT r.ctid AS place, r.unit, r.row_number, r.row_state, r.cells FROM import_rows r
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.unit > v_import.reached
      AND r.attempt < v_import.attempt AND r.row_state NOT IN ('IMPORTED', 'UNDONE')
    ORDER BY r.unit, r.row_number LIMIT p_rows + 1
  ), cut AS MATERIALIZED (SELECT CASE WHEN count(*) > p_rows THEN max(p.unit) END AS unit FROM picked p),
  told AS MATERIALIZED (
    SELECT p.place, p.unit, p.row_state, row_number() OVER (PARTITION BY p.unit ORDER BY p.row_number)::integer AS line_number,
           nullif(btrim(p.cells ->> p_columns[1], p_space), '') AS reference, nullif(btrim(p.cells ->> p_columns[2], p_space), '') AS day,
           nullif(btrim(p.cells ->> p_columns[3], p_space), '') AS subsidiary, nullif(btrim(p.cells ->> p_columns[4], p_space), '') AS currency,
           nullif(btrim(p.cells ->> p_columns[5], p_space), '') AS memo, nullif(btrim(p.cells ->> p_columns[6], p_space), '') AS account,
           nullif(btrim(p.cells ->> p_columns[7], p_space), '') AS debit, nullif(btrim(p.cells ->> p_columns[8], p_space), '') AS credit,
           nullif(btrim(p.cells ->> p_columns[9], p_space), '') AS amount, nullif(btrim(p.cells ->> p_columns[10], p_space), '') AS description,
           nullif(btrim(p.cells ->> p_columns[11], p_space), '') AS department, nullif(btrim(p.cells ->> p_columns[12], p_space), '') AS class,
           nullif(btrim(p.cells ->> p_columns[13], p_space), '') AS location
    FROM picked p, cut c WHERE c.unit IS NULL OR p.unit < c.unit
  ),
  -- A line is a debit, a credit or a signed amount, above zero or below it.
  counted AS MATERIALIZED (
    SELECT t.*, CASE
        WHEN t.amount IS NOT NULL THEN CASE WHEN t.debit IS NULL AND t.credit IS NULL AND t.amount ~ v_number
          THEN replace(t.amount, ',', '')::numeric END
        WHEN coalesce(t.debit, '0') ~ v_number AND coalesce(t.credit, '0') ~ v_number THEN
          replace(coalesce(t.debit, '0'), ',', '')::numeric - replace(coalesce(t.credit, '0'), ',', '')::numeric
      END AS value,
      -- Both sides of one line.
      t.debit ~ '[1-9]' AND t.credit ~ '[1-9]' AS is_twofold
    FROM told t
  ),
  -- Accounts that take postings by hand, and none that another subsidiary must mirror.
  posted_to AS MATERIALIZED (
    SELECT n.o_text AS text, n.o_id AS id, coalesce(a.required_dimensions, '{}') || coalesce(a.recommended_dimensions, '{}') AS dimensions
    FROM daybook_named('accounts', ARRAY(SELECT DISTINCT t.account FROM told t WHERE t.account IS NOT NULL)) n
    JOIN accounts a ON a.organization_id = v_org AND a.id = n.o_id
    WHERE NOT a.is_summary AND NOT a.is_control AND a.record_status = 'active'
      AND NOT EXISTS (SELECT FROM intercompany_accounts i
                      WHERE i.organization_id = v_org AND a.id IN (i.due_from_account_id, i.due_to_account_id))
  )
  INSERT INTO journal_lines
  SELECT t.place, t.unit, t.line_number, t.row_state, t.reference, t.day, t.subsidiary, t.currency, t.memo, t.description, t.value,
         a.id, d.o_id, c.o_id, l.o_id,
         t.reference IS NOT NULL AND octet_length(t.reference) <= 500 AND octet_length(coalesce(t.memo, '')) <= 2000
           AND octet_length(coalesce(t.description, '')) <= 2000 AND coalesce(t.value, 0) <> 0 AND t.is_twofold IS NOT TRUE
           AND (t.department IS NULL) = (d.o_id IS NULL) AND (t.class IS NULL) = (c.o_id IS NULL) AND (t.location IS NULL) = (l.o_id IS NULL)
           AND a.id IS NOT NULL AND a.dimensions <@ daybook_carried_dimensions(c.o_id, d.o_id, l.o_id, NULL)
  FROM counted t
  LEFT JOIN posted_to a ON a.text = t.account
  LEFT JOIN daybook_named('departments', ARRAY(SELECT DISTINCT x.department FROM told x WHERE x.department IS NOT NULL)) d ON d.o_text = t.department
  LEFT JOIN daybook_named('classes', ARRAY(SELECT DISTINCT x.class FROM told x WHERE x.class IS NOT NULL)) c ON c.o_text = t.class
  LEFT JOIN daybook_named('locations', ARRAY(SELECT DISTINCT x.location FROM told x WHERE x.location IS NOT NULL)) l ON l.o_text = t.location;
  SELECT max(l.unit) INTO v_last FROM journal_lines l;

  -- The plain entries with their subsidiaries and periods. Numbers last: whoever takes them blocks everybody else who creates journals.
  WITH units AS MATERIALIZED (
    SELECT l.unit, min(l.reference) AS reference, min(l.day) AS day, min(l.subsidiary) AS subsidiary, min(upper(l.currency)) AS currency,
           min(l.memo) AS memo
    FROM journal_lines l GROUP BY l.unit
    HAVING bool_and(l.is_plain) AND count(*) BETWEEN 2 AND 2000 AND sum(l.amount) = 0 AND min(l.reference) = max(l.reference)
      AND min(l.day) = max(l.day) AND min(l.subsidiary) IS NOT DISTINCT FROM max(l.subsidiary)
      AND min(upper(l.currency)) IS NOT DISTINCT FROM max(upper(l.currency)) AND min(l.memo) IS NOT DISTINCT FROM max(l.memo)
  ),
  places AS MATERIALIZED (
    SELECT p.day AS text, p.subsidiary, p.date, s.id AS subsidiary_id, s.base_currency, q.id AS period_id, q.fiscal_year
    FROM (
      SELECT x.day, x.subsidiary, CASE WHEN x.day ~ '^\d{4}-\d{2}-\d{2}$' AND pg_input_is_valid(x.day, 'date') THEN x.day::date END AS date
      FROM (SELECT DISTINCT u.day, u.subsidiary FROM units u) x
    ) p
    LEFT JOIN daybook_named('subsidiaries', ARRAY(SELECT DISTINCT u.subsidiary FROM units u WHERE u.subsidiary IS NOT NULL)) n
      ON n.o_text = p.subsidiary
    JOIN subsidiaries s ON s.organization_id = v_org AND s.record_status = 'active' AND s.base_currency = ANY (p_currencies)
      AND s.id = CASE WHEN p.subsidiary IS NULL THEN (p_asked ->> 'subsidiaryId')::uuid ELSE n.o_id END
    JOIN LATERAL (
      SELECT f.id, f.fiscal_year, daybook_effective_period_status(f) AS effective_status FROM fiscal_periods f
      WHERE f.organization_id = v_org AND f.subsidiary_id = s.id AND NOT f.is_adjustment AND p.date BETWEEN f.start_date AND f.end_date
      ORDER BY f.start_date DESC LIMIT 1
    ) q ON NOT v_import.posts OR (q.effective_status = 'OPEN' AND p.date <= (p_asked ->> 'today')::date + 30)
    WHERE p.date >= '1900-01-01'
  ),
  placed AS MATERIALIZED (
    SELECT u.unit, u.reference, u.memo, p.date, p.subsidiary_id, p.base_currency, p.period_id, p.fiscal_year,
           row_number() OVER (PARTITION BY p.fiscal_year ORDER BY u.unit) AS nth
    FROM units u JOIN places p ON p.text = u.day AND p.subsidiary IS NOT DISTINCT FROM u.subsidiary
    WHERE u.currency IS NULL OR u.currency = p.base_currency
  ),
  numbers AS MATERIALIZED (
    SELECT y.fiscal_year, daybook_take_numbers(p_asked ->> 'prefix', y.fiscal_year, y.n) AS first
    FROM (SELECT p.fiscal_year, count(*)::integer AS n FROM placed p WHERE NOT v_checks GROUP BY 1 ORDER BY 1) y
  )
  INSERT INTO journal_documents
  SELECT p.unit, daybook_uuid_v7(), daybook_uuid_v7(), daybook_format_number(p_asked ->> 'prefix', p.fiscal_year, n.first - 1 + p.nth),
         p.reference, p.date, p.memo, p.subsidiary_id, p.base_currency, p.period_id, p.fiscal_year
  FROM placed p LEFT JOIN numbers n ON n.fiscal_year = p.fiscal_year ORDER BY p.unit;
  GET DIAGNOSTICS v_loaded = ROW_COUNT;
  IF v_loaded = 0 THEN
    RETURN QUERY SELECT v_last, 0; RETURN;
  END IF;
  IF NOT v_checks THEN
    PERFORM daybook_store_journals(v_import.posts, v_type, v_now, p_asked);
  END IF;

  -- By the place of the rows, which needs no statistics to be found fast. The import is locked, so they are where they were.
  v_places := ARRAY(SELECT l.place FROM journal_lines l WHERE EXISTS (SELECT FROM journal_documents d WHERE d.unit = l.unit));
  UPDATE import_rows r SET row_state = CASE WHEN v_checks THEN 'READY' ELSE 'IMPORTED' END, error_field = NULL, error_message = NULL,
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
