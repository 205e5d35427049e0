-- Takes p_count gapless numbers of a series and a fiscal year; returns the first.
--
-- Refuses: nothing.
-- Locks: the row of the series, until commit: whoever takes numbers blocks everyone else, so they are taken last.
-- Rule: docs/house.md, "Posting".
-- Proved by: src/db/laws/documents.db.test.ts.
CREATE FUNCTION daybook_take_numbers(p_series text, p_fiscal_year integer, p_count integer) RETURNS bigint
LANGUAGE sql
AS $$
  INSERT INTO number_counters AS c (organization_id, series, fiscal_year, next_value)
  VALUES (daybook_organization(), p_series, p_fiscal_year, 1 + p_count)
  ON CONFLICT (organization_id, series, fiscal_year) DO UPDATE SET next_value = c.next_value + p_count
  RETURNING next_value - p_count
$$;
