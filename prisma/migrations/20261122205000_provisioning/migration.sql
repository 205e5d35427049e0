-- People and groups that an organization's directory tells of by SCIM 2.0 (RFC 7643, RFC 7644).

-- What the directory shows with every request; kept only as a hash.
CREATE TABLE provisioning_tokens (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  secret_hash text NOT NULL,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  created_by uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT provisioning_tokens_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT provisioning_tokens_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations (id)
);
CREATE UNIQUE INDEX provisioning_tokens_organization_id_prefix_key ON provisioning_tokens (organization_id, prefix);

-- A person as the directory tells of them. Account and membership are found by the address, which nobody changes once there is one:
-- whoever has an account elsewhere joins by signing in, not by being told of.
CREATE TABLE provisioned_people (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  external_id text,
  user_name text NOT NULL,
  email text NOT NULL,
  display_name text,
  given_name text,
  family_name text,
  is_active boolean NOT NULL DEFAULT true,
  given_roles text[] DEFAULT ARRAY[]::text[],
  given_custom_role_ids uuid[] DEFAULT ARRAY[]::uuid[],
  invited_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT provisioned_people_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT provisioned_people_email_ck CHECK (email = lower(email)),
  CONSTRAINT provisioned_people_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations (id)
);
CREATE UNIQUE INDEX provisioned_people_organization_id_email_key ON provisioned_people (organization_id, email);
CREATE UNIQUE INDEX provisioned_people_organization_id_external_id_key ON provisioned_people (organization_id, external_id);
CREATE UNIQUE INDEX provisioned_people_user_name_sql_idx ON provisioned_people (organization_id, lower(user_name));

-- A group of the directory, and the roles that an administrator has given it here.
CREATE TABLE provisioned_groups (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  external_id text,
  display_name text NOT NULL,
  roles text[] DEFAULT ARRAY[]::text[],
  custom_role_ids uuid[] DEFAULT ARRAY[]::uuid[],
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT provisioned_groups_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT provisioned_groups_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations (id)
);
CREATE UNIQUE INDEX provisioned_groups_organization_id_external_id_key ON provisioned_groups (organization_id, external_id);
CREATE UNIQUE INDEX provisioned_groups_display_name_sql_idx ON provisioned_groups (organization_id, lower(display_name));

CREATE TABLE provisioned_group_members (
  organization_id uuid NOT NULL,
  group_id uuid NOT NULL,
  person_id uuid NOT NULL,
  CONSTRAINT provisioned_group_members_pkey PRIMARY KEY (organization_id, group_id, person_id),
  CONSTRAINT provisioned_group_members_group_id_org_fk FOREIGN KEY (organization_id, group_id)
    REFERENCES provisioned_groups (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT provisioned_group_members_person_id_org_fk FOREIGN KEY (organization_id, person_id)
    REFERENCES provisioned_people (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX provisioned_group_members_organization_id_person_id_idx ON provisioned_group_members (organization_id, person_id);

ALTER TABLE provisioning_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE provisioned_people ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE provisioned_groups ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE provisioned_group_members ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON provisioned_people, provisioned_groups, provisioned_group_members TO daybook_app;
-- A token is revoked, not deleted: what it did stays known by its name.
GRANT SELECT, INSERT, UPDATE ON provisioning_tokens TO daybook_app;
