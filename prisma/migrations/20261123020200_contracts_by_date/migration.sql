-- Lists of contracts and of judgments are in this order; neither a fact nor a posting changes it.
CREATE INDEX revenue_contracts_date_sql_idx ON revenue_contracts (organization_id, contract_date, id);

-- Rows booked or posted in another period than the one they belong to, of which "what changed since the close" is made
-- (src/db/revenue/changed.ts repeats this condition). Posting rewrites a row anyway.
CREATE INDEX revenue_rows_moved_sql_idx ON revenue_rows (organization_id, contract_id)
  WHERE (natural_period <> period) OR (natural_period <> posted_period);
