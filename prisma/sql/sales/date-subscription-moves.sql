-- Recurring revenue as it was known at an earlier moment: a subscription counts from the moment its activation was recorded,
-- and its cancellation from the moment that was recorded, whatever day it is told for. A draft that was cancelled never
-- counted.
--
-- Refuses: nothing; moments written by hand are replaced.
-- Locks: none.
-- Rule: docs/guides/accountants.md.
-- Proved by: src/db/laws/platform.db.test.ts.
CREATE FUNCTION daybook_date_subscription_moves() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  -- Nobody dates them by hand: a report of an earlier moment rests on them.
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
