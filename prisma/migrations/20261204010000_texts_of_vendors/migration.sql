-- The texts by which the palette finds vendors, as it finds customers and prospects (search-parties in prisma/sql). The extensions are where an
-- earlier migration put them.
DO $$
DECLARE
  v_trgm text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm');
  v_gin text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'btree_gin');
BEGIN
  EXECUTE format(
    'CREATE INDEX vendors_text_sql_idx ON vendors USING gin (organization_id %1$I.uuid_ops,
       (name || E''\n'' || code || E''\n'' || coalesce(email, '''')) %2$I.gin_trgm_ops)', v_gin, v_trgm);
END $$;
