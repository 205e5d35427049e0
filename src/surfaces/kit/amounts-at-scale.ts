import { roundToCurrency, storedAtScale, toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';

/** The amounts of stored records as columns hold them, with four decimals or as many as were typed. */
const AMOUNTS: ReadonlySet<string> = new Set([
  // Documents
  'subtotalAmount',
  'taxAmount',
  'discountAmount',
  'totalAmount',
  'appliedAmount',
  // Projects: budgets, contracts, commitments, orders
  'amount',
  'originalAmount',
  'approvedChanges',
  'pendingChanges',
  'forecastToComplete',
  'revisedAmount',
  'invoicedAmount',
  'openAmount',
  'billedAmount',
  'retainageAmount',
  'remainingAmount',
  'actualAmount',
  'committedAmount',
  'projectedAmount',
  'varianceAmount',
]);
/** The same in the base currency of the record. */
const BASE_AMOUNTS: ReadonlySet<string> = new Set(['baseTotalAmount']);
const DECIMAL = /^-?\d+(\.\d+)?$/;

/**
 * An answer whose records show their amounts with the digits of their currency: the nearest one named around them (decisions.md,
 * "Dates, times, decimals"). For doors that pass records on as they are stored; what has its scale already keeps it.
 */
export function amountsAtScale<Answer>(answer: Answer): Answer {
  return scaled(answer, undefined) as Answer;
}

function scaled(value: unknown, currency: string | undefined): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => scaled(one, currency));
  // Dates and the like are values, not records.
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const record = value as Readonly<Record<string, unknown>>;
  const own = codeIn(record.currencyCode) ?? currency;
  const base = codeIn(record.baseCurrencyCode);
  const whole: Record<string, unknown> = {};
  // Without a list of pairs: an answer may have a hundred thousand fields.
  for (const name of Object.keys(record)) {
    const field = record[name];
    if (name === '__proto__') continue;
    if (typeof field !== 'string') whole[name] = scaled(field, own);
    else {
      const code = AMOUNTS.has(name) ? own : BASE_AMOUNTS.has(name) ? base : undefined;
      whole[name] = code === undefined ? field : shown(field, code);
    }
  }
  return whole;
}

/** At the scale of the currency; what has more digits than that keeps them, since nothing is rounded by being shown. */
function shown(text: string, code: string): string {
  const stored = storedAtScale(text, code);
  if (stored !== null) return stored;
  if (!DECIMAL.test(text)) return text;
  const amount = dec(text);
  return amount.equals(roundToCurrency(amount, code)) ? toAmountString(amount, code) : text;
}

const codeIn = (value: unknown) =>
  typeof value === 'string' && /^[A-Z]{3}$/.test(value) ? value : undefined;
