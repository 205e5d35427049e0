-- Notes which of these approved documents have a sister subsidiary on the other side: their counterparty represents it, or a line of a
-- journal is on the account of what it owes or is owed. Each is noted once for each sister, so that of two who approve or make mirrors
-- at once one makes the mirror. A mirror is not mirrored again, nor is a reversal. Answers the notes that still wait for a mirror.
-- As the owner: whoever is confined to the one subsidiary leaves the note for those who reach the other.
--
-- Refuses: nothing.
-- Locks: none; the second of two that note one document waits for the first.
-- Rule: docs/accounting.md 3, "Intercompany".
-- Proved by: src/db/laws/documents.db.test.ts, e2e/ledger/groups/intercompany.test.ts.
CREATE FUNCTION daybook_note_intercompany(p_ids uuid[]) RETURNS TABLE (o_pair uuid, o_source uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
-- Planned once a session: planning costs more than running.
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
AS $$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
BEGIN
  INSERT INTO intercompany_pairs (organization_id, id, source_id, subsidiary_id, sister_id)
  SELECT v_org, uuidv7(), n.id, n.subsidiary_id, n.sister_id FROM (
    SELECT t.id, t.subsidiary_id, s.sister_id
    FROM business_transactions t
    CROSS JOIN LATERAL (
      SELECT p.subsidiary_id AS sister_id FROM intercompany_parties p
      WHERE p.organization_id = v_org AND t.kind <> 'JOURNAL'
        AND t.entity_id = CASE t.entity_type WHEN 'CUSTOMER' THEN p.customer_id WHEN 'VENDOR' THEN p.vendor_id END
      UNION
      SELECT a.sister_id FROM intercompany_accounts a
      JOIN business_transaction_lines l ON l.organization_id = v_org AND l.transaction_id = t.id
        AND l.account_id IN (a.due_from_account_id, a.due_to_account_id)
      WHERE a.organization_id = v_org AND t.kind = 'JOURNAL' AND a.subsidiary_id = t.subsidiary_id
    ) s
    WHERE t.organization_id = v_org AND t.id = ANY (p_ids) AND t.transaction_status IN ('APPROVED', 'POSTED', 'PAID', 'CLOSED')
      AND t.reverses_transaction_id IS NULL AND s.sister_id <> t.subsidiary_id
      AND NOT EXISTS (SELECT FROM intercompany_pairs m WHERE m.organization_id = v_org AND m.mirror_id = t.id)
    ORDER BY 1, 3) n
  ON CONFLICT (organization_id, source_id, sister_id) DO NOTHING;
  RETURN QUERY
  SELECT p.id, p.source_id FROM intercompany_pairs p
  WHERE p.organization_id = v_org AND p.source_id = ANY (p_ids) AND p.mirror_id IS NULL AND p.made_at IS NULL ORDER BY 1;
END $$;
