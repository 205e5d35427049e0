import fs from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import type { Route } from '@/surfaces/kit/route';
import { restRouter } from '@/surfaces/rest';
import { appRouter } from '@/surfaces/trpc/root';
import type { TestOrganization } from '@/testing/organization';
import { isIdSchema, type JsonSchema, sampleOf, schemaOf } from '../../e2e/support/sample';
import { idsOfEveryKind } from '../../e2e/support/victims';
import { crowdByTable } from './crowd';
import { filtersOf, pairsOf } from './filters';
import { DOCUMENTS_PER_GROUP, type Size, TODAY } from './sizes';

/** One operation that a person or a program requests. */
export interface Operation {
  readonly name: string;
  readonly kind: 'REST' | 'tRPC' | 'page';
  /** With the query. More than one where it is not known which record the path needs: the first one that is found is measured. */
  readonly paths: readonly string[];
}

/** The id that a field needs; `optional` knows only those of records that many lines, documents or records refer to. */
type Ids = ((field: string) => string) & {
  readonly optional: (field: string) => string | undefined;
};
/** An input or a query by name, in addition to the plain one. */
type Variants = Readonly<Record<string, Readonly<Record<string, object>>>>;

/** Everything that is read: every GET route, every tRPC query, every page of the console; or every query with every two of its filters. */
export async function operationsOf(
  organization: TestOrganization,
  size: Size,
  isOfPairs: boolean,
): Promise<Operation[]> {
  const kinds = await idsOfEveryKind(organization.organizationId);
  for (const [table, id] of await crowdByTable()) kinds.set(table, id);
  const ids = idsBy(organization, kinds);
  if (isOfPairs) return trpcOperations(kinds, ids, (schema) => pairsOf(schema, ids.optional));
  const places = deepPages(size);
  const variants = trpcVariants(ids, places);
  const all = [
    ...restOperations(kinds, ids, restVariants(ids, places)),
    ...trpcOperations(kinds, ids, (schema, name) => ({
      '': {},
      ...filtersOf(schema, ids.optional),
      ...variants[name],
    })),
    ...pages(organization, kinds),
  ];
  // A full verification continues in the database even when no one waits for it anymore, so it comes last.
  const isVerification = ({ name }: Operation) => /verification|verify\.books/.test(name);
  return [...all.filter((one) => !isVerification(one)), ...all.filter(isVerification)];
}

/** The last pages of the lists that grow. */
function deepPages(size: Size) {
  const documents = size.groups * DOCUMENTS_PER_GROUP;
  return {
    documents: Math.floor(documents / 20),
    entries: Math.floor(documents / 50),
    middle: Math.floor(documents / 40),
    customers: Math.floor(size.customers / 50),
    contracts: Math.floor(size.contracts / 20),
  };
}

function idsBy(organization: TestOrganization, kinds: Map<string, string>): Ids {
  const plural: Readonly<Record<string, string>> = {
    accountId: 'accounts',
    entityId: 'customers',
    vendorId: 'vendors',
    customerId: 'customers',
    contractId: 'revenue_contracts',
    runId: 'revenue_runs',
    periodId: 'fiscal_periods',
    transactionId: 'business_transactions',
    documentId: 'business_transactions',
    transactionTypeId: 'transaction_types',
    departmentId: 'departments',
    locationId: 'locations',
    classId: 'classes',
    itemId: 'items',
    projectId: 'projects',
    companyId: 'companies',
    budgetViewId: 'budget_views',
    commitmentId: 'commitments',
    primeContractId: 'prime_contracts',
    priceListId: 'price_lists',
    leadId: 'leads',
    // A branch has a few of the documents.
    subsidiaryId: 'branches',
    parentId: 'subsidiaries',
    actorId: 'actors',
    recordId: 'business_transactions',
  };
  const known = (field: string) => kinds.get(plural[field.replace(/_id$/, 'Id')] ?? '');
  const needed = (field: string) => {
    const name = field.replace(/_id$/, 'Id');
    if (name === 'subsidiaryId') return organization.ids.rootSubsidiary;
    if (name === 'accountId') return organization.account('1110');
    return known(name) ?? organization.ids.customer;
  };
  kinds.set('accounts', organization.account('1110')).set('actors', organization.users.accountant.id);
  return Object.assign(needed, { optional: known });
}

