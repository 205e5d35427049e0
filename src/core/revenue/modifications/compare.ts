import { allocateByWeight } from '@/core/money/allocate';
import { amountInFull, toAmountString } from '@/core/money/currency';
import { type Decimal, ONE, sum, ZERO } from '@/core/money/decimal';
import { granted, type Outcome } from '@/core/outcome';
import type { PeriodString } from '../days';
import { journal, movePosition, netPosition } from '../journal';
import type {
  ModificationComparison,
  ModificationInput,
  ModificationOutcome,
  OutlookMonth,
  TreatedModification,
  Treatment,
  TreatmentEffect,
} from './modification';
import { type ReadModification, readModification } from './modification-input';
import { type Computed, catchUp, mixed, prospective, separateContract, type Treated } from './outcomes';
import { outlookOf } from './outlook';
import { requiredTreatment } from './required';

/**
 * Computes the four treatments of a contract modification side by side (606-10-25-12, 25-13) and names the one that
 * follows from the answers. Nothing is chosen or changed here. For every applicable treatment, Σ after = Σ before + price
 * change + prices added + settlement of past performance + the amounts included now for other terms of the change.
 * Amounts in contract currency at its minor unit.
 * Refuses with INVALID_INPUT and REVENUE_RULE MODIFICATION_BEFORE_INCEPTION.
 */
export function compareModification(input: ModificationInput): Outcome<ModificationComparison> {
  const read = readModification(input);
  if (!read.ok) return read;
  const modification = read.value;
  return granted({
    outcomes: {
      separate: outcomeOf(modification, 'separate'),
      prospective: outcomeOf(modification, 'prospective'),
      catchUp: outcomeOf(modification, 'catchUp'),
      mixed: outcomeOf(modification, 'mixed'),
    },
    required: requiredTreatment(modification, input.answers),
  });
}

/**
 * One of the four treatments, as `compareModification` computes it, without the months in which the rest is expected: a
 * contract's facts are read again after every new one, and no one looks at what was not chosen. Refuses the same.
 */
export function treatModification(
  input: ModificationInput,
  treatment: Treatment,
): Outcome<TreatedModification> {
  const read = readModification(input);
  if (!read.ok) return read;
  return granted({
    effect: effectOf(read.value, treated(read.value, treatment)),
    required: requiredTreatment(read.value, input.answers),
  });
}

const TREATMENTS: Record<Treatment, { compute: (modification: ReadModification) => Computed; why: string }> =
  {
    separate: { compute: separateContract, why: 'A separate contract (25-12).' },
    prospective: { compute: prospective, why: 'The remainder as a new contract (25-13(a)).' },
    catchUp: { compute: catchUp, why: 'Part of the same obligation (25-13(b)).' },
    mixed: {
      compute: mixed,
      why: 'Distinct parts as a new contract, the others with a catch-up (25-13(c)).',
    },
  };

/** A treatment computed, with the lines it leaves; where it is not applicable, the lines as they were. */
type TreatedLines = { computed: Computed; lines: Treated[]; why: string };

function treated(modification: ReadModification, treatment: Treatment): TreatedLines {
  const { compute, why } = TREATMENTS[treatment];
  const computed = compute(modification);
  return 'lines' in computed
    ? { computed, lines: withPast(modification, computed.lines), why }
    : { computed, lines: asBefore(modification), why: computed.impossible };
}

/** The lines as they were, for a treatment that is not applicable. */
function asBefore(modification: ReadModification): Treated[] {
  return modification.lines.map((line) => ({
    key: line.key,
    before: line.before,
    after: line.before,
    recognised: line.recognised,
    catchUp: ZERO,
    satisfiedAfter: line.satisfied,
    parts: [{ plan: line.plan, weight: ONE }],
    why: 'unchanged',
  }));
}

/** Settlement of past performance changes recognized revenue at once under every treatment. */
function withPast(modification: ReadModification, lines: Treated[]): Treated[] {
  const past = modification.pastAdjustment;
  if (past === null) return lines;
  return lines.map((line) =>
    line.key === past.key
      ? {
          ...line,
          after: line.after.plus(past.amount),
          catchUp: line.catchUp.plus(past.amount),
          why: `${line.why}; ${amountInFull(past.amount, modification.currencyCode)} for past performance, recognized immediately`,
        }
      : line,
  );
}

