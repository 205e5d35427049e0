-- Who a person is at an identity provider, and what happened at the doors.

-- A person at an OpenID provider: the issuer and the subject, which the provider never gives to anyone else. Global like users.
CREATE TABLE user_identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT user_identities_pkey PRIMARY KEY (issuer, subject),
  CONSTRAINT user_identities_user_org_fk FOREIGN KEY (user_id) REFERENCES users (id)
);
-- One subject of a provider for each person: an address that the provider gives to someone else does not come with the account.
CREATE UNIQUE INDEX user_identities_user_id_issuer_key ON user_identities (user_id, issuer);

-- Sign-ins, refusals, rights and credentials of an organization. Append-only (prisma/sql/identity/security-log.sql).
CREATE TABLE security_log (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  occurred_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  event text NOT NULL,
  actor_kind text NOT NULL,
  actor_id uuid,
  actor_name text,
  session_id uuid,
  address text,
  user_agent text,
  surface text NOT NULL,
  request_id text,
  detail jsonb NOT NULL DEFAULT '{}',
  CONSTRAINT security_log_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT security_log_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations (id)
);

ALTER TABLE security_log ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT ON security_log TO daybook_app;
GRANT SELECT, INSERT ON user_identities TO daybook_app;
