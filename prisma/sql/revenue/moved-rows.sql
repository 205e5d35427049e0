-- The rows of revenue schedules that were ever booked or posted in another period than the one they belong to, of which one of the three
-- periods has a name from p_from on and before p_until. Few of all rows have moved, and each of the three has an index of those; what the
-- planner expects of a comparison of two columns is nearly all rows, for which it would read the table. The SET clauses leave it the indexes.
-- The caller's rights hold: row security confines what is read.
--
-- Refuses: nothing; without an organization it finds nothing.
-- Locks: none.
-- Rule: docs/scale.md, "Revenue".
-- Proved by: e2e/revenue/facts/moved-rows.test.ts.
CREATE FUNCTION daybook_moved_rows(p_from text, p_until text) RETURNS SETOF revenue_rows
LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off
AS $$
BEGIN
  RETURN QUERY
  SELECT r.* FROM revenue_rows r
  WHERE r.organization_id = daybook_organization() AND (r.natural_period <> r.period OR r.natural_period <> r.posted_period)
    AND r.natural_period >= p_from AND r.natural_period < p_until;
  RETURN QUERY
  SELECT r.* FROM revenue_rows r
  WHERE r.organization_id = daybook_organization() AND (r.natural_period <> r.period OR r.natural_period <> r.posted_period)
    AND r.period >= p_from AND r.period < p_until
    AND NOT (r.natural_period >= p_from AND r.natural_period < p_until);
  RETURN QUERY
  SELECT r.* FROM revenue_rows r
  WHERE r.organization_id = daybook_organization() AND (r.natural_period <> r.period OR r.natural_period <> r.posted_period)
    AND r.posted_period >= p_from AND r.posted_period < p_until
    AND NOT (r.natural_period >= p_from AND r.natural_period < p_until) AND NOT (r.period >= p_from AND r.period < p_until);
END $$;
