import { amountInFull, toAmountString } from '../money/currency';
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

export type Application = {
  readonly targetId: string;
  /** In the target's currency. */
  readonly amount: DecimalString;
  /** What it takes from the source, in the source's currency; stated where the two currencies differ. */
  readonly sourceAmount?: DecimalString | undefined;
};

export type AppliedTarget = {
  id: string;
  /** In the target's currency, like the two that follow. */
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
 * Applies a payment or credit to the items it settles; an item in another currency takes a stated amount of the source.
 * Refuses with INVALID_INPUT, one issue per application that names an unknown item, another currency without the amount it
 * takes (or takes a different amount than it settles in the same currency), an amount not above zero or finer than the minor
 * unit, more than the item has open, and when all together are more than the source has left. Naming an item twice counts both.
 */
export function applyToItems(
  source: OpenItem,
  applications: readonly Application[],
  targets: readonly OpenItem[],
): Outcome<Applied> {
  const issues: Issue[] = [];
  const given = new Map<string, Decimal>();
  const taken: Decimal[] = [];
  for (const [index, application] of applications.entries()) {
    const { targetId, amount } = application;
    const target = targets.find((one) => one.id === targetId);
    const before = given.get(targetId) ?? ZERO;
    const problem = problemOf(source, target, application, before);
    if (problem !== null) {
      issues.push({ path: ['applications', String(index), problem.field], message: problem.message });
      continue;
    }
    given.set(targetId, before.plus(amount));
    taken.push(dec(application.sourceAmount ?? amount));
  }
  const total = sum(taken);
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
      const ofTarget = (value: Decimal) => toAmountString(value, target.currencyCode);
      return [
        {
          id: target.id,
          amount: ofTarget(amount),
          applied: ofTarget(applied),
          open: ofTarget(open),
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
  { amount, sourceAmount }: Application,
  before: Decimal,
): { field: 'targetId' | 'amount' | 'paymentAmount'; message: string } | null {
  if (target === undefined)
    return { field: 'targetId', message: 'is not an open item of this customer or vendor' };
  const isSame = target.currencyCode === source.currencyCode;
  if (
    (!isSame && sourceAmount === undefined) ||
    ![source, target].every((one) => isCurrency(one.currencyCode))
  ) {
    return {
      field: 'targetId',
      message: `${target.number} is in ${target.currencyCode}, not ${source.currencyCode}`,
    };
  }
  const unwritten = amountProblem(amount, target.currencyCode);
  if (unwritten !== null) return { field: 'amount', message: unwritten };
  if (sourceAmount !== undefined) {
    const problem = amountProblem(sourceAmount, source.currencyCode);
    if (problem !== null) return { field: 'paymentAmount', message: problem };
    if (isSame && !dec(sourceAmount).equals(amount)) {
      return {
        field: 'paymentAmount',
        message: `must be ${amountInFull(amount, source.currencyCode)}: both are in ${source.currencyCode}`,
      };
    }
  }
  return before.plus(amount).greaterThan(openAmount(target))
    ? { field: 'amount', message: `is more than the open amount of ${target.number}, ${openAmount(target)}` }
    : null;
}

function amountProblem(amount: DecimalString, currencyCode: string): string | null {
  if (!isPlainDecimal(amount) || !dec(amount).greaterThan(ZERO)) return 'must be above zero';
  const places = minorUnits(currencyCode);
  return digitsOf(amount).fraction > places
    ? `must have at most ${places} digits after the decimal point`
    : null;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
