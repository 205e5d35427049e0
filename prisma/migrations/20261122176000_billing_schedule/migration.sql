-- When an organization bills its subscriptions by itself, what it makes, and how far the present run is. One row an organization.

CREATE TABLE billing_schedules (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  is_on boolean NOT NULL,
  -- The day of each month; null: every day.
  day_of_month integer,
  -- The hour of that day, in the organization's time zone.
  hour integer NOT NULL,
  -- DRAFT: invoices are drafts; SUBMIT: they are proposed for approval.
  outcome text NOT NULL,
  -- Up to this day its hours have been kept, or had passed when it was switched on.
  settled_through date NOT NULL,
  -- The run: every period that had begun on this day is billed; null before the first.
  run_day date,
  -- The number of the subscription to go on after; null at the beginning and at the end.
  run_after text,
  run_done integer NOT NULL DEFAULT 0,
  run_billed integer NOT NULL DEFAULT 0,
  -- The subscriptions that could not be billed, with the reason: [{"subscriptionNumber": …, "message": …}].
  run_refused jsonb NOT NULL DEFAULT '[]',
  -- Who switched it on: it bills with their rights.
  owner_id uuid NOT NULL,
  owner_name text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT billing_schedules_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT billing_schedules_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT billing_schedules_day_ck CHECK (day_of_month BETWEEN 1 AND 28),
  CONSTRAINT billing_schedules_hour_ck CHECK (hour BETWEEN 0 AND 23),
  CONSTRAINT billing_schedules_outcome_ck CHECK (outcome IN ('DRAFT', 'SUBMIT'))
);
CREATE UNIQUE INDEX billing_schedules_organization_id_key ON billing_schedules (organization_id);

ALTER TABLE billing_schedules ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON billing_schedules TO daybook_app;
