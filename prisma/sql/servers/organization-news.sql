-- Notes that an organization or its members changed, in the transaction that changes them, so that a crash cannot keep the directory
-- from hearing of it: src/db/identity/elsewhere copies what it must know, and removes the note. Runs with the owner's rights: the
-- application may only read and remove notes.
--
-- Refuses: nothing; an organization that is already noted stays noted once.
-- Locks: the row of organization_news.
-- Rule: docs/decisions/0015-servers.md.
-- Proved by: src/db/laws/organization-news.db.test.ts.
CREATE FUNCTION daybook_note_news() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  IF daybook_organization() IS NOT NULL THEN
    INSERT INTO organization_news (id) VALUES (daybook_organization()) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION daybook_note_news() FROM PUBLIC;

CREATE TRIGGER organizations_news AFTER INSERT OR UPDATE ON organizations
  FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_news();

CREATE TRIGGER memberships_news AFTER INSERT OR UPDATE OR DELETE ON memberships
  FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_news();
