-- Versions of one revenue policy, or of one standalone selling price, never overlap, whoever writes: the second of two concurrent
-- writers waits and then sees the first.
--
-- Refuses: a version that shares a day with another (check_violation, <table>_overlap).
-- Locks: an advisory lock on the table, organization and key, until commit.
-- Rule: docs/guides/accountants.md; ASC 606-10-32-31 to 32-33 for standalone selling prices.
-- Proved by: src/db/laws/revenue.db.test.ts.
CREATE FUNCTION daybook_refuse_overlap() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  v_key text := CASE TG_TABLE_NAME WHEN 'revenue_policies' THEN to_jsonb(NEW) ->> 'code'
    ELSE concat_ws(E'\x1f', to_jsonb(NEW) ->> 'product_code', to_jsonb(NEW) ->> 'stratum', to_jsonb(NEW) ->> 'currency_code') END;
  v_found boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(TG_TABLE_NAME || NEW.organization_id::text || v_key, 0));
  IF TG_TABLE_NAME = 'revenue_policies' THEN
    SELECT true INTO v_found FROM revenue_policies o WHERE o.organization_id = NEW.organization_id AND o.id <> NEW.id AND o.code = v_key
      AND o.valid_from <= coalesce(NEW.valid_to, 'infinity') AND coalesce(o.valid_to, 'infinity') >= NEW.valid_from LIMIT 1;
  ELSE
    SELECT true INTO v_found FROM ssp_entries o WHERE o.organization_id = NEW.organization_id AND o.id <> NEW.id
      AND concat_ws(E'\x1f', o.product_code, o.stratum, o.currency_code) = v_key
      AND o.valid_from <= coalesce(NEW.valid_to, 'infinity') AND coalesce(o.valid_to, 'infinity') >= NEW.valid_from LIMIT 1;
  END IF;
  IF v_found THEN
    RAISE check_violation USING MESSAGE = format('%s: versions overlap', TG_TABLE_NAME), CONSTRAINT = TG_TABLE_NAME || '_overlap';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER revenue_policies_overlap AFTER INSERT OR UPDATE ON revenue_policies
  FOR EACH ROW EXECUTE FUNCTION daybook_refuse_overlap();

CREATE TRIGGER ssp_entries_overlap AFTER INSERT OR UPDATE ON ssp_entries
  FOR EACH ROW EXECUTE FUNCTION daybook_refuse_overlap();
