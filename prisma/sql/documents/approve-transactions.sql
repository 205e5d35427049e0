-- Approves documents in one statement: their status with who approved them and when, the entries that are no longer what the posting
-- rules say, the audit rows of it and where someone subscribes the events, as far as the caller asks for them here. Returns the documents it approved. One that was
-- changed since its approver's reading is left as it is, with all that belongs to it, and is missing from the answer: whoever reads
-- without a lock, computes, and then calls this, approves what was read or nothing. p_changed names the documents whose entry is replaced by its
-- lines of p_impact; every other entry stays as it is stored. Each document is named once.
--
-- Refuses: nothing itself; checks, references and triggers apply.
-- Locks: the documents, in id order, so that two who approve the same ones queue up instead of deadlocking; then those of
--   insert-transaction-parts for the entries replaced.
-- Rule: docs/decisions/0004-documents-carry-their-entry.md.
-- Proved by: src/usecases/transactions/posting/approve-documents.db.test.ts, src/usecases/transactions/posting/approved-entry.db.test.ts,
--   e2e/ledger/evidence/approved-entries.test.ts, e2e/ledger/races.test.ts.
CREATE FUNCTION daybook_approve_transactions(p_approvals jsonb, p_changed uuid[], p_impact jsonb, p_audit jsonb, p_events jsonb)
RETURNS TABLE (o_id uuid, o_updated_at timestamptz)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
  v_now CONSTANT timestamptz(3) := clock_timestamp();
  -- Those that are still at the version that was read: a row that someone else holds is compared again once it is free.
  v_ids CONSTANT uuid[] := ARRAY(
    SELECT t.id FROM jsonb_to_recordset(p_approvals) AS a(id uuid, version integer)
    JOIN business_transactions t ON t.organization_id = v_org AND t.id = a.id AND t.version = a.version
    ORDER BY t.id FOR NO KEY UPDATE OF t);
BEGIN
  IF cardinality(p_changed) > 0 THEN
    PERFORM daybook_replace_transaction_parts(
      ARRAY(SELECT c FROM unnest(p_changed) c WHERE c = ANY (v_ids)), NULL,
      (SELECT coalesce(jsonb_agg(i), '[]') FROM jsonb_array_elements(p_impact) i WHERE (i ->> 'transaction_id')::uuid = ANY (v_ids)));
  END IF;
  RETURN QUERY
  -- The version is updated here, so that the row trigger has nothing left to do.
  WITH approved AS (
    UPDATE business_transactions t
    SET transaction_status = 'APPROVED', approved_by = a.approver_id, approved_at = a.moment, approval_comment = a.comment,
        submitted_by = CASE t.transaction_status WHEN 'DRAFT' THEN a.approver_id ELSE t.submitted_by END,
        submitted_at = CASE t.transaction_status WHEN 'DRAFT' THEN a.moment ELSE t.submitted_at END,
        version = t.version + 1, updated_at = greatest(v_now, t.updated_at + interval '1 millisecond')
    FROM jsonb_to_recordset(p_approvals) AS a(id uuid, approver_id uuid, moment timestamptz, comment text)
    WHERE t.organization_id = v_org AND t.id = a.id AND a.id = ANY (v_ids)
    RETURNING t.id, t.updated_at
  ),
  audit AS (
    INSERT INTO audit_log (organization_id, id, actor_kind, actor_id, actor_name, action, noun, record_id, before, after, surface, request_id)
    SELECT v_org, r.id, r.actor_kind, r.actor_id, r.actor_name, r.action, r.noun, r.record_id, r.before, r.after, r.surface, r.request_id
    FROM jsonb_to_recordset(p_audit) AS r(id uuid, actor_kind text, actor_id uuid, actor_name text, action text, noun text, record_id uuid,
      before jsonb, after jsonb, surface text, request_id text)
    WHERE r.record_id = ANY (v_ids)
  )
  SELECT a.id, a.updated_at FROM approved a;
  -- Only endpoints read events (docs/interface/decisions.md, "Events and audit"). A statement of its own, which is not even set up otherwise.
  IF EXISTS (SELECT FROM webhook_endpoints w WHERE w.organization_id = v_org AND w.record_status = 'active') THEN
    INSERT INTO outbox_events (organization_id, id, event_type, record_id, payload, created_at)
    SELECT v_org, e.id, e.event_type, e.record_id, e.payload, v_now
    FROM jsonb_to_recordset(p_events) AS e(id uuid, event_type text, record_id uuid, payload jsonb)
    WHERE e.record_id = ANY (v_ids);
  END IF;
END $$;
