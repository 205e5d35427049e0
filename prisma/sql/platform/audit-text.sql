-- The text of a row of the audit trail that its seal covers: every column but the number of its transaction, which is of one server, as the text of a
-- jsonb object (`to_jsonb`): keys by their length and then by their letters, one space after each colon and comma. Written out key by
-- key, which takes a third of the time that making the object takes. Like that text it says moments in the time zone of the session.
-- Inlined by the planner. The text never changes: every seal so far covers it.
--
-- Refuses: nothing. Of no row (all columns empty) it is not NULL; whoever joins asks for the row first.
-- Locks: none.
-- Rule: docs/decisions/0012-evidence.md.
-- Proved by: e2e/hostile/audit-seals.test.ts.
CREATE FUNCTION daybook_audit_text(a audit_log) RETURNS text
LANGUAGE sql STABLE
AS $$
  SELECT concat(
    '{"id": "', a.id,
    '", "noun": ', to_json(a.noun),
    ', "after": ', coalesce(a.after::text, 'null'),
    ', "action": ', to_json(a.action),
    ', "before": ', coalesce(a.before::text, 'null'),
    ', "surface": ', to_json(a.surface),
    ', "actor_id": ', coalesce('"' || a.actor_id || '"', 'null'),
    ', "record_id": ', coalesce('"' || a.record_id || '"', 'null'),
    ', "actor_kind": ', to_json(a.actor_kind),
    ', "actor_name": ', coalesce(to_json(a.actor_name)::text, 'null'),
    ', "request_id": ', to_json(a.request_id),
    ', "occurred_at": ', to_json(a.occurred_at),
    ', "organization_id": "', a.organization_id, '"}')
$$;
