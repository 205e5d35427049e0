import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  loadDocumentReferences,
  loadEntryReferences,
  type WantedReferences,
} from '@/db/stores/documents/document-references';
import { withTenantSql } from '@/db/tenancy';
import { IS_LONG } from '@/testing/long-run';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { customerVerbs } from '@/usecases/customers/customer-records';
import { searchEverything } from '@/usecases/directory/search-records';
import { EMPLOYEE_ORDERS, employeesOfDepartment, listEmployees } from '@/usecases/employees/list-employees';
import { itemVerbs } from '@/usecases/items/item-records';
import type { Call, UseCase } from '@/usecases/kit/define';
import { run, runForOutput } from '@/usecases/kit/run';
import { stream } from '@/usecases/kit/stream';
import { leadVerbs } from '@/usecases/leads/lead-records';
import { listChangeOrders } from '@/usecases/projects/change-order-records';
import { listProjects } from '@/usecases/projects/project-records';
import { listProspects, PROSPECT_SORT_FIELDS } from '@/usecases/prospects/list-prospects';
import { customersReport } from '@/usecases/revenue/reports/report-customers';
import { subscriptionVerbs } from '@/usecases/subscriptions/subscription-records';
import { vendorVerbs } from '@/usecases/vendors/vendor-records';
import { countRecords } from '../../bench/growth/count-records';
import { fillRecords, prepareNotes } from '../../bench/growth/fill';
import { fillGathered } from '../../bench/growth/gathered';
import { type Size, sizeOf, TODAY } from '../../bench/growth/sizes';
import { costOf, type Verb } from '../support/statement-costs';
import { vacuumed } from '../support/vacuumed';

/** A separate database, as for the growth of ledgers: the number of pages a statement touches depends on what others leave. */
const database = await vi.hoisted(async () => (await import('@/testing/empty-database')).emptyDatabase());

/** Of each kind of record, ten times as many. */
const SIZES = { few: 400, many: 4_000 } as const;
/** Pages of 8 kB that ten times as many records may add; reading all of them once would take hundreds. */
const MAY_ADD = 30;

const books = {} as Record<keyof typeof SIZES, TestOrganization>;

beforeAll(async () => {
  await prepareNotes();
  for (const [name, count] of Object.entries(SIZES) as [keyof typeof SIZES, number][]) {
    const organization = await foundTestOrganization({ name, today: TODAY });
    const all = { customers: count, vendors: count, employees: count, items: count, projects: count };
    const size: Size = { ...sizeOf('1k'), ...all, others: count };
    await fillRecords(organization, size);
    // What is stored next is planned by what is there now, not by what the books before had.
    await withOwner((client) => client.query('analyze'));
    await fillGathered(organization, size);
    await countRecords(organization);
    books[name] = organization;
  }
  await vacuumed([
    'leads',
    'change_orders',
    'subscriptions',
    'employees',
    'items',
    'projects',
    'vendors',
    'customers',
    'prospects',
  ]);
});
afterAll(() => database.leave());

const searched = (title: string, useCase: unknown, search: string): readonly [string, Verb, object] => [
  title,
  (call, input) => run(useCase as UseCase<unknown, unknown>, call, input),
  { search },
];

test.each([
  searched('leads', leadVerbs.page, 'lead123@'),
  searched('leads, none of which has it', leadVerbs.page, 'zebra crossing'),
  searched('subscriptions', subscriptionVerbs.page, 'SUBSC-0000'),
  searched('subscriptions, none of which has it', subscriptionVerbs.page, 'zebra crossing'),
  searched('employees', listEmployees, 'zebra crossing'),
  searched('items', itemVerbs.page, 'zebra crossing'),
  searched('projects', listProjects, 'zebra crossing'),
  searched('vendors', vendorVerbs.page, 'zebra crossing'),
  [
    'everything, in the palette',
    ((call, input) => run(searchEverything, call, input)) satisfies Verb,
    { query: 'zebra crossing' },
  ] as const,
  // None of them has any revenue, and a fifth has the word.
  searched('customers with revenue', customersReport, 'Harbor'),
])('a search of %s touches as many pages of ten times as many records', async (_, verb, input) => {
  const few = await costOf(books.few, verb as Verb, input, []);
  const many = await costOf(books.many, verb as Verb, input, []);
  expect(many.pages).toBeLessThan(few.pages + MAY_ADD);
});

const readWhole: Verb = async (call, input) => {
  for await (const some of await stream(employeesOfDepartment, call, input as { department: string }))
    void some;
};

