import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { surfaceC } from '@/surfaces/c/surface';
import { doorFor } from '@/testing/door';
import { foundTestOrganization } from '@/testing/organization';
import { correctRates } from '@/usecases/fx/correct-rates';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { runForOutput } from '@/usecases/kit/run';
import { closePeriod, softClosePeriod } from '@/usecases/periods/close-period';
import { createCalendar } from '@/usecases/periods/create-calendar';
import { createFiscalYear } from '@/usecases/periods/create-fiscal-year';
import { listCalendars } from '@/usecases/periods/list-calendars';
import { listPeriods } from '@/usecases/periods/list-periods';
import { periodBlockers } from '@/usecases/periods/period-blockers';
import { reopenPeriod } from '@/usecases/periods/reopen-period';
import { adoptCalendar } from '@/usecases/periods/set-calendar';
import { createCost, getCost, impairCost } from '@/usecases/revenue/contracts/costs/cost-records';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { postRun } from '@/usecases/revenue/runs/post-run';
import { reclassifyBalances } from '@/usecases/revenue/runs/reclassify-balances';
import { reverseRun } from '@/usecases/revenue/runs/reverse-run';
import { POLICY_ROLES } from '@/usecases/revenue/setup/policy-rules';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { fingerprint } from '../../support/fingerprint';
import { type Books, openBooks } from '../books';

afterAll(closeConnections);

const REVENUE = POLICY_ROLES.REVENUE.code;
const WEEKS = { name: 'Retail 4-4-5', pattern: '4-4-5', firstWeekday: 7 } as const;

/** Books of months until `firstDay` and of weeks from then on: P01 of 2026 is 1 to 31 January, P03 ends on 4 April. */
async function adopted(firstDay = '2026-01-01', calendar: object = WEEKS) {
  const books = await openBooks();
  const { org } = books;
  const adopt = async (from = firstDay) => {
    const known = await runForOutput(listCalendars, org.callAs('viewer'), {});
    const id = known[0]?.id ?? (await runForOutput(createCalendar, org.callAs('controller'), calendar)).id;
    return runForOutput(adoptCalendar, org.callAs('controller'), {
      id,
      subsidiaryId: org.ids.rootSubsidiary,
      firstDay: from,
    });
  };
  const periods = (fiscalYear: number) =>
    runForOutput(listPeriods, org.callAs('viewer'), { fiscalYear, subsidiaryId: org.ids.rootSubsidiary });
  return { books, org, adopt, periods };
}

/** 10.00 a day from 4 January to 2 January of the next year, in 52 weeks. */
const daily = (books: Books) =>
  books.contract({
    contractDate: '2026-01-04',
    price: { fixed: '3640' },
    obligations: [
      { key: 'care', ssp: '3640', pattern: { kind: 'RATABLE', start: '2026-01-04', end: '2027-01-02' } },
    ],
  });
const planned = async (books: Books, id: string) => {
  const sums = new Map<string, number>();
  for (const { period, amount } of (await books.read(id)).schedule) {
    sums.set(period, (sums.get(period) ?? 0) + Math.round(Number(amount) * 100));
  }
  return [...sums].filter(([, amount]) => amount !== 0).sort();
};

