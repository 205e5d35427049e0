-- Which account prior years' profit and loss stands in. Reports roll it there by arithmetic; no closing entry is written.
ALTER TABLE "accounts" ADD COLUMN "is_retained_earnings" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE accounts ADD CONSTRAINT accounts_retained_earnings_ck
  CHECK (NOT is_retained_earnings OR (account_type = 'EQUITY' AND NOT is_summary));
CREATE UNIQUE INDEX accounts_retained_earnings_sql_idx ON accounts (organization_id) WHERE is_retained_earnings;
