import { beforeAll, describe, expect, it } from 'vitest';
import { AGING_BUCKETS } from '@/core/billing/aging';
import { dec } from '@/core/money/decimal';
import { daysBetween } from '@/core/periods/calendar';
import { TRANSACTION_STATUSES } from '@/core/transactions/status';
import { systemClock } from '@/lib/clock';
import { IS_LONG } from '@/testing/long-run';
import { listRateCorrections } from '@/usecases/fx/correct-rates';
import { listPairs } from '@/usecases/intercompany/list-pairs';
import { listPeriods } from '@/usecases/periods/list-periods';
import { aging } from '@/usecases/reports/show-aging';
import { consolidation } from '@/usecases/reports/show-consolidation';
import { trialBalanceReport } from '@/usecases/reports/show-trial-balance';
import { getContract } from '@/usecases/revenue/contracts/get-contract';
import { listContracts } from '@/usecases/revenue/contracts/list-contracts';
import { listJudgements } from '@/usecases/revenue/reports/list-judgements';
import { changedReport } from '@/usecases/revenue/reports/report-changed';
import { listRuns } from '@/usecases/revenue/runs/list-runs';
import { listTransactions } from '@/usecases/transactions/list-transactions';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { accessOf, buildDemo, type Demo } from './build/demo';
import { timelineUpTo } from './story/timeline';

/** The last day of a month, soon after a year began, so that the story is short. Other days are founded by the long run (demo-days). */
const TODAY = '2026-01-31';

/** The totals of the books on that day, by company. When the story changes, they are changed here deliberately. */
const TOTALS = {
  HOLD: 'USD 14653681.00',
  US: 'USD 6862807.64',
  DE: 'EUR 2049391.67',
  JP: 'JPY 214406110',
};

// A demo takes as long as a hundred other tests, and the tests of the screens start one anyway: it is verified when it is built, and its
// figures are compared (scripts/lib/run/demo-books.mjs). The rest is tried in the long run.
let demo: Demo;
beforeAll(async () => {
  if (IS_LONG) demo = await buildDemo(systemClock(TODAY), (_label, work) => work());
});

