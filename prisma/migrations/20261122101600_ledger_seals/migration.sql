-- The chain over the general ledger: each seal covers a range of entry numbers of one fiscal year with their lines and documents.

CREATE TABLE ledger_seals (
  organization_id uuid NOT NULL,
  sequence bigint NOT NULL,
  fiscal_year integer NOT NULL,
  first_number bigint NOT NULL,
  last_number bigint NOT NULL,
  digests bytea NOT NULL,
  previous_hash text NOT NULL,
  hash text NOT NULL,
  sealed_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT ledger_seals_pkey PRIMARY KEY (organization_id, sequence),
  CONSTRAINT ledger_seals_range_ck CHECK (first_number > 0 AND octet_length(digests) = 32 * (last_number - first_number + 1))
);
CREATE UNIQUE INDEX ledger_seals_organization_id_fiscal_year_last_number_key ON ledger_seals (organization_id, fiscal_year,
  last_number);

ALTER TABLE ledger_seals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT ON ledger_seals TO daybook_app;
