-- Removes the rows of the organization's security log whose retention period is over, counted by whole months, and leaves a mark in the log: how
-- many rows, up to which position and hash of the chain, and before which day. Their seals stay, so that the chain is still whole. Only
-- sealed rows are removed, never the newest; at most p_limit at once. Returns the number of rows.
--
-- Refuses: nothing; where the organization keeps its log for good it returns 0. Younger rows are refused by security_log_kept.
-- Locks: the advisory lock "security:<organization>", until the end of the transaction: sealing waits.
-- Rule: docs/security.md, "Security log".
-- Proved by: e2e/hostile/security-chain.test.ts.
CREATE FUNCTION daybook_purge_security_log(p_limit integer DEFAULT 10000) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_before timestamptz;
  v_first bigint;
  v_through bigint;
  v_hash text;
  v_rows integer;
BEGIN
  SELECT date_trunc('month', now() - make_interval(months => greatest(o.security_log_months, 24))) INTO v_before
    FROM organizations o WHERE o.id = v_org AND o.security_log_months IS NOT NULL;
  IF v_before IS NULL THEN
    RETURN 0;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('security:' || v_org::text, 0));
  SELECT min(s.sequence) INTO v_first FROM security_seals s WHERE s.organization_id = v_org AND s.event_id IS NOT NULL;
  SELECT coalesce(min(n.sequence) FILTER (WHERE n.occurred_at >= v_before) - 1, max(n.sequence)) INTO v_through
  FROM (
    SELECT s.sequence, l.occurred_at FROM security_seals s
    JOIN security_log l ON l.organization_id = s.organization_id AND l.id = s.event_id
    WHERE s.organization_id = v_org AND s.event_id IS NOT NULL AND s.sequence >= v_first
      AND s.sequence < (SELECT max(z.sequence) FROM security_seals z WHERE z.organization_id = v_org)
    ORDER BY s.sequence LIMIT p_limit
  ) n;
  IF v_through IS NULL OR v_through < v_first THEN
    RETURN 0;
  END IF;
  SELECT s.hash INTO v_hash FROM security_seals s WHERE s.organization_id = v_org AND s.sequence = v_through;
  DELETE FROM security_log l USING security_seals s
  WHERE l.organization_id = v_org AND s.organization_id = v_org AND s.event_id = l.id AND s.sequence BETWEEN v_first AND v_through;
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  INSERT INTO security_log (organization_id, id, event, actor_kind, actor_name, surface, detail)
  VALUES (v_org, daybook_uuid_v7(), 'log purged', 'system', 'Daybook', 'job',
    jsonb_build_object('rows', v_rows, 'before', to_char(v_before AT TIME ZONE 'UTC', 'YYYY-MM-DD'), 'through', v_through, 'hash', v_hash));
  RETURN v_rows;
END $$;
REVOKE ALL ON FUNCTION daybook_purge_security_log(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION daybook_purge_security_log(integer) TO daybook_app;
