import { amountInFull, roundToCurrency, toAmountString } from '@/core/money/currency';
import { type Decimal, dec, sum, toPlainString, ZERO } from '@/core/money/decimal';
import type { Refusal } from '@/core/refusals';
import type { DateString } from '../days';
import { type Coverage, commitmentOn, commitmentsOf, type MinimumTerms, minimumOf } from '../minimum';
import { breach, type Draft } from './drafts/draft';
import type { BilledItem, EventOf } from './events';

/**
 * Keeps what a bill says its amount is for. If the bill was reversed, or credited for the same, this is undone. Refuses UNKNOWN_OBLIGATION,
 * UNKNOWN_COMMITMENT_PERIOD, BILL_NAMES_TOO_MUCH.
 */
export function keepItems(
  draft: Draft,
  event: EventOf<'invoice' | 'invoiceReversed' | 'creditNote'>,
): Refusal | null {
  const { items = [], amount } = event;
  const named = sum(items.map((item) => item.amount));
  if (named.gt(amount)) {
    const money = (value: Decimal | string) => amountInFull(value, draft.currencyCode);
    return breach(
      'BILL_NAMES_TOO_MUCH',
      `The ${event.kind === 'creditNote' ? 'credit' : 'bill'} says what ${money(named)} is for, but its amount is ${money(amount)}.`,
      { named: toPlainString(named), amount },
    );
  }
  for (const { key, from, amount: part } of items) {
    const obligation = draft.obligations.get(key);
    if (obligation === undefined) {
      return breach('UNKNOWN_OBLIGATION', `The contract has no obligation ${key}.`, { key });
    }
    const minimum = minimumOf(obligation.pattern);
    if (from !== undefined && !(minimum && commitmentsOf(minimum).some(({ start }) => start === from))) {
      return breach('UNKNOWN_COMMITMENT_PERIOD', `${key} has no commitment period that begins on ${from}.`, {
        key,
        from,
      });
    }
    const known = draft.billedFor.get(key) ?? new Map<DateString | '', Decimal>();
    const change = event.kind === 'invoice' ? dec(part) : dec(part).negated();
    known.set(from ?? '', (known.get(from ?? '') ?? ZERO).plus(change));
    draft.billedFor.set(key, known);
  }
  return null;
}

/** Everything bills say they are for. */
export const namedByBills = (draft: Pick<Draft, 'billedFor'>): Decimal =>
  sum([...draft.billedFor.values()].flatMap((parts) => [...parts.values()]));

/** The same by obligation and commitment period, without what was undone. */
export const billedItems = ({ billedFor, currencyCode }: Draft): BilledItem[] =>
  [...billedFor].flatMap(([key, parts]) =>
    [...parts]
      .filter(([, amount]) => !amount.isZero())
      .map(([from, amount]) => ({
        key,
        ...(from !== '' && { from }),
        amount: toAmountString(amount, currencyCode),
      })),
  );

/**
 * What was billed of each commitment period, in their order: what bills say they are for the period, and of what they say is for
 * the obligation alone, first what the earliest period still owes. What no period owes is overbilled for the last one.
 */
export function billedByPeriod(
  draft: Draft,
  key: string,
  minimum: MinimumTerms,
  periods: readonly Coverage[],
): Decimal[] {
  const parts = draft.billedFor.get(key) ?? new Map<DateString | '', Decimal>();
  // A minimum agreed again may have other periods than the one a bill named.
  const own = new Map<DateString | '', Decimal>();
  for (const [from, amount] of parts) {
    const period = from === '' ? '' : commitmentOn(minimum, from);
    own.set(period, amount.plus(own.get(period) ?? ZERO));
  }
  let rest = own.get('') ?? ZERO;
  return periods.map(({ start, amount, over }, index) => {
    const named = own.get(start) ?? ZERO;
    const owed = amount.plus(over).minus(named);
    const isLast = index === periods.length - 1;
    const part = isLast || rest.lt(owed) ? rest : owed.gt(ZERO) ? owed : ZERO;
    rest = rest.minus(part);
    return named.plus(part);
  });
}

/** One line of a bill: what it says it is for, and how much of the bill it is; a discount below zero. */
export type BillLine = {
  readonly key: string | null;
  readonly from: DateString | null;
  readonly amount: Decimal;
};

/**
 * What a bill is for by its lines. A discount that says nothing lowers what all other lines bill, in proportion and to the cent;
 * a line without an obligation does not say what it bills.
 */
export function itemsOfLines(lines: readonly BillLine[], currencyCode: string): BilledItem[] {
  const isDiscount = ({ key, amount }: BillLine) => key === null && amount.lt(ZERO);
  const sold = lines.filter((line) => !isDiscount(line));
  const gross = sum(sold.map(({ amount }) => amount));
  const discount = sum(lines.filter(isDiscount).map(({ amount }) => amount));
  const items = new Map<string, { key: string; from: DateString | null; amount: Decimal }>();
  let reached = ZERO;
  let given = ZERO;
  for (const { key, from, amount } of sold) {
    reached = reached.plus(amount);
    const share = gross.isZero() ? ZERO : roundToCurrency(discount.times(reached).div(gross), currencyCode);
    const net = amount.plus(share).minus(given);
    given = share;
    if (key === null) continue;
    const name = `${from ?? ''} ${key}`;
    items.set(name, { key, from, amount: net.plus(items.get(name)?.amount ?? ZERO) });
  }
  return [...items.values()]
    .filter(({ amount }) => amount.gt(ZERO))
    .map(({ key, from, amount }) => ({
      key,
      ...(from !== null && { from }),
      amount: toAmountString(amount, currencyCode),
    }));
}
