-- The active customers, vendors, employees, items or projects of the organization that typed text means, the likeliest first, as a field offers them that has too many
-- to load: a code that is the text or begins with it, then a name that is it, a name that begins with it, every typed word at the start of a word, every
-- word somewhere in the name; then by name (items and projects by code). What src/ui/kit/input/match-choices.ts finds in a list, but that words of one or two
-- ASCII letters or digits are only found at the start of the name, the code, or a word after an ASCII sign: no trigram has them elsewhere. Of more matches than p_read some are left out, but none whose code or name is the text as it was typed
-- (or the code in capitals). Like search-parties it works with the owner's rights, and confines itself to the organization and
-- to the subsidiaries that the caller is confined to; who calls it reads the records under row security.
-- Owner: of the ranks, src/ui/kit/input/match-choices.ts; e2e/isolation/choose-records.test.ts compares the two.
--
-- Refuses: nothing; without an organization, without a word, or for another noun, it finds nothing.
-- Locks: none.
-- Rule: docs/scale.md, "Search".
-- Proved by: e2e/isolation/choose-records.test.ts.
CREATE FUNCTION daybook_choose_records(p_noun text, p_typed text, p_most integer, p_read integer DEFAULT 2000) RETURNS uuid[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET jit = off SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off
AS $$
DECLARE
  -- Null: all subsidiaries. A caller who is confined to some has this setting (src/db/pool.ts), an empty list if to none.
  v_scope CONSTANT uuid[] := nullif(current_setting('app.subsidiaries', true), '')::uuid[];
  v_whole CONSTANT text := lower(btrim(p_typed, E' \t\n\r'));
  v_words CONSTANT text[] := array_remove(regexp_split_to_array(v_whole, '\s+'), '');
  v_name CONSTANT text := CASE p_noun WHEN 'customer' THEN 'company_name' ELSE 'name' END;
  v_code CONSTANT text := CASE p_noun WHEN 'customer' THEN 'customer_id' ELSE 'code' END;
  v_like CONSTANT text := replace(replace(replace(v_whole, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  -- Where each word begins a word of the line (a word with a sign in it begins none); where it is in the name; where a short one begins a word.
  v_starts text[];
  v_within text[];
  v_short text[];
  -- The same in the text of all fields: the signs that separate words are spelled out, ASCII alone, since of others the index of trigrams makes nothing.
  v_first CONSTANT text := E'(^|[] \t\n!"#$%&''()*+,./:;<=>?@[\\\\^_`{|}~-])';
  v_noun record;
  v_found text;
  v_ids uuid[];
BEGIN
  IF cardinality(v_words) = 0 OR p_noun NOT IN ('customer', 'vendor', 'employee', 'item', 'project') THEN
    RETURN '{}';
  END IF;
  SELECT array_agg(CASE WHEN w ~ '^[[:alnum:]]+$' THEN '(^|[^[:alnum:]])' || w END ORDER BY n),
    array_agg('%' || replace(replace(replace(w, '\', '\\'), '%', '\%'), '_', '\_') || '%' ORDER BY n),
    coalesce(array_agg('(^|[^[:alnum:]])' || w) FILTER (WHERE w ~ '^[a-z0-9]{1,2}$'), '{}')
  INTO v_starts, v_within, v_short FROM unnest(v_words) WITH ORDINALITY u (w, n);
  FOR v_noun IN SELECT * FROM daybook_searched_noun(p_noun) LOOP
    SELECT string_agg(format(CASE WHEN w ~ '^[a-z0-9]{1,2}$' THEN ' AND (%s) ~* ($11 || $10[%s])' ELSE ' AND (%s) ILIKE $9[%s]' END, v_noun.o_text, n), '')
    INTO v_found FROM unnest(v_words) WITH ORDINALITY u (w, n);
    EXECUTE format(
      'WITH found AS MATERIALIZED (
         (SELECT x.id, x.%1$I AS name, coalesce(x.%2$I, '''') AS code FROM %3$I x
          WHERE x.organization_id = $1 AND x.record_status = ''active''%4$s%5$s LIMIT $6)
         UNION
         SELECT x.id, x.%1$I, coalesce(x.%2$I, '''') FROM %3$I x
         WHERE x.organization_id = $1 AND x.record_status = ''active''%5$s AND (x.%2$I IN ($7, upper($7)) OR x.%1$I = $7)),
       lines AS (SELECT f.id, f.name, f.code, lower(f.code) AS l_code, lower(f.name) AS l_name, lower(f.code) || '' '' || lower(f.name) AS line FROM found f),
       ranked AS (SELECT l.id, l.name, l.code, CASE
         WHEN l.l_code = $3 THEN 0
         WHEN l.code <> '''' AND l.l_code LIKE $4 THEN 1
         WHEN l.l_name = $3 OR l.line = $3 THEN 1
         WHEN l.l_name LIKE $4 OR l.line LIKE $4 THEN 2
         WHEN l.line ~ ALL ($8) THEN 3
         WHEN l.l_name LIKE ALL ($9) AND l.line ~ ALL ($12) THEN 4 END AS rank FROM lines l)
       SELECT array_agg(c.id ORDER BY c.rank, c.place, c.id) FROM (
         SELECT r.id, r.rank, %6$s AS place FROM ranked r WHERE r.rank IS NOT NULL ORDER BY r.rank, place, r.id LIMIT $5) c',
      v_name, v_code, v_noun.o_table, v_found,
      CASE WHEN v_scope IS NULL THEN '' ELSE format(' AND (%s)', v_noun.o_reached) END,
      CASE WHEN p_noun IN ('item', 'project') THEN 'r.code' ELSE 'r.name' END)
    INTO v_ids
    USING daybook_organization(), v_scope, v_whole, v_like, p_most, p_read, btrim(p_typed, E' \t\n\r'), v_starts, v_within, v_words, v_first, v_short;
  END LOOP;
  RETURN coalesce(v_ids, '{}');
END $$;
