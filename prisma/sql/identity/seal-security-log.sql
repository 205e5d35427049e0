-- Seals the rows of one organization's security log in commit order, like daybook_seal_audit does with audit rows and for the same
-- reasons, p_whole included. Returns the number of rows sealed.
--
-- Refuses: nothing; with nothing to seal it returns 0.
-- Locks: the advisory lock "security:<organization>", until the end of the transaction: one chain, one writer.
-- Rule: docs/security.md, "Security log"; docs/decisions/0012-evidence.md.
-- Proved by: e2e/hostile/security-chain.test.ts.
CREATE FUNCTION daybook_seal_security_log(p_limit integer DEFAULT 2000, p_whole boolean DEFAULT false) RETURNS integer
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_sort = off
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_hash text;
  v_sequence bigint;
  v_from bigint;
  -- Transactions below the first have ended; those from the second on have not begun, unless another server numbered them.
  v_over bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  v_unborn bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
  v_newest bigint;
  v_ask_all boolean;
  v_ids uuid[];
  v_texts text[];
  v_hashes text[];
  v_text text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('security:' || v_org::text, 0));
  -- The newest seal always has its row: it is never removed.
  SELECT s.sequence, s.hash, l.inserted_in_transaction INTO v_sequence, v_hash, v_from
    FROM security_seals s JOIN security_log l ON l.organization_id = s.organization_id AND l.id = s.event_id
    WHERE s.organization_id = v_org ORDER BY s.sequence DESC LIMIT 1;
  v_sequence := coalesce(v_sequence, 0);
  v_hash := coalesce(v_hash, repeat('0', 64));
  v_from := coalesce(v_from, 0);
  SELECT l.inserted_in_transaction INTO v_newest FROM security_log l
    WHERE l.organization_id = v_org AND l.inserted_in_transaction >= 0 ORDER BY l.inserted_in_transaction DESC LIMIT 1;
  IF v_newest IS NULL THEN
    RETURN 0;
  END IF;
  v_ask_all := p_whole OR v_from >= v_over OR v_newest >= v_unborn;
  SELECT array_agg(n.id ORDER BY n.inserted_in_transaction, n.id), array_agg(n.text ORDER BY n.inserted_in_transaction, n.id)
    INTO v_ids, v_texts
  FROM (
    SELECT l.id, l.inserted_in_transaction, (to_jsonb(l) - 'inserted_in_transaction')::text AS text FROM security_log l
    WHERE l.organization_id = v_org
      AND l.inserted_in_transaction >= 0
      AND l.inserted_in_transaction >= CASE WHEN v_ask_all THEN 0 ELSE v_from END
      AND (l.inserted_in_transaction < v_over OR l.inserted_in_transaction >= v_unborn)
      AND (SELECT s.event_id FROM security_seals s WHERE s.organization_id = v_org AND s.event_id = l.id) IS NULL
    ORDER BY l.inserted_in_transaction, l.id LIMIT p_limit
  ) n;
  IF v_ids IS NULL THEN
    RETURN 0;
  END IF;
  v_hashes := ARRAY[v_hash];
  FOREACH v_text IN ARRAY v_texts LOOP
    v_hash := encode(sha256(convert_to(v_hash || v_text, 'UTF8')), 'hex');
    v_hashes := v_hashes || v_hash;
  END LOOP;
  INSERT INTO security_seals (organization_id, sequence, event_id, previous_hash, hash)
  SELECT v_org, v_sequence + n.i, n.id, v_hashes[n.i], v_hashes[n.i + 1]
  FROM unnest(v_ids) WITH ORDINALITY AS n(id, i);
  RETURN cardinality(v_ids);
END $$;
