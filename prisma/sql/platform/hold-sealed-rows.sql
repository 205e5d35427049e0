-- A seal of the audit trail names a row of it: what a foreign key does, but once per statement instead of once per row, since seals come by the
-- thousand. Nothing is locked: rows of the trail are neither removed nor changed (refuse-change), nor is a seal.
-- Runs as the owner, as a foreign key does.
--
-- Refuses: a seal of a row that is not in the trail (foreign_key_violation, audit_seals_audit_id_org_fk).
-- Locks: none.
-- Rule: docs/house.md, "The database".
-- Proved by: e2e/hostile/audit-seals.test.ts.
CREATE FUNCTION daybook_hold_sealed_rows() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off
AS $$
BEGIN
  IF EXISTS (
    SELECT FROM new_seals s
    WHERE (SELECT a.id FROM audit_log a WHERE a.organization_id = s.organization_id AND a.id = s.audit_id) IS NULL) THEN
    RAISE foreign_key_violation USING MESSAGE = 'a seal names a row that is not in the audit trail',
      TABLE = 'audit_seals', CONSTRAINT = 'audit_seals_audit_id_org_fk';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER audit_seals_hold_rows AFTER INSERT ON audit_seals
  REFERENCING NEW TABLE AS new_seals FOR EACH STATEMENT EXECUTE FUNCTION daybook_hold_sealed_rows();
