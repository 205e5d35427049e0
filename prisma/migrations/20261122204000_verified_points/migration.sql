-- Up to where an organization's books were last found sound: the ends of its chains then. An incremental verification begins there and
-- takes what is before as it is; whole_at says when everything was read last.
CREATE TABLE verified_points (
  organization_id uuid NOT NULL,
  audit_sequence bigint NOT NULL,
  audit_hash text NOT NULL,
  ledger_sequence bigint NOT NULL,
  ledger_hash text NOT NULL,
  security_sequence bigint NOT NULL,
  security_hash text NOT NULL,
  checked_at timestamptz(3) NOT NULL,
  whole_at timestamptz(3) NOT NULL,
  CONSTRAINT verified_points_pkey PRIMARY KEY (organization_id),
  CONSTRAINT verified_points_whole_first_ck CHECK (whole_at <= checked_at)
);

ALTER TABLE verified_points ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON verified_points TO daybook_app;
