-- Documents by the number that their counterparty gave them. Whether a document was entered before is asked at every posting; of a customer with
-- thousands of documents each was read for it. A posted document's reference does not change, so that posting leaves this index alone.
CREATE INDEX business_transactions_reference_sql_idx ON business_transactions (organization_id, entity_id, lower(btrim(reference_number)))
  WHERE (entity_id IS NOT NULL AND reference_number IS NOT NULL);
