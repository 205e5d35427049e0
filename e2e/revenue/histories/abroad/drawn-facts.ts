import type { Books, Fact } from '../../books';
import { amountOf, bonus, type Deal, financed, YEAR } from './drawn-deals';
import type { Happening, Step } from './drawn-steps';

/** A contract of a deal; `key`: what one promises that a modification split off, or null. */
interface Meant {
  readonly of: Deal;
  readonly key: string | null;
}

type Told = Omit<Extract<Happening, { do: 'fact' }>, 'do'>;

/** A fact of a contract, with its amounts; of one that was split off it is about what that promises. */
export function factOf({ of, key }: Meant, step: Told): Fact {
  const fact = factOfDeal(of, step);
  return key === null || !('key' in fact) ? fact : ({ ...fact, key: keyOf(key, fact.kind) } as Fact);
}

/** The name of what was split off, and of the bonus that was agreed with it. */
const keyOf = (key: string, kind: Fact['kind']) =>
  kind === 'reassessment' ? key.replace('added', 'bonus') : key;

function factOfDeal(of: Deal, { kind, on: effectiveDate, tens: n }: Told): Fact {
  const on = { effectiveDate };
  const amount = amountOf(of, n * 10);
  const small = amountOf(of, n);
  switch (kind) {
    case 'bill':
    case 'cancellable':
      return {
        kind: 'invoice',
        ...on,
        amount: n % 5 === 0 ? amountOf(of, 4000) : amount,
        unconditional: kind === 'bill',
      };
    case 'payment':
      return { kind, ...on, amount: amountOf(of, n * 20) };
    case 'payout':
      return { kind, ...on, amount: small };
    case 'progress':
      return { kind, ...on, key: 'work', progress: String(n / 100) };
    case 'units':
      return { kind: 'delivery', ...on, key: 'units', quantity: String(1 + (n % 12)) };
    case 'use':
      return of.use === 'tiers'
        ? { kind: 'usage', ...on, key: 'use', quantity: String(n) }
        : { kind: 'usage', ...on, key: 'use', amount };
    case 'royalty':
      return { kind, ...on, key: 'sales', sales: amountOf(of, n * 50) };
    case 'bonus':
      return { kind: 'reassessment', ...on, key: 'bonus', ...bonus(of, n * 8) };
    case 'point':
    case 'agent':
    case 'resold':
      return { kind: 'delivery', ...on, key: kind };
    case 'step':
      return { kind: 'milestone', ...on, key: 'steps', milestone: n % 2 === 0 ? 'a' : 'b' };
    case 'rights':
      return {
        kind: 'redemption',
        ...on,
        key: 'rights',
        quantity: String(n % 9),
        ...(n % 3 === 0 && { expectedUsed: '30' }),
      };
    case 'lapse':
      return { kind, ...on, key: 'rights' };
    case 'refundable':
      return { kind: 'refundEstimate', ...on, key: n % 2 === 0 ? 'work' : 'units', liability: small };
    case 'returns':
      return {
        ...{ kind: 'returnsEstimate', ...on, key: 'point', units: '3', expectedReturns: String(n % 3) },
        ...{ unitPrice: amountOf(of, 80), unitCost: amountOf(of, 30) },
      };
    case 'returned':
      return {
        ...{ kind: 'return', ...on, key: n % 2 === 0 ? 'units' : 'point', amount: small },
        ...(n % 4 === 1 && { quantity: '1' }),
      };
    case 'conceded':
    case 'canceled':
    case 'refunded': {
      const mode = {
        conceded: 'CONCESSION',
        canceled: 'CANCEL_REMAINING',
        refunded: 'REFUND_LIABILITY',
      } as const;
      return { kind: 'creditNote', ...on, amount: small, mode: mode[kind] };
    }
    case 'price':
      return { kind: 'estimateChange', ...on, change: amountOf(of, (n - 50) * 4) };
    case 'costs': {
      const totalCost = amountOf(of, 400 + n * 6);
      return { kind, ...on, key: 'work', costToDate: amountOf(of, n * 4), totalCost, scope: 'CONSTRUCTION' };
    }
    case 'loss':
    case 'construction': {
      const totalCost = amountOf(of, 400 + n * 30);
      const key = kind === 'loss' ? 'term' : 'work';
      return { kind: 'costEstimate', ...on, key, totalCost, evidence: 'Offers', scope: 'CONSTRUCTION' };
    }
    case 'hold':
      return { kind, ...on, key: n % 2 === 0 ? 'term' : 'brand', reason: 'Disputed' };
    case 'release':
      return { kind, ...on, key: n % 2 === 0 ? 'term' : 'brand' };
    case 'interest':
      return { kind, ...on, amount: amountOf(of, n - 50) };
    case 'journal':
      return { kind, ...on, memo: 'Goods', lines: goods(of, n) };
    case 'expected':
      return { kind: 'useEstimate', ...on, key: 'use', expected: amountOf(of, n * 30), evidence: 'Counts' };
    default:
      return { kind, ...on };
  }
}

