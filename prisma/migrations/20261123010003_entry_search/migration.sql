-- Entries by their text. The memo of a document's entry is the document's, whose text is in an index already, and its number is found by
-- arithmetic; so only the other entries are here, and posting a document pays nothing (search-entries, entry-numbers-with in prisma/sql).
DO $$
DECLARE
  v_trgm text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm');
  v_gin text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'btree_gin');
BEGIN
  EXECUTE format(
    'CREATE INDEX ledger_entries_text_sql_idx ON ledger_entries USING gin (organization_id %I.uuid_ops,
       (entry_number || E''\n'' || coalesce(memo, '''')) %I.gin_trgm_ops)
     WHERE (source_kind <> ''TRANSACTION'' OR reversal_of_id IS NOT NULL)', v_gin, v_trgm);
END $$;
