-- The security log is chained like the audit trail, and kept for as long as the organization says, at least two years.

-- Which transaction wrote a row: rows are sealed in commit order.
ALTER TABLE security_log ADD COLUMN inserted_in_transaction bigint NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint;
CREATE INDEX security_log_transaction_sql_idx ON security_log (organization_id, inserted_in_transaction)
  WHERE inserted_in_transaction >= 0;

-- Each organization's security log in commit order, each hash covering the row and the hash before it. The seal of a row that was
-- removed when its time was over stays, without the row.
CREATE TABLE security_seals (
  organization_id uuid NOT NULL,
  sequence bigint NOT NULL,
  event_id uuid,
  previous_hash text NOT NULL,
  hash text NOT NULL,
  sealed_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT security_seals_pkey PRIMARY KEY (organization_id, sequence),
  CONSTRAINT security_seals_event_id_org_fk FOREIGN KEY (organization_id, event_id) REFERENCES security_log (organization_id, id)
    ON DELETE SET NULL (event_id)
);
CREATE UNIQUE INDEX security_seals_organization_id_event_id_key ON security_seals (organization_id, event_id);
CREATE INDEX security_seals_kept_sql_idx ON security_seals (organization_id, sequence) WHERE event_id IS NOT NULL;
ALTER TABLE security_seals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT ON security_seals TO daybook_app;

-- How many months the security log is kept; not set: for good.
ALTER TABLE organizations ADD COLUMN security_log_months integer;
ALTER TABLE organizations ADD CONSTRAINT organizations_security_log_months_ck CHECK (security_log_months BETWEEN 24 AND 1200);
