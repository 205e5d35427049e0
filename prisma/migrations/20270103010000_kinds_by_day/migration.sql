-- A list of documents of a kind, type or subsidiary goes through the days that have some of them: the index of days and numbers says what each document is, so that
-- the others of those days, thousands where the page is of a kind that few are of, are not read themselves.
-- DropIndex
DROP INDEX "business_transactions_organization_id_transaction_date_tran_idx";
CREATE INDEX business_transactions_by_day_sql_idx
  ON business_transactions (organization_id, transaction_date, transaction_number) INCLUDE (kind, subsidiary_id, transaction_type_id);
