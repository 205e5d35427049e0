-- More than one PostgreSQL server: where an organization's books are, whether they may be written here, and what the directory must
-- know of organizations that are elsewhere. Every server has these tables; the directory is the server of DATABASE_URL.

-- At the directory: the server of an organization's books. One without a row is on "main", the directory itself.
CREATE TABLE placements (
  organization_id uuid NOT NULL,
  server text NOT NULL,
  state text NOT NULL DEFAULT 'SETTLED',
  moved_at timestamptz(3),
  epoch bigint NOT NULL DEFAULT 0,
  CONSTRAINT placements_pkey PRIMARY KEY (organization_id),
  CONSTRAINT placements_server_ck CHECK (server ~ '^[a-z][a-z0-9_]{0,39}$'),
  CONSTRAINT placements_state_ck CHECK (state IN ('SETTLED', 'MOVING'))
);

-- On each server: organizations that may not be written here, because they are being moved away or have gone. No row: open.
CREATE TABLE organization_gates (
  organization_id uuid NOT NULL,
  state text NOT NULL,
  changed_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT organization_gates_pkey PRIMARY KEY (organization_id),
  CONSTRAINT organization_gates_state_ck CHECK (state IN ('OPEN', 'CLOSED', 'GONE'))
);

-- At the directory: whose a short name is, wherever the books are. Elsewhere: of the organizations there only.
CREATE TABLE organization_slugs (
  slug text NOT NULL,
  id uuid NOT NULL,
  CONSTRAINT organization_slugs_pkey PRIMARY KEY (slug),
  CONSTRAINT organization_slugs_id_key UNIQUE (id)
);
ALTER TABLE organizations NO FORCE ROW LEVEL SECURITY;
INSERT INTO organization_slugs (slug, id) SELECT slug, id FROM organizations;
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;

-- On each server: organizations whose name, state or members changed and were not told to the directory yet. Ids only.
CREATE TABLE organization_news (
  id uuid NOT NULL,
  CONSTRAINT organization_news_pkey PRIMARY KEY (id)
);

-- At the directory: the active memberships in organizations whose books are on other servers, a copy for choosing one at sign-in.
-- Rights are read where the books are.
CREATE TABLE memberships_elsewhere (
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  organization_name text NOT NULL,
  organization_slug text NOT NULL,
  base_currency text NOT NULL,
  is_demo boolean NOT NULL,
  is_closed boolean NOT NULL,
  roles text[] NOT NULL DEFAULT '{}',
  scope uuid[] NOT NULL DEFAULT '{}',
  joined_at timestamptz(3) NOT NULL,
  CONSTRAINT memberships_elsewhere_pkey PRIMARY KEY (organization_id, user_id)
);
CREATE INDEX memberships_elsewhere_user_id_idx ON memberships_elsewhere (user_id);
ALTER TABLE memberships_elsewhere ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- What changes state belongs to the owner: an application that could open a gate could write to both sides of a move.
GRANT SELECT, INSERT, DELETE ON placements TO daybook_app;
GRANT SELECT ON organization_gates TO daybook_app;
GRANT SELECT ON organization_slugs TO daybook_app;
GRANT SELECT, DELETE ON organization_news TO daybook_app;
GRANT SELECT, INSERT, DELETE ON memberships_elsewhere TO daybook_app;
