-- Whatever writes settlements also stores the spans they end, from which the items open on an earlier day are found, and notes by how much that changes
-- the sums of spans by day. The notes are new rows, so that two settlements never wait for each other; daybook_fold_spans adds them to document_span_days,
-- and readers add both. A document is counted where its last span ends: however many settled it, it was one open item until then. The application may only
-- read all of this: it is written here, with the owner's rights.
-- Owner: settlements; e2e/ledger/settlement/open-by-day.test.ts compares, and a full verification does.
--
-- Refuses: nothing.
-- Locks: none; the documents of a settlement are locked by what writes it, so that two do not count the same document's last span.
-- Rule: docs/scale.md, "What was open on an earlier day".
-- Proved by: e2e/ledger/settlement/settled-spans.test.ts, e2e/ledger/settlement/aging.test.ts, e2e/ledger/settlement/open-by-day.test.ts.
CREATE FUNCTION daybook_keep_spans() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  v_org uuid := daybook_organization();
BEGIN
  IF TG_OP <> 'INSERT' THEN
    WITH gone AS (
      DELETE FROM document_spans s USING (
        SELECT v.id AS document_id, o.applied_on, o.id FROM old_rows o CROSS JOIN LATERAL (VALUES (o.document_id), (o.payment_id)) AS v (id)
        WHERE o.organization_id = v_org) o
      WHERE s.organization_id = v_org AND s.document_id = o.document_id AND s.settled_on = o.applied_on AND s.application_id = o.id
      RETURNING s.*
    ), documents AS (
      SELECT g.document_id AS id, array_agg(g.application_id) AS gone FROM gone g GROUP BY 1
    ), lasts AS (
      -- As it was before this statement, then as it is without what went.
      SELECT -1 AS item_count, l.* FROM documents d CROSS JOIN LATERAL (
        SELECT s.* FROM document_spans s WHERE s.organization_id = v_org AND s.document_id = d.id
        ORDER BY s.settled_on DESC, s.application_id DESC LIMIT 1) l
      UNION ALL
      SELECT 1, l.* FROM documents d CROSS JOIN LATERAL (
        SELECT s.* FROM document_spans s WHERE s.organization_id = v_org AND s.document_id = d.id AND s.application_id <> ALL (d.gone)
        ORDER BY s.settled_on DESC, s.application_id DESC LIMIT 1) l
    )
    INSERT INTO document_span_changes (organization_id, id, waited, settled_on, opened_on, due_on, subsidiary_id, kind, entity_type, currency_code,
        item_count, amount, base)
    SELECT v_org, daybook_uuid_v7(), x.waited, x.settled_on, x.opened_on, coalesce(x.due_date, '9999-12-31'), x.subsidiary_id, x.kind,
           coalesce(x.entity_type, ''), x.currency_code, sum(x.item_count), -sum(x.amount), -sum(coalesce(x.base, x.amount))
    FROM (SELECT 0 AS item_count, g.* FROM gone g
          UNION ALL
          SELECT l.item_count, l.organization_id, l.application_id, l.document_id, l.subsidiary_id, l.kind, l.entity_type, l.entity_id, l.currency_code,
                 l.due_date, l.opened_on, l.settled_on, l.waited, 0, 0 FROM lasts l) x
    GROUP BY 3, 4, 5, 6, 7, 8, 9, 10 HAVING sum(x.item_count) <> 0 OR sum(x.amount) <> 0 OR sum(coalesce(x.base, x.amount)) <> 0;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    WITH fresh AS MATERIALIZED (
      SELECT s.* FROM daybook_spans_of(ARRAY(SELECT n.id FROM new_rows n WHERE n.organization_id = v_org)) s
    ), stored AS (
      INSERT INTO document_spans (organization_id, application_id, document_id, subsidiary_id, kind, entity_type, entity_id, currency_code, due_date,
          opened_on, settled_on, waited, amount, base)
      SELECT v_org, f.* FROM fresh f
    ), earlier AS MATERIALIZED (
      SELECT l.* FROM (SELECT DISTINCT f.o_document_id AS id FROM fresh f) d
      CROSS JOIN LATERAL (
        SELECT s.application_id, s.document_id, s.subsidiary_id, s.kind, s.entity_type, s.entity_id, s.currency_code, s.due_date, s.opened_on, s.settled_on,
               s.waited, 0::numeric, 0::numeric
        FROM document_spans s WHERE s.organization_id = v_org AND s.document_id = d.id
        ORDER BY s.settled_on DESC, s.application_id DESC LIMIT 1) l
    ), changed AS (
      SELECT 0 AS item_count, f.* FROM fresh f
      UNION ALL
      SELECT -1, e.* FROM earlier e
      UNION ALL
      SELECT 1, l.* FROM (
        SELECT DISTINCT ON (b.o_document_id) b.* FROM (
          SELECT f.o_application_id, f.o_document_id, f.o_subsidiary_id, f.o_kind, f.o_entity_type, f.o_entity_id, f.o_currency_code, f.o_due_date, f.o_opened_on,
                 f.o_settled_on, f.o_waited, 0::numeric, 0::numeric FROM fresh f
          UNION ALL
          SELECT e.* FROM earlier e) b
        ORDER BY b.o_document_id, b.o_settled_on DESC, b.o_application_id DESC) l
    )
    INSERT INTO document_span_changes (organization_id, id, waited, settled_on, opened_on, due_on, subsidiary_id, kind, entity_type, currency_code,
        item_count, amount, base)
    SELECT v_org, daybook_uuid_v7(), c.o_waited, c.o_settled_on, c.o_opened_on, coalesce(c.o_due_date, '9999-12-31'), c.o_subsidiary_id, c.o_kind,
           coalesce(c.o_entity_type, ''), c.o_currency_code, sum(c.item_count), sum(c.o_amount), sum(coalesce(c.o_base, c.o_amount))
    FROM changed c
    GROUP BY 3, 4, 5, 6, 7, 8, 9, 10 HAVING sum(c.item_count) <> 0 OR sum(c.o_amount) <> 0 OR sum(coalesce(c.o_base, c.o_amount)) <> 0;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER payment_applications_span_new AFTER INSERT ON payment_applications
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_keep_spans();
CREATE TRIGGER payment_applications_span_changed AFTER UPDATE ON payment_applications
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_keep_spans();
CREATE TRIGGER payment_applications_span_gone AFTER DELETE ON payment_applications
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_keep_spans();
