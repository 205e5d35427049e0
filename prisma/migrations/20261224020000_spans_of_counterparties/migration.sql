-- A page of what was open on an earlier day goes through counterparties by name until it is full, and looks up the spans of each, by their length.
CREATE INDEX document_spans_of_entity_sql_idx ON document_spans (organization_id, entity_id, waited, settled_on);
