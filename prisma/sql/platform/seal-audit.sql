-- Seals the audit rows of one organization in commit order: only rows whose transactions have certainly ended, so that no later
-- commit can come before a sealed row. Returns the number of rows sealed. The time it takes depends on the unsealed rows, not on
-- the length of the log: rows become text in one pass, the chain is computed in memory, the seals are written in one statement, and
-- only rows from the newest sealed transaction on are looked at. Transaction numbers increase within one server; in a database restored
-- or moved to another server, sealed rows can have larger numbers than any transaction there so far. While the newest seal or an
-- unsealed row is such a row, all rows are looked at; later, when the numbers of this server reach theirs, each row is asked for its
-- seal. A row that waited for its seal while they passed the newest sealed one is found with p_whole, which looks at all rows; the weekly
-- verification does so.
--
-- Refuses: nothing; with nothing to seal it returns 0.
-- Locks: the advisory lock "audit:<organization>", until the end of the transaction: one chain, one writer.
-- Rule: docs/house.md, "Tenancy, six belts"; docs/decisions/0008-background-work.md.
-- Proved by: src/jobs/house-jobs.db.test.ts.
CREATE FUNCTION daybook_seal_audit(p_limit integer DEFAULT 10000, p_whole boolean DEFAULT false) RETURNS integer
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_sort = off
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_hash text;
  v_sequence bigint;
  v_from bigint;
  -- Transactions below the first have ended; those from the second on have not begun, unless another server numbered them.
  v_over bigint;
  v_unborn bigint;
  v_newest bigint;
  v_ask_all boolean;
  v_ids uuid[];
  v_texts text[];
  v_hashes text[];
  v_text text;
  v_posted uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('audit:' || v_org::text, 0));
  SELECT s.sequence, s.hash, a.inserted_in_transaction INTO v_sequence, v_hash, v_from
    FROM audit_seals s JOIN audit_log a ON a.organization_id = s.organization_id AND a.id = s.audit_id
    WHERE s.organization_id = v_org ORDER BY s.sequence DESC LIMIT 1;
  v_sequence := coalesce(v_sequence, 0);
  v_hash := coalesce(v_hash, repeat('0', 64));
  v_from := coalesce(v_from, 0);
  v_over := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  v_unborn := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
  SELECT a.inserted_in_transaction INTO v_newest FROM audit_log a
    WHERE a.organization_id = v_org AND a.inserted_in_transaction >= 0 ORDER BY a.inserted_in_transaction DESC LIMIT 1;
  v_ask_all := p_whole OR v_from >= v_over OR v_newest >= v_unborn AND EXISTS (
    SELECT FROM audit_log a WHERE a.organization_id = v_org AND a.inserted_in_transaction = v_newest
      AND a.inserted_in_transaction >= 0 AND (SELECT s.audit_id FROM audit_seals s WHERE s.organization_id = v_org AND s.audit_id = a.id) IS NULL);
  SELECT array_agg(n.id ORDER BY n.inserted_in_transaction, n.id), array_agg(n.text ORDER BY n.inserted_in_transaction, n.id),
         array_agg(n.record_id) FILTER (WHERE n.action = 'gl.transaction.post')
    INTO v_ids, v_texts, v_posted
  FROM (
    SELECT a.id, a.inserted_in_transaction, a.record_id, a.action, daybook_audit_text(a) AS text FROM audit_log a
    WHERE a.organization_id = v_org
      AND a.inserted_in_transaction >= 0
      AND a.inserted_in_transaction >= CASE WHEN v_ask_all THEN 0 ELSE v_from END
      AND a.inserted_in_transaction < CASE WHEN v_ask_all THEN 9223372036854775807 ELSE v_over END
      AND (a.inserted_in_transaction < v_over OR a.inserted_in_transaction >= v_unborn)
      AND (SELECT s.audit_id FROM audit_seals s WHERE s.organization_id = v_org AND s.audit_id = a.id) IS NULL
    ORDER BY a.inserted_in_transaction, a.id LIMIT p_limit
  ) n;
  IF v_ids IS NULL THEN
    RETURN 0;
  END IF;
  v_hashes := ARRAY[v_hash];
  FOREACH v_text IN ARRAY v_texts LOOP
    v_hash := encode(sha256(convert_to(v_hash || v_text, 'UTF8')), 'hex');
    v_hashes := v_hashes || v_hash;
  END LOOP;
  INSERT INTO audit_seals (organization_id, sequence, audit_id, previous_hash, hash)
  SELECT v_org, v_sequence + n.i, n.id, v_hashes[n.i], v_hashes[n.i + 1]
  FROM unnest(v_ids) WITH ORDINALITY AS n(id, i);
  -- Readers of the list of unposted documents also check their status, so it does no harm that posted ones stay listed briefly.
  DELETE FROM unposted_documents u
  WHERE u.organization_id = v_org AND u.transaction_id = ANY (v_posted)
    AND (SELECT t.ledger_entry_id FROM business_transactions t WHERE t.organization_id = v_org AND t.id = u.transaction_id) IS NOT NULL;
  RETURN cardinality(v_ids);
END $$;
