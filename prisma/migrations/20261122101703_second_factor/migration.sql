-- A second factor beside the password: codes of an authenticator app, and recovery codes for the day it is lost.

-- The secret that the app shares, encrypted; without confirmed_at it was offered and not used yet. last_step: of the last code that
-- was accepted, since none counts twice. Global, like the person.
CREATE TABLE second_factors (
  user_id uuid NOT NULL,
  sealed_secret text NOT NULL,
  confirmed_at timestamptz(3),
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT second_factors_pkey PRIMARY KEY (user_id),
  CONSTRAINT second_factors_user_org_fk FOREIGN KEY (user_id) REFERENCES users (id)
);

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL,
  code_hash text NOT NULL,
  used_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_org_fk FOREIGN KEY (user_id) REFERENCES users (id)
);

-- When the person of a session proved a second factor, here or at their provider.
ALTER TABLE sessions ADD COLUMN second_factor_at timestamptz(3);

ALTER TABLE organizations ADD COLUMN requires_second_factor boolean NOT NULL DEFAULT false;

GRANT SELECT, INSERT, UPDATE, DELETE ON second_factors, recovery_codes TO daybook_app;
