-- The customers, vendors, items, projects or employees (by name or code), prospects or leads (by name or company), revenue contracts or subscriptions (by name
-- or number) of the organization whose text matches a pattern: at most p_limit, in no order. Like daybook_search_documents it works with the owner's rights, confines itself to the organization and returns ids only; who
-- calls it reads the records under row security, which hides those of other subsidiaries. The SET clauses leave the planner the index of
-- trigrams alone, however frequent it thinks the pattern is.
--
-- Refuses: nothing; without an organization, or for another noun, it finds nothing.
-- Locks: none.
-- Rule: docs/scale.md, "Search".
-- Proved by: e2e/isolation/search.test.ts, e2e/isolation/search-records.test.ts.
CREATE FUNCTION daybook_search_parties(p_noun text, p_pattern text, p_limit integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off
AS $$
DECLARE
  v_noun record;
BEGIN
  FOR v_noun IN SELECT * FROM daybook_searched_noun(p_noun) LOOP
    -- The text has several fields, and a pattern might match across two of them.
    RETURN QUERY EXECUTE format('SELECT x.id FROM %I x WHERE x.organization_id = $2 AND (%s) ILIKE $1 AND (%s) LIMIT $3',
      v_noun.o_table, v_noun.o_text, v_noun.o_named) USING p_pattern, daybook_organization(), p_limit;
  END LOOP;
END $$;
