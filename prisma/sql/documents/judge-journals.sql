-- Judges the records whose lines daybook_read_journals has read: those that are plain are put into the table journal_documents of
-- daybook_load_journals, with their subsidiary and period, and with an id and a number unless this is a check. p_currencies and p_asked
-- as there; p_posts: they will be posted, which needs an open period that is not far ahead. Answers how many are plain.
-- Owner: usecases/imports/load-journals; held to it by src/usecases/imports/load-plain-journals.db.test.ts.
--
-- Refuses: nothing itself.
-- Locks: the number series of journals, by fiscal year, unless this is a check.
-- Rule: docs/decisions/0017-plain-entries-in-sets.md.
-- Proved by: src/usecases/imports/load-plain-journals.db.test.ts.
CREATE FUNCTION daybook_judge_journals(p_posts boolean, p_checks boolean, p_currencies text[], p_asked jsonb) RETURNS integer
LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  v_plain integer;
BEGIN
  -- Entries of plain lines that agree about the header.
  WITH units AS MATERIALIZED (
    SELECT l.unit, min(l.reference) AS reference, min(l.day) AS day, min(l.subsidiary) AS subsidiary, min(upper(l.currency)) AS currency,
           min(l.memo) AS memo
    FROM journal_lines l GROUP BY l.unit
    HAVING bool_and(l.is_plain) AND count(*) BETWEEN 2 AND 2000 AND sum(l.amount) = 0 AND min(l.reference) = max(l.reference)
      AND min(l.day) = max(l.day) AND min(l.subsidiary) IS NOT DISTINCT FROM max(l.subsidiary)
      AND min(upper(l.currency)) IS NOT DISTINCT FROM max(upper(l.currency)) AND min(l.memo) IS NOT DISTINCT FROM max(l.memo)
  ),
  -- Each day and subsidiary once, with the period that takes the posting.
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
    ) q ON NOT p_posts OR (q.effective_status = 'OPEN' AND p.date <= (p_asked ->> 'today')::date + 30)
    WHERE p.date >= '1900-01-01'
  ),
  placed AS MATERIALIZED (
    SELECT u.unit, u.reference, u.memo, p.date, p.subsidiary_id, p.base_currency, p.period_id, p.fiscal_year,
           row_number() OVER (PARTITION BY p.fiscal_year ORDER BY u.unit) AS nth
    FROM units u JOIN places p ON p.text = u.day AND p.subsidiary IS NOT DISTINCT FROM u.subsidiary
    WHERE u.currency IS NULL OR u.currency = p.base_currency
  ),
  -- Last, because whoever takes numbers blocks everyone else who creates journals.
  numbers AS MATERIALIZED (
    SELECT y.fiscal_year, daybook_take_numbers(p_asked ->> 'prefix', y.fiscal_year, y.n) AS first
    FROM (SELECT p.fiscal_year, count(*)::integer AS n FROM placed p WHERE NOT p_checks GROUP BY 1 ORDER BY 1) y
  )
  INSERT INTO journal_documents
  SELECT p.unit, daybook_uuid_v7(), daybook_uuid_v7(), daybook_format_number(p_asked ->> 'prefix', p.fiscal_year, n.first - 1 + p.nth),
         p.reference, p.date, p.memo, p.subsidiary_id, p.base_currency, p.period_id, p.fiscal_year
  FROM placed p LEFT JOIN numbers n ON n.fiscal_year = p.fiscal_year ORDER BY p.unit;
  GET DIAGNOSTICS v_plain = ROW_COUNT;
  RETURN v_plain;
END $$;
