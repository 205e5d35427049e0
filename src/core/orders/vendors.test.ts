import { describe, expect, test } from 'vitest';
import { orderSource, readingsOf, reportedIn, sampleFile, wantedOf } from '@/testing/files/order-files';
import type { LineOutcome, OrderRule } from './order-source';
import { mappingOf } from './read-order';
import { readWanted } from './read-wanted';
import { SOURCE_FACTS, SOURCE_KINDS, type SourceKind } from './source-kinds';

const SAMPLES: Readonly<Record<SourceKind, string>> = {
  STRIPE_INVOICES: 'stripe-invoices',
  STRIPE_SUBSCRIPTIONS: 'stripe-subscriptions',
  STRIPE_BALANCE: 'stripe-balance',
  CHARGEBEE_INVOICES: 'chargebee-invoices',
  CHARGEBEE_SUBSCRIPTIONS: 'chargebee-subscriptions',
  SALESFORCE_ORDERS: 'salesforce-orders',
  SALESFORCE_OPPORTUNITIES: 'salesforce-opportunities',
  HUBSPOT_DEALS: 'hubspot-deals',
  SHOPIFY_ORDERS: 'shopify-orders',
  TABLE: 'table',
};

const rule = (outcome: LineOutcome, when: OrderRule['when'] = []): OrderRule => ({
  name: 'rule',
  when,
  outcome,
});
const product = (value: string, outcome: LineOutcome) =>
  rule(outcome, [{ field: 'product', ask: 'IS', value }]);
const OVER_PERIOD = rule({ kind: 'OBLIGATION', pattern: 'OVER_PERIOD' });
const ON_DELIVERY = { kind: 'OBLIGATION', pattern: 'ON_DELIVERY', nature: 'GOODS' } as const;

const read = (kind: SourceKind, rules: readonly OrderRule[] = [OVER_PERIOD]) =>
  readingsOf(orderSource(kind, rules), SAMPLES[kind]);

describe('the sample of every export', () => {
  test.each(SOURCE_KINDS)(
    '%s is read without choosing a column: each column it needs is found by its header',
    (kind) => {
      const source = orderSource(kind, []);
      const { columns } = sampleFile(SAMPLES[kind]);
      const mapping = mappingOf(source, columns);
      const held = mapping.filter((name) => name !== null);
      expect(held).toContain('orderId');
      expect(held).toContain('date');
      expect(held).toContain('currencyCode');
      expect(new Set(held).size).toBe(held.length);
      const expected = new Set(Object.values(SOURCE_FACTS[kind].columns));
      expect([...expected].filter((name) => !held.includes(name))).toEqual([]);
      expect(reportedIn(source, SAMPLES[kind]).size).toBeGreaterThan(0);
    },
  );
});

describe('Stripe subscriptions', () => {
  const all = read('STRIPE_SUBSCRIPTIONS');

  test('are a contract for each period, of quantity times price, not billed by this file', () => {
    expect(wantedOf(all.get('sub_1QbA01 2026-03-01'))).toMatchObject({
      contract: {
        fixed: '1200',
        obligations: [{ pattern: { kind: 'RATABLE', start: '2026-03-01', end: '2027-02-28' } }],
      },
      facts: {},
      endsOn: null,
    });
  });

  test('end early on the day they ended, and in a trial are nothing yet', () => {
    expect(wantedOf(all.get('sub_1QbA02 2026-01-10')).endsOn).toBe('2026-01-24');
    expect(all.get('sub_1QbA03 2026-01-20')).toEqual({ nothing: 'Not agreed yet: trialing' });
  });
});

