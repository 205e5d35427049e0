-- A row is imported once; after that it cannot change.
--
-- Refuses: any update of a row in the state IMPORTED (restrict_violation).
-- Locks: none.
-- Rule: docs/house.md, "Tables that are imported".
-- Proved by: src/usecases/imports/run-import.db.test.ts.
CREATE FUNCTION daybook_keep_imported_row() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'row % of import % is imported already', OLD.row_number, OLD.import_id USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER import_rows_once BEFORE UPDATE ON import_rows
  FOR EACH ROW WHEN ((old.row_state = 'IMPORTED'::text)) EXECUTE FUNCTION daybook_keep_imported_row();
