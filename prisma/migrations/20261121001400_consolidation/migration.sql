-- What consolidation needs to know: how an account is eliminated, and what a parent owns of a subsidiary.
ALTER TABLE accounts ADD COLUMN elimination text;
ALTER TABLE accounts ADD CONSTRAINT accounts_elimination_ck
  CHECK (elimination IS NULL OR elimination = 'INTERCOMPANY' OR (elimination = 'INVESTMENT' AND account_type IN ('ASSET', 'EQUITY')));

ALTER TABLE subsidiaries ADD COLUMN ownership_percent numeric(7, 4) NOT NULL DEFAULT 100;
ALTER TABLE subsidiaries ADD CONSTRAINT subsidiaries_ownership_percent_ck CHECK (ownership_percent > 0 AND ownership_percent <= 100);
