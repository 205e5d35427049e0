import { afterAll, describe, expect, it } from 'vitest';
import { withOwner } from '@/testing/owner';
import { closeConnections, directoryPool } from './client';

// Proves the laws identity/tenant, platform/touch of prisma/sql.

afterAll(closeConnections);

const rows = (text: string) =>
  withOwner(async (client) => (await client.query<Record<string, string>>(text)).rows);

/** What an organization's rows are in; not what a server knows of where organizations are (docs/decisions/0015-servers.md). */
const TENANT_TABLES = `
  select c.oid, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p')
    and c.relname not in ('placements', 'organization_gates', 'memberships_elsewhere')
    and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped)`;

/** Tables without organization_id, each for a reason; a new one must be added here deliberately. */
const GLOBAL_TABLES = [
  '_daybook_laws',
  '_prisma_migrations',
  'known_organizations',
  // Of organizations, but of no tenant: where their books are, for the whole of Daybook.
  'memberships_elsewhere',
  'one_time_links',
  'organization_gates',
  'organization_news',
  'organization_slugs',
  'organizations',
  'passkey_challenges',
  'passkeys',
  'placements',
  'rate_counters',
  'recovery_codes',
  'second_factors',
  'sessions',
  'sign_in_guards',
  'user_identities',
  'users',
];

/** Tenant tables that a caller confined to subsidiaries sees in full, each for a reason; a new one must be added here deliberately. */
const SHARED_TABLES = [
  // The chart of accounts and other choices for documents.
  'accounts',
  'activities', // as the leads and prospects they are about
  'audit_seals', // only hashes
  'billing_schedules', // when the whole organization bills; a confined caller is refused by its verbs
  'classes',
  'counted_counterparties', // of whom counts are kept; the counts are confined
  'currencies',
  'custom_roles', // what roles mean; who has them is confined
  'departments',
  'exchange_rates',
  'fiscal_calendars',
  'folded_numbers', // how far the one series of the organization is added up
  'founding_steps', // founding concerns every subsidiary, and only its owners read it
  'idempotency_keys', // looked up by the caller's own credential
  'items',
  'leads',
  'ledger_seals', // only hashes
  'locations',
  'number_counters', // one gapless series for the whole organization
  'obligation_templates',
  'organization_moves', // where the whole organization's books went
  'price_list_items',
  'price_lists',
  'prospects',
  'revenue_balance_copies', // moments, whose sums are confined
  'revenue_policies',
  'revenue_touched_contracts', // ids of contracts to be added up, whose rows are confined
  'saved_view_defaults',
  'saved_views',
  'security_seals', // only hashes
  'ssp_entries',
  'tax_codes',
  'tax_rates',
  'transaction_types',
  'units_of_measure',
  'vendors',
  'verified_points', // only hashes
];

