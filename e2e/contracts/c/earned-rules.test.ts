import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { RELATES } from '../../revenue/facts/judged';
import { fingerprint } from '../../support/fingerprint';
import { openRestClient, type RestClient } from './rest-client';

let client: RestClient;
beforeAll(async () => {
  client = await openRestClient();
});
afterAll(closeConnections);

const REVENUE = '4100';
const CONTRACT_ASSET = '1310';
const licence = (start: string, end: string, more: object = {}) => ({
  kind: 'LICENCE',
  intellectualProperty: 'FUNCTIONAL',
  start,
  end,
  ...more,
});
const royalties = [{ key: 'sales', rate: '0.05', to: ['song'], criteria: RELATES }];

describe('use, over REST', () => {
  // 1,000 calls at 0.0045 are 4.50; a hundred of 10 calls rounded one by one would be 100 × 0.04 = 4.00 or 100 × 0.05 = 5.00.
  test('accumulates unrounded: a thousand calls at 0.0045 are 4.50, recorded as one fact or as a hundred', async () => {
    const tiers = [{ upTo: null, unitPrice: '0.0045' }];
    const terms = {
      price: { fixed: '0' },
      obligations: [{ key: 'calls', ssp: '0', pattern: { kind: 'USAGE', tiers } }],
    };
    const used = (quantity: string) => ({
      kind: 'usage',
      effectiveDate: '2026-01-15',
      key: 'calls',
      quantity,
    });
    const [whole, parts] = [await client.contract(terms), await client.contract(terms)];
    await client.tell(whole, used('1000'));
    const { status } = await client.call('POST', '/revenue/events/import', {
      events: Array.from({ length: 100 }, () => ({ contractId: parts, event: used('10') })),
    });
    expect(status).toBe(200);
    expect([await client.months(whole), await client.months(parts)]).toEqual([
      { '2026-01': '4.50' },
      { '2026-01': '4.50' },
    ]);
  });

  // 606-10-32-40: usage fees are allocated to their own obligation; the fixed 1,200 belongs to the service alone.
  test('606-10-32-40: takes no share of the fixed price; a fixed amount for an obligation that cannot earn it is refused with the reason, and nothing changes', async () => {
    const service = {
      key: 'service',
      ssp: '1200',
      pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' },
    };
    const use = (ssp: string) => ({ key: 'calls', ssp, pattern: { kind: 'USAGE' } });
    const id = await client.contract({ price: { fixed: '1200' }, obligations: [service, use('0')] });
    const { obligations } = await client.tell(id, {
      kind: 'usage',
      effectiveDate: '2026-01-31',
      key: 'calls',
      amount: '30',
    });
    expect(obligations.map(({ key, allocated }: Record<string, string>) => [key, allocated])).toEqual([
      ['service', '1200.00'],
      ['calls', '30.00'],
    ]);
    const drafted = await client.call('POST', '/revenue/contracts', {
      customerId: client.org.ids.customer,
      contractDate: '2026-01-01',
      price: { fixed: '1200' },
      obligations: [service, use('300')],
    });
    expect([drafted.status, drafted.body.message]).toEqual([400, expect.stringContaining('cannot earn it')]);
  });
});

