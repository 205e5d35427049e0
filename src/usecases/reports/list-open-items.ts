import { z } from 'zod';
import { AGING_BUCKETS, type Aging, type AgingBucket } from '@/core/billing/aging';
import { amountText } from '@/core/money/currency';
import { SUBLEDGERS } from '@/core/transactions/kinds';
import { type AgingSum, type OpenItemRow, readAging, readOpenItems } from '@/db/reports/documents/open-items';
import { readReportSubsidiaries } from '@/db/reports/scope';
import { inPortions } from '@/lib/portions';
import { refuseNotFound } from '@/usecases/kit/crud';
import { defineUseCase } from '@/usecases/kit/define';
import { day } from '@/usecases/kit/fields';
import { demandReportReach, reportScope } from './report-scope';
import { isTied, type TiedControl, tieOutOf } from './tie-out-controls';

const input = z.object({
  side: z.enum(SUBLEDGERS),
  asOf: day.optional(),
  entityId: z.guid().optional(),
  subsidiaryId: z.guid().optional(),
});

export interface OpenItem extends OpenItemRow {
  readonly bucket: AgingBucket;
}

/**
 * Amounts owed by customers, or owed to vendors and employees, as of a day: document by document, and for receivables of revenue
 * contracts every amount that fell due. Above zero is owed; a credit or unapplied payment is below. Revaluation's unrealized
 * differences are in base currency alone.
 */
export const openItems = defineUseCase({
  name: 'reports.openItems',
  permission: 'gl.report.read',
  mode: 'report',
  input,
  async run(context, asked) {
    demandReportReach(context, asked);
    const asOf = asked.asOf ?? context.clock.today();
    const { subsidiaryId } = asked;
    const wanted = subsidiaryId === undefined ? null : [subsidiaryId];
    const { subsidiaries } = await readReportSubsidiaries(context.tenant, wanted);
    if (subsidiaryId !== undefined && subsidiaries.length === 0) refuseNotFound('subsidiary', subsidiaryId);
    const rows = await readOpenItems(context.tenant, {
      roles: [asked.side],
      entityId: asked.entityId,
      subsidiaries: subsidiaries.map(({ id }) => ({ id, rate: '1' })),
      asOf,
    });
    const items = await inPortions(rows, (row): OpenItem => {
      const text = (value: string) => amountText(value, row.currencyCode);
      return {
        ...row,
        totalAmount: text(row.totalAmount),
        settlesAmount: text(row.settlesAmount),
        appliedAmount: text(row.appliedAmount),
        openAmount: text(row.openAmount),
        openBase: amountText(row.openBase, row.baseCurrencyCode),
        bucket: row.bucket as AgingBucket,
      };
    });
    return { asOf, side: asked.side, items };
  },
});

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

/**
 * Open items by days past due: one row per counterparty and currency, a total per currency, and one in the report's base currency.
 * The totals are the balances of the control accounts on that day; `control` compares them, and says why where they differ (null
 * when one counterparty is asked for). With a limit, `rows` are a page of that size and `rowCount` says how many there are; totals are of all.
 * Refuses RATE_MISSING where subsidiaries of several base currencies cannot be added.
 */
export const aging = defineUseCase({
  name: 'reports.aging',
  permission: 'gl.report.read',
  mode: 'report',
  input: input.extend({
    limit: z.int().min(1).max(1000).optional(),
    page: z.int().min(1).max(1_000_000).optional(),
  }),
  async run(context, asked) {
    const { tenant, clock } = context;
    const asOf = asked.asOf ?? clock.today();
    const scope = await reportScope(context, { subsidiaryId: asked.subsidiaryId, asOf });
    const { limit } = asked;
    const { sums, rowCount, subledgers } = await readAging(
      tenant,
      { roles: [asked.side], entityId: asked.entityId, subsidiaries: scope.subsidiaries, asOf },
      limit === undefined ? null : { offset: ((asked.page ?? 1) - 1) * limit, limit },
    );
    const base = (value: string) => amountText(value, scope.currencyCode);
    const of = (level: AgingSum['level']) => sums.filter((one) => one.level === level);
    const rows = await inPortions(
      of('ROW'),
      (one): AgingRow => ({
        origin: one.origin ?? 'OWED',
        entityId: one.entityId,
        entityName: one.entityName ?? '',
        currencyCode: one.currencyCode ?? '',
        ...buckets(one, one.currencyCode ?? ''),
        base: base(one.base),
      }),
    );
    const totals = of('CURRENCY').map((one) => ({
      currencyCode: one.currencyCode ?? '',
      ...buckets(one, one.currencyCode ?? ''),
      base: base(one.base),
    }));
    const [whole] = of('BASE');
    return {
      asOf,
      side: asked.side,
      rows,
      ...(limit === undefined ? {} : { rowCount }),
      totals,
      base: { currencyCode: scope.currencyCode, ...buckets(whole ?? NOTHING, scope.currencyCode) },
      control:
        asked.entityId === undefined
          ? controlOf(
              await tieOutOf(
                tenant,
                { asOf, today: clock.today(), subsidiaryIds: scope.subsidiaries.map(({ id }) => id) },
                [asked.side],
                subledgers,
              ),
            )
          : null,
    };
  },
});

const NOTHING = { CURRENT: '0', DAYS_1_30: '0', DAYS_31_60: '0', DAYS_61_90: '0', OVER_90: '0', total: '0' };

const controlOf = (rows: readonly TiedControl[]): AgingControl => ({ agrees: rows.every(isTied), rows });

function buckets(one: Record<AgingBucket | 'total', string>, currencyCode: string): Aging {
  const text = (value: string) => amountText(value, currencyCode);
  const shown = Object.fromEntries(AGING_BUCKETS.map((bucket) => [bucket, text(one[bucket])]));
  return { ...(shown as Record<AgingBucket, string>), total: text(one.total) };
}
