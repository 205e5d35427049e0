-- Everyone who changed a document or the draft of a contract after its author: none of them approves it where duties are segregated.
ALTER TABLE business_transactions ADD COLUMN changed_by uuid[] NOT NULL DEFAULT '{}';
ALTER TABLE revenue_contracts ADD COLUMN prepared_by uuid[] NOT NULL DEFAULT '{}';

-- A change of a contract that waits for a second person: the verb with its input, and the size of its effect.
CREATE TABLE revenue_approvals (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  contract_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  verb text NOT NULL,
  input jsonb NOT NULL,
  base_currency_code text NOT NULL,
  base_amount numeric(20,4) NOT NULL,
  approval_status text NOT NULL DEFAULT 'PENDING',
  reason text,
  requested_by uuid,
  requested_by_name text,
  requested_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz(3),
  comment text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT revenue_approvals_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT revenue_approvals_status_ck CHECK (approval_status IN ('PENDING', 'APPROVED', 'SENT_BACK')),
  CONSTRAINT revenue_approvals_decided_ck CHECK ((approval_status = 'PENDING') = (decided_at IS NULL)),
  CONSTRAINT revenue_approvals_contract_id_org_fk FOREIGN KEY (organization_id, contract_id)
    REFERENCES revenue_contracts (organization_id, id),
  CONSTRAINT revenue_approvals_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id)
    REFERENCES subsidiaries (organization_id, id)
);
-- What waits, oldest first; what was decided is read with its contract.
CREATE INDEX revenue_approvals_waiting_sql_idx ON revenue_approvals (organization_id, requested_at) WHERE (approval_status = 'PENDING');
CREATE INDEX revenue_approvals_organization_id_contract_id_idx ON revenue_approvals (organization_id, contract_id);

-- Row security, forced: not even the owner reads across organizations. Whom it lets through: prisma/sql/identity/tenant.sql.
ALTER TABLE revenue_approvals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- What the application may do; it owns nothing.
GRANT SELECT, INSERT, UPDATE ON revenue_approvals TO daybook_app;
