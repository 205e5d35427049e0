import { z } from 'zod';
import { dec } from '@/core/money/decimal';
import { lastDayOf } from '@/core/revenue/days';
import { columnOf, columnsBetween } from '@/core/revenue/reports/columns';
import {
  type CustomerPart,
  type CustomerRevenueRow,
  columnSums,
  revenueByCustomer,
} from '@/core/revenue/reports/revenue-by-customer';
import {
  CUSTOMER_COLUMNS,
  CUSTOMER_ORDERS,
  type CustomerColumn,
  type CustomerOrder,
} from '@/core/revenue/vocabulary';
import { streamReport } from '@/db/record-stream';
import {
  type CustomerPlace,
  type CustomerRevenue,
  pageCustomerRevenue,
  readPostedBy,
  wholeCustomerRevenue,
} from '@/db/revenue/customer-revenue';
import { customersWithText } from '@/db/revenue/customer-search';
import { countAmong, type YearsQuery, yearsFor } from '@/db/revenue/customer-years';
import { readRevenueMonths } from '@/db/revenue/months';
import { NO_ID } from '@/db/revenue/months-then';
import { namesOf } from '@/db/revenue/record-names';
import type { Tenant } from '@/db/tenancy';
import { cursorOf, readCursor } from '@/usecases/kit/cursor';
import { type Context, defineUseCase } from '../../kit/define';
import { readingContext } from '../../kit/run';
import { patternOf } from '../../kit/search';
import { defineStream } from '../../kit/stream';
import { daysOf, spanOf } from '../../reports/report-periods';
import { knownAsOf, reportFields, type ScopeByPeriod, scopeOf, spanFields } from './report-input';
import { type Heading, headingOf } from './report-revenue';

const filters = z.object({
  ...reportFields,
  ...spanFields,
  /** Only customers whose name or number contains this. */
  search: z.string().max(200).optional(),
  order: z.enum(CUSTOMER_ORDERS).default('AMOUNT'),
});

/** Revenue by customer: a page, with the sums of all that are asked for. */
export interface CustomersReport extends Heading {
  readonly against: CustomerColumn;
  /** The columns by name; of categories, those with revenue. */
  readonly columns: readonly string[];
  readonly rows: readonly CustomerRevenueRow[];
  readonly totals: readonly string[];
  readonly total: string;
  /** The customers in all, contracts without one counted as one. */
  readonly count: number;
  readonly nextCursor: string | null;
}

/**
 * Revenue posted in a range of periods by customer (606-10-50-5), a page of the largest (or by name), with the sums of all of them. Customers
 * are told apart by their records, not by their names. A customer without an amount in any period and category is not listed. Refuses INVALID_INPUT.
 */
export const customersReport = defineUseCase({
  name: 'revenue.reports.customers',
  permission: 'revenue.read',
  mode: 'report',
  knownAsOf,
  input: filters.extend({
    against: z.enum(CUSTOMER_COLUMNS).default('period'),
    limit: z.int().min(1).max(500).default(50),
    /** The `nextCursor` of the page before. */
    after: z.string().max(1_000).optional(),
  }),
  async run(context, { against, limit, after, ...asked }): Promise<CustomersReport> {
    const { tenant } = context;
    const question = await questionOf(context, asked);
    const { scope } = question;
    const { rows, count } = await pageCustomerRevenue(
      tenant,
      scope,
      { ...question, after: after === undefined ? null : placeIn(after, asked.order) },
      limit + 1,
    );
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    const sums = await partsOfAll(tenant, question, against);
    const columns =
      against === 'period' ? question.periods : [...new Set(sums.map(({ column }) => column))].sort();
    return {
      ...headingOf(scope, question.asOf, against === 'period' || against === 'cohort' ? columns : []),
      against,
      columns,
      rows: revenueByCustomer({
        currencyCode: scope.currencyCode,
        columns,
        customers: page,
        parts: await partsOf(tenant, question, against, page),
      }),
      ...columnSums(scope.currencyCode, columns, sums),
      count,
      nextCursor: last === undefined ? null : cursorAfter(last, asked.order),
    };
  },
});

/** A line of revenue by customer in a file: a customer, or the sums of all, which stand last. Its columns are the periods asked for. */
export type StreamedCustomer =
  | ({ readonly kind: 'CUSTOMER'; readonly currencyCode: string } & CustomerRevenueRow)
  | {
      readonly kind: 'TOTAL';
      readonly currencyCode: string;
      readonly amounts: readonly string[];
      readonly total: string;
    };