describe('what was transferred before the contract, over REST', () => {
  // 3,650 over the 365 days of 2026 is 10.00 a day: 31 days of January and 28 of February by the end of February.
  test('TRG paper 33: is a catch-up when the contract begins, 310.00 and 280.00 in February, and the explanation says so', async () => {
    const id = await client.contract({
      contractDate: '2026-02-10',
      price: { fixed: '3650' },
      obligations: [
        { key: 'A', ssp: '3650', pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' } },
      ],
    });
    expect(await client.months(id)).toMatchObject({ '2026-02': '590.00', '2026-03': '310.00' });
    const { body } = await client.call(
      'GET',
      `/revenue/explain?contractId=${id}&figure=revenue&period=2026-02`,
    );
    expect(body.data.figure.amount).toBe('590.00');
    expect(body.text).toContain(
      'transferred in 2026-01, before the contract of 2026-02-10, so caught up when it began, in 2026-02 (TRG paper 33)',
    );
    expect(body.text.match(/TRG paper 33/g)).toHaveLength(1);
  });

  test('TRG paper 33: goods delivered before the contract are earned on its date, and the explanation says so', async () => {
    const id = await client.contract({
      contractDate: '2026-02-10',
      price: { fixed: '100' },
      obligations: [{ key: 'A', ssp: '100', pattern: { kind: 'POINT' } }],
    });
    await client.tell(id, { kind: 'delivery', effectiveDate: '2026-01-20', key: 'A' });
    expect(await client.months(id)).toEqual({ '2026-02': '100.00' });
    const { body } = await client.call('GET', `/revenue/explain?contractId=${id}&figure=revenue`);
    expect(body.text).toContain('transferred in 2026-01, before the contract of 2026-02-10');
  });
});

describe('licenses and royalties, over REST', () => {
  // 606-10-55-58C: the license begins on 1 February with a copy by its terms: 240,000 then, nothing before.
  test('606-10-55-58C: a functional license with a start and no delivery is earned when it begins', async () => {
    const books = await openRestClient();
    const id = await books.contract({
      price: { fixed: '240000' },
      obligations: [{ key: 'song', ssp: '240000', pattern: licence('2026-02-01', '2028-01-31') }],
    });
    expect(await books.months(id)).toEqual({ '2026-02': '240000.00' });
    await books.run('2026-01', '2026-02');
    expect(await books.accounts('2026-01-31', REVENUE)).toEqual({});
    expect(await books.accounts('2026-02-28', REVENUE, CONTRACT_ASSET)).toEqual({
      [CONTRACT_ASSET]: '240000.00',
      [REVENUE]: '-240000.00',
    });
    expect(await books.refused(id, { kind: 'delivery', effectiveDate: '2026-01-15', key: 'song' })).toBe(
      'LICENCE_NOT_BEGUN',
    );
  });

  // 5% of sales of 4,000 is 200.00, earned with the license of 1,000 when it begins in February (606-10-55-65).
  test('606-10-55-65: a royalty on sales before the license begins is earned when it begins, and waits for nothing else', async () => {
    const id = await client.contract({
      price: { fixed: '1000', royalties },
      obligations: [{ key: 'song', ssp: '1000', pattern: licence('2026-02-01', '2027-12-31') }],
    });
    await client.tell(id, { kind: 'royalty', effectiveDate: '2026-01-20', key: 'sales', sales: '4000' });
    expect(await client.months(id)).toEqual({ '2026-02': '1200.00' });
  });

  // Nothing beyond the guaranteed 1,000 is due until 5% of sales exceeds it: 5% of 22,000 is 1,100, so 100.00 beyond it (606-10-55-65).
  test('606-10-55-65: the guaranteed minimum is earned when the license begins, royalties when they exceed it', async () => {
    const id = await client.contract({
      price: { fixed: '1000', royalties },
      obligations: [
        {
          key: 'song',
          pattern: licence('2026-02-01', '2027-01-31', { minimum: { every: 'TERM', amount: '1000' } }),
        },
      ],
    });
    await client.tell(id, { kind: 'royalty', effectiveDate: '2026-03-10', key: 'sales', sales: '22000' });
    expect(await client.months(id)).toEqual({ '2026-02': '1000.00', '2026-03': '100.00' });
  });
});

describe('goods that come back, over REST', () => {
  // Four of ten at 100.00 are delivered and none billed: an asset of 400.00; one comes back: 300.00 of both.
  test('a returned good that was never billed reduces revenue and the contract asset, and the customer is owed nothing', async () => {
    const books = await openRestClient();
    const id = await books.contract({
      price: { fixed: '1000' },
      obligations: [{ key: 'A', ssp: '1000', pattern: { kind: 'UNITS', quantity: '10' } }],
    });
    await books.tell(id, { kind: 'delivery', effectiveDate: '2026-01-10', key: 'A', quantity: '4' });
    await books.run('2026-01');
    await books.tell(id, { kind: 'return', effectiveDate: '2026-02-10', key: 'A', amount: '100' });
    await books.run('2026-02');
    expect((await books.read(id)).balances).toMatchObject({ receivable: '0.00', contractAsset: '300.00' });
    expect(await books.accounts('2026-02-28', REVENUE, CONTRACT_ASSET, '1210')).toEqual({
      [CONTRACT_ASSET]: '300.00',
      [REVENUE]: '-300.00',
    });
    // More than is earned cannot come back: 301.00 of 300.00.
    const before = await fingerprint(books.org.organizationId);
    const back = await books.refused(id, {
      kind: 'return',
      effectiveDate: '2026-02-20',
      key: 'A',
      amount: '301',
    });
    expect(back).toBe('RETURN_OVER_RECOGNISED');
    expect(await fingerprint(books.org.organizationId)).toEqual(before);
  });
});
