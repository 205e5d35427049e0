import { afterAll, describe, expect, it } from 'vitest';
import { dec, sum, toFixedString } from '@/core/money/decimal';
import { closeConnections } from '@/db/client';
import { runForOutput } from '@/usecases/kit/run';
import {
  contractBalancesReport,
  recurringRevenueReport,
  rollforwardReport,
} from '@/usecases/revenue/reports/report-balances';
import {
  disaggregationReport,
  forecastReport,
  rpoReport,
  waterfallReport,
} from '@/usecases/revenue/reports/report-revenue';
import { moveSubscription } from '@/usecases/subscriptions/move-subscription';
import { subscriptionItemVerbs } from '@/usecases/subscriptions/subscription-item-records';
import { subscriptionVerbs } from '@/usecases/subscriptions/subscription-records';
import { type Books, openBooks } from '../books';
import { databaseNow } from '../histories/moments';

afterAll(closeConnections);

const SPAN = { from: '2026-01', to: '2026-12' };
const monthly = {
  kind: 'RATABLE' as const,
  start: '2026-01-01',
  end: '2026-12-31',
  method: 'EVEN_PERIODS' as const,
};

/** 1,200 for the twelve months of 2026, 300 for a delivery, and a subscription of 50 a month; January is run. */
async function company() {
  const books = await openBooks('2026-06-30');
  const { org } = books;
  const { contract } = await books.contract({
    contractDate: '2026-01-01',
    price: { fixed: '1500' },
    obligations: [
      { key: 'service', ssp: '1200', pattern: monthly },
      { key: 'goods', ssp: '300', pattern: { kind: 'POINT' } },
    ],
  });
  await books.tell(contract.id, { kind: 'invoice', effectiveDate: '2026-01-05', amount: '900' });
  const admin = org.callAs('admin');
  const { id: subscriptionId } = await runForOutput(subscriptionVerbs.create, admin, {
    name: 'Platform',
    billingFrequency: 'MONTHLY',
    customerId: org.ids.customer,
    startDate: '2026-01-01',
  });
  await runForOutput(subscriptionItemVerbs.create, admin, { subscriptionId, unitPrice: '50' });
  await runForOutput(moveSubscription, admin, { id: subscriptionId, verb: 'activate' });
  await books.run('2026-01');
  return { books, contractId: contract.id, subscriptionId };
}

/** What happens from April on: an extension of the service, a delivery, billing, payment, the end of the subscription, and runs. */
async function spring({ books, contractId, subscriptionId }: Awaited<ReturnType<typeof company>>) {
  await books.modify(contractId, {
    date: '2026-04-01',
    reason: 'More of it',
    additions: [
      { key: 'more', ssp: '450', price: '360', distinct: true, pattern: { ...monthly, start: '2026-04-01' } },
    ],
  });
  await books.tell(
    contractId,
    { kind: 'delivery', effectiveDate: '2026-04-10', key: 'goods' },
    { kind: 'invoice', effectiveDate: '2026-04-15', amount: '960' },
    { kind: 'payment', effectiveDate: '2026-05-02', amount: '500' },
  );
  await runForOutput(moveSubscription, books.org.callAs('admin'), {
    id: subscriptionId,
    verb: 'cancel',
    onDay: '2026-04-30',
  });
}

/** Every report on revenue, without its heading. */
async function reports({ org }: Books, more: { knownAsOf?: string; effectiveAsOf?: string; asOf?: string }) {
  const call = org.callAs('auditor');
  const { asOf, ...dates } = more;
  const at = asOf === undefined ? {} : { asOf };
  const figures = {
    waterfall: await runForOutput(waterfallReport, call, { ...SPAN, ...more }),
    rpo: await runForOutput(rpoReport, call, { ...more }),
    forecast: await runForOutput(forecastReport, call, { ...SPAN, ...more }),
    deferred: await runForOutput(rollforwardReport, call, { ...SPAN, ...dates }),
    balances: await runForOutput(contractBalancesReport, call, {
      from: '2026-01',
      to: '2026-03',
      ...dates,
      ...at,
    }),
    by: await runForOutput(disaggregationReport, call, { ...SPAN, by: 'nature', ...dates }),
    recurring: await runForOutput(recurringRevenueReport, call, { from: '2026-01', to: '2026-06', ...dates }),
  };
  return Object.fromEntries(
    Object.entries(figures).map(([name, { knownAsOf: _known, effectiveAsOf: _effective, ...figure }]) => [
      name,
      figure,
    ]),
  ) as typeof figures;
}

describe('reports of revenue', () => {
  it('as known at an earlier time are the ones given then, whatever was recorded and run since', async () => {
    const recorded = await company();
    const { books } = recorded;
    const then = await reports(books, {});
    const moment = await databaseNow(books);
    await spring(recorded);
    await books.runThrough('2026-02', '2026-05');
    expect(await reports(books, { knownAsOf: moment })).toEqual(then);
    const now = await reports(books, {});
    for (const name of Object.keys(then) as (keyof typeof then)[])
      expect([name, now[name]]).not.toEqual([name, then[name]]);
  });

  it('as of a day contain nothing that takes effect after it, including its effect on earlier facts', async () => {
    const recorded = await company();
    const { books } = recorded;
    const asked = { effectiveAsOf: '2026-03-31' };
    const then = await reports(books, asked);
    await spring(recorded);
    expect(await reports(books, asked)).toEqual(then);
    // A month that is over is reported as of its end by default: its remaining obligations are those at that date.
    const { rpo, waterfall, forecast } = await reports(books, { asOf: '2026-03' });
    expect(rpo.total).toBe(then.rpo.total);
    expect(waterfall.rows).toEqual(then.waterfall.rows);
    expect(forecast.rows).toEqual(then.forecast.rows);
  });

  it('show a month that is not run yet in its own column, and what is run in the month it was posted', async () => {
    const recorded = await company();
    const { books } = recorded;
    const waterfall = async () => (await reports(books, {})).waterfall.total.months;
    const forecast = async () =>
      (await reports(books, {})).forecast.rows.map(({ recognised, scheduled }) => [recognised, scheduled]);
    const even = Array(12).fill('100.00') as string[];
    // Today is the end of June; only January is run.
    expect(await waterfall()).toEqual(even);
    expect(await forecast()).toEqual(
      even.map((amount, month) => (month === 0 ? [amount, '0.00'] : ['0.00', amount])),
    );
    await books.run('2026-02');
    expect(await waterfall()).toEqual(even);
    expect((await forecast()).slice(0, 4)).toEqual([
      ['100.00', '0.00'],
      ['100.00', '0.00'],
      ['0.00', '100.00'],
      ['0.00', '100.00'],
    ]);
    const { waterfall: shown, rpo, forecast: ahead } = await reports(books, {});
    // Booked = posted + what remains, of which the forecast schedules all but the delivery.
    expect([shown.total.booked, shown.total.remaining, rpo.total, ahead.unscheduled]).toEqual([
      '1500.00',
      '1300.00',
      '1300.00',
      '300.00',
    ]);
    const scheduled = sum(ahead.rows.map((row) => row.scheduled));
    expect(toFixedString(dec(rpo.total).minus(ahead.unscheduled), 2)).toBe(toFixedString(scheduled, 2));
  });
});
