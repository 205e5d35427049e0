import { describe, expect, test } from 'vitest';
import { orderSource, readingsOf, wantedOf } from '@/testing/files/order-files';
import { dayOf } from '../imports/written-day';
import { actsOf, actWords, type MadeOrder, NOTHING_MADE } from './order-acts';
import { conditionWords, outcomeOf } from './order-rules';
import type { OrderRule } from './order-source';
import { mappingOf, readOrderRows } from './read-order';
import type { SourceKind } from './source-kinds';
import type { WantedOrder } from './wanted-order';

const EVERYTHING: OrderRule[] = [
  {
    name: 'Plans',
    when: [{ field: 'description', ask: 'CONTAINS', value: 'plan' }],
    outcome: { kind: 'OBLIGATION', pattern: 'OVER_PERIOD' },
  },
  {
    name: 'Workshops',
    when: [{ field: 'description', ask: 'CONTAINS', value: 'workshop' }],
    outcome: { kind: 'OBLIGATION', pattern: 'ON_DATE' },
  },
];

const source = (kind: SourceKind) => orderSource(kind, EVERYTHING);

describe('a file of Stripe invoices', () => {
  const all = readingsOf(source('STRIPE_INVOICES'), 'stripe-invoices');

  test('makes of a paid yearly invoice a contract over its period, billed and paid on its days', () => {
    expect(wantedOf(all.get('in_1QaA0001'))).toMatchObject({
      customer: { key: 'cus_Rk01', name: 'Northwind Traders', email: 'ap@northwind.example' },
      contract: {
        number: 'NW-0001',
        date: '2026-01-05',
        currencyCode: 'USD',
        fixed: '12000',
        obligations: [
          { amount: '12000', pattern: { kind: 'RATABLE', start: '2026-01-05', end: '2027-01-04' } },
        ],
      },
      facts: {
        invoice: { kind: 'invoice', effectiveDate: '2026-01-05', amount: '12000' },
        payment: { kind: 'payment', effectiveDate: '2026-01-05', amount: '12000' },
      },
    });
  });

  test('counts an invoice net of its tax, and an open one without a payment', () => {
    const { contract, facts } = wantedOf(all.get('in_1QaA0002'));
    expect(contract?.fixed).toBe('500');
    expect(facts).toEqual({
      invoice: { kind: 'invoice', effectiveDate: '2026-01-11', amount: '500', unconditional: true },
    });
  });

  test('delivers what is satisfied on the date of the line', () => {
    expect(wantedOf(all.get('in_1QaA0003')).facts['delivery line 1']).toEqual({
      kind: 'delivery',
      effectiveDate: '2026-01-20',
      key: 'line 1',
    });
  });

  test('lets wait what no rule fits, names the line, and leaves out drafts', () => {
    expect(all.get('in_1QaA0004')).toEqual({
      waits: { code: 'NO_RULE', words: 'No rule matches Gift voucher.', rowKey: 'line 1' },
    });
    expect(all.get('in_1QaA0005')).toEqual({ nothing: 'Not agreed yet: draft' });
  });

  test('makes nothing of an invoice that was voided before it was taken in, and takes one back that was', () => {
    const wanted = wantedOf(all.get('in_1QaA0006'));
    expect(wanted.isCalledOff).toBe(true);
    expect(actsOf(NOTHING_MADE, wanted)).toBeNull();
    const made = madeOf({ ...wanted, isCalledOff: false, facts: BILLED });
    expect(actsOf(made, wanted)).toMatchObject({
      acts: { void: [{ part: 'invoice', eventId: 'event invoice' }], endOn: '2026-01-29', tell: [] },
    });
  });
});

const BILLED = {
  invoice: { kind: 'invoice', effectiveDate: '2026-01-29', amount: '300', unconditional: true },
} as const;

