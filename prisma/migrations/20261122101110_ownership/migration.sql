-- What a parent owns of a subsidiary is a dated fact: a change says from which day on, and never alters what was in force before.
-- Of two for the same day the one recorded last stands. Append-only. A subsidiary without a row here has always been owned as its
-- column says; the first change keeps that share as a row from the beginning.
CREATE TABLE ownership_interests (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  percent numeric(7,4) NOT NULL,
  effective_date date NOT NULL,
  reason text,
  recorded_by uuid,
  recorded_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT ownership_interests_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT ownership_interests_percent_ck CHECK (percent > 0 AND percent <= 100),
  CONSTRAINT ownership_interests_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id)
    REFERENCES subsidiaries (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ownership_interests_organization_id_subsidiary_id_effective_idx ON ownership_interests (organization_id,
  subsidiary_id, effective_date);

-- Row security, forced: not even the owner reads across organizations. Whom it lets through: prisma/sql/identity/tenant.sql.
ALTER TABLE ownership_interests ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- What the application may do; it owns nothing.
GRANT SELECT, INSERT ON ownership_interests TO daybook_app;
