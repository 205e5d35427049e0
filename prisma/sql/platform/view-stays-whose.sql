-- A view's owner and list never change.
--
-- Refuses: an update of a saved view's user or screen (check_violation, saved_views_whose_ck).
-- Locks: none.
-- Rule: src/usecases/saved-views.
-- Proved by: src/usecases/saved-views/saved-views.db.test.ts.
CREATE FUNCTION daybook_view_stays_whose() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'a saved view keeps its maker and its list' USING ERRCODE = '23514', CONSTRAINT = 'saved_views_whose_ck';
END $$;

CREATE TRIGGER saved_views_whose BEFORE UPDATE ON saved_views
  FOR EACH ROW WHEN (((old.user_id <> new.user_id) OR (old.screen <> new.screen))) EXECUTE FUNCTION daybook_view_stays_whose();
