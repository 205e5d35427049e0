-- The records that texts of a file refer to: the one with that code or, if there is none, the only one with that name, ignoring case.
-- A text that several records share, or that none has, is left out.
-- Owner: recordsNamed in src/db/stores/records-by-name.ts; held to it by src/usecases/imports/load-plain-journals.db.test.ts.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: docs/house.md, "Tables that are imported".
-- Proved by: src/usecases/imports/load-plain-journals.db.test.ts.
CREATE FUNCTION daybook_named(p_table text, p_texts text[]) RETURNS TABLE (o_text text, o_id uuid)
LANGUAGE plpgsql STABLE
AS $$
BEGIN
  -- Two joins, so that each reads the table once, however many texts are looked up.
  RETURN QUERY EXECUTE format(
    'WITH asked AS MATERIALIZED (SELECT text FROM unnest($1) AS text),
     coded AS MATERIALIZED (
       SELECT a.text, min(r.id::text)::uuid AS id, count(*) AS n FROM asked a
       JOIN %1$I r ON r.organization_id = daybook_organization() AND r.code = a.text GROUP BY 1)
     SELECT c.text, c.id FROM coded c WHERE c.n = 1
     UNION ALL
     SELECT a.text, min(r.id::text)::uuid FROM asked a
     JOIN %1$I r ON r.organization_id = daybook_organization() AND lower(r.name) = lower(a.text)
     WHERE NOT EXISTS (SELECT FROM coded c WHERE c.text = a.text) GROUP BY 1 HAVING count(*) = 1', p_table) USING p_texts;
END $$;
