-- Entries against their number series, which have no gaps: how many numbers have no entry, how many entries have a number that
-- the series has not given, and how many entries have no seal yet.
--
-- Refuses: nothing; it reads.
-- Locks: none.
-- Rule: docs/guides/operators.md, "Verify".
-- Proved by: e2e/hostile/evidence.test.ts.
CREATE FUNCTION daybook_verify_numbers() RETURNS TABLE (o_missing bigint, o_strays bigint, o_unsealed bigint)
LANGUAGE sql STABLE
AS $$
  WITH series AS (
    SELECT c.fiscal_year, c.next_value - 1 AS newest FROM number_counters c WHERE c.organization_id = daybook_organization() AND c.series = 'GL'
  ), entries AS (
    SELECT count(*) AS n,
           count(*) FILTER (WHERE EXISTS (
             SELECT FROM series s
             WHERE CASE WHEN e.entry_number ~ '^GL-\d{4,9}-\d{6,18}$' THEN s.fiscal_year = split_part(e.entry_number, '-', 2)::integer
               AND split_part(e.entry_number, '-', 3)::bigint BETWEEN 1 AND s.newest ELSE false END)) AS numbered
    FROM ledger_entries e WHERE e.organization_id = daybook_organization()
  )
  SELECT (SELECT coalesce(sum(s.newest), 0) FROM series s)::bigint - entries.numbered, entries.n - entries.numbered,
         (SELECT coalesce(sum(s.newest), 0) FROM series s)::bigint
           - (SELECT coalesce(sum(z.last_number - z.first_number + 1), 0) FROM ledger_seals z WHERE z.organization_id = daybook_organization())::bigint
  FROM entries
$$;
