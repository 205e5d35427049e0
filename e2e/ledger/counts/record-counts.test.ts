import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { columnOf } from '@/db/row-from-sql';
import { foldDays } from '@/db/stores/documents/day-sums';
import { COUNTED, type CountedTable, keptCount } from '@/db/stores/record-counts';
import { employees } from '@/db/stores/sales/employees';
import { prospects } from '@/db/stores/sales/prospects';
import { sql, type Tenant, withTenantRead, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { cases } from '@/testing/long-run';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';

// Proves the laws platform/note-records and platform/fold-counts of prisma/sql, and what reads their counts.

/** Number of random histories; a long run sets DAYBOOK_HISTORIES. */
const HISTORIES = cases(25, 60, 400);

const FIRST_LIST = newId();
const SECOND_LIST = newId();
const [FIRST_PROJECT, SECOND_PROJECT, FIRST_VIEW, SECOND_VIEW] = [newId(), newId(), newId(), newId()];
/** Stays, as costs name it. */
const FIRST_CONTRACT = `(select min(c.id::text)::uuid from revenue_contracts c)`;

/** The values of each table's counted columns, and what a row needs besides. */
const DRAWN = {
  background_jobs: [
    [['01941f29-7c00-7000-8609-000000000001', '01941f29-7c00-7000-8609-000000000002']],
    'kind, title, input, created_by_name',
    `'IMPORT', 'A file', '{}', 'A person'`,
  ],
  budget_view_snapshots: [
    [
      [FIRST_PROJECT, SECOND_PROJECT],
      [FIRST_VIEW, SECOND_VIEW],
    ],
    'name, taken_at',
    `'Snapshot', now()`,
  ],
  contract_costs: [
    [['OBTAIN', 'FULFIL']],
    'contract_id, subsidiary_id, currency_code, amount, posting_date, facts, decision, why, start_date, months, asset_account_id, expense_account_id, impair_account_id, offset_account_id',
    `${FIRST_CONTRACT}, $sub, 'USD', 1, '2026-01-01', '{}', 'EXPENSED', 'Small', '2026-01-01', 1, $account, $account, $account, $account`,
  ],
  customers: [[['active', 'inactive', 'archived']], 'company_name', `'Company'`],
  employees: [
    [
      ['active', 'archived'],
      [true, false],
    ],
    'name, entity_types',
    `'Employee', '{Employee}'`,
  ],
  exchange_rates: [
    [['SPOT', 'CLOSING', 'AVERAGE']],
    'from_currency, to_currency, rate, rate_date',
    `'USD', 'EUR', 1.25, '1990-01-01'::date + n`,
  ],
  imports: [[['customers', 'vendors']], 'file_name, columns, mapping', `'file.csv', '[]', '{}'`],
  items: [[['active', 'inactive']], 'code, name', `'C' || n, 'Item'`],
  leads: [[['active', 'archived']], 'name', `'Lead'`],
  price_list_items: [
    [[FIRST_LIST, SECOND_LIST]],
    'item_id, unit_price, valid_from',
    `(select i.id from items i where i.code = 'PRICED'), 1, '1990-01-01'::date + n`,
  ],
  prospects: [[['researching', 'qualified', 'converted']], 'name', `'Prospect'`],
  revenue_approvals: [
    [['PENDING', 'APPROVED', 'SENT_BACK']],
    'subsidiary_id, verb, input, base_currency_code, base_amount',
    `$sub, 'revenue.reclassifications.create', '{}', 'USD', 1`,
  ],
  revenue_contracts: [
    [['active', 'archived'], ['DRAFT']],
    'contract_number, subsidiary_id, currency_code, contract_date',
    `'K' || n, $sub, 'USD', '2026-01-01'`,
  ],
  subscriptions: [
    [['active', 'archived']],
    'subscription_number, subsidiary_id, currency_code, start_date',
    `'S' || n, $sub, 'USD', '2026-01-01'`,
  ],
  vendors: [[['active', 'inactive']], 'code, name', `'V' || n, 'Vendor'`],
} as const satisfies Record<CountedTable, readonly [readonly (readonly unknown[])[], string, string]>;
const TABLES = Object.keys(DRAWN) as CountedTable[];
/** What the application may not delete, or other rows name. */
const KEPT: ReadonlySet<string> = new Set(['background_jobs', 'items', 'revenue_approvals']);

const fact = fc.record({
  table: fc.constantFrom(...TABLES),
  act: fc.constantFrom('add', 'add', 'change', 'touch', 'remove', 'fail'),
  /** How many rows one statement writes. */
  rows: fc.integer({ min: 1, max: 4 }),
  drawn: fc.tuple(fc.nat(5), fc.nat(5)),
});
type Fact = typeof fact extends fc.Arbitrary<infer One> ? One : never;

let org: TestOrganization;
const claim = () => ({ organizationId: org.principals.admin.organizationId, userId: null });
let number = 1;

beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-11-21' });
  await withTenantSql(claim(), (tenant) =>
    run(tenant, { table: 'revenue_contracts', act: 'add', rows: 1, drawn: [0, 0] }),
  );
  // What prices name stays too.
  await withTenantSql(claim(), async (tenant) => {
    for (const [n, id] of [FIRST_LIST, SECOND_LIST].entries())
      await sql(
        tenant,
        `insert into price_lists (organization_id, id, code, name, currency_code) values (daybook_organization(), $1::uuid, $2, $2, 'USD')`,
        [id, `PL${n}`],
      );
    const company = newId();
    await sql(
      tenant,
      `insert into companies (organization_id, id, code, name) values (daybook_organization(), $1::uuid, 'CO', 'Company')`,
      [company],
    );
    for (const [project, view] of [
      [FIRST_PROJECT, FIRST_VIEW],
      [SECOND_PROJECT, SECOND_VIEW],
    ]) {
      const budget = newId();
      await sql(
        tenant,
        `with project as (
           insert into projects (organization_id, id, company_id, code, name, subsidiary_id, currency_code)
           values (daybook_organization(), $1::uuid, $2::uuid, right($1::uuid::text, 12), 'Project', $3::uuid, 'USD')
         ), budget as (
           insert into budgets (organization_id, id, project_id, name, currency_code) values (daybook_organization(), $4::uuid, $1::uuid, 'Budget', 'USD')
         )
         insert into budget_views (organization_id, id, project_id, budget_id, name) values (daybook_organization(), $5::uuid, $1::uuid, $4::uuid, 'View')`,
        [project, company, org.ids.rootSubsidiary, budget, view],
      );
    }
    await sql(
      tenant,
      `insert into items (organization_id, id, code, name) values (daybook_organization(), $1::uuid, 'PRICED', 'Priced')`,
      [newId()],
    );
  });
});
afterAll(closeConnections);

