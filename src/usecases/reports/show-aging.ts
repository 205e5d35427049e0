import { z } from 'zod';
import { AGING_BUCKETS, type Aging, type AgingBucket } from '@/core/billing/aging';
import { amountText } from '@/core/money/currency';
import { type AgingSum, type AgingSums, readAgingPage, readWholeAging } from '@/db/reports/documents/aging';
import type { AgingPlace } from '@/db/reports/documents/aging-parties';
import type { OpenItemQuery } from '@/db/reports/documents/open-items-sql';
import type { ReportScope } from '@/db/reports/scope';
import { cursorOf, readCursor } from '@/usecases/kit/cursor';
import { type Context, defineUseCase } from '@/usecases/kit/define';
import { patternOf } from '@/usecases/kit/search';
import { openItemFilters } from './list-open-items';
import { reportScope } from './report-scope';
import { isTied, type TiedControl, tieOutOf } from './tie-out-controls';

type Asked = z.output<typeof openItemFilters>;

export interface AgingRow extends Aging {
  /** OWED, or REVALUATION: unrealized differences on the control account, which no one owes. */
  readonly origin: 'OWED' | 'REVALUATION';
  /** Null for documents without a counterparty. */
  readonly entityId: string | null;
  readonly entityName: string;
  readonly currencyCode: string;
  /** What the total is carried at, in the report's currency. */
  readonly base: string;
}

/** Whether the aging agrees with the control accounts, and if not, why, line by line. */
export interface AgingControl {
  readonly agrees: boolean;
  readonly rows: readonly TiedControl[];
}

const cursorPlace = z.tuple([
  z.enum(['OWED', 'REVALUATION']),
  z.string(),
  z.guid().or(z.literal('')),
  z.string(),
]);

/**
 * Open items by days past due: one row per counterparty and currency, a page of them by name; a total per currency, and one in the
 * report's base currency, of everything. The totals are the balances of the control accounts on that day; `control` compares them, and says
 * why where they differ (null when one counterparty is asked for). `search` finds counterparties by a part of their name: it chooses
 * rows and changes no total. `rowCount` is the number of rows on all pages; with `isBounded` it may be less, where only counting would take reading
 * everything that was open on an earlier day, and `isCounted` is then false. `nextCursor` continues after the last one.
 * Refuses RATE_MISSING where subsidiaries of several base currencies cannot be added.
 */
export const aging = defineUseCase({
  name: 'reports.aging',
  permission: 'gl.report.read',
  mode: 'report',
  input: openItemFilters.extend({
    search: z.string().max(200).optional(),
    limit: z.int().min(1).max(1000).default(200),
    page: z.int().min(1).max(1_000_000).default(1),
    /** The `nextCursor` of a page; then `page` counts from there. */
    after: z.string().max(2_000).optional(),
    /** Rows may be counted to the end of the next page only: for screens. */
    isBounded: z.boolean().default(false),
  }),
  async run(context, { search, limit, page, after, isBounded, ...asked }) {
    const { query, scope } = await agingQuery(context, asked);
    const place = {
      offset: (page - 1) * limit,
      limit,
      after: after === undefined ? null : placeFrom(after),
      pattern: search === undefined || search === '' ? null : patternOf(search),
      isBounded,
    };
    const today = context.clock.today();
    const { rowCount, isCounted, ...read } = await readAgingPage(
      context.tenant,
      query,
      place,
      today,
      rowIn(scope),
    );
    const { rows, ...rest } = await shown(context, { asked, query, scope, read });
    const last = rows.length < limit ? undefined : rows.at(-1);
    return { ...rest, rows, rowCount, isCounted, nextCursor: last === undefined ? null : cursorTo(last) };
  },
});

/** The same with every row, however many, for programs. */
export const wholeAging = defineUseCase({
  name: 'reports.wholeAging',
  permission: 'gl.report.read',
  mode: 'report',
  input: openItemFilters,
  async run(context, asked) {
    const { query, scope } = await agingQuery(context, asked);
    const read = await readWholeAging(context.tenant, query, rowIn(scope));
    return shown(context, { asked, query, scope, read });
  },
});

/** What an aging reads, and the currency it adds up in. */
export async function agingQuery(
  context: Context,
  asked: Asked,
): Promise<{ query: OpenItemQuery; scope: ReportScope }> {
  const asOf = asked.asOf ?? context.clock.today();
  const scope = await reportScope(context, { subsidiaryId: asked.subsidiaryId, asOf });
  const { subsidiaries } = scope;
  return { query: { roles: [asked.side], entityId: asked.entityId, subsidiaries, asOf }, scope };
}

async function shown(
  { tenant, clock }: Context,
  {
    asked,
    query,
    scope,
    read,
  }: {
    readonly asked: Asked;
    readonly query: OpenItemQuery;
    readonly scope: ReportScope;
    readonly read: AgingSums<AgingRow>;
  },
) {
  const { asOf } = query;
  const of = (level: AgingSum['level']) => read.sums.filter((one) => one.level === level);
  const [whole] = of('BASE');
  return {
    asOf,
    side: asked.side,
    rows: read.rows,
    totals: of('CURRENCY').map((one) => agingTotal(one, scope.currencyCode)),
    base: { currencyCode: scope.currencyCode, ...buckets(whole ?? NOTHING, scope.currencyCode) },
    control:
      asked.entityId === undefined
        ? controlOf(
            await tieOutOf(
              tenant,
              { asOf, today: clock.today(), subsidiaryIds: scope.subsidiaries.map(({ id }) => id) },
              [asked.side],
              { subledgers: read.subledgers, subsidiaries: scope.subsidiaries },
            ),
          )
        : null,
  };
}

const rowIn =
  ({ currencyCode }: ReportScope) =>
  (one: AgingSum) =>
    agingRow(one, currencyCode);

/** A row of a counterparty, its amounts at the scale of their currencies. */
export const agingRow = (one: AgingSum, baseCurrency: string): AgingRow => ({
  origin: one.origin ?? 'OWED',
  entityId: one.entityId,
  entityName: one.entityName ?? '',
  ...agingTotal(one, baseCurrency),
});

/** A sum in one currency, with what it is carried at. */
export function agingTotal(one: AgingSum, baseCurrency: string) {
  const currencyCode = one.currencyCode ?? '';
  return { currencyCode, ...buckets(one, currencyCode), base: amountText(one.base, baseCurrency) };
}

const NOTHING = { CURRENT: '0', DAYS_1_30: '0', DAYS_31_60: '0', DAYS_61_90: '0', OVER_90: '0', total: '0' };

const controlOf = (rows: readonly TiedControl[]): AgingControl => ({ agrees: rows.every(isTied), rows });

function buckets(one: Record<AgingBucket | 'total', string>, currencyCode: string): Aging {
  const text = (value: string) => amountText(value, currencyCode);
  const named = Object.fromEntries(AGING_BUCKETS.map((bucket) => [bucket, text(one[bucket])]));
  return { ...(named as Record<AgingBucket, string>), total: text(one.total) };
}

const cursorTo = ({ origin, entityName, entityId, currencyCode }: AgingRow): string =>
  cursorOf([origin, entityName, entityId ?? '', currencyCode]);

function placeFrom(text: string): AgingPlace {
  const [origin, entityName, entityId, currencyCode] = readCursor(cursorPlace, text, 'after');
  return { origin, entityName, entityId: entityId === '' ? null : entityId, currencyCode };
}
