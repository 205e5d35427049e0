-- The numbers of entries that contain a text, ignoring case: at most p_limit, in no order. Numbers have no gaps, so which of them contain
-- the text follows from how they are written (daybook_format_number), and no entry is read. "GL-2026-0012" and "2026-0012" are the
-- beginning of a number, "GL-2026" and anything else before the digits match all of a year, and digits alone match anywhere in them.
--
-- Refuses: nothing; it reads.
-- Locks: none.
-- Rule: docs/scale.md, "Search".
-- Proved by: e2e/ledger/search/entry-search.test.ts.
CREATE FUNCTION daybook_entry_numbers_with(p_text text, p_limit integer) RETURNS SETOF text
LANGUAGE sql STABLE
-- What the planner expects of so many series would make it compile the statement.
SET jit = off
AS $$
  WITH years AS MATERIALIZED (
    SELECT c.fiscal_year, c.next_value - 1 AS newest, 'GL-' || c.fiscal_year::text || '-' AS label, upper(p_text) AS wanted
    FROM number_counters c WHERE c.organization_id = daybook_organization() AND c.series = 'GL' AND c.next_value > 1
  ), asked AS MATERIALIZED (
    -- The digits of the number that the text gives, and whether they are its first.
    SELECT y.*, substr(y.wanted, k + 1) AS digits, k > 0 AS is_first
    FROM years y CROSS JOIN generate_series(0, length(y.label)) AS k
    WHERE k < length(y.wanted) AND left(y.wanted, k) = right(y.label, k) AND substr(y.wanted, k + 1) ~ '^[0-9]+$'
  ), placed AS MATERIALIZED (
    -- Where in a number of so many digits the text is: after `place` others, before `rest` others.
    SELECT a.fiscal_year, a.newest, a.is_first, a.digits::bigint AS digits, w AS width, place, w - place - length(a.digits) AS rest
    FROM asked a
    CROSS JOIN generate_series(6, greatest(6, length(a.newest::text))) AS w
    CROSS JOIN LATERAL generate_series(0, CASE WHEN a.is_first THEN 0 ELSE w - length(a.digits) END) AS place
    WHERE length(a.digits) <= w
  ), candidates AS (
    SELECT p.fiscal_year, p.is_first,
           before * (10 ^ (p.width - p.place))::bigint + p.digits * (10 ^ p.rest)::bigint + after AS number,
           CASE WHEN p.width = 6 THEN 1 ELSE (10 ^ (p.width - 1))::bigint END AS least, p.newest
    FROM placed p
    CROSS JOIN LATERAL generate_series(0, (10 ^ p.place)::bigint - 1) AS before
    -- What begins alike follows one another, so that no more than the first are wanted.
    CROSS JOIN LATERAL generate_series(0, CASE WHEN p.is_first THEN least((10 ^ p.rest)::bigint - 1, p_limit) ELSE (10 ^ p.rest)::bigint - 1 END) AS after
  ), numbers AS (
    (SELECT y.fiscal_year, n AS number
     FROM years y CROSS JOIN LATERAL generate_series(y.newest, greatest(1, y.newest - p_limit), -1) AS n
     WHERE position(y.wanted IN y.label) > 0 LIMIT p_limit)
    UNION
    (SELECT DISTINCT c.fiscal_year, c.number FROM candidates c WHERE c.number BETWEEN c.least AND c.newest LIMIT p_limit)
  )
  SELECT daybook_format_number('GL', n.fiscal_year, n.number) FROM numbers n LIMIT p_limit
$$;