async function run(tenant: Tenant, { table, act, rows, drawn }: Fact): Promise<void> {
  const [domains, needed, given] = DRAWN[table];
  const columns: string[] = COUNTED[table].map(columnOf);
  const values = domains.map((domain, n) => domain[(drawn[n] ?? 0) % domain.length]);
  const quoted = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  // What is decided says when.
  if (table === 'revenue_approvals') {
    columns.push('decided_at');
    quoted.push(values[0] === 'PENDING' ? 'null' : 'now()');
  }
  const some = `organization_id = daybook_organization() and id in (select id from ${table} where organization_id = daybook_organization() and id <> ${table === 'revenue_contracts' ? FIRST_CONTRACT : 'daybook_uuid_v7()'} order by md5(id::text) limit ${rows})`;
  if (act === 'add') {
    const ids = Array.from({ length: rows }, () => newId());
    await sql(
      tenant,
      `insert into ${table} (organization_id, id, ${columns.join(', ')}, ${needed})
       select daybook_organization(), x.id, ${quoted.join(', ')}, ${given.replaceAll('$sub', `'${org.ids.rootSubsidiary}'::uuid`).replaceAll('$account', `'${org.ids.accounts['1110']}'::uuid`)}
       from (select u.id, (u.k + ${number})::int as n from unnest($1::uuid[]) with ordinality u(id, k)) x`,
      [ids],
    );
    number += rows;
  } else if (act === 'touch' || (act === 'remove' && KEPT.has(table))) {
    await sql(tenant, `update ${table} set updated_at = now() where ${some}`);
  } else if (act === 'remove') {
    await sql(tenant, `delete from ${table} where ${some}`);
  } else {
    const changed = columns.map((column, n) => `${column} = ${quoted[n]}`).join(', ');
    await sql(tenant, `update ${table} set ${changed} where ${some}`);
  }
}

/** What is kept, and what the table has: of every state, and of each value of each column. */
async function compared(tenant: Tenant, table: CountedTable): Promise<number> {
  const columns = COUNTED[table].map(columnOf);
  const counted = await sql<Record<string, unknown> & { n: number }>(
    tenant,
    `select ${columns.join(', ')}, count(*)::int as n from ${table} where organization_id = $1::uuid group by ${columns.join(', ')}`,
    [tenant.organizationId],
  );
  const of = (matches: (row: Record<string, unknown>) => boolean) =>
    counted.filter(matches).reduce((sum, { n }) => sum + n, 0);
  expect(await keptCount(tenant, table, {})).toBe(of(() => true));
  let pairs = 1;
  for (const [n, field] of COUNTED[table].entries()) {
    for (const value of DRAWN[table][0][n] ?? []) {
      const kept = await keptCount(tenant, table, { [field]: value });
      expect({ table, field, value, kept }).toEqual({
        table,
        field,
        value,
        kept: of((row) => row[columns[n] ?? ''] === value),
      });
      pairs += 1;
    }
  }
  const [first, second] = COUNTED[table];
  for (const one of second === undefined ? [] : DRAWN[table][0][0])
    for (const other of DRAWN[table][0][1] ?? []) {
      const isBoth = (row: Record<string, unknown>) =>
        row[columns[0] ?? ''] === one && row[columns[1] ?? ''] === other;
      expect(await keptCount(tenant, table, { [first]: one, [second ?? '']: other })).toBe(of(isBoth));
      pairs += 1;
    }
  return pairs;
}

