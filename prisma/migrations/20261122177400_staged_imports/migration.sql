-- Tables of hundreds of thousands of rows: an upload that is still arriving, the progress kept with the import instead of counted
-- from its rows, and documents that are posted, or wait for a second person, as part of the import.
ALTER TABLE imports
  ADD COLUMN row_count integer NOT NULL DEFAULT 0,
  ADD COLUMN pending_count integer NOT NULL DEFAULT 0,
  ADD COLUMN ready_count integer NOT NULL DEFAULT 0,
  ADD COLUMN failed_count integer NOT NULL DEFAULT 0,
  ADD COLUMN imported_count integer NOT NULL DEFAULT 0,
  -- Rows that the check or run under way has not judged yet.
  ADD COLUMN left_count integer NOT NULL DEFAULT 0,
  -- The last record that the check or run under way has judged; below zero: it has not grouped the rows yet.
  ADD COLUMN reached integer NOT NULL DEFAULT -1,
  -- Whether the documents are posted as well.
  ADD COLUMN posts boolean NOT NULL DEFAULT false,
  -- Documents that wait for a second person's approval.
  ADD COLUMN waiting_count integer NOT NULL DEFAULT 0;
ALTER TABLE imports DROP CONSTRAINT imports_words_ck;
ALTER TABLE imports ADD CONSTRAINT imports_words_ck CHECK (noun IN ('prospects', 'customers', 'vendors', 'accounts', 'journals',
    'items', 'price_lists', 'prices', 'ssp', 'openingBalances', 'openReceivables', 'openPayables', 'openContracts',
    'orders')
  AND import_status IN ('ARRIVING', 'UPLOADED', 'CHECKING', 'CHECKED', 'RUNNING', 'PROPOSED', 'APPROVING', 'DONE', 'UNDOING', 'UNDONE'));
ALTER TABLE imports ADD CONSTRAINT imports_counts_ck CHECK (least(row_count, pending_count, ready_count, failed_count,
  imported_count, left_count, waiting_count) >= 0);

-- A row is judged in place, at most twice in an import that succeeds: with room on its page no index is touched.
ALTER TABLE import_rows SET (fillfactor = 70);
-- The rows of a record together, in the order in which records are worked on.
CREATE INDEX import_rows_unit_sql_idx ON import_rows (organization_id, import_id, unit, row_number);
-- Rows with errors, which are listed and downloaded.
CREATE INDEX import_rows_failed_sql_idx ON import_rows (organization_id, import_id, row_number) WHERE row_state = 'FAILED';

-- Row security is forced on the owner too, so it is lifted for the moment in which the counts of older imports are taken.
ALTER TABLE imports NO FORCE ROW LEVEL SECURITY;
ALTER TABLE import_rows NO FORCE ROW LEVEL SECURITY;
UPDATE imports i SET row_count = c.total, pending_count = c.pending, ready_count = c.ready, failed_count = c.failed,
  imported_count = c.imported, left_count = c.remaining
FROM (
  SELECT r.organization_id, r.import_id, count(*) AS total, count(*) FILTER (WHERE r.row_state = 'PENDING') AS pending,
    count(*) FILTER (WHERE r.row_state = 'READY') AS ready, count(*) FILTER (WHERE r.row_state = 'FAILED') AS failed,
    count(*) FILTER (WHERE r.row_state = 'IMPORTED') AS imported,
    count(*) FILTER (WHERE r.row_state <> 'IMPORTED' AND r.attempt < j.attempt) AS remaining
  FROM import_rows r JOIN imports j ON j.organization_id = r.organization_id AND j.id = r.import_id GROUP BY 1, 2
) c
WHERE c.organization_id = i.organization_id AND c.import_id = i.id;
ALTER TABLE imports FORCE ROW LEVEL SECURITY;
ALTER TABLE import_rows FORCE ROW LEVEL SECURITY;
