-- The dimensions a line carries, by the names under which accounts require them.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: docs/guides/accountants.md.
-- Proved by: src/db/laws/documents.db.test.ts.
CREATE FUNCTION daybook_carried_dimensions(p_class uuid, p_department uuid, p_location uuid, p_project uuid) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT array_remove(ARRAY[CASE WHEN p_class IS NOT NULL THEN 'class' END, CASE WHEN p_department IS NOT NULL THEN 'department' END,
    CASE WHEN p_location IS NOT NULL THEN 'location' END, CASE WHEN p_project IS NOT NULL THEN 'project' END], NULL)
$$;
