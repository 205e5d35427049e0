-- What background work and surface D's limits need.

-- 1. The ids of all organizations, and nothing else of them: jobs must know for whom to work, while row security shows the
-- application one organization at a time. Ids are no secret (they travel in headers); names and everything else stay behind.
CREATE TABLE "known_organizations" (
    "id" UUID NOT NULL,
    CONSTRAINT "known_organizations_pkey" PRIMARY KEY ("id")
);
GRANT SELECT ON known_organizations TO daybook_app;

CREATE FUNCTION daybook_know_organization() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO known_organizations (id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION daybook_know_organization() FROM PUBLIC;
CREATE TRIGGER organizations_known AFTER INSERT ON organizations FOR EACH ROW EXECUTE FUNCTION daybook_know_organization();

-- Organizations founded before this migration. Row security is forced on the owner too, so it rests for one statement.
ALTER TABLE organizations NO FORCE ROW LEVEL SECURITY;
INSERT INTO known_organizations (id) SELECT id FROM organizations ON CONFLICT DO NOTHING;
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;

-- 2. Sealing reads only what can be unsealed: nothing before the newest sealed row's transaction, since rows are sealed in
-- commit order. After a restore into another cluster transaction ids start anew: a row from "the future" is settled too.
CREATE OR REPLACE FUNCTION daybook_seal_audit(p_limit integer DEFAULT 10000) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_hash text := repeat('0', 64);
  v_sequence bigint := 0;
  v_from bigint := 0;
  v_next text;
  v_count integer := 0;
  v_row audit_log;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('audit:' || v_org::text, 0));
  SELECT s.sequence, s.hash, a.inserted_in_transaction INTO v_sequence, v_hash, v_from
    FROM audit_seals s JOIN audit_log a ON a.organization_id = s.organization_id AND a.id = s.audit_id
    WHERE s.organization_id = v_org ORDER BY s.sequence DESC LIMIT 1;
  v_sequence := coalesce(v_sequence, 0);
  v_hash := coalesce(v_hash, repeat('0', 64));
  v_from := coalesce(v_from, 0);
  IF v_from >= pg_snapshot_xmin(pg_current_snapshot())::text::bigint THEN
    v_from := 0;
  END IF;
  FOR v_row IN
    SELECT a.* FROM audit_log a
    WHERE a.organization_id = v_org AND a.inserted_in_transaction >= v_from
      AND (a.inserted_in_transaction < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
           OR a.inserted_in_transaction >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint)
      AND NOT EXISTS (SELECT 1 FROM audit_seals s WHERE s.organization_id = v_org AND s.audit_id = a.id)
    ORDER BY a.inserted_in_transaction, a.id LIMIT p_limit
  LOOP
    v_sequence := v_sequence + 1;
    v_next := encode(sha256(convert_to(v_hash || (to_jsonb(v_row) - 'inserted_in_transaction')::text, 'UTF8')), 'hex');
    INSERT INTO audit_seals (organization_id, sequence, audit_id, previous_hash, hash) VALUES (v_org, v_sequence, v_row.id, v_hash, v_next);
    v_hash := v_next;
    v_count := v_count + 1;
  END LOOP;
  RETURN v_count;
END $$;

-- 3. One row per event and endpoint: what was sent, how it went, when to try again.
CREATE TABLE "webhook_deliveries" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "delivery_state" TEXT NOT NULL DEFAULT 'PENDING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_status" INTEGER,
    "last_error" TEXT,
    "delivered_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("organization_id","id")
);
CREATE UNIQUE INDEX "webhook_deliveries_organization_id_event_id_endpoint_id_key" ON "webhook_deliveries"("organization_id", "event_id", "endpoint_id");
CREATE INDEX "webhook_deliveries_organization_id_delivery_state_next_atte_idx" ON "webhook_deliveries"("organization_id", "delivery_state", "next_attempt_at");
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_state_ck CHECK (delivery_state IN ('PENDING', 'DELIVERED', 'FAILED'));
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_event_id_org_fk
  FOREIGN KEY (organization_id, event_id) REFERENCES outbox_events (organization_id, id) ON DELETE CASCADE;
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_endpoint_id_org_fk
  FOREIGN KEY (organization_id, endpoint_id) REFERENCES webhook_endpoints (organization_id, id) ON DELETE CASCADE;
