-- The steps of founding real books: what an organization answered and what was made of it. A step that is not here is still open.

CREATE TABLE founding_steps (
  organization_id uuid NOT NULL,
  step text NOT NULL,
  step_state text NOT NULL,
  answers jsonb NOT NULL DEFAULT '{}',
  made jsonb NOT NULL DEFAULT '[]',
  done_by uuid,
  done_by_name text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT founding_steps_pkey PRIMARY KEY (organization_id, step),
  CONSTRAINT founding_steps_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT founding_steps_step_ck CHECK (step IN ('COMPANY', 'CHART', 'CALENDAR', 'TAXES', 'NUMBERS', 'RULES', 'REVENUE', 'PEOPLE')),
  CONSTRAINT founding_steps_state_ck CHECK (step_state IN ('DONE', 'SKIPPED'))
);

ALTER TABLE founding_steps ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

GRANT SELECT, INSERT, UPDATE, DELETE ON founding_steps TO daybook_app;

-- When somebody said that the checklist on Home is no longer wanted. Books that exist already were set up without it.
ALTER TABLE organizations ADD COLUMN founding_dismissed_at timestamptz(3);
UPDATE organizations SET founding_dismissed_at = CURRENT_TIMESTAMP;
