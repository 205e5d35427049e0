import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import type { Order } from '@/db/record-row';
import { recordStore } from '@/db/record-store';
import { type SearchedNoun, searchedPage } from '@/db/reports/party-search';
import { customers } from '@/db/stores/sales/customers';
import { employees } from '@/db/stores/sales/employees';
import { items } from '@/db/stores/sales/items';
import { leads } from '@/db/stores/sales/leads';
import { projects } from '@/db/stores/sales/projects';
import { prospects } from '@/db/stores/sales/prospects';
import { subscriptions } from '@/db/stores/sales/subscriptions';
import { sql, withTenantRead, withTenantSql, withTenantWrite } from '@/db/tenancy';
import { cases } from '@/testing/long-run';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { patternOf } from '@/usecases/kit/search';
import { createCompany } from '@/usecases/projects/company-records';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';

// Proves the laws sales/search-page and sales/searched-noun of prisma/sql, and the walk in the order of a list, against the records themselves.

type Row = { readonly id: string } & Readonly<Record<string, unknown>>;
type Direction = string | { readonly sort: string; readonly nulls: string };

const vendors = recordStore('Vendor');

/** Of each noun: its table, where its text is, what it is narrowed to, its orders, and which rows a caller confined to the branch reaches. */
const NOUNS = {
  customer: {
    table: 'customers',
    store: customers,
    text: ['companyName', 'customerId', 'contactEmail'],
    equals: [{}, { recordStatus: 'active' }],
    orders: ['companyName', 'customerId', 'createdAt'],
    isShared: true,
  },
  employee: {
    table: 'employees',
    store: employees,
    text: ['name', 'code', 'displayName', 'email'],
    equals: [{}, { isActive: true }, { recordStatus: 'active', isActive: false }],
    orders: ['name', 'updatedAt'],
    isShared: true,
  },
  item: {
    table: 'items',
    store: items,
    text: ['name', 'code'],
    equals: [{}, { recordStatus: 'inactive' }],
    orders: ['code', 'name'],
    isShared: true,
  },
  lead: {
    table: 'leads',
    store: leads,
    text: ['name', 'company', 'email'],
    equals: [{}, { recordStatus: 'active' }],
    orders: ['createdAt', 'company', 'score'],
    isShared: true,
  },
  project: {
    table: 'projects',
    store: projects,
    text: ['name', 'code'],
    equals: [{}, { projectStatus: 'COMPLETED' }],
    orders: ['code'],
    isShared: false,
  },
  prospect: {
    table: 'prospects',
    store: prospects,
    text: ['name', 'company', 'email'],
    equals: [{}, { prospectStatus: 'contacted' }],
    orders: ['company', 'estimatedRevenue', 'createdAt'],
    isShared: true,
  },
  subscription: {
    table: 'subscriptions',
    store: subscriptions,
    text: ['subscriptionNumber', 'name'],
    equals: [{}, { recordStatus: 'active' }],
    orders: ['name', 'subscriptionNumber'],
    isShared: false,
  },
  vendor: {
    table: 'vendors',
    store: vendors,
    text: ['name', 'code', 'email'],
    equals: [{}, { recordStatus: 'active' }],
    orders: ['name', 'code'],
    isShared: true,
  },
} as const;
const SUBSIDIARY: readonly SearchedNoun[] = ['customer', 'employee', 'project', 'subscription'];

let org: TestOrganization;
let branch: string;
const claim = (isConfined: boolean) => ({
  organizationId: org.principals.admin.organizationId,
  userId: null,
  ...(isConfined ? { subsidiaryIds: [branch] } : {}),
});

const RECORDS = 42;
/** Names of which many have a part, and some have signs that a pattern means otherwise. */
const nameOf = (n: number) =>
  n % 11 === 7
    ? `Granite 100%_\\${n}`
    : `${['Harbor', 'Cedar', 'harbor', 'Zebra'][n % 4]} ${['Foods', 'Labs', 'Works'][n % 3]} ${n}`;

