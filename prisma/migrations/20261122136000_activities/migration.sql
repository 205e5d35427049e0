-- What a lead became, and what was done about leads and prospects: calls, e-mails, meetings, notes and tasks.

ALTER TABLE leads
  ADD COLUMN converted_customer_id uuid,
  ADD COLUMN converted_prospect_id uuid,
  ADD CONSTRAINT leads_converted_customer_id_org_fk FOREIGN KEY (organization_id, converted_customer_id) REFERENCES customers (organization_id, id),
  ADD CONSTRAINT leads_converted_prospect_id_org_fk FOREIGN KEY (organization_id, converted_prospect_id) REFERENCES prospects (organization_id, id);
CREATE INDEX leads_converted_customer_id_sql_idx ON leads (organization_id, converted_customer_id) WHERE converted_customer_id IS NOT NULL;
CREATE INDEX leads_converted_prospect_id_sql_idx ON leads (organization_id, converted_prospect_id) WHERE converted_prospect_id IS NOT NULL;

CREATE TABLE activities (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  prospect_id uuid,
  lead_id uuid,
  activity_kind text NOT NULL,
  happens_on date NOT NULL,
  summary text NOT NULL,
  details text,
  is_done boolean NOT NULL DEFAULT true,
  created_by uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT activities_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT activities_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT activities_prospect_id_org_fk FOREIGN KEY (organization_id, prospect_id) REFERENCES prospects (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT activities_lead_id_org_fk FOREIGN KEY (organization_id, lead_id) REFERENCES leads (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT activities_kind_ck CHECK (activity_kind IN ('CALL', 'EMAIL', 'MEETING', 'NOTE', 'TASK')),
  CONSTRAINT activities_about_ck CHECK (num_nonnulls(prospect_id, lead_id) = 1)
);
CREATE INDEX activities_prospect_id_sql_idx ON activities (organization_id, prospect_id, happens_on) WHERE prospect_id IS NOT NULL;
CREATE INDEX activities_lead_id_sql_idx ON activities (organization_id, lead_id, happens_on) WHERE lead_id IS NOT NULL;

ALTER TABLE activities ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

GRANT SELECT, INSERT, UPDATE, DELETE ON activities TO daybook_app;