/** Every customer of the report by period, then the sums, all of one moment: the rows of a file. Refuses as the report does. */
export const streamCustomers = defineStream({
  name: 'revenue.reports.customers.export',
  permission: 'revenue.read',
  input: filters,
  open: (claim, asked, call) =>
    streamReport<CustomerRevenue, StreamedCustomer>(claim, async (tenant) => {
      const question = await questionOf(readingContext(tenant, call), asked);
      const { scope, periods: columns } = question;
      const { currencyCode } = scope;
      return {
        ...wholeCustomerRevenue(tenant, scope, question),
        async complete(customers, isLast) {
          const parts = customers.length === 0 ? [] : await partsOf(tenant, question, 'period', customers);
          const lines: StreamedCustomer[] = revenueByCustomer({
            currencyCode,
            columns,
            customers,
            parts,
          }).map((row) => ({ kind: 'CUSTOMER', currencyCode, ...row }));
          if (!isLast) return lines;
          const { totals, total } = columnSums(
            currencyCode,
            columns,
            await partsOfAll(tenant, question, 'period'),
          );
          return [...lines, { kind: 'TOTAL', currencyCode, amounts: totals, total }];
        },
      };
    }),
});

/** What is asked, among the customers that are searched for. */
interface Question extends YearsQuery {
  readonly scope: ScopeByPeriod;
  readonly asOf: string;
  /** The periods of the span, in order. */
  readonly periods: readonly string[];
  readonly order: CustomerOrder;
}

async function questionOf(
  context: Pick<Context, 'tenant' | 'principal' | 'clock'>,
  { search, order, ...asked }: z.output<typeof filters>,
): Promise<Question> {
  const scope = await scopeOf(context, asked);
  const to = asked.to ?? asked.asOf ?? scope.periods.grid.on(context.clock.today()).key;
  const { asOf, ...columns } = spanOf(context, scope.periods, { ...asked, to });
  const span = daysOf(scope.periods, columns);
  return {
    scope,
    order,
    from: await yearsFor(context.tenant, scope),
    span,
    asOf,
    periods: columnsBetween(scope.periods.grid, columns.from, columns.to),
    among:
      search === undefined || search === ''
        ? null
        : await customersWithText(context.tenant, scope, { span, pattern: patternOf(search) }),
  };
}

/** What customers earned in each column. */
async function partsOf(
  tenant: Tenant,
  { scope, span, from }: Question,
  against: CustomerColumn,
  customers: readonly CustomerRevenue[],
): Promise<CustomerPart[]> {
  const among = customers.map(idOf);
  if (among.length === 0) return [];
  const found = await readPostedBy(tenant, scope, { span, among, from }, 'customer', against);
  const named = await columnsNamed(tenant, scope, against, found);
  return named.map(({ value, ...part }) => ({ ...part, customerId: value === NO_ID ? null : value }));
}

/** The sums of all customers asked for in each column: of all from the monthly summary, whose size does not depend on how many they are. */
async function partsOfAll(tenant: Tenant, { scope, span, among, from }: Question, against: CustomerColumn) {
  if (among !== null) {
    if (countAmong(among) === 0) return [];
    const found = await readPostedBy(tenant, scope, { span, among, from }, null, against);
    return columnsNamed(tenant, scope, against, found);
  }
  const { grid } = scope.periods;
  const months = await readRevenueMonths(tenant, scope, [...new Set([against, 'period' as const])]);
  const found = months
    .filter(
      ({ period = '', posted }) => isWithin(lastDayOf(columnOf(grid, period)), span) && isNonZero(posted),
    )
    .map((row) => ({ value: '', column: row[against] ?? '', amount: row.posted }));
  return columnsNamed(tenant, scope, against, found);
}

const isWithin = (day: string, { from, until }: YearsQuery['span']) => day >= from && day < until;
const isNonZero = (amount: string) => !dec(amount).isZero();

/** Columns as the report names them: periods by their key, records by their name. */
async function columnsNamed<Part extends { readonly column: string }>(
  tenant: Tenant,
  { periods: { grid } }: ScopeByPeriod,
  against: CustomerColumn,
  parts: readonly Part[],
): Promise<Part[]> {
  const names = await namesOf(tenant, against);
  return parts.map((part) => ({
    ...part,
    column:
      against === 'period' || against === 'cohort'
        ? columnOf(grid, part.column)
        : (names.get(part.column) ?? part.column),
  }));
}

const idOf = ({ customerId }: Pick<CustomerRevenue, 'customerId'>) => customerId ?? NO_ID;

/** Nameless customers stand last by name; their place has a zero for its name. */
const place = {
  AMOUNT: z.tuple([z.literal('AMOUNT'), z.string().regex(/^-?\d{1,20}(\.\d{1,10})?$/), z.guid()]),
  NAME: z.tuple([z.literal('NAME'), z.union([z.string(), z.literal(0)]), z.guid()]),
};

const cursorAfter = (last: CustomerRevenue, order: CustomerOrder) =>
  cursorOf([order, order === 'AMOUNT' ? last.total : (last.name ?? 0), idOf(last)]);

function placeIn(cursor: string, order: CustomerOrder): CustomerPlace {
  const [, key, id] = readCursor<readonly [string, string | 0, string]>(place[order], cursor, 'after');
  return { key: key === 0 ? null : key, id };
}
