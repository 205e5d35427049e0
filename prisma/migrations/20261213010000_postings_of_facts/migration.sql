-- What was posted for a fact is found by the fact; what runs post is of none.
CREATE INDEX revenue_movements_event_sql_idx ON revenue_movements (organization_id, event_id) WHERE event_id IS NOT NULL;
