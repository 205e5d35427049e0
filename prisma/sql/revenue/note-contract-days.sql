-- How many contracts there are of each contract date: a list of those of some days says how many they are, and counted them each time. Each statement that stores or deletes
-- contracts notes by how much it changed the number of each date, and so does a contract whose date changes, as note-records does for the numbers of lists: the
-- notes are rows of their own, which daybook_fold_counts adds to record_counts under the noun contract_days, with the date for its state. Readers add both.
-- Owner: the contracts; e2e/ledger/counts/contract-days.test.ts compares them.
--
-- Refuses: nothing.
-- Locks: none; those of daybook_fold_counts when the notes are added.
-- Rule: docs/scale.md, "How many records there are".
-- Proved by: e2e/ledger/counts/contract-days.test.ts.
CREATE FUNCTION daybook_note_contract_days() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO record_count_changes (organization_id, id, noun, state, record_count)
    SELECT c.organization_id, daybook_uuid_v7(), 'contract_days', to_char(c.contract_date, 'YYYY-MM-DD'), c.n
    FROM (SELECT n.organization_id, n.contract_date, count(*) AS n FROM new_contracts n GROUP BY 1, 2) c;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO record_count_changes (organization_id, id, noun, state, record_count)
    SELECT c.organization_id, daybook_uuid_v7(), 'contract_days', to_char(c.contract_date, 'YYYY-MM-DD'), -c.n
    FROM (SELECT o.organization_id, o.contract_date, count(*) AS n FROM old_contracts o GROUP BY 1, 2) c;
  ELSE
    INSERT INTO record_count_changes (organization_id, id, noun, state, record_count)
    VALUES (OLD.organization_id, daybook_uuid_v7(), 'contract_days', to_char(OLD.contract_date, 'YYYY-MM-DD'), -1),
           (NEW.organization_id, daybook_uuid_v7(), 'contract_days', to_char(NEW.contract_date, 'YYYY-MM-DD'), 1);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER revenue_contracts_days_new AFTER INSERT ON revenue_contracts REFERENCING NEW TABLE AS new_contracts
  FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_contract_days();
CREATE TRIGGER revenue_contracts_days_gone AFTER DELETE ON revenue_contracts REFERENCING OLD TABLE AS old_contracts
  FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_contract_days();
CREATE TRIGGER revenue_contracts_days_changed AFTER UPDATE ON revenue_contracts FOR EACH ROW
  WHEN (old.contract_date <> new.contract_date) EXECUTE FUNCTION daybook_note_contract_days();
