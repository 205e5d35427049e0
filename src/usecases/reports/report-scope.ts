import { z } from 'zod';
import { rateOn } from '@/core/fx/rates';
import { refuse } from '@/core/refusals';
import {
  type ReportScope,
  readLatestRates,
  readReportPeriod,
  readReportSubsidiaries,
} from '@/db/reports/scope';
import { refuseNotFound } from '@/usecases/kit/crud';
import type { Context } from '@/usecases/kit/define';
import { demandReach } from '@/usecases/kit/reach';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';

/** The dimensions by which most reports can be filtered. */
export const dimensionFilter = {
  classId: z.guid().optional(),
  departmentId: z.guid().optional(),
  locationId: z.guid().optional(),
  projectId: z.guid().optional(),
};

/**
 * Refuses FORBIDDEN for a subsidiary outside the caller's reach. A company's key must not learn that another company's
 * subsidiary exists, so it gets NOT_FOUND.
 */
export function demandReportReach({ principal }: Context, input: object): void {
  if (principal.companyId === null) demandReach(principal, 'gl.report.read', input);
}

/**
 * What a report adds up: one subsidiary, or all that the caller may see. When their base currencies differ,
 * every figure is translated to the organization's currency at the closing rate of the report's date, so that
 * debits still equal credits; a missing rate refuses RATE_MISSING. (Consolidation, with average rates and
 * eliminations, is a separate report.)
 */
export async function reportScope(
  context: Context,
  input: { readonly subsidiaryId?: string | undefined; readonly asOf: string },
): Promise<ReportScope> {
  const { subsidiaryId } = input;
  demandReportReach(context, input);
  const wanted = subsidiaryId === undefined ? null : [subsidiaryId];
  const { organizationCurrency, subsidiaries } = await readReportSubsidiaries(context.tenant, wanted);
  if (subsidiaryId !== undefined && subsidiaries.length === 0) refuseNotFound('subsidiary', subsidiaryId);

  const currencies = [...new Set(subsidiaries.map((one) => one.baseCurrency))];
  const [first] = currencies;
  if (first === undefined || currencies.length === 1) {
    return {
      currencyCode: first ?? organizationCurrency,
      subsidiaries: subsidiaries.map((one) => ({ ...one, rate: '1' })),
    };
  }
  const pairs = [...new Set([...currencies, organizationCurrency])];
  const rates = await readLatestRates(context.tenant, pairs, input.asOf);
  const rateTo = (from: string) => {
    const chosen = valueOrThrow(rateOn({ from, to: organizationCurrency, date: input.asOf }, rates));
    return chosen.rate;
  };
  return {
    currencyCode: organizationCurrency,
    subsidiaries: subsidiaries.map((one) => ({ ...one, rate: rateTo(one.baseCurrency) })),
  };
}

/** The date of a report: `asOf`, or the end of the period, or today. Refuses when both are given. */
export async function reportDay(
  context: Context,
  input: { readonly asOf?: string | undefined; readonly periodId?: string | undefined },
): Promise<{ asOf: string; period: { id: string; label: string; isAdjustment: boolean } | null }> {
  if (input.asOf !== undefined && input.periodId !== undefined) {
    const issues = [{ path: ['periodId'], message: 'cannot be combined with a date' }];
    refuse('INVALID_INPUT', 'Give either a date or a period, not both.', { issues });
  }
  if (input.periodId === undefined) return { asOf: input.asOf ?? context.clock.today(), period: null };
  const period = await readReportPeriod(context.tenant, input.periodId);
  if (period === null) refuseNotFound('period', input.periodId);
  return { asOf: period.endDate, period };
}

/** Refuses INVALID_INPUT for a report whose last day is before its first. */
export function demandLastDayAfterFirst({ dateFrom, dateTo }: { dateFrom: string; dateTo: string }): void {
  if (dateFrom <= dateTo) return;
  const issues = [{ path: ['dateTo'], message: 'must not be before the first day' }];
  refuse('INVALID_INPUT', 'The last day must not be before the first day.', { issues });
}
