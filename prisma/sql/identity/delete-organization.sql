-- Deletes the tenant's own organization if it never posted: all its records, and the rights of everyone to it. Its audit trail, its
-- security log and their seals stay, and a row without a slug of its own that no list shows. Returns null when it is gone, otherwise the
-- table whose rows keep it: what was posted, and facts of revenue, are append-only. The caller must then undo the transaction.
--
-- Refuses: nothing; the answer says what keeps it.
-- Locks: the postings of the organization, exclusively, then its rows as it deletes them.
-- Rule: docs/decisions/0014-closing-and-deleting.md.
-- Proved by: src/usecases/organizations/close-organization.db.test.ts.
CREATE FUNCTION daybook_delete_organization() RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  -- Evidence, and what is still told and answered of it.
  v_kept CONSTANT text[] := ARRAY['audit_log', 'audit_seals', 'ledger_seals', 'security_log', 'security_seals', 'outbox_events',
    'idempotency_keys', 'organization_moves'];
  v_table text;
  v_left text[];
  v_rows bigint;
  v_deleted bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('periods:' || daybook_organization()::text, 0));
  IF EXISTS (SELECT FROM ledger_entries WHERE organization_id = daybook_organization()) THEN
    RETURN 'ledger_entries';
  END IF;
  -- Tables refer to each other, so what is deleted makes room for the rest, round by round.
  LOOP
    v_left := ARRAY[]::text[];
    v_deleted := 0;
    FOR v_table IN
      SELECT c.relname FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> ALL (v_kept)
        AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organization_id' AND NOT a.attisdropped)
      ORDER BY c.relname
    LOOP
      EXECUTE format('SELECT count(*) FROM (SELECT FROM %I WHERE organization_id = daybook_organization() LIMIT 1) one', v_table) INTO v_rows;
      CONTINUE WHEN v_rows = 0;
      BEGIN
        EXECUTE format('DELETE FROM %I WHERE organization_id = daybook_organization()', v_table);
        GET DIAGNOSTICS v_rows = ROW_COUNT;
        v_deleted := v_deleted + v_rows;
      EXCEPTION WHEN foreign_key_violation OR restrict_violation OR raise_exception THEN
        v_left := v_left || v_table;
      END;
    END LOOP;
    EXIT WHEN cardinality(v_left) = 0;
    CONTINUE WHEN v_deleted > 0;
    -- What is left refers to each other in a circle, such as a lead and the customer it became: one statement deletes it together,
    -- since references are checked at its end.
    BEGIN
      EXECUTE (
        SELECT format('WITH %s SELECT', string_agg(
          format('%I AS (DELETE FROM %I WHERE organization_id = daybook_organization())', 'gone_' || n, t), ', '))
        FROM unnest(v_left) WITH ORDINALITY AS one (t, n));
    EXCEPTION WHEN foreign_key_violation OR restrict_violation OR raise_exception THEN
      RETURN v_left[1];
    END;
  END LOOP;
  UPDATE organizations SET deleted_at = clock_timestamp(), record_status = 'inactive', slug = 'deleted-' || id::text
  WHERE id = daybook_organization();
  RETURN NULL;
END $$;
