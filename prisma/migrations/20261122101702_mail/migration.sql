-- Mail to people: what is to be sent, what was sent, and why not. The body with its link is kept encrypted until it is delivered.

CREATE TABLE mails (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  sealed_body text,
  link_hash text,
  delivery_state text NOT NULL DEFAULT 'PENDING',
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  last_error text,
  file_name text,
  sent_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT mails_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT mails_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT mails_kind_ck CHECK (kind IN ('invitation', 'password')),
  CONSTRAINT mails_body_ck CHECK (delivery_state = 'PENDING' OR sealed_body IS NULL),
  CONSTRAINT mails_state_ck CHECK (delivery_state IN ('PENDING', 'SENT', 'FILED', 'FAILED', 'OBSOLETE'))
);
-- Few wait at a time; most have been sent.
CREATE INDEX mails_pending_sql_idx ON mails (organization_id, next_attempt_at) WHERE delivery_state = 'PENDING';
CREATE INDEX mails_filed_sql_idx ON mails (organization_id) WHERE file_name IS NOT NULL;

ALTER TABLE mails ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

GRANT SELECT, INSERT, UPDATE, DELETE ON mails TO daybook_app;
