-- Tables people bring along: every row as it was uploaded, and what became of it.
CREATE TABLE "imports" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "noun" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "columns" JSONB NOT NULL,
    "mapping" JSONB NOT NULL,
    "import_status" TEXT NOT NULL DEFAULT 'UPLOADED',
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "corrects_import_id" UUID,
    "created_by" UUID,
    "created_by_name" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "imports_pkey" PRIMARY KEY ("organization_id","id")
);
ALTER TABLE imports ADD CONSTRAINT imports_words_ck CHECK (
  noun IN ('prospects', 'customers', 'vendors', 'accounts', 'journals')
  AND import_status IN ('UPLOADED', 'CHECKING', 'CHECKED', 'RUNNING', 'DONE'));
ALTER TABLE imports ADD CONSTRAINT imports_corrects_import_id_org_fk FOREIGN KEY (organization_id, corrects_import_id)
  REFERENCES imports (organization_id, id) ON DELETE SET NULL (corrects_import_id);
CREATE INDEX imports_corrects_import_id_sql_idx ON imports (organization_id, corrects_import_id) WHERE corrects_import_id IS NOT NULL;
CREATE INDEX "imports_organization_id_created_at_id_idx" ON "imports"("organization_id", "created_at", "id");
CREATE TRIGGER imports_touch BEFORE UPDATE ON imports FOR EACH ROW EXECUTE FUNCTION daybook_touch();
SELECT daybook_secure_tenant_table('imports');

CREATE TABLE "import_rows" (
    "organization_id" UUID NOT NULL,
    "import_id" UUID NOT NULL,
    "row_number" INTEGER NOT NULL,
    "cells" JSONB NOT NULL,
    "unit" INTEGER NOT NULL DEFAULT 0,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "row_state" TEXT NOT NULL DEFAULT 'PENDING',
    "error_field" TEXT,
    "error_message" TEXT,
    "record_id" UUID,
    CONSTRAINT "import_rows_pkey" PRIMARY KEY ("organization_id","import_id","row_number")
);
ALTER TABLE import_rows ADD CONSTRAINT import_rows_words_ck CHECK (
  row_number > 0 AND row_state IN ('PENDING', 'READY', 'FAILED', 'IMPORTED'));
ALTER TABLE import_rows ADD CONSTRAINT import_rows_record_ck CHECK (
  (row_state = 'IMPORTED') = (record_id IS NOT NULL) AND (row_state = 'FAILED') = (error_message IS NOT NULL));
ALTER TABLE import_rows ADD CONSTRAINT import_rows_import_id_org_fk FOREIGN KEY (organization_id, import_id)
  REFERENCES imports (organization_id, id) ON DELETE CASCADE;
SELECT daybook_secure_tenant_table('import_rows');

-- A row is imported once: whoever comes later, or again, changes it no more.
CREATE FUNCTION daybook_keep_imported_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'row % of import % is imported already', OLD.row_number, OLD.import_id USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER import_rows_once BEFORE UPDATE ON import_rows FOR EACH ROW WHEN (OLD.row_state = 'IMPORTED')
  EXECUTE FUNCTION daybook_keep_imported_row();
