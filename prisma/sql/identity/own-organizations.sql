-- A signed-in person may also see which organizations they belong to, and their own memberships, before choosing one.
--
-- Refuses: nothing; it shows rows that the tenant policy hides, and allows no one to write.
-- Locks: none.
-- Rule: docs/decisions/0009-who-calls.md.
-- Proved by: src/db/laws/platform.db.test.ts.
CREATE POLICY own_memberships ON memberships FOR SELECT USING (user_id = daybook_user());

CREATE POLICY own_organizations ON organizations FOR SELECT USING (
  id IN (SELECT m.organization_id FROM memberships m WHERE m.user_id = daybook_user() AND m.record_status = 'active'));
