import { afterAll, describe, expect, it } from 'vitest';
import { lastDayOf } from '@/core/revenue/days';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { runForOutput } from '@/usecases/kit/run';
import { decideTreatment } from '@/usecases/revenue/contracts/modifications/decide-treatment';
import { replaceFact } from '@/usecases/revenue/events/replace-fact';
import { voidFact } from '@/usecases/revenue/events/void-fact';
import { type Books, type Draft, openBooks } from '../books';

afterAll(closeConnections);

const only = (fixed: string, pattern: unknown, on = '2026-01-01') =>
  ({
    contractDate: on,
    endDate: '2026-12-31',
    price: { fixed },
    obligations: [{ key: 'A', ssp: fixed === '0' ? '0' : fixed, pattern }],
  }) as Draft;

async function close(books: Books, period: string): Promise<void> {
  const claim = { organizationId: books.org.principals.admin.organizationId, userId: null };
  await withTenantSql(claim, (tenant) =>
    sql(
      tenant,
      `update fiscal_periods set period_status = 'CLOSED' where organization_id = $1::uuid and end_date <= $2::date`,
      [books.org.organizationId, lastDayOf(period)],
    ),
  );
}

const moment = async (books: Books) => {
  const claim = { organizationId: books.org.principals.admin.organizationId, userId: null };
  const [row] = await withTenantSql(claim, (tenant) =>
    sql<{ now: string }>(
      tenant,
      `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`,
    ),
  );
  return row?.now ?? '';
};

/** The revenue posted in each month. */
async function posted(books: Books, id: string): Promise<Record<string, number>> {
  const months: Record<string, number> = {};
  for (const { postedPeriod, amount } of (await books.read(id)).schedule) {
    if (postedPeriod === null) continue;
    months[postedPeriod] = Math.round(((months[postedPeriod] ?? 0) + Number(amount)) * 100) / 100;
  }
  return months;
}

