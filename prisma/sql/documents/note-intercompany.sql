-- Notes which of these approved documents have a sister subsidiary on the other side (daybook_unpaired_of says which, so that whatever is listed as
-- being without a pair can be noted). Each is noted once for each sister, so that of two who approve or make mirrors
-- at once one makes the mirror. A mirror is not mirrored again, nor is a reversal. Answers the notes that still wait for a mirror.
-- As the owner: whoever is confined to the one subsidiary leaves the note for those who reach the other.
--
-- Refuses: nothing.
-- Locks: none; the second of two that note one document waits for the first.
-- Rule: docs/accounting.md 3, "Intercompany".
-- Proved by: src/db/laws/documents.db.test.ts, e2e/ledger/groups/intercompany.test.ts, e2e/ledger/groups/by-account.test.ts.
CREATE FUNCTION daybook_note_intercompany(p_ids uuid[]) RETURNS TABLE (o_pair uuid, o_source uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
-- Planned once a session: planning costs more than running.
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
BEGIN
  INSERT INTO intercompany_pairs (organization_id, id, source_id, subsidiary_id, sister_id, by_account)
  SELECT v_org, uuidv7(), n.o_document_id, n.o_subsidiary_id, n.o_sister_id, n.o_by_account
  FROM (SELECT u.* FROM daybook_unpaired_of(p_ids) u ORDER BY u.o_document_id, u.o_sister_id) n
  ON CONFLICT (organization_id, source_id, sister_id) DO NOTHING;
  RETURN QUERY
  SELECT p.id, p.source_id FROM intercompany_pairs p
  WHERE p.organization_id = v_org AND p.source_id = ANY (p_ids) AND p.mirror_id IS NULL AND p.made_at IS NULL ORDER BY 1;
END $$;
