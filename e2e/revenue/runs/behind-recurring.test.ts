import { afterAll, describe, expect, it } from 'vitest';
import { dec, sum, toPlainString } from '@/core/money/decimal';
import { closeConnections } from '@/db/client';
import { customerVerbs } from '@/usecases/customers/customer-records';
import { runForOutput } from '@/usecases/kit/run';
import { recurringRevenueReport } from '@/usecases/revenue/reports/report-balances';
import { behindFigure } from '@/usecases/revenue/reports/report-behind';
import { moveSubscription } from '@/usecases/subscriptions/move-subscription';
import { subscriptionItemVerbs } from '@/usecases/subscriptions/subscription-item-records';
import { subscriptionVerbs } from '@/usecases/subscriptions/subscription-records';
import { type Books, openBooks } from '../books';
import { databaseNow } from '../histories/moments';

afterAll(closeConnections);

interface Terms {
  readonly customerId: string;
  readonly unitPrice: string;
  readonly startDate: string;
  readonly endDate?: string;
  readonly billingFrequency?: 'MONTHLY' | 'QUARTERLY' | 'ANNUAL';
}

/** A subscription with one item; active unless it stays a draft. */
async function subscribe(
  { org }: Books,
  terms: Terms,
  verb: 'activate' | null = 'activate',
): Promise<string> {
  const call = org.callAs('admin');
  const { unitPrice, ...header } = terms;
  const { id } = await runForOutput(subscriptionVerbs.create, call, {
    name: 'Platform',
    billingFrequency: 'MONTHLY',
    ...header,
  });
  await runForOutput(subscriptionItemVerbs.create, call, { subscriptionId: id, unitPrice });
  if (verb !== null) await runForOutput(moveSubscription, call, { id, verb });
  return id;
}

const customerOf = async ({ org }: Books, companyName: string) =>
  (await runForOutput(customerVerbs.create, org.callAs('admin'), { companyName })).id;

/**
 * One customer expands and contracts, one leaves and returns, one replaces a subscription with another of the same
 * price.
 */
async function company(currency = 'USD'): Promise<Books> {
  const books = await openBooks('2026-08-31', currency);
  const grows = await customerOf(books, 'Grows');
  const yearly = { customerId: grows, unitPrice: '100', billingFrequency: 'ANNUAL' } as const;
  await subscribe(books, { ...yearly, startDate: '2026-01-10' });
  await subscribe(books, { ...yearly, startDate: '2026-03-01' });
  await subscribe(books, { ...yearly, startDate: '2026-03-01', endDate: '2026-05-31' });
  const returns = { customerId: await customerOf(books, 'Returns'), unitPrice: '50' };
  await subscribe(books, { ...returns, startDate: '2026-02-01', endDate: '2026-03-31' });
  await subscribe(books, { ...returns, startDate: '2026-06-01' });
  const swaps = { customerId: await customerOf(books, 'Swaps'), unitPrice: '30' };
  await subscribe(books, { ...swaps, startDate: '2026-01-01', endDate: '2026-04-30' });
  await subscribe(books, { ...swaps, startDate: '2026-05-01' });
  await subscribe(books, { ...swaps, startDate: '2026-01-01' }, null);
  return books;
}

const COLUMNS = {
  opening: 'OPENING',
  new: 'NEW',
  reactivation: 'REACTIVATION',
  expansion: 'EXPANSION',
  contraction: 'CONTRACTION',
  churn: 'CHURN',
  closing: 'CLOSING',
  annual: 'ANNUAL',
} as const;
type Column = keyof typeof COLUMNS;

/** Expects the subscriptions behind every cell of the bridge to sum to it; returns the cells that are not zero. */
async function everyCell(books: Books, more: { knownAsOf?: string } = {}) {
  const call = books.org.callAs('auditor');
  const { rows } = await runForOutput(recurringRevenueReport, call, {
    from: '2026-01',
    to: '2026-08',
    ...more,
  });
  const cells = new Map<string, string[]>();
  for (const row of rows) {
    for (const column of Object.keys(COLUMNS) as Column[]) {
      const leaves = column === 'contraction' || column === 'churn';
      const expected = leaves ? dec(row[column]).negated() : dec(row[column]);
      const answer = await runForOutput(behindFigure, call, {
        ...more,
        figure: { kind: 'RECURRING', move: COLUMNS[column], period: row.period },
      });
      const said = `${column} of ${row.period}: ${JSON.stringify(answer)}`;
      expect(dec(answer.total).equals(expected), said).toBe(true);
      expect(sum(answer.rows.map(({ amount }) => amount)).equals(expected), said).toBe(true);
      expect(answer.rows, said).toHaveLength(answer.count);
      if (answer.count > 0)
        cells.set(
          `${column} ${row.period}`,
          answer.rows.map(({ amount }) => amount),
        );
    }
  }
  return { rows, cells };
}