/** Accounts of a contract's own journals, each against another. */
const MOVED = [
  ['COST_OF_SALES', 'INVENTORY'],
  ['RETURN_ASSET', 'INVENTORY'],
  ['COST_OF_SALES', 'RETURN_ASSET'],
  ['COST_OF_SALES', 'SUPPLIER_PAYABLE'],
  ['RETURN_ASSET', 'SUPPLIER_PAYABLE'],
  ['COST_OF_SALES', 'LOSS_PROVISION'],
] as const;

/** What moves between two of them, one way or the other: few amounts, so that some come to nothing. */
function goods(of: Deal, n: number): Extract<Fact, { kind: 'journal' }>['lines'] {
  const [one, other] = MOVED[n % MOVED.length] ?? MOVED[0];
  const amount = amountOf(of, 10 * (1 + (n % 2)));
  const [debited, credited] = n % 4 < 2 ? [one, other] : [other, one];
  return [
    { account: debited, debit: amount },
    { account: credited, credit: amount },
  ];
}

type Change = Omit<Parameters<Books['modify']>[1], 'treatment' | 'reason'>;

/** What a modification adds is earned in one of these ways. */
const ADDED = [{ kind: 'POINT' }, { kind: 'PROGRESS' }, { kind: 'UNITS', quantity: '12' }] as const;

/** A modification of a contract, with its amounts; `nth` names what it adds. */
export function changeOf(
  { of, key }: Meant,
  { kind, on: date, tens: n, isDistinct }: Extract<Step, { do: 'change' }>,
  nth: number,
): Change {
  const [term, work, units] = [key ?? 'term', key ?? 'work', key ?? 'units'];
  const judged = { key: term, remainingDistinct: isDistinct };
  const added = {
    ...{ key: `added${nth}`, price: amountOf(of, 600), ssp: amountOf(of, 600), distinct: isDistinct },
    pattern: ADDED[n % 7] ?? { kind: 'RATABLE' as const, start: date, end: '2026-12-31' },
  };
  switch (kind) {
    case 'more':
      return { date, additions: [added] };
    case 'bonus':
      return { date, additions: [added], variable: [{ key: `bonus${nth}`, ...bonus(of, n) }] };
    case 'financed':
      return { date, additions: [{ ...added, distinct: true }], financing: financed(of, 600, 'ARREARS') };
    case 'longer':
      return {
        date,
        priceChange: amountOf(of, 300),
        obligations: [
          { ...judged, pattern: { kind: 'RATABLE', ...YEAR, end: '2027-03-31', method: 'EVEN_PERIODS' } },
        ],
      };
    case 'units':
      return {
        date,
        priceChange: amountOf(of, n),
        obligations: [
          { key: units, remainingDistinct: true, pattern: { kind: 'UNITS', quantity: String(30 + n) } },
        ],
      };
    case 'removed':
      return { date, removals: [n % 2 === 0 ? units : work], priceChange: amountOf(of, -200) };
    case 'settled':
      return {
        date,
        pastAdjustment: { key: work, amount: amountOf(of, n - 50) },
        priceChange: amountOf(of, n - 50),
      };
    default:
      return {
        date,
        priceChange: amountOf(of, (n - 30) * 10),
        obligations: key === null ? [judged, { ...judged, key: work }] : [judged],
      };
  }
}
