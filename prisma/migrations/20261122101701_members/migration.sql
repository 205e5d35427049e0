-- Members by invitation, and roles that an organization makes of the list of permissions.

CREATE TABLE custom_roles (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  description text,
  permissions text[] NOT NULL DEFAULT ARRAY[]::text[],
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT custom_roles_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT custom_roles_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations (id)
);
CREATE UNIQUE INDEX custom_roles_organization_id_name_key ON custom_roles (organization_id, name);

-- The roles a member has beside the built-in ones. An array has no foreign key: a role that a member has is not deleted.
ALTER TABLE memberships ADD COLUMN custom_role_ids uuid[] DEFAULT ARRAY[]::uuid[];

-- An invitation to an address. Only the hash of the secret in its link is kept.
CREATE TABLE invitations (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  roles text[] DEFAULT ARRAY[]::text[],
  custom_role_ids uuid[] DEFAULT ARRAY[]::uuid[],
  subsidiary_ids uuid[] DEFAULT ARRAY[]::uuid[],
  secret_hash text,
  invitation_status text NOT NULL DEFAULT 'PENDING',
  expires_at timestamptz(3) NOT NULL,
  invited_by uuid,
  accepted_by uuid,
  accepted_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT invitations_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT invitations_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT invitations_secret_ck CHECK (invitation_status = 'PENDING' OR secret_hash IS NULL),
  CONSTRAINT invitations_status_ck CHECK (invitation_status IN ('PENDING', 'ACCEPTED', 'WITHDRAWN'))
);
CREATE UNIQUE INDEX invitations_organization_id_secret_hash_key ON invitations (organization_id, secret_hash);
-- One invitation of an address at a time; another one replaces its link.
CREATE UNIQUE INDEX invitations_pending_email_sql_idx ON invitations (organization_id, email) WHERE invitation_status = 'PENDING';

ALTER TABLE custom_roles ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE invitations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

GRANT SELECT, INSERT, UPDATE, DELETE ON custom_roles, invitations TO daybook_app;