function outcomeOf(modification: ReadModification, treatment: Treatment): ModificationOutcome {
  const result = treated(modification, treatment);
  const { applicable, why, allocation, ...amounts } = effectOf(modification, result);
  const months = monthsOf(modification, result.lines);
  return {
    applicable,
    why,
    allocation,
    revenueByMonth: months.rows,
    unscheduled: months.unscheduled,
    ...amounts,
  };
}

function effectOf(modification: ReadModification, { computed, lines, why }: TreatedLines): TreatmentEffect {
  const { currencyCode, billed, pending } = modification;
  const text = (value: Decimal) => toAmountString(value, currencyCode);
  const recognised = sum(lines.map((line) => line.recognised));
  const caught = sum(lines.map((line) => line.catchUp));
  const total = sum(lines.map((line) => line.after));
  const before = billed.minus(recognised);
  const performed = before.minus(caught);
  // What waits for performance falls due as far as more is performed than was paid or is due (45-4).
  const { asset } = netPosition(performed);
  const due = pending.lt(asset) ? pending : asset;
  const position = netPosition(performed.plus(due));

  const entry = journal(currencyCode);
  movePosition(entry, before, performed.plus(due)).debit(
    'RECEIVABLE',
    due,
    'right to consideration is unconditional',
  );
  for (const line of lines)
    entry.credit('REVENUE', line.catchUp, 'contract modification, catch-up', line.key);

  return {
    applicable: 'lines' in computed,
    why,
    allocation: lines.map((line) => {
      const toDate = line.recognised.plus(line.catchUp);
      return {
        key: line.key,
        before: text(line.before),
        after: text(line.after),
        recognised: text(toDate),
        remaining: text(line.after.minus(toDate)),
        catchUp: text(line.catchUp),
        why: line.why,
      };
    }),
    catchUp: text(caught),
    deferred: text(position.liability),
    contractAsset: text(position.asset),
    due: text(due),
    rpo: text(total.minus(recognised).minus(caught)),
    total: text(total),
    terms: 'lines' in computed ? termsUnder(modification, computed) : [],
    entries: entry.lines(),
  };
}

/** The obligations each term of the change belongs to under a treatment: those it names (or those they merged into), or its basis. */
function termsUnder(
  { terms }: ReadModification,
  { basis, homes }: Extract<Computed, { lines: Treated[] }>,
): ModificationOutcome['terms'] {
  return terms.named.map(({ key, to }) => ({
    key,
    to: to === null ? basis : [...new Set(to.map((one) => homes?.get(one) ?? one))],
  }));
}

function monthsOf(
  modification: ReadModification,
  lines: readonly Treated[],
): { rows: OutlookMonth[]; unscheduled: string } {
  const { currencyCode, date, grid, earnedInPeriod } = modification;
  const month = grid.on(date).key;
  const amounts = new Map<PeriodString, Decimal>(earnedInPeriod.isZero() ? [] : [[month, earnedInPeriod]]);
  let unscheduled = ZERO;
  for (const line of lines) {
    const remaining = line.after.minus(line.recognised).minus(line.catchUp);
    const shares = allocateByWeight(
      remaining,
      line.parts.map(({ weight }) => weight),
      currencyCode,
    );
    line.parts.forEach(({ plan }, index) => {
      const context = { currencyCode, from: date, satisfied: line.satisfiedAfter, grid };
      for (const [period, amount] of outlookOf(shares[index] ?? ZERO, plan, context)) {
        if (period === '') unscheduled = unscheduled.plus(amount);
        else amounts.set(period, (amounts.get(period) ?? ZERO).plus(amount));
      }
    });
  }
  const caught = sum(lines.map((line) => line.catchUp));
  if (!caught.isZero()) amounts.set(month, (amounts.get(month) ?? ZERO).plus(caught));
  return {
    rows: [...amounts.entries()]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([period, amount]) => ({
        period,
        amount: toAmountString(amount, currencyCode),
        catchUp: toAmountString(period === month ? caught : ZERO, currencyCode),
      })),
    unscheduled: toAmountString(unscheduled, currencyCode),
  };
}
