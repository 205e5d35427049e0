-- The numbers of documents that contain a text which reaches from what stands before the digits of a number into the digits, ignoring case: at
-- most p_limit, in no order. Which do follows from how numbers are written (daybook_format_number), so no document is read: "INV-2026-0012",
-- "2026-0012" and "-0012" are the end of what a series and a year begin with, and the first digits of a number. Whether all of them were given
-- to documents is for the caller to look up. Digits alone, and what stands before them alone, are found by the text of documents (search-documents).
--
-- Refuses: nothing; it reads.
-- Locks: none.
-- Rule: docs/scale.md, "Search".
-- Proved by: e2e/ledger/search/document-search.test.ts.
CREATE FUNCTION daybook_document_numbers_with(p_text text, p_limit integer) RETURNS SETOF text
LANGUAGE sql STABLE
AS $$
  WITH series AS MATERIALIZED (
    SELECT c.series, c.fiscal_year, c.next_value - 1 AS newest, upper(c.series || '-' || c.fiscal_year::text || '-') AS label, upper(p_text) AS wanted
    FROM number_counters c WHERE c.organization_id = daybook_organization() AND c.series <> 'GL' AND c.next_value > 1
  ), asked AS MATERIALIZED (
    SELECT s.series, s.fiscal_year, s.newest, substr(s.wanted, k + 1) AS digits
    FROM series s CROSS JOIN generate_series(1, length(s.label)) AS k
    WHERE k < length(s.wanted) AND left(s.wanted, k) = right(s.label, k) AND substr(s.wanted, k + 1) ~ '^[0-9]{1,18}$'
  ), spans AS (
    -- Of the numbers with so many digits, those that begin with these; the shortest have six, with zeros before them.
    SELECT a.series, a.fiscal_year,
           greatest(a.digits::bigint * (10 ^ (w - length(a.digits)))::bigint, CASE WHEN w = 6 THEN 1 ELSE (10 ^ (w - 1))::bigint END) AS first,
           least((a.digits::bigint + 1) * (10 ^ (w - length(a.digits)))::bigint - 1, a.newest) AS last
    FROM asked a CROSS JOIN generate_series(6, greatest(6, length(a.newest::text))) AS w
    WHERE length(a.digits) <= w
  )
  SELECT DISTINCT daybook_format_number(s.series, s.fiscal_year, n)
  FROM spans s CROSS JOIN LATERAL generate_series(s.first, least(s.last, s.first + p_limit)) AS n
  LIMIT p_limit
$$;
