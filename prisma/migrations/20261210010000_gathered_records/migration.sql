-- What a company gathers beside its ledger may be many records too: they are searched as customers are, found by their codes, and listed in the
-- order of their creation.
DO $$
DECLARE
  v_trgm text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm');
  v_gin text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'btree_gin');
  v_index record;
BEGIN
  FOR v_index IN SELECT * FROM (VALUES
    ('leads', $w$name || E'\n' || coalesce(company, '') || E'\n' || coalesce(email, '')$w$),
    ('employees', $w$name || E'\n' || coalesce(code, '') || E'\n' || coalesce(display_name, '') || E'\n' || coalesce(email, '')$w$),
    ('subscriptions', $w$subscription_number || E'\n' || coalesce(name, '')$w$),
    ('items', $w$name || E'\n' || code$w$),
    ('projects', $w$name || E'\n' || code$w$)
  ) AS t (table_name, words)
  LOOP
    EXECUTE format('CREATE INDEX %1$I ON %2$I USING gin (organization_id %3$I.uuid_ops, (%4$s) %5$I.gin_trgm_ops)',
      v_index.table_name || '_text_sql_idx', v_index.table_name, v_gin, v_index.words, v_trgm);
  END LOOP;
END $$;
CREATE INDEX leads_code_sql_idx ON leads (organization_id, code) WHERE code IS NOT NULL;
CREATE INDEX prospects_code_sql_idx ON prospects (organization_id, code) WHERE code IS NOT NULL;
CREATE INDEX employees_code_sql_idx ON employees (organization_id, code) WHERE code IS NOT NULL;
-- CreateIndex
CREATE INDEX "subscriptions_organization_id_created_at_id_idx" ON "subscriptions"("organization_id", "created_at", "id");