it('the number of records is what counting them finds, whatever is written and however much of it is added up', async () => {
  let pairs = 0;
  let folded = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fact, { minLength: 4, maxLength: 16 }),
      fc.integer({ min: 0, max: 5 }),
      async (history, atOnce) => {
        for (const [n, one] of history.entries()) {
          const failed = new Error('rolled back');
          await withTenantSql(claim(), async (tenant) => {
            await run(tenant, one);
            // Within the transaction that writes, too; and what it takes back was never there.
            pairs += await compared(tenant, one.table);
            if (one.act === 'fail') throw failed;
          }).catch((error: unknown) => {
            if (error !== failed) throw error;
          });
          if (atOnce > 0 && n % 3 === 2) folded += (await foldDays(claim(), atOnce)).notes;
        }
        await withTenantRead(claim(), async (tenant) => {
          for (const table of TABLES) pairs += await compared(tenant, table);
        });
      },
    ),
    { numRuns: HISTORIES },
  );
  expect(pairs).toBeGreaterThanOrEqual(500);
  expect(folded).toBeGreaterThan(10);
}, 240_000);

it('what is added up leaves no note, and a number that comes to zero no row', async () => {
  const all = (tenant: Tenant) =>
    sql<{ notes: number; zeros: number; counts: number }>(
      tenant,
      `select (select count(*)::int from record_count_changes) as notes, (select count(*)::int from record_counts where record_count = 0) as zeros,
         (select count(*)::int from record_counts where noun = 'leads') as counts`,
    );
  await withTenantSql(claim(), (tenant) =>
    run(tenant, { table: 'leads', act: 'add', rows: 2, drawn: [0, 0] }),
  );
  await foldDays(claim(), 10_000);
  await withTenantSql(claim(), (tenant) => sql(tenant, 'delete from leads'));
  await foldDays(claim(), 10_000);
  expect(await withTenantRead(claim(), all)).toEqual([{ notes: 0, zeros: 0, counts: 0 }]);
});

it('the tables that note their records are those whose counts are read, with the same columns', async () => {
  const { rows } = await withOwner((client) =>
    client.query<{ table: string; kinds: number; columns: string }>(
      `select c.relname as table, count(*)::int as kinds, string_agg(distinct encode(g.tgargs, 'escape'), '|') as columns
       from pg_trigger g join pg_class c on c.oid = g.tgrelid where g.tgfoid = 'daybook_note_records'::regproc group by 1 order by 1`,
    ),
  );
  expect(rows).toEqual(
    Object.entries(COUNTED).map(([table, fields]) => ({
      table,
      kinds: 3,
      columns: fields.map((field) => `${columnOf(field)}\\000`).join(''),
    })),
  );
});

it('a caller confined to subsidiaries, and a condition on another column, count the records themselves', async () => {
  await withTenantSql(claim(), (tenant) =>
    run(tenant, { table: 'employees', act: 'add', rows: 3, drawn: [0, 0] }),
  );
  await withTenantSql(claim(), (tenant) =>
    sql(
      tenant,
      `update employees set subsidiary_id = '${org.ids.rootSubsidiary}' where id = (select id from employees order by id desc limit 1)`,
    ),
  );
  const [whole, within, named] = [
    await withTenantRead(claim(), (tenant) => employees.count(tenant)),
    await withTenantRead({ ...claim(), subsidiaryIds: [] }, (tenant) => employees.count(tenant)),
    await withTenantRead(claim(), (tenant) => employees.count(tenant, { name: 'No such employee' })),
  ];
  expect([within, named]).toEqual([whole - 1, 0]);
  const seen = await withTenantRead({ ...claim(), subsidiaryIds: [org.ids.rootSubsidiary] }, (tenant) =>
    sql(tenant, 'select 1 from record_counts union all select 1 from record_count_changes'),
  );
  expect(seen).toEqual([]);
});

it('a page beyond the last record, or of a status that no record has, is empty and says how many there are', async () => {
  await withTenantSql(claim(), (tenant) =>
    run(tenant, { table: 'prospects', act: 'add', rows: 3, drawn: [0, 0] }),
  );
  await withTenantRead(claim(), async (tenant) => {
    const total = await prospects.count(tenant);
    const orderBy = [{ name: 'asc' }, { id: 'asc' }] as const;
    expect(await prospects.page(tenant, { orderBy, skip: total, take: 5 })).toEqual({ rows: [], total });
    expect(await prospects.page(tenant, { orderBy, skip: total + 100, take: 5 })).toEqual({
      rows: [],
      total,
    });
    const none = { where: { prospectStatus: 'unqualified' }, orderBy, skip: 0, take: 5 };
    expect(await prospects.page(tenant, none)).toEqual({ rows: [], total: 0 });
  });
});
