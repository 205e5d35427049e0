-- The rows of a file belong to an import, which is held against deletion until they are committed, and go with it: what a foreign key does, but
-- once per statement instead of once per row.
-- Runs as the owner, as a foreign key does.
--
-- Refuses: rows of an import that does not exist, and changing the id of one that has rows (foreign_key_violation,
--   import_rows_import_id_org_fk).
-- Locks: the imports that rows name, FOR KEY SHARE.
-- Rule: docs/house.md, "The database".
-- Proved by: e2e/hostile/held-references.test.ts, e2e/hostile/deletion-races.test.ts.
CREATE FUNCTION daybook_hold_imports() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off
AS $$
DECLARE
  n record;
BEGIN
  FOR n IN SELECT DISTINCT r.organization_id, r.import_id FROM new_rows r ORDER BY 1, 2 LOOP
    PERFORM FROM imports i WHERE i.organization_id = n.organization_id AND i.id = n.import_id FOR KEY SHARE;
    IF NOT FOUND THEN
      RAISE foreign_key_violation USING MESSAGE = 'a row belongs to an import that does not exist',
        TABLE = 'import_rows', CONSTRAINT = 'import_rows_import_id_org_fk';
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER import_rows_hold_import AFTER INSERT ON import_rows
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_hold_imports();

-- A row that changes and stays with its import, as every verdict leaves it, is not asked.
CREATE FUNCTION daybook_hold_new_import() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM FROM imports i WHERE i.organization_id = NEW.organization_id AND i.id = NEW.import_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE foreign_key_violation USING MESSAGE = 'a row belongs to an import that does not exist',
      TABLE = 'import_rows', CONSTRAINT = 'import_rows_import_id_org_fk';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER import_rows_hold_new_import AFTER UPDATE OF import_id ON import_rows
  FOR EACH ROW WHEN (old.import_id <> new.import_id) EXECUTE FUNCTION daybook_hold_new_import();

CREATE FUNCTION daybook_delete_import_rows() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  DELETE FROM import_rows r USING old_imports o WHERE r.organization_id = o.organization_id AND r.import_id = o.id;
  RETURN NULL;
END $$;

CREATE TRIGGER imports_delete_rows AFTER DELETE ON imports
  REFERENCING OLD TABLE AS old_imports FOR EACH STATEMENT EXECUTE FUNCTION daybook_delete_import_rows();

CREATE FUNCTION daybook_keep_import_id() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  IF EXISTS (SELECT FROM import_rows r WHERE r.organization_id = OLD.organization_id AND r.import_id = OLD.id) THEN
    RAISE foreign_key_violation USING MESSAGE = 'an import with rows keeps its id',
      TABLE = 'import_rows', CONSTRAINT = 'import_rows_import_id_org_fk';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER imports_keep_id AFTER UPDATE OF id ON imports
  FOR EACH ROW WHEN (old.id <> new.id) EXECUTE FUNCTION daybook_keep_import_id();
