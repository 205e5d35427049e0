-- Interest on significant financing components stands in accounts of its own: accrued and not billed, billed and not earned, and
-- accrued on what a customer paid in advance.
ALTER TABLE accounts DROP CONSTRAINT accounts_control_ck,
  ADD CONSTRAINT accounts_control_ck CHECK (control_for IS NULL OR (is_control AND control_for IN ('RECEIVABLE', 'PAYABLE',
    'EMPLOYEE_PAYABLE', 'DEFERRED_REVENUE', 'CONTRACT_ASSET', 'REFUND_LIABILITY', 'CONTRACT_COST', 'ACCRUED_INTEREST',
    'UNEARNED_INTEREST', 'ADVANCE_INTEREST')));

-- One movement of a contract's interest with its entry: the subledger of these accounts. Its balances are sums of its movements, of
-- which a contract has a few a month. Append-only.
CREATE TABLE revenue_interest_moves (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  contract_id uuid NOT NULL,
  subsidiary_id uuid NOT NULL,
  currency_code text NOT NULL,
  -- ACCRUAL against interest income or expense, SHIFT against the position of the contract.
  kind text NOT NULL,
  posting_date date NOT NULL,
  -- The fact it follows from; none for what a run earned.
  event_id uuid,
  entry_id uuid NOT NULL,
  accrued numeric(20,4) NOT NULL DEFAULT 0,
  accrued_base numeric(20,4) NOT NULL DEFAULT 0,
  unearned numeric(20,4) NOT NULL DEFAULT 0,
  unearned_base numeric(20,4) NOT NULL DEFAULT 0,
  advance numeric(20,4) NOT NULL DEFAULT 0,
  advance_base numeric(20,4) NOT NULL DEFAULT 0,
  accrued_account_id uuid,
  unearned_account_id uuid,
  advance_account_id uuid,
  recorded_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  -- A movement is found by its contract; its id sorts the movements of one contract in their order.
  CONSTRAINT revenue_interest_moves_pkey PRIMARY KEY (organization_id, contract_id, id),
  CONSTRAINT revenue_interest_moves_kind_ck CHECK (kind IN ('ACCRUAL', 'SHIFT')),
  CONSTRAINT revenue_interest_moves_accounts_ck CHECK (
    (accrued_account_id IS NOT NULL OR (accrued, accrued_base) = (0, 0))
    AND (unearned_account_id IS NOT NULL OR (unearned, unearned_base) = (0, 0))
    AND (advance_account_id IS NOT NULL OR (advance, advance_base) = (0, 0))),
  CONSTRAINT revenue_interest_moves_contract_id_org_fk FOREIGN KEY (organization_id, contract_id)
    REFERENCES revenue_contracts (organization_id, id)
);
CREATE INDEX revenue_interest_moves_event_sql_idx ON revenue_interest_moves (organization_id, event_id);
ALTER TABLE revenue_interest_moves ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT ON revenue_interest_moves TO daybook_app;