describe('a subsidiary that follows a fiscal calendar of weeks', () => {
  it('has its periods created again from that day, next year’s too, and keeps the months before', async () => {
    const { org, adopt, periods } = await adopted();
    await adopt();
    const labels = (await periods(2026)).map(
      ({ label, startDate, endDate }) => `${label} ${startDate} ${endDate}`,
    );
    expect(labels).toHaveLength(12);
    expect(labels[0]).toBe('FY2026-P01 2026-01-01 2026-01-31');
    expect(labels[11]).toBe('FY2026-P12 2026-11-29 2027-01-02');
    expect((await periods(2025)).at(-1)?.label).toBe('2025-12');
    expect((await periods(2027))[0]?.startDate).toBe('2027-01-03');
    // A year beyond those that exist follows the calendar without being set up again.
    const later = { fiscalYear: 2028, subsidiaryId: org.ids.rootSubsidiary };
    const made = await runForOutput(createFiscalYear, org.callAs('controller'), later);
    expect(made[0]).toMatchObject({ label: 'FY2028-P01', startDate: '2028-01-02' });
  });

  it('earns in each period its own days, runs period by period, and posts on its last day', async () => {
    const { books, adopt } = await adopted();
    await adopt();
    const { contract } = await daily(books);
    await books.tell(contract.id, { kind: 'invoice', effectiveDate: '2026-01-04', amount: '3640' });
    const totals: string[] = [];
    for (const period of ['FY2026-P01', 'FY2026-P02', '2026-04-04']) {
      const run = await books.run(period);
      totals.push(`${run.period} ${run.periodLabel} ${run.postingDate} ${run.proposal.totals[0]?.amount}`);
    }
    expect(totals).toEqual([
      // A fiscal period that happens to be a calendar month has its name.
      '2026-01 FY2026-P01 2026-01-31 280.00',
      '2026-02 FY2026-P02 2026-02-28 280.00',
      '2026-04-04 FY2026-P03 2026-04-04 350.00',
    ]);
    expect(await books.balance(REVENUE)).toBe('-910');
    await books.tiesOut();
  });

  it('translates the impairment of a cost at the beginning of its fiscal period at a corrected rate', async () => {
    const { books, org, adopt } = await adopted();
    await adopt();
    const call = org.callAs('controller');
    const set = (rate: string) =>
      runForOutput(setExchangeRates, call, {
        rates: [{ fromCurrency: 'EUR', toCurrency: 'USD', rateDate: '2026-01-01', rate }],
        confirmation: 'Rates of the example',
      });
    await set('1.10');
    const { contract } = await books.contract({
      contractDate: '2026-01-04',
      currencyCode: 'EUR',
      price: { fixed: '3640' },
      obligations: [
        { key: 'care', ssp: '3640', pattern: { kind: 'RATABLE', start: '2026-01-04', end: '2027-01-02' } },
      ],
    });
    const { cost } = await runForOutput(createCost, call, {
      ...{ contractId: contract.id, kind: 'OBTAIN', amount: '1200', incurredOn: '2026-01-04' },
      ...{ amortiseFrom: '2026-01-01', contractMonths: 12 },
    });
    // 100.00 a month: 313.33 by 4 April leaves 886.67, of which 500.00 is recoverable; by calendar months 900.00 would be left.
    const { loss } = await runForOutput(impairCost, call, {
      ...{ id: cost.id, date: '2026-04-10', expectedConsideration: '500' },
    });
    expect(loss).toBe('386.67');
    await set('1.20');
    const { items } = await runForOutput(correctRates, call, {
      ...{ subsidiaryId: org.ids.rootSubsidiary, currencyCode: 'EUR', from: '2026-01-01' },
    });
    expect(
      items
        .filter(({ originOn }) => originOn === '2026-04-10')
        .map(({ beforeBase, afterBase }) => [beforeBase, afterBase]),
    ).toEqual([['425.34', '464.00']]);
    await books.tiesOut();
  });

  it('refuses a run of a calendar month, or one that leaves a period out, and nothing changes', async () => {
    const { books, org, adopt } = await adopted();
    await adopt();
    await daily(books);
    const before = await fingerprint(org.organizationId);
    await expect(books.run('2026-03')).rejects.toMatchObject({
      refusal: {
        code: 'INVALID_INPUT',
        message: expect.stringContaining('FY2026-P03 (2026-03-01 to 2026-04-04)'),
      },
    });
    await expect(books.run('FY2026-P03')).rejects.toMatchObject({
      refusal: { data: { rule: 'PERIOD_SKIPPED', next: '2026-01' } },
    });
    expect(await fingerprint(org.organizationId)).toEqual(before);
  });

  it('does not close a period with unposted revenue for its days, and the next period’s revenue does not hold it up', async () => {
    const { books, org, adopt, periods } = await adopted();
    await adopt();
    const { contract } = await daily(books);
    await books.tell(contract.id, { kind: 'invoice', effectiveDate: '2026-01-04', amount: '3640' });
    // The months of the year before are closed first.
    const year = [...(await periods(2025)), ...(await periods(2026))];
    const step = async (id: string) => {
      await runForOutput(softClosePeriod, org.callAs('controller'), { id });
      return runForOutput(closePeriod, org.callAs('controller'), { id });
    };
    for (const { id, endDate } of year) if (endDate < '2026-01-01') await step(id);
    const first = year.find(({ label }) => label === 'FY2026-P01')?.id ?? '';
    const blockers = () => runForOutput(periodBlockers, org.callAs('viewer'), { id: first });
    expect(await blockers()).toMatchObject([
      { blocker: 'UNPOSTED_SCHEDULES', message: expect.stringContaining('Run FY2026-P01.') },
    ]);
    await expect(step(first)).rejects.toMatchObject({ refusal: { code: 'INVALID_STATUS_TRANSITION' } });
    const until = new Date(org.clock.now().getTime() + 60_000).toISOString();
    await runForOutput(reopenPeriod, org.callAs('controller'), {
      id: first,
      reason: 'Revenue is missing',
      until,
    });
    await books.run('FY2026-P01');
    expect(await blockers()).toEqual([]);
    expect((await step(first)).status).toBe('CLOSED');
    // A delivery of the closed period is a catch-up of the next one, labeled with its own.
    const { contract: late } = await books.contract({
      contractDate: '2026-01-20',
      price: { fixed: '100' },
      obligations: [{ key: 'goods', ssp: '100', pattern: { kind: 'POINT' } }],
    });
    const { schedule: rows } = await books.tell(late.id, {
      kind: 'delivery',
      effectiveDate: '2026-01-21',
      key: 'goods',
    });
    expect(rows).toMatchObject([
      { naturalPeriod: '2026-01', period: '2026-02', late: true, amount: '100.00' },
    ]);
  });

  it('reverses a run of its own periods, and the next run posts them again', async () => {
    const { books, org, adopt } = await adopted();
    await adopt();
    await daily(books);
    const { id } = await books.run('FY2026-P01');
    const reversal = await runForOutput(reverseRun, org.callAs('revenue'), {
      id,
      reason: 'A wrong price list',
    });
    expect(reversal).toMatchObject({ period: '2026-01', runStatus: 'POSTED' });
    expect(await books.balance(REVENUE)).toBe('0');
    await books.run('FY2026-P01');
    expect(await books.balance(REVENUE)).toBe('-280');
    await books.tiesOut();
  });

  it('reclassifies the noncurrent part at the end of a period and back on the day after', async () => {
    const { books, org, adopt } = await adopted();
    await adopt();
    const { contract } = await books.contract({
      contractDate: '2026-01-04',
      price: { fixed: '10920' },
      obligations: [
        { key: 'care', ssp: '10920', pattern: { kind: 'RATABLE', start: '2026-01-04', end: '2028-12-30' } },
      ],
    });
    await books.tell(contract.id, { kind: 'invoice', effectiveDate: '2026-01-04', amount: '10920' });
    await books.run('FY2026-P01');
    const { reclassifications } = await runForOutput(reclassifyBalances, org.callAs('revenue'), {
      period: 'FY2026-P01',
    });
    // 10.00 a day: of 10,640.00 the periods that end by 31 January 2027 earn 3,640.00 (364 days), and the rest is noncurrent.
    expect(reclassifications).toMatchObject([
      { period: '2026-01', liability: '10640.00', current: '3640.00', nonCurrent: '7000.00' },
    ]);
  });
});

