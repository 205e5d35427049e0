import { refuse } from '@/core/refusals';
import { addPeriods, periodNumber, periodOf } from '@/core/revenue/days';
import type { RevenueScope } from '@/db/revenue/months';
import { subsidiariesWithOtherPeriods } from '@/db/stores/fiscal-calendars';
import { subsidiaryOrRoot } from '@/db/stores/root-subsidiary';
import type { Context } from '../../kit/define';
import { anId, currencyCode, day, momentText } from '../../kit/fields';
import { periodText } from '../runs/run-period';

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

export const spanFields = {
  from: periodText.optional(),
  to: periodText.optional(),
  /** The month whose end is the balance date; omitted: the current month. */
  asOf: periodText.optional(),
};

/** The longest range of months in a report. */
const MOST_MONTHS = 240;

/** The facts a report rests on. */
export async function scopeOf(
  context: Pick<Context, 'tenant' | 'principal'>,
  input: {
    subsidiaryId?: string | undefined;
    currencyCode?: string | undefined;
    effectiveAsOf?: string | undefined;
    knownAsOf?: string | undefined;
  },
): Promise<RevenueScope> {
  const subsidiary = await subsidiaryOrRoot(context.tenant, input.subsidiaryId ?? null);
  if (subsidiary === null) {
    refuse('REFERENCE_NOT_FOUND', 'The subsidiary does not exist.', {
      field: 'subsidiaryId',
      noun: 'subsidiaries',
      id: input.subsidiaryId ?? '',
    });
  }
  const subsidiaryIds = input.subsidiaryId === undefined ? null : [subsidiary.id];
  return {
    subsidiaryIds,
    otherPeriods: await subsidiariesWithOtherPeriods(context.tenant, subsidiaryIds),
    currencyCode: input.currencyCode ?? subsidiary.baseCurrency,
    effectiveAsOf: input.effectiveAsOf ?? null,
    knownAsOf: context.tenant.knownThrough ?? input.knownAsOf ?? null,
  };
}

/** Which periods the months of a report speak of, said where they are not all calendar months. */
export interface PeriodBasis {
  /** A fiscal period counts in the month it ends in, as its revenue and its entries do. */
  readonly basis: 'MONTH_OF_PERIOD_END';
  /** The subsidiaries in scope that have other periods. */
  readonly subsidiaries: readonly string[];
}

/** For the heading of a report: what its months are, where some books in scope have other periods. */
export function periodsOf({ otherPeriods }: Pick<RevenueScope, 'otherPeriods'>): {
  readonly periodBasis?: PeriodBasis;
} {
  if (otherPeriods.length === 0) return {};
  return { periodBasis: { basis: 'MONTH_OF_PERIOD_END', subsidiaries: otherPeriods } };
}

/** The months of a report: from twelve before to twelve after `asOf` unless specified. Refuses INVALID_INPUT. */
export function spanOf(
  context: Pick<Context, 'clock'>,
  input: { from?: string | undefined; to?: string | undefined; asOf?: string | undefined },
): { from: string; to: string; asOf: string } {
  const asOf = input.asOf ?? periodOf(context.clock.today());
  const from = input.from ?? addPeriods(input.to ?? asOf, -11);
  const to = input.to ?? addPeriods(asOf, 12);
  const months = periodNumber(to) - periodNumber(from) + 1;
  if (months < 1 || months > MOST_MONTHS) {
    const message =
      months < 1 ? 'must not be before from' : `must be at most ${MOST_MONTHS} months after from`;
    refuse('INVALID_INPUT', `to: ${message}`, { issues: [{ path: ['to'], message }] });
  }
  return { from, to, asOf };
}
