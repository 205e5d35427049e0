-- Who belongs to organizations on other servers: each person sees their own rows, and what copies an organization's rows here works as
-- that organization. A caller confined to subsidiaries sees their own rows, and copies none.
--
-- Refuses: reading hides, writing raises (insufficient_privilege, "new row violates row-level security policy").
-- Locks: none.
-- Rule: docs/decisions/0015-servers.md.
-- Proved by: src/db/laws/organization-news.db.test.ts.
CREATE POLICY tenant ON memberships_elsewhere USING (organization_id = daybook_organization()) WITH CHECK (organization_id = daybook_organization());

CREATE POLICY own_memberships_elsewhere ON memberships_elsewhere FOR SELECT USING (user_id = daybook_user());

CREATE POLICY confined ON memberships_elsewhere AS RESTRICTIVE TO daybook_confined USING (user_id = daybook_user()) WITH CHECK (false);
