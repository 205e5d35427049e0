-- A foreign key asks for each seal by a statement of its own, and locks the row of the trail, which writes to it again: a third of what sealing a
-- row took. The law platform/hold-sealed-rows, applied in the same transaction, asks once per statement (docs/house.md, "The database").
ALTER TABLE audit_seals DROP CONSTRAINT audit_seals_audit_id_org_fk;
