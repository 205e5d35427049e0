-- A budget view says what the binding commitments of its project come to by cost code. Those without approved changes are added up as they are written: each statement
-- that stores, changes or deletes their lines, and each change by which a commitment begins or ceases to count, or moves to another project, notes by how much it changed the sums.
-- The notes are new rows, so that two writers never wait for each other; daybook_fold_commitments adds them to commitment_sums. Views read both. Lines
-- are noted by what their commitment is at that moment: it is held until the transaction ends, and a change of it, which adds up its lines, waits. The application may only read the sums:
-- they are made here, with the owner's rights. A commitment with approved changes, which are spread over its lines, is read itself.
-- Owner: the commitments; e2e/ledger/counts/commitment-sums.test.ts compares them, and so does a full verification.
--
-- Refuses: nothing.
-- Locks: the commitments of lines that are written, shared; folding takes the advisory lock "fold-commitments:<organization>", so that a note is added once.
-- Rule: docs/scale.md, "Commitments by cost code".
-- Proved by: e2e/ledger/counts/commitment-sums.test.ts.
CREATE FUNCTION daybook_counts_as_committed(p_state text, p_approved_changes numeric) RETURNS boolean
LANGUAGE sql IMMUTABLE
RETURN p_state IN ('APPROVED', 'COMPLETE') AND p_approved_changes = 0;

CREATE FUNCTION daybook_note_committed(p_organization uuid, p_commitments uuid[], p_codes text[], p_amounts numeric[]) RETURNS void
-- With the rights of who calls it: the trigger has the owner's, and the application may store no note.
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  WITH held AS MATERIALIZED (
    SELECT c.id, c.project_id, c.commitment_state, c.approved_changes FROM commitments c
    WHERE c.organization_id = p_organization AND c.id = ANY (p_commitments) ORDER BY c.id FOR SHARE
  )
  INSERT INTO commitment_sum_changes (organization_id, id, project_id, cost_code, amount)
  SELECT p_organization, daybook_uuid_v7(), x.project_id, x.cost_code, x.amount FROM (
    SELECT h.project_id, l.cost_code, sum(l.amount) AS amount
    FROM unnest(p_commitments, p_codes, p_amounts) AS l (commitment_id, cost_code, amount) JOIN held h ON h.id = l.commitment_id
    WHERE daybook_counts_as_committed(h.commitment_state, h.approved_changes)
    GROUP BY 1, 2 HAVING sum(l.amount) <> 0) x;
END $$;

CREATE FUNCTION daybook_note_commitment_lines() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM daybook_note_committed(n.organization_id, array_agg(n.commitment_id), array_agg(n.cost_code), array_agg(n.amount))
    FROM new_lines n GROUP BY n.organization_id;
  ELSIF TG_OP = 'DELETE' THEN
    -- Lines that are deleted with their commitment are noted before it is.
    PERFORM daybook_note_committed(o.organization_id, array_agg(o.commitment_id), array_agg(o.cost_code), array_agg(-o.amount))
    FROM old_lines o GROUP BY o.organization_id;
  ELSE
    PERFORM daybook_note_committed(x.organization_id, array_agg(x.commitment_id), array_agg(x.cost_code), array_agg(x.amount))
    FROM (
      SELECT n.organization_id, n.commitment_id, n.cost_code, n.amount FROM new_lines n
      UNION ALL
      SELECT o.organization_id, o.commitment_id, o.cost_code, -o.amount FROM old_lines o) x
    GROUP BY x.organization_id;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION daybook_note_commitment() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  INSERT INTO commitment_sum_changes (organization_id, id, project_id, cost_code, amount)
  SELECT OLD.organization_id, daybook_uuid_v7(), x.project_id, x.cost_code, x.amount FROM (
    SELECT w.project_id, l.cost_code, sum(w.sign * l.amount) AS amount
    FROM commitment_lines l
    CROSS JOIN (
      SELECT OLD.project_id, -1 AS sign WHERE daybook_counts_as_committed(OLD.commitment_state, OLD.approved_changes)
      UNION ALL
      SELECT NEW.project_id, 1 WHERE TG_OP = 'UPDATE' AND daybook_counts_as_committed(NEW.commitment_state, NEW.approved_changes)) w
    WHERE l.organization_id = OLD.organization_id AND l.commitment_id = OLD.id
    GROUP BY 1, 2 HAVING sum(w.sign * l.amount) <> 0) x;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE TRIGGER commitment_lines_sum_new AFTER INSERT ON commitment_lines REFERENCING NEW TABLE AS new_lines
  FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_commitment_lines();
CREATE TRIGGER commitment_lines_sum_changed AFTER UPDATE ON commitment_lines REFERENCING OLD TABLE AS old_lines NEW TABLE AS new_lines
  FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_commitment_lines();
CREATE TRIGGER commitment_lines_sum_gone AFTER DELETE ON commitment_lines REFERENCING OLD TABLE AS old_lines
  FOR EACH STATEMENT EXECUTE FUNCTION daybook_note_commitment_lines();
CREATE TRIGGER commitments_sum_changed AFTER UPDATE ON commitments FOR EACH ROW
  WHEN (daybook_counts_as_committed(old.commitment_state, old.approved_changes) <> daybook_counts_as_committed(new.commitment_state, new.approved_changes)
    OR old.project_id <> new.project_id)
  EXECUTE FUNCTION daybook_note_commitment();
-- Before, since its lines go with it.
CREATE TRIGGER commitments_sum_gone BEFORE DELETE ON commitments FOR EACH ROW EXECUTE FUNCTION daybook_note_commitment();
