-- Recurring revenue as it was known at an earlier moment: a subscription counts from the moment its activation was recorded, and its
-- cancellation from the moment that was recorded, whatever day it is told for. A draft that was cancelled never counted.
ALTER TABLE subscriptions ADD COLUMN activated_at timestamptz(3), ADD COLUMN cancelled_at timestamptz(3);

-- Of subscriptions from before, the audit log knows; of those it does not, an activation is as old as the subscription.
-- The update is for every organization: the owner is let past their confinement for it.
ALTER TABLE subscriptions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_log NO FORCE ROW LEVEL SECURITY;
UPDATE subscriptions s SET
  activated_at = coalesce(
    (SELECT min(a.occurred_at) FROM audit_log a
      WHERE a.organization_id = s.organization_id AND a.record_id = s.id AND a.action = 'subscriptions.activate'),
    CASE WHEN s.subscription_status <> 'CANCELLED' OR NOT EXISTS (SELECT FROM audit_log a
      WHERE a.organization_id = s.organization_id AND a.record_id = s.id AND a.action = 'subscriptions.cancel'
        AND a.before ->> 'subscriptionStatus' = 'DRAFT') THEN s.created_at END),
  cancelled_at = CASE WHEN s.subscription_status = 'CANCELLED' THEN coalesce(
    (SELECT min(a.occurred_at) FROM audit_log a
      WHERE a.organization_id = s.organization_id AND a.record_id = s.id AND a.action = 'subscriptions.cancel'), s.updated_at) END
WHERE s.subscription_status <> 'DRAFT';
ALTER TABLE subscriptions FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;

CREATE FUNCTION daybook_date_subscription_moves() RETURNS trigger LANGUAGE plpgsql AS $$
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
