-- When a view stops being shared, it is no longer the default of anyone but its owner.
--
-- Refuses: nothing.
-- Locks: the defaults of other people that refer to the view.
-- Rule: src/usecases/saved-views.
-- Proved by: src/usecases/saved-views/saved-views.db.test.ts.
CREATE FUNCTION daybook_forget_hidden_view() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM saved_view_defaults d
  WHERE d.organization_id = NEW.organization_id AND d.view_id = NEW.id AND d.user_id <> NEW.user_id;
  RETURN NULL;
END $$;

CREATE TRIGGER saved_views_hidden AFTER UPDATE ON saved_views
  FOR EACH ROW WHEN ((old.is_shared AND (NOT new.is_shared))) EXECUTE FUNCTION daybook_forget_hidden_view();
