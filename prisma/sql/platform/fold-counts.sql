-- Adds up to p_limit notes of one organization (daybook_note_records) to the counts of its records and removes them; returns how many. A count that comes to
-- zero is removed.
--
-- Refuses: nothing; with nothing to fold it returns 0.
-- Locks: the advisory lock "fold-counts:<organization>", until the end of the transaction: a note is added once.
-- Rule: docs/scale.md, "How many records there are".
-- Proved by: e2e/ledger/counts/record-counts.test.ts.
CREATE FUNCTION daybook_fold_counts(p_limit integer DEFAULT 2000) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_folded integer;
  v_nothing boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold-counts:' || v_org::text, 0));
  WITH gone AS (
    DELETE FROM record_count_changes c WHERE c.organization_id = v_org AND c.id IN (
      SELECT x.id FROM record_count_changes x WHERE x.organization_id = v_org ORDER BY x.id LIMIT p_limit)
    RETURNING c.*
  ), summed AS (
    INSERT INTO record_counts AS r (organization_id, noun, state, record_count)
    SELECT g.organization_id, g.noun, g.state, sum(g.record_count) FROM gone g GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (organization_id, noun, state) DO UPDATE SET record_count = r.record_count + excluded.record_count
    RETURNING r.record_count = 0 AS is_nothing
  )
  SELECT (SELECT count(*) FROM gone), (SELECT coalesce(bool_or(s.is_nothing), false) FROM summed s) INTO v_folded, v_nothing;
  IF v_nothing THEN
    DELETE FROM record_counts r WHERE r.organization_id = v_org AND r.record_count = 0;
  END IF;
  RETURN v_folded;
END $$;
