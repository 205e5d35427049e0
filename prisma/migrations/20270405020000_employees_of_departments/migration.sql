-- Employees of a department, whose name is compared without case: read by daybook_employees_of_department alone.
CREATE INDEX employees_department_sql_idx ON employees (organization_id, lower(department)) WHERE department IS NOT NULL;
