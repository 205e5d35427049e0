-- Records at the directory where an organization's books are, or that they are about to move, and counts the change. For the owner
-- only; the application places organizations that it founds. Every change is announced on the channel "placements", so that servers of the
-- application forget what they remember.
--
-- Refuses: another state than SETTLED and MOVING, and a name that is not one of a server (check_violation).
-- Locks: the row of placements.
-- Rule: docs/decisions/0015-servers.md.
-- Proved by: src/db/laws/gate.db.test.ts.
CREATE FUNCTION daybook_place(p_organization uuid, p_server text, p_state text) RETURNS void
LANGUAGE sql VOLATILE
AS $$
  INSERT INTO placements AS p (organization_id, server, state, moved_at, epoch) VALUES (p_organization, p_server, p_state, now(), 1)
  ON CONFLICT (organization_id) DO UPDATE SET server = excluded.server, state = excluded.state, epoch = p.epoch + 1,
    moved_at = CASE WHEN p.server = excluded.server THEN p.moved_at ELSE now() END
$$;
REVOKE ALL ON FUNCTION daybook_place(uuid, text, text) FROM PUBLIC;

CREATE FUNCTION daybook_tell_placement() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_notify('placements', coalesce(NEW.organization_id, OLD.organization_id)::text);
  RETURN NULL;
END $$;

CREATE TRIGGER placements_told AFTER INSERT OR UPDATE OR DELETE ON placements
  FOR EACH ROW EXECUTE FUNCTION daybook_tell_placement();
