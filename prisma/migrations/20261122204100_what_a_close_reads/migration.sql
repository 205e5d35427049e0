-- What is read to close a period, and to list customers, from few rows.
-- What a counterparty owes is read from what is not fully applied, not from all of its documents (src/db/stores/customers.ts, openBalances).
-- The same rows as before, found by counterparty as well; posting changes none of these columns.
DROP INDEX business_transactions_owed_sql_idx;
CREATE INDEX business_transactions_owed_sql_idx ON business_transactions (organization_id, kind, entity_id)
  WHERE (kind IN ('EXPENSE_REPORT', 'INVOICE', 'VENDOR_BILL') AND (applied_amount <> total_amount));

-- Documents whose rate was stated, which the close of a period compares with the table of rates (src/db/stores/rate-confirmations.ts
-- repeats these conditions): few of a period's documents.
CREATE INDEX business_transactions_rate_given_sql_idx ON business_transactions (organization_id, transaction_date)
  WHERE exchange_rate_given AND currency_code <> base_currency_code;
