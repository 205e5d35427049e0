import { allocateByWeight } from '@/core/money/allocate';
import { toAmountString } from '@/core/money/currency';
import { type Decimal, dec, ONE, sum, ZERO } from '@/core/money/decimal';
import type { PeriodGrid } from '../../periods/period-grid';
import { type DateString, later, type PeriodString } from '../days';
import { buildSchedule } from '../schedules/schedule';
import type { RecognitionPlan } from './modification';

/** A share of an amount whose month is known, or null where it is not. */
type Weighted = { period: PeriodString | null; weight: Decimal };

function weightsOf(
  plan: RecognitionPlan,
  { from, satisfied, grid }: { from: DateString; satisfied: Decimal; grid: PeriodGrid },
): Weighted[] {
  const first = grid.on(from).key;
  const month = (date: DateString) => later(grid.on(date).key, first);
  switch (plan.kind) {
    case 'POINT':
      return [{ period: month(plan.on), weight: ONE }];
    case 'DELIVERIES':
      return plan.deliveries.map(({ on, quantity }) => ({ period: month(on), weight: dec(quantity) }));
    case 'PROGRESS': {
      let reached = satisfied;
      const steps = plan.steps.map(({ period, progress }) => {
        const step = dec(progress).minus(reached);
        reached = dec(progress).gt(reached) ? dec(progress) : reached;
        return { period: later(period, first), weight: step.gt(ZERO) ? step : ZERO };
      });
      const open = ONE.minus(reached);
      return open.gt(ZERO) ? [...steps, { period: null, weight: open }] : steps;
    }
    default:
      return [{ period: null, weight: ONE }];
  }
}

/**
 * Spreads an amount over months by a plan, from the modification date on; shares sum to the amount exactly. Amounts whose
 * month is unknown are returned under the key ''. A ratable plan that has already ended recognizes everything in the
 * month of `from`.
 */
export function outlookOf(
  amount: Decimal,
  plan: RecognitionPlan | undefined,
  context: { currencyCode: string; from: DateString; satisfied: Decimal; grid: PeriodGrid },
): Map<PeriodString | '', Decimal> {
  const result = new Map<PeriodString | '', Decimal>();
  if (amount.isZero()) return result;
  const add = (period: PeriodString | '', value: Decimal) =>
    result.set(period, (result.get(period) ?? ZERO).plus(value));
  if (plan?.kind === 'RATABLE') {
    const schedule = buildSchedule({
      amount: toAmountString(amount, context.currencyCode),
      currencyCode: context.currencyCode,
      start: plan.start,
      end: later(plan.end, later(plan.start, context.from)),
      from: context.from,
      method: plan.method ?? 'EXACT_DAYS',
      residual: plan.residual,
      grid: context.grid,
    });
    if (schedule.ok) {
      for (const slice of schedule.value.slices) add(slice.period, dec(slice.amount));
      return result;
    }
  }
  const parts = weightsOf(plan ?? { kind: 'UNSCHEDULED' }, context);
  const usable = sum(parts.map(({ weight }) => weight)).isZero() ? [{ period: null, weight: ONE }] : parts;
  const shares = allocateByWeight(
    amount,
    usable.map(({ weight }) => weight),
    context.currencyCode,
  );
  usable.forEach(({ period }, index) => {
    add(period ?? '', shares[index] ?? ZERO);
  });
  return result;
}
