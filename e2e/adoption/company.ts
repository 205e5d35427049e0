import { IS_LONG } from '../../src/testing/long-run';

/** The files of a made-up company on the day it leaves its earlier system; the same for the same size, whenever they are made. */
export interface CompanyFiles {
  readonly cutOverDate: string;
  readonly files: Readonly<Record<string, readonly (readonly string[])[]>>;
}

export interface CompanySize {
  readonly contracts: number;
  readonly recomputed: number;
  readonly receivables: number;
  readonly payables: number;
  readonly accounts: number;
  /** Cents by which receivables of the trial balance exceed the open invoices. */
  readonly unexplained: bigint;
}

/** The company at the size that docs/adoption.md promises. */
const WHOLE_COMPANY: CompanySize = {
  contracts: 300,
  recomputed: 20,
  receivables: 1_400,
  payables: 600,
  accounts: 400,
  unexplained: 12_345n,
};

/** A fifth of that size: still more rows than a page or a preview shows. */
const SMALLER_COMPANY: CompanySize = {
  ...WHOLE_COMPANY,
  contracts: 60,
  recomputed: 10,
  receivables: 280,
  payables: 120,
  accounts: 80,
};

/** The company that is taken over, by the command and on the screens: the whole one in the long run only. */
export const COMPANY = IS_LONG ? WHOLE_COMPANY : SMALLER_COMPANY;

const CUT_OVER = '2025-01-31';
/** Exact in cents for multiples of ten cents, so that the oracle needs no rounding. */
const EURO_RATE = '1.1';

/** Draws whole numbers from 0 up to a limit (Lehmer's generator). */
function lottery(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}

/** Cents as written: `1234.50`, `-0.05`. */
export function money(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const day = (year: number, month: number, date: number) =>
  `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
const padded = (prefix: string, at: number) => `${prefix}${String(at + 1).padStart(5, '0')}`;

/** Makes the company. It has as many customers, vendors and items as its documents need. */
export function madeUpCompany(size: CompanySize): CompanyFiles {
  const draw = lottery(20_250_131);
  const customers = Array.from({ length: 60 }, (_, at) => padded('C-', at));
  const vendors = Array.from({ length: 25 }, (_, at) => padded('V-', at));
  const balances = new Map<string, bigint>();
  const add = (code: string, cents: bigint) => balances.set(code, (balances.get(code) ?? 0n) + cents);

  const openItems = (
    count: number,
    parties: readonly string[],
    prefix: string,
    control: string,
    sign: bigint,
  ) =>
    Array.from({ length: count }, (_, at) => {
      const isCredit = draw(20) === 0;
      const isEuro = draw(5) === 0;
      const whole = BigInt(100 + draw(500_000)) * 10n * (isCredit ? -1n : 1n);
      const open = draw(4) === 0 ? (whole / 20n) * 10n : whole;
      const month = 6 + draw(7);
      add(control, sign * (isEuro ? (open * 11n) / 10n : open));
      return [
        padded(prefix, at),
        parties[draw(parties.length)] ?? '',
        day(2024, month, 1 + draw(28)),
        day(2025, 1 + draw(3), 1 + draw(28)),
        isEuro ? 'EUR' : 'USD',
        money(whole),
        money(open),
        isEuro ? EURO_RATE : '',
      ];
    });
  const receivables = openItems(size.receivables, customers, 'INV-', '1210', 1n);
  const payables = openItems(size.payables, vendors, 'B-', '2110', -1n);
  add('1210', size.unexplained);

  const contracts = Array.from({ length: size.contracts }, (_, at) => {
    const isRecomputed = at < size.recomputed;
    const month = 2 + draw(10);
    const perMonth = BigInt(1_000 + draw(90_000));
    const price = perMonth * 12n;
    // One year from the first of a month in 2024: this many of its months come before the cut-over.
    const months = BigInt(13 - month + 1);
    const recognized = perMonth * (months > 12n ? 12n : months);
    const billed = draw(6) === 0 ? recognized / 2n : price;
    const deferred = billed - recognized;
    add(deferred < 0n ? '1310' : '2310', -deferred);
    const start = day(2024, month, 1);
    const end = day(2025, month - 1, [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 2] ?? 28);
    return [
      padded('K-', at),
      customers[draw(customers.length)] ?? '',
      start,
      money(billed),
      isRecomputed ? 'recompute' : 'carry over',
      'Subscription',
      money(price),
      money(recognized),
      start,
      end,
      '4100',
    ];
  });

  const extra = Array.from({ length: size.accounts - 8 }, (_, at) => padded('9', at));
  for (const code of extra) add(code, BigInt(draw(2_000_000)) - 1_000_000n);
  add('4100', -BigInt(draw(9_000_000)));
  add('1120', BigInt(draw(5_000_000)));
  add('3300', -BigInt(draw(9_000_000)));
  const rest = [...balances.values()].reduce((total, cents) => total + cents, 0n);
  add('1110', -rest);

  const sides = (cents: bigint) => (cents < 0n ? ['', money(-cents)] : [money(cents), '']);
  return {
    cutOverDate: CUT_OVER,
    files: {
      accounts: [
        ['Code', 'Name', 'Type'],
        ...extra.map((code, at) => [code, `Account ${code}`, at % 2 === 0 ? 'expense' : 'asset']),
      ],
      customers: [
        ['Company name', 'Customer number'],
        ...customers.map((code) => [`Customer ${code}`, code]),
      ],
      vendors: [['Name', 'Code'], ...vendors.map((code) => [`Vendor ${code}`, code])],
      items: [
        ['Code', 'Name', 'Type', 'Revenue account'],
        ['PLAN', 'Plan', 'subscription', '4100'],
      ],
      'price-lists': [
        ['Code', 'Name', 'Currency'],
        ['US', 'United States', 'USD'],
      ],
      prices: [
        ['Price list', 'Item', 'Unit price', 'Valid from'],
        ['US', 'PLAN', '99.00', '2025-01-01'],
      ],
      ssp: [
        ['Product', 'Currency', 'Valid from', 'Price'],
        ['PLAN', 'USD', '2025-01-01', '99.00'],
      ],
      receivables: [
        ['Invoice number', 'Customer', 'Invoice date', 'Due', 'Currency', 'Total', 'Open amount', 'Rate'],
        ...receivables,
      ],
      payables: [
        ['Bill number', 'Vendor', 'Bill date', 'Due', 'Currency', 'Total', 'Open amount', 'Rate'],
        ...payables,
      ],
      contracts: [
        [
          'Contract',
          'Customer',
          'Contract date',
          'Billed to date',
          'Way',
          'Obligation',
          'Price',
          'Recognized to date',
          'Start',
          'End',
          'Revenue account',
        ],
        ...contracts,
      ],
      'trial-balance': [
        ['Account', 'Debit', 'Credit'],
        ...[...balances].sort(([a], [b]) => (a < b ? -1 : 1)).map(([code, cents]) => [code, ...sides(cents)]),
      ],
    },
  };
}
