-- Identity: tenants, people, their roles and their credentials. Organizations are the tenants; organization_id comes first in the
-- keys of every tenant table, so that no reference can cross from one tenant to another.

-- The tenant itself.
CREATE TABLE organizations (
  id uuid NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  base_currency text NOT NULL,
  fiscal_year_start_month integer NOT NULL DEFAULT 1,
  time_zone text NOT NULL DEFAULT 'UTC',
  segregation_of_duties text NOT NULL DEFAULT 'off',
  segregation_threshold numeric(20,4),
  is_demo boolean NOT NULL DEFAULT false,
  record_status text NOT NULL DEFAULT 'active',
  created_by uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT organizations_pkey PRIMARY KEY (id),
  CONSTRAINT organizations_fiscal_start_ck CHECK (fiscal_year_start_month BETWEEN 1 AND 12),
  CONSTRAINT organizations_record_status_ck CHECK (record_status IN ('active', 'inactive', 'archived')),
  CONSTRAINT organizations_segregation_ck CHECK (segregation_of_duties IN ('off', 'enforce'))
);
CREATE UNIQUE INDEX organizations_slug_key ON organizations (slug);

-- People who sign in. Global: a person may belong to several organizations, so there is no organization_id here.
CREATE TABLE users (
  id uuid NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  password_hash text,
  is_disabled boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT users_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX users_email_key ON users (email);

-- A person's roles in one organization, optionally confined to some subsidiaries.
CREATE TABLE memberships (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  roles text[] DEFAULT ARRAY[]::text[],
  subsidiary_ids uuid[] DEFAULT ARRAY[]::uuid[],
  record_status text NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT memberships_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT memberships_record_status_ck CHECK (record_status IN ('active', 'inactive', 'archived')),
  CONSTRAINT memberships_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT memberships_user_org_fk FOREIGN KEY (user_id) REFERENCES users (id)
);
CREATE UNIQUE INDEX memberships_organization_id_user_id_key ON memberships (organization_id, user_id);
CREATE INDEX memberships_user_id_idx ON memberships (user_id);

-- One signed-in browser or one token family; revoking it ends every token that names it.
CREATE TABLE sessions (
  id uuid NOT NULL,
  user_id uuid,
  api_client_id uuid,
  signed_in_organization_id uuid,
  refresh_token_hash text,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  user_agent text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_user_org_fk FOREIGN KEY (user_id) REFERENCES users (id)
);
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);
CREATE UNIQUE INDEX sessions_refresh_token_hash_key ON sessions (refresh_token_hash);
-- Expired sessions are deleted by their end date; a person's sessions are listed and revoked together.
CREATE INDEX sessions_user_id_idx ON sessions (user_id);

-- Credentials of an external system for surface D; the secret is kept only as a hash.
CREATE TABLE api_keys (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  secret_hash text NOT NULL,
  company_id uuid NOT NULL,
  scopes text[] DEFAULT ARRAY[]::text[],
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  created_by uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT api_keys_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX api_keys_company_id_sql_idx ON api_keys (organization_id, company_id) WHERE company_id IS NOT NULL;
CREATE UNIQUE INDEX api_keys_organization_id_prefix_key ON api_keys (organization_id, prefix);

-- Credentials of an external system for surfaces A, B and C (OAuth client_credentials).
CREATE TABLE api_clients (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  client_id text NOT NULL,
  secret_hash text NOT NULL,
  roles text[] DEFAULT ARRAY[]::text[],
  subsidiary_ids uuid[] DEFAULT ARRAY[]::uuid[],
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  created_by uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT api_clients_pkey PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX api_clients_organization_id_client_id_key ON api_clients (organization_id, client_id);

-- Failed sign-ins of one account name or one address, whether or not the account exists, so that a lockout does not reveal which
-- accounts exist. Global.
CREATE TABLE sign_in_guards (
  key text NOT NULL,
  failures integer NOT NULL,
  window_started_at timestamptz(3) NOT NULL,
  blocked_until timestamptz(3),
  CONSTRAINT sign_in_guards_pkey PRIMARY KEY (key)
);
CREATE INDEX sign_in_guards_window_started_at_idx ON sign_in_guards (window_started_at);

-- The requests of a key, exactly per minute and in ten-minute steps per day; see daybook_take_rate. Not tenant data: a key is
-- counted before anything but its id is known.
CREATE TABLE rate_counters (
  key text NOT NULL,
  minute_hits bigint[] DEFAULT ARRAY[]::bigint[],
  day_steps bigint[] DEFAULT ARRAY[]::bigint[],
  day_counts integer[] DEFAULT ARRAY[]::integer[],
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT rate_counters_pkey PRIMARY KEY (key)
) WITH (fillfactor = 50);

-- Only the ids of all organizations: jobs must know for whom to work, while row security shows the application one organization
-- at a time.
CREATE TABLE known_organizations (
  id uuid NOT NULL,
  CONSTRAINT known_organizations_pkey PRIMARY KEY (id)
);

-- Row security is forced: not even the owner reads across organizations. The policies are in prisma/sql/identity/tenant.sql.
ALTER TABLE organizations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE memberships ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE api_clients ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- The application's grants; it owns nothing.
GRANT SELECT, INSERT, UPDATE ON organizations, users TO daybook_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON memberships, sessions, api_keys, api_clients, sign_in_guards, rate_counters TO
  daybook_app;
GRANT SELECT ON known_organizations TO daybook_app;
