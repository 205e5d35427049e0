-- For recurring revenue as known at an earlier moment: a subscription counts from the moment its activation was recorded, and its
-- cancellation from the moment it was recorded, whatever its effective date. A canceled draft never counted.
--
-- Refuses: nothing; times written by a caller are replaced.
-- Locks: none.
-- Rule: docs/guides/accountants.md.
-- Proved by: src/db/laws/platform.db.test.ts.
CREATE FUNCTION daybook_date_subscription_moves() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  -- Callers cannot set these times, because reports as of an earlier moment rely on them.
  NEW.activated_at := CASE WHEN TG_OP = 'UPDATE' THEN OLD.activated_at END;
  NEW.cancelled_at := CASE WHEN TG_OP = 'UPDATE' THEN OLD.cancelled_at END;
  IF NEW.activated_at IS NULL AND NEW.subscription_status NOT IN ('DRAFT', 'CANCELLED') THEN
    NEW.activated_at := now();
  END IF;
  IF NEW.cancelled_at IS NULL AND NEW.subscription_status = 'CANCELLED' THEN
    NEW.cancelled_at := now();
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER subscriptions_dated BEFORE INSERT OR UPDATE ON subscriptions
  FOR EACH ROW EXECUTE FUNCTION daybook_date_subscription_moves();
