-- The index of texts writes the digits of document numbers with other signs, so that a search for digits in memos and references does not gather the
-- numbers of all documents (search-documents in prisma/sql). The extensions are where an earlier migration put them.
DROP INDEX business_transactions_text_sql_idx;
DO $$
DECLARE
  v_trgm text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm');
  v_gin text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'btree_gin');
BEGIN
  EXECUTE format(
    'CREATE INDEX business_transactions_text_sql_idx ON business_transactions USING gin (organization_id %I.uuid_ops,
       (translate(transaction_number, ''0123456789'', ''qxzjkvwfhp'') || E''\n'' || coalesce(memo, '''') || E''\n'' || coalesce(reference_number, '''')) %I.gin_trgm_ops)',
    v_gin, v_trgm);
END $$;
