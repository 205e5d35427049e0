-- Lists of ids, which cannot have foreign keys: the accounts of a budget line, the subsidiaries of a company, of a member and of an
-- API client. The listed rows exist and are held against deletion until the list is committed, and a listed row is not deleted.
-- Runs as the owner: like a foreign key it looks beyond the caller's scope.
--
-- Refuses: a list that names a missing row (foreign_key_violation, <table>_<column>_org_fk); deleting a listed account or subsidiary
--   (foreign_key_violation under the same name).
-- Locks: the rows listed, FOR KEY SHARE, in id order.
-- Rule: docs/house.md, "Tenancy, six belts".
-- Proved by: e2e/hostile/deletion-races.test.ts, e2e/ledger/removals.test.ts.
CREATE FUNCTION daybook_hold_listed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  v_ids uuid[];
  v_found integer;
BEGIN
  IF TG_TABLE_NAME = 'budget_lines' THEN
    v_ids := ARRAY(SELECT DISTINCT i FROM unnest(NEW.account_ids) i);
    PERFORM FROM accounts x WHERE x.organization_id = NEW.organization_id AND x.id = ANY (v_ids) ORDER BY x.id FOR KEY SHARE;
  ELSE
    v_ids := ARRAY(SELECT DISTINCT i FROM unnest(NEW.subsidiary_ids) i);
    PERFORM FROM subsidiaries x WHERE x.organization_id = NEW.organization_id AND x.id = ANY (v_ids) ORDER BY x.id FOR KEY SHARE;
  END IF;
  GET DIAGNOSTICS v_found = ROW_COUNT;
  IF v_found < cardinality(v_ids) THEN
    RAISE foreign_key_violation USING MESSAGE = format('%s list a record that does not exist', TG_TABLE_NAME),
      TABLE = TG_TABLE_NAME, CONSTRAINT = format('%s_%s_org_fk', TG_TABLE_NAME, TG_ARGV[0]);
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER budget_lines_hold_listed BEFORE INSERT OR UPDATE OF account_ids ON budget_lines
  FOR EACH ROW EXECUTE FUNCTION daybook_hold_listed('account_ids');

CREATE TRIGGER companies_hold_listed BEFORE INSERT OR UPDATE OF subsidiary_ids ON companies
  FOR EACH ROW EXECUTE FUNCTION daybook_hold_listed('subsidiary_ids');

CREATE TRIGGER memberships_hold_listed BEFORE INSERT OR UPDATE OF subsidiary_ids ON memberships
  FOR EACH ROW EXECUTE FUNCTION daybook_hold_listed('subsidiary_ids');

CREATE TRIGGER api_clients_hold_listed BEFORE INSERT OR UPDATE OF subsidiary_ids ON api_clients
  FOR EACH ROW EXECUTE FUNCTION daybook_hold_listed('subsidiary_ids');

-- Planned for the account at hand: hardly any row names one that is removed, and a plan for all would read every row for the first that does.
CREATE FUNCTION daybook_refuse_delete_of_listed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  v_by text;
BEGIN
  IF TG_TABLE_NAME = 'accounts' THEN
    v_by := CASE
      -- As the index of the lists asks. All that list it are counted: a plan for the first of those it expects would read the lines one by one.
      WHEN EXISTS (SELECT FROM budget_lines x WHERE x.organization_id = OLD.organization_id AND x.account_ids <> '{}'
           AND x.account_ids @> ARRAY[OLD.id] HAVING count(*) > 0) THEN 'budget_lines'
      -- What a document that is not posted yet will post to.
      WHEN EXISTS (SELECT FROM unposted_documents u JOIN transaction_impact_lines x
             ON x.organization_id = u.organization_id AND x.transaction_id = u.transaction_id
           WHERE u.organization_id = OLD.organization_id AND x.account_id = OLD.id) THEN 'business_transactions'
      WHEN EXISTS (SELECT FROM contract_costs x WHERE x.organization_id = OLD.organization_id
           AND OLD.id IN (x.impair_account_id, x.offset_account_id)) THEN 'contract_costs'
      WHEN EXISTS (SELECT FROM revenue_positions x WHERE x.organization_id = OLD.organization_id
           AND OLD.id IN (x.cash_account_id, x.contract_asset_account_id, x.deferred_account_id, x.exchange_account_id,
             x.interest_expense_account_id, x.interest_income_account_id, x.receivable_account_id, x.refund_account_id)) THEN 'revenue_contracts'
    END;
  ELSE
    v_by := CASE
      WHEN EXISTS (SELECT FROM companies x WHERE x.organization_id = OLD.organization_id AND OLD.id = ANY (x.subsidiary_ids)) THEN 'companies'
      WHEN EXISTS (SELECT FROM memberships x WHERE x.organization_id = OLD.organization_id AND OLD.id = ANY (x.subsidiary_ids)) THEN 'memberships'
      WHEN EXISTS (SELECT FROM api_clients x WHERE x.organization_id = OLD.organization_id AND OLD.id = ANY (x.subsidiary_ids)) THEN 'api_clients'
    END;
  END IF;
  IF v_by IS NOT NULL THEN
    RAISE foreign_key_violation USING MESSAGE = format('%s %s is used by %s', TG_TABLE_NAME, OLD.id, replace(v_by, '_', ' ')),
      TABLE = v_by, CONSTRAINT = format('%s_listed_org_fk', v_by);
  END IF;
  RETURN OLD;
END $$;

CREATE TRIGGER accounts_listed BEFORE DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_listed();
CREATE TRIGGER subsidiaries_listed BEFORE DELETE ON subsidiaries FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_listed();