CREATE INDEX webhook_deliveries_endpoint_id_sql_idx ON webhook_deliveries (organization_id, endpoint_id);
CREATE TRIGGER webhook_deliveries_touch BEFORE UPDATE ON webhook_deliveries FOR EACH ROW EXECUTE FUNCTION daybook_touch();
SELECT daybook_secure_tenant_table('webhook_deliveries');

-- 4. Rates: how often a key was let in, exactly per minute, in ten-minute steps per day. Not tenant data: a key is counted
-- before anything is known but its id.
CREATE TABLE "rate_counters" (
    "key" TEXT NOT NULL,
    "minute_hits" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
    "day_steps" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
    "day_counts" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "rate_counters_pkey" PRIMARY KEY ("key")
) WITH (fillfactor = 50);
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_counters TO daybook_app;

-- Lets one request in, or says when to come back. A refused request is not counted. Windows slide: never more than
-- p_minute_limit in any 60 seconds (200 ms are added for clients that measure at their own end) nor p_day_limit in any 24 hours.
-- p_now NULL: the database's clock, the only one all servers share. One locked row per key; nothing waits for the disk.
CREATE FUNCTION daybook_take_rate(p_key text, p_minute_limit integer, p_day_limit integer, p_now timestamptz DEFAULT NULL)
RETURNS TABLE (o_allowed boolean, o_minute_used integer, o_minute_wait_ms bigint, o_day_used integer, o_day_wait_ms bigint)
LANGUAGE plpgsql AS $$
DECLARE
  c_minute CONSTANT bigint := 60200;
  c_day CONSTANT bigint := 86400000;
  c_step CONSTANT bigint := 600000;
  v_row rate_counters;
  v_now bigint;
  v_last integer;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  SELECT * INTO v_row FROM rate_counters r WHERE r.key = p_key FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    INSERT INTO rate_counters (key) VALUES (p_key) ON CONFLICT (key) DO NOTHING;
    SELECT * INTO v_row FROM rate_counters r WHERE r.key = p_key FOR NO KEY UPDATE;
  END IF;
  -- Read after the lock, so that those who waited are not counted in the past.
  v_now := floor(extract(epoch FROM coalesce(p_now, clock_timestamp())) * 1000);
  v_row.minute_hits := ARRAY(SELECT h FROM unnest(v_row.minute_hits) h WHERE h > v_now - c_minute ORDER BY h);
  -- A step counts until its last moment is a day old.
  SELECT coalesce(array_agg(s.step ORDER BY s.step), '{}'), coalesce(array_agg(s.n ORDER BY s.step), '{}'), coalesce(sum(s.n), 0)
    INTO v_row.day_steps, v_row.day_counts, o_day_used
    FROM unnest(v_row.day_steps, v_row.day_counts) AS s(step, n) WHERE s.step + c_step > v_now - c_day;
  o_minute_used := cardinality(v_row.minute_hits);
  o_allowed := o_minute_used < p_minute_limit AND o_day_used < p_day_limit;
  IF o_allowed THEN
    v_row.minute_hits := v_row.minute_hits || v_now;
    v_last := cardinality(v_row.day_steps);
    IF v_last > 0 AND v_row.day_steps[v_last] >= v_now - v_now % c_step THEN
      v_row.day_counts[v_last] := v_row.day_counts[v_last] + 1;
    ELSE
      v_row.day_steps := v_row.day_steps || (v_now - v_now % c_step);
      v_row.day_counts := v_row.day_counts || 1;
    END IF;
    UPDATE rate_counters SET minute_hits = v_row.minute_hits, day_steps = v_row.day_steps, day_counts = v_row.day_counts,
      updated_at = to_timestamp(v_now / 1000.0) WHERE key = p_key;
    o_minute_used := o_minute_used + 1;
    o_day_used := o_day_used + 1;
  END IF;
  o_minute_wait_ms := CASE WHEN o_minute_used = 0 THEN 0 ELSE greatest(v_row.minute_hits[1] + c_minute - v_now, 0) END;
  o_day_wait_ms := CASE WHEN o_day_used = 0 THEN 0 ELSE greatest(v_row.day_steps[1] + c_step + c_day - v_now, 0) END;
  RETURN NEXT;
END $$;
