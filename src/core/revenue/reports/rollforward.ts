import { toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, dec, sum, ZERO } from '@/core/money/decimal';
import { MONTHS, type PeriodGrid } from '../../periods/period-grid';
import type { PeriodString } from '../days';
import { columnOf, columnsBetween } from './columns';

/** A change of deferred revenue. */
export type DeferredMovement = {
  period: PeriodString;
  kind: 'BILLING' | 'RELEASE' | 'CREDIT' | 'MODIFICATION' | 'REFUND' | 'OTHER';
  /** Signed by its effect on the liability: billings positive, releases negative. */
  amount: DecimalString;
};

export type RollforwardRow = {
  period: PeriodString;
  opening: DecimalString;
  billings: DecimalString;
  /** Recognized out of the liability; shown above zero, reduces the balance. */
  releases: DecimalString;
  /** Credits, modifications, refunds and others, signed. */
  adjustments: DecimalString;
  closing: DecimalString;
  /** The general ledger's balance, and closing − ledger, which must be zero. */
  ledger: DecimalString | null;
  difference: DecimalString | null;
};

/**
 * Deferred revenue roll-forward of one currency, reconciled to the ledger period by period (months, or those of `grid`): closing
 * = opening + billings − releases + adjustments (606-10-50-8 to 50-10). `ledger` maps a period to the account's closing balance
 * (credits positive).
 */
export function rollforward(input: {
  currencyCode: string;
  grid?: PeriodGrid | undefined;
  from: PeriodString;
  to: PeriodString;
  movements: readonly DeferredMovement[];
  ledger?: Readonly<Record<PeriodString, DecimalString>> | undefined;
}): RollforwardRow[] {
  const { currencyCode, grid = MONTHS, from, to } = input;
  const movements = input.movements.map((movement) => ({
    ...movement,
    period: columnOf(grid, movement.period),
  }));
  const text = (value: Decimal) => toAmountString(value, currencyCode);
  const of = (period: PeriodString, keep: (kind: DeferredMovement['kind']) => boolean) =>
    sum(
      movements
        .filter((movement) => movement.period === period && keep(movement.kind))
        .map(({ amount }) => amount),
    );
  let balance = sum(movements.filter(({ period }) => period < from).map(({ amount }) => amount));
  const rows: RollforwardRow[] = [];
  for (const period of columnsBetween(grid, from, to)) {
    const opening = balance;
    const billings = of(period, (kind) => kind === 'BILLING');
    const releases = of(period, (kind) => kind === 'RELEASE').negated();
    const adjustments = of(period, (kind) => kind !== 'BILLING' && kind !== 'RELEASE');
    balance = opening.plus(billings).minus(releases).plus(adjustments);
    const ledger = input.ledger?.[period];
    rows.push({
      period,
      opening: text(opening),
      billings: text(billings),
      releases: text(releases),
      adjustments: text(adjustments),
      closing: text(balance),
      ledger: ledger === undefined ? null : text(dec(ledger)),
      difference: ledger === undefined ? null : text(balance.minus(ledger ?? ZERO)),
    });
  }
  return rows;
}
