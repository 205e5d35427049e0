-- Reads the next rows of an import into the table journal_lines of daybook_load_journals: what the cells mean, the records they name, and
-- whether the line is plain as far as the line alone shows. Whole records only: the last one is left for the next call
-- when its rows may go on. p_columns and p_space as there. Answers the last record read, NULL when there is none.
-- Owner: usecases/imports/load-journals; held to it by src/usecases/imports/load-plain-journals.db.test.ts.
--
-- Refuses: nothing itself.
-- Locks: none. The caller has locked the import.
-- Rule: docs/decisions/0017-plain-entries-in-sets.md.
-- Proved by: src/usecases/imports/load-plain-journals.db.test.ts.
CREATE FUNCTION daybook_read_journals(p_import imports, p_rows integer, p_columns integer[], p_space text) RETURNS integer
LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  v_number CONSTANT text := '^-?(0|[1-9]\d{0,11}|[1-9]\d{0,2}(,\d{3}){1,3})(\.\d{1,2})?$';
BEGIN
  -- The cells of the next records, whole records only, by what they mean.
  WITH picked AS MATERIALIZED (
    SELECT r.ctid AS place, r.unit, r.row_number, r.row_state, r.cells FROM import_rows r
    WHERE r.organization_id = v_org AND r.import_id = p_import.id AND r.unit > p_import.reached
      AND r.attempt < p_import.attempt AND r.row_state NOT IN ('IMPORTED', 'UNDONE')
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
  RETURN (SELECT max(l.unit) FROM journal_lines l);
END $$;
