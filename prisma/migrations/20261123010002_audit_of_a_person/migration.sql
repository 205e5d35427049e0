-- The audit rows of one person, newest first: someone who did little is not looked for in what everyone did. Partial, so that no check of
-- a reference to an audit row by its id takes it; the condition follows from any person.
CREATE INDEX audit_log_actor_sql_idx ON audit_log (organization_id, actor_id, id) WHERE actor_id IS NOT NULL;
