-- The security log of an organization: read and appended by that organization alone, changed by no one, not even its owner. A row is
-- removed only when the time the organization keeps them is over, which is never less than two years. It tells
-- of people and credentials of the whole organization, so a caller confined to subsidiaries does not read it; what they do is
-- appended like what anyone does.
--
-- Refuses: UPDATE and TRUNCATE, and the DELETE of a row that is still to be kept (restrict_violation, "security_log is append-only");
-- of a seal any change but that its row is gone; a row of another organization (insufficient_privilege); reading hides.
-- Locks: none.
-- Rule: docs/security.md, "Security log".
-- Proved by: src/db/laws/security-log.db.test.ts.
CREATE POLICY tenant ON security_log USING (organization_id = daybook_organization()) WITH CHECK (organization_id = daybook_organization());

CREATE POLICY confined ON security_log AS RESTRICTIVE FOR SELECT TO daybook_confined USING (false);

CREATE FUNCTION daybook_keep_security_log() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF (SELECT OLD.occurred_at < now() - make_interval(months => greatest(o.security_log_months, 24))
      FROM organizations o WHERE o.id = OLD.organization_id AND o.security_log_months IS NOT NULL) IS NOT TRUE THEN
    RAISE restrict_violation USING MESSAGE = 'security_log is append-only: a row that is still to be kept is not removed';
  END IF;
  RETURN OLD;
END $$;

CREATE TRIGGER security_log_append_only BEFORE UPDATE OR TRUNCATE ON security_log
  FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change();

CREATE TRIGGER security_log_kept BEFORE DELETE ON security_log
  FOR EACH ROW EXECUTE FUNCTION daybook_keep_security_log();

CREATE FUNCTION daybook_keep_security_seal() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF (NEW.organization_id, NEW.sequence, NEW.previous_hash, NEW.hash, NEW.sealed_at)
       IS DISTINCT FROM (OLD.organization_id, OLD.sequence, OLD.previous_hash, OLD.hash, OLD.sealed_at)
     OR NEW.event_id IS NOT NULL
     OR EXISTS (SELECT FROM security_log l WHERE l.organization_id = OLD.organization_id AND l.id = OLD.event_id) THEN
    RAISE restrict_violation USING MESSAGE = 'security_seals is append-only: UPDATE is refused';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER security_seals_append_only BEFORE DELETE OR TRUNCATE ON security_seals
  FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change();

CREATE TRIGGER security_seals_kept BEFORE UPDATE ON security_seals
  FOR EACH ROW EXECUTE FUNCTION daybook_keep_security_seal();
