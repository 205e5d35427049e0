import { type Decimal, dec, sum, toPlainString, ZERO } from '../money/decimal';
import { givenOnce, netShare } from './order-amounts';
import type { LineValues } from './order-rules';
import { SOURCE_FACTS, type SourceKind } from './source-kinds';
import type { WantedFact, WantedObligation } from './wanted-order';

/** The rows of an order by their keys: its lines, and what happened to it. */
export interface OrderRows {
  readonly lines: readonly (readonly [key: string, values: LineValues])[];
  readonly events: readonly (readonly [key: string, values: LineValues])[];
}

interface Billed {
  readonly kind: SourceKind;
  readonly isBilled: boolean;
  readonly currency: string;
  /** What the contract charges, net; of this, `used` is priced as it is used. */
  readonly net: Decimal;
  /** What the whole order charges, net, including what has no contract. */
  readonly orderNet: Decimal;
  readonly total: Decimal | null;
  readonly date: string;
}

const dayOfEvent = (values: LineValues, otherwise: string) => values.date ?? values.start ?? otherwise;
const text = (amount: Decimal) => toPlainString(amount);

/** The billing, payments, credits and refunds of an order, by part. Money counts net of tax, and in the contract's share of the order. */
export function moneyFacts(rows: OrderRows, billed: Billed): Record<string, WantedFact> {
  const facts: Record<string, WantedFact> = {};
  const lines = rows.lines.map(([, values]) => values);
  const { net, date } = billed;
  const invoicedOn = givenOnce(lines, 'invoicedOn') ?? date;
  if (billed.isBilled && net.gt(ZERO))
    facts.invoice = { kind: 'invoice', effectiveDate: invoicedOn, amount: text(net), unconditional: true };
  const share = (moved: Decimal) => {
    const ofOrder = netShare(moved.abs(), billed.orderNet, billed.total, billed.currency);
    return netShare(ofOrder, net, billed.orderNet, billed.currency);
  };
  const of = (what: string) => rows.events.filter(([, values]) => values.what === what);
  const moved = (what: string) => sum(of(what).map(([, values]) => dec(values.amount ?? '0').abs()));

  for (const [key, values] of of('PAYMENT')) {
    const amount = share(dec(values.amount ?? '0'));
    if (amount.gt(ZERO))
      facts[`payment ${key}`] = {
        kind: 'payment',
        effectiveDate: dayOfEvent(values, date),
        amount: text(amount),
      };
  }
  // Payments that are reported one by one are more precise than their sum; only what they leave of it is reported by the sum.
  const paid = paidByRow(lines, billed).minus(moved('PAYMENT'));
  if (paid.gt(ZERO))
    facts.payment = {
      kind: 'payment',
      effectiveDate: givenOnce(lines, 'paidOn') ?? invoicedOn,
      amount: text(share(paid)),
    };

  for (const [key, values] of of('CREDIT')) {
    const amount = share(dec(values.amount ?? '0'));
    if (amount.gt(ZERO)) facts[`credit ${key}`] = credit(dayOfEvent(values, date), amount);
  }
  let credited = moved('CREDIT');
  const refund = (part: string, on: string, amount: Decimal) => {
    // What a credit note took off before is not taken off again when it is paid back.
    const already = amount.lt(credited) ? amount : credited;
    credited = credited.minus(already);
    const off = share(amount.minus(already));
    if (off.gt(ZERO)) facts[`credit of ${part}`] = credit(on, off);
    facts[part] = { kind: 'payout', effectiveDate: on, amount: text(share(amount)) };
  };
  for (const [key, values] of of('REFUND'))
    refund(`refund ${key}`, dayOfEvent(values, date), dec(values.amount ?? '0').abs());
  const refunded = dec(givenOnce(lines, 'refundedAmount') ?? '0').minus(moved('REFUND'));
  if (refunded.gt(ZERO))
    refund(
      'refund',
      givenOnce(lines, 'refundedOn') ?? givenOnce(lines, 'canceledOn') ?? invoicedOn,
      refunded,
    );
  return facts;
}

const credit = (effectiveDate: string, amount: Decimal): WantedFact => ({
  kind: 'creditNote',
  effectiveDate,
  amount: text(amount),
  mode: 'CONCESSION',
});

/** What a row says was paid in all: an amount, or a status that says the whole was. */
function paidByRow(lines: readonly LineValues[], { kind, total, orderNet }: Billed): Decimal {
  const reported = givenOnce(lines, 'paidAmount');
  if (reported !== undefined) return dec(reported);
  const status = (givenOnce(lines, 'status') ?? '').toLowerCase();
  return (SOURCE_FACTS[kind].paid ?? []).includes(status) ? (total ?? orderNet) : ZERO;
}

/** Deliveries and usage, by part: of a line itself, and reported by rows about a product of the order. */
export function performanceFacts(
  rows: OrderRows,
  obligations: readonly WantedObligation[],
  byDate: ReadonlySet<string>,
  date: string,
): Record<string, WantedFact> {
  const facts: Record<string, WantedFact> = {};
  const own = new Map(rows.lines);
  const orderDelivered = givenOnce(
    rows.lines.map(([, values]) => values),
    'deliveredOn',
  );
  const productOf = (key: string) => (own.get(key)?.product ?? own.get(key)?.plan ?? '').toLowerCase();
  for (const { key, pattern, amount } of obligations) {
    const values = own.get(key) ?? {};
    if (pattern.kind === 'USAGE' && dec(amount).gt(ZERO))
      facts[`usage ${key}`] = {
        kind: 'usage',
        effectiveDate: values.end ?? dayOfEvent(values, date),
        key,
        amount,
      };
    if (pattern.kind !== 'POINT') continue;
    const on = byDate.has(key)
      ? (values.start ?? dayOfEvent(values, date))
      : (values.deliveredOn ?? orderDelivered);
    if (on !== undefined) facts[`delivery ${key}`] = { kind: 'delivery', effectiveDate: on, key };
  }
  for (const [rowKey, values] of rows.events) {
    const product = (values.product ?? values.plan ?? '').toLowerCase();
    const about = obligations.filter(({ key }) => product === '' || productOf(key) === product);
    if (values.what === 'DELIVERY') {
      for (const { key, pattern } of about)
        if (pattern.kind === 'POINT')
          facts[`delivery ${key}`] ??= { kind: 'delivery', effectiveDate: dayOfEvent(values, date), key };
    }
    const used = about.find(({ pattern }) => pattern.kind === 'USAGE');
    if (values.what === 'USAGE' && used !== undefined && values.amount !== undefined) {
      const effectiveDate = dayOfEvent(values, date);
      facts[`usage ${rowKey}`] = {
        kind: 'usage',
        effectiveDate,
        key: used.key,
        amount: text(dec(values.amount)),
      };
    }
  }
  return facts;
}
