-- Revaluations may run as often as one likes; each run is kept with what it saw.

-- One run of the revaluation of a period: every monetary balance of its last day as it found and left it. Append-only.
CREATE TABLE revaluations (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  period_id uuid NOT NULL,
  run_number integer NOT NULL,
  revalued_on date NOT NULL,
  base_currency_code text NOT NULL,
  balances jsonb NOT NULL,
  entry_id uuid,
  reversal_entry_id uuid,
  recorded_by uuid,
  recorded_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT revaluations_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT revaluations_entries_ck CHECK ((entry_id IS NULL) = (reversal_entry_id IS NULL)),
  CONSTRAINT revaluations_period_id_org_fk FOREIGN KEY (organization_id, period_id) REFERENCES fiscal_periods (organization_id, id),
  CONSTRAINT revaluations_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id)
    REFERENCES subsidiaries (organization_id, id)
);
CREATE UNIQUE INDEX revaluations_organization_id_period_id_run_number_key ON revaluations (organization_id, period_id, run_number);
CREATE INDEX revaluations_organization_id_subsidiary_id_revalued_on_idx ON revaluations (organization_id, subsidiary_id, revalued_on);

-- Row security, forced: not even the owner reads across organizations. Whom it lets through: prisma/sql/identity/tenant.sql.
ALTER TABLE revaluations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- What the application may do; it owns nothing.
GRANT SELECT, INSERT ON revaluations TO daybook_app;
