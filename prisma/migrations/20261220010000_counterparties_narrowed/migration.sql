-- The documents of a counterparty narrowed to a subsidiary or a type are counted in its index too: a counterparty may have a third of all documents, and
-- each would be read for what the index does not hold.
DROP INDEX business_transactions_of_entity_sql_idx;
CREATE INDEX business_transactions_of_entity_sql_idx
  ON business_transactions (organization_id, entity_id, transaction_date, transaction_number) INCLUDE (kind, subsidiary_id, transaction_type_id)
  WHERE entity_id IS NOT NULL;
