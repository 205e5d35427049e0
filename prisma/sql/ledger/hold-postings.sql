-- Nothing is closed during a posting: postings hold the shared side of one lock for the whole organization while they check and
-- write; any change that could make an account unfit for a posting in progress takes the exclusive side. Postings then need no row
-- locks on accounts, which any two simultaneous batches would have to share. The trigger is named so that it fires before
-- accounts_in_use, which looks for lines written while the lock was awaited.
--
-- Refuses: nothing.
-- Locks: the exclusive side of "periods:<organization>", until commit, when an account is deleted or a property that makes it fit
--   for postings changes.
-- Rule: docs/house.md, "Posting".
-- Proved by: src/db/laws/documents.db.test.ts.
CREATE FUNCTION daybook_hold_postings() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (NEW.is_summary, NEW.is_control, NEW.control_for, NEW.record_status, NEW.required_dimensions)
       IS DISTINCT FROM (OLD.is_summary, OLD.is_control, OLD.control_for, OLD.record_status, OLD.required_dimensions) THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('periods:' || OLD.organization_id::text, 0));
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;

CREATE TRIGGER accounts_hold_postings BEFORE UPDATE OR DELETE ON accounts
  FOR EACH ROW EXECUTE FUNCTION daybook_hold_postings();