/** An order as if it had been carried out. */
const madeOf = (wanted: WantedOrder): MadeOrder => ({
  ...NOTHING_MADE,
  customerKey: wanted.customer.key,
  contract: wanted.contract === null ? null : { id: 'contract', terms: wanted.contract },
  facts: Object.fromEntries(
    Object.entries(wanted.facts).map(([part, fact]) => [part, { eventId: `event ${part}`, fact }]),
  ),
  endsOn: wanted.endsOn,
});

describe('the difference between what was made of an order and what is reported now', () => {
  const order = wantedOf(readingsOf(source('STRIPE_INVOICES'), 'stripe-invoices').get('in_1QaA0001'));
  const made = madeOf(order);

  test('is nothing when the same is reported again', () => {
    expect(actsOf(made, structuredClone(order))).toBeNull();
  });

  test('is one more fact for a payment that came later, and a void with a new fact for one that was corrected', () => {
    const { payment, ...unpaid } = order.facts;
    expect(actsOf(madeOf({ ...order, facts: unpaid }), order)).toMatchObject({
      acts: { tell: [{ part: 'payment' }], replace: [], void: [], draft: null },
    });
    const corrected = { ...order.facts, payment: { ...payment, amount: '11000' } } as WantedOrder['facts'];
    expect(actsOf(made, { ...order, facts: corrected })).toMatchObject({
      acts: { tell: [], replace: [{ part: 'payment', eventId: 'event payment', fact: { amount: '11000' } }] },
    });
  });

  test('is a modification for a line that joined, and waits for a person where a line changed its price or is gone', () => {
    const { contract } = order;
    const [line] = contract?.obligations ?? [];
    if (contract === null || line === undefined) throw new Error('no line');
    const joined = { ...line, key: 'line 2', amount: '600' };
    const more = { ...contract, fixed: '12600', obligations: [line, joined] };
    expect(actsOf(made, { ...order, contract: more })).toMatchObject({
      acts: { add: { on: '2026-01-05', obligations: [{ key: 'line 2' }] }, draft: null },
    });
    const dearer = { ...contract, fixed: '13000', obligations: [{ ...line, amount: '13000' }] };
    expect(actsOf(made, { ...order, contract: dearer })).toMatchObject({
      waits: { code: 'CHANGED', words: expect.stringContaining('was 12000.00, and is now 13000.00') },
    });
    const other = { ...contract, fixed: '600', obligations: [joined] };
    expect(actsOf(made, { ...order, contract: other })).toMatchObject({ waits: { code: 'CHANGED' } });
  });

  test('is put in words that say amounts and days', () => {
    const difference = actsOf(NOTHING_MADE, order);
    if (difference === null || !('acts' in difference)) throw new Error('no acts');
    expect(actWords(difference.acts, 'USD')).toBe(
      'Contract NW-0001: 12000.00 USD, Team plan (yearly) from 2026-01-05 to 2027-01-04; billed 12000.00 USD on 2026-01-05; paid 12000.00 USD on 2026-01-05',
    );
  });
});

describe('a rule', () => {
  const rule = (ask: OrderRule['when'][number]['ask'], value: string): OrderRule[] => [
    { name: 'one', when: [{ field: 'product', ask, value }], outcome: { kind: 'NOTHING' } },
  ];
  test.each([
    ['IS', 'plan-a; plan-b', { product: 'Plan-B' }, true],
    ['IS', 'plan', { product: 'Plan-B' }, false],
    ['IS_NOT', 'plan-a; plan-b', { product: 'Plan-B' }, false],
    ['IS_NOT', 'plan-a', {}, true],
    ['CONTAINS', 'plan', { product: 'My PLAN' }, true],
    ['STARTS_WITH', 'plan', { product: 'My plan' }, false],
    ['IS_EMPTY', '', {}, true],
    ['ABOVE', '10', { product: '9.99' }, false],
    ['BELOW', '10', { product: '9.99' }, true],
    ['ABOVE', '10', { product: 'ten' }, false],
  ] as const)('%s %s fits %j: %s', (ask, value, values, fits) => {
    expect(outcomeOf(rule(ask, value), values) !== null).toBe(fits);
  });

  test('that comes first decides, and all its conditions must be met', () => {
    const when = [
      { field: 'product', ask: 'IS', value: 'A' },
      { field: 'amount', ask: 'ABOVE', value: '0' },
    ] as const;
    const rules: OrderRule[] = [
      { name: 'both', when, outcome: { kind: 'NOTHING' } },
      { name: 'rest', when: [], outcome: { kind: 'OBLIGATION', pattern: 'ON_DATE' } },
    ];
    expect(outcomeOf(rules, { product: 'A', amount: '5' })?.name).toBe('both');
    expect(outcomeOf(rules, { product: 'A', amount: '-5' })?.name).toBe('rest');
    expect(conditionWords(when)).toBe('product is A, and net amount is above 0');
  });
});