beforeAll(async () => {
  org = await foundTestOrganization();
  const call = org.callAs('admin');
  const root = org.ids.rootSubsidiary;
  branch = (await runForOutput(createSubsidiary, call, { name: 'Branch', code: 'B' })).id;
  const company = await runForOutput(createCompany, call, {
    code: 'CO',
    name: 'Company',
    subsidiaryIds: [root, branch],
  });
  await withTenantWrite(claim(false), async (tenant) => {
    for (let n = 0; n < RECORDS; n += 1) {
      const name = nameOf(n);
      const code = `C-${String((n * 17) % RECORDS).padStart(3, '0')}`;
      const email = n % 5 === 0 ? null : `${['billing', 'harbor', 'zebra'][n % 3]}@${n}.example`;
      const recordStatus = n % 6 === 5 ? 'inactive' : 'active';
      const own = n % 3 === 0 ? branch : root;
      const shared = n % 4 === 0 ? null : own;
      await customers.insert(tenant, {
        ...{ companyName: name, customerId: n % 4 === 1 ? null : code, contactEmail: email },
        ...{ recordStatus, subsidiaryId: shared },
      });
      await employees.insert(tenant, {
        ...{ name, code: n % 4 === 1 ? null : code, displayName: n % 2 === 0 ? null : `Shown ${n}`, email },
        ...{ recordStatus, isActive: n % 7 !== 0, entityTypes: ['Employee'], subsidiaryId: shared },
      });
      await items.insert(tenant, { name, code, recordStatus });
      const isOfCompany = n % 6 !== 0;
      const sales = { name: `No ${n}`, company: isOfCompany ? name : null, email };
      await leads.insert(tenant, { ...sales, score: n % 4, recordStatus });
      await prospects.insert(tenant, {
        ...sales,
        prospectStatus: n % 2 === 0 ? 'contacted' : 'researching',
        estimatedRevenue: n % 5 === 0 ? null : String((n % 4) * 100),
      });
      await projects.insert(tenant, {
        ...{ companyId: company.id, code, name, subsidiaryId: own, currencyCode: 'USD' },
        projectStatus: n % 3 === 1 ? 'COMPLETED' : 'ACTIVE',
      });
      await subscriptions.insert(tenant, {
        ...{ subscriptionNumber: code, name: isOfCompany ? name : null, subsidiaryId: own, recordStatus },
        ...{ customerId: org.ids.customer, currencyCode: 'USD', startDate: '2026-01-01' },
      });
      await vendors.insert(tenant, { name, code, email, recordStatus });
    }
  });
});
afterAll(closeConnections);

/** All rows of a noun, in an order; every noun's come from the database once for each order and caller. */
const known = new Map<string, Promise<Row[]>>();
function inOrder(noun: SearchedNoun, orderBy: readonly Order<Row>[], isConfined: boolean): Promise<Row[]> {
  const key = JSON.stringify([noun, orderBy, isConfined]);
  const rows =
    known.get(key) ??
    withTenantRead(claim(isConfined), (tenant) =>
      (NOUNS[noun].store.list as (...given: unknown[]) => Promise<Row[]>)(tenant, { orderBy }),
    );
  known.set(key, rows);
  return rows;
}

const asked = fc.constantFrom(...(Object.keys(NOUNS) as SearchedNoun[])).chain((noun) =>
  fc.record({
    noun: fc.constant(noun),
    field: fc.constantFrom<string>(...NOUNS[noun].orders),
    sort: fc.constantFrom('asc', 'desc'),
    nulls: fc.constantFrom(null, 'first', 'last'),
    equals: fc.constantFrom<Readonly<Record<string, unknown>>>(...NOUNS[noun].equals),
    search: fc.constantFrom(
      'harbor',
      'HARBOR FOODS',
      'foods 1',
      'zebra',
      'C-00',
      'billing@',
      '100%_\\',
      '100%',
      'Shown',
      'no such',
      'Foods 12\nC-03',
      '.example',
    ),
    skip: fc.nat({ max: 5 }),
    take: fc.integer({ min: 1, max: 4 }),
    isBounded: fc.boolean(),
    isConfined: fc.boolean(),
    few: fc.constantFrom(0, 2, 5, 20),
    walked: fc.constantFrom(3, 15, 25, 1_000),
  }),
);

