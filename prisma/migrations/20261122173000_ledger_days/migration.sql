-- The ledger by day: what was posted to an account on a day, and how many entries. They are folded from entries in the order of their
-- numbers after the posting, which therefore pays nothing; folded_numbers says how far. What has a later number is read line by line.

CREATE TABLE ledger_days (
  organization_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  posting_date date NOT NULL,
  account_id uuid NOT NULL,
  period_id uuid NOT NULL,
  currency_code text NOT NULL,
  debit numeric(24, 4) NOT NULL,
  credit numeric(24, 4) NOT NULL,
  base_debit numeric(24, 4) NOT NULL,
  base_credit numeric(24, 4) NOT NULL,
  line_count bigint NOT NULL,
  entry_count bigint NOT NULL,
  CONSTRAINT ledger_days_pkey PRIMARY KEY (organization_id, subsidiary_id, posting_date, account_id, period_id, currency_code)
) WITH (fillfactor = 70);
CREATE INDEX ledger_days_account_sql_idx ON ledger_days (organization_id, account_id, posting_date);

CREATE TABLE entry_days (
  organization_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  posting_date date NOT NULL,
  period_id uuid NOT NULL,
  source_kind text NOT NULL,
  entry_count bigint NOT NULL,
  CONSTRAINT entry_days_pkey PRIMARY KEY (organization_id, subsidiary_id, posting_date, period_id, source_kind)
) WITH (fillfactor = 70);

CREATE TABLE folded_numbers (
  organization_id uuid NOT NULL,
  fiscal_year integer NOT NULL,
  through_number bigint NOT NULL,
  CONSTRAINT folded_numbers_pkey PRIMARY KEY (organization_id, fiscal_year)
);

ALTER TABLE ledger_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE entry_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE folded_numbers ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON ledger_days, entry_days, folded_numbers TO daybook_app;
