-- A caller confined to subsidiaries neither sees, changes nor hands out a reach wider than their own. For members and API clients an
-- empty list is the widest; a company without subsidiaries opens nothing to its keys.
--
-- Refuses: reading hides, writing raises (insufficient_privilege, 'policy "confined"').
-- Locks: none.
-- Rule: docs/house.md, "Tenancy".
-- Proved by: src/db/laws/confined-rooms.db.test.ts, src/usecases/members/reach.db.test.ts.
CREATE POLICY confined ON api_clients AS RESTRICTIVE TO daybook_confined
  USING (subsidiary_ids <> '{}' AND subsidiary_ids <@ (SELECT daybook_subsidiaries()))
  WITH CHECK (subsidiary_ids <> '{}' AND subsidiary_ids <@ (SELECT daybook_subsidiaries()));

-- One's own membership of another organization is seen, or its name could not be (own_organizations).
CREATE POLICY confined ON memberships AS RESTRICTIVE TO daybook_confined
  USING (user_id = daybook_user() OR subsidiary_ids <> '{}' AND subsidiary_ids <@ (SELECT daybook_subsidiaries()))
  WITH CHECK (subsidiary_ids <> '{}' AND subsidiary_ids <@ (SELECT daybook_subsidiaries()));

CREATE POLICY confined ON companies AS RESTRICTIVE TO daybook_confined
  USING (subsidiary_ids <@ (SELECT daybook_subsidiaries())) WITH CHECK (subsidiary_ids <@ (SELECT daybook_subsidiaries()));

CREATE POLICY confined ON api_keys AS RESTRICTIVE TO daybook_confined
  USING ((SELECT true FROM companies c WHERE c.organization_id = api_keys.organization_id AND c.id = api_keys.company_id));

-- An endpoint hears of every subsidiary. That there is one is what posting asks (no event is kept for nobody), so reading stays; the
-- verbs refuse it.
CREATE POLICY confined ON webhook_endpoints AS RESTRICTIVE TO daybook_confined USING (true) WITH CHECK (false);
CREATE POLICY confined_update ON webhook_endpoints AS RESTRICTIVE FOR UPDATE TO daybook_confined USING (false);
CREATE POLICY confined_delete ON webhook_endpoints AS RESTRICTIVE FOR DELETE TO daybook_confined USING (false);
CREATE POLICY confined ON webhook_deliveries AS RESTRICTIVE TO daybook_confined USING (false);
CREATE POLICY confined ON outbox_events AS RESTRICTIVE FOR SELECT TO daybook_confined USING (false);
