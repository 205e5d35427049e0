-- Foreign keys ask for each row and reference by a statement of its own, which took longer than storing the lines of documents and the rows of
-- files. The laws documents/hold-line-references, documents/hold-impact-accounts, documents/delete-parts and platform/rows-of-imports, applied in
-- the same transaction, check the same references once per statement (docs/house.md, "The database").
ALTER TABLE business_transaction_lines
  DROP CONSTRAINT business_transaction_lines_account_id_org_fk,
  DROP CONSTRAINT business_transaction_lines_class_id_org_fk,
  DROP CONSTRAINT business_transaction_lines_department_id_org_fk,
  DROP CONSTRAINT business_transaction_lines_item_id_org_fk,
  DROP CONSTRAINT business_transaction_lines_location_id_org_fk,
  DROP CONSTRAINT business_transaction_lines_project_id_org_fk,
  DROP CONSTRAINT business_transaction_lines_tax_code_id_org_fk,
  DROP CONSTRAINT business_transaction_lines_transaction_id_org_fk;
ALTER TABLE transaction_impact_lines DROP CONSTRAINT transaction_impact_lines_transaction_id_org_fk;
ALTER TABLE import_rows DROP CONSTRAINT import_rows_import_id_org_fk;
