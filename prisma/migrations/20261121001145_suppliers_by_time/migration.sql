-- The few contracts with a supplier's share are found without reading every contract.
CREATE INDEX revenue_events_supplied_sql_idx ON revenue_events (organization_id, contract_id)
  WHERE body @? '$.obligations[*].supplier' OR body @? '$.additions[*].supplier';