describe('Stripe balance transactions', () => {
  test('pay and refund the invoices they name, net of tax; payouts are nothing to revenue', () => {
    const source = orderSource('STRIPE_INVOICES', [OVER_PERIOD]);
    const invoices = reportedIn(source, 'stripe-invoices');
    const movements = reportedIn(orderSource('STRIPE_BALANCE', []), 'stripe-balance');
    const { facts } = wantedOf(
      readWanted(
        'in_1QaA0002',
        { ...invoices.get('in_1QaA0002'), ...movements.get('in_1QaA0002') },
        source,
        {},
      ),
    );
    expect(facts['payment txn_3QaB0002']).toMatchObject({ amount: '500', effectiveDate: '2026-01-13' });
    expect(facts['credit of refund txn_3QaB0003']).toMatchObject({ kind: 'creditNote', amount: '100' });
    expect(facts['refund txn_3QaB0003']).toMatchObject({ kind: 'payout', amount: '100' });
    expect(readWanted('txn_1QaB0004', movements.get('txn_1QaB0004') ?? {}, source, {})).toEqual({
      nothing: 'Nothing to revenue',
    });
  });

  test('take the place of the payment that the invoice reports, so that it counts once', () => {
    const source = orderSource('STRIPE_INVOICES', [OVER_PERIOD]);
    const reported = {
      ...reportedIn(source, 'stripe-invoices').get('in_1QaA0001'),
      ...reportedIn(orderSource('STRIPE_BALANCE', []), 'stripe-balance').get('in_1QaA0001'),
    };
    const { facts } = wantedOf(readWanted('in_1QaA0001', reported, source, {}));
    expect(Object.keys(facts).filter((part) => part.startsWith('payment'))).toEqual(['payment txn_3QaB0001']);
  });
});

describe('Chargebee', () => {
  test('invoices have a promise for each line, less its discount, with the tax left out', () => {
    const all = read('CHARGEBEE_INVOICES');
    const { contract, facts } = wantedOf(all.get('1001'));
    expect(contract?.obligations.map(({ key, amount }) => [key, amount])).toEqual([
      ['li_AzZ01', '1200'],
      ['li_AzZ02', '120'],
    ]);
    expect(facts).toMatchObject({
      invoice: { amount: '1320' },
      payment: { amount: '1320', effectiveDate: '2026-01-03' },
    });
    expect(wantedOf(all.get('1002')).facts).toMatchObject({ invoice: { amount: '100' } });
    expect(wantedOf(all.get('1003')).isCalledOff).toBe(true);
  });

  test('subscriptions end on the day they were canceled', () => {
    const all = read('CHARGEBEE_SUBSCRIPTIONS');
    expect(wantedOf(all.get('AzZsub4 2026-01-05'))).toMatchObject({
      contract: { fixed: '300', obligations: [{ pattern: { start: '2026-01-05', end: '2026-02-04' } }] },
      endsOn: '2026-01-20',
    });
    expect(all.get('AzZsub5 2026-01-25')).toHaveProperty('nothing');
  });
});

describe('Salesforce', () => {
  const fieldsOf = (kind: SourceKind, headers: string) =>
    mappingOf(orderSource(kind, []), headers.split(','));

  test('is understood by the labels of its reports and by the names that Data Loader gives its fields', () => {
    expect(
      fieldsOf(
        'SALESFORCE_ORDERS',
        'Order.OrderNumber,OrderItemNumber,Order.AccountId,Order.Account.Name,CurrencyIsoCode,Order.ActivatedDate,Order.Status,Product2.ProductCode,Product2.Name,Description,Quantity,UnitPrice,TotalPrice,ServiceDate,EndDate',
      ),
    ).toEqual([
      ...[
        'orderId',
        'lineId',
        'customerId',
        'customerName',
        'currencyCode',
        'date',
        'status',
        'product',
        'plan',
      ],
      ...['description', 'quantity', 'unitPrice', 'amount', 'start', 'end'],
    ]);
    expect(
      fieldsOf(
        'SALESFORCE_ORDERS',
        'Order: Order Number,Order Product Number,Account Name,Activated Date,Status,Product: Product Code,Product: Product Name,Quantity,Total Price Currency,Total Price',
      ),
    ).toEqual([
      ...[
        'orderId',
        'lineId',
        'customerName',
        'date',
        'status',
        'product',
        'plan',
        'quantity',
        'currencyCode',
        'amount',
      ],
    ]);
    expect(
      fieldsOf(
        'SALESFORCE_OPPORTUNITIES',
        'Id,OpportunityId,Opportunity.AccountId,Opportunity.CloseDate,Opportunity.StageName,CurrencyIsoCode,ProductCode,Product2.Name,Quantity,UnitPrice,TotalPrice,ServiceDate',
      ),
    ).toEqual([
      ...['lineId', 'orderId', 'customerId', 'date', 'status', 'currencyCode', 'product', 'plan', 'quantity'],
      ...['unitPrice', 'amount', 'start'],
    ]);
  });

  test('orders with several products are one contract, dated when they were activated; drafts are not agreed', () => {
    const all = read('SALESFORCE_ORDERS');
    expect(wantedOf(all.get('00000101'))).toMatchObject({
      customer: { key: '001Qz00000AAA', name: 'Fourth Coffee' },
      contract: { date: '2026-01-14', fixed: '27000' },
      facts: {},
    });
    expect(wantedOf(all.get('00000101')).contract?.obligations).toHaveLength(2);
    expect(all.get('00000102')).toEqual({ nothing: 'Not agreed yet: draft' });
  });

  test('opportunities count when they are won, and not while they are negotiated or when they are lost', () => {
    const all = read('SALESFORCE_OPPORTUNITIES');
    expect(wantedOf(all.get('006Qz00000CAA')).contract?.fixed).toBe('40000');
    expect(all.get('006Qz00000CAB')).toHaveProperty('nothing');
    expect(wantedOf(all.get('006Qz00000CAC')).isCalledOff).toBe(true);
  });
});

