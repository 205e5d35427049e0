-- Notes that an organization or its members changed, in the transaction that changes them, so that a crash cannot keep the directory
-- from learning of it: src/db/identity/elsewhere copies what it must know, and removes the note. Runs with the owner's rights: the
-- application may only read and remove notes.
-- At the directory, a placement that changes is noted too, and so are the organizations elsewhere of a person whose account changes.
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
    INSERT INTO organization_news (id) VALUES (daybook_organization())
    -- Locked even when it is there already: what copies waits for this transaction before it removes the note and looks.
    ON CONFLICT (id) DO UPDATE SET id = excluded.id;
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION daybook_note_news() FROM PUBLIC;

CREATE TRIGGER organizations_news AFTER INSERT OR UPDATE ON organizations
  FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_news();

CREATE TRIGGER memberships_news AFTER INSERT OR UPDATE OR DELETE ON memberships
  FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_news();

CREATE FUNCTION daybook_note_placement() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  INSERT INTO organization_news (id) VALUES (NEW.organization_id) ON CONFLICT (id) DO UPDATE SET id = excluded.id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION daybook_note_placement() FROM PUBLIC;

CREATE TRIGGER placements_news AFTER INSERT OR UPDATE ON placements
  FOR EACH ROW EXECUTE FUNCTION daybook_note_placement();

CREATE FUNCTION daybook_note_person() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  v_user text := current_setting('app.user_id', true);
BEGIN
  -- Row security shows a person's memberships to that person.
  PERFORM set_config('app.user_id', NEW.id::text, true);
  INSERT INTO organization_news (id)
  SELECT e.organization_id FROM memberships_elsewhere e WHERE e.user_id = NEW.id ORDER BY 1
  ON CONFLICT (id) DO UPDATE SET id = excluded.id;
  PERFORM set_config('app.user_id', coalesce(v_user, ''), true);
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION daybook_note_person() FROM PUBLIC;

CREATE TRIGGER users_news AFTER UPDATE OF email, name, is_disabled ON users
  FOR EACH ROW EXECUTE FUNCTION daybook_note_person();