describe('a calendar set up after contracts were recorded', () => {
  it('moves planned revenue into its periods by days and changes no sum; set up again, it changes nothing', async () => {
    const { books, org, adopt } = await adopted('2026-03-01');
    const { contract } = await daily(books);
    const { cost } = await runForOutput(createCost, org.callAs('revenue'), {
      contractId: contract.id,
      kind: 'OBTAIN',
      amount: '120',
      incurredOn: '2026-01-04',
      amortiseFrom: '2026-01-01',
      contractMonths: 12,
    });
    await adopt();
    const rows = await planned(books, contract.id);
    expect(rows.slice(0, 4)).toEqual([
      ['2026-01', 28_000],
      ['2026-02', 28_000],
      // 1 March to 4 April, 5 April to 2 May.
      ['2026-04-04', 35_000],
      ['2026-05-02', 28_000],
    ]);
    expect(rows.reduce((total, [, amount]) => total + Number(amount), 0)).toBe(364_000);
    const { plan } = await runForOutput(getCost, org.callAs('auditor'), { id: cost.id });
    const left = plan.filter(({ postedPeriod }) => postedPeriod === null);
    const of = (period: string) =>
      left
        .filter((row) => row.period === period)
        .reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0);
    // 10.00 a month: March and 4 of the 30 days of April, 11.33; the other 26 and 2 of the 31 of May, 9.31.
    expect([of('2026-03'), of('2026-04-04'), of('2026-05-02')]).toEqual([0, 1000 + 133, 931]);
    expect(left.reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0)).toBe(12_000);
    const before = await fingerprint(org.organizationId);
    await adopt();
    expect(await fingerprint(org.organizationId)).toEqual(before);
    for (const period of ['2026-01', '2026-02', 'FY2026-P03']) await books.run(period);
    expect(await books.balance(REVENUE)).toBe('-910');
    await books.tiesOut();
  });

  it('leaves no run of an earlier calendar’s period to be posted', async () => {
    const { books, org, adopt } = await adopted('2026-03-01');
    await daily(books);
    const propose = (period: string) => runForOutput(createRun, org.callAs('revenue'), { period });
    for (const period of ['2026-01', '2026-02']) await books.run(period);
    const { id } = await propose('2026-03');
    await adopt();
    await expect(runForOutput(postRun, org.callAs('revenue'), { id })).rejects.toMatchObject({
      refusal: { code: 'INVALID_INPUT', message: expect.stringContaining('FY2026-P03') },
    });
    expect(await books.balance(REVENUE)).toBe('-560');
    await books.run('FY2026-P03');
    expect(await books.balance(REVENUE)).toBe('-910');
  });

  it('is refused from a day on or after which there are entries, or within a period, and nothing changes', async () => {
    const { books, org, adopt } = await adopted();
    const { contract } = await daily(books);
    await books.tell(contract.id, { kind: 'invoice', effectiveDate: '2026-02-10', amount: '3640' });
    const before = await fingerprint(org.organizationId);
    for (const [day, words] of [
      ['2026-02-01', 'the ledger has entries through that day'],
      ['2026-03-15', 'the first day of a period: 2026-03-01 or 2026-04-01'],
    ] as const) {
      await expect(adopt(day)).rejects.toMatchObject({
        refusal: { code: 'INVALID_INPUT', message: expect.stringContaining(words) },
      });
    }
    const { length: calendars } = await runForOutput(listCalendars, org.callAs('viewer'), {});
    expect(calendars).toBe(1);
    const after = await fingerprint(org.organizationId);
    expect({ ...after, fiscal_calendars: null, audit_log: null, outbox_events: null }).toEqual({
      ...before,
      fiscal_calendars: null,
      audit_log: null,
      outbox_events: null,
    });
  });
});

