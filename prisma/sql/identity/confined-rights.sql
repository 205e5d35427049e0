-- A caller confined to subsidiaries neither sees, changes nor grants a scope wider than their own. For members, invitations
-- and API clients an empty list is the widest scope; a company without subsidiaries gives its keys access to nothing.
--
-- Refuses: reading hides, writing raises (insufficient_privilege, 'policy "confined"').
-- Locks: none.
-- Rule: docs/house.md, "Tenancy".
-- Proved by: src/db/laws/confined-rooms.db.test.ts, src/usecases/members/reach.db.test.ts.
CREATE POLICY confined ON api_clients AS RESTRICTIVE TO daybook_confined
  USING (subsidiary_ids <> '{}' AND subsidiary_ids <@ (SELECT daybook_subsidiaries()))
  WITH CHECK (subsidiary_ids <> '{}' AND subsidiary_ids <@ (SELECT daybook_subsidiaries()));

-- One's own membership in another organization is visible; otherwise its name could not be shown (own_organizations).
CREATE POLICY confined ON memberships AS RESTRICTIVE TO daybook_confined
  USING (user_id = daybook_user() OR subsidiary_ids <> '{}' AND subsidiary_ids <@ (SELECT daybook_subsidiaries()))
  WITH CHECK (subsidiary_ids <> '{}' AND subsidiary_ids <@ (SELECT daybook_subsidiaries()));

CREATE POLICY confined ON invitations AS RESTRICTIVE TO daybook_confined
  USING (subsidiary_ids <> '{}' AND subsidiary_ids <@ (SELECT daybook_subsidiaries()))
  WITH CHECK (subsidiary_ids <> '{}' AND subsidiary_ids <@ (SELECT daybook_subsidiaries()));

CREATE POLICY confined ON companies AS RESTRICTIVE TO daybook_confined
  USING (subsidiary_ids <@ (SELECT daybook_subsidiaries())) WITH CHECK (subsidiary_ids <@ (SELECT daybook_subsidiaries()));

CREATE POLICY confined ON api_keys AS RESTRICTIVE TO daybook_confined
  USING ((SELECT true FROM companies c WHERE c.organization_id = api_keys.organization_id AND c.id = api_keys.company_id));

-- An endpoint receives events of every subsidiary. Posting checks whether one exists (no event is kept without a subscriber), so
-- reading is allowed; the verbs refuse it.
CREATE POLICY confined ON webhook_endpoints AS RESTRICTIVE TO daybook_confined USING (true) WITH CHECK (false);
CREATE POLICY confined_update ON webhook_endpoints AS RESTRICTIVE FOR UPDATE TO daybook_confined USING (false);
CREATE POLICY confined_delete ON webhook_endpoints AS RESTRICTIVE FOR DELETE TO daybook_confined USING (false);
CREATE POLICY confined ON webhook_deliveries AS RESTRICTIVE TO daybook_confined USING (false);
CREATE POLICY confined ON outbox_events AS RESTRICTIVE FOR SELECT TO daybook_confined USING (false);

-- Whoever signs in by a provider may be anyone of the organization.
CREATE POLICY confined ON sign_in_providers AS RESTRICTIVE TO daybook_confined USING (false);
CREATE POLICY confined ON provider_people AS RESTRICTIVE TO daybook_confined USING (false);

-- A directory tells of everyone in the organization, and its groups give roles without regard to subsidiaries.
CREATE POLICY confined ON provisioning_tokens AS RESTRICTIVE TO daybook_confined USING (false);
CREATE POLICY confined ON provisioned_people AS RESTRICTIVE TO daybook_confined USING (false);
CREATE POLICY confined ON provisioned_groups AS RESTRICTIVE TO daybook_confined USING (false);
CREATE POLICY confined ON provisioned_group_members AS RESTRICTIVE TO daybook_confined USING (false);

-- Mail goes to anyone of the organization, also beyond a confined caller's reach. They may cause some, by an invitation.
CREATE POLICY confined ON mails AS RESTRICTIVE FOR SELECT TO daybook_confined USING (false);
