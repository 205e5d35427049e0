-- Mends the numbers of records (record_counts): to each that does not come to its records together with the notes that are still to be added, the difference
-- is added, so that nothing else is written. Which tables are counted, and by which columns, follows from their triggers (daybook_note_records); with them are
-- counted the open costs of contracts and the contracts of each date (note-open-costs, note-contract-days). Returns how many
-- numbers were wrong.
-- Owner: the records; e2e/ledger/evidence/mended-sums.test.ts compares them.
--
-- Refuses: nothing; where every number is right it returns 0.
-- Locks: the advisory lock "fold-counts:<organization>", until the end of the transaction: no note is added meanwhile. A statement stores records and their
--   notes together, so that of what is written meanwhile both are seen or neither.
-- Rule: docs/guides/operators.md, "Verify".
-- Proved by: e2e/ledger/evidence/mended-sums.test.ts.
CREATE FUNCTION daybook_mend_record_counts() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_records text;
  v_mended bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold-counts:' || v_org::text, 0));
  SELECT string_agg(format('SELECT %L AS noun, concat_ws(''/'', %s) AS state, count(*) AS n FROM %I x WHERE x.organization_id = $1 GROUP BY 2',
      c.tab, c.state, c.tab), ' UNION ALL ' ORDER BY c.tab)
    INTO v_records
    FROM (
      SELECT r.relname AS tab, string_agg(format('x.%I::text', a.col), ', ' ORDER BY a.n) AS state
      FROM pg_trigger t JOIN pg_class r ON r.oid = t.tgrelid
      -- The arguments of a trigger are stored one after the other, each ended by a zero byte.
      CROSS JOIN LATERAL unnest(string_to_array(encode(t.tgargs, 'escape'), '\000')) WITH ORDINALITY AS a (col, n)
      WHERE t.tgname = r.relname || '_count_new' AND t.tgfoid = 'daybook_note_records'::regproc AND a.col <> ''
      GROUP BY 1) c;
  EXECUTE format('
    WITH mended AS (
      INSERT INTO record_counts AS r (organization_id, noun, state, record_count)
      SELECT $1, x.noun, x.state, sum(x.n)
      FROM (%s
        UNION ALL
        SELECT ''contract_days'', to_char(c.contract_date, ''YYYY-MM-DD''), count(*) FROM revenue_contracts c WHERE c.organization_id = $1 GROUP BY 2
        UNION ALL
        SELECT ''open_contract_costs'', c.contract_id::text, count(*) FROM contract_costs c
        WHERE c.organization_id = $1 AND daybook_is_open_cost(c.cost_kind, c.voided, c.facts) GROUP BY 2
        UNION ALL
        SELECT k.noun, k.state, -k.record_count FROM record_counts k WHERE k.organization_id = $1
        UNION ALL
        SELECT c.noun, c.state, -c.record_count FROM record_count_changes c WHERE c.organization_id = $1) x
      GROUP BY 2, 3 HAVING sum(x.n) <> 0
      ON CONFLICT (organization_id, noun, state) DO UPDATE SET record_count = r.record_count + excluded.record_count
      RETURNING 1
    )
    SELECT count(*) FROM mended', v_records) INTO v_mended USING v_org;
  IF v_mended > 0 THEN
    DELETE FROM record_counts r WHERE r.organization_id = v_org AND r.record_count = 0;
  END IF;
  RETURN v_mended;
END $$;
