-- Fiscal calendars other than months: how years are divided, and who follows which from which day. Revenue is planned and run by the
-- periods of the books: a period that is not a calendar month is called after its last day.

CREATE TABLE fiscal_calendars (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  pattern text NOT NULL,
  start_month integer NOT NULL,
  first_weekday integer NOT NULL DEFAULT 1,
  week_rule text NOT NULL DEFAULT 'NEAREST',
  extra_week_in integer,
  adjustment_period boolean NOT NULL DEFAULT false,
  recorded_by uuid,
  recorded_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT fiscal_calendars_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT fiscal_calendars_pattern_ck CHECK (pattern IN ('MONTHLY', '4-4-5', '4-5-4', '5-4-4', '13x4')),
  CONSTRAINT fiscal_calendars_week_rule_ck CHECK (week_rule IN ('NEAREST', 'LAST')),
  CONSTRAINT fiscal_calendars_days_ck CHECK (start_month BETWEEN 1 AND 12 AND first_weekday BETWEEN 1 AND 7),
  CONSTRAINT fiscal_calendars_extra_week_ck CHECK (extra_week_in BETWEEN 1 AND CASE WHEN pattern = '13x4' THEN 13 ELSE 12 END)
);
CREATE UNIQUE INDEX fiscal_calendars_organization_id_name_key ON fiscal_calendars (organization_id, name);

-- Who follows a calendar from a day on; without a subsidiary, every one that has named none itself. Of two from the same day the one
-- recorded last stands. Append-only.
CREATE TABLE calendar_adoptions (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  subsidiary_id uuid,
  calendar_id uuid NOT NULL,
  first_day date NOT NULL,
  recorded_by uuid,
  recorded_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT calendar_adoptions_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT calendar_adoptions_calendar_id_org_fk FOREIGN KEY (organization_id, calendar_id)
    REFERENCES fiscal_calendars (organization_id, id),
  CONSTRAINT calendar_adoptions_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id)
    REFERENCES subsidiaries (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX calendar_adoptions_organization_id_subsidiary_id_idx ON calendar_adoptions (organization_id, subsidiary_id);
CREATE INDEX calendar_adoptions_calendar_id_sql_idx ON calendar_adoptions (organization_id, calendar_id);

-- A run is of a month, or of a period that is called after its last day.
ALTER TABLE revenue_runs DROP CONSTRAINT revenue_runs_period_ck,
  ADD CONSTRAINT revenue_runs_period_ck CHECK (period ~ '^\d{4}-(0[1-9]|1[0-2])(-\d{2})?$');
ALTER TABLE revenue_reclassifications DROP CONSTRAINT revenue_reclassifications_period_ck,
  ADD CONSTRAINT revenue_reclassifications_period_ck CHECK (period ~ '^\d{4}-(0[1-9]|1[0-2])(-\d{2})?$');

-- Row security, forced: not even the owner reads across organizations. Whom it lets through: prisma/sql/identity/tenant.sql.
ALTER TABLE calendar_adoptions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE fiscal_calendars ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- What the application may do; it owns nothing.
GRANT SELECT, INSERT ON calendar_adoptions, fiscal_calendars TO daybook_app;
