-- Keeps the list of posted documents between subsidiaries that are in no pair (intercompany_unpaired) while settings and pairs change. Setting
-- or removing one lists the documents it names again; a document that is paired leaves the list, and one whose pair is given
-- up is listed again. What is posted meanwhile is listed by daybook_fold_unpaired. A row too many does no harm, since readers look at the
-- document and its pairs; none may be missing, so whatever can make a document unpaired takes turns with the fold. The application may
-- only read the list: it is written here, with the owner's rights.
-- Owner: the documents, the settings and the pairs; e2e/ledger/groups/unpaired.test.ts compares the list
-- with them, and so does a full verification.
--
-- Refuses: nothing.
-- Locks: the advisory lock "fold:<organization>", until commit, when a setting changes or a pair is given up; none when a pair is made.
-- Rule: docs/scale.md, "Documents between subsidiaries".
-- Proved by: e2e/ledger/groups/unpaired.test.ts.
CREATE FUNCTION daybook_list_party(p_sister uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
-- Statistics may not have heard of what was just written.
SET enable_seqscan = off
AS $$
  INSERT INTO intercompany_unpaired (organization_id, document_id, sister_id, subsidiary_id, posting_date, by_account)
  SELECT t.organization_id, t.id, p_sister, t.subsidiary_id, t.posting_date, false
  FROM business_transactions t
  WHERE t.organization_id = daybook_organization() AND t.kind <> 'JOURNAL'
    -- Each from the index of its counterparty.
    AND t.entity_id = ANY (ARRAY(
      SELECT e.id FROM intercompany_parties p CROSS JOIN LATERAL (VALUES (p.customer_id), (p.vendor_id)) e (id)
      WHERE p.organization_id = daybook_organization() AND p.subsidiary_id = p_sister))
    AND t.transaction_status IN ('POSTED', 'PAID', 'CLOSED') AND t.reverses_transaction_id IS NULL AND t.subsidiary_id <> p_sister
    AND NOT EXISTS (SELECT FROM intercompany_pairs p
      WHERE p.organization_id = daybook_organization() AND p.source_id = t.id AND p.sister_id = p_sister)
    AND NOT EXISTS (SELECT FROM intercompany_pairs p
      WHERE p.organization_id = daybook_organization() AND p.mirror_id = t.id AND p.subsidiary_id = p_sister)
  -- It was listed for its account until now.
  ON CONFLICT (organization_id, document_id, sister_id) DO UPDATE SET by_account = false
$$;

CREATE FUNCTION daybook_list_accounts(p_sister uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off
AS $$
  INSERT INTO intercompany_unpaired (organization_id, document_id, sister_id, subsidiary_id, posting_date, by_account)
  SELECT daybook_organization(), u.o_document_id, u.o_sister_id, u.o_subsidiary_id, u.o_day, u.o_by_account
  FROM daybook_unpaired_of(ARRAY(
    SELECT e.source_id
    FROM (
      SELECT DISTINCT l.entry_id FROM intercompany_accounts a
      JOIN ledger_lines l ON l.account_id IN (a.due_from_account_id, a.due_to_account_id) AND l.organization_id = daybook_organization()
        AND l.subsidiary_id = a.subsidiary_id
      WHERE a.organization_id = daybook_organization() AND a.sister_id = p_sister) l
    CROSS JOIN LATERAL (
      SELECT x.source_id FROM ledger_entries x WHERE x.organization_id = daybook_organization() AND x.id = l.entry_id
        AND x.transaction_id IS NOT NULL AND x.reversal_of_id IS NULL OFFSET 0) e)) u
  WHERE u.o_sister_id = p_sister AND u.o_is_posted
  ON CONFLICT DO NOTHING
$$;

CREATE FUNCTION daybook_list_sister() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  v_sister uuid;
  v_sisters uuid[];
BEGIN
  IF TG_TABLE_NAME = 'intercompany_parties' THEN
    v_sisters := ARRAY[OLD.subsidiary_id, NEW.subsidiary_id];
  ELSE
    v_sisters := ARRAY[OLD.sister_id, NEW.sister_id];
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('fold:' || daybook_organization()::text, 0));
  FOR v_sister IN SELECT DISTINCT s.id FROM unnest(v_sisters) s (id) WHERE s.id IS NOT NULL LOOP
    IF TG_OP <> 'INSERT' THEN
      DELETE FROM intercompany_unpaired u WHERE u.organization_id = daybook_organization() AND u.sister_id = v_sister;
    END IF;
    -- What a new setting names is added; after any other change both are listed from the beginning.
    IF TG_OP <> 'INSERT' OR TG_TABLE_NAME = 'intercompany_parties' THEN
      PERFORM daybook_list_party(v_sister);
    END IF;
    IF TG_OP <> 'INSERT' OR TG_TABLE_NAME = 'intercompany_accounts' THEN
      PERFORM daybook_list_accounts(v_sister);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER intercompany_parties_listed AFTER INSERT OR UPDATE OR DELETE ON intercompany_parties
  FOR EACH ROW EXECUTE FUNCTION daybook_list_sister();
CREATE TRIGGER intercompany_accounts_listed AFTER INSERT OR UPDATE OR DELETE ON intercompany_accounts
  FOR EACH ROW EXECUTE FUNCTION daybook_list_sister();

CREATE FUNCTION daybook_list_pair() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off
AS $$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
BEGIN
  IF TG_OP <> 'DELETE' THEN
    DELETE FROM intercompany_unpaired u WHERE u.organization_id = v_org
      AND (u.document_id = NEW.source_id AND u.sister_id = NEW.sister_id OR u.document_id = NEW.mirror_id AND u.sister_id = NEW.subsidiary_id);
  END IF;
  IF TG_OP = 'DELETE' OR TG_OP = 'UPDATE'
    AND (OLD.source_id <> NEW.source_id OR OLD.sister_id <> NEW.sister_id OR OLD.mirror_id <> coalesce(NEW.mirror_id, OLD.source_id)) THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('fold:' || v_org::text, 0));
    INSERT INTO intercompany_unpaired (organization_id, document_id, sister_id, subsidiary_id, posting_date, by_account)
    SELECT v_org, u.o_document_id, u.o_sister_id, u.o_subsidiary_id, u.o_day, u.o_by_account FROM daybook_unpaired_of(ARRAY[OLD.source_id, OLD.mirror_id]) u
    WHERE u.o_is_posted
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER intercompany_pairs_listed AFTER INSERT OR UPDATE OR DELETE ON intercompany_pairs
  FOR EACH ROW EXECUTE FUNCTION daybook_list_pair();
