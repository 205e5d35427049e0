-- A list says how many records it has. Each statement that stores or deletes records of the tables below notes by how much it changed their number, by table and
-- by the columns lists are narrowed by, whose values state has with a slash between them; a record whose values change leaves two notes, any other change none. The notes are new rows, so that two
-- writers never wait for each other; daybook_fold_counts adds them to record_counts. Lists read both. The application may only read the counts: they are
-- made here, with the owner's rights.
-- Owner: the records; e2e/ledger/counts/record-counts.test.ts compares them.
--
-- Refuses: nothing.
-- Locks: none; folding takes the advisory lock "fold-counts:<organization>", so that a note is added once.
-- Rule: docs/scale.md, "How many records there are".
-- Proved by: e2e/ledger/counts/record-counts.test.ts.
CREATE FUNCTION daybook_note_records() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO record_count_changes (organization_id, id, noun, state, record_count)
    SELECT c.organization_id, daybook_uuid_v7(), TG_TABLE_NAME, c.state, c.n
    FROM (SELECT n.organization_id, daybook_state_of(to_jsonb(n), TG_ARGV) AS state, count(*) AS n FROM new_records n GROUP BY 1, 2) c;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO record_count_changes (organization_id, id, noun, state, record_count)
    SELECT c.organization_id, daybook_uuid_v7(), TG_TABLE_NAME, c.state, -c.n
    FROM (SELECT o.organization_id, daybook_state_of(to_jsonb(o), TG_ARGV) AS state, count(*) AS n FROM old_records o GROUP BY 1, 2) c;
  ELSE
    INSERT INTO record_count_changes (organization_id, id, noun, state, record_count)
    VALUES (OLD.organization_id, daybook_uuid_v7(), TG_TABLE_NAME, daybook_state_of(to_jsonb(OLD), TG_ARGV), -1),
           (NEW.organization_id, daybook_uuid_v7(), TG_TABLE_NAME, daybook_state_of(to_jsonb(NEW), TG_ARGV), 1);
  END IF;
  RETURN NULL;
END $$;

-- The values of at most two columns of a record, with a slash between them; none of them has a slash.
CREATE FUNCTION daybook_state_of(p_record jsonb, p_columns text[]) RETURNS text
LANGUAGE sql IMMUTABLE
RETURN concat_ws('/', p_record ->> p_columns[0], p_record ->> p_columns[1]);

-- The tables whose records are counted, with the columns; src/db/stores/record-counts.ts reads them under the same names.
DO $$
DECLARE
  v_counted record;
  v_arguments text;
  v_changed text;
BEGIN
  FOR v_counted IN
    SELECT * FROM (VALUES
      ('background_jobs', ARRAY['created_by']),
      ('budget_view_snapshots', ARRAY['project_id', 'budget_view_id']),
      ('contract_costs', ARRAY['cost_kind']),
      ('customers', ARRAY['record_status']),
      ('employees', ARRAY['record_status', 'is_active']),
      ('exchange_rates', ARRAY['rate_type']),
      ('imports', ARRAY['noun']),
      ('items', ARRAY['record_status']),
      ('leads', ARRAY['record_status']),
      ('price_list_items', ARRAY['price_list_id']),
      ('prospects', ARRAY['prospect_status']),
      ('revenue_approvals', ARRAY['approval_status']),
      ('revenue_contracts', ARRAY['record_status', 'contract_status']),
      ('subscriptions', ARRAY['record_status']),
      ('vendors', ARRAY['record_status'])
    ) AS c (tab, cols)
  LOOP
    SELECT string_agg(quote_literal(c.col), ', ' ORDER BY c.n), string_agg(format('old.%1$I <> new.%1$I', c.col), ' OR ' ORDER BY c.n)
      INTO v_arguments, v_changed FROM unnest(v_counted.cols) WITH ORDINALITY AS c (col, n);
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS new_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records(%s)',
      v_counted.tab || '_count_new', v_counted.tab, v_arguments);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS old_records FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_records(%s)',
      v_counted.tab || '_count_gone', v_counted.tab, v_arguments);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I FOR EACH ROW WHEN (%s) EXECUTE FUNCTION daybook_note_records(%s)',
      v_counted.tab || '_count_changed', v_counted.tab, v_changed, v_arguments);
  END LOOP;
END $$;
