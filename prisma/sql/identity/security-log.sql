-- The security log of an organization: read and appended by that organization alone, changed by no one, not even its owner. It tells
-- of people and credentials of the whole organization, so a caller confined to subsidiaries does not read it; what they do is
-- appended like what anyone does.
--
-- Refuses: UPDATE, DELETE and TRUNCATE (restrict_violation, "security_log is append-only"); a row of another organization
-- (insufficient_privilege); reading hides.
-- Locks: none.
-- Rule: docs/security.md, "Security log".
-- Proved by: src/db/laws/security-log.db.test.ts.
CREATE POLICY tenant ON security_log USING (organization_id = daybook_organization()) WITH CHECK (organization_id = daybook_organization());

CREATE POLICY confined ON security_log AS RESTRICTIVE FOR SELECT TO daybook_confined USING (false);

CREATE TRIGGER security_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON security_log
  FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change();
