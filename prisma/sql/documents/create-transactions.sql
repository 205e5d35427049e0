-- Creates new documents: stores them (insert-transactions) and writes the audit rows of each, created and where it is stored as approved,
-- approved too, and where someone subscribes, its events. Returns them as they are stored. One statement, so that whoever creates documents and does nothing else
-- needs no transaction around it. p_calls says for each document who asked for it, the ids of its audit rows and events, and what its
-- audit row says besides its columns (also).
-- Owner: usecases/transactions/store-documents, which says what is recorded; held to it by
-- src/usecases/transactions/create-documents.db.test.ts, which makes the same documents both ways.
--
-- Refuses: nothing itself; checks, references and triggers apply.
-- Locks: those of insert-transactions.
-- Rule: docs/house.md, "Posting".
-- Proved by: src/usecases/transactions/create-documents.db.test.ts.
CREATE FUNCTION daybook_create_transactions(p_documents jsonb, p_lines jsonb, p_impact jsonb, p_calls jsonb)
RETURNS SETOF business_transactions
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  v_org CONSTANT uuid := daybook_organization();
BEGIN
  RETURN QUERY
  WITH stored AS MATERIALIZED (
    SELECT * FROM daybook_insert_transactions(p_documents, p_lines, p_impact)
  ),
  calls AS MATERIALIZED (
    SELECT c.* FROM ROWS FROM (jsonb_to_recordset(p_calls) AS (id uuid, actor_kind text, actor_id uuid, actor_name text, surface text,
      request_id text, audit_id uuid, event_id uuid, approval_id uuid, approved_event_id uuid, also jsonb)) WITH ORDINALITY
      AS c (id, actor_kind, actor_id, actor_name, surface, request_id, audit_id, event_id, approval_id, approved_event_id, also, ord)
  ),
  audit AS (
    INSERT INTO audit_log (organization_id, id, actor_kind, actor_id, actor_name, action, noun, record_id, before, after, surface, request_id)
    SELECT v_org, a.id, c.actor_kind, c.actor_id, c.actor_name, a.action, 'transaction', s.id, a.before, a.after, c.surface, c.request_id
    FROM calls c JOIN stored s ON s.id = c.id
    CROSS JOIN LATERAL (
      SELECT 1, c.audit_id, 'gl.transaction.create', NULL::jsonb, daybook_recorded_document(s) || coalesce(c.also, '{}')
      UNION ALL
      SELECT 2, c.approval_id, 'gl.transaction.approve', '{"status":"DRAFT"}', '{"status":"APPROVED"}'
      WHERE s.transaction_status = 'APPROVED'
    ) AS a (n, id, action, before, after) ORDER BY c.ord, a.n
  )
  SELECT * FROM stored;
  -- Only endpoints read events (docs/interface/decisions.md, "Events and audit"). A statement of its own, which is not even set up otherwise.
  IF EXISTS (SELECT FROM webhook_endpoints w WHERE w.organization_id = v_org AND w.record_status = 'active') THEN
    INSERT INTO outbox_events (organization_id, id, event_type, record_id, payload)
    SELECT v_org, e.id, e.event_type, s.id, e.payload
    FROM ROWS FROM (jsonb_to_recordset(p_calls) AS (id uuid, event_id uuid, approved_event_id uuid)) WITH ORDINALITY
      AS c (id, event_id, approved_event_id, ord)
    CROSS JOIN LATERAL (
      SELECT t.id, t.transaction_number, t.kind, t.transaction_status FROM business_transactions t
      WHERE t.organization_id = v_org AND t.id = c.id OFFSET 0) s
    CROSS JOIN LATERAL (
      SELECT 1, c.event_id, 'gl.transaction.created', jsonb_build_object('transactionId', s.id, 'transactionNumber', s.transaction_number,
               'kind', s.kind, 'status', s.transaction_status)
      UNION ALL
      SELECT 2, c.approved_event_id, 'gl.transaction.approved', jsonb_build_object('transactionId', s.id, 'transactionNumber', s.transaction_number)
      WHERE s.transaction_status = 'APPROVED'
    ) AS e (n, id, event_type, payload) ORDER BY c.ord, e.n;
  END IF;
END $$;
