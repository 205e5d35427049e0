import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { createDocument, postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { itemVerbs } from '@/usecases/items/item-records';
import { runForOutput } from '@/usecases/kit/run';
import { analyzeSsp, sspSales } from '@/usecases/revenue/setup/report-own-sales';
import { createSsp, listSsp } from '@/usecases/revenue/setup/ssp-records';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';

let org: TestOrganization;
let seat: string;
let help: string;

const sell = (
  transactionDate: string,
  ...lines: { itemId: string; unitPrice: string; quantity?: string }[]
) => postedDocument(org, { kind: 'INVOICE', transactionDate, lines });
const january = { from: '2026-01-01', to: '2026-03-31' };

beforeAll(async () => {
  org = await foundTestOrganization();
  const call = org.callAs('admin');
  seat = (await runForOutput(itemVerbs.create, call, { code: 'SEAT', name: 'Seat' })).id;
  help = (await runForOutput(itemVerbs.create, call, { code: 'SUPPORT', name: 'Support' })).id;
  for (const unitPrice of ['100', '98', '102', '100', '104', '250'])
    await sell('2026-01-10', { itemId: seat, unitPrice });
  await sell('2026-02-10', { itemId: seat, unitPrice: '110', quantity: '3' });
  await sell('2026-01-12', { itemId: seat, unitPrice: '40' }, { itemId: help, unitPrice: '60' });
});
afterAll(closeConnections);

describe('the analysis of own sales', () => {
  it('606-10-32-32: counts sales of the item alone, with a range around the median and its outliers', async () => {
    const rows = await runForOutput(analyzeSsp, org.callAs('revenue'), january);
    expect(rows).toMatchObject([
      {
        itemId: seat,
        currencyCode: 'USD',
        period: null,
        sales: 7,
        quantity: '9',
        lowest: '98',
        lowerQuartile: '100',
        median: '102',
        upperQuartile: '110',
        highest: '250',
        rangeLow: '86.7',
        rangeHigh: '117.3',
        inRange: 6,
        outliers: 1,
      },
    ]);
    const sales = await runForOutput(sspSales, org.callAs('revenue'), {
      ...january,
      itemId: seat,
      currencyCode: 'USD',
    });
    expect(sales).toHaveLength(7);
    expect(sales[0]).toMatchObject({ unitPrice: '250', isOutlier: true, inRange: false });
    expect(sales.filter(({ isOutlier }) => isOutlier)).toHaveLength(1);
  });

  it('counts bundles only when asked, and divides by period', async () => {
    const rows = await runForOutput(analyzeSsp, org.callAs('revenue'), { ...january, aloneOnly: false });
    expect(rows.map(({ itemCode, sales, lowest }) => [itemCode, sales, lowest])).toEqual([
      ['SEAT', 8, '40'],
      ['SUPPORT', 1, '60'],
    ]);
    const years = await runForOutput(analyzeSsp, org.callAs('revenue'), { ...january, by: 'QUARTER' });
    expect(years.map(({ period, sales }) => [period, sales])).toEqual([['2026-01-01', 7]]);
    const none = await runForOutput(analyzeSsp, org.callAs('revenue'), {
      from: '2026-03-01',
      to: '2026-03-31',
    });
    expect(none).toEqual([]);
  });

  it('a sale that was reversed is not evidence, and neither is a draft', async () => {
    const sold = await sell('2026-04-10', { itemId: help, unitPrice: '77' });
    await createDocument(org, {
      kind: 'INVOICE',
      transactionDate: '2026-04-12',
      lines: [{ itemId: help, unitPrice: '78' }],
    });
    const april = { from: '2026-04-01', to: '2026-04-30' };
    expect(await runForOutput(analyzeSsp, org.callAs('revenue'), april)).toMatchObject([{ sales: 1 }]);
    await runForOutput(reverseTransaction, org.callAs('controller'), {
      id: sold.id,
      reversalDate: '2026-04-11',
      reversalReason: 'Wrong customer',
    });
    expect(await runForOutput(analyzeSsp, org.callAs('revenue'), april)).toEqual([]);
  });

  it('accepting a price ends the one in force the day before; without that, the overlap is refused and nothing changes', async () => {
    const price = (ssp: string, validFrom: string, endsPrevious?: boolean) =>
      runForOutput(createSsp, org.callAs('admin'), {
        productCode: 'SEAT',
        itemId: seat,
        currencyCode: 'USD',
        ssp,
        validFrom,
        ...(endsPrevious === undefined ? {} : { endsPrevious }),
      });
    const listed = async () =>
      (await runForOutput(listSsp, org.callAs('revenue'), { productCode: 'SEAT' })).rows.map(
        ({ ssp, validFrom, validTo }) => [ssp, validFrom, validTo],
      );
    await price('100', '2026-01-01');
    await expect(price('102', '2026-04-01')).rejects.toMatchObject({
      refusal: { code: 'REVENUE_RULE', data: { rule: 'OVERLAP' } },
    });
    expect(await listed()).toEqual([['100.00', '2026-01-01', null]]);
    await price('102', '2026-04-01', true);
    expect(await listed()).toEqual([
      ['100.00', '2026-01-01', '2026-03-31'],
      ['102.00', '2026-04-01', null],
    ]);
    // The same day twice is not a successor, and ends nothing.
    await expect(price('103', '2026-04-01', true)).rejects.toMatchObject({
      refusal: { code: 'REVENUE_RULE', data: { rule: 'OVERLAP' } },
    });
    expect(await listed()).toHaveLength(2);
  });
});