describe('a day in an export', () => {
  test.each([
    ['2026-01-05 14:03', 'YMD', '2026-01-05'],
    ['2026-01-05T23:59:59Z', 'MDY', '2026-01-05'],
    ['2026-03-12 09:14:02 -0500', 'YMD', '2026-03-12'],
    ['05-Jan-2026 14:03', 'DMY', '2026-01-05'],
    ['1/5/2026', 'MDY', '2026-01-05'],
    ['1/5/2026', 'DMY', '2026-05-01'],
    ['1/5/2026, 3:04 PM', 'MDY', '2026-01-05'],
  ] as const)('%s is read %s as %s', (cell, style, day) => {
    expect(dayOf(cell, style)).toBe(day);
  });

  test('with slashes is not guessed where the source does not say its order', () => {
    const file = {
      columns: ['id', 'Currency', 'Date (UTC)', 'Total'],
      rows: [{ rowNumber: 1, cells: ['in_1', 'usd', '1/5/2026', '5'] }],
    };
    const from = source('STRIPE_INVOICES');
    const [unit] = readOrderRows(from, mappingOf(from, file.columns), file.rows);
    expect(unit?.rows[0]?.problems[0]).toEqual({
      field: 'date',
      message:
        'Date: “1/5/2026” may begin with the month or with the day. Say which, or write it as 2026-09-30.',
    });
  });
});

describe('rows of one order', () => {
  const from = source('TABLE');
  const columns = ['Order ID', 'Line ID', 'Customer', 'Currency', 'Date', 'Product', 'Net amount'];
  const read = (rows: readonly (readonly string[])[]) =>
    readOrderRows(
      from,
      mappingOf(from, columns),
      rows.map((cells, at) => ({ rowNumber: at + 1, cells })),
    );
  const problems = (rows: readonly (readonly string[])[]) =>
    read(rows).flatMap((unit) =>
      unit.rows.map(({ rowNumber, problems: [problem] }) => [rowNumber, problem?.field ?? null]),
    );

  test('are read together wherever they are, and one that is wrong holds back only its order', () => {
    expect(
      problems([
        ['A', '1', 'c', 'USD', '2026-01-01', 'p', '10'],
        ['B', '1', 'c', 'USD', '2026-01-01', 'p', 'ten'],
        ['A', '2', 'c', 'USD', '2026-01-01', 'p', '5'],
        ['B', '2', 'c', 'USD', '2026-01-01', 'p', '5'],
      ]),
    ).toEqual([
      [1, null],
      [3, null],
      [2, 'amount'],
      [4, null],
    ]);
  });

  test('agree on whose order it is and in which currency, and a line is reported once', () => {
    expect(
      problems([
        ['A', '1', 'c', 'USD', '2026-01-01', 'p', '10'],
        ['A', '2', 'c', 'EUR', '2026-01-01', 'p', '5'],
      ])[1],
    ).toEqual([2, 'currencyCode']);
    expect(
      problems([
        ['A', '1', 'c', 'USD', '2026-01-01', 'p', '10'],
        ['A', '1', 'c', 'USD', '2026-01-01', 'p', '5'],
      ])[1],
    ).toEqual([2, 'lineId']);
    expect(problems([['A', '1', 'c', 'XXY', '2026-01-01', 'p', '10']])).toEqual([[1, 'currencyCode']]);
  });
});
