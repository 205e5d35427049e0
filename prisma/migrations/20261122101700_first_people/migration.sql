-- Links that work once: to make the first owner of an empty database, to join an organization, to choose a password.

-- Only the hash of the secret in the link is kept. Global: whoever holds the secret is not known yet, so there is no organization to
-- ask for.
CREATE TABLE one_time_links (
  id uuid NOT NULL,
  purpose text NOT NULL,
  secret_hash text NOT NULL,
  user_id uuid,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT one_time_links_pkey PRIMARY KEY (id),
  CONSTRAINT one_time_links_purpose_ck CHECK (purpose IN ('first_owner', 'password') AND (purpose = 'password') = (user_id IS NOT NULL)),
  CONSTRAINT one_time_links_user_org_fk FOREIGN KEY (user_id) REFERENCES users (id)
);
CREATE UNIQUE INDEX one_time_links_secret_hash_key ON one_time_links (secret_hash);
CREATE INDEX one_time_links_user_id_idx ON one_time_links (user_id);
CREATE INDEX one_time_links_expires_at_idx ON one_time_links (expires_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON one_time_links TO daybook_app;