describe('facts recorded late, twice or in error (design: facts)', () => {
  it('1: progress recorded after the close of its month: March posts 720.00, of which 300.00 belongs to February', async () => {
    const books = await openBooks();
    const { contract } = await books.contract(only('1200', { kind: 'PROGRESS' }));
    await books.runThrough('2026-01', '2026-02');
    await books.tell(contract.id, {
      kind: 'progress',
      effectiveDate: '2026-03-31',
      key: 'A',
      progress: '0.6',
    });
    await close(books, '2026-02');
    const view = await books.tell(contract.id, {
      kind: 'progress',
      effectiveDate: '2026-02-28',
      key: 'A',
      progress: '0.25',
    });
    await books.run('2026-03');
    expect(await posted(books, contract.id)).toEqual({ '2026-03': 720 });
    const recorded = view.events.at(-1)?.event.id;
    expect(
      view.schedule.map(({ amount, period, naturalPeriod, late, causeId }) => ({
        amount,
        period,
        naturalPeriod,
        late,
        isLastTold: causeId === recorded,
      })),
    ).toEqual([
      { amount: '720.00', period: '2026-03', naturalPeriod: '2026-03', late: false, isLastTold: false },
      { amount: '300.00', period: '2026-03', naturalPeriod: '2026-02', late: true, isLastTold: true },
      { amount: '-300.00', period: '2026-03', naturalPeriod: '2026-03', late: false, isLastTold: true },
    ]);
    await books.tiesOut();
    const before = (await books.read(contract.id)).schedule;
    await books.run('2026-03');
    expect((await books.read(contract.id)).schedule).toEqual(before);
  });

  it('2: a prospective modification recorded after a later one: 100.00, 110.00, 130.00, in sum 1,350.00', async () => {
    const books = await openBooks();
    const term = { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31', method: 'EVEN_PERIODS' };
    const { contract } = await books.contract(only('1200', term));
    for (const [date, priceChange] of [
      ['2026-10-01', '60'],
      ['2026-04-01', '90'],
    ] as const) {
      await books.modify(contract.id, {
        date,
        priceChange,
        treatment: 'prospective',
        reason: 'agreed by letter',
      });
    }
    await books.runThrough('2026-01', '2026-12');
    const months = Object.values(await posted(books, contract.id));
    expect(months).toEqual([...Array(3).fill(100), ...Array(6).fill(110), ...Array(3).fill(130)]);
    expect((await books.read(contract.id)).contract.transactionPrice).toBe('1350.00');
    await books.tiesOut();
  });

  it('3: a thousand calls recorded in ten facts earn the same as one fact of their sum', async () => {
    const books = await openBooks();
    const calls = { kind: 'USAGE', tiers: [{ upTo: null, unitPrice: '0.0045' }] };
    const [one, many] = [await books.contract(only('0', calls)), await books.contract(only('0', calls))];
    const use = (quantity: string) =>
      ({ kind: 'usage', effectiveDate: '2026-01-15', key: 'A', quantity }) as const;
    await books.tell(one.contract.id, use('1000'));
    await books.tell(many.contract.id, ...Array.from({ length: 10 }, () => use('100')));
    for (const { contract } of [one, many]) {
      expect((await books.read(contract.id)).contract.transactionPrice).toBe('4.50');
    }
    await books.run('2026-01');
    expect(await posted(books, many.contract.id)).toEqual({ '2026-01': 4.5 });
    await books.tiesOut();
  });

  it('4: an invoice recorded twice and one of them voided: receivable 5,000, the price unchanged, both visible, 10,000 known in between', async () => {
    const books = await openBooks();
    const { contract } = await books.contract(only('5000', { kind: 'POINT' }));
    const invoice = { kind: 'invoice', effectiveDate: '2026-01-10', amount: '5000' } as const;
    const twice = await books.tell(contract.id, invoice, invoice);
    const between = await moment(books);
    const second = twice.events.at(-1)?.event.id ?? '';
    const view = await runForOutput(voidFact, books.org.callAs('revenue'), {
      id: second,
      reason: 'Sent twice',
    });
    expect(view.balances).toMatchObject({ receivable: '5000.00', billed: '5000.00' });
    expect(view.contract.transactionPrice).toBe('5000.00');
    expect(view.events.filter(({ event }) => event.kind === 'invoice')).toHaveLength(2);
    expect(view.events.at(-1)?.event).toMatchObject({ kind: 'voided', of: second, reason: 'Sent twice' });
    expect((await books.read(contract.id, between)).balances).toMatchObject({
      receivable: '10000.00',
      billed: '10000.00',
    });
    expect(await books.balance('1210')).toBe('5000');
    await books.tiesOut();
    await expect(
      runForOutput(voidFact, books.org.callAs('revenue'), { id: second, reason: 'Again' }),
    ).rejects.toMatchObject({ refusal: { code: 'REVENUE_RULE', data: { rule: 'ALREADY_VOIDED' } } });
    expect((await books.read(contract.id)).events).toEqual(view.events);
  });

  it('5: days of 2026 signed on 10 February: February posts 590.00, of which 310.00 belongs to January', async () => {
    const books = await openBooks();
    const term = { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' };
    const view = await books.contract(only('3650', term, '2026-02-10'));
    expect(view.schedule[0]).toMatchObject({
      amount: '310.00',
      period: '2026-02',
      naturalPeriod: '2026-01',
      catchUp: true,
    });
    await books.runThrough('2026-02', '2026-03');
    expect(await posted(books, view.contract.id)).toEqual({ '2026-02': 590, '2026-03': 310 });
    await books.tiesOut();
  });

  it('6: a term of two years extended by a third, not distinct: −731.33 at once, without a measurement by the user', async () => {
    const books = await openBooks('2028-12-31');
    const term = { kind: 'RATABLE', start: '2026-01-01', end: '2027-12-31' };
    const { contract } = await books.contract({ ...only('7300', term), endDate: '2027-12-31' });
    const { comparison } = await books.modify(contract.id, {
      date: '2027-01-01',
      priceChange: '1464',
      obligations: [
        {
          key: 'A',
          remainingDistinct: false,
          pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2028-12-31' },
        },
      ],
      treatment: 'catchUp',
      reason: 'One service of three years',
    });
    expect(comparison.outcomes.catchUp.catchUp).toBe('-731.33');
    const { schedule, obligations } = await books.read(contract.id);
    expect(schedule.filter(({ source }) => source === 'modification').map(({ amount }) => amount)).toEqual([
      '-731.33',
    ]);
    expect(obligations[0]?.allocated).toBe('8764.00');
  });

  it('a payment recorded before its invoice of an earlier date settles it, as if recorded in order', async () => {
    const books = await openBooks();
    const invoice = { kind: 'invoice', effectiveDate: '2026-01-10', amount: '500' } as const;
    const payment = { kind: 'payment', effectiveDate: '2026-02-05', amount: '300' } as const;
    const inOrder = await books.contract(only('5000', { kind: 'POINT' }));
    const late = await books.contract(only('5000', { kind: 'POINT' }));
    const one = await books.tell(inOrder.contract.id, invoice, payment);
    const other = await books.tell(late.contract.id, payment, invoice);
    expect(other.balances).toEqual(one.balances);
    expect(one.balances).toMatchObject({ receivable: '200.00', deferred: '500.00' });
    await books.tiesOut();
  });

  it('a fact is replaced in one transaction; replacing one that a later fact depends on is refused, and nothing changes', async () => {
    const books = await openBooks();
    const { contract } = await books.contract(only('1000', { kind: 'POINT' }));
    const delivered = await books.tell(contract.id, {
      kind: 'delivery',
      effectiveDate: '2026-01-20',
      key: 'A',
    });
    const wrong = delivered.events.at(-1)?.event.id ?? '';
    await books.run('2026-01');
    const view = await runForOutput(replaceFact, books.org.callAs('revenue'), {
      id: wrong,
      event: { kind: 'delivery', effectiveDate: '2026-02-03', key: 'A' },
      reason: 'It arrived two weeks later',
    });
    await books.run('2026-02');
    // January is still open: its postings are reversed there.
    expect(view.schedule.map(({ amount, period }) => [amount, period])).toEqual([
      ['1000.00', '2026-01'],
      ['1000.00', '2026-02'],
      ['-1000.00', '2026-01'],
    ]);
    await books.tell(contract.id, { kind: 'return', effectiveDate: '2026-02-20', key: 'A', amount: '100' });
    const before = await books.read(contract.id);
    const again = before.events.find(({ event }) => event.id === view.eventId)?.event.id ?? '';
    await expect(
      runForOutput(voidFact, books.org.callAs('revenue'), { id: again, reason: 'Never delivered' }),
    ).rejects.toMatchObject({ refusal: { data: { rule: 'RETURN_OVER_RECOGNISED' } } });
    expect(await books.read(contract.id)).toEqual(before);
    await books.tiesOut();
  });

  it('a late fact that changes the required treatment of a modification opens a decision; until it is made the chosen one stands', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      endDate: '2026-12-31',
      price: { fixed: '2000' },
      obligations: [
        { key: 'goods', ssp: '1000', pattern: { kind: 'UNITS', quantity: '10' } },
        { key: 'project', ssp: '1000', pattern: { kind: 'PROGRESS' } },
      ],
    });
    await books.tell(contract.id, {
      kind: 'progress',
      effectiveDate: '2026-02-01',
      key: 'project',
      progress: '0.5',
    });
    const { treatment } = await books.modify(contract.id, {
      date: '2026-04-01',
      priceChange: '-100',
      reason: 'Rebate agreed',
    });
    expect(treatment).toBe('mixed');
    expect((await books.read(contract.id)).openDecisions).toEqual([]);
    const late = await books.tell(contract.id, {
      kind: 'progress',
      effectiveDate: '2026-03-15',
      key: 'project',
      progress: '1',
    });
    const [open] = late.openDecisions;
    expect(late.openDecisions).toMatchObject([
      { chosen: 'mixed', decidedFor: 'mixed', required: 'prospective', effectiveDate: '2026-04-01' },
    ]);
    const decided = await runForOutput(decideTreatment, books.org.callAs('revenue'), {
      id: open?.eventId ?? '',
      treatment: 'prospective',
      reason: 'The project was finished before the rebate',
    });
    expect(decided.openDecisions).toEqual([]);
    expect(decided.contract.transactionPrice).toBe('1900.00');
    await books.tiesOut();
  });
});
