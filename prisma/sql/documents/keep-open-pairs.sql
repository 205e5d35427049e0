-- Keeps the list of pairs that may disagree (intercompany_open_pairs). Whatever can make a pair disagree lists it at once: the pair itself is made,
-- changed or accepted, one of its documents is withdrawn, an account is eliminated no longer, or the accounts between the two change. What is posted
-- does not change otherwise, nor does the period it was posted in. daybook_judge_pairs takes off what agrees, and so does a pair given up. A row too
-- many does no harm, since readers compare what is listed; none may be missing. Each listing takes the lock of its row, so that whoever judges at that
-- moment leaves it; a setting lists many pairs and takes turns with those who judge, or it would miss a pair made meanwhile. The application may
-- only read the list: it is written here, with the owner's rights.
-- Owner: the pairs and their documents; e2e/ledger/groups/open-pairs-histories.test.ts compares the list with all pairs, and so does a full verification.
--
-- Refuses: nothing.
-- Locks: the rows of the pairs in the list; the advisory lock "fold:<organization>", until commit, when a setting or the elimination of an account changes.
-- Rule: docs/scale.md, "Documents between subsidiaries".
-- Proved by: e2e/ledger/groups/open-pairs.test.ts, e2e/ledger/groups/open-pairs-histories.test.ts.
CREATE FUNCTION daybook_open_pairs(p_ids uuid[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
-- Statistics may not have heard of what was just written.
SET enable_seqscan = off
AS $$
  INSERT INTO intercompany_open_pairs (organization_id, pair_id)
  SELECT p.organization_id, p.id FROM intercompany_pairs p
  WHERE p.organization_id = daybook_organization() AND p.id = ANY (p_ids) ORDER BY p.id
  ON CONFLICT (organization_id, pair_id) DO UPDATE SET is_judged = false
$$;

CREATE FUNCTION daybook_keep_open_pair() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
-- Planned once a session: planning costs more than running.
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM intercompany_open_pairs o WHERE o.organization_id = OLD.organization_id AND o.pair_id = OLD.id;
  ELSE
    INSERT INTO intercompany_open_pairs (organization_id, pair_id) VALUES (NEW.organization_id, NEW.id)
    ON CONFLICT (organization_id, pair_id) DO UPDATE SET is_judged = false;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER intercompany_pairs_opened AFTER INSERT OR UPDATE OR DELETE ON intercompany_pairs
  FOR EACH ROW EXECUTE FUNCTION daybook_keep_open_pair();

CREATE FUNCTION daybook_open_withdrawn() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
-- Planned once a session: planning costs more than running.
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
BEGIN
  INSERT INTO intercompany_open_pairs (organization_id, pair_id)
  SELECT NEW.organization_id, x.id FROM (
    SELECT p.id FROM intercompany_pairs p WHERE p.organization_id = NEW.organization_id AND p.source_id = NEW.id
    UNION
    SELECT p.id FROM intercompany_pairs p WHERE p.organization_id = NEW.organization_id AND p.mirror_id = NEW.id) x ORDER BY x.id
  ON CONFLICT (organization_id, pair_id) DO UPDATE SET is_judged = false;
  RETURN NULL;
END $$;

CREATE TRIGGER business_transactions_withdrawn AFTER UPDATE ON business_transactions
  FOR EACH ROW WHEN (new.transaction_status IN ('CANCELLED', 'REVERSED') AND old.transaction_status <> new.transaction_status)
  EXECUTE FUNCTION daybook_open_withdrawn();

CREATE FUNCTION daybook_open_pairs_between() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off
AS $$
DECLARE
  v_old uuid[];
  v_new uuid[];
BEGIN
  IF TG_OP <> 'INSERT' THEN v_old := ARRAY[OLD.subsidiary_id, OLD.sister_id]; END IF;
  IF TG_OP <> 'DELETE' THEN v_new := ARRAY[NEW.subsidiary_id, NEW.sister_id]; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('fold:' || daybook_organization()::text, 0));
  -- Each from the index of its company.
  PERFORM daybook_open_pairs(ARRAY(
    SELECT p.id FROM intercompany_pairs p
    WHERE p.organization_id = daybook_organization() AND p.subsidiary_id = ANY (v_old || v_new)
      AND (ARRAY[p.subsidiary_id, p.sister_id] <@ v_old OR ARRAY[p.subsidiary_id, p.sister_id] <@ v_new)));
  RETURN NULL;
END $$;

CREATE TRIGGER intercompany_accounts_opened AFTER INSERT OR UPDATE OR DELETE ON intercompany_accounts
  FOR EACH ROW EXECUTE FUNCTION daybook_open_pairs_between();

CREATE FUNCTION daybook_open_all_pairs() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold:' || NEW.organization_id::text, 0));
  PERFORM daybook_open_pairs(ARRAY(SELECT p.id FROM intercompany_pairs p WHERE p.organization_id = NEW.organization_id));
  RETURN NULL;
END $$;

-- Which pairs have a line on the account is not looked for: this is seldom, and they are compared in the background.
CREATE TRIGGER accounts_pairs_opened AFTER UPDATE OF elimination ON accounts
  FOR EACH ROW WHEN (old.elimination IS DISTINCT FROM new.elimination) EXECUTE FUNCTION daybook_open_all_pairs();
