-- A list opens with a saved view of its own screen that its reader can see: their own, or a shared one.
--
-- Refuses: any other, and one deleted at the same moment (foreign_key_violation, saved_view_defaults_view_id_org_fk).
-- Locks: the view, FOR SHARE, so that it cannot stop being shared at the same moment.
-- Rule: docs/guides/accountants.md; src/usecases/saved-views.
-- Proved by: src/usecases/saved-views/saved-views.db.test.ts.
CREATE FUNCTION daybook_default_view_is_seen() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  -- FOR SHARE, so that the view cannot stop being shared at the same moment.
  PERFORM 1 FROM saved_views v WHERE v.organization_id = NEW.organization_id AND v.id = NEW.view_id
    AND v.screen = NEW.screen AND (v.is_shared OR v.user_id = NEW.user_id) FOR SHARE;
  IF NOT FOUND THEN
    RAISE foreign_key_violation USING MESSAGE = 'a list opens with a view of its own that its reader can see',
      TABLE = 'saved_view_defaults', CONSTRAINT = 'saved_view_defaults_view_id_org_fk';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER saved_view_defaults_seen BEFORE INSERT OR UPDATE ON saved_view_defaults
  FOR EACH ROW EXECUTE FUNCTION daybook_default_view_is_seen();
