-- The payments and credits with something left to apply, in the order of their list. Posting changes none of these columns, so its
-- updates stay on their page; settling does, and takes a settled one out. Partial: it serves one reader, who says the same words
-- (src/db/reports/unapplied.ts).
CREATE INDEX business_transactions_unapplied_sql_idx ON business_transactions (organization_id, kind, transaction_date, transaction_number)
  WHERE kind IN ('CREDIT_MEMO', 'CUSTOMER_PAYMENT', 'VENDOR_CREDIT', 'VENDOR_PAYMENT')
    AND applied_amount <> total_amount + CASE WHEN kind IN ('CUSTOMER_PAYMENT', 'VENDOR_PAYMENT') THEN discount_amount ELSE 0 END;
