-- Of how many contracts a run posted revenue: a page of these says it, and counted the run's movements each time. Each statement that records movements notes, by run, how
-- many contracts it is the first to move in that run, since a fact recorded between two steps may make a contract due again; a run for one fact has one
-- contract, and nothing is noted. As note-records does for the numbers of lists, the notes are rows of their own, which daybook_fold_counts adds to record_counts under the
-- noun run_contracts, with the id of the run for its state. Readers add both.
-- Owner: the movements; e2e/ledger/counts/run-contracts.test.ts compares them.
--
-- Refuses: nothing.
-- Locks: none; who records movements of a contract in a run has locked its position, so that no two are the first at once.
-- Rule: docs/scale.md, "How many records there are".
-- Proved by: e2e/ledger/counts/run-contracts.test.ts.
CREATE FUNCTION daybook_note_run_contracts() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  -- Most facts move one contract in no run, or in a run of their own.
  IF NOT EXISTS (SELECT FROM new_rows n JOIN revenue_runs r ON r.organization_id = n.organization_id AND r.id = n.run_id
      WHERE n.run_id IS NOT NULL AND r.contract_id IS NULL) THEN
    RETURN NULL;
  END IF;
  INSERT INTO record_count_changes (organization_id, id, noun, state, record_count)
  SELECT x.organization_id, daybook_uuid_v7(), 'run_contracts', x.run_id::text, x.n
  FROM (
    SELECT c.organization_id, c.run_id, count(*) AS n
    FROM (SELECT n.organization_id, n.run_id, n.contract_id, count(*) AS moved FROM new_rows n WHERE n.run_id IS NOT NULL GROUP BY 1, 2, 3) c
    WHERE EXISTS (SELECT FROM revenue_runs r WHERE r.organization_id = c.organization_id AND r.id = c.run_id AND r.contract_id IS NULL)
      AND c.moved = (SELECT count(*) FROM revenue_movements m
        WHERE m.organization_id = c.organization_id AND m.run_id = c.run_id AND m.contract_id = c.contract_id)
    GROUP BY 1, 2) x;
  RETURN NULL;
END $$;

CREATE TRIGGER revenue_movements_of_runs AFTER INSERT ON revenue_movements REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_run_contracts();
