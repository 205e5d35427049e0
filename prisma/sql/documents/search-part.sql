-- What of a search's pattern to look for in the index of texts of all days at once; null where more than about p_few documents may have it, so that a search
-- goes back by spans of days. It is the pattern without the words that at least half of the documents have: going through the trigrams of such a
-- word takes most of the time of a search for what few have ("order 1234"), and narrows nothing. A sample answers: the documents on 64 pages of the
-- table, at equal distances; of a counterparty, if one is given. Whatever it says, the answer matches all that the pattern matches, since
-- a word is replaced with what matches anything; search-documents compares what it finds with the pattern itself, and stops where the sample was wrong.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: docs/scale.md, "Search".
-- Proved by: e2e/ledger/search/search-part.test.ts.
CREATE FUNCTION daybook_search_part(p_pattern text, p_entity uuid, p_few integer) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_indexscan = off SET enable_bitmapscan = off
AS $$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  v_pages CONSTANT bigint := pg_relation_size('business_transactions') / 8192;
  v_page bigint;
  v_texts text[] := '{}';
  v_word text;
  v_part text := p_pattern;
BEGIN
  FOR v_step IN 0..least(64, v_pages) - 1 LOOP
    v_page := v_step * v_pages / least(64, v_pages);
    v_texts := v_texts || ARRAY(
      SELECT lower(translate(t.transaction_number, '0123456789', 'qxzjkvwfhp') || E'\n' || coalesce(t.memo, '') || E'\n' || coalesce(t.reference_number, ''))
      FROM business_transactions t WHERE t.ctid >= format('(%s,0)', v_page)::tid AND t.ctid < format('(%s,0)', v_page + 1)::tid
        AND t.organization_id = v_org AND (p_entity IS NULL OR t.entity_id = p_entity));
  END LOOP;
  FOR v_word IN SELECT DISTINCT m[1] FROM regexp_matches(lower(p_pattern), '(?<![\\[:alnum:]])[[:alnum:]]{3,}', 'g') m LOOP
    IF (SELECT 2 * count(*) FILTER (WHERE position(v_word IN x) > 0) >= count(*) FROM unnest(v_texts) x) THEN
      v_part := regexp_replace(v_part, '(?<![\\[:alnum:]])' || v_word || '(?![[:alnum:]])', '%', 'gi');
    END IF;
  END LOOP;
  -- Without a word of three letters or digits the index would have nothing to look for.
  v_part := CASE WHEN v_part ~ '(?<![\\[:alnum:]])[[:alnum:]]{3,}' THEN v_part ELSE p_pattern END;
  RETURN CASE WHEN (
    SELECT count(*) * greatest(64, v_pages) / 64 <= p_few FROM unnest(v_texts) x
    WHERE x LIKE lower(v_part) OR x LIKE lower(translate(p_pattern, '0123456789', 'qxzjkvwfhp'))
  ) THEN v_part END;
END $$;
