-- The indexes of texts also hold what a list is narrowed to, and the 16 and 256 days that a document or an entry lies in, so that a search goes from the
-- newest days back and stops when it has enough (search-documents and search-entries in prisma/sql). What a list is
-- narrowed to is written as an expression, so that no other statement is planned with these indexes: one that asked for a kind or some counterparties alone
-- would gather all of their documents. The extensions are where an earlier migration put them.
DROP INDEX business_transactions_text_sql_idx;
DROP INDEX ledger_entries_text_sql_idx;
DO $$
DECLARE
  v_trgm text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm');
  v_gin text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'btree_gin');
BEGIN
  EXECUTE format(
    'CREATE INDEX business_transactions_text_sql_idx ON business_transactions USING gin (organization_id %1$I.uuid_ops,
       ((transaction_date - DATE ''1970-01-01'') / 16) %1$I.int4_ops, ((transaction_date - DATE ''1970-01-01'') / 256) %1$I.int4_ops, (subsidiary_id::text) %1$I.text_ops, (kind || '''') %1$I.text_ops, (transaction_type_id::text) %1$I.text_ops, (entity_id::text) %1$I.text_ops,
       (translate(transaction_number, ''0123456789'', ''qxzjkvwfhp'') || E''\n'' || coalesce(memo, '''') || E''\n'' || coalesce(reference_number, '''')) %2$I.gin_trgm_ops)',
    v_gin, v_trgm);
  EXECUTE format(
    'CREATE INDEX ledger_entries_text_sql_idx ON ledger_entries USING gin (organization_id %1$I.uuid_ops,
       ((posting_date - DATE ''1970-01-01'') / 16) %1$I.int4_ops, ((posting_date - DATE ''1970-01-01'') / 256) %1$I.int4_ops, (subsidiary_id::text) %1$I.text_ops, (source_kind || '''') %1$I.text_ops,
       (entry_number || E''\n'' || coalesce(memo, '''')) %2$I.gin_trgm_ops)
     WHERE source_kind <> ''TRANSACTION'' OR reversal_of_id IS NOT NULL',
    v_gin, v_trgm);
END $$;
