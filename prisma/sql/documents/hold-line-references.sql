-- What the lines of documents name exists, and is held against deletion until the lines are committed: what foreign keys do, but once per
-- statement instead of once per row and reference, since lines come in sets. Eight references of each line, checked one by one, took longer
-- than storing it. A reference that is empty in all rows of a statement costs nothing here. What is named is locked in id order, so that two
-- sets never deadlock. The documents are asked on the same occasion whether they are posted: their lines stay as they were posted. A document may
-- be stored as posted, with the entry that posts it: then the statement that stores both brings its lines, and no later one does, not even of the
-- same transaction. A version above the first tells of a document that was changed, and so was there before; that both rows are of one statement
-- is what their transaction and their place in it say.
-- Runs as the owner: like a foreign key it looks beyond the caller's scope, which the use-cases have checked.
--
-- Refuses: inserting or changing lines of a posted document (restrict_violation); lines that name a missing document, account, class, department, item, location, project or tax code (foreign_key_violation,
--   business_transaction_lines_<column>_org_fk); deleting one of the others that lines name, or changing its id (the same).
-- Locks: the rows named, FOR KEY SHARE.
-- Rule: docs/house.md, "The database".
-- Proved by: e2e/hostile/held-references.test.ts, e2e/hostile/deletion-races.test.ts, e2e/ledger/removals.test.ts,
--   e2e/ledger/evidence/immutability.test.ts, e2e/ledger/evidence/stored-posted.test.ts.
CREATE FUNCTION daybook_hold_line_references() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
DECLARE
  n record;
  v_found integer;
  v_posted boolean;
  v_missing text;
BEGIN
  FOR n IN
    SELECT l.organization_id AS org, array_agg(DISTINCT l.transaction_id) AS documents,
           array_agg(DISTINCT l.account_id) FILTER (WHERE l.account_id IS NOT NULL) AS accounts,
           array_agg(DISTINCT l.class_id) FILTER (WHERE l.class_id IS NOT NULL) AS classes,
           array_agg(DISTINCT l.department_id) FILTER (WHERE l.department_id IS NOT NULL) AS departments,
           array_agg(DISTINCT l.item_id) FILTER (WHERE l.item_id IS NOT NULL) AS items,
           array_agg(DISTINCT l.location_id) FILTER (WHERE l.location_id IS NOT NULL) AS locations,
           array_agg(DISTINCT l.project_id) FILTER (WHERE l.project_id IS NOT NULL) AS projects,
           array_agg(DISTINCT l.tax_code_id) FILTER (WHERE l.tax_code_id IS NOT NULL) AS tax_codes
    FROM new_lines l GROUP BY 1
  LOOP
    SELECT count(*), bool_or(held.ledger_entry_id IS NOT NULL) INTO v_found, v_posted FROM (
      SELECT x.ledger_entry_id FROM business_transactions x WHERE x.organization_id = n.org AND x.id = ANY (n.documents)
      ORDER BY x.id FOR KEY SHARE) held;
    IF v_posted AND EXISTS (
      SELECT FROM (SELECT l.transaction_id, min(l.line_number) AS line_number FROM new_lines l WHERE l.organization_id = n.org GROUP BY 1) c
      CROSS JOIN LATERAL (
        SELECT t.ledger_entry_id, t.version, t.xmin AS stored_by, t.cmin AS stored_at FROM business_transactions t
        WHERE t.organization_id = n.org AND t.id = c.transaction_id OFFSET 0) t
      WHERE t.ledger_entry_id IS NOT NULL AND (t.version = 1
        AND (SELECT l.xmin = t.stored_by AND l.cmin = t.stored_at FROM business_transaction_lines l
             WHERE l.organization_id = n.org AND l.transaction_id = c.transaction_id AND l.line_number = c.line_number)
        AND (SELECT e.inserted_in_transaction = daybook_transaction_id() FROM ledger_entries e
             WHERE e.organization_id = n.org AND e.id = t.ledger_entry_id)) IS NOT TRUE) THEN
      RAISE restrict_violation USING MESSAGE = 'the lines of a posted business transaction are immutable';
    END IF;
    v_missing := CASE WHEN v_found < cardinality(n.documents) THEN 'transaction_id' END;
    IF n.accounts IS NOT NULL THEN
      PERFORM FROM accounts x WHERE x.organization_id = n.org AND x.id = ANY (n.accounts) ORDER BY x.id FOR KEY SHARE;
      GET DIAGNOSTICS v_found = ROW_COUNT;
      v_missing := CASE WHEN v_found < cardinality(n.accounts) THEN 'account_id' ELSE v_missing END;
    END IF;
    IF n.classes IS NOT NULL THEN
      PERFORM FROM classes x WHERE x.organization_id = n.org AND x.id = ANY (n.classes) ORDER BY x.id FOR KEY SHARE;
      GET DIAGNOSTICS v_found = ROW_COUNT;
      v_missing := CASE WHEN v_found < cardinality(n.classes) THEN 'class_id' ELSE v_missing END;
    END IF;
    IF n.departments IS NOT NULL THEN
      PERFORM FROM departments x WHERE x.organization_id = n.org AND x.id = ANY (n.departments) ORDER BY x.id FOR KEY SHARE;
      GET DIAGNOSTICS v_found = ROW_COUNT;
      v_missing := CASE WHEN v_found < cardinality(n.departments) THEN 'department_id' ELSE v_missing END;
    END IF;
    IF n.items IS NOT NULL THEN
      PERFORM FROM items x WHERE x.organization_id = n.org AND x.id = ANY (n.items) ORDER BY x.id FOR KEY SHARE;
      GET DIAGNOSTICS v_found = ROW_COUNT;
      v_missing := CASE WHEN v_found < cardinality(n.items) THEN 'item_id' ELSE v_missing END;
    END IF;
    IF n.locations IS NOT NULL THEN
      PERFORM FROM locations x WHERE x.organization_id = n.org AND x.id = ANY (n.locations) ORDER BY x.id FOR KEY SHARE;
      GET DIAGNOSTICS v_found = ROW_COUNT;
      v_missing := CASE WHEN v_found < cardinality(n.locations) THEN 'location_id' ELSE v_missing END;
    END IF;
    IF n.projects IS NOT NULL THEN
      PERFORM FROM projects x WHERE x.organization_id = n.org AND x.id = ANY (n.projects) ORDER BY x.id FOR KEY SHARE;
      GET DIAGNOSTICS v_found = ROW_COUNT;
      v_missing := CASE WHEN v_found < cardinality(n.projects) THEN 'project_id' ELSE v_missing END;
    END IF;
    IF n.tax_codes IS NOT NULL THEN
      PERFORM FROM tax_codes x WHERE x.organization_id = n.org AND x.id = ANY (n.tax_codes) ORDER BY x.id FOR KEY SHARE;
      GET DIAGNOSTICS v_found = ROW_COUNT;
      v_missing := CASE WHEN v_found < cardinality(n.tax_codes) THEN 'tax_code_id' ELSE v_missing END;
    END IF;
    IF v_missing IS NOT NULL THEN
      RAISE foreign_key_violation USING MESSAGE = format('a line of a document refers in %s to a record that does not exist', v_missing),
        TABLE = 'business_transaction_lines', CONSTRAINT = format('business_transaction_lines_%s_org_fk', v_missing);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER business_transaction_lines_refer_new AFTER INSERT ON business_transaction_lines
  REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION daybook_hold_line_references();

