-- A row is imported once; after that it cannot change, except that the whole import is undone.
--
-- Refuses: any update of a row in the state IMPORTED except to UNDONE, and any of one in the state UNDONE (restrict_violation).
-- Locks: none.
-- Rule: docs/house.md, "Tables that are imported".
-- Proved by: src/usecases/imports/run-import.db.test.ts.
CREATE FUNCTION daybook_keep_imported_row() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'row % of import % has already been imported', OLD.row_number, OLD.import_id USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER import_rows_once BEFORE UPDATE ON import_rows
  FOR EACH ROW WHEN (((old.row_state = 'IMPORTED'::text) AND (new.row_state <> 'UNDONE'::text) OR (old.row_state = 'UNDONE'::text))) EXECUTE FUNCTION daybook_keep_imported_row();
