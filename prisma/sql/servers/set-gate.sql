-- Opens or closes the writing of an organization on this server: OPEN, CLOSED (its writes wait for the move to end) or GONE (its books
-- are on another server; the rows that are still here are old). When it returns, every write that began earlier has ended, and once its
-- transaction commits, every later one meets the new state. For the owner only.
--
-- Refuses: another state (check_violation).
-- Locks: the advisory lock "gate:<organization>", exclusive, until the end of the transaction.
-- Rule: docs/decisions/0015-servers.md.
-- Proved by: src/db/laws/gate.db.test.ts.
CREATE FUNCTION daybook_set_gate(p_organization uuid, p_state text) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('gate:' || p_organization::text, 0));
  INSERT INTO organization_gates AS g (organization_id, state) VALUES (p_organization, p_state)
  ON CONFLICT (organization_id) DO UPDATE SET state = excluded.state, changed_at = now();
END $$;
REVOKE ALL ON FUNCTION daybook_set_gate(uuid, text) FROM PUBLIC;
