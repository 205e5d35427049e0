import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { openRestClient, type Read, type RestClient } from './rest-client';

let client: RestClient;
beforeAll(async () => {
  client = await openRestClient();
});
afterAll(closeConnections);

const one = (fixed: string, pattern: object) => ({
  price: { fixed },
  obligations: [{ key: 'A', ssp: fixed, pattern }],
});
const even = (start: string, end: string) => ({ kind: 'RATABLE', start, end, method: 'EVEN_PERIODS' });
const days = (start: string, end: string) => ({ kind: 'RATABLE', start, end });
const on = (effectiveDate: string) => ({ effectiveDate, key: 'A' });
const milestones = (...weights: number[]) => ({
  kind: 'MILESTONES',
  milestones: weights.map((weight, index) => ({ key: `m${index + 1}`, weight: String(weight) })),
});

/** The catch-up of a modification, from the schedule rows of its own fact. */
const atOnce = (view: Read): string[] =>
  view.schedule
    .filter(({ source }: { source: string }) => source === 'modification')
    .map(({ amount }: { amount: string }) => amount);

describe('606-10-25-13(b) over REST: progress is measured again on the new terms, without a measure from the caller', () => {
  test.each([
    {
      // Earned 3,650.00 of 7,300 by the end of 2026. 8,764 × 365 / 1,096 days = 2,918.67.
      by: 'days',
      terms: one('7300', days('2026-01-01', '2027-12-31')),
      facts: [],
      change: { date: '2027-01-01', priceChange: '1464' },
      pattern: days('2026-01-01', '2028-12-31'),
      caught: '-731.33',
    },
    {
      // Six of twelve months of 1,200 earned 600.00. 1,500 × 6 / 18 months = 500.00.
      by: 'even months',
      terms: one('1200', even('2026-01-01', '2026-12-31')),
      facts: [],
      change: { date: '2026-07-01', priceChange: '300' },
      pattern: even('2026-01-01', '2027-06-30'),
      caught: '-100.00',
    },
    {
      // Costs of 400 out of 1,000 earned 600.00 of 1,500. 1,800 × 400 / 1,600 = 450.00.
      by: 'costs',
      terms: one('1500', { kind: 'PROGRESS' }),
      facts: [
        { kind: 'costs', ...on('2026-03-31'), scope: 'CONSTRUCTION', costToDate: '400', totalCost: '1000' },
      ],
      change: { date: '2026-04-01', priceChange: '300' },
      costs: { toDate: '400', totalAfter: '1600' },
      caught: '-150.00',
    },
    {
      // Four of ten units earned 400.00 of 1,000. 1,440 × 4 / 16 = 360.00.
      by: 'units',
      terms: one('1000', { kind: 'UNITS', quantity: '10' }),
      facts: [{ kind: 'delivery', ...on('2026-03-10'), quantity: '4' }],
      change: { date: '2026-04-01', priceChange: '440' },
      pattern: { kind: 'UNITS', quantity: '16' },
      caught: '-40.00',
    },
    {
      // The first of two equal steps earned 500.00 of 1,000. 1,500 × 2 / (2 + 2 + 1) = 600.00.
      by: 'milestones',
      terms: one('1000', milestones(1, 1)),
      facts: [{ kind: 'milestone', ...on('2026-03-10'), milestone: 'm1' }],
      change: { date: '2026-04-01', priceChange: '500' },
      pattern: milestones(2, 2, 1),
      caught: '100.00',
    },
  ])('$by: the catch-up is $caught', async ({ terms, facts, change, pattern, costs, caught }) => {
    const id = await client.contract(terms);
    await client.tell(id, ...facts);
    const obligations = [
      { key: 'A', remainingDistinct: false, ...(pattern && { pattern }), ...(costs && { costs }) },
    ];
    const { treatment, contract } = await client.modify(id, {
      ...change,
      obligations,
      confirm: ['CUT_BELOW_EARNED'],
    });
    expect([treatment, atOnce(contract)]).toEqual(['catchUp', [caught]]);
  });
});

describe('what remains, with another standalone price stated, over REST', () => {
  const asked = async (id: string, change: object) => {
    const sent = await client.call('POST', `/revenue/contracts/${id}/modifications`, {
      reason: 'As agreed with the customer',
      date: '2026-04-01',
      priceChange: '200',
      ...change,
    });
    return [sent.status, sent.body.details?.rule ?? null];
  };

  test('606-10-25-13(b): is refused where nothing says how much of the works is satisfied, and nothing changes; with that share it is measured again', async () => {
    const id = await client.contract(one('1000', { kind: 'PROGRESS' }));
    await client.tell(id, { kind: 'progress', ...on('2026-03-10'), progress: '0.5' });
    const before = await client.read(id);
    const works = { key: 'A', remainingDistinct: false, remainingSsp: '900' };
    expect(await asked(id, { obligations: [works] })).toEqual([400, 'TREATMENT_IMPOSSIBLE']);
    const { body } = await client.call('POST', `/revenue/contracts/${id}/modifications?dryRun=true`, {
      date: '2026-04-01',
      priceChange: '200',
      obligations: [works],
    });
    expect(body.required.treatment).toBe('catchUp');
    expect(body.outcomes.catchUp).toMatchObject({
      applicable: false,
      why: expect.stringContaining('does not say how much of A is satisfied'),
    });
    expect(body.outcomes.prospective.applicable).toBe(true);
    expect(await client.read(id)).toEqual(before);
    // 1,200 × 40% − 500.
    const measured = { ...works, satisfiedAfter: '0.4' };
    const { treatment, contract } = await client.modify(id, {
      date: '2026-04-01',
      priceChange: '200',
      obligations: [measured],
      confirm: ['CUT_BELOW_EARNED'],
    });
    expect([treatment, atOnce(contract)]).toEqual(['catchUp', ['-20.00']]);
  });

  test('606-10-25-13: is refused of units that are all delivered, and nothing changes; five more are earned as they are delivered', async () => {
    const id = await client.contract(one('1000', { kind: 'UNITS', quantity: '10' }));
    await client.tell(id, { kind: 'delivery', ...on('2026-03-10'), quantity: '10' });
    const before = await client.read(id);
    const units = { key: 'A', remainingDistinct: true, remainingSsp: '500' };
    expect(await asked(id, { obligations: [units] })).toEqual([400, 'NOTHING_REMAINS']);
    expect(await client.read(id)).toEqual(before);
    const more = { ...units, pattern: { kind: 'UNITS', quantity: '15' } };
    expect(await asked(id, { obligations: [more] })).toEqual([200, null]);
    await client.tell(id, { kind: 'delivery', ...on('2026-05-10'), quantity: '2' });
    // 200 × 2 / 5.
    expect(await client.months(id)).toEqual({ '2026-03': '1000.00', '2026-05': '80.00' });
  });
});

