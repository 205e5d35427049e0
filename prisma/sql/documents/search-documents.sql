-- The documents of the organization whose memo or reference number matches a pattern, or whose number does where its digits do not tell
-- (document-numbers-with), or all of whose numbers it might name (p_numbers), narrowed as a list is (null: not narrowed): at most p_limit. The newest come first, by spans of
-- days, with the day after the last of its span: where there are p_limit, some may be missing of the oldest span in the answer, and of that alone. A search
-- of what many contain is over after a few spans of sixteen days; where the first four have little, the rest is searched by spans of 256, since each
-- is a search of its own. The index holds what a list is narrowed to as well, so that what few of a kind contain is found without the others. A condition on
-- text may not use an index under row security, since an operator that is not leakproof is evaluated after the policy; so this function works with
-- the owner's rights, confines itself to the organization and to the subsidiaries that the caller is confined to, and returns keys only: who calls it
-- reads the documents under row security. In the index of trigrams the digits of numbers are written with other signs: as digits they would be in
-- what every search for digits gathers, and a number has few that are its own. The SET clauses leave the planner that index alone, however
-- frequent it thinks the pattern is. A status is not in the index, since every posting changes it; it is in the answer, so that who asks for one stops
-- after as many documents as well, whatever their status.
-- Owner: SEARCHED_TERMS in src/core/transactions/header-terms.ts; held to it by src/db/vocabularies.db.test.ts.
-- What a list is narrowed to is compared as the index writes it (a migration says why).
-- What few documents have, as a sample says (search-part), is looked for in all days at once, and by spans where it is found in more than were expected.
--
-- Refuses: nothing; without an organization it finds nothing.
-- Locks: none.
-- Rule: docs/scale.md, "Search".
-- Proved by: e2e/isolation/search.test.ts, e2e/ledger/search/document-search.test.ts, e2e/ledger/search/document-search-pages.test.ts,
--   e2e/ledger/search/search-part.test.ts.
CREATE FUNCTION daybook_search_documents(
  p_pattern text, p_numbers boolean, p_limit integer, p_subsidiary uuid, p_kind text, p_type uuid, p_entity uuid, p_from date, p_until date
) RETURNS TABLE (o_id uuid, o_day date, o_number text, o_status text, o_end date)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET plan_cache_mode = force_custom_plan SET jit = off SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off
AS $$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  v_text text := upper(replace(trim(BOTH '%' FROM p_pattern), '\', ''));
  v_signs text := translate(p_pattern, '0123456789', 'qxzjkvwfhp');
  v_numbers boolean := p_numbers OR v_text ~ '^[0-9]*$' OR v_text ~ '[%_]' OR EXISTS (
    SELECT FROM number_counters c WHERE c.organization_id = v_org AND position(v_text IN upper(c.series || '-' || c.fiscal_year::text || '-')) > 0);
  -- Null: all subsidiaries. A caller who is confined to some has this setting (src/db/pool.ts), an empty list if to none.
  v_scope uuid[] := nullif(current_setting('app.subsidiaries', true), '')::uuid[];
  v_all boolean := v_scope IS NULL AND p_subsidiary IS NULL;
  -- Narrowed by an id that is of one organization alone, the index need not be asked for the organization too, whose list of documents would be gone through.
  v_narrowed boolean := NOT v_all OR p_entity IS NOT NULL OR p_type IS NOT NULL;
  v_few CONSTANT integer := least(p_limit, 5000);
  v_part CONSTANT text := CASE WHEN p_until - p_from < 64 THEN NULL ELSE daybook_search_part(p_pattern, p_entity, v_few) END;
  v_ids uuid[];
  v_days date[];
  v_texts text[];
  v_statuses text[];
  v_width integer := 16;
  v_before date := coalesce(p_until, 'infinity'::date - 1) + 1;
  v_spans integer[];
  v_ends date[];
  v_found bigint := 0;
  v_rows bigint;
BEGIN
  v_scope := CASE WHEN v_all THEN ARRAY[NULL::uuid] WHEN p_subsidiary IS NULL THEN v_scope
    WHEN v_scope IS NULL OR p_subsidiary = ANY (v_scope) THEN ARRAY[p_subsidiary] ELSE '{}' END;
  -- What few have is looked for in all days at once. Each look into the index also goes through what is not merged into it yet.
  IF v_part IS NOT NULL THEN
    SELECT count(*), array_agg(f.id) FILTER (WHERE f.fits), array_agg(f.day) FILTER (WHERE f.fits), array_agg(f.number) FILTER (WHERE f.fits), array_agg(f.status) FILTER (WHERE f.fits)
    INTO v_rows, v_ids, v_days, v_texts, v_statuses
    FROM (
      SELECT x.*, x.fits_text AND (p_from IS NULL OR x.day >= p_from) AND (p_until IS NULL OR x.day <= p_until) AS fits
      FROM unnest(v_scope::text[]) AS c(id)
      CROSS JOIN LATERAL (
        SELECT t.id, t.transaction_date, t.transaction_number, t.transaction_status, t.memo ILIKE p_pattern OR t.reference_number ILIKE p_pattern
        FROM business_transactions t
        WHERE coalesce(t.organization_id = v_org, false) AND (v_narrowed OR t.organization_id = v_org) AND (v_all OR t.subsidiary_id::text = c.id)
          AND (p_kind IS NULL OR t.kind || '' = p_kind) AND (p_type IS NULL OR t.transaction_type_id::text = p_type::text)
          AND (p_entity IS NULL OR t.entity_id::text = p_entity::text)
          AND (translate(t.transaction_number, '0123456789', 'qxzjkvwfhp') || E'\n' || coalesce(t.memo, '') || E'\n' || coalesce(t.reference_number, '')) ILIKE v_part
        UNION ALL
        SELECT t.id, t.transaction_date, t.transaction_number, t.transaction_status,
          t.transaction_number ILIKE p_pattern AND (t.memo ILIKE p_pattern OR t.reference_number ILIKE p_pattern) IS NOT TRUE
        FROM business_transactions t
        WHERE v_numbers AND coalesce(t.organization_id = v_org, false) AND (v_narrowed OR t.organization_id = v_org) AND (v_all OR t.subsidiary_id::text = c.id)
          AND (p_kind IS NULL OR t.kind || '' = p_kind) AND (p_type IS NULL OR t.transaction_type_id::text = p_type::text)
          AND (p_entity IS NULL OR t.entity_id::text = p_entity::text)
          AND (translate(t.transaction_number, '0123456789', 'qxzjkvwfhp') || E'\n' || coalesce(t.memo, '') || E'\n' || coalesce(t.reference_number, '')) ILIKE v_signs
      ) x (id, day, number, status, fits_text)
      LIMIT v_few) f;
    IF v_rows < v_few THEN
      RETURN QUERY SELECT f.id, f.day, f.number, f.status, f.day + 1 FROM unnest(v_ids, v_days, v_texts, v_statuses) AS f (id, day, number, status) ORDER BY f.day DESC, f.number DESC;
      RETURN;
    END IF;
  END IF;
  FOR v_step IN 1..2 LOOP
    SELECT array_agg(s.o_span ORDER BY s.o_span DESC), array_agg(s.o_end ORDER BY s.o_span DESC) INTO v_spans, v_ends
    FROM daybook_search_spans(false, v_width, p_from, v_before, CASE v_step WHEN 1 THEN 4 ELSE 10000 END) s;
    RETURN QUERY
    SELECT f.id, f.transaction_date, f.transaction_number, f.transaction_status, b.until
    FROM (SELECT s.n, s.until FROM unnest(v_spans, v_ends) AS s(n, until) ORDER BY s.n DESC) b
    CROSS JOIN unnest(v_scope::text[]) AS c(id)
    CROSS JOIN LATERAL (
      SELECT t.id, t.transaction_date, t.transaction_number, t.transaction_status
      FROM business_transactions t
      WHERE coalesce(t.organization_id = v_org, false) AND (v_narrowed OR t.organization_id = v_org) AND (v_all OR t.subsidiary_id::text = c.id)
        AND (v_width <> 16 OR (t.transaction_date - DATE '1970-01-01') / 16 = b.n) AND (v_width <> 256 OR (t.transaction_date - DATE '1970-01-01') / 256 = b.n)
        AND (p_kind IS NULL OR t.kind || '' = p_kind) AND (p_type IS NULL OR t.transaction_type_id::text = p_type::text)
        AND (p_entity IS NULL OR t.entity_id::text = p_entity::text)
        AND (p_from IS NULL OR t.transaction_date >= p_from) AND t.transaction_date < v_before AND (p_until IS NULL OR t.transaction_date <= p_until)
        AND (translate(t.transaction_number, '0123456789', 'qxzjkvwfhp') || E'\n' || coalesce(t.memo, '') || E'\n' || coalesce(t.reference_number, '')) ILIKE p_pattern
        AND (t.memo ILIKE p_pattern OR t.reference_number ILIKE p_pattern)
      UNION ALL
      SELECT t.id, t.transaction_date, t.transaction_number, t.transaction_status
      FROM business_transactions t
      WHERE v_numbers AND coalesce(t.organization_id = v_org, false) AND (v_narrowed OR t.organization_id = v_org) AND (v_all OR t.subsidiary_id::text = c.id)
        AND (v_width <> 16 OR (t.transaction_date - DATE '1970-01-01') / 16 = b.n) AND (v_width <> 256 OR (t.transaction_date - DATE '1970-01-01') / 256 = b.n)
        AND (p_kind IS NULL OR t.kind || '' = p_kind) AND (p_type IS NULL OR t.transaction_type_id::text = p_type::text)
        AND (p_entity IS NULL OR t.entity_id::text = p_entity::text)
        AND (p_from IS NULL OR t.transaction_date >= p_from) AND t.transaction_date < v_before AND (p_until IS NULL OR t.transaction_date <= p_until)
        AND (translate(t.transaction_number, '0123456789', 'qxzjkvwfhp') || E'\n' || coalesce(t.memo, '') || E'\n' || coalesce(t.reference_number, '')) ILIKE v_signs
        AND t.transaction_number ILIKE p_pattern AND (t.memo ILIKE p_pattern OR t.reference_number ILIKE p_pattern) IS NOT TRUE
      OFFSET 0) f
    ORDER BY b.n DESC LIMIT p_limit - v_found;
    GET DIAGNOSTICS v_rows = ROW_COUNT;
    v_found := v_found + v_rows;
    EXIT WHEN v_found >= p_limit OR v_spans IS NULL;
    -- As many in the spans to come would still be too few in all: then these are taken together.
    v_width := CASE WHEN v_found < p_limit / 8 THEN 256 ELSE 16 END;
    v_before := DATE '1970-01-01' + v_spans[cardinality(v_spans)] * 16 - CASE WHEN v_spans[cardinality(v_spans)] > 0 THEN 0 ELSE 15 END;
  END LOOP;
END $$;
