-- What a contract in a foreign currency moved in an account of its own journals that leaves at what it is carried at: goods to be
-- recovered, and what is owed to suppliers. Sums by contract say what stands and at what; a correction of rates carries the moves of a
-- contract again and changes at what they are carried. What was posted before this table begins keeps the rate of its day.
CREATE TABLE revenue_carried_moves (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  contract_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  role text NOT NULL,
  account_id uuid NOT NULL,
  posting_date date NOT NULL,
  entry_id uuid NOT NULL,
  -- Debits above zero.
  amount numeric(20,4) NOT NULL,
  base numeric(20,4) NOT NULL,
  -- The rate of the day.
  exchange_rate numeric(20,10) NOT NULL,
  recorded_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  -- A move is found by its contract; its id sorts the moves of one contract in their order.
  CONSTRAINT revenue_carried_moves_pkey PRIMARY KEY (organization_id, contract_id, id),
  CONSTRAINT revenue_carried_moves_role_ck CHECK (role IN ('RETURN_ASSET', 'SUPPLIER_PAYABLE')),
  CONSTRAINT revenue_carried_moves_contract_id_org_fk FOREIGN KEY (organization_id, contract_id)
    REFERENCES revenue_contracts (organization_id, id)
);
CREATE INDEX revenue_carried_moves_entry_sql_idx ON revenue_carried_moves (organization_id, entry_id);
ALTER TABLE revenue_carried_moves ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE (base, exchange_rate) ON revenue_carried_moves TO daybook_app;
