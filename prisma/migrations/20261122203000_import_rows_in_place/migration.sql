-- A row of an import is judged in place: its page has room for it, and no index says its state, so that a verdict without an error
-- touches none.
ALTER TABLE import_rows SET (fillfactor = 50);
DROP INDEX import_rows_failed_sql_idx;
CREATE INDEX import_rows_failed_sql_idx ON import_rows (organization_id, import_id, row_number) WHERE error_message IS NOT NULL;
