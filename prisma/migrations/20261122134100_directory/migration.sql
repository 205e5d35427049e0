-- Books that are closed are read-only until they are reopened. An organization that never posted can be deleted: what is left of it is
-- its audit trail, under a row that no list shows.
ALTER TABLE organizations ADD COLUMN closed_at timestamptz(3), ADD COLUMN deleted_at timestamptz(3);
