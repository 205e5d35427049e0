-- The organization's own roles of a member, an invitation or a group of the directory are a list of ids, which cannot have foreign keys: the listed roles exist and
-- are held against deletion until the list is committed, and a role that an active member, an open invitation or a group has is not deleted. A
-- role that is deleted is taken from the lists of those who left. Runs as the owner: like a foreign key it looks beyond the caller's scope.
--
-- Refuses: a list that names a missing role (foreign_key_violation, <table>_custom_role_ids_org_fk); deleting a role someone has
--   (foreign_key_violation, <table>_listed_org_fk).
-- Locks: the roles listed, FOR KEY SHARE, in id order.
-- Rule: docs/house.md, "Tenancy, six belts"; src/usecases/members/role-verbs.ts.
-- Proved by: e2e/hostile/deletion-races.test.ts, src/db/laws/custom-roles.db.test.ts.
CREATE FUNCTION daybook_hold_custom_roles() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  v_ids uuid[] := ARRAY(SELECT DISTINCT i FROM unnest(NEW.custom_role_ids) i);
  v_found integer;
BEGIN
  IF cardinality(v_ids) = 0 THEN
    RETURN NEW;
  END IF;
  PERFORM FROM custom_roles x WHERE x.organization_id = NEW.organization_id AND x.id = ANY (v_ids) ORDER BY x.id FOR KEY SHARE;
  GET DIAGNOSTICS v_found = ROW_COUNT;
  IF v_found < cardinality(v_ids) THEN
    RAISE foreign_key_violation USING MESSAGE = format('%s list a role that does not exist', TG_TABLE_NAME),
      TABLE = TG_TABLE_NAME, CONSTRAINT = format('%s_custom_role_ids_org_fk', TG_TABLE_NAME);
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER memberships_hold_custom_roles BEFORE INSERT OR UPDATE OF custom_role_ids ON memberships
  FOR EACH ROW EXECUTE FUNCTION daybook_hold_custom_roles();

CREATE TRIGGER invitations_hold_custom_roles BEFORE INSERT OR UPDATE OF custom_role_ids ON invitations
  FOR EACH ROW EXECUTE FUNCTION daybook_hold_custom_roles();

CREATE TRIGGER provisioned_groups_hold_custom_roles BEFORE INSERT OR UPDATE OF custom_role_ids ON provisioned_groups
  FOR EACH ROW EXECUTE FUNCTION daybook_hold_custom_roles();

CREATE FUNCTION daybook_refuse_delete_of_held_role() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  v_by text;
BEGIN
  v_by := CASE
    WHEN EXISTS (SELECT FROM memberships m WHERE m.organization_id = OLD.organization_id AND m.record_status = 'active'
           AND OLD.id = ANY (m.custom_role_ids)) THEN 'memberships'
    WHEN EXISTS (SELECT FROM invitations i WHERE i.organization_id = OLD.organization_id AND i.invitation_status = 'PENDING'
           AND OLD.id = ANY (i.custom_role_ids)) THEN 'invitations'
    WHEN EXISTS (SELECT FROM provisioned_groups g WHERE g.organization_id = OLD.organization_id
           AND OLD.id = ANY (g.custom_role_ids)) THEN 'provisioned_groups'
  END;
  IF v_by IS NOT NULL THEN
    RAISE foreign_key_violation USING MESSAGE = format('custom_roles %s is used by %s', OLD.id, v_by),
      TABLE = v_by, CONSTRAINT = format('%s_listed_org_fk', v_by);
  END IF;
  UPDATE memberships SET custom_role_ids = array_remove(custom_role_ids, OLD.id)
    WHERE organization_id = OLD.organization_id AND OLD.id = ANY (custom_role_ids);
  UPDATE invitations SET custom_role_ids = array_remove(custom_role_ids, OLD.id)
    WHERE organization_id = OLD.organization_id AND OLD.id = ANY (custom_role_ids);
  UPDATE provisioned_people SET given_custom_role_ids = array_remove(given_custom_role_ids, OLD.id)
    WHERE organization_id = OLD.organization_id AND OLD.id = ANY (given_custom_role_ids);
  RETURN OLD;
END $$;

CREATE TRIGGER custom_roles_held BEFORE DELETE ON custom_roles
  FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_held_role();
