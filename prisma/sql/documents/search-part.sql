-- What of a search's pattern to look for in the index of texts within the days before one: the pattern without the words that at least half of the documents
-- there have, if what remains is rare among them; otherwise the pattern. A word of nearly all documents narrows nothing, and going through its
-- trigrams takes most of the time of a search for what few have ("order 1234"). A sample answers: of these days (p_width of them, in four parts of the same length)
-- the newest sixteen documents of each part, of a counterparty if one is given. Whatever it says, the answer matches all that the pattern
-- matches, since a word is replaced with what matches anything; search-documents compares what it finds with the pattern itself.
--
-- Refuses: nothing; without an organization it answers the pattern.
-- Locks: none.
-- Rule: docs/scale.md, "Search".
-- Proved by: e2e/ledger/search/search-part.test.ts.
CREATE FUNCTION daybook_search_part(p_pattern text, p_entity uuid, p_before date, p_width integer) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_indexscan = on SET enable_bitmapscan = off
AS $$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  v_words CONSTANT text[] := ARRAY(SELECT DISTINCT m[1] FROM regexp_matches(lower(p_pattern), '(?<![\\[:alnum:]])[[:alnum:]]{3,}', 'g') m);
  v_texts text[] := '{}';
  v_some text[];
  v_word text;
  v_part text := p_pattern;
BEGIN
  IF cardinality(v_words) < 2 THEN
    RETURN p_pattern;
  END IF;
  FOR v_quarter IN 0..3 LOOP
    IF p_entity IS NULL THEN
      v_some := ARRAY(SELECT lower(translate(t.transaction_number, '0123456789', 'qxzjkvwfhp') || E'\n' || coalesce(t.memo, '') || E'\n' || coalesce(t.reference_number, '')) FROM business_transactions t
        WHERE t.organization_id = v_org AND t.transaction_date < p_before - v_quarter * p_width / 4
        ORDER BY t.transaction_date DESC, t.transaction_number DESC LIMIT 16);
    ELSE
      v_some := ARRAY(SELECT lower(translate(t.transaction_number, '0123456789', 'qxzjkvwfhp') || E'\n' || coalesce(t.memo, '') || E'\n' || coalesce(t.reference_number, '')) FROM business_transactions t
        WHERE t.organization_id = v_org AND t.entity_id = p_entity AND t.transaction_date < p_before - v_quarter * p_width / 4
        ORDER BY t.transaction_date DESC, t.transaction_number DESC LIMIT 16);
    END IF;
    v_texts := v_texts || v_some;
  END LOOP;
  FOREACH v_word IN ARRAY v_words LOOP
    IF (SELECT 2 * count(*) FILTER (WHERE position(v_word IN x) > 0) >= count(*) FROM unnest(v_texts) x) THEN
      v_part := regexp_replace(v_part, '(?<![\\[:alnum:]])' || v_word || '(?![[:alnum:]])', '%', 'gi');
    END IF;
  END LOOP;
  IF v_part !~ '(?<![\\[:alnum:]])[[:alnum:]]{3,}' OR (SELECT count(*) > 1 FROM unnest(v_texts) x WHERE x LIKE lower(v_part)) THEN
    RETURN p_pattern;
  END IF;
  RETURN v_part;
END $$;
