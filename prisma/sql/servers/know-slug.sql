-- Keeps organization_slugs beside the organizations of this server. At the directory it also holds the short names of organizations on
-- other servers, so that a short name means one organization everywhere. Runs with the owner's rights, like the list of known ids.
--
-- Refuses: a short name that another organization has, on whichever server (unique_violation, organization_slugs_pkey).
-- Locks: the row of the short name.
-- Rule: docs/decisions/0015-servers.md.
-- Proved by: src/db/laws/organization-news.db.test.ts.
CREATE FUNCTION daybook_know_slug() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  INSERT INTO organization_slugs (slug, organization_id) VALUES (NEW.slug, NEW.id)
  ON CONFLICT (organization_id) DO UPDATE SET slug = excluded.slug;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION daybook_know_slug() FROM PUBLIC;

CREATE TRIGGER organizations_slug AFTER INSERT OR UPDATE OF slug ON organizations
  FOR EACH ROW EXECUTE FUNCTION daybook_know_slug();
