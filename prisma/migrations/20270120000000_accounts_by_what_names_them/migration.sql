-- What names an account without a foreign key: the positions of contracts, their costs, and the lists of budget lines. Removing an account read every row of the three. Positions and
-- costs get summaries of pages as the lines of documents have them (20261229010000): a filter says of 32 pages which accounts they may name, and it is written once
-- such pages are full. Lists have an index of the accounts in them, of lines that list any.
CREATE INDEX revenue_positions_named_sql_idx ON revenue_positions USING brin (
    organization_id uuid_bloom_ops (n_distinct_per_range = 32),
    receivable_account_id uuid_bloom_ops (n_distinct_per_range = 32),
    deferred_account_id uuid_bloom_ops (n_distinct_per_range = 32),
    contract_asset_account_id uuid_bloom_ops (n_distinct_per_range = 32),
    refund_account_id uuid_bloom_ops (n_distinct_per_range = 32),
    cash_account_id uuid_bloom_ops (n_distinct_per_range = 32),
    exchange_account_id uuid_bloom_ops (n_distinct_per_range = 32),
    interest_expense_account_id uuid_bloom_ops (n_distinct_per_range = 32),
    interest_income_account_id uuid_bloom_ops (n_distinct_per_range = 32))
  WITH (pages_per_range = 32, autosummarize = on);
CREATE INDEX contract_costs_named_sql_idx ON contract_costs USING brin (
    organization_id uuid_bloom_ops (n_distinct_per_range = 32),
    impair_account_id uuid_bloom_ops (n_distinct_per_range = 64),
    offset_account_id uuid_bloom_ops (n_distinct_per_range = 64))
  WITH (pages_per_range = 32, autosummarize = on);
CREATE INDEX budget_lines_accounts_sql_idx ON budget_lines USING gin (account_ids) WHERE account_ids <> '{}';
