-- The texts by which the palette finds customers and prospects, of which an organization may have many (search-parties in prisma/sql). The
-- extensions are where an earlier migration put them.
DO $$
DECLARE
  v_trgm text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm');
  v_gin text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'btree_gin');
BEGIN
  EXECUTE format(
    'CREATE INDEX customers_text_sql_idx ON customers USING gin (organization_id %1$I.uuid_ops,
       (company_name || E''\n'' || coalesce(customer_id, '''')) %2$I.gin_trgm_ops)', v_gin, v_trgm);
  EXECUTE format(
    'CREATE INDEX prospects_text_sql_idx ON prospects USING gin (organization_id %1$I.uuid_ops,
       (name || E''\n'' || coalesce(company, '''')) %2$I.gin_trgm_ops)', v_gin, v_trgm);
END $$;
