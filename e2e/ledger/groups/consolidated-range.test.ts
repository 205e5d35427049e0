import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { surfaceC } from '@/surfaces/c/surface';
import { doorFor } from '@/testing/door';
import { appendTestEntries } from '@/testing/ledger-entries';
import { runForOutput } from '@/usecases/kit/run';
import { consolidation } from '@/usecases/reports/show-consolidation';
import { recordOwnership } from '@/usecases/subsidiaries/record-ownership';
import { foundGroup } from './group';

afterAll(closeConnections);

/**
 * Berlin earns 1,000 euros in January and 500 in March at 1.20, and 400 in April at 1.25; the closing rate is 1.20 until March and
 * 1.25 from its end on. So it earns 1,200.00, 600.00 and 500.00 dollars. Its net assets are 1,200.00 in February, 1,875.00 in March
 * (1,800.00 earned: 75.00 of translation) and 2,375.00 in April (2,300.00 earned: 75.00).
 */
async function earning() {
  const { org, de } = await foundGroup(false);
  const entry = (date: string, amount: string) => ({
    date,
    subsidiaryId: de,
    lines: [
      { code: '1110', debit: amount },
      { code: '4100', credit: amount },
    ],
  });
  await appendTestEntries(org, [
    entry('2026-01-15', '1000.00'),
    entry('2026-03-10', '500.00'),
    entry('2026-04-10', '400.00'),
  ]);
  const shown = async (question: object) => {
    const report = await runForOutput(consolidation, org.callAs('viewer'), {
      asOf: '2026-04-30',
      ...question,
    });
    const results = report.incomeStatement.results;
    const of = (line: string) => results.find((row) => row.line === line)?.figures.consolidated ?? null;
    return {
      net: of('NET_INCOME'),
      moved: of('TRANSLATION_MOVEMENT'),
      all: of('COMPREHENSIVE_INCOME'),
      others: of('NON_CONTROLLING'),
      difference: report.balanceSheet.difference,
      report,
    };
  };
  return { org, de, shown };
}

describe('the consolidated income statement', () => {
  it('of the year to date ends with the change in the translation adjustment', async () => {
    const { shown } = await earning();
    expect(await shown({})).toMatchObject({ net: '2300.00', moved: '75.00', all: '2375.00' });
    expect(await shown({ asOf: '2026-03-31' })).toMatchObject({
      net: '1800.00',
      moved: '75.00',
      all: '1875.00',
    });
    // No change by then: the closing rate equals the average rate.
    expect(await shown({ asOf: '2026-02-28' })).toMatchObject({ net: '1200.00', moved: null, all: null });
  });

  it('covers any range of days, and ranges that follow each other add up to the year', async () => {
    const { shown } = await earning();
    expect(await shown({ from: '2026-03-01' })).toMatchObject({
      net: '1100.00',
      moved: '75.00',
      all: '1175.00',
    });
    expect(await shown({ from: '2026-04-01' })).toMatchObject({ net: '500.00', moved: null });
    expect(await shown({ from: '2026-01-01', asOf: '2026-03-09' })).toMatchObject({ net: '1200.00' });
    expect(await shown({ from: '2026-03-10' })).toMatchObject({ net: '1100.00' });
    expect(await shown({ from: '2026-03-11' })).toMatchObject({ net: '500.00' });
    // The balance sheet is of the day, whatever the income statement covers.
    const [year, month] = [await shown({}), await shown({ from: '2026-04-01' })];
    expect(month.report.balanceSheet).toEqual(year.report.balanceSheet);
    expect(month.report.incomeFrom).toBe('2026-04-01');
  });

  it('of a range attributes its income by the ownership shares within it', async () => {
    const { org, de, shown } = await earning();
    await runForOutput(recordOwnership, org.callAs('admin'), {
      id: de,
      percent: '80',
      effectiveDate: '2026-04-01',
      reason: 'A fifth was sold',
    });
    expect(await shown({ from: '2026-03-01' })).toMatchObject({
      net: '1100.00',
      others: '100.00',
      difference: '0.00',
    });
    expect(await shown({})).toMatchObject({ net: '2300.00', others: '100.00', all: '2375.00' });
    expect(await shown({ from: '2026-03-01', asOf: '2026-03-31' })).toMatchObject({
      net: '600.00',
      others: null,
    });
  });

  it('that begins after its end is refused, and one over REST names its first day', async () => {
    const { org, shown } = await earning();
    await expect(shown({ from: '2026-05-01' })).rejects.toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
    const door = doorFor(surfaceC, org.principals.viewer);
    const answer = await door.send('GET', '/api/v1/reports/consolidation?asOf=2026-04-30&from=2026-03-01');
    expect(answer.json).toMatchObject({ incomeFrom: '2026-03-01', openingProblem: null });
  });
});
