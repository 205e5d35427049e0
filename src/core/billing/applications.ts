import { toAmountString } from '../money/currency';
import { type Decimal, type DecimalString, dec, digitsOf, isPlainDecimal, sum, ZERO } from '../money/decimal';
import { isCurrency, minorUnits } from '../money/minor-units';
import { granted, type Outcome, refused } from '../outcome';
import type { AccountingDate } from '../periods/calendar';
import type { Issue } from '../refusals';

/** A receivable or payable, or the payment or credit that settles it. */
export type OpenItem = {
  readonly id: string;
  readonly number: string;
  readonly currencyCode: string;
  readonly total: DecimalString;
  readonly applied: DecimalString;
};

export type Application = { readonly targetId: string; readonly amount: DecimalString };

export type AppliedTarget = {
  id: string;
  amount: DecimalString;
  applied: DecimalString;
  open: DecimalString;
  /** PAID when applied payments reach the total (decisions.md, surface C). */
  isPaid: boolean;
};

export type Applied = { targets: AppliedTarget[]; sourceApplied: DecimalString; sourceOpen: DecimalString };

/** The open amount of an item: total less the amount applied. */
export function openAmount(item: Pick<OpenItem, 'total' | 'applied' | 'currencyCode'>): DecimalString {
  return toAmountString(dec(item.total).minus(item.applied), item.currencyCode);
}

/**
 * Applies a payment or credit to the items it settles. Refuses with INVALID_INPUT: one issue for each application to an
 * unknown item, in another currency, of an amount that is not above zero, is finer than the minor unit or exceeds the
 * item's open amount, and one when the applications together exceed what the source has left. Two applications to the
 * same item are added together.
 */
export function applyToItems(
  source: OpenItem,
  applications: readonly Application[],
  targets: readonly OpenItem[],
): Outcome<Applied> {
  const issues: Issue[] = [];
  const given = new Map<string, Decimal>();
  for (const [index, { targetId, amount }] of applications.entries()) {
    const target = targets.find((one) => one.id === targetId);
    const before = given.get(targetId) ?? ZERO;
    const problem = problemOf(source, target, amount, before);
    if (problem !== null)
      issues.push({ path: ['applications', String(index), problem.field], message: problem.message });
    else given.set(targetId, before.plus(amount));
  }
  const total = sum(given.values());
  const left = dec(openAmount(source));
  if (total.greaterThan(left)) {
    const message = `applies ${toAmountString(total, source.currencyCode)} but only ${openAmount(source)} of ${source.number} is unapplied`;
    issues.push({ path: ['applications'], message });
  }
  if (issues.length > 0)
    return refused('INVALID_INPUT', 'The payment cannot be applied this way.', { issues });

  const text = (value: Decimal) => toAmountString(value, source.currencyCode);
  return granted({
    targets: targets.flatMap((target) => {
      const amount = given.get(target.id);
      if (amount === undefined) return [];
      const applied = amount.plus(target.applied);
      const open = dec(target.total).minus(applied);
      return [
        {
          id: target.id,
          amount: text(amount),
          applied: text(applied),
          open: text(open),
          isPaid: open.isZero(),
        },
      ];
    }),
    sourceApplied: text(total.plus(source.applied)),
    sourceOpen: text(left.minus(total)),
  });
}

/** Proposes applications: by due date (then by number), earliest first, until the source is used up. */
export function oldestFirst(
  source: OpenItem,
  targets: readonly (OpenItem & { readonly dueDate: AccountingDate })[],
): Application[] {
  let left = dec(openAmount(source));
  const order = [...targets].sort((a, b) => compare(a.dueDate, b.dueDate) || compare(a.number, b.number));
  return order.flatMap((target) => {
    const open = dec(openAmount(target));
    const amount = open.lessThan(left) ? open : left;
    if (target.currencyCode !== source.currencyCode || !amount.greaterThan(ZERO)) return [];
    left = left.minus(amount);
    return [{ targetId: target.id, amount: toAmountString(amount, source.currencyCode) }];
  });
}

function problemOf(
  source: OpenItem,
  target: OpenItem | undefined,
  amount: DecimalString,
  before: Decimal,
): { field: 'targetId' | 'amount'; message: string } | null {
  if (target === undefined)
    return { field: 'targetId', message: 'is not an open item of this customer or vendor' };
  if (target.currencyCode !== source.currencyCode || !isCurrency(source.currencyCode)) {
    return {
      field: 'targetId',
      message: `${target.number} is in ${target.currencyCode}, not ${source.currencyCode}`,
    };
  }
  if (!isPlainDecimal(amount) || !dec(amount).greaterThan(ZERO))
    return { field: 'amount', message: 'must be above zero' };
  const places = minorUnits(source.currencyCode);
  if (digitsOf(amount).fraction > places) {
    return { field: 'amount', message: `must have at most ${places} digits after the decimal point` };
  }
  return before.plus(amount).greaterThan(openAmount(target))
    ? { field: 'amount', message: `is more than the open amount of ${target.number}, ${openAmount(target)}` }
    : null;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