function restOperations(kinds: ReadonlyMap<string, string>, ids: Ids, variants: Variants): Operation[] {
  const routes = restRouter()
    .surfaces.filter(({ name }) => ['A', 'B', 'C', 'D'].includes(name))
    .flatMap(({ routes: all }) => all.map((route) => route as unknown as Route))
    .filter(({ method }) => method === 'GET');
  return routes.flatMap((route) => {
    const list = /^B\..*\.list$/.test(route.operation) ? { limit: '100' } : {};
    const plain = { ...required(schemaOf(route.query), ids), ...list };
    const asked = {
      '': plain,
      ...filtersOf(schemaOf(route.query), ids.optional),
      ...variants[route.operation],
    };
    return Object.entries(asked).map(([variant, query]): Operation => {
      const text = new URLSearchParams({ ...plain, ...query } as Record<string, string>).toString();
      return {
        name: variant === '' ? route.operation : `${route.operation}, ${variant}`,
        kind: 'REST',
        paths: withIds(route.path, kinds).map((each) => (text === '' ? each : `${each}?${text}`)),
      };
    });
  });
}

/** The path with the id of each kind of record in its parameters, since the table does not say which kind it needs. */
function withIds(template: string, kinds: ReadonlyMap<string, string>): string[] {
  if (!template.includes('{')) return [template];
  const all = [...new Set(kinds.values())];
  return [...all, 'Software'].map((id) => template.replaceAll(/\{\w+\}/g, id));
}

function trpcOperations(
  kinds: ReadonlyMap<string, string>,
  ids: Ids,
  variantsOf: (schema: JsonSchema, name: string) => Readonly<Record<string, object>>,
): Operation[] {
  const all = appRouter._def.procedures as unknown as Record<
    string,
    { _def: { type: string; meta?: { input: z.ZodType } } }
  >;
  return Object.entries(all).flatMap(([name, { _def }]) => {
    if (_def.type !== 'query') return [];
    const schema = _def.meta === undefined ? {} : schemaOf(_def.meta.input);
    return Object.entries(variantsOf(schema, name)).map(([variant, more]): Operation => {
      const known = required(schema, ids);
      const inputs =
        'id' in known && !('id' in more) ? [...kinds.values()].map((id) => ({ ...known, id })) : [known];
      return {
        name: variant === '' ? name : `${name}, ${variant}`,
        kind: 'tRPC',
        paths: inputs.map(
          (input) =>
            `/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify({ json: { ...input, ...more } }))}`,
        ),
      };
    });
  });
}

/** A value for every required field. */
function required(schema: JsonSchema, ids: Ids): Record<string, unknown> {
  return Object.fromEntries(
    (schema.required ?? []).map((name) => {
      const inner = schema.properties?.[name] ?? {};
      if (isIdSchema(inner) || /(Id|_id)$/.test(name)) return [name, ids(name)];
      if (/^(date|from|date_?from)$/i.test(name)) return [name, '2026-11-01'];
      if (/^(to|date_?to|asOf|as_of)$/i.test(name)) return [name, TODAY];
      return [name, sampleOf(inner, ids, name)];
    }),
  );
}

type Deep = ReturnType<typeof deepPages>;

function restVariants(ids: Ids, deep: Deep): Variants {
  const page = (n: number) => ({ page: String(n) });
  const bank = { account_id: ids('accountId'), date_from: '2026-01-01', date_to: TODAY };
  return {
    'C.transactions.list': {
      'last page': page(deep.documents),
      'middle page': page(deep.middle),
      'posted ones': { status: 'POSTED' },
      'of a customer': { entityId: ids('customerId') },
      'of a month': { dateFrom: '2026-03-01', dateTo: '2026-03-31' },
    },
    'D.gl.transactions.list': {
      'last page': page(deep.documents),
      'of an account': { account_id: ids('accountId') },
    },
    'D.gl.reports.trialBalance': { 'in mid-month': { as_of: '2026-09-15' } },
    'D.gl.reports.accountActivity': { 'of a year': bank, 'of a year, far page': { ...bank, page: '1000' } },
    'C.reports.trialBalance': {
      'in mid-month': { asOf: '2026-09-15' },
      'at a month’s end': { asOf: '2026-09-30' },
    },
    'C.reports.aging': {
      'of payables': { side: 'PAYABLE' },
      'of an earlier day': { asOf: '2026-03-31' },
      'of a customer': { entityId: ids('customerId') },
    },
    'C.reports.openItems': {
      'of a customer': { entityId: ids('customerId') },
      'of payables': { side: 'PAYABLE' },
    },
  };
}

