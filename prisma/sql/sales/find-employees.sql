-- The employees of a department by its name, ignoring case. The comparison is not leakproof, so under row security it uses no index and reads every employee; this function
-- works with the owner's rights and confines itself to the organization. It returns ids only, in no order: who calls it reads the employees under row
-- security.
--
-- Refuses: nothing; without an organization it finds nothing.
-- Locks: none.
-- Rule: interface 4.2; docs/scale.md, "Search".
-- Proved by: e2e/contracts/a/employees.test.ts.
CREATE FUNCTION daybook_employees_of_department(p_department text) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  RETURN QUERY
  SELECT e.id FROM employees e WHERE e.organization_id = daybook_organization() AND lower(e.department) = lower(p_department);
END $$;