describe('a calendar of the organization, over REST', () => {
  it('has a name, is followed by all subsidiaries without one, including new ones, and is listed; created twice, it exists once', async () => {
    const org = await foundTestOrganization({ today: '2026-12-31' });
    const door = doorFor(surfaceC, org.principals.admin);
    const base = '/api/v1/fiscal-calendars';
    const made = await door.send('POST', base, {
      body: { name: 'Thirteen', pattern: '13x4', firstWeekday: 7 },
    });
    expect(made.status, made.text).toBe(201);
    const { id } = (made.json as { calendar: { id: string } }).calendar;
    expect((await door.send('POST', base, { body: { name: 'Thirteen', pattern: 'MONTHLY' } })).status).toBe(
      409,
    );
    const body = { firstDay: '2027-01-01' };
    const adopted = await door.send('POST', `${base}/${id}/adopt`, { body });
    expect(adopted.status, adopted.text).toBe(201);
    expect(adopted.json).toMatchObject({
      subsidiaries: [{ subsidiaryId: org.ids.rootSubsidiary, periods: 13 }],
    });
    const before = await fingerprint(org.organizationId);
    expect((await door.send('POST', `${base}/${id}/adopt`, { body })).status).toBe(201);
    const replanned = await door.send('POST', `${base}/replan`, {
      body: { subsidiaryId: org.ids.rootSubsidiary },
    });
    expect([replanned.status, replanned.json]).toEqual([200, { done: true }]);
    expect(await fingerprint(org.organizationId)).toEqual(before);
    const { id: branch } = await runForOutput(createSubsidiary, org.callAs('admin'), {
      name: 'Branch',
      parentId: org.ids.rootSubsidiary,
    });
    const years = await runForOutput(createFiscalYear, org.callAs('controller'), { fiscalYear: 2028 });
    const of = (subsidiaryId: string) => years.filter((one) => one.subsidiaryId === subsidiaryId);
    expect([of(org.ids.rootSubsidiary).length, of(branch).length]).toEqual([13, 13]);
    expect(of(branch).at(-1)?.label).toBe('FY2028-P13');
    const listed = await door.send('GET', base);
    expect(listed.json).toMatchObject({
      calendars: [{ name: 'Thirteen', adoptions: [{ subsidiaryId: null, firstDay: '2027-01-01' }] }],
    });
  });

  it('that would make a fiscal year exist twice is refused, and nothing changes', async () => {
    const org = await foundTestOrganization({ today: '2026-12-31' });
    const controller = org.callAs('controller');
    const april = await runForOutput(createCalendar, controller, {
      name: 'April',
      pattern: 'MONTHLY',
      startMonth: 4,
    });
    const january = await runForOutput(createCalendar, controller, { name: 'January', pattern: 'MONTHLY' });
    const subsidiaryId = org.ids.rootSubsidiary;
    // January to March 2026 are a short year 2026; the next one, from April, is 2027.
    await runForOutput(adoptCalendar, controller, { id: april.id, subsidiaryId, firstDay: '2026-04-01' });
    const year = await runForOutput(listPeriods, org.callAs('viewer'), { fiscalYear: 2026 });
    expect(year.map(({ label }) => label)).toEqual(['2026-01', '2026-02', '2026-03']);
    const before = await fingerprint(org.organizationId);
    // Calendar years again from April 2027: that year is 2027 already.
    await expect(
      runForOutput(adoptCalendar, controller, { id: january.id, subsidiaryId, firstDay: '2027-04-01' }),
    ).rejects.toMatchObject({
      refusal: { code: 'INVALID_INPUT', message: expect.stringContaining('fiscal year 2027 exist twice') },
    });
    expect(await fingerprint(org.organizationId)).toEqual(before);
  });
});
