-- Only the ids of all organizations: jobs must know whom they work for, while row security shows the application one organization at
-- a time. Ids are not secret (they are sent in headers); names and everything else stay protected. Runs with the owner's rights,
-- because the application may only read the list.
--
-- Refuses: nothing; an id that is already listed stays as it is.
-- Locks: the new row of known_organizations.
-- Rule: docs/decisions/0008-background-work.md.
-- Proved by: src/jobs/house-jobs.db.test.ts.
CREATE FUNCTION daybook_know_organization() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
BEGIN
  INSERT INTO known_organizations (id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION daybook_know_organization() FROM PUBLIC;

CREATE TRIGGER organizations_known AFTER INSERT ON organizations
  FOR EACH ROW EXECUTE FUNCTION daybook_know_organization();
