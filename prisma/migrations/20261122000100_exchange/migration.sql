-- Revaluations may run as often as one likes, and each run is kept with what it saw. A rate that jumps is confirmed with a reason.

-- By how many percent a rate may differ from the last one before it asks for a confirmation.
ALTER TABLE organizations ADD COLUMN rate_change_limit numeric(7,4) NOT NULL DEFAULT 10,
  ADD CONSTRAINT organizations_rate_change_limit_ck CHECK (rate_change_limit >= 0);

-- Who confirmed a rate that differs from the last one by more than the limit, and why.
ALTER TABLE exchange_rates ADD COLUMN confirmation text, ADD COLUMN confirmed_by uuid, ADD COLUMN confirmed_at timestamptz(3);

-- The same of a rate given on a document; it holds for that rate alone.
CREATE TABLE rate_confirmations (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  rate numeric(20,10) NOT NULL,
  jump jsonb NOT NULL,
  reason text NOT NULL,
  confirmed_by uuid,
  confirmed_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT rate_confirmations_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT rate_confirmations_reason_ck CHECK (btrim(reason) <> ''),
  CONSTRAINT rate_confirmations_transaction_id_org_fk FOREIGN KEY (organization_id, transaction_id)
    REFERENCES business_transactions (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX rate_confirmations_organization_id_transaction_id_idx ON rate_confirmations (organization_id, transaction_id);

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

-- What a settlement takes of the payment, in the payment's currency, where the document is in another; null: the same amount.
-- reversed_on is the accounting day on which it was taken back.
ALTER TABLE payment_applications ADD COLUMN payment_amount numeric(20,4), ADD COLUMN reversed_on date,
  ADD CONSTRAINT payment_applications_payment_amount_ck CHECK (payment_amount > 0);

-- One run of *correct rates* after a rate was set anew, and what it touched. Append-only.
CREATE TABLE rate_corrections (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  from_date date NOT NULL,
  to_date date,
  recorded_by uuid,
  recorded_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT rate_corrections_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT rate_corrections_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id)
    REFERENCES subsidiaries (organization_id, id)
);
CREATE INDEX rate_corrections_organization_id_subsidiary_id_idx ON rate_corrections (organization_id, subsidiary_id);

-- What it was before and after, and the entry of the difference; origin_on is the day it belongs to. Append-only.
CREATE TABLE rate_correction_items (
  organization_id uuid NOT NULL,
  correction_id uuid NOT NULL,
  item_number integer NOT NULL,
  kind text NOT NULL,
  source_id uuid NOT NULL,
  label text NOT NULL,
  origin_on date NOT NULL,
  posted_on date NOT NULL,
  before_rate numeric(20,10),
  after_rate numeric(20,10),
  before_base numeric(20,4) NOT NULL,
  after_base numeric(20,4) NOT NULL,
  difference numeric(20,4) NOT NULL,
  entry_id uuid NOT NULL,
  CONSTRAINT rate_correction_items_pkey PRIMARY KEY (organization_id, correction_id, item_number),
  CONSTRAINT rate_correction_items_kind_ck CHECK (kind IN ('DOCUMENT', 'SETTLEMENT', 'CONTRACT', 'REVALUATION',
    'REVALUATION_REVERSAL')),
  CONSTRAINT rate_correction_items_correction_id_org_fk FOREIGN KEY (organization_id, correction_id)
    REFERENCES rate_corrections (organization_id, id)
);
CREATE INDEX rate_correction_items_organization_id_source_id_idx ON rate_correction_items (organization_id, source_id);

-- Row security, forced: not even the owner reads across organizations. Whom it lets through: prisma/sql/identity/tenant.sql.
ALTER TABLE rate_confirmations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE rate_correction_items ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE rate_corrections ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE revaluations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- What the application may do; it owns nothing.
GRANT SELECT, INSERT ON rate_confirmations, rate_correction_items, rate_corrections, revaluations TO daybook_app;
