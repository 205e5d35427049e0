-- An organization is written on one server at a time. The first statement of a transaction that writes to one of its tables takes the
-- shared side of its gate, and is refused where the gate is closed; closing takes the exclusive side, so that it waits for the
-- transactions that already write, and none begins afterward. Later statements of the transaction only compare two settings. A table
-- with this trigger is one whose rows move with the organization. A connection without an organization (migrations, a mover's copy)
-- passes.
--
-- The same place keeps every organization from being written while the database is upgraded: what fills a new sum and the trigger that keeps
-- it are one transaction, which must see each row once. It is refused at once instead of made to wait, since a statement that
-- waited would hold the lock of its table, which the upgrade may need.
--
-- Refuses: SQLSTATE DB001 ("the organization … is elsewhere") for CLOSED and GONE; DB002 while the database is upgraded;
-- object_not_in_prerequisite_state for a writing transaction whose snapshot may be older than the gate, i.e. any but read committed.
-- Locks: the advisory locks "upgrade" (scripts/lib/laws/upgrade.mjs takes its exclusive side) and "gate:<organization>", shared, until
-- the end of the transaction.
-- Rule: docs/decisions/0015-servers.md.
-- Proved by: src/db/laws/gate.db.test.ts, scripts/lib/laws/upgrade.db.test.ts.
CREATE FUNCTION daybook_enter_gate() RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  v_org uuid := daybook_organization();
  -- What is only done is assigned: PERFORM would set up a statement for it, in every transaction that writes.
  v_done text;
BEGIN
  IF v_org IS NULL THEN
    RETURN;
  END IF;
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE object_not_in_prerequisite_state USING MESSAGE = 'an organization is written in read committed transactions only';
  END IF;
  IF NOT pg_try_advisory_xact_lock_shared(hashtextextended('upgrade', 0)) THEN
    RAISE EXCEPTION USING ERRCODE = 'DB002', MESSAGE = 'the database is being upgraded';
  END IF;
  v_done := pg_advisory_xact_lock_shared(hashtextextended('gate:' || v_org::text, 0));
  -- A statement of its own, which sees what was committed while this one waited.
  IF EXISTS (SELECT FROM organization_gates g WHERE g.organization_id = v_org AND g.state <> 'OPEN') THEN
    RAISE EXCEPTION USING ERRCODE = 'DB001', MESSAGE = format('the organization %s is elsewhere', v_org);
  END IF;
  -- Until the end of the transaction, or of the savepoint, with which the lock goes too.
  v_done := set_config('app.gate', current_setting('app.organization_id'), true);
END $$;

CREATE FUNCTION daybook_pass_gate() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF current_setting('app.gate', true) IS DISTINCT FROM current_setting('app.organization_id', true) THEN
    PERFORM daybook_enter_gate();
  END IF;
  RETURN NULL;
END $$;

DO $$
DECLARE
  v_table text;
BEGIN
  -- The record of moves is the mover's, which writes it while the gate is closed.
  FOR v_table IN
    SELECT o_table FROM daybook_tenant_tables() WHERE o_table <> 'organization_moves'
    UNION ALL
    SELECT unnest(ARRAY['organizations', 'security_log'])
  LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE INSERT OR UPDATE OR DELETE ON %I FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate()',
      v_table || '_gate', v_table);
  END LOOP;
END $$;