describe('the subscriptions behind a figure of recurring revenue sum to it', () => {
  it('in every cell of the bridge, to the last digit, and name who joined, changed and left', async () => {
    const { rows, cells } = await everyCell(await company());
    for (const column of Object.keys(COLUMNS) as Column[]) {
      expect(
        rows.some((row) => !dec(row[column]).isZero()),
        column,
      ).toBe(true);
    }
    // Three times 8.3333 is 25.00 as the report rounds it.
    expect(cells.get('closing 2026-03')).toEqual(['50.00', '30.00', '8.34', '8.33', '8.33']);
    expect(cells.get('annual 2026-03')).toEqual(['600.00', '360.00', '100.00', '100.00', '100.00']);
    expect(cells.get('expansion 2026-03')).toEqual(['8.34', '8.33']);
    expect(cells.get('churn 2026-04')).toEqual(['-50.00']);
    // A replacement at the same price is neither expansion nor contraction.
    expect(cells.has('contraction 2026-05')).toBe(false);
    expect(cells.has('expansion 2026-05')).toBe(false);
    expect(cells.get('contraction 2026-06')).toEqual(['-8.33']);
    expect(cells.get('reactivation 2026-06')).toEqual(['50.00']);
  });

  it('even in a currency without minor units', async () => {
    const { cells } = await everyCell(await company('JPY'));
    expect(cells.get('closing 2026-03')).toEqual(['50', '30', '9', '8', '8']);
    expect(cells.get('contraction 2026-06')).toEqual(['-8']);
  });

  it('as known before later subscriptions, page by page, and none of another organization', async () => {
    const books = await company();
    const knownAsOf = await databaseNow(books);
    const later = await customerOf(books, 'Later');
    await subscribe(books, { customerId: later, unitPrice: '7', startDate: '2026-02-01' });
    const past = await everyCell(books, { knownAsOf });
    const now = await everyCell(books);
    const [before, after] = [past, now].map(({ rows }) => rows.at(-1)?.closing ?? '');
    expect(toPlainString(dec(after ?? '').minus(before ?? ''))).toBe('7');
    const asked = { figure: { kind: 'RECURRING', move: 'CLOSING', period: '2026-03' } } as const;
    const second = await runForOutput(behindFigure, books.org.callAs('auditor'), {
      ...asked,
      page: 2,
      limit: 2,
    });
    expect(second).toMatchObject({
      count: 6,
      total: '112.00',
      rows: [{ amount: '8.34' }, { amount: '8.33' }],
    });
    const stranger = await openBooks('2026-08-31');
    expect(await runForOutput(behindFigure, stranger.org.callAs('auditor'), asked)).toMatchObject({
      count: 0,
      rows: [],
      total: '0.00',
    });
  });

  it('a cancellation recorded later does not end it in an earlier view, and a draft that was abandoned never counted', async () => {
    const books = await openBooks('2026-08-31');
    const call = books.org.callAs('admin');
    const terms = { customerId: await customerOf(books, 'Leaves'), unitPrice: '40', startDate: '2026-02-01' };
    const id = await subscribe(books, terms);
    const draft = await subscribe(books, { ...terms, unitPrice: '5' }, null);
    const knownAsOf = await databaseNow(books);
    await runForOutput(moveSubscription, call, { id, verb: 'cancel', onDay: '2026-04-30' });
    await runForOutput(moveSubscription, call, { id: draft, verb: 'cancel', onDay: '2026-06-30' });
    const past = await everyCell(books, { knownAsOf });
    const now = await everyCell(books);
    const closing = ({ rows }: typeof now, period: string) =>
      rows.find((row) => row.period === period)?.closing;
    expect(['2026-04', '2026-05', '2026-08'].map((period) => closing(past, period))).toEqual([
      '40.00',
      '40.00',
      '40.00',
    ]);
    expect(['2026-04', '2026-05', '2026-08'].map((period) => closing(now, period))).toEqual([
      '40.00',
      '0.00',
      '0.00',
    ]);
    expect(now.cells.get('churn 2026-05')).toEqual(['-40.00']);
  });

  it('one activated later was not known before', async () => {
    const books = await openBooks('2026-08-31');
    const terms = { customerId: await customerOf(books, 'Waits'), unitPrice: '40', startDate: '2026-02-01' };
    const id = await subscribe(books, terms, null);
    const knownAsOf = await databaseNow(books);
    await runForOutput(moveSubscription, books.org.callAs('admin'), { id, verb: 'activate' });
    expect((await everyCell(books, { knownAsOf })).rows.every(({ closing }) => dec(closing).isZero())).toBe(
      true,
    );
    expect((await everyCell(books)).cells.get('new 2026-02')).toEqual(['40.00']);
  });
});
