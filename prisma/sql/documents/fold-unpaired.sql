-- Of the entries with these numbers of a fiscal year, which daybook_fold_ledger adds to the sums by day: lists the documents they posted
-- that are between two subsidiaries and in no pair, and takes what they reversed off the list. Entries are added once, in the order of
-- their numbers, so a posting pays nothing; readers add the documents of the entries beyond.
-- Owner: the documents, the settings and the pairs; e2e/ledger/groups/unpaired.test.ts compares the list
-- with them, and so does a full verification.
--
-- Refuses: nothing.
-- Locks: none; the caller holds the advisory lock "fold:<organization>", which every change of the settings and every pair given up takes.
-- Rule: docs/scale.md, "Documents between subsidiaries".
-- Proved by: e2e/ledger/groups/unpaired.test.ts.
CREATE FUNCTION daybook_fold_unpaired(p_fiscal_year integer, p_from bigint, p_to bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  v_posted uuid[];
  v_reversed uuid[];
BEGIN
  IF NOT EXISTS (SELECT FROM intercompany_parties p WHERE p.organization_id = v_org)
    AND NOT EXISTS (SELECT FROM intercompany_accounts a WHERE a.organization_id = v_org) THEN
    RETURN;
  END IF;
  SELECT array_agg(e.source_id) FILTER (WHERE e.reversal_of_id IS NULL), array_agg(e.reversal_of_id) FILTER (WHERE e.reversal_of_id IS NOT NULL)
  INTO v_posted, v_reversed
  FROM generate_series(p_from, p_to) AS n (number)
  CROSS JOIN LATERAL (
    SELECT x.source_id, x.reversal_of_id FROM ledger_entries x
    WHERE x.organization_id = v_org AND x.entry_number = daybook_format_number('GL', p_fiscal_year, n.number)
      AND x.transaction_id IS NOT NULL OFFSET 0) e;
  -- What is listed already is so for a pair that was given up, or by a setting made since the posting.
  INSERT INTO intercompany_unpaired (organization_id, document_id, sister_id, subsidiary_id, posting_date)
  SELECT v_org, u.o_document_id, u.o_sister_id, u.o_subsidiary_id, u.o_day FROM daybook_unpaired_of(v_posted) u
  WHERE u.o_is_posted
  ON CONFLICT DO NOTHING;
  DELETE FROM intercompany_unpaired u WHERE u.organization_id = v_org AND u.document_id = ANY (ARRAY(
    SELECT e.source_id FROM unnest(v_reversed) AS n (id)
    CROSS JOIN LATERAL (SELECT x.source_id FROM ledger_entries x WHERE x.organization_id = v_org AND x.id = n.id OFFSET 0) e));
END $$;
