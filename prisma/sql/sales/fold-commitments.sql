-- Adds up to p_limit notes of one organization (daybook_note_commitments) to the sums of its commitments and removes them; returns how many. A sum that comes to
-- zero is removed.
--
-- Refuses: nothing; with nothing to fold it returns 0.
-- Locks: the advisory lock "fold-commitments:<organization>", until the end of the transaction: a note is added once.
-- Rule: docs/scale.md, "Commitments by cost code".
-- Proved by: e2e/ledger/counts/commitment-sums.test.ts.
CREATE FUNCTION daybook_fold_commitments(p_limit integer DEFAULT 2000) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_folded integer;
  v_nothing boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold-commitments:' || v_org::text, 0));
  WITH gone AS (
    DELETE FROM commitment_sum_changes c WHERE c.organization_id = v_org AND c.id IN (
      SELECT x.id FROM commitment_sum_changes x WHERE x.organization_id = v_org ORDER BY x.id LIMIT p_limit)
    RETURNING c.*
  ), summed AS (
    INSERT INTO commitment_sums AS s (organization_id, project_id, cost_code, amount)
    SELECT g.organization_id, g.project_id, g.cost_code, sum(g.amount) FROM gone g GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (organization_id, project_id, cost_code) DO UPDATE SET amount = s.amount + excluded.amount
    RETURNING s.amount = 0 AS is_nothing
  )
  SELECT (SELECT count(*) FROM gone), (SELECT coalesce(bool_or(s.is_nothing), false) FROM summed s) INTO v_folded, v_nothing;
  IF v_nothing THEN
    DELETE FROM commitment_sums s WHERE s.organization_id = v_org AND s.amount = 0;
  END IF;
  RETURN v_folded;
END $$;
