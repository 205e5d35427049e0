import { z } from 'zod';
import { type Revalued, revalue } from '@/core/fx/revaluation';
import { checkPeriod } from '@/core/periods/period-status';
import { appendRevaluation, insertRevaluation, revaluationRuns } from '@/db/stores/documents/revaluations';
import { fxAccount } from '@/db/stores/documents/settlements';
import { lockPeriods, type PeriodRecord, periods, periodsAround } from '@/db/stores/structure/periods';
import { newId } from '@/lib/ids';
import { refuseNoExchangeAccount } from '@/usecases/fx/no-exchange-account';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { effectiveStatus } from '../periods/period-view';
import { closingBalances } from './closing-balances';

/** The result of a revaluation, account by account; a dry run returns it without posting. */
export interface Revaluation {
  readonly periodId: string;
  /** 1 for the first run of the period; each later one posts the difference to those before. */
  readonly runNumber: number;
  readonly date: string;
  readonly baseCurrencyCode: string;
  readonly balances: readonly Revalued[];
  /** Null when every balance is already at the closing rate. */
  readonly entryNumber: string | null;
  /** The reversing entry on the first day of the next period. */
  readonly reversalNumber: string | null;
}

/**
 * Revalues a subsidiary's monetary balances in foreign currencies at the end of a period (accounting.md 3): unrealized
 * gain or loss on the last day, mirrored on the first day of the next period. The period's latest CLOSING rate counts,
 * else the latest SPOT rate. It may run any number of times: each run posts the difference to the last, also for what
 * was dated before and recorded after it, and is kept even when there is nothing to post. Refuses NOT_FOUND,
 * PERIOD_NOT_OPEN for either day, RATE_MISSING, ACCOUNT_UNRESOLVED when no account takes such differences.
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
    const next = await nextPeriod(context, period);
    demandOpen(context, period, period.endDate);
    demandOpen(context, next, next?.startDate ?? period.endDate);
    if (next === null) throw new Error('a period lost its successor');
    const { baseCurrencyCode, balances, rates, missing } = await closingBalances(tenant, period);
    for (const { refusal } of missing) valueOrThrow({ ok: false, refusal });
    const { seen, revalued, lines } = revalue(balances, rates, baseCurrencyCode);
    const runNumber = 1 + ((await revaluationRuns(tenant, period.id))[0]?.runNumber ?? 0);
    const run = {
      id: newId(),
      subsidiaryId: period.subsidiaryId,
      periodId: period.id,
      runNumber,
      revaluedOn: period.endDate,
      baseCurrencyCode,
      balances: seen,
      recordedBy: principal.actor.id,
    };
    const made = lines.length === 0 ? NOTHING : await post(context, { period, next, run, lines });
    await insertRevaluation(tenant, { ...run, entryId: made.entryId, reversalEntryId: made.reversalEntryId });
    const { entryNumber, reversalNumber } = made;
    context.record({
      noun: 'period',
      recordId: period.id,
      after: { runNumber, entryNumber, reversalNumber, balances: revalued },
      event: {
        type: 'fx.revalued',
        payload: { periodId: period.id, runNumber, entryNumber, reversalNumber },
      },
    });
    return {
      periodId: period.id,
      runNumber,
      date: period.endDate,
      baseCurrencyCode,
      balances: revalued,
      entryNumber,
      reversalNumber,
    };
  },
});

interface Made {
  readonly entryId: string | null;
  readonly entryNumber: string | null;
  readonly reversalEntryId: string | null;
  readonly reversalNumber: string | null;
}
const NOTHING: Made = { entryId: null, entryNumber: null, reversalEntryId: null, reversalNumber: null };

/** The entry on the last day of the period, and its mirror on the first day of the next. */
async function post(
  context: Context,
  {
    period,
    next,
    run,
    lines,
  }: {
    readonly period: PeriodRecord;
    readonly next: PeriodRecord;
    readonly run: { readonly id: string; readonly runNumber: number; readonly baseCurrencyCode: string };
    readonly lines: ReturnType<typeof revalue>['lines'];
  },
): Promise<Made> {
  const { tenant, principal } = context;
  const accounts = new Map<string, string>();
  for (const { role } of lines) {
    if (role !== 'ACCOUNT' && !accounts.has(role)) accounts.set(role, await demandAccount(context, role));
  }
  const stored = lines.map(({ accountId, role, ...line }) => ({
    ...line,
    accountId: accountId ?? accounts.get(role) ?? '',
  }));
  const frame = {
    sourceId: run.id,
    subsidiaryId: period.subsidiaryId,
    baseCurrencyCode: run.baseCurrencyCode,
    actorId: principal.actor.id,
  };
  const [entryId, reversalEntryId] = [newId(), newId()];
  const which = run.runNumber === 1 ? period.label : `${period.label}, run ${run.runNumber}`;
  const entryNumber = await appendRevaluation(tenant, {
    ...frame,
    entryId,
    sourceKind: 'REVALUATION',
    reversalOfId: null,
    periodId: period.id,
    fiscalYear: period.fiscalYear,
    date: period.endDate,
    memo: `Revaluation at closing rates, ${which}`,
    lines: stored,
  });
  const reversalNumber = await appendRevaluation(tenant, {
    ...frame,
    entryId: reversalEntryId,
    sourceKind: 'REVALUATION_REVERSAL',
    reversalOfId: entryId,
    periodId: next.id,
    fiscalYear: next.fiscalYear,
    date: next.startDate,
    memo: `Reversal of ${entryNumber}: revaluation, ${which}`,
    lines: stored.map((line) => ({ ...line, baseDebit: line.baseCredit, baseCredit: line.baseDebit })),
  });
  return { entryId, entryNumber, reversalEntryId, reversalNumber };
}

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

async function demandAccount(
  { tenant }: Context,
  role: 'UNREALIZED_GAIN' | 'UNREALIZED_LOSS',
): Promise<string> {
  return (await fxAccount(tenant, role)) ?? refuseNoExchangeAccount(role);
}
