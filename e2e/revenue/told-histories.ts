import fc from 'fast-check';
import { addDays } from '@/core/periods/calendar';
import { expectValue } from '@/core/revenue/cases/expect-value';
import { balanceDifference } from '@/core/revenue/contracts/balance-shifts';
import type { ContractState } from '@/core/revenue/contracts/contract-state';
import type { ContractEvent, ObligationPattern } from '@/core/revenue/contracts/events';
import { picture } from '@/core/revenue/contracts/picture';
import { type AddedRow, rowDifferences } from '@/core/revenue/contracts/postings';
import { addPeriods, periodsTouched } from '@/core/revenue/days';
import type { Happened, Promised } from './oracle/by-date';

export const BEGIN = '2026-01-10';
export const MONTHS = periodsTouched(BEGIN, '2027-03-31');
export const PROMISES: readonly Promised[] = [
  { key: 'term', ssp: 600, kind: 'DAYS', start: BEGIN, end: '2026-12-31' },
  { key: 'early', ssp: 200, kind: 'DAYS', start: '2025-11-20', end: '2026-08-15' },
  { key: 'point', ssp: 300, kind: 'POINT' },
  { key: 'project', ssp: 500, kind: 'PROGRESS' },
  { key: 'units', ssp: 400, kind: 'UNITS', quantity: 1000 },
];
export const FIXED = 20_000;

const patternOf = (promise: Promised): ObligationPattern => {
  if (promise.kind === 'DAYS') {
    return { kind: 'RATABLE', start: promise.start, end: promise.end, residual: 'CUMULATIVE' };
  }
  return promise.kind === 'UNITS'
    ? { kind: 'UNITS', quantity: String(promise.quantity) }
    : { kind: promise.kind };
};

export function begun(scale = 1): ContractEvent[] {
  const shares = PROMISES.map(({ ssp }) => (FIXED * ssp) / 2000);
  return [
    {
      id: 'created',
      kind: 'created',
      effectiveDate: BEGIN,
      currencyCode: 'USD',
      obligations: [
        ...PROMISES.map((promise, index) => ({
          key: promise.key,
          allocated: String((shares[index] ?? 0) * scale),
          ssp: String(promise.ssp * scale),
          pattern: patternOf(promise),
        })),
        {
          key: 'calls',
          allocated: '0',
          ssp: '0',
          pattern: { kind: 'USAGE', tiers: [{ upTo: null, unitPrice: String(0.0045 * scale) }] },
        },
      ],
      royalties: [{ key: 'sales', rate: '0.03' }],
    },
    { id: 'activated', kind: 'activated', effectiveDate: BEGIN },
  ];
}

/** One fact, in the form the oracle takes and in the form the engine takes. */
type Drawn = { what: string; day: number; size: number };
export const drawn = fc.uniqueArray(
  fc.record({
    what: fc.constantFrom(
      'progress',
      'units',
      'used',
      'sold',
      'repriced',
      'point',
      'invoice',
      'payment',
      'payout',
    ),
    // Days are drawn separately, some before the contract: facts of one day and rank are folded in the order recorded.
    day: fc.integer({ min: -40, max: 400 }),
    size: fc.integer({ min: 1, max: 10_000 }),
  }),
  { minLength: 1, maxLength: 14, selector: ({ day }) => day },
);

export function read(all: readonly Drawn[], scale = 1): { heard: Happened[]; facts: ContractEvent[] } {
  const heard: Happened[] = [];
  const facts: ContractEvent[] = [];
  let pointed = false;
  for (const [index, { what, day, size }] of all.entries()) {
    const on = addDays(BEGIN, day);
    const at = { id: `f${index}`, effectiveDate: on };
    const it = { id: at.id, on };
    const money = (cents: number) => ((cents * scale) / 100).toFixed(2);
    if (what === 'progress') {
      const share = (size % 101) / 100;
      heard.push({ ...it, kind: 'progress', key: 'project', share });
      facts.push({ ...at, kind: 'progress', key: 'project', progress: String(share) });
    } else if (what === 'units') {
      const units = 1 + (size % 70);
      heard.push({ ...it, kind: 'delivered', key: 'units', units });
      facts.push({ ...at, kind: 'delivery', key: 'units', quantity: String(units) });
    } else if (what === 'used') {
      heard.push({ ...it, kind: 'used', units: size, unitPrice: 0.0045 });
      facts.push({ ...at, kind: 'usage', key: 'calls', quantity: String(size) });
    } else if (what === 'sold') {
      heard.push({ ...it, kind: 'sold', sales: size / 100, rate: 0.03 });
      facts.push({ ...at, kind: 'royalty', key: 'sales', sales: money(size) });
    } else if (what === 'repriced') {
      heard.push({ ...it, kind: 'repriced', change: (size - 3000) / 100 });
      facts.push({ ...at, kind: 'estimateChange', change: money(size - 3000), promisedBefore: true });
    } else if (what === 'point' && !pointed) {
      pointed = true;
      heard.push({ ...it, kind: 'delivered', key: 'point' });
      facts.push({ ...at, kind: 'delivery', key: 'point' });
    } else if (what === 'invoice')
      facts.push({ ...at, kind: 'invoice', amount: money(size), unconditional: true });
    else if (what === 'payment') facts.push({ ...at, kind: 'payment', amount: money(size) });
    else if (what === 'payout' && day > 0) facts.push({ ...at, kind: 'payout', amount: money(size) });
  }
  return { heard, facts };
}

export const cents = (amount: string) => Math.round(Number(amount) * 100);
export const sumOf = (rows: readonly { amount: string }[]) =>
  rows.reduce((sum, { amount }) => sum + cents(amount), 0);
export const byMonth = (state: ContractState) =>
  MONTHS.map((month) => sumOf(state.rows.filter(({ period }) => period === month)));

/** A history recorded fact by fact, with the books closed through a month after each fact where `closes` says so. */
export function lived(facts: readonly ContractEvent[], closes: readonly (string | null)[]) {
  let rows: AddedRow[] = [];
  let known = begun();
  let before = expectValue(picture(known));
  const position = { receivable: 0, cash: 0 };
  let closedThrough: string | null = null;
  const open = () => (closedThrough === null ? '0000-00' : addPeriods(closedThrough, 1));
  rows = rowDifferences(before, rows, { firstOpen: open(), causeId: 'activated', nextSeq: 0 });
  for (const [index, fact] of facts.entries()) {
    known = [...known, fact];
    const after = expectValue(picture(known));
    rows = [
      ...rows,
      ...rowDifferences(after, rows, { firstOpen: open(), causeId: fact.id, nextSeq: rows.length }),
    ];
    const moved = balanceDifference(before.balanceEvents, after.balanceEvents, new Set());
    for (const { kind, amount } of moved.events) {
      const size = cents(amount);
      if (kind === 'DUE') position.receivable += size;
      if (kind === 'PAYMENT') {
        position.receivable -= Math.min(size, position.receivable);
        position.cash += size;
      }
      if (kind === 'PAYOUT') {
        position.receivable += Math.min(size, Math.max(0, -position.receivable));
        position.cash -= size;
      }
    }
    for (const shift of moved.shifts) {
      position.receivable += cents(shift.receivable.toFixed());
      position.cash += cents(shift.cash.toFixed());
    }
    before = after;
    const close = closes[index] ?? null;
    if (close !== null && (closedThrough === null || close > closedThrough)) closedThrough = close;
  }
  return { rows, state: before, position };
}

export const shuffled = drawn.chain((all) =>
  fc.tuple(fc.constant(all), fc.shuffledSubarray([...all.keys()], { minLength: all.length })),
);