describe.runIf(IS_LONG)('the demo company', () => {
  it('has books that pass every check in both organizations', async () => {
    for (const { stage } of [demo.meridian, demo.harbor]) {
      const verdict = await stage.run('admin', verifyBooks, {});
      expect(verdict.breaches).toEqual([]);
      expect(Number(verdict.ledger.entries)).toBeGreaterThan(50);
    }
  });

  it('adds up to the same figures in every run, with debits equal to credits in every company', async () => {
    const { stage } = demo.meridian;
    const found = await Promise.all(
      (['HOLD', 'US', 'DE', 'JP'] as const).map(async (key) => {
        const subsidiaryId = stage.ids.get('subsidiary', key);
        const { totals, currencyCode } = await stage.run('admin', trialBalanceReport, { subsidiaryId });
        expect(dec(totals.difference).isZero()).toBe(true);
        return [key, `${currencyCode} ${totals.totalDebits}`] as const;
      }),
    );
    expect(Object.fromEntries(found)).toEqual(TOTALS);
  });

  it('consolidates its four companies: balanced, intercompany eliminated, Tokyo with a noncontrolling interest', async () => {
    const { stage } = demo.meridian;
    for (const asOf of ['2025-06-30', '2025-12-31', TODAY]) {
      const report = await stage.run('viewer', consolidation, { asOf });
      expect(report.columns.map(({ code, groupPercent }) => [code, groupPercent])).toEqual([
        ['MC-HOLD', '100'],
        ['MC-DE', '100'],
        ['MC-JP', '80'],
        ['MC-US', '100'],
      ]);
      expect(report.balanceSheet.difference).toBe('0.00');
      const rows = report.balanceSheet.sections.flatMap((section) => section.rows);
      const group = (line: string) =>
        rows.find((row) => row.code === line || row.line === line)?.figures.consolidated ?? '0';
      expect([group('1610'), group('2510'), group('1630')].map((text) => dec(text).isZero())).toEqual([
        true,
        true,
        true,
      ]);
      for (const line of ['TRANSLATION_ADJUSTMENT', 'NON_CONTROLLING']) {
        expect([line, dec(group(line)).isZero()]).toEqual([line, false]);
      }
    }
  });

  it('has a shop whose 4-4-5 periods each earned their own days, at 10.00 a day', async () => {
    const { stage } = demo.harbor;
    const subsidiaryId = stage.ids.get('subsidiary', 'SHOP');
    const periods = await stage.run('admin', listPeriods, { subsidiaryId });
    const ended = periods.filter(({ startDate, endDate }) => startDate >= '2025-01-01' && endDate < TODAY);
    expect(ended).toHaveLength(12);
    const { rows } = await stage.run('admin', listRuns, { subsidiaryId, limit: 100 });
    const earned = new Map(
      rows.map(({ periodLabel, proposal }) => [
        periodLabel,
        (proposal as { totals: { amount: string }[] }).totals[0]?.amount,
      ]),
    );
    for (const { label, startDate, endDate } of ended) {
      expect([label, earned.get(label)]).toEqual([label, `${daysBetween(startDate, endDate) + 1}0.00`]);
    }
  });

  it('has a recharge within the group that both companies posted, and one on whose amount they disagree', async () => {
    const { pairs, unpaired } = await demo.meridian.stage.run('controller', listPairs, {});
    expect(
      pairs.map(({ source, mirror, open }) => [
        source?.amount,
        source?.status,
        mirror?.amount,
        mirror?.status,
        open,
      ]),
    ).toEqual([
      ['1500.00', 'APPROVED', '1250.00', 'DRAFT', ['AMOUNT']],
      ['4800.00', 'POSTED', '4800.00', 'POSTED', []],
    ]);
    expect(unpaired).toEqual([]);
  });

  it('has a transaction in every status', async () => {
    const { stage } = demo.meridian;
    const counts = await Promise.all(
      TRANSACTION_STATUSES.map(
        async (status) =>
          [status, (await stage.run('admin', listTransactions, { status, limit: 1 })).total] as const,
      ),
    );
    expect(counts.filter(([, count]) => count === 0)).toEqual([]);
  });

  it('has receivables in every aging bucket', async () => {
    const { totals } = await demo.meridian.stage.run('admin', aging, { side: 'RECEIVABLE' });
    const dollars = totals.find(({ currencyCode }) => currencyCode === 'USD');
    expect(dollars).toBeDefined();
    expect(AGING_BUCKETS.filter((bucket) => !dec(dollars?.[bucket] ?? '0').greaterThan('0'))).toEqual([]);
  });

  it('has old months locked, recent ones closed, last month soft-closed and this month open', async () => {
    const { stage } = demo.meridian;
    const periods = await stage.run('controller', listPeriods, {
      subsidiaryId: stage.ids.get('subsidiary', 'US'),
    });
    const { months } = timelineUpTo(TODAY);
    const statuses = months.map(({ start }) => periods.find(({ startDate }) => startDate === start)?.status);
    expect(statuses.slice(-3)).toEqual(['CLOSED', 'SOFT_CLOSED', 'OPEN']);
    expect(statuses[0]).toBe('LOCKED');
    expect(statuses.filter((status) => status === 'LOCKED')).toHaveLength(3);
  });

  it('has a wrong exchange rate that was corrected, with what it affected', async () => {
    const { stage } = demo.meridian;
    const corrections = await stage.run('controller', listRateCorrections, {});
    const touched = corrections.flatMap(({ items }) => items.map(({ kind }) => kind));
    expect(touched).toContain('DOCUMENT');
  });

  it('has facts recorded after their month was closed, voided and replaced, a contract at a loss, and a run reversed for one contract', async () => {
    const { stage } = demo.meridian;
    const { rows, total } = await stage.run('controller', listContracts, { limit: 100 });
    expect(total).toBeLessThanOrEqual(100);
    const kinds = new Set<string>();
    let late = 0;
    const provided: string[] = [];
    for (const { id } of rows) {
      const { events, schedule, losses } = await stage.run('auditor', getContract, { id });
      for (const { event } of events)
        kinds.add(event.kind === 'voided' && event.by ? 'replaced' : event.kind);
      provided.push(...losses.map(({ posted }) => posted).filter((posted) => !dec(posted).isZero()));
      late += schedule.filter((row) => row.period !== row.naturalPeriod).length;
    }
    expect([...kinds]).toEqual(expect.arrayContaining(['voided', 'replaced']));
    expect(late).toBeGreaterThan(0);
    expect(provided.length).toBeGreaterThan(0);
    const runs = await stage.run('controller', listRuns, { limit: 100 });
    const reversal = runs.rows.find(({ kind }) => kind === 'REVERSAL');
    expect(reversal).toMatchObject({ runStatus: 'POSTED', contractIds: [expect.any(String)] });
    const { lines } = await stage.run('auditor', changedReport, { from: '2025-10', to: '2026-01' });
    expect(lines.map(({ naturalPeriod, causeKind }) => `${naturalPeriod} ${causeKind}`)).toContain(
      '2025-10 usage',
    );
  });

  it('has judgments of every kind an auditor samples, answered and open', async () => {
    const { rows } = await demo.meridian.stage.run('auditor', listJudgements, { limit: 5_000 });
    const topics = new Set(rows.filter(({ state }) => state === 'ANSWERED').map(({ topic }) => topic));
    expect([...topics]).toEqual(
      expect.arrayContaining(['EXISTENCE', 'OBLIGATION', 'TRANSFER', 'ESTIMATE', 'COST', 'MODIFICATION']),
    );
    expect(rows.some(({ state }) => state === 'OPEN')).toBe(true);
  });

  it('gives scripts the addresses, logins and IDs to start with', () => {
    const access = accessOf(demo, 'http://localhost:4400');
    expect(access.organizations.map(({ slug }) => slug)).toEqual(['meridian-cloud', 'harbor-labs']);
    const [first, second] = access.organizations;
    expect(first?.apiKey).toMatch(/^dbk_/);
    expect(first?.companyId).not.toBe(second?.companyId);
    const roles = access.users.filter(({ organization }) => organization === 'meridian-cloud');
    expect(roles.map(({ role }) => role).sort()).toEqual([
      'accountant',
      'admin',
      'approver',
      'auditor',
      'controller',
      'revenue',
      'sales',
      'viewer',
    ]);
    expect(
      access.users.filter(({ organization, role }) => organization === 'harbor-labs' && role === 'admin'),
    ).toHaveLength(1);
    expect(
      Object.values(access.examples).filter((id) => typeof id === 'string' && !/^[0-9a-f-]{36}$/.test(id)),
    ).toEqual([]);
  });
});
