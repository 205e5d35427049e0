-- Gives a number back if it is the last in its series, so that a deleted draft leaves no gap. Otherwise the gap remains and is
-- explained by the audit row of the deletion; a number is never reused while later ones exist. Returns whether it was given back.
--
-- Refuses: nothing; for a number that is not the last it returns false.
-- Locks: the row of the series, if the number is its last.
-- Rule: docs/house.md, "Posting".
-- Proved by: src/db/laws/documents.db.test.ts.
CREATE FUNCTION daybook_give_back_number(p_number text) RETURNS boolean
LANGUAGE sql
AS $$
  WITH parts AS (SELECT regexp_match(p_number, '^(.*)-(\d{4})-(\d+)$') AS m),
  given AS (
    UPDATE number_counters c SET next_value = c.next_value - 1 FROM parts
    WHERE c.organization_id = daybook_organization() AND c.series = parts.m[1] AND c.fiscal_year = parts.m[2]::int
      AND c.next_value = parts.m[3]::bigint + 1
    RETURNING 1
  )
  SELECT EXISTS (SELECT 1 FROM given)
$$;
