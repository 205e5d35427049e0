-- What is open on a day is read from what is not fully applied now and what was applied or taken back after that day, however long
-- the history is (src/db/reports/open-items.ts repeats these conditions). Posting changes none of these columns.

-- Documents owed that are not fully applied; payments and credits have business_transactions_unapplied_sql_idx.
CREATE INDEX business_transactions_owed_sql_idx ON business_transactions (organization_id, kind)
  WHERE (kind IN ('EXPENSE_REPORT', 'INVOICE', 'VENDOR_BILL') AND (applied_amount <> total_amount));

CREATE INDEX payment_applications_applied_on_sql_idx ON payment_applications (organization_id, applied_on);
CREATE INDEX payment_applications_taken_back_sql_idx ON payment_applications (organization_id, reversed_at)
  WHERE reversed_at IS NOT NULL;

-- Movements of contracts' receivables: few of all movements, most of which are revenue.
CREATE INDEX revenue_movements_receivable_sql_idx ON revenue_movements (organization_id, posting_date)
  WHERE (receivable <> 0 OR receivable_base <> 0);
