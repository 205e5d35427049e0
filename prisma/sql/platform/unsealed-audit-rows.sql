-- The number of audit rows without a seal: the state of the whole trail, even for a confined caller. Rows are sealed in the order of
-- their transactions, so only those from the newest sealed one on are looked at. In a database restored to another server, rows can have
-- larger numbers than any transaction there so far; while the newest row or seal is such a one, all are counted.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: src/db/reports/gl-overview.ts.
-- Proved by: src/db/laws/confinement.db.test.ts, src/usecases/members/reach.db.test.ts, src/db/laws/unsealed.db.test.ts.
CREATE FUNCTION daybook_unsealed_audit_rows() RETURNS bigint
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_unborn bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
  v_sealed bigint;
  v_newest bigint;
BEGIN
  SELECT a.inserted_in_transaction INTO v_sealed
  FROM audit_seals s JOIN audit_log a ON a.organization_id = s.organization_id AND a.id = s.audit_id
  WHERE s.organization_id = v_org ORDER BY s.sequence DESC LIMIT 1;
  SELECT a.inserted_in_transaction INTO v_newest FROM audit_log a
  WHERE a.organization_id = v_org AND a.inserted_in_transaction >= 0 ORDER BY a.inserted_in_transaction DESC LIMIT 1;
  IF greatest(v_sealed, v_newest) >= v_unborn THEN
    RETURN (SELECT count(*) FROM audit_log a WHERE a.organization_id = v_org)
         - (SELECT count(*) FROM audit_seals s WHERE s.organization_id = v_org);
  END IF;
  RETURN (
    SELECT count(*) FROM audit_log a
    WHERE a.organization_id = v_org AND a.inserted_in_transaction >= 0 AND a.inserted_in_transaction >= coalesce(v_sealed, 0)
      AND (SELECT s.audit_id FROM audit_seals s WHERE s.organization_id = v_org AND s.audit_id = a.id) IS NULL);
END $$;
