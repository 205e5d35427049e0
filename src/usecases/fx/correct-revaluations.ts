import { revalue } from '@/core/fx/revaluation';
import { type Decimal, dec, toPlainString } from '@/core/money/decimal';
import { addDays as plusDays } from '@/core/periods/calendar';
import { correctedBases, lastRevaluations } from '@/db/stores/documents/revaluations';
import { type PeriodRecord, readPeriod } from '@/db/stores/structure/periods';
import { valueOrThrow } from '../kit/value-or-throw';
import { effectiveStatus } from '../periods/period-view';
import { closingRate } from './closing-rates';
import { type Correction, postDifference, resultLines } from './correction';

/**
 * Corrects the revaluations of periods that corrections pass by: their balances, with what belongs to them by now, at the closing
 * rates of now. The difference belongs to the period, its reversal to the next; both are posted in the first open one. A period
 * that is still open is revalued again instead, which its close demands; so is a soft-closed one where its closing rate changed,
 * which is therefore corrected at the rate it was revalued at.
 */
export async function correctRevaluations(correction: Correction): Promise<void> {
  const { context, currencyCode, baseCurrencyCode: base, subsidiaryId, from } = correction;
  for (const run of await lastRevaluations(context.tenant, { subsidiaryId, from })) {
    const period = await readPeriod(context.tenant, run.periodId);
    if (period === null) continue;
    const status = effectiveStatus(period, context.clock.now());
    if (status === 'OPEN') continue;
    const closing =
      status === 'SOFT_CLOSED'
        ? null
        : valueOrThrow(await closingRate(context.tenant, period, currencyCode, base)).rate;
    const moved = await correctedBases(context.tenant, { subsidiaryId, currencyCode, period });
    const own = run.balances.filter((balance) => balance.currencyCode === currencyCode);
    for (const { accountId, amount, revalued, unrealized, rate: oldRate } of own) {
      const known = moved.find((one) => one.accountId === accountId);
      const was = dec(unrealized).plus(known?.revaluations ?? '0');
      // Carried without any revaluation, and with everything that was corrected in it since.
      const carrying = dec(revalued)
        .minus(unrealized)
        .plus(known?.others ?? '0');
      const rate = closing ?? oldRate;
      const balance = { accountId, currencyCode, amount, carrying: carrying.toFixed(), posted: '0' };
      const is = dec(revalue([balance], new Map([[currencyCode, rate]]), base).seen[0]?.difference ?? '0');
      await postBoth(correction, { period, accountId, was, is, oldRate, rate });
    }
  }
}

/** The difference of the period, and its reversal, which belongs to the day after. */
async function postBoth(
  correction: Correction,
  one: {
    readonly period: PeriodRecord;
    readonly accountId: string;
    readonly was: Decimal;
    readonly is: Decimal;
    readonly oldRate: string;
    readonly rate: string;
  },
): Promise<void> {
  const { period, accountId, was, is } = one;
  if (was.equals(is)) return;
  const lines = [
    { accountId, base: toPlainString(is.minus(was)) },
    ...(await resultLines(correction, 'UNREALIZED', { before: was, after: is })),
  ];
  const touched = {
    sourceId: period.id,
    label: `revaluation of ${period.label}`,
    beforeRate: one.oldRate,
    afterRate: toPlainString(dec(one.rate)),
    transactionId: null,
  };
  postDifference(
    correction,
    {
      ...touched,
      kind: 'REVALUATION',
      originOn: period.endDate,
      beforeBase: was.toFixed(),
      afterBase: is.toFixed(),
    },
    lines,
  );
  const next = correction.open.find(({ startDate }) => startDate > period.endDate)?.startDate;
  postDifference(
    correction,
    {
      ...touched,
      kind: 'REVALUATION_REVERSAL',
      label: `reversal of the revaluation of ${period.label}`,
      originOn: plusDays(period.endDate, 1),
      ...(next === undefined ? {} : { notBefore: next }),
      beforeBase: was.negated().toFixed(),
      afterBase: is.negated().toFixed(),
    },
    lines.map((line) => ({ ...line, base: toPlainString(dec(line.base).negated()) })),
  );
}
