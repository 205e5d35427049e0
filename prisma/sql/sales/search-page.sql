-- A page of the records of the organization whose text, as search-parties looks in it with email addresses, matches a pattern: the ids of the page in the order
-- asked for, and how many match; more than p_most are not counted and not put in order: then p_most + 1 is answered without ids (null: all are counted, however
-- many). p_equals has values that columns must have; p_order columns, each with its direction, as "company asc" or "company desc nulls last". What matches
-- is read once, in the order in which it is stored, through the index of texts: a look by key for each would read four pages for each. Like search-parties it works
-- with the owner's rights, and confines itself to the organization and to the subsidiaries that the caller is confined to. Who calls it reads
-- the records of the page under row security.
--
-- Refuses: an order that is not a column with its direction (invalid_parameter_value); without an organization, or for another noun, it finds nothing.
-- Locks: none.
-- Rule: docs/scale.md, "Search".
-- Proved by: e2e/isolation/search-pages.test.ts.
CREATE FUNCTION daybook_search_page(
  p_noun text, p_pattern text, p_most integer, p_equals jsonb, p_order text[], p_skip bigint, p_take bigint
) RETURNS TABLE (o_found integer, o_ids uuid[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET jit = off SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off
AS $$
DECLARE
  -- Null: all subsidiaries. A caller who is confined to some has this setting (src/db/pool.ts), an empty list if to none.
  v_scope CONSTANT uuid[] := nullif(current_setting('app.subsidiaries', true), '')::uuid[];
  -- A text that is one line is in the text of all fields where it is in one of them.
  v_is_line CONSTANT boolean := p_pattern ~ '^%([^%_\\\n]|\\[^\n])*%$';
  v_noun record;
  v_order text;
  v_columns text;
  v_conditions text;
BEGIN
  IF EXISTS (SELECT FROM unnest(p_order) o WHERE o !~ '^[a-z_]+ (asc|desc)( nulls (first|last))?$') THEN
    RAISE invalid_parameter_value USING MESSAGE = 'not a column with its direction', DETAIL = p_order::text;
  END IF;
  SELECT string_agg('m.' || quote_ident(split_part(o, ' ', 1)) || substr(o, position(' ' IN o)), ', ' ORDER BY n),
    string_agg(DISTINCT ', x.' || quote_ident(split_part(o, ' ', 1)), '') FILTER (WHERE split_part(o, ' ', 1) <> 'id')
  INTO v_order, v_columns FROM unnest(p_order) WITH ORDINALITY AS o (o, n);
  SELECT string_agg(format(' AND x.%I = %L', e.key, e.value), '') INTO v_conditions FROM jsonb_each_text(p_equals) e;
  FOR v_noun IN SELECT * FROM daybook_searched_noun(p_noun) LOOP
    RETURN QUERY EXECUTE format(
      'WITH matches AS MATERIALIZED (SELECT x.id%s FROM %I x WHERE x.organization_id = $3 AND (%s) ILIKE $1%s%s%s LIMIT $4 + 1)
       SELECT (SELECT count(*)::integer FROM matches), CASE WHEN (SELECT count(*) <= $4 FROM matches) IS NOT FALSE
         THEN ARRAY(SELECT m.id FROM matches m ORDER BY %s OFFSET $5 LIMIT $6) ELSE ''{}'' END',
      v_columns, v_noun.o_table, v_noun.o_text,
      CASE WHEN v_is_line THEN '' ELSE format(' AND (%s OR %s)', v_noun.o_named, v_noun.o_mailed) END,
      CASE WHEN v_scope IS NULL THEN '' ELSE format(' AND (%s)', v_noun.o_reached) END, v_conditions, v_order)
    USING p_pattern, v_scope, daybook_organization(), p_most, p_skip, p_take;
  END LOOP;
END $$;
