-- A modification that is a separate contract (606-10-25-12) makes a contract of its own: which contract it was agreed with, and by which
-- fact of that contract. The fact has no foreign key, since facts refer to contracts and rows are moved table by table.
ALTER TABLE revenue_contracts
  ADD COLUMN separated_from_id uuid,
  ADD COLUMN separated_by_id uuid,
  ADD CONSTRAINT revenue_contracts_separated_ck
    CHECK ((separated_from_id IS NULL) = (separated_by_id IS NULL) AND separated_from_id IS DISTINCT FROM id),
  ADD CONSTRAINT revenue_contracts_separated_from_id_org_fk FOREIGN KEY (organization_id, separated_from_id)
    REFERENCES revenue_contracts (organization_id, id);
CREATE INDEX revenue_contracts_separated_from_id_sql_idx ON revenue_contracts (organization_id, separated_from_id)
  WHERE separated_from_id IS NOT NULL;
