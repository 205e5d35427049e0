import { afterAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { openRestClient, type RestClient } from './rest-client';

afterAll(closeConnections);

const CONTRACT_ASSET = '1310';
const COST_ASSET = '1320';
const PROVISION = '2130';
const REVENUE = '4100';
const COST_OF_SALES = '5400';
const IMPAIRMENT = '6150';
const UNREALIZED_GAIN = '7210';

const year = { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31', method: 'EVEN_PERIODS' };
const service = (fixed: string) => ({
  price: { fixed },
  obligations: [{ key: 'service', ssp: fixed, pattern: year }],
});

/** Books whose first policy is this one. */
async function underPolicy(policy: object): Promise<RestClient> {
  const client = await openRestClient();
  const made = await client.call('POST', '/revenue/policies', {
    name: 'Group policy',
    validFrom: '1900-01-01',
    ...policy,
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return client;
}

describe('the framework that the policy names, over REST', () => {
  // Costs of 1,500 for a service of 1,200 are a loss of 300: 11/12 of it is to come at the end of January, 10/12 at the end of February.
  test('IAS 37.66: an onerous service is provided for and released month by month; US GAAP provides for no service (605-35-15)', async () => {
    const estimate = {
      kind: 'costEstimate',
      effectiveDate: '2026-01-15',
      key: 'service',
      totalCost: '1500',
      scope: 'OTHER',
      evidence: 'Quotes of both suppliers',
    };
    const ifrs = await underPolicy({ framework: 'IFRS' });
    await ifrs.tell(await ifrs.contract(service('1200')), estimate);
    await ifrs.run('2026-01');
    const held = { [PROVISION]: '-275.00', [COST_OF_SALES]: '275.00' };
    expect(await ifrs.accounts('2026-01-31', PROVISION, COST_OF_SALES)).toEqual(held);
    await ifrs.run('2026-02');
    const released = { [PROVISION]: '-250.00', [COST_OF_SALES]: '250.00' };
    expect(await ifrs.accounts('2026-02-28', PROVISION, COST_OF_SALES)).toEqual(released);
    const gaap = await underPolicy({ framework: 'US_GAAP' });
    await gaap.tell(await gaap.contract(service('1200')), estimate);
    await gaap.run('2026-01');
    expect(await gaap.accounts('2026-01-31', PROVISION, COST_OF_SALES)).toEqual({});
  });

  // 1,100 carried in February, 500 still to come: 600.00 lost; 500 / 11 months = 45.45, so 454.55 in March. Without the loss it would be
  // 1,000.00: a better test reverses 545.45 under IFRS, nothing under US GAAP (340-40-35-6).
  test.each([
    { framework: 'IFRS', loss: '-545.45', impaired: '54.55', carried: '1000.00' },
    { framework: 'US_GAAP', loss: '0.00', impaired: '600.00', carried: '454.55' },
  ])(
    'IFRS 15.104: a better test of a contract cost reverses the impairment, under IFRS only: $framework',
    async ({ framework, loss, impaired, carried }) => {
      const client = await underPolicy({ framework });
      const made = await client.call('POST', '/revenue/contract-costs', {
        contractId: await client.contract(service('12000')),
        kind: 'OBTAIN',
        amount: '1200',
        incurredOn: '2026-01-01',
        contractMonths: 12,
      });
      const tested = async (date: string, expectedConsideration: string) => {
        const path = `/revenue/contract-costs/${made.body.cost.id}/impair`;
        return (await client.call('POST', path, { date, expectedConsideration })).body;
      };
      await client.run('2026-01');
      expect(await tested('2026-02-10', '500')).toMatchObject({ loss: '600.00', carrying: '500.00' });
      await client.run('2026-02');
      expect(await tested('2026-03-10', '9000')).toMatchObject({ loss, carrying: carried });
      expect(await client.accounts('2026-03-10', COST_ASSET, IMPAIRMENT)).toEqual({
        [COST_ASSET]: carried,
        [IMPAIRMENT]: impaired,
      });
    },
  );
});

describe('a fiscal calendar of 4, 4 and 5 weeks, over REST', () => {
  // The year of 2026 begins on Sunday, 1 February: periods to 28 February, 28 March and 2 May. 910.00 over their 91 days are 10.00 a day.
  test('each period earns revenue for its own days, runs in order, and does not close while revenue for its days is not posted', async () => {
    const client = await openRestClient();
    const made = await client.call('POST', '/fiscal-calendars', {
      name: 'Retail',
      pattern: '4-4-5',
      startMonth: 2,
      firstWeekday: 7,
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const path = `/fiscal-calendars/${made.body.calendar.id}/adopt`;
    const adopted = await client.call('POST', path, { firstDay: '2026-02-01' });
    expect(adopted.status, JSON.stringify(adopted.body)).toBe(201);
    const id = await client.contract({
      contractDate: '2026-02-01',
      price: { fixed: '910' },
      obligations: [
        { key: 'care', ssp: '910', pattern: { kind: 'RATABLE', start: '2026-02-01', end: '2026-05-02' } },
      ],
    });
    expect(await client.months(id)).toEqual({
      '2026-02': '280.00',
      '2026-03-28': '280.00',
      '2026-05-02': '350.00',
    });
    const { body } = await client.call('GET', '/periods?fiscalYear=2027');
    const unposted = async () => {
      const { body: found } = await client.call('GET', `/periods/${body.data[0].id}/blockers`);
      return found.data.some(({ blocker }: { blocker: string }) => blocker === 'UNPOSTED_SCHEDULES');
    };
    expect(body.data[0]).toMatchObject({ label: 'FY2027-P01', endDate: '2026-02-28' });
    expect(await unposted()).toBe(true);
    const ahead = await client.call('POST', '/revenue/runs', { period: '2026-03-28' });
    expect(ahead.status).toBe(400);
    await client.run('2026-02');
    expect(await unposted()).toBe(false);
    await client.run('2026-03-28', '2026-05-02');
    expect([
      await client.accounts('2026-02-28', REVENUE),
      await client.accounts('2026-03-28', REVENUE),
      await client.accounts('2026-05-02', REVENUE),
    ]).toEqual([{ [REVENUE]: '-280.00' }, { [REVENUE]: '-560.00' }, { [REVENUE]: '-910.00' }]);
  });
});

describe('a contract in another currency, over REST', () => {
  // 600 earned at 1.10 are carried at 660.00 and worth 720.00 at 1.20: +60.00, reversed on the first day of the next month.
  test('830-10-35-1: its contract asset is revalued at the end of the month', async () => {
    const client = await openRestClient();
    const [fromCurrency, toCurrency] = ['EUR', 'USD'];
    const rates = [
      { fromCurrency, toCurrency, rateDate: '2026-01-01', rate: '1.10' },
      { fromCurrency, toCurrency, rateDate: '2026-01-31', rate: '1.20', rateType: 'CLOSING' },
    ];
    expect((await client.call('POST', '/exchange-rates', { rates })).status).toBe(200);
    const id = await client.contract({
      currencyCode: 'EUR',
      price: { fixed: '600' },
      obligations: [{ key: 'goods', ssp: '600', pattern: { kind: 'POINT' } }],
    });
    await client.tell(id, { kind: 'delivery', effectiveDate: '2026-01-05', key: 'goods' });
    await client.run('2026-01');
    const { body } = await client.call('GET', '/periods?fiscalYear=2026');
    const revalued = await client.call('POST', `/periods/${body.data[0].id}/revaluation`);
    expect(revalued.body.balances).toMatchObject([{ carrying: '660.00', difference: '60.00' }]);
    expect(await client.accounts('2026-01-31', CONTRACT_ASSET, UNREALIZED_GAIN)).toEqual({
      [CONTRACT_ASSET]: '720.00',
      [UNREALIZED_GAIN]: '-60.00',
    });
    expect(await client.accounts('2026-02-01', CONTRACT_ASSET, UNREALIZED_GAIN)).toEqual({
      [CONTRACT_ASSET]: '660.00',
    });
  });
});
