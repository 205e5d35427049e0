import fc from 'fast-check';
import { sql, type Tenant } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import type { PlainLine, PlainPeriod } from './oracle/sums';

/** Random balanced entries, appended many at a time by `daybook_append_entries`. */

export interface DraftPeriod extends PlainPeriod {
  readonly id: string;
}

export interface DraftedEntry {
  readonly id: string;
  readonly period: DraftPeriod;
  readonly date: string;
  readonly currency: string;
  readonly lines: readonly PlainLine[];
  readonly reversalOf: string | null;
}

const CURRENCIES = ['USD', 'EUR', 'JPY'] as const;

const side = fc.array(
  fc.record({
    account: fc.nat({ max: 999 }),
    weight: fc.integer({ min: 1, max: 5 }),
    dimensions: fc.array(fc.constantFrom<(0 | 1 | null)[]>(null, null, 0, 1), { minLength: 4, maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 3 },
);
export const entryWish = fc.record({
  period: fc.nat({ max: 9999 }),
  day: fc.nat({ max: 30 }),
  currency: fc.constantFrom(...CURRENCIES),
  /** In hundredths; large totals too. */
  total: fc.oneof(fc.bigInt({ min: 3n, max: 99_999n }), fc.bigInt({ min: 3n, max: 10n ** 12n })),
  /** Base units for one unit. 0: an entry in base currency alone, as a revaluation makes. */
  rate: fc.constantFrom(1n, 1n, 2n, 7n, 0n),
  debits: side,
  credits: side,
  reversed: fc.constantFrom(true, false, false, false),
});
export type EntryWish = typeof entryWish extends fc.Arbitrary<infer T> ? T : never;

/** Shares of a total by weight, each above zero; the last takes the rest. */
function shares(total: bigint, weights: readonly number[]): bigint[] {
  const whole = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
  let left = total;
  return weights.map((weight, index) => {
    const rest = BigInt(weights.length - 1 - index);
    const share = (total * BigInt(weight)) / whole || 1n;
    const part = index === weights.length - 1 ? left : share > left - rest ? left - rest : share;
    left -= part;
    return part;
  });
}

const lastDay = (from: string, day: number, to: string) => {
  const date = `${from.slice(0, 8)}${String(Number(from.slice(8)) + day).padStart(2, '0')}`;
  return date > to ? to : date;
};

/** The requested entry, and its reversal a month later where that is requested too. */
export function draftOf(
  wish: EntryWish,
  books: {
    readonly periods: readonly DraftPeriod[];
    readonly accounts: readonly string[];
    readonly dimensions: readonly (readonly string[])[];
  },
): DraftedEntry[] {
  const period = books.periods[wish.period % books.periods.length];
  if (period === undefined) throw new Error('no periods');
  const date = lastDay(period.from, wish.day, period.to);
  const total = wish.total * 100n;
  const lineOf = (isDebit: boolean, one: EntryWish['debits'][number], amount: bigint): PlainLine => {
    const [own, base] = wish.rate === 0n ? [0n, amount] : [amount, amount * wish.rate];
    return {
      ...placed(period, date),
      account: books.accounts[one.account % books.accounts.length] ?? '',
      currency: wish.currency,
      debit: isDebit ? own : 0n,
      credit: isDebit ? 0n : own,
      baseDebit: isDebit ? base : 0n,
      baseCredit: isDebit ? 0n : base,
      dimensions: one.dimensions.map((n, place) =>
        n === null ? null : (books.dimensions[place]?.[n] ?? null),
      ),
    };
  };
  const lines = ([true, false] as const).flatMap((isDebit) => {
    const legs = isDebit ? wish.debits : wish.credits;
    const amounts = shares(
      total,
      legs.map(({ weight }) => weight),
    );
    return legs.map((leg, index) => lineOf(isDebit, leg, amounts[index] ?? 0n));
  });
  const entry = { id: newId(), period, date, currency: wish.currency, lines, reversalOf: null };
  const later = books.periods.find((one) => one.subsidiary === period.subsidiary && one.from > period.to);
  if (!wish.reversed || later === undefined) return [entry];
  const mirrored = lines.map((line) => ({
    ...line,
    ...placed(later, later.from),
    debit: line.credit,
    credit: line.debit,
    baseDebit: line.baseCredit,
    baseCredit: line.baseDebit,
  }));
  return [
    entry,
    { ...entry, id: newId(), period: later, date: later.from, lines: mirrored, reversalOf: entry.id },
  ];
}

const placed = (period: DraftPeriod, date: string) => ({
  subsidiary: period.subsidiary,
  period: period.id,
  fiscalYear: period.fiscalYear,
  isAdjustment: period.isAdjustment,
  from: period.from,
  to: period.to,
  date,
});

const text = (value: bigint) => `${value / 10_000n}.${String(value % 10_000n).padStart(4, '0')}`;

/** Appends entries in one call, as runs and imports do. */
export async function appendAll(tenant: Tenant, entries: readonly DraftedEntry[]): Promise<void> {
  const drafts = entries.map(({ id, period, date, currency, reversalOf }) => ({
    id,
    subsidiary_id: period.subsidiary,
    period_id: period.id,
    fiscal_year: period.fiscalYear,
    posting_date: date,
    currency_code: currency,
    base_currency_code: 'USD',
    exchange_rate: 1,
    source_kind: 'TEST',
    source_id: id,
    reversal_of_id: reversalOf,
  }));
  const lines = entries.flatMap(({ id, lines: own }) =>
    own.map((line, index) => ({
      entry_id: id,
      line_number: index + 1,
      account_id: line.account,
      subsidiary_id: line.subsidiary,
      period_id: line.period,
      posting_date: line.date,
      currency_code: line.currency,
      debit: text(line.debit),
      credit: text(line.credit),
      base_debit: text(line.baseDebit),
      base_credit: text(line.baseCredit),
      class_id: line.dimensions[0],
      department_id: line.dimensions[1],
      location_id: line.dimensions[2],
      project_id: line.dimensions[3],
    })),
  );
  await sql(
    tenant,
    `select count(*) from daybook_append_entries(
       (select array_agg(e) from jsonb_populate_recordset(null::daybook_entry_draft, $1::jsonb) e),
       (select array_agg(l) from jsonb_populate_recordset(null::daybook_line_draft, $2::jsonb) l))`,
    [JSON.stringify(drafts), JSON.stringify(lines)],
  );
}