describe('the catalogue', () => {
  it('has no function, trigger, policy, view or row type except those created by a law of prisma/sql', async () => {
    const strays = await rows(
      `select i.identity from (
         select 'pg_proc'::regclass as catalogue, oid from pg_proc where pronamespace = 'public'::regnamespace
         union all select 'pg_trigger'::regclass, oid from pg_trigger where not tgisinternal
         union all select 'pg_policy'::regclass, oid from pg_policy
         union all select 'pg_class'::regclass, oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm', 'c')
       ) o, pg_identify_object(o.catalogue, o.oid, 0) i
       where not exists (select from _daybook_laws l, unnest(l.objects) made where made like '% ' || i.identity)`,
    );
    expect(strays).toEqual([]);
  });

  it('updates updated_at and version on every table that has them, whoever writes', async () => {
    const still = await rows(
      `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'version' and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
         and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = c.relname || '_touch' and t.tgenabled = 'O')`,
    );
    expect(still).toEqual([]);
  });

  it('has row security enabled and forced on every table with organization_id', async () => {
    const tables = await rows(`select t.relname from (${TENANT_TABLES}) t`);
    expect(tables.length).toBeGreaterThan(50);
    const open = await rows(
      `select t.relname from (${TENANT_TABLES}) t join pg_class c on c.oid = t.oid where not (c.relrowsecurity and c.relforcerowsecurity)`,
    );
    expect(open).toEqual([]);
  });

  it('has a gate on every table whose rows move with an organization, and on no other', async () => {
    const gates = await rows(
      `select c.relname from pg_trigger g join pg_class c on c.oid = g.tgrelid
       where g.tgname = c.relname || '_gate' and g.tgfoid = 'daybook_pass_gate'::regproc and g.tgenabled = 'O'
         -- Before each statement that inserts, updates or deletes.
         and g.tgtype = 2 + 4 + 8 + 16`,
    );
    const moving = await rows(
      // The journal of moves stays at the directory, whatever it moves.
      `select t.relname from (${TENANT_TABLES}) t where t.relname <> 'organization_moves' union select 'organizations' order by 1`,
    );
    expect(gates.map((row) => row.relname).sort()).toEqual(moving.map((row) => row.relname).sort());
  });

  it('shows a person’s memberships on other servers to that person and to the organization only', async () => {
    const policies = await rows(
      `select p.polname as name, p.polcmd::text as command, pg_get_expr(p.polqual, p.polrelid) as sees from pg_policy p
       where p.polrelid = 'memberships_elsewhere'::regclass and p.polpermissive order by 1`,
    );
    expect(policies).toEqual([
      { name: 'own_memberships_elsewhere', command: 'r', sees: '(user_id = daybook_user())' },
      { name: 'tenant', command: '*', sees: '(organization_id = daybook_organization())' },
    ]);
    const open = await rows(
      `select relname from pg_class where oid = 'memberships_elsewhere'::regclass and not (relrowsecurity and relforcerowsecurity)`,
    );
    expect(open).toEqual([]);
  });

  it('has a policy for all commands that restricts both reading and writing on every such table', async () => {
    const unguarded = await rows(
      `select t.relname from (${TENANT_TABLES}) t where not exists (
         select 1 from pg_policy p where p.polrelid = t.oid and p.polcmd = '*' and p.polqual is not null and p.polwithcheck is not null
           and pg_get_expr(p.polwithcheck, p.polrelid) like '%organization_id = %')`,
    );
    expect(unguarded).toEqual([]);
  });

  it('has no other policy that allows anyone to write', async () => {
    const extra = await rows(
      `select p.polname, p.polrelid::regclass::text as "table" from pg_policy p
       where p.polpermissive and p.polname <> 'tenant' and p.polcmd <> 'r'`,
    );
    expect(extra).toEqual([]);
  });

  it('confines reading and writing on every table that names a subsidiary, for the confined role only', async () => {
    const open = await rows(
      `select t.relname from (${TENANT_TABLES}) t
       where (t.relname in ('subsidiaries', 'memberships') or exists (
           select 1 from pg_attribute a where a.attrelid = t.oid and a.attname in ('subsidiary_id', 'subsidiary_ids') and not a.attisdropped))
         and not exists (
           select 1 from pg_policy p where p.polrelid = t.oid and p.polname = 'confined' and p.polcmd = '*' and not p.polpermissive
             and p.polroles = array['daybook_confined'::regrole::oid]
             and pg_get_expr(p.polqual, p.polrelid) like '%daybook_subsidiaries()%'
             and pg_get_expr(p.polwithcheck, p.polrelid) like '%daybook_subsidiaries()%')`,
    );
    expect(open).toEqual([]);
  });

  it('confines every table whose rows belong to a confined record, through that record', async () => {
    const open = await rows(
      `select t.relname, f.confrelid::regclass::text as parent from (${TENANT_TABLES}) t
       join pg_constraint f on f.conrelid = t.oid and f.contype = 'f' and f.confrelid <> t.oid
       join pg_attribute a on a.attrelid = t.oid and a.attnum = f.conkey[2] and a.attnotnull
       join pg_policy owner on owner.polrelid = f.confrelid and owner.polname = 'confined' and owner.polcmd = '*'
       where not exists (select 1 from pg_policy p where p.polrelid = t.oid and p.polname = 'confined' and not p.polpermissive)`,
    );
    expect(open).toEqual([]);
  });

  it('has no table with rows of a subsidiary that is neither confined nor listed as shared', async () => {
    const others = await rows(
      `select t.relname from (${TENANT_TABLES}) t
       where not exists (select 1 from pg_policy p where p.polrelid = t.oid and p.polname = 'confined' and not p.polpermissive)`,
    );
    expect(others.map((row) => row.relname).sort()).toEqual(SHARED_TABLES);
  });

  it('lets the application switch to the confined role without inheriting its policies', async () => {
    const { rows: found } = await directoryPool().query(
      `select pg_has_role(current_user, 'daybook_confined', 'SET') as may_become, pg_has_role(current_user, 'daybook_confined', 'USAGE') as is_always`,
    );
    expect(found).toEqual([{ may_become: true, is_always: false }]);
  });

  it('has organization_id first in every primary and unique key of a tenant table', async () => {
    const wrong = await rows(
      `select t.relname, i.indexrelid::regclass::text as index from (${TENANT_TABLES}) t join pg_index i on i.indrelid = t.oid
       where i.indisunique and (select a.attname from pg_attribute a where a.attrelid = t.oid and a.attnum = i.indkey[0]) <> 'organization_id'`,
    );
    expect(wrong).toEqual([]);
  });

  it('has organization_id first on both sides of every foreign key between tenant tables', async () => {
    const wrong = await rows(
      `select con.conname from pg_constraint con join (${TENANT_TABLES}) t on t.oid = con.conrelid join (${TENANT_TABLES}) r on r.oid = con.confrelid
       where con.contype = 'f' and not (
         (select a.attname from pg_attribute a where a.attrelid = con.conrelid and a.attnum = con.conkey[1]) = 'organization_id'
         and (select a.attname from pg_attribute a where a.attrelid = con.confrelid and a.attnum = con.confkey[1]) = 'organization_id')`,
    );
    expect(wrong).toEqual([]);
  });

  it('lists every table without organization_id by name', async () => {
    const others = await rows(
      `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p') and c.oid not in (select oid from (${TENANT_TABLES}) t)`,
    );
    const unknown = others.map((row) => row.relname).filter((name) => !GLOBAL_TABLES.includes(name ?? ''));
    expect(unknown).toEqual([]);
  });

  // Temporary tables, of an import beside this test, belong to their connection and end with it.
  it('gives the application a role that owns nothing lasting and cannot bypass row security', async () => {
    const { rows: found } = await directoryPool().query<{
      rolsuper: boolean;
      rolbypassrls: boolean;
      owned: string;
    }>(
      `select r.rolsuper, r.rolbypassrls, (select count(*)::text from pg_class c where c.relowner = r.oid and c.relpersistence <> 't') as owned
       from pg_roles r where r.rolname = current_user`,
    );
    expect(found).toEqual([{ rolsuper: false, rolbypassrls: false, owned: '0' }]);
  });

  it('shows no row of any tenant table to a connection without an organization', async () => {
    for (const { relname } of await rows(`select t.relname from (${TENANT_TABLES}) t`)) {
      const { rows: seen } = await directoryPool().query(`select 1 from "${relname}" limit 1`);
      expect({ relname, seen: seen.length }).toEqual({ relname, seen: 0 });
    }
  });

  it('has no index that another one on the same table can replace', async () => {
    const doubled = await rows(
      `select a.indexrelid::regclass::text as needless, b.indexrelid::regclass::text as other
       from pg_index a join pg_index b on b.indrelid = a.indrelid and b.indexrelid <> a.indexrelid
       join pg_class ca on ca.oid = a.indexrelid join pg_class cb on cb.oid = b.indexrelid and cb.relam = ca.relam
       join pg_class t on t.oid = a.indrelid and t.relnamespace = 'public'::regnamespace
       where not a.indisunique and a.indexprs is null and b.indexprs is null and ca.relam = (select oid from pg_am where amname = 'btree')
         and (b.indkey::text || ' ') like (a.indkey::text || ' %') and a.indnatts = a.indnkeyatts
         -- A partial one has fewer rows, which is its use, unless it leaves out only those without a value.
         and (a.indpred is null or pg_get_expr(a.indpred, a.indrelid) = (select format('(%s IS NOT NULL)', x.attname) from pg_attribute x
           where x.attrelid = a.indrelid and x.attnum = a.indkey[a.indnkeyatts - 1]))
         and (b.indpred is null or pg_get_expr(b.indpred, b.indrelid) is not distinct from pg_get_expr(a.indpred, a.indrelid))
         -- Of a pair that is the same, the younger one is named.
         and (b.indkey::text <> a.indkey::text or pg_get_expr(b.indpred, b.indrelid) is distinct from pg_get_expr(a.indpred, a.indrelid)
           or b.indisunique or a.indexrelid > b.indexrelid)
       order by 1, 2`,
    );
    expect(doubled).toEqual([]);
  });

  /**
   * Under row security a comparison that is not leakproof is evaluated after the policy, so it finds nothing in an index: of numeric amounts, and of
   * whatever is computed. These have a use all the same.
   */
  const COMPARED_AFTER_THE_POLICY: Readonly<Record<string, string>> = {
    business_transactions_reference_sql_idx:
      'read by daybook_same_reference and daybook_is_posted_twice, as the owner',
    business_transactions_total_sql_idx: 'read by daybook_search_documents, as the owner',
    customers_organization_id_credit_limit_id_idx: 'an order, not a condition',
    employees_department_sql_idx: 'read by daybook_employees_of_department, as the owner',
    price_list_items_organization_id_price_list_id_item_id_mini_key:
      'unique; the quantities of one item are few',
    prospects_board_sql_idx: 'an order, not a condition',
    prospects_industry_sql_idx: 'read by daybook_prospects_of_industry, as the owner',
    prospects_organization_id_estimated_revenue_idx: 'read by daybook_prospects_above, as the owner',
    provisioned_groups_display_name_sql_idx: 'unique',
    provisioned_people_user_name_sql_idx: 'unique',
    revenue_events_cost_sql_idx: 'read by daybook_cost_recorders, as the owner',
    saved_views_name_sql_idx: 'unique',
  };

  it('has no index whose key is compared only after the policy, unless it has another use', async () => {
    const found = await rows(
      `select distinct i.indexrelid::regclass::text as index
       from (${TENANT_TABLES}) t join pg_index i on i.indrelid = t.oid
       join pg_class c on c.oid = i.indexrelid and c.relam = (select oid from pg_am where amname = 'btree')
       cross join generate_series(0, i.indnkeyatts - 1) k(n)
       join pg_opclass o on o.oid = i.indclass[k.n]
       join pg_amop a on a.amopfamily = o.opcfamily and a.amoplefttype = o.opcintype and a.amoprighttype = o.opcintype and a.amopstrategy = 3
       join pg_operator p on p.oid = a.amopopr join pg_proc f on f.oid = p.oprcode
       where i.indkey[k.n] = 0 or not f.proleakproof order by 1`,
    );
    expect(found.map(({ index }) => index)).toEqual(Object.keys(COMPARED_AFTER_THE_POLICY));
  });

  it('offers a query without an index condition no index of the audit log except its key', async () => {
    // Otherwise the check of what seals name, planned on an empty log, would read the whole log through an index on the organization alone.
    const open = await rows(
      `select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid
       where i.indrelid = 'audit_log'::regclass and not i.indisprimary and i.indpred is null`,
    );
    expect(open).toEqual([]);
  });

  const APPEND_ONLY = [
    'audit_log',
    'audit_seals',
    'ledger_entries',
    'ledger_lines',
    'ledger_seals',
    'revenue_bookings',
    'revenue_events',
    'revenue_interest_moves',
    'revenue_movements',
    'revenue_reclassifications',
    'revenue_run_chunks',
    'revenue_versions',
    'security_log',
    'security_seals',
  ];
  /** Updated once, when they are posted, and only in the columns that record the posting. */
  const POSTED_ONCE = ['contract_cost_rows', 'revenue_rows'];
  /** Judged row by row, so refused where there is a row: src/db/laws/security-log.db.test.ts has some. */
  const BY_ROW = ['delete from security_log', 'update security_seals set organization_id = organization_id'];

  it('grants the application no update, delete or truncate on the append-only tables', async () => {
    const names = [...APPEND_ONLY, ...POSTED_ONCE].map((name) => `'${name}'`).join(', ');
    const granted = await rows(
      `select table_name, privilege_type from information_schema.role_table_grants
       where grantee = 'daybook_app' and table_name in (${names}) and privilege_type not in ('SELECT', 'INSERT')`,
    );
    expect(granted).toEqual([]);
  });

  it('refuses to change or remove their rows even for the owner', async () => {
    for (const table of [...APPEND_ONLY, ...POSTED_ONCE]) {
      const update = `update ${table} set organization_id = organization_id`;
      const others = [`delete from ${table}`, `truncate ${table} cascade`];
      const all = APPEND_ONLY.includes(table) ? [update, ...others] : others;
      for (const statement of all.filter((one) => !BY_ROW.includes(one))) {
        await expect(
          withOwner((client) => client.query(statement)),
          statement,
        ).rejects.toThrow(/append-only/);
      }
    }
  });
});
