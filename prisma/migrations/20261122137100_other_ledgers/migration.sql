-- Daybook beside another ledger. A record says which entries go to it and how; codes say what it calls our accounts and dimensions;
-- batches are numbered without gaps, sealed with the hash of their files, sent, and read back.
CREATE TABLE other_ledgers (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT uuidv7(),
  code text NOT NULL,
  name text NOT NULL,
  format text NOT NULL,
  summary text NOT NULL,
  dimensions text[] NOT NULL DEFAULT '{}',
  subsidiary_id uuid,
  starts_on date NOT NULL,
  journal_code text,
  tax_rate text,
  record_status text NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT other_ledgers_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT other_ledgers_format_ck CHECK (format IN ('NETSUITE', 'QUICKBOOKS', 'XERO', 'INTACCT', 'CSV')),
  CONSTRAINT other_ledgers_summary_ck CHECK (summary IN ('ENTRY', 'DAY', 'MONTH')),
  CONSTRAINT other_ledgers_dimensions_ck CHECK (dimensions <@ ARRAY['CLASS', 'DEPARTMENT', 'LOCATION']),
  CONSTRAINT other_ledgers_record_status_ck CHECK (record_status IN ('active', 'inactive')),
  CONSTRAINT other_ledgers_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id) REFERENCES subsidiaries (organization_id, id)
);
CREATE UNIQUE INDEX other_ledgers_organization_id_code_key ON other_ledgers (organization_id, code);
CREATE INDEX other_ledgers_subsidiary_id_sql_idx ON other_ledgers (organization_id, subsidiary_id) WHERE subsidiary_id IS NOT NULL;

-- What the other ledger calls a record of ours.
CREATE TABLE other_ledger_codes (
  organization_id uuid NOT NULL,
  ledger_id uuid NOT NULL,
  kind text NOT NULL,
  record_id uuid NOT NULL,
  code text NOT NULL,
  CONSTRAINT other_ledger_codes_pkey PRIMARY KEY (organization_id, ledger_id, kind, record_id),
  CONSTRAINT other_ledger_codes_kind_ck CHECK (kind IN ('ACCOUNT', 'CLASS', 'DEPARTMENT', 'LOCATION', 'SUBSIDIARY')),
  CONSTRAINT other_ledger_codes_code_ck CHECK (btrim(code) <> ''),
  CONSTRAINT other_ledger_codes_ledger_id_org_fk FOREIGN KEY (organization_id, ledger_id)
    REFERENCES other_ledgers (organization_id, id) ON DELETE CASCADE
);

CREATE TABLE ledger_batches (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT uuidv7(),
  ledger_id uuid NOT NULL,
  batch_number integer NOT NULL,
  batch_status text NOT NULL,
  through_date date NOT NULL,
  format text NOT NULL,
  summary text NOT NULL,
  journal_code text,
  tax_rate text,
  entry_count integer NOT NULL DEFAULT 0,
  line_count integer NOT NULL DEFAULT 0,
  part_starts integer[] NOT NULL DEFAULT '{}',
  content_hash text,
  sealed_by_name text NOT NULL,
  sealed_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  sent_by_name text,
  sent_at timestamptz(3),
  undone_by_name text,
  undone_at timestamptz(3),
  undo_reason text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT ledger_batches_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT ledger_batches_batch_number_ck CHECK (batch_number > 0),
  CONSTRAINT ledger_batches_batch_status_ck CHECK (batch_status IN ('MAKING', 'SEALED', 'SENT', 'UNDONE')),
  CONSTRAINT ledger_batches_content_hash_ck CHECK (batch_status = 'MAKING' OR content_hash IS NOT NULL),
  CONSTRAINT ledger_batches_ledger_id_org_fk FOREIGN KEY (organization_id, ledger_id) REFERENCES other_ledgers (organization_id, id)
);
CREATE UNIQUE INDEX ledger_batches_organization_id_ledger_id_batch_number_key ON ledger_batches (organization_id, ledger_id, batch_number);

-- The entries of a batch. Of the batches that were not undone, an entry is in one for each ledger.
CREATE TABLE ledger_batch_entries (
  organization_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  ledger_id uuid NOT NULL,
  is_live boolean NOT NULL DEFAULT true,
  CONSTRAINT ledger_batch_entries_pkey PRIMARY KEY (organization_id, batch_id, entry_id),
  CONSTRAINT ledger_batch_entries_batch_id_org_fk FOREIGN KEY (organization_id, batch_id) REFERENCES ledger_batches (organization_id, id),
  CONSTRAINT ledger_batch_entries_entry_id_org_fk FOREIGN KEY (organization_id, entry_id) REFERENCES ledger_entries (organization_id, id),
  CONSTRAINT ledger_batch_entries_ledger_id_org_fk FOREIGN KEY (organization_id, ledger_id) REFERENCES other_ledgers (organization_id, id)
);
CREATE UNIQUE INDEX ledger_batch_entries_live_sql_idx ON ledger_batch_entries (organization_id, ledger_id, entry_id) WHERE is_live;
CREATE INDEX ledger_batch_entries_entry_id_sql_idx ON ledger_batch_entries (organization_id, entry_id);

-- The lines of a batch as they are written into its files: in the other ledger's codes, in base currency, whatever changes later.
CREATE TABLE ledger_batch_lines (
  organization_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  line_number integer NOT NULL,
  journal_number integer NOT NULL,
  journal_date date NOT NULL,
  reference text NOT NULL,
  subsidiary_id uuid NOT NULL,
  subsidiary_code text NOT NULL,
  currency_code text NOT NULL,
  account_code text NOT NULL,
  debit numeric(20,4) NOT NULL,
  credit numeric(20,4) NOT NULL,
  description text,
  department_code text,
  class_code text,
  location_code text,
  entity_name text,
  CONSTRAINT ledger_batch_lines_pkey PRIMARY KEY (organization_id, batch_id, line_number),
  CONSTRAINT ledger_batch_lines_one_side_ck CHECK (least(debit, credit) = 0 AND greatest(debit, credit) > 0),
  CONSTRAINT ledger_batch_lines_batch_id_org_fk FOREIGN KEY (organization_id, batch_id) REFERENCES ledger_batches (organization_id, id)
);

-- The other ledger's trial balance as it was read back, and how it compared.
CREATE TABLE ledger_readbacks (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT uuidv7(),
  ledger_id uuid NOT NULL,
  as_of date NOT NULL,
  currency_code text NOT NULL,
  lines jsonb NOT NULL,
  equal_count integer NOT NULL,
  differing_count integer NOT NULL,
  read_by_name text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT ledger_readbacks_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT ledger_readbacks_ledger_id_org_fk FOREIGN KEY (organization_id, ledger_id) REFERENCES other_ledgers (organization_id, id)
);
CREATE INDEX ledger_readbacks_organization_id_ledger_id_created_at_idx ON ledger_readbacks (organization_id, ledger_id, created_at);

ALTER TABLE other_ledgers ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE other_ledger_codes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_batches ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_batch_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_batch_lines ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_readbacks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- Nothing of a batch is deleted, and its lines are never changed.
GRANT SELECT, INSERT, UPDATE ON other_ledgers TO daybook_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON other_ledger_codes TO daybook_app;
GRANT SELECT, INSERT, UPDATE ON ledger_batches, ledger_batch_entries TO daybook_app;
GRANT SELECT, INSERT ON ledger_batch_lines, ledger_readbacks TO daybook_app;
