-- How many costs of a contract are open to judgment, with its other judgments: each page of them says it, of a contract with tens of thousands of costs too. Each
-- statement that stores or deletes costs notes by how much it changed that number of each contract, and so does a cost that is voided, as note-records does for the numbers of
-- lists: the notes are rows of their own, which daybook_fold_counts adds to record_counts under the noun open_contract_costs, with the id of the contract for
-- its state. Readers add both.
-- Owner: the costs; e2e/revenue/facts/judged-costs.test.ts compares them.
--
-- Refuses: nothing.
-- Locks: none; those of daybook_fold_counts when the notes are added.
-- Rule: docs/scale.md, "Judgments in pages".
-- Proved by: e2e/revenue/facts/judged-costs.test.ts.
CREATE FUNCTION daybook_note_open_costs() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO record_count_changes (organization_id, id, noun, state, record_count)
    SELECT c.organization_id, daybook_uuid_v7(), 'open_contract_costs', c.contract_id::text, c.n
    FROM (SELECT n.organization_id, n.contract_id, count(*) AS n FROM new_costs n
      WHERE daybook_is_open_cost(n.cost_kind, n.voided, n.facts) GROUP BY 1, 2) c;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO record_count_changes (organization_id, id, noun, state, record_count)
    SELECT c.organization_id, daybook_uuid_v7(), 'open_contract_costs', c.contract_id::text, -c.n
    FROM (SELECT o.organization_id, o.contract_id, count(*) AS n FROM old_costs o
      WHERE daybook_is_open_cost(o.cost_kind, o.voided, o.facts) GROUP BY 1, 2) c;
  ELSE
    INSERT INTO record_count_changes (organization_id, id, noun, state, record_count)
    SELECT NEW.organization_id, daybook_uuid_v7(), 'open_contract_costs', c.contract_id::text, c.n
    FROM (VALUES (OLD.contract_id, -1, daybook_is_open_cost(OLD.cost_kind, OLD.voided, OLD.facts)),
      (NEW.contract_id, 1, daybook_is_open_cost(NEW.cost_kind, NEW.voided, NEW.facts))) AS c (contract_id, n, is_open)
    WHERE c.is_open;
  END IF;
  RETURN NULL;
END $$;

-- Whether a cost is judged and without evidence, as src/db/revenue/contracts/judgements.ts says of the state OPEN.
CREATE FUNCTION daybook_is_open_cost(p_kind text, p_voided boolean, p_facts jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE
RETURN p_kind <> 'LOSS' AND NOT p_voided AND p_facts ->> 'evidence' IS NULL;

CREATE TRIGGER contract_costs_open_new AFTER INSERT ON contract_costs REFERENCING NEW TABLE AS new_costs
  FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_open_costs();
CREATE TRIGGER contract_costs_open_gone AFTER DELETE ON contract_costs REFERENCING OLD TABLE AS old_costs
  FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_open_costs();
CREATE TRIGGER contract_costs_open_changed AFTER UPDATE ON contract_costs FOR EACH ROW
  WHEN (old.voided <> new.voided OR old.cost_kind <> new.cost_kind OR old.contract_id <> new.contract_id OR old.facts <> new.facts)
  EXECUTE FUNCTION daybook_note_open_costs();