CREATE TRIGGER business_transaction_lines_refer_changed AFTER UPDATE ON business_transaction_lines
  REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION daybook_hold_line_references();

-- The other side. The loop is planned for all rows and read until the first, as a foreign key does it: a planner that knows that one will
-- do expects to come across it soon, and reads all lines where there is none.
CREATE FUNCTION daybook_refuse_delete_of_named() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  v_constraint CONSTANT text := format('business_transaction_lines_%s_org_fk', TG_ARGV[0]);
  v_line record;
BEGIN
  FOR v_line IN EXECUTE format('SELECT l.line_number FROM business_transaction_lines l WHERE l.organization_id = $1 AND l.%I = $2', TG_ARGV[0])
    USING OLD.organization_id, OLD.id
  LOOP
    RAISE foreign_key_violation USING TABLE = 'business_transaction_lines', CONSTRAINT = v_constraint,
      MESSAGE = format('update or delete on table "%s" violates foreign key constraint "%s" on table "business_transaction_lines"',
        TG_TABLE_NAME, v_constraint);
  END LOOP;
  RETURN NULL;
END $$;

DO $$
DECLARE
  r record;
BEGIN
  FOR r IN
    SELECT * FROM (VALUES ('accounts', 'account_id'), ('classes', 'class_id'), ('departments', 'department_id'), ('items', 'item_id'),
      ('locations', 'location_id'), ('projects', 'project_id'), ('tax_codes', 'tax_code_id')) AS v (tab, col)
  LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_named(%L)',
      r.tab || '_named_by_lines', r.tab, r.col);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE OF id ON %I FOR EACH ROW WHEN (old.id <> new.id) EXECUTE FUNCTION daybook_refuse_delete_of_named(%L)',
      r.tab || '_renamed_by_lines', r.tab, r.col);
  END LOOP;
END $$;
