import { type Decimal, dec, sum, toPlainString, ZERO } from '../money/decimal';
import { givenOnce, lineAmount, summed } from './order-amounts';
import { moneyFacts, type OrderRows, performanceFacts } from './order-facts';
import { type LineValues, outcomeOf } from './order-rules';
import type { LineOutcome, OrderSource } from './order-source';
import { SOURCE_FACTS } from './source-kinds';
import type {
  OrderReading,
  ReportedRow,
  Wait,
  WaitCode,
  WantedCustomer,
  WantedInvoice,
  WantedObligation,
} from './wanted-order';

/** The line that an order's shipping becomes; rules know it by the product `shipping`. */
const SHIPPING = 'shipping';

/** The outcome a person chose for one line, by its key: it takes precedence over every rule. */
export type Answers = Readonly<Record<string, LineOutcome>>;

type Ruling = Pick<OrderSource, 'kind' | 'name' | 'defaults' | 'rules'>;

interface Ruled {
  readonly key: string;
  readonly values: LineValues;
  readonly amount: Decimal;
  readonly outcome: LineOutcome;
}

const waits = (code: WaitCode, words: string, rowKey: string | null = null): { readonly waits: Wait } => ({
  waits: { code, words, rowKey },
});

/**
 * What an order should be in the books, by all rows that were reported about it and the rules of its source. It does not depend on the
 * order in which they were reported, nor on what is in the books already. An order is taken in whole or not at all: a line that no rule
 * fits, or an event of an order that is not known yet, makes it wait.
 */
export function readWanted(
  orderKey: string,
  reported: Readonly<Record<string, ReportedRow>>,
  source: Ruling,
  answers: Answers,
): OrderReading {
  const rows = rowsOf(reported, answers);
  if (rows.lines.length === 0) {
    if (rows.events.length === 0) return { nothing: 'Nothing to revenue' };
    return waits('ORDER_UNKNOWN', `Order ${orderKey} is not known yet. Its rows wait until it arrives.`);
  }
  const lines = rows.lines.map(([, values]) => values);
  const facts = SOURCE_FACTS[source.kind];
  const status = (givenOnce(lines, 'status') ?? '').toLowerCase();
  if (facts.notYet.includes(status)) return { nothing: `Not agreed yet: ${status}` };
  const currency = givenOnce(lines, 'currencyCode');
  if (currency === undefined)
    return waits('NO_CURRENCY', 'Neither a column nor a default gives the currency.');
  const customer = customerOf(lines);
  if (customer === null) return waits('NO_CUSTOMER', 'No column identifies the customer of this order.');
  const ruled = ruledLines(rows, currency, source, answers);
  if ('waits' in ruled) return ruled;
  const date =
    [...lines.map((values) => values.date ?? values.invoicedOn ?? values.start ?? '')].sort()[0] ?? '';
  const price = priceOf(ruled.lines, lines, source);
  const obligations = obligationsOf(ruled.lines, source);
  if ('waits' in obligations) return obligations;
  const invoice = invoiceOf(ruled.lines, {
    number: givenOnce(lines, 'number') ?? orderKey,
    date,
    currency,
    lines,
  });
  if (obligations.all.length === 0) {
    if (price.isNegative())
      return waits('NEGATIVE', 'The order total is negative: record the credit on its contract.');
    if (price.gt(ZERO))
      return waits('NO_OBLIGATION', 'The order has a price, but no line that is an obligation.');
    if (invoice === null) return { nothing: 'No amount that is revenue' };
  }
  if (price.isNegative())
    return waits('NEGATIVE', 'The order total is negative: record the credit on its contract.');
  const isCalledOff = facts.calledOff.includes(status);
  const used = sum(
    obligations.all.filter(({ pattern }) => pattern.kind === 'USAGE').map(({ amount }) => amount),
  );
  const orderNet = sum(ruled.lines.map(({ amount }) => amount));
  const billed = {
    kind: source.kind,
    isBilled: source.defaults.isBilled ?? facts.isBilled,
    currency,
    net: price.plus(used),
    orderNet: orderNet.gt(price.plus(used)) ? orderNet : price.plus(used),
    total: total(lines),
    date,
  };
  const hasContract = obligations.all.length > 0;
  return {
    wanted: {
      customer,
      contract: hasContract
        ? {
            number: givenOnce(lines, 'number') ?? orderKey,
            date,
            currencyCode: currency,
            fixed: toPlainString(price),
            obligations: obligations.all,
          }
        : null,
      facts:
        hasContract && !isCalledOff
          ? {
              ...moneyFacts(rows, billed),
              ...performanceFacts(rows, obligations.all, obligations.byDate, date),
            }
          : {},
      invoice: isCalledOff ? null : invoice,
      endsOn: isCalledOff ? null : endOf(rows, obligations.all, date),
      isCalledOff,
    },
  };
}

const total = (lines: readonly LineValues[]) => {
  const reported = givenOnce(lines, 'total');
  return reported === undefined ? null : dec(reported);
};

/** Lines and events, in the order of their keys, so that what was reported first does not matter. */
function rowsOf(reported: Readonly<Record<string, ReportedRow>>, answers: Answers): OrderRows {
  const all = Object.entries(reported)
    .map(([key, { values }]) => [key, values] as const)
    .filter(([, { what }]) => what !== 'NOTHING')
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return {
    lines: all.filter(([, { what }]) => (what ?? 'ORDER') === 'ORDER'),
    events: all.filter(
      ([key, { what }]) => (what ?? 'ORDER') !== 'ORDER' && answers[key]?.kind !== 'NOTHING',
    ),
  };
}

