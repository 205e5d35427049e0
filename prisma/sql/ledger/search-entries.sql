-- The entries of the organization whose memo matches a pattern, and of those that no document posted also whose number does, narrowed as a list is
-- (null: not narrowed): at most p_limit of each of the two, those of the newest documents and days first, by spans of days as there; what documents posted is
-- not narrowed to days, since a document may be posted long after its own day and all with the text would have to be read. A document's entry has the
-- document's memo, and both stay as they are (refuse-posted-change), so it is found by the text of the document. Like daybook_search_documents it
-- works with the owner's rights, since a condition on text may not use an index under row security, confines itself to the organization and to the
-- subsidiaries that the caller is confined to, and returns ids only: who calls it reads the entries under row security.
-- What a list is narrowed to is compared as the index writes it (a migration says why).
--
-- Refuses: nothing; without an organization it finds nothing.
-- Locks: none.
-- Rule: docs/scale.md, "Search".
-- Proved by: e2e/ledger/search/entry-search.test.ts.
CREATE FUNCTION daybook_search_entries(p_pattern text, p_limit integer, p_subsidiary uuid, p_source text, p_from date, p_until date) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET plan_cache_mode = force_custom_plan SET jit = off SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off
AS $$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  -- Null: all subsidiaries. A caller who is confined to some has this setting (src/db/pool.ts), an empty list if to none.
  v_scope uuid[] := nullif(current_setting('app.subsidiaries', true), '')::uuid[];
  v_all boolean := v_scope IS NULL AND p_subsidiary IS NULL;
  v_width integer;
  v_before date;
  v_spans integer[];
  v_found bigint;
  v_rows bigint;
BEGIN
  v_scope := CASE WHEN v_all THEN ARRAY[NULL::uuid] WHEN p_subsidiary IS NULL THEN v_scope
    WHEN v_scope IS NULL OR p_subsidiary = ANY (v_scope) THEN ARRAY[p_subsidiary] ELSE '{}' END;
  -- First what documents posted, by the days of the documents, and then all other entries.
  FOR v_part IN 1..2 LOOP
    CONTINUE WHEN v_part = 1 AND p_source <> 'TRANSACTION';
    v_width := 16;
    v_found := 0;
    v_before := CASE v_part WHEN 1 THEN 'infinity'::date ELSE coalesce(p_until, 'infinity'::date - 1) + 1 END;
    FOR v_step IN 1..2 LOOP
      SELECT array_agg(s.o_span ORDER BY s.o_span DESC) INTO v_spans
      FROM daybook_search_spans(v_part = 2, v_width, CASE v_part WHEN 2 THEN p_from END, v_before, CASE v_step WHEN 1 THEN 4 ELSE 10000 END) s;
      RETURN QUERY
      SELECT f.id
      FROM (SELECT s AS n FROM unnest(v_spans) s ORDER BY s DESC) b
      CROSS JOIN unnest(v_scope::text[]) AS c(id)
      CROSS JOIN LATERAL (
        SELECT t.ledger_entry_id AS id FROM business_transactions t
        WHERE v_part = 1 AND t.organization_id = v_org AND (v_all OR t.subsidiary_id::text = c.id)
          AND (v_width <> 16 OR (t.transaction_date - DATE '1970-01-01') / 16 = b.n) AND (v_width <> 256 OR (t.transaction_date - DATE '1970-01-01') / 256 = b.n)
          AND t.transaction_date < v_before
          AND (translate(t.transaction_number, '0123456789', 'qxzjkvwfhp') || E'\n' || coalesce(t.memo, '') || E'\n' || coalesce(t.reference_number, '')) ILIKE p_pattern
          AND t.memo ILIKE p_pattern AND t.ledger_entry_id IS NOT NULL
        UNION ALL
        SELECT e.id FROM ledger_entries e
        WHERE v_part = 2 AND e.organization_id = v_org AND (e.source_kind <> 'TRANSACTION' OR e.reversal_of_id IS NOT NULL)
          AND (v_all OR e.subsidiary_id::text = c.id) AND (p_source IS NULL OR e.source_kind || '' = p_source)
          AND (v_width <> 16 OR (e.posting_date - DATE '1970-01-01') / 16 = b.n) AND (v_width <> 256 OR (e.posting_date - DATE '1970-01-01') / 256 = b.n)
          AND e.posting_date < v_before
          AND (p_from IS NULL OR e.posting_date >= p_from) AND (p_until IS NULL OR e.posting_date <= p_until)
          AND (e.entry_number || E'\n' || coalesce(e.memo, '')) ILIKE p_pattern
          AND (e.entry_number ILIKE p_pattern OR e.memo ILIKE p_pattern)
        OFFSET 0) f
      ORDER BY b.n DESC LIMIT p_limit - v_found;
      GET DIAGNOSTICS v_rows = ROW_COUNT;
      v_found := v_found + v_rows;
      EXIT WHEN v_found >= p_limit OR v_spans IS NULL;
      v_width := CASE WHEN v_found < p_limit / 8 THEN 256 ELSE 16 END;
      v_before := DATE '1970-01-01' + v_spans[cardinality(v_spans)] * 16 - CASE WHEN v_spans[cardinality(v_spans)] > 0 THEN 0 ELSE 15 END;
    END LOOP;
  END LOOP;
END $$;
