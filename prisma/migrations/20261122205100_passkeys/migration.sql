-- Passkeys (WebAuthn): what an authenticator of a person proves itself with. Only the public key is here. Global, like the person.
CREATE TABLE passkeys (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  credential_id text NOT NULL,
  public_key text NOT NULL,
  counter bigint NOT NULL,
  transports text[] DEFAULT ARRAY[]::text[],
  name text NOT NULL,
  is_backed_up boolean NOT NULL,
  last_used_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_user_org_fk FOREIGN KEY (user_id) REFERENCES users (id)
);
CREATE UNIQUE INDEX passkeys_credential_id_key ON passkeys (credential_id);
CREATE INDEX passkeys_user_id_idx ON passkeys (user_id);

-- A challenge that an authenticator is to sign, kept as a hash until it is answered or its five minutes are over. One to register or to
-- confirm is of one session; one to sign in is nobody's yet.
CREATE TABLE passkey_challenges (
  challenge_hash text NOT NULL,
  purpose text NOT NULL,
  session_id uuid,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge_hash),
  CONSTRAINT passkey_challenges_purpose_ck CHECK (purpose IN ('register', 'confirm', 'sign-in')),
  CONSTRAINT passkey_challenges_session_ck CHECK ((purpose = 'sign-in') = (session_id IS NULL))
);
CREATE INDEX passkey_challenges_expires_at_idx ON passkey_challenges (expires_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON passkeys, passkey_challenges TO daybook_app;