describe('a price that changes in the middle of an even month, over REST', () => {
  // 100.00 a month; by 16 June 5.5 of 12 months are over, 550.00 earned and 6.5 months left.
  test('up by 65.00: the rest is 715.00 over 6.5 months, so June has 50.00 + 55.00 and each later month 110.00', async () => {
    const id = await client.contract(one('1200', even('2026-01-01', '2026-12-31')));
    await client.modify(id, {
      date: '2026-06-16',
      priceChange: '65',
      obligations: [{ key: 'A', remainingDistinct: true }],
    });
    expect(await client.months(id)).toMatchObject({
      '2026-05': '100.00',
      '2026-06': '105.00',
      '2026-07': '110.00',
      '2026-12': '110.00',
    });
  });

  test('down by 65.00: the rest is 585.00 over 6.5 months, so June has 50.00 + 45.00 and each later month 90.00', async () => {
    const id = await client.contract(one('1200', even('2026-01-01', '2026-12-31')));
    await client.modify(id, {
      date: '2026-06-16',
      priceChange: '-65',
      obligations: [{ key: 'A', remainingDistinct: true }],
    });
    expect(await client.months(id)).toMatchObject({
      '2026-05': '100.00',
      '2026-06': '95.00',
      '2026-07': '90.00',
      '2026-12': '90.00',
    });
  });
});

describe('a fact over REST', () => {
  test('is stored with its terms alone, who recorded it and when: of a modification no allocation, catch-up, measure or entry', async () => {
    const id = await client.contract(one('7300', days('2026-01-01', '2027-12-31')));
    const change = {
      date: '2027-01-01',
      priceChange: '1464',
      obligations: [{ key: 'A', remainingDistinct: false, pattern: days('2026-01-01', '2028-12-31') }],
      reason: 'One service of three years',
    };
    await client.modify(id, { ...change, confirm: ['CUT_BELOW_EARNED'] });
    const { events } = await client.read(id);
    const { date, ...terms } = change;
    expect(events.at(-1)).toMatchObject({
      recordedAt: expect.any(String),
      recordedBy: client.org.principals.controller.actor.id,
    });
    expect(events.at(-1).event).toEqual({
      id: expect.any(String),
      kind: 'modification',
      effectiveDate: date,
      treatment: 'catchUp',
      decidedFor: 'catchUp',
      ...terms,
    });
  });

  // Steps 3 and 4 come to 1,000 of price, an estimate of 300 for the setup, 500 and 500; not one of these figures is in the fact.
  test('is stored with its terms alone: of a creation no share of the price, no estimate, no plan of interest', async () => {
    const financing = { kind: 'ARREARS', monthsPerPeriod: 12, periods: 2, ratePerPeriod: '0.1' };
    const payments = [{ at: 2, amount: '1210' }];
    const estimate = { kind: 'COST', cost: '200', margin: '0.5' };
    const id = await client.contract({
      price: { fixed: '1210', financing: { ...financing, payments } },
      obligations: [
        { key: 'seats', ssp: '300', pattern: days('2026-01-01', '2026-12-31') },
        { key: 'setup', standalone: estimate, pattern: { kind: 'POINT' } },
      ],
    });
    const view = await client.read(id);
    expect(view.obligations.map(({ allocated }: Read) => allocated)).toEqual(['500.00', '500.00']);
    expect(view.events[0].event).toEqual({
      id: expect.any(String),
      kind: 'created',
      effectiveDate: '2026-01-01',
      currencyCode: 'USD',
      policy: expect.any(Object),
      agreed: {
        price: {
          fixed: '1210',
          financing: { ...financing, payments, fixed: '1210', start: '2026-01-01' },
        },
        obligations: [
          {
            key: 'seats',
            pattern: {
              ...days('2026-01-01', '2026-12-31'),
              method: expect.any(String),
              residual: expect.any(String),
            },
            standalone: { kind: 'STATED', ssp: '300' },
          },
          { key: 'setup', pattern: { kind: 'POINT' }, standalone: estimate },
        ],
      },
    });
  });
});
