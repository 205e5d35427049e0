-- A document or entry number as people read it: prefix, fiscal year, at least six digits. Built without format(), whose result
-- may depend on settings, which would prevent inlining.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: docs/interface/service-interface.md.
-- Proved by: src/db/laws/documents.db.test.ts.
CREATE FUNCTION daybook_format_number(p_prefix text, p_fiscal_year integer, p_value bigint) RETURNS text
LANGUAGE sql IMMUTABLE
AS $$
  SELECT coalesce(p_prefix, '') || '-' || coalesce(p_fiscal_year::text, '') || '-' || lpad(p_value::text, greatest(6, length(p_value::text)), '0')
$$;
