import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { salesBehind, summarizeSales } from '@/db/revenue/own-sales';
import { withTenantReport } from '@/db/tenancy';
import { createDocument, postedDocument } from '@/testing/documents';
import { cases } from '@/testing/long-run';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { itemVerbs } from '@/usecases/items/item-records';
import { runForOutput } from '@/usecases/kit/run';
import { analyzeSsp, sspSales } from '@/usecases/revenue/setup/report-own-sales';
import { createSsp, listSsp } from '@/usecases/revenue/setup/ssp-records';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';
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

  it('a sale stays evidence of its price once it is paid', async () => {
    const sold = await sell('2026-05-10', { itemId: help, unitPrice: '81' });
    const may = { from: '2026-05-01', to: '2026-05-31' };
    const found = () => runForOutput(analyzeSsp, org.callAs('revenue'), may);
    const unpaid = await found();
    expect(unpaid).toMatchObject([{ sales: 1, median: '81' }]);
    const payment = await postedDocument(org, {
      kind: 'CUSTOMER_PAYMENT',
      transactionDate: '2026-05-12',
      lines: [{ unitPrice: '81' }],
    });
    const { applications } = await runForOutput(applyPayment, org.callAs('accountant'), {
      paymentId: payment.id,
      applications: [{ documentId: sold.id, amount: '81' }],
    });
    expect(applications).toMatchObject([{ documentStatus: 'PAID' }]);
    expect(await found()).toEqual(unpaid);
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

/** A document with its lines: of an item (or of none), a price in dollars and a quantity. */
interface Sold {
  readonly id: string;
  readonly number: string;
  readonly day: string;
  readonly lines: readonly {
    readonly item: number | null;
    readonly price: bigint;
    readonly quantity: bigint;
  }[];
}

const line = fc.record({
  item: fc.constantFrom(0, 0, 1, 2, null),
  price: fc.constantFrom(60n, 80n, 90n, 100n, 100n, 110n, 115n, 300n),
  quantity: fc.bigInt({ min: 1n, max: 4n }),
});
const sold = fc.record({
  day: fc.constantFrom('2026-01-01', '2026-02-10', '2026-03-31', '2026-04-01', '2026-06-15', '2026-09-30'),
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
});
const asked = fc.record({
  from: fc.constantFrom('2025-01-01', '2026-01-01', '2026-01-02', '2026-04-01'),
  to: fc.constantFrom('2026-04-01', '2026-06-14', '2026-09-30', '2027-01-01'),
  item: fc.constantFrom(null, 0, 1, 2),
  currencyCode: fc.constantFrom(undefined, 'USD', 'EUR'),
  aloneOnly: fc.boolean(),
  by: fc.constantFrom('NONE', 'YEAR', 'QUARTER'),
  spread: fc.constantFrom(0n, 10n, 15n, 40n),
});
type Asked = typeof asked extends fc.Arbitrary<infer One> ? One : never;

const periodOf = (day: string, by: Asked['by']) => {
  if (by === 'NONE') return null;
  const month = by === 'YEAR' ? 1 : Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
  return `${day.slice(0, 4)}-${String(month).padStart(2, '0')}-01`;
};
/** The sales that are asked for, by item and period. */
function salesByHand(all: readonly Sold[], query: Asked) {
  const groups = new Map<
    string,
    { price: bigint; quantity: bigint; id: string; day: string; number: string }[]
  >();
  for (const { id, number, day, lines } of all) {
    if (day < query.from || day > query.to || query.currencyCode === 'EUR') continue;
    for (const { item, price, quantity } of lines) {
      if (item === null || (query.item !== null && item !== query.item)) continue;
      if (query.aloneOnly && lines.some((other) => other.item !== item)) continue;
      const key = `${item} ${periodOf(day, query.by)}`;
      groups.set(key, [...(groups.get(key) ?? []), { price, quantity, id, day, number }]);
    }
  }
  return groups;
}
/** The smallest price that so many quarters of the sales do not exceed. */
const quartile = (prices: readonly bigint[], quarters: number) =>
  prices[Math.ceil((prices.length * quarters) / 4) - 1] ?? 0n;
const sorted = (prices: readonly bigint[]) => [...prices].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
const distance = (a: bigint, b: bigint) => (a < b ? b - a : a - b);
const sumOf = (all: readonly bigint[]) => all.reduce((sum, one) => sum + one, 0n);
function judged(prices: readonly bigint[], spread: bigint) {
  const all = sorted(prices);
  const [low, middle, high] = [quartile(all, 1), quartile(all, 2), quartile(all, 3)];
  const isIn = (price: bigint) =>
    price * 100n >= middle * (100n - spread) && price * 100n <= middle * (100n + spread);
  const isOut = (price: bigint) =>
    2n * price < 2n * low - 3n * (high - low) || 2n * price > 2n * high + 3n * (high - low);
  return { all, low, middle, high, isIn, isOut };
}

describe('the analysis of random sales', () => {
  it('has of every item, period and bundle, in any days, what counting the documents by hand finds, and lists the same sales', async () => {
    const books = await foundTestOrganization();
    const items: string[] = [];
    for (const code of ['A', 'B', 'C'])
      items.push((await runForOutput(itemVerbs.create, books.callAs('admin'), { code, name: code })).id);
    const all: Sold[] = [];
    for (const { day, lines } of fc.sample(sold, { seed: 20270405, numRuns: cases(45, 200) })) {
      const { id, transactionNumber } = await postedDocument(books, {
        kind: 'INVOICE',
        transactionDate: day,
        lines: lines.map(({ item, price, quantity }) => ({
          ...(item === null ? {} : { itemId: items[item] }),
          unitPrice: String(price),
          quantity: String(quantity),
        })),
      });
      all.push({ id, number: transactionNumber, day, lines });
    }
    let compared = 0;
    for (const query of fc.sample(asked, { seed: 20270405, numRuns: cases(215, 900) })) {
      const { item, spread, ...others } = query;
      const scope = {
        ...others,
        spreadPercent: String(spread),
        ...(item === null ? {} : { itemId: items[item] }),
      };
      const groups = salesByHand(all, query);
      const rows = await runForOutput(analyzeSsp, books.callAs('revenue'), scope);
      // Whether the documents of an item are found by its lines or by their days.
      if (item !== null)
        await withTenantReport(
          { organizationId: books.principals.admin.organizationId, userId: null },
          async (tenant) => {
            const stored = {
              ...query,
              itemId: items[item] ?? '',
              currencyCode: query.currencyCode ?? null,
              spreadPercent: String(spread),
            };
            const ofUsd = { ...stored, currencyCode: 'USD' };
            expect(await summarizeSales(tenant, stored, 500, 0)).toEqual(
              await summarizeSales(tenant, stored, 500),
            );
            expect(await salesBehind(tenant, ofUsd, 200, 0)).toHaveLength(
              (await salesBehind(tenant, ofUsd, 200)).length,
            );
          },
        );
      const figures = [...groups].map(([key, sales]) => {
        const {
          all: prices,
          low,
          middle,
          high,
          isIn,
          isOut,
        } = judged(
          sales.map(({ price }) => price),
          spread,
        );
        const named = [
          low,
          middle,
          high,
          prices[0],
          prices.at(-1),
          sumOf(sales.map(({ quantity }) => quantity)),
        ];
        return [
          key,
          prices.length,
          ...named.map(String),
          prices.filter(isIn).length,
          prices.filter(isOut).length,
        ].join(' ');
      });
      expect(
        rows
          .map((row) =>
            [
              ...[
                items.indexOf(row.itemId),
                row.period,
                row.sales,
                row.lowerQuartile,
                row.median,
                row.upperQuartile,
              ],
              ...[row.lowest, row.highest, row.quantity, row.inRange, row.outliers],
            ].join(' '),
          )
          .sort(),
      ).toEqual(
        figures
          .map((one) => one.replace('null', ''))
          .map((one) => one.replace(/^(\d) {2}/, '$1  '))
          .sort(),
      );
      compared += rows.length;
      if (item === null || query.currencyCode === undefined) continue;
      const expected = [...groups.values()].flatMap((sales) => {
        const { middle, isIn, isOut } = judged(
          sales.map(({ price }) => price),
          spread,
        );
        return sales.map((sale) => ({
          ...sale,
          far: distance(sale.price, middle),
          isIn: isIn(sale.price),
          isOut: isOut(sale.price),
        }));
      });
      expected.sort((a, b) =>
        a.far !== b.far
          ? a.far > b.far
            ? -1
            : 1
          : a.day !== b.day
            ? a.day > b.day
              ? -1
              : 1
            : a.number < b.number
              ? -1
              : 1,
      );
      const shown = await runForOutput(sspSales, books.callAs('revenue'), {
        ...scope,
        itemId: items[item] ?? '',
        currencyCode: query.currencyCode,
      });
      // Two lines of one document with the same distance may stand in any order.
      const lineOf = (...parts: unknown[]) => parts.join(' ');
      expect(shown.map((sale) => lineOf(sale.transactionId))).toEqual(expected.map(({ id }) => id));
      expect(
        shown
          .map((sale) =>
            lineOf(sale.transactionId, sale.unitPrice, sale.quantity, sale.inRange, sale.isOutlier),
          )
          .sort(),
      ).toEqual(
        expected
          .map(({ id, price, quantity, isIn, isOut }) => lineOf(id, price, quantity, isIn, isOut))
          .sort(),
      );
      compared += shown.length;
    }
    expect(compared).toBeGreaterThanOrEqual(500);
  });
});
