-- Nothing is closed under a posting: postings hold the shared side of one lock for the whole organization while they judge and
-- write; whatever could make an account unfit for a posting under way takes the exclusive side. Postings then need no row locks
-- on accounts, which every two simultaneous batches would have to share. The trigger is named to fire before accounts_in_use,
-- which looks for lines that the lock has waited for.
--
-- Refuses: nothing.
-- Locks: the exclusive side of "periods:<organization>", to the commit, when an account is deleted or changes what makes it fit
--   for postings.
-- Rule: docs/house.md, "Posting".
-- Proved by: src/db/laws/documents.db.test.ts.
CREATE FUNCTION daybook_hold_postings() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (NEW.is_summary, NEW.is_control, NEW.record_status, NEW.required_dimensions)
       IS DISTINCT FROM (OLD.is_summary, OLD.is_control, OLD.record_status, OLD.required_dimensions) THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('periods:' || OLD.organization_id::text, 0));
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;

CREATE TRIGGER accounts_hold_postings BEFORE UPDATE OR DELETE ON accounts
  FOR EACH ROW EXECUTE FUNCTION daybook_hold_postings();