describe('HubSpot deals', () => {
  test('have their service period from the start and the months of the term', () => {
    const all = read('HUBSPOT_DEALS', [
      product('TRAIN-1', { kind: 'OBLIGATION', pattern: 'ON_DATE' }),
      OVER_PERIOD,
    ]);
    const { contract, facts } = wantedOf(all.get('9001001'));
    expect(contract?.obligations.map(({ amount, pattern }) => [amount, pattern])).toEqual([
      ['2550', { kind: 'RATABLE', start: '2026-02-01', end: '2027-01-31' }],
      ['300', { kind: 'POINT' }],
    ]);
    expect(facts).toEqual({
      'delivery 5502': { kind: 'delivery', effectiveDate: '2026-02-10', key: '5502' },
    });
    expect(all.get('9001002')).toEqual({ nothing: 'Not agreed yet: contract sent' });
  });

  test('are found by the headers of today’s exports and of earlier ones', () => {
    const source = orderSource('HUBSPOT_DEALS', []);
    for (const [id, company] of [
      ['Record ID', 'Associated Company IDs (Primary)'],
      ['Record ID', 'Associated Company IDs'],
      ['Deal ID', 'Associated Company ID'],
    ] as const) {
      expect(mappingOf(source, [id, 'Deal Name', company])).toEqual(['orderId', null, 'customerId']);
    }
  });
});

describe('Shopify orders', () => {
  const all = read('SHOPIFY_ORDERS', [
    product('shipping', { kind: 'OBLIGATION', pattern: 'ON_DELIVERY' }),
    rule(ON_DELIVERY),
  ]);

  test('have a line for each row and one for shipping; a discount of the whole order lowers the price', () => {
    const { contract, facts } = wantedOf(all.get('#1001'));
    expect(contract?.fixed).toBe('100');
    expect(contract?.obligations.map(({ key, amount }) => [key, amount])).toEqual([
      ['line 1', '50'],
      ['line 2', '50'],
      ['shipping', '10'],
    ]);
    expect(facts).toMatchObject({
      invoice: { amount: '100' },
      payment: { amount: '100', effectiveDate: '2026-01-08' },
      'delivery line 2': { effectiveDate: '2026-01-10' },
      'delivery shipping': { effectiveDate: '2026-01-10' },
    });
  });

  test('that were refunded in part are credited and paid back in that part; unpaid ones are billed only', () => {
    expect(wantedOf(all.get('#1002')).facts).toMatchObject({
      payment: { amount: '50' },
      'credit of refund': { kind: 'creditNote', amount: '25' },
      refund: { kind: 'payout', amount: '25' },
    });
    expect(Object.keys(wantedOf(all.get('#1003')).facts)).toEqual(['invoice']);
  });
});

describe('a plain table', () => {
  const rules = [product('CALLS', { kind: 'OBLIGATION', pattern: 'AS_USED' }), OVER_PERIOD];

  test('tells orders, usage, payments and credits apart by a column that says what happened', () => {
    const { contract, facts } = wantedOf(read('TABLE', rules).get('SO-1'));
    expect(contract).toMatchObject({
      fixed: '3650',
      obligations: [{ key: '1' }, { key: '2', pattern: { kind: 'USAGE' } }],
    });
    expect(facts).toEqual({
      invoice: { kind: 'invoice', effectiveDate: '2026-01-02', amount: '3650', unconditional: true },
      'payment 4': { kind: 'payment', effectiveDate: '2026-01-15', amount: '3650' },
      'credit 5': { kind: 'creditNote', effectiveDate: '2026-01-20', amount: '50', mode: 'CONCESSION' },
      'usage 3': { kind: 'usage', effectiveDate: '2026-01-31', key: '2', amount: '41.5' },
    });
  });
});
