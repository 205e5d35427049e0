-- Contract costs follow the facts of their contract under a name (item); one whose fact was voided keeps its row. Provisions for losses
-- are kept like contract costs: months of expense that the runs post. A row of a cost says which month it
-- belongs to, which fact it comes from, and which fact caused it to be added. The policy says by which standard and at which level
-- losses are tested.
ALTER TABLE revenue_policies
  ADD COLUMN framework text NOT NULL DEFAULT 'US_GAAP',
  ADD COLUMN loss_level text NOT NULL DEFAULT 'CONTRACT',
  ADD CONSTRAINT revenue_policies_losses_ck CHECK (framework IN ('US_GAAP', 'IFRS') AND loss_level IN ('CONTRACT', 'OBLIGATION')
    AND (framework <> 'IFRS' OR loss_level = 'CONTRACT'));

ALTER TABLE contract_costs
  DROP CONSTRAINT contract_costs_words_ck,
  ADD COLUMN item text,
  ADD COLUMN voided boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT contract_costs_words_ck CHECK (cost_kind IN ('OBTAIN', 'FULFIL', 'LOSS') AND decision IN ('CAPITALISED', 'EXPENSED',
    'ELSEWHERE', 'PROVIDED') AND (cost_kind = 'LOSS') = (decision = 'PROVIDED') AND months > 0),
  -- A provision has no asset: what it takes to expense is provided for.
  ADD CONSTRAINT contract_costs_amounts_ck CHECK (CASE WHEN cost_kind = 'LOSS' THEN amount = 0 AND impaired = 0 AND item IS NOT NULL
    ELSE amount > 0 AND amortised + impaired <= amount END);
CREATE UNIQUE INDEX contract_costs_item_sql_idx ON contract_costs (organization_id, contract_id, item) WHERE item IS NOT NULL;

ALTER TABLE contract_cost_rows
  ADD COLUMN natural_period text,
  ADD COLUMN event_id uuid,
  ADD COLUMN cause_id uuid;