function trpcVariants(ids: Ids, deep: Deep): Variants {
  const lists = {
    'last page': { page: deep.documents },
    searched: { search: 'needle in' },
    'searched by number': { search: 'INV-2026-00012' },
  };
  return {
    'transactions.list': {
      ...lists,
      'searched for what is not there': { search: 'zebra crossing' },
      unapplied: { unapplied: true },
      'awaiting approval': { status: 'PENDING_APPROVAL' },
      paid: { status: 'PAID' },
      // As the screens ask, and counted in full.
      'of a customer': { entityId: ids('customerId'), isBounded: true },
      'of a customer, counted': { entityId: ids('customerId') },
      'of a customer, far page': { entityId: ids('customerId'), page: Math.floor(deep.documents / 12) },
      'of a customer, invoices': { entityId: ids('customerId'), kind: 'INVOICE', isBounded: true },
      'of a customer, paid': { entityId: ids('customerId'), status: 'PAID', isBounded: true },
      'of a customer, posted': { entityId: ids('customerId'), status: 'POSTED', isBounded: true },
      'of a customer, closed': { entityId: ids('customerId'), status: 'CLOSED', isBounded: true },
      'of a customer, drafts': { entityId: ids('customerId'), status: 'DRAFT', isBounded: true },
      'of a customer, searched': { entityId: ids('customerId'), search: 'order 1234' },
      'of a customer, unapplied': { entityId: ids('customerId'), unapplied: true },
      'of a vendor': { entityId: ids('vendorId') },
      invoices: { kind: 'INVOICE' },
    },
    'reports.entries': {
      'with total': { page: 1 },
      'last page': { page: deep.entries },
      searched: { search: 'needle' },
      'searched by number': { search: 'GL-2026-00012' },
      'of an account': { accountId: ids('accountId') },
      'of one source': { sourceKind: 'REVENUE_RUN' },
    },
    'reports.trialBalance': {
      'in mid-month': { asOf: '2026-09-15' },
      'of a month’s end': { asOf: '2026-09-30' },
    },
    'reports.generalLedger': { 'of a year': { dateFrom: '2026-01-01', dateTo: TODAY } },
    'reports.accountActivity': {
      'of a year': { dateFrom: '2026-01-01', dateTo: TODAY },
      'of a year, by page': { dateFrom: '2026-01-01', dateTo: TODAY, page: 1 },
    },
    'reports.aging': {
      'of payables': { side: 'PAYABLE' },
      'of an earlier day': { asOf: '2026-03-31' },
      // As the screen asks.
      'of an earlier day, its rows not all counted': { asOf: '2026-03-31', limit: 100, isBounded: true },
      'of a customer': { entityId: ids('customerId') },
    },
    'reports.openItems': { 'of a customer': { entityId: ids('customerId') } },
    'directory.search': {
      'a number': { query: 'INV-2026-000123' },
      'a word': { query: 'needle' },
      'a common word': { query: 'Harbor' },
      'what is not there': { query: 'zebra crossing' },
      'an amount': { query: '1234.56' },
    },
    'audit.list': {
      'of a noun': { noun: 'prospect' },
      'of an action': { action: 'revenue.runs.post' },
      'of a person': { actorId: ids('customerId') },
      'of a month': { from: '2026-03-01', to: '2026-03-31' },
    },
    'customers.page': { 'last page': { page: deep.customers }, searched: { search: 'Granite Foods 3' } },
    'revenue.contracts.list': { 'last page': { page: deep.contracts } },
    'vendors.page': { searched: { search: 'Supplies 42' } },
  };
}

/** The pages of the console, and one record's page of the nouns that grow. */
function pages(organization: TestOrganization, kinds: ReadonlyMap<string, string>): Operation[] {
  const root = path.join('src', 'app', 'books', '[org]');
  const found = fs
    .readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => path.basename(name) === 'page.tsx')
    .map((name) => path.dirname(name))
    .map((name) => (name === '.' ? '' : name))
    .sort();
  const records: Readonly<Record<string, string | undefined>> = {
    'accounts/[id]': organization.account('1110'),
    'customers/[id]': kinds.get('customers'),
    'entries/[id]': kinds.get('ledger_entries'),
    'transactions/[id]': kinds.get('business_transactions'),
    'revenue/[id]': kinds.get('revenue_contracts'),
    'revenue/runs/[id]': kinds.get('revenue_runs'),
    'vendors/[id]': kinds.get('vendors'),
  };
  return found.flatMap((place): Operation[] => {
    const id = records[place];
    if (place.includes('[') && id === undefined) return [];
    const url = place.replace('[id]', id ?? '');
    return [{ name: `/${place}`, kind: 'page', paths: [`/books/${organization.organizationId}/${url}`] }];
  });
}
