-- Cut-over: the books of an earlier system on one day, taken over as imports that belong together and can be proved and undone.

CREATE TABLE cut_overs (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  -- The last day of the earlier system's books.
  cut_over_date date NOT NULL,
  -- Takes what the documents, the contracts and the trial balance do not agree about, until it is assigned.
  clearing_account_id uuid NOT NULL,
  -- The opening entry, once it is made.
  opening_transaction_id uuid,
  created_by uuid,
  created_by_name text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT cut_overs_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT cut_overs_subsidiary_org_fk FOREIGN KEY (organization_id, subsidiary_id) REFERENCES subsidiaries (organization_id, id),
  CONSTRAINT cut_overs_clearing_org_fk FOREIGN KEY (organization_id, clearing_account_id) REFERENCES accounts (organization_id, id),
  CONSTRAINT cut_overs_opening_org_fk FOREIGN KEY (organization_id, opening_transaction_id)
    REFERENCES business_transactions (organization_id, id)
);
CREATE UNIQUE INDEX cut_overs_organization_id_subsidiary_id_key ON cut_overs (organization_id, subsidiary_id);
CREATE INDEX cut_overs_clearing_account_id_sql_idx ON cut_overs (organization_id, clearing_account_id);
CREATE INDEX cut_overs_opening_transaction_id_sql_idx ON cut_overs (organization_id, opening_transaction_id)
  WHERE opening_transaction_id IS NOT NULL;

-- What the imports of a cut-over brought: the amounts of the earlier system, to be compared with what Daybook makes of them.
CREATE TABLE cut_over_items (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  cut_over_id uuid NOT NULL,
  import_id uuid NOT NULL,
  noun text NOT NULL,
  -- What it is told apart by in its noun, e.g. the party and the number of a document.
  item_key text NOT NULL,
  -- The account, document or contract.
  record_id uuid NOT NULL,
  -- In base currency for a trial balance, otherwise in its own: the balance, the open amount, or the deferred revenue.
  currency_code text NOT NULL,
  amount numeric(20,4) NOT NULL,
  -- Of a contract: what the earlier system had recognized and billed, and how it was taken over.
  recognized numeric(20,4),
  billed numeric(20,4),
  way text,
  CONSTRAINT cut_over_items_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT cut_over_items_cut_over_id_org_fk FOREIGN KEY (organization_id, cut_over_id) REFERENCES cut_overs (organization_id, id),
  CONSTRAINT cut_over_items_import_id_org_fk FOREIGN KEY (organization_id, import_id) REFERENCES imports (organization_id, id),
  CONSTRAINT cut_over_items_words_ck CHECK (noun IN ('openingBalances', 'openReceivables', 'openPayables', 'openContracts')
    AND (noun = 'openContracts') = (recognized IS NOT NULL AND billed IS NOT NULL AND way IN ('CARRY_OVER', 'RECOMPUTE')))
);
CREATE UNIQUE INDEX cut_over_items_organization_id_cut_over_id_noun_item_key_key ON cut_over_items (organization_id, cut_over_id,
  noun, item_key);
CREATE INDEX cut_over_items_import_id_sql_idx ON cut_over_items (organization_id, import_id);

-- Differences that a person assigned to an account, each by an entry that was proposed.
CREATE TABLE cut_over_assignments (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  cut_over_id uuid NOT NULL,
  -- The account whose difference it is.
  account_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  -- In base currency, debits above zero.
  amount numeric(20,4) NOT NULL,
  reason text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT cut_over_assignments_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT cut_over_assignments_cut_over_id_org_fk FOREIGN KEY (organization_id, cut_over_id)
    REFERENCES cut_overs (organization_id, id),
  CONSTRAINT cut_over_assignments_account_org_fk FOREIGN KEY (organization_id, account_id) REFERENCES accounts (organization_id, id),
  CONSTRAINT cut_over_assignments_transaction_org_fk FOREIGN KEY (organization_id, transaction_id)
    REFERENCES business_transactions (organization_id, id)
);
CREATE INDEX cut_over_assignments_cut_over_id_sql_idx ON cut_over_assignments (organization_id, cut_over_id);
CREATE INDEX cut_over_assignments_transaction_id_sql_idx ON cut_over_assignments (organization_id, transaction_id);
CREATE INDEX cut_over_assignments_account_id_sql_idx ON cut_over_assignments (organization_id, account_id);

ALTER TABLE cut_overs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE cut_over_items ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE cut_over_assignments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON cut_overs, cut_over_items, cut_over_assignments TO daybook_app;

-- Imports of a cut-over, and those that were undone.
ALTER TABLE imports ADD cut_over_id uuid;
-- Of the kind, the columns and every row, once a check or run has begun: the same file is not imported twice.
ALTER TABLE imports ADD content_hash text;
ALTER TABLE imports ADD CONSTRAINT imports_cut_over_id_org_fk FOREIGN KEY (organization_id, cut_over_id)
  REFERENCES cut_overs (organization_id, id);
CREATE INDEX imports_cut_over_id_sql_idx ON imports (organization_id, cut_over_id) WHERE cut_over_id IS NOT NULL;
ALTER TABLE imports DROP CONSTRAINT imports_words_ck;
ALTER TABLE imports ADD CONSTRAINT imports_words_ck CHECK (noun IN ('prospects', 'customers', 'vendors', 'accounts', 'journals',
    'items', 'price_lists', 'prices', 'ssp', 'openingBalances', 'openReceivables', 'openPayables', 'openContracts')
  AND import_status IN ('UPLOADED', 'CHECKING', 'CHECKED', 'RUNNING', 'DONE', 'UNDONE'));
ALTER TABLE import_rows DROP CONSTRAINT import_rows_words_ck;
ALTER TABLE import_rows ADD CONSTRAINT import_rows_words_ck
  CHECK (row_number > 0 AND row_state IN ('PENDING', 'READY', 'FAILED', 'IMPORTED', 'UNDONE'));
