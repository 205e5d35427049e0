-- Rows of revenue that moved between periods, by each of the three periods they bear: what changed in some periods reads the rows of these.
CREATE INDEX revenue_rows_moved_natural_sql_idx ON revenue_rows (organization_id, natural_period)
  WHERE (natural_period <> period) OR (natural_period <> posted_period);
CREATE INDEX revenue_rows_moved_booked_sql_idx ON revenue_rows (organization_id, period)
  WHERE (natural_period <> period) OR (natural_period <> posted_period);
CREATE INDEX revenue_rows_moved_posted_sql_idx ON revenue_rows (organization_id, posted_period)
  WHERE (natural_period <> period) OR (natural_period <> posted_period);
DROP INDEX revenue_rows_moved_sql_idx;

-- Lists in the order in which their first page and their last are asked for, with what they filter and add up.
CREATE INDEX customers_name_sql_idx ON customers (organization_id, company_name, id) INCLUDE (record_status);
CREATE INDEX prospects_board_sql_idx ON prospects (organization_id, prospect_status, estimated_revenue DESC NULLS LAST, id DESC) INCLUDE (record_status);
CREATE INDEX revenue_contracts_created_sql_idx ON revenue_contracts (organization_id, created_at, id);
CREATE INDEX vendors_created_sql_idx ON vendors (organization_id, created_at, id);

-- Lines that sell an item: an analysis of sales looks for those, among lines of which most name none.
CREATE INDEX business_transaction_lines_item_sql_idx ON business_transaction_lines (organization_id, item_id, transaction_id) WHERE item_id IS NOT NULL;

-- A page of customers or prospects is searched by e-mail address too. The extensions are where an earlier migration put them.
DROP INDEX customers_text_sql_idx;
DROP INDEX prospects_text_sql_idx;
DO $$
DECLARE
  v_trgm text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm');
  v_gin text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'btree_gin');
BEGIN
  EXECUTE format(
    'CREATE INDEX customers_text_sql_idx ON customers USING gin (organization_id %1$I.uuid_ops,
       (company_name || E''\n'' || coalesce(customer_id, '''') || E''\n'' || coalesce(contact_email, '''')) %2$I.gin_trgm_ops)', v_gin, v_trgm);
  EXECUTE format(
    'CREATE INDEX prospects_text_sql_idx ON prospects USING gin (organization_id %1$I.uuid_ops,
       (name || E''\n'' || coalesce(company, '''') || E''\n'' || coalesce(email, '''')) %2$I.gin_trgm_ops)', v_gin, v_trgm);
END $$;
