-- Whether a line carries the dimension with that name.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: docs/guides/accountants.md.
-- Proved by: src/db/laws/documents.db.test.ts.
CREATE FUNCTION daybook_has_dimension(p_name text, p_class uuid, p_department uuid, p_location uuid, p_project uuid)
RETURNS boolean
LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE p_name WHEN 'class' THEN p_class WHEN 'department' THEN p_department WHEN 'location' THEN p_location
    WHEN 'project' THEN p_project END IS NOT NULL
$$;
