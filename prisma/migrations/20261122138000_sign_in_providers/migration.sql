-- OpenID providers that belong to one organization.

CREATE TABLE sign_in_providers (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  issuer text NOT NULL,
  client_id text NOT NULL,
  sealed_secret text NOT NULL,
  joining_roles text[] DEFAULT ARRAY[]::text[],
  record_status text NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT sign_in_providers_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT sign_in_providers_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations (id)
);
CREATE UNIQUE INDEX sign_in_providers_organization_id_name_key ON sign_in_providers (organization_id, name);

-- Who a person is at such a provider. Not among user_identities: what an organization's own provider says counts in that
-- organization only.
CREATE TABLE provider_people (
  organization_id uuid NOT NULL,
  provider_id uuid NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT provider_people_pkey PRIMARY KEY (organization_id, provider_id, subject),
  CONSTRAINT provider_people_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT provider_people_provider_org_fk FOREIGN KEY (organization_id, provider_id)
    REFERENCES sign_in_providers (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT provider_people_user_org_fk FOREIGN KEY (user_id) REFERENCES users (id)
);
CREATE UNIQUE INDEX provider_people_organization_id_provider_id_user_id_key ON provider_people (organization_id, provider_id, user_id);

-- A session that such a provider began opens that organization and no other.
ALTER TABLE sessions ADD COLUMN confined_organization_id uuid, ADD COLUMN sign_in_provider_id uuid;
ALTER TABLE sessions ADD CONSTRAINT sessions_provider_ck CHECK (sign_in_provider_id IS NULL OR confined_organization_id IS NOT NULL);

ALTER TABLE sign_in_providers ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE provider_people ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_providers, provider_people TO daybook_app;
