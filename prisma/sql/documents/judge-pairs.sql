-- Compares up to p_limit listed pairs that changed since they were last compared, and takes those off the list (intercompany_open_pairs) that agree, or
-- whose differences were all accepted, where neither side changes by itself any more. Returns how many it compared. What someone lists at this moment
-- it leaves to the next call.
-- Owner: the pairs and their documents; e2e/ledger/groups/open-pairs-histories.test.ts compares the list with all pairs, and so does a full verification.
--
-- Refuses: nothing; with nothing to compare it returns 0.
-- Locks: the advisory lock "fold:<organization>", and the rows it compares, until commit. It waits for no row.
-- Rule: docs/scale.md, "Documents between subsidiaries".
-- Proved by: e2e/ledger/groups/open-pairs.test.ts, e2e/ledger/groups/open-pairs-histories.test.ts.
CREATE FUNCTION daybook_judge_pairs(p_limit integer DEFAULT 1000) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  v_pairs uuid[];
  v_agreed uuid[];
BEGIN
  -- Without one, no lock is taken: most organizations have no pairs.
  IF NOT EXISTS (SELECT FROM intercompany_open_pairs o WHERE o.organization_id = v_org AND NOT o.is_judged) THEN
    RETURN 0;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('fold:' || v_org::text, 0));
  v_pairs := ARRAY(
    SELECT o.pair_id FROM intercompany_open_pairs o WHERE o.organization_id = v_org AND NOT o.is_judged
    ORDER BY o.pair_id LIMIT p_limit FOR UPDATE SKIP LOCKED);
  -- By a statement of its own, which sees what those committed who had listed them.
  v_agreed := ARRAY(
    SELECT c.o_id FROM daybook_compare_pairs(v_pairs) c
    JOIN intercompany_pairs p ON p.organization_id = v_org AND p.id = c.o_id
    WHERE c.o_is_final AND c.o_differences <@ p.accepted_differences);
  DELETE FROM intercompany_open_pairs o WHERE o.organization_id = v_org AND o.pair_id = ANY (v_agreed);
  UPDATE intercompany_open_pairs o SET is_judged = true WHERE o.organization_id = v_org AND o.pair_id = ANY (v_pairs);
  RETURN cardinality(v_pairs);
END $$;
