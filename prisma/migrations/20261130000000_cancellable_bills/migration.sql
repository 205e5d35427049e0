-- The contracts with bills that the customer can still cancel: few, and a run asks for its own among them.
CREATE INDEX revenue_events_cancellable_sql_idx ON revenue_events (organization_id, contract_id)
  WHERE kind = 'invoice' AND body ->> 'unconditional' = 'false';
