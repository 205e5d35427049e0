import { describe, expect, it } from 'vitest';
import { dec, sum } from '@/core/money/decimal';
import { PROSPECT_STATUSES } from '@/core/sales/prospect-status';
import type { PlannedDocument } from './documents';
import { costOfGateways, plannedJournals } from './journals';
import { openingBills, openingInvoices, openingJournals } from './opening';
import { plannedPayroll } from './payroll';
import { PEOPLE } from './people';
import { projectBills } from './project-plans';
import { plannedProjects } from './projects';
import { plannedBills, plannedExpenseReports } from './purchases';
import { exchangeRates, mistyped, mistypedRate } from './rates';
import { plannedCustomers } from './sales/customers';
import { INDUSTRIES, plannedProspects } from './sales/prospects';
import { plannedInvoices } from './sales/sales';
import { plannedSubscriptions } from './sales/subscriptions';
import { timelineUpTo } from './timeline';
import { VENDORS } from './vendors';
import { waitingDocuments } from './waiting';

/** Days in short months, at the beginning or end of a year, and an ordinary day. */
const DAYS = ['2026-11-21', '2027-01-01', '2028-02-29', '2026-12-31', '2026-03-31'];

function storyOn(today: string) {
  const timeline = timelineUpTo(today);
  const customers = plannedCustomers();
  const subscriptions = plannedSubscriptions(customers, timeline);
  const invoices = [
    ...openingInvoices(customers, timeline),
    ...plannedInvoices(customers, subscriptions, timeline),
  ];
  const bills = [...openingBills(timeline), ...plannedBills(timeline)];
  const openItems = [...openingInvoices(customers, timeline), ...openingBills(timeline)];
  const journals: PlannedDocument[] = [
    ...openingJournals(openItems, timeline),
    ...plannedPayroll(timeline),
    ...plannedJournals(timeline),
    ...costOfGateways(invoices, timeline),
  ];
  const projects = plannedProjects(timeline).flatMap((project) => projectBills(project, today));
  const documents = [...invoices, ...bills, ...journals, ...plannedExpenseReports(timeline), ...projects];
  return { timeline, customers, invoices, journals, documents };
}

describe('the demo company’s story', () => {
  it.each(DAYS)('is the same in every run (%s)', (today) => {
    expect(JSON.stringify(storyOn(today).documents)).toBe(JSON.stringify(storyOn(today).documents));
  });

  it('has on any day a mistyped exchange rate, within a tenth of the intended one, and a document that used it', () => {
    const days = Array.from({ length: 4 }, (_, year) =>
      Array.from(
        { length: 12 },
        (_month, month) => `${2026 + year}-${String(month + 1).padStart(2, '0')}-28`,
      ),
    ).flat();
    for (const today of [...DAYS, ...days]) {
      const timeline = timelineUpTo(today);
      const { meant, typed } = mistypedRate(timeline);
      const taken = plannedJournals(timeline).filter(
        (one) =>
          one.subsidiary === 'DE' &&
          one.currency === 'USD' &&
          one.date.slice(0, 7) === meant.date.slice(0, 7),
      );
      expect(taken, today).not.toEqual([]);
      const wrong = dec(typed.rate).div(meant.rate).minus(1).abs();
      expect(wrong.isZero() || wrong.greaterThan('0.1'), `${today}: ${typed.rate} for ${meant.rate}`).toBe(
        false,
      );
    }
    expect(['1.0923', '1.0880', '1.0888', '1.0889', '1.0000'].map(mistyped)).toEqual([
      '1.0293',
      '1.0808',
      '1.0889',
      '1.0898',
      '1.0001',
    ]);
  });

  it.each(DAYS)(
    'dates nothing before the books begin or after today, and uses every document key once (%s)',
    (today) => {
      const { timeline, documents } = storyOn(today);
      const outside = documents.filter(({ date }) => date < timeline.start || date > today);
      expect(outside.map(({ key }) => key)).toEqual([]);
      const keys = [...documents, ...waitingDocuments(timeline)].map(({ key }) => key);
      expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
      expect(waitingDocuments(timeline).filter(({ date }) => date > today)).toEqual([]);
    },
  );

  it.each(DAYS)('has no journal that does not balance, except the draft (%s)', (today) => {
    const { timeline, journals } = storyOn(today);
    const waiting = waitingDocuments(timeline).filter(({ kind }) => kind === 'JOURNAL');
    const unbalanced = [...journals, ...waiting].filter(
      (journal) => !sum(journal.lines.map(({ unitPrice }) => unitPrice)).isZero(),
    );
    expect(unbalanced.map(({ key }) => key)).toEqual(['WAIT:reclass']);
  });

  it('covers at least twelve full months and at most twenty-four', () => {
    expect(DAYS.map((today) => timelineUpTo(today).months.length)).toEqual([23, 13, 14, 24, 15]);
  });

  it('has a spot rate for every pair on the first of every month', () => {
    const { timeline } = storyOn('2026-11-21');
    const spot = exchangeRates(timeline).filter(({ type }) => type === 'SPOT');
    expect(spot).toHaveLength(timeline.months.length * 5);
    expect(spot.every(({ rate }) => /^\d+\.\d+$/.test(rate) && dec(rate).greaterThan('0'))).toBe(true);
  });

  it('employs 42 people in four levels, each with a manager who exists', () => {
    const level = (key: string): number => {
      const person = PEOPLE.find((one) => one.key === key);
      if (person === undefined) throw new Error(`no one is called ${key}`);
      return person.manager === null ? 1 : level(person.manager) + 1;
    };
    const levels = PEOPLE.map(({ key }) => level(key));
    expect([PEOPLE.length, Math.max(...levels), levels.filter((one) => one === 1).length]).toEqual([
      42, 4, 1,
    ]);
  });

  it('sells to 117 customers in hierarchies and buys from 25 vendors', () => {
    const customers = plannedCustomers();
    const names = new Set(customers.map(({ name }) => name));
    expect([names.size, VENDORS.length]).toEqual([117, 25]);
    expect(customers.filter(({ parent }) => parent !== null && !names.has(parent))).toEqual([]);
    expect(customers.filter(({ parent }) => parent !== null).length).toBeGreaterThan(10);
  });

  it('has 60 prospects in every status and industry, some above a million', () => {
    const prospects = plannedProspects('2026-11-21');
    expect(prospects).toHaveLength(60);
    expect(new Set(prospects.map(({ status }) => status))).toEqual(new Set(PROSPECT_STATUSES));
    expect(new Set(prospects.map(({ industry }) => industry))).toEqual(new Set(INDUSTRIES));
    expect(
      prospects.filter(({ estimatedRevenue }) => (estimatedRevenue ?? 0) > 1_000_000).length,
    ).toBeGreaterThan(20);
  });
});
