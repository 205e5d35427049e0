import { lastDayOf } from '@/core/revenue/days';
import type { RevenueScope } from '@/db/revenue/months';
import { reachSubsidiary } from '@/usecases/subsidiaries/find-subsidiary';
import type { Context } from '../../kit/define';
import { anId, currencyCode, day, momentText } from '../../kit/fields';
import { periodsOfBooks, type ReportPeriods } from '../../reports/report-periods';
import { periodName } from '../runs/run-period';

/** The parameters of every revenue report: subsidiary, currency, and the two as-of dates. */
export const reportFields = {
  subsidiaryId: anId.optional(),
  /** Omitted: the base currency of the subsidiary (or of the root). Amounts are not translated in these reports. */
  currencyCode: currencyCode.optional(),
  /** Only events effective by this day. */
  effectiveAsOf: day.optional(),
  /**
   * Only what was recorded by this moment: the report equals the one printed then. While work that began before it is
   * still running, the report is as of just before that work, and states that.
   */
  knownAsOf: momentText.optional(),
};

/** The past moment for which a report is requested. */
export const knownAsOf = (input: { knownAsOf?: string | undefined }): string | undefined => input.knownAsOf;

/** Periods by name: months, or for books with a fiscal calendar also its periods by label or last day. */
export const spanFields = {
  from: periodName.optional(),
  to: periodName.optional(),
  /** The period whose end is the balance date; omitted: the current one. */
  asOf: periodName.optional(),
};

/** The facts a report is based on, and the periods it shows them by. */
export type ScopeByPeriod = RevenueScope & { readonly periods: ReportPeriods };

/** The facts a report is based on. */
export async function scopeOf(
  context: Pick<Context, 'tenant' | 'principal'>,
  input: {
    subsidiaryId?: string | undefined;
    currencyCode?: string | undefined;
    effectiveAsOf?: string | undefined;
    knownAsOf?: string | undefined;
  },
): Promise<ScopeByPeriod> {
  const subsidiary = await reachSubsidiary(context.tenant, input.subsidiaryId);
  const subsidiaryIds = input.subsidiaryId === undefined ? null : [subsidiary.id];
  const periods = await periodsOfBooks(context.tenant, subsidiaryIds);
  return {
    subsidiaryIds,
    periods,
    isByMonth: periods.grid.isMonths,
    currencyCode: input.currencyCode ?? subsidiary.baseCurrency,
    effectiveAsOf: input.effectiveAsOf ?? null,
    knownAsOf: context.tenant.knownThrough ?? input.knownAsOf ?? null,
  };
}

/**
 * The scope of a report on what is booked, posted and planned as of the end of a period: at the end of a period that is over, facts
 * that take effect later are not included, unless another day is asked for.
 */
export function scopeAt<Scope extends RevenueScope>(
  context: Pick<Context, 'clock'>,
  scope: Scope,
  asOf: string,
): Scope {
  if (scope.effectiveAsOf !== null || lastDayOf(asOf) >= context.clock.today()) return scope;
  return { ...scope, effectiveAsOf: lastDayOf(asOf) };
}
