-- The membership ids of the active admins whose accounts are open, locked until the transaction ends, so that two admins cannot demote
-- each other and the last admin is the last of the organization, not only of the caller's scope.
--
-- Refuses: nothing.
-- Locks: the admins' memberships, in id order.
-- Rule: src/usecases/members/member-verbs.ts.
-- Proved by: src/db/laws/confinement.db.test.ts, src/usecases/members/reach.db.test.ts, e2e/contracts/auth/invitations.test.ts.
CREATE FUNCTION daybook_lock_admins() RETURNS SETOF uuid
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.id FROM memberships m
  WHERE m.organization_id = daybook_organization() AND m.record_status = 'active' AND 'admin' = ANY (m.roles)
    AND EXISTS (SELECT FROM users u WHERE u.id = m.user_id AND NOT u.is_disabled) ORDER BY m.id FOR UPDATE
$$;
