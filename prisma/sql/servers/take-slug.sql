-- Gives a short name to an organization. At the directory organization_slugs holds the short names of all organizations, so that each means
-- one of them, on whichever server its books are. The organizations of a server take theirs by a trigger; one on another server takes
-- it at the directory just before it takes it at home. With the owner's rights, because the application may only read the table.
--
-- Refuses: a short name that another organization has (unique_violation, told as that of organizations).
-- Locks: the row of the short name.
-- Rule: docs/decisions/0015-servers.md.
-- Proved by: src/db/laws/organization-news.db.test.ts.
CREATE FUNCTION daybook_take_slug(p_organization uuid, p_slug text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  INSERT INTO organization_slugs (slug, id) VALUES (p_slug, p_organization)
  ON CONFLICT (id) DO UPDATE SET slug = excluded.slug;
EXCEPTION WHEN unique_violation THEN
  RAISE unique_violation USING MESSAGE = format('the short name %s belongs to another organization', p_slug),
    DETAIL = format('Key (slug)=(%s) already exists.', p_slug), TABLE = 'organizations', CONSTRAINT = 'organizations_slug_key';
END $$;
REVOKE ALL ON FUNCTION daybook_take_slug(uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION daybook_take_slug(uuid, text) TO daybook_app;

CREATE FUNCTION daybook_know_slug() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM daybook_take_slug(NEW.id, NEW.slug);
  RETURN NULL;
END $$;

CREATE TRIGGER organizations_slug AFTER INSERT OR UPDATE OF slug ON organizations
  FOR EACH ROW EXECUTE FUNCTION daybook_know_slug();