describe('a page of a search of records', () => {
  it('has what contains the text, in the order of the list, and counts it, for a screen to the end of the next page', async () => {
    const seen = { counted: 0, toNextPage: 0, afterWalk: 0, confined: 0 };
    await fc.assert(
      fc.asyncProperty(asked, async ({ noun, field, sort, nulls, equals, search, ...rest }) => {
        const { skip, take, isBounded, isConfined, few, walked } = rest;
        const isNullable = ['customerId', 'company', 'estimatedRevenue'].includes(field);
        const direction: Direction = isNullable && nulls !== null ? { sort, nulls } : sort;
        const orderBy = [{ [field]: direction }, { id: sort }] as unknown as Order<Row>[];
        const all = await inOrder(noun, orderBy, isConfined);
        const text = search.toLowerCase();
        const fits = (row: Row) =>
          Object.entries(equals).every(([name, value]) => row[name] === value) &&
          NOUNS[noun].text.some((name) =>
            String(row[name] ?? '')
              .toLowerCase()
              .includes(text),
          );
        const matches = all.filter(fits);

        const page = await withTenantRead(claim(isConfined), (tenant) =>
          searchedPage<Row>(
            tenant,
            noun,
            {
              ...{ pattern: patternOf(search), orderBy, skip, take, isBounded },
              equals: equals as Record<string, string>,
            },
            (ids) =>
              (NOUNS[noun].store.list as (...given: unknown[]) => Promise<Row[]>)(tenant, {
                where: { id: { in: ids } },
              }),
            { few, walked },
          ),
        );

        const needed = skip + 2 * take + 1;
        const hasMany = isBounded && matches.length > few;
        const isWalked = hasMany && needed <= walked && all.slice(0, walked).filter(fits).length >= needed;
        expect(page).toEqual({
          rows: matches.slice(skip, skip + take),
          total: isWalked ? needed - 1 : matches.length,
          isCounted: !isWalked,
        });
        seen[isWalked ? 'toNextPage' : hasMany ? 'afterWalk' : 'counted'] += 1;
        if (isConfined && matches.length > 0) seen.confined += 1;
      }),
      { numRuns: cases(600, 3_000) },
    );
    expect(seen.counted + seen.toNextPage + seen.afterWalk).toBeGreaterThanOrEqual(500);
    for (const times of Object.values(seen)) expect(times).toBeGreaterThan(20);
  });

  it('hides from a caller who is confined what belongs to other subsidiaries alone', async () => {
    for (const noun of SUBSIDIARY) {
      const all = await inOrder(noun, [{ id: 'asc' } as unknown as Order<Row>], false);
      const reached = await inOrder(noun, [{ id: 'asc' } as unknown as Order<Row>], true);
      expect(reached.length, noun).toBeLessThan(all.length);
      const isReached = ({ subsidiaryId }: Row) =>
        subsidiaryId === branch || (NOUNS[noun].isShared && subsidiaryId === null);
      expect(reached, noun).toEqual(all.filter(isReached));
    }
  });

  it('refuses an order that is not a column with its direction', async () => {
    for (const order of ['id', 'id; select', 'id asc, name', 'name ilike asc', 'lower(name) asc'])
      await expect(
        withTenantSql(claim(false), (tenant) =>
          sql(tenant, `select * from daybook_search_page('lead', '%harbor%', null, '{}', $1::text[], 0, 1)`, [
            [order],
          ]),
        ),
      ).rejects.toThrow('not a column with its direction');
  });

  it('finds nothing of another organization', async () => {
    const other = await foundTestOrganization();
    const rows = await withTenantSql(
      { organizationId: other.principals.admin.organizationId, userId: null },
      (tenant) =>
        sql<{ found: number }>(
          tenant,
          `select o_found as found from unnest($1::text[]) n
           cross join lateral daybook_search_page(n, '%harbor%', null, '{}', '{id asc}', 0, 10)`,
          [Object.keys(NOUNS)],
        ),
    );
    expect(rows.map(({ found }) => found)).toEqual(Object.keys(NOUNS).map(() => 0));
  });
});
