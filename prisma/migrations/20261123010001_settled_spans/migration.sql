-- What was open on an earlier day is found without reading everything that was settled since. A document is open from its posting to its
-- settlement; `waited` says how long that was, as a power of two: 0 for less than a day, n for less than 2^n days, 15 for longer. Whatever
-- was open on a day and waited less than 2^n days was settled within as many days, so for each n an index gives a range of which at
-- least half is the answer (src/db/reports/open-items-sql.ts). A trigger keeps it (measure-settlement).
ALTER TABLE payment_applications ADD COLUMN waited smallint NOT NULL DEFAULT 15;

-- What is there is measured once; the owner of a table who is not a superuser would see no row of it.
ALTER TABLE payment_applications DISABLE TRIGGER USER;
ALTER TABLE payment_applications NO FORCE ROW LEVEL SECURITY;
ALTER TABLE business_transactions NO FORCE ROW LEVEL SECURITY;
UPDATE payment_applications a SET waited = width_bucket(a.applied_on - least(d.posting_date, y.posting_date),
    ARRAY[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384])
FROM business_transactions d, business_transactions y
WHERE d.organization_id = a.organization_id AND d.id = a.document_id AND y.organization_id = a.organization_id AND y.id = a.payment_id
  AND least(d.posting_date, y.posting_date) IS NOT NULL;
-- Those taken back before the day of it was kept.
UPDATE payment_applications SET reversed_on = reversed_at::date WHERE reversed_at IS NOT NULL AND reversed_on IS NULL;
ALTER TABLE business_transactions FORCE ROW LEVEL SECURITY;
ALTER TABLE payment_applications FORCE ROW LEVEL SECURITY;
ALTER TABLE payment_applications ENABLE TRIGGER USER;

DROP INDEX payment_applications_applied_on_sql_idx;
CREATE INDEX payment_applications_waited_sql_idx ON payment_applications (organization_id, waited, applied_on);
DROP INDEX payment_applications_taken_back_sql_idx;
CREATE INDEX payment_applications_taken_back_sql_idx ON payment_applications (organization_id, reversed_on)
  WHERE reversed_on IS NOT NULL;

-- What was reversed or cancelled is never applied, so both lists of what is not fully applied would keep it for good. Posting changes none
-- of these columns.
DROP INDEX business_transactions_owed_sql_idx;
CREATE INDEX business_transactions_owed_sql_idx ON business_transactions (organization_id, kind, entity_id)
  WHERE (kind IN ('EXPENSE_REPORT', 'INVOICE', 'VENDOR_BILL') AND (applied_amount <> total_amount)
    AND reversal_date IS NULL AND cancelled_at IS NULL);
DROP INDEX business_transactions_unapplied_sql_idx;
CREATE INDEX business_transactions_unapplied_sql_idx ON business_transactions (organization_id, kind, transaction_date,
  transaction_number) WHERE (kind IN ('CREDIT_MEMO', 'CUSTOMER_PAYMENT', 'VENDOR_CREDIT', 'VENDOR_PAYMENT') AND (applied_amount
  <> (total_amount + CASE WHEN kind IN ('CUSTOMER_PAYMENT', 'VENDOR_PAYMENT') THEN discount_amount ELSE 0 END))
    AND reversal_date IS NULL AND cancelled_at IS NULL);
-- What was reversed after a day was open on it.
CREATE INDEX business_transactions_reversal_date_sql_idx ON business_transactions (organization_id, reversal_date)
  WHERE reversal_date IS NOT NULL;