function customerOf(lines: readonly LineValues[]): WantedCustomer | null {
  const [id, name, email] = ['customerId', 'customerName', 'customerEmail'].map((field) =>
    givenOnce(lines, field),
  );
  const key = id ?? email ?? name;
  return key === undefined ? null : { key, name: name ?? email ?? key, email: email ?? null };
}

/** Every line with its amount and its outcome; shipping is a line of its own. */
function ruledLines(
  rows: OrderRows,
  currency: string,
  { rules }: Ruling,
  answers: Answers,
): { readonly lines: readonly Ruled[] } | { readonly waits: Wait } {
  const shipping = givenOnce(
    rows.lines.map(([, values]) => values),
    'shipping',
  );
  const all = [
    ...rows.lines,
    ...(shipping === undefined || dec(shipping).isZero()
      ? []
      : [[SHIPPING, { product: SHIPPING, description: 'Shipping', amount: shipping }] as const]),
  ];
  const lines: Ruled[] = [];
  for (const [key, values] of all) {
    const amount = lineAmount(values, currency);
    // Rules look at the line's net amount, however the file states it.
    const asked = { ...values, amount: toPlainString(amount) };
    const outcome = answers[key] ?? outcomeOf(rules, asked)?.outcome;
    if (outcome === undefined && amount.isZero()) continue;
    if (outcome === undefined) return waits('NO_RULE', `No rule matches ${nameOf(key, values)}.`, key);
    lines.push({ key, values, amount, outcome });
  }
  return { lines };
}

const nameOf = (key: string, { product, plan, description }: LineValues) =>
  [product ?? plan, description].filter(Boolean).join(': ') || key;

/** The fixed price of the contract: what its lines charge, or the order's stated total less what has no contract. */
function priceOf(ruled: readonly Ruled[], lines: readonly LineValues[], { defaults }: Ruling): Decimal {
  const tax = defaults.pricesIncludeTax === true ? dec(givenOnce(lines, 'tax') ?? '0') : ZERO;
  const isFixed = ({ outcome }: Ruled) => outcome.kind === 'OBLIGATION' && outcome.pattern !== 'AS_USED';
  const fixed = sum(ruled.filter(isFixed).map(({ amount }) => amount));
  const subtotal = givenOnce(lines, 'subtotal');
  if (subtotal === undefined) return fixed.minus(tax);
  const beside = sum(
    ruled.filter((line) => !isFixed(line) && line.key !== SHIPPING).map(({ amount }) => amount),
  );
  const shipping = ruled.find((line) => line.key === SHIPPING && isFixed(line))?.amount ?? ZERO;
  return dec(subtotal).plus(shipping).minus(beside).minus(tax);
}

/** The obligations that lines create; negative lines only lower the price. */
function obligationsOf(
  ruled: readonly Ruled[],
  source: Ruling,
):
  | { readonly all: readonly WantedObligation[]; readonly byDate: ReadonlySet<string> }
  | { readonly waits: Wait } {
  const all: WantedObligation[] = [];
  const byDate = new Set<string>();
  for (const { key, values, amount, outcome } of ruled) {
    if (outcome.kind !== 'OBLIGATION') continue;
    if (
      amount.isNegative() ||
      (amount.isZero() && outcome.productCode === undefined && outcome.pattern !== 'AS_USED')
    )
      continue;
    const { start, end } = values;
    if (outcome.pattern === 'OVER_PERIOD' && (start === undefined || end === undefined)) {
      return waits('NO_PERIOD', `${nameOf(key, values)} has no service period.`, key);
    }
    if (outcome.pattern === 'ON_DATE') byDate.add(key);
    all.push({
      key,
      description: nameOf(key, values) === key ? source.name : nameOf(key, values),
      amount: toPlainString(amount),
      pattern:
        outcome.pattern === 'OVER_PERIOD'
          ? {
              kind: 'RATABLE',
              start: start ?? '',
              end: end ?? '',
              ...(outcome.method === undefined ? {} : { method: outcome.method }),
            }
          : { kind: outcome.pattern === 'AS_USED' ? 'USAGE' : 'POINT' },
      nature: outcome.nature ?? 'SERVICE',
      productCode: outcome.productCode ?? null,
      quantity: values.quantity ?? null,
      revenueAccountId: outcome.revenueAccountId ?? null,
    });
  }
  return { all, byDate };
}

function invoiceOf(
  ruled: readonly Ruled[],
  of: {
    readonly number: string;
    readonly date: string;
    readonly currency: string;
    readonly lines: readonly LineValues[];
  },
): WantedInvoice | null {
  const own = ruled.flatMap(({ key, values, amount, outcome }) =>
    outcome.kind === 'INVOICE_LINE' && !amount.isZero()
      ? [{ description: nameOf(key, values), amount: toPlainString(amount), accountId: outcome.accountId }]
      : [],
  );
  if (own.length === 0 || !dec(summed(own.map(({ amount }) => amount))).gt(ZERO)) return null;
  return {
    number: of.number,
    date: givenOnce(of.lines, 'invoicedOn') ?? of.date,
    dueDate: givenOnce(of.lines, 'dueDate') ?? null,
    currencyCode: of.currency,
    lines: own,
  };
}

/** The day on which services end early: canceled before their period is over. */
function endOf(rows: OrderRows, obligations: readonly WantedObligation[], date: string): string | null {
  const canceled = [...rows.lines, ...rows.events.filter(([, { what }]) => what === 'CANCELLATION')].flatMap(
    ([, values]) => (values.what === 'CANCELLATION' ? (values.date ?? []) : (values.canceledOn ?? [])),
  );
  const [first] = canceled.sort();
  if (first === undefined) return null;
  const isOver = obligations.every(({ pattern }) => pattern.kind === 'RATABLE' && pattern.end < first);
  return isOver ? null : first < date ? date : first;
}
