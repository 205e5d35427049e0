-- Of what the entries posted and reversed that daybook_fold_ledger adds to the sums by day (p_posted are documents, p_reversed entries): lists the
-- documents that are between two subsidiaries and in no pair, and takes what was reversed off the list; pairs in which one was posted are compared
-- once more, since they may agree now. Entries are added once, in the order of
-- their numbers, so a posting pays nothing; readers add the documents of the entries beyond.
-- Owner: the documents, the settings and the pairs; e2e/ledger/groups/unpaired.test.ts compares the list
-- with them, and so does a full verification.
--
-- Refuses: nothing.
-- Locks: none; the caller holds the advisory lock "fold:<organization>", which every change of the settings and every pair given up takes.
-- Rule: docs/scale.md, "Documents between subsidiaries".
-- Proved by: e2e/ledger/groups/unpaired.test.ts, e2e/ledger/groups/open-pairs.test.ts.
CREATE FUNCTION daybook_fold_unpaired(p_posted uuid[], p_reversed uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  -- What is listed already is so for a pair that was given up, or by a setting made since the posting.
  INSERT INTO intercompany_unpaired (organization_id, document_id, sister_id, subsidiary_id, posting_date, by_account)
  SELECT daybook_organization(), u.o_document_id, u.o_sister_id, u.o_subsidiary_id, u.o_day, u.o_by_account FROM daybook_unpaired_of(p_posted) u
  WHERE u.o_is_posted
  ON CONFLICT DO NOTHING;
  DELETE FROM intercompany_unpaired u WHERE u.organization_id = daybook_organization() AND u.document_id = ANY (ARRAY(
    SELECT e.source_id FROM unnest(p_reversed) AS n (id)
    CROSS JOIN LATERAL (
      SELECT x.source_id FROM ledger_entries x WHERE x.organization_id = daybook_organization() AND x.id = n.id OFFSET 0) e));
  -- Whoever holds a row is listing it.
  UPDATE intercompany_open_pairs o SET is_judged = false WHERE o.organization_id = daybook_organization() AND o.pair_id = ANY (ARRAY(
    SELECT x.pair_id FROM intercompany_open_pairs x WHERE x.organization_id = daybook_organization() AND x.is_judged AND x.pair_id = ANY (ARRAY(
      SELECT p.id FROM intercompany_pairs p WHERE p.organization_id = daybook_organization() AND p.source_id = ANY (p_posted)
      UNION
      SELECT p.id FROM intercompany_pairs p WHERE p.organization_id = daybook_organization() AND p.mirror_id = ANY (p_posted)))
    ORDER BY x.pair_id FOR UPDATE SKIP LOCKED));
END $$;
