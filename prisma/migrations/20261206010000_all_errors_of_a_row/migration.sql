-- Every field of a refused row with which something is wrong, the first of them also in error_field; NULL in rows that were judged before.
ALTER TABLE import_rows ADD COLUMN error_fields text[];
