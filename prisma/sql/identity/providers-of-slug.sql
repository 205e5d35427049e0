-- The OpenID providers of the organization with this short name, for the buttons of its sign-in page: at that moment nobody is
-- signed in, and row security shows no organization. Names only; an unknown short name answers like one without providers.
-- Runs with the owner's rights, because the application sees an organization by its id.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: docs/decisions, "Sessions in the browser".
-- Proved by: e2e/contracts/auth/own-providers.test.ts.
CREATE FUNCTION daybook_providers_of_slug(p_slug text) RETURNS TABLE (organization_id uuid, id uuid, name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT p.organization_id, p.id, p.name
  FROM organizations o JOIN sign_in_providers p ON p.organization_id = o.id
  WHERE o.slug = p_slug AND o.record_status = 'active' AND p.record_status = 'active'
  ORDER BY p.name
$$;
REVOKE ALL ON FUNCTION daybook_providers_of_slug(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION daybook_providers_of_slug(text) TO daybook_app;
