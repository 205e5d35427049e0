import { z } from 'zod';
import { type Revalued, revalue } from '@/core/fx/revaluation';
import { checkPeriod } from '@/core/periods/period-status';
import { refuse } from '@/core/refusals';
import { lockPeriods, type PeriodRecord, periods, periodsAround } from '@/db/stores/periods';
import { appendRevaluation, isRevalued, monetaryBalances } from '@/db/stores/revaluations';
import { fxAccount } from '@/db/stores/settlements';
import { subsidiaries } from '@/db/stores/subsidiaries';
import { newId } from '@/lib/ids';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { effectiveStatus } from '../periods/period-view';
import { closingRate } from './closing-rates';

/** The result of a revaluation, account by account; a dry run returns it without posting. */
export interface Revaluation {
  readonly periodId: string;
  readonly date: string;
  readonly baseCurrencyCode: string;
  readonly balances: readonly Revalued[];
  /** Null when every balance is already at the closing rate. */
  readonly entryNumber: string | null;
  /** The reversing entry on the first day of the next period. */
  readonly reversalNumber: string | null;
}

/**
 * Revalues a subsidiary's monetary balances in foreign currencies at the end of a period (accounting.md 3): the
 * unrealized gain or loss is posted on the last day and reversed on the first day of the next period. Uses the
 * period's latest CLOSING rate, otherwise the latest SPOT rate. A second revaluation of the period is refused with
 * DUPLICATE. Refuses NOT_FOUND, PERIOD_NOT_OPEN for either day, RATE_MISSING, ACCOUNT_UNRESOLVED when there is no
 * account for exchange differences.
 */
export const revaluePeriod = defineUseCase({
  name: 'fx.revalue',
  permission: 'gl.period.close',
  mode: 'write',
  input: z.object({ periodId: z.guid() }),
  async run(context, { periodId }): Promise<Revaluation> {
    const { tenant, principal } = context;
    await lockPeriods(tenant);
    const period = (await periods.find(tenant, periodId)) ?? refuseNotFound('period', periodId);
    if (await isRevalued(tenant, period.id)) {
      const data = { noun: 'revaluation', field: 'periodId', value: period.id };
      refuse('DUPLICATE', `Period ${period.label} has already been revalued.`, data);
    }
    const next = await nextPeriod(context, period);
    demandOpen(context, period, period.endDate);
    demandOpen(context, next, next?.startDate ?? period.endDate);
    const subsidiary = await subsidiaries.find(tenant, period.subsidiaryId);
    if (subsidiary === null || next === null)
      throw new Error('a period lost its subsidiary or its successor');
    const base = subsidiary.baseCurrency;
    const balances = await monetaryBalances(tenant, period.subsidiaryId, period.endDate);
    const { revalued, lines } = revalue(balances, await closingRates(context, period, balances, base), base);
    const done = { periodId: period.id, date: period.endDate, baseCurrencyCode: base, balances: revalued };
    if (lines.length === 0) return { ...done, entryNumber: null, reversalNumber: null };

    const gain = await demandAccount(context, 'UNREALIZED_GAIN');
    const loss = await demandAccount(context, 'UNREALIZED_LOSS');
    const stored = lines.map(({ accountId, role, ...line }) => ({
      ...line,
      accountId: accountId ?? (role === 'UNREALIZED_GAIN' ? gain : loss),
    }));
    const entryId = newId();
    const frame = {
      sourceId: period.id,
      subsidiaryId: period.subsidiaryId,
      baseCurrencyCode: base,
      actorId: principal.actor.id,
    };
    const entryNumber = await appendRevaluation(tenant, {
      ...frame,
      entryId,
      sourceKind: 'REVALUATION',
      reversalOfId: null,
      periodId: period.id,
      fiscalYear: period.fiscalYear,
      date: period.endDate,
      memo: `Revaluation at closing rates, ${period.label}`,
      lines: stored,
    });
    const reversalNumber = await appendRevaluation(tenant, {
      ...frame,
      entryId: newId(),
      sourceKind: 'REVALUATION_REVERSAL',
      reversalOfId: entryId,
      periodId: next.id,
      fiscalYear: next.fiscalYear,
      date: next.startDate,
      memo: `Reversal of ${entryNumber}: revaluation, ${period.label}`,
      lines: stored.map((line) => ({ ...line, baseDebit: line.baseCredit, baseCredit: line.baseDebit })),
    });
    context.record({
      noun: 'period',
      recordId: period.id,
      after: { entryNumber, reversalNumber, balances: revalued },
      event: { type: 'fx.revalued', payload: { periodId: period.id, entryNumber, reversalNumber } },
    });
    return { ...done, entryNumber, reversalNumber };
  },
});

async function nextPeriod({ tenant }: Context, period: PeriodRecord): Promise<PeriodRecord | null> {
  const later = (await periodsAround(tenant, period)).filter(
    ({ isAdjustment, startDate }) => !isAdjustment && startDate > period.endDate,
  );
  return later[0] ?? null;
}

function demandOpen({ principal, clock }: Context, period: PeriodRecord | null, date: string): void {
  valueOrThrow(
    checkPeriod(
      period === null ? null : { label: period.label, status: effectiveStatus(period, clock.now()) },
      {
        date,
        subsidiaryId: period?.subsidiaryId ?? '',
        mayPostSoftClosed: principal.permissions.has('gl.period.postSoftClosed'),
      },
    ),
  );
}

async function closingRates(
  { tenant }: Context,
  period: PeriodRecord,
  balances: readonly { readonly currencyCode: string }[],
  base: string,
): Promise<ReadonlyMap<string, string>> {
  const rates = new Map<string, string>();
  for (const currencyCode of new Set(balances.map((balance) => balance.currencyCode))) {
    const found = valueOrThrow(await closingRate(tenant, period, currencyCode, base));
    rates.set(currencyCode, found.rate);
  }
  return rates;
}

async function demandAccount(
  { tenant }: Context,
  role: 'UNREALIZED_GAIN' | 'UNREALIZED_LOSS',
): Promise<string> {
  return (
    (await fxAccount(tenant, role)) ??
    refuse('ACCOUNT_UNRESOLVED', `No active account is assigned to exchange differences (${role}).`, {
      lineNumbers: [0],
    })
  );
}
