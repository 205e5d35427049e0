-- The filters of a list under a name: a person's own, or shared with the organization; and the one a person's list opens with.
CREATE TABLE saved_views (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  screen text NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  is_shared boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT saved_views_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT saved_views_screen_ck CHECK (screen IN ('transactions', 'invoices', 'payments', 'customers', 'prospects', 'contracts')),
  CONSTRAINT saved_views_name_ck CHECK (char_length(name) BETWEEN 1 AND 60 AND name = btrim(name) AND name !~ '[[:cntrl:]]'),
  CONSTRAINT saved_views_query_ck CHECK (char_length(query) <= 2000 AND query NOT LIKE '?%')
);
-- One person's views on one list have different names, letters' case aside.
CREATE UNIQUE INDEX saved_views_name_sql_idx ON saved_views (organization_id, user_id, screen, lower(name));
CREATE INDEX saved_views_shared_sql_idx ON saved_views (organization_id, screen) WHERE is_shared;
CREATE TRIGGER saved_views_touch BEFORE UPDATE ON saved_views FOR EACH ROW EXECUTE FUNCTION daybook_touch();
SELECT daybook_secure_tenant_table('saved_views');

CREATE TABLE saved_view_defaults (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  screen text NOT NULL,
  view_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT saved_view_defaults_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT saved_view_defaults_organization_id_user_id_screen_key UNIQUE (organization_id, user_id, screen),
  -- Goes when the view goes.
  CONSTRAINT saved_view_defaults_view_id_org_fk FOREIGN KEY (organization_id, view_id)
    REFERENCES saved_views (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX saved_view_defaults_view_id_sql_idx ON saved_view_defaults (organization_id, view_id);
SELECT daybook_secure_tenant_table('saved_view_defaults');

-- A list opens with a view of its own that its reader can see: from the start, and when the view stops being shared.
CREATE FUNCTION daybook_default_view_is_seen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- FOR SHARE: a view that stops being shared at this moment waits, or is waited for.
  PERFORM 1 FROM saved_views v WHERE v.organization_id = NEW.organization_id AND v.id = NEW.view_id
    AND v.screen = NEW.screen AND (v.is_shared OR v.user_id = NEW.user_id) FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a list opens with a view of its own that its reader can see' USING ERRCODE = '23514', CONSTRAINT = 'saved_view_defaults_seen_ck';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER saved_view_defaults_seen BEFORE INSERT OR UPDATE ON saved_view_defaults
  FOR EACH ROW EXECUTE FUNCTION daybook_default_view_is_seen();

CREATE FUNCTION daybook_forget_hidden_view() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM saved_view_defaults d
  WHERE d.organization_id = NEW.organization_id AND d.view_id = NEW.id AND d.user_id <> NEW.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER saved_views_hidden AFTER UPDATE ON saved_views
  FOR EACH ROW WHEN (OLD.is_shared AND NOT NEW.is_shared) EXECUTE FUNCTION daybook_forget_hidden_view();

-- Whose view it is, and of which list, stays as it was made.
CREATE FUNCTION daybook_view_stays_whose() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a saved view keeps its maker and its list' USING ERRCODE = '23514', CONSTRAINT = 'saved_views_whose_ck';
END $$;
CREATE TRIGGER saved_views_whose BEFORE UPDATE ON saved_views FOR EACH ROW
  WHEN (OLD.user_id <> NEW.user_id OR OLD.screen <> NEW.screen) EXECUTE FUNCTION daybook_view_stays_whose();