/** Every order in which a list is offered: in both directions in the long run, in one of them, which alternates, in an ordinary run. */
const ordered = (
  title: string,
  useCase: { readonly input: unknown },
  fields: readonly string[],
  names: readonly [string, string],
) =>
  fields.flatMap((field, at) =>
    ['asc', 'desc']
      .filter((_direction, place) => IS_LONG || place === at % 2)
      .map(
        (direction) =>
          [
            `${title} by ${field}, ${direction}`,
            (call: Call, input: object) => run(useCase as UseCase<unknown, unknown>, call, input),
            { [names[0]]: field, [names[1]]: direction, limit: 20 },
          ] as const,
      ),
  );
const SORT = ['sortField', 'sortOrder'] as const;

test.each([
  ...ordered(
    'leads',
    leadVerbs.page,
    ['createdAt', 'name', 'company', 'score', 'leadStatus', 'updatedAt'],
    SORT,
  ),
  ...ordered(
    'subscriptions',
    subscriptionVerbs.page,
    ['subscriptionNumber', 'name', 'startDate', 'endDate', 'subscriptionStatus', 'createdAt'],
    SORT,
  ),
  ...ordered(
    'customers',
    customerVerbs.page,
    ['companyName', 'customerId', 'creditLimit', 'createdAt', 'updatedAt'],
    SORT,
  ),
  ...ordered('prospects', listProspects, PROSPECT_SORT_FIELDS, SORT),
  ...ordered('vendors', vendorVerbs.page, ['code', 'name', 'createdAt', 'updatedAt'], SORT),
  ...ordered('items', itemVerbs.page, ['code', 'name', 'createdAt', 'updatedAt'], SORT),
  ...ordered('employees', listEmployees, EMPLOYEE_ORDERS, ['orderBy', 'orderDirection']),
  [
    'employees of a status that none has',
    (call, input) => run(listEmployees, call, input),
    { status: 'archived' },
  ],
  [
    'prospects of a status that none has',
    (call, input) => run(listProspects, call, input),
    { status: 'converted' },
  ],
  ['leads beyond the last', (call, input) => run(leadVerbs.page, call, input), { page: 900 }],
  ['customers with revenue by name', (call, input) => run(customersReport, call, input), { order: 'NAME' }],
  ['the employees of a department', (call, input) => readWhole(call, input), { department: 'Nowhere' }],
] as readonly (readonly [string, Verb, object])[])(
  'a page of %s touches as many pages of ten times as many records',
  async (_, verb, input) => {
    const few = await costOf(books.few, verb, input, []);
    const many = await costOf(books.many, verb, input, []);
    expect(many.pages).toBeLessThan(few.pages + MAY_ADD);
  },
);

test('the lists of these books have their records', async () => {
  const call = books.many.callAs('admin');
  const pages = [
    await runForOutput(leadVerbs.page, call, { limit: 20 }),
    await runForOutput(listProspects, call, { limit: 20 }),
    await runForOutput(listEmployees, call, { limit: 20 }),
  ];
  for (const { rows, total } of pages) {
    expect(rows).toHaveLength(20);
    expect(total).toBeGreaterThanOrEqual(SIZES.many / 2);
  }
});

test('a page of the change orders of a commitment reads that page, however many others the commitment has', async () => {
  const pages = async (name: keyof typeof SIZES) => {
    const commitmentId = await withOwner(async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `select commitment_id as id from change_orders where organization_id = $1 and commitment_id is not null
         group by 1 order by count(*) desc limit 1`,
        [books[name].organizationId],
      );
      return rows[0]?.id;
    });
    const verb: Verb = (call, input) => run(listChangeOrders, call, input);
    return (await costOf(books[name], verb, { commitmentId, limit: 20 }, [])).pages;
  };
  expect(await pages('many')).toBeLessThan((await pages('few')) + MAY_ADD);
});

/** What an invoice refers to. */
const wanted = ({ ids }: TestOrganization): WantedReferences => ({
  typeIds: [ids.types.INVOICE],
  accountIds: [],
  taxCodeIds: [],
  entityIds: [ids.customer],
  itemIds: [ids.customer],
  classIds: [ids.customer],
  departmentIds: [],
  locationIds: [],
  projectIds: [ids.customer],
  contractIds: [],
  obligationKeys: [],
  places: [{ subsidiaryId: ids.rootSubsidiary, date: '2026-11-10', currencyCode: 'USD' }],
});

test.each([
  ['saving', loadDocumentReferences],
  ['approving', loadEntryReferences],
] as const)(
  '%s a document looks up what it refers to by key, however many others there are',
  async (_, load) => {
    const verb: Verb = (call, input) =>
      withTenantSql({ organizationId: call.principal.organizationId, userId: null }, (tenant) =>
        load(tenant, input as WantedReferences),
      );
    const large = ['customers', 'vendors', 'employees', 'items', 'projects'];
    const few = await costOf(books.few, verb, wanted(books.few), []);
    const many = await costOf(books.many, verb, wanted(books.many), large);
    expect(many.scanned).toEqual([]);
    expect(many.pages).toBeLessThan(few.pages + MAY_ADD);
  },
);
