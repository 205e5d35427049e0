import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { appendTestEntries } from '@/testing/ledger-entries';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '../kit/run';
import { accountActivity } from './show-account-activity';
import { trialBalanceReport } from './show-trial-balance';

let books: TestOrganization;
const activity = (input: { code: string } & Record<string, unknown>) => {
  const { code, ...rest } = input;
  return runForOutput(accountActivity, books.callAs('auditor'), { accountId: books.account(code), ...rest });
};

beforeAll(async () => {
  books = await foundTestOrganization({ today: '2026-11-21' });
  const days = [
    '2025-06-30',
    '2025-12-31',
    '2026-01-01',
    '2026-02-05',
    '2026-11-03',
    '2026-11-04',
    '2026-11-20',
  ];
  await appendTestEntries(
    books,
    days.map((date, index) => ({
      date,
      memo: `sale ${index}`,
      lines: [
        { code: '1210', debit: `${100 + index}` },
        { code: '4100', credit: `${100 + index}` },
      ],
    })),
  );
});
afterAll(closeConnections);

describe('account activity', () => {
  it('shows opening balance, lines with the balance after each, and closing balance', async () => {
    const report = await activity({ code: '1210', dateFrom: '2026-02-01', dateTo: '2026-11-20' });
    expect(report.opening).toBe('303.00');
    expect(report.lines.map((line) => [line.postingDate, line.debit, line.balance])).toEqual([
      ['2026-02-05', '103.00', '406.00'],
      ['2026-11-03', '104.00', '510.00'],
      ['2026-11-04', '105.00', '615.00'],
      ['2026-11-20', '106.00', '721.00'],
    ]);
    expect(report.closing).toBe('721.00');
    expect(report.lines[0]).toMatchObject({ kind: 'LINE', memo: 'sale 3' });
    expect(report.lines[0]?.entryNumber).toMatch(/^GL-2026-\d{6}$/);
  });

  it.each(['1210', '4100', '3300'])('of %s read page by page is the same as in one page', async (code) => {
    const range = { code, dateFrom: '2025-06-01', dateTo: '2026-11-30' };
    const whole = await activity(range);
    expect(whole.nextCursor).toBeNull();
    const walked: typeof whole.lines = [];
    let after: string | undefined;
    for (let page = 0; page < 20; page += 1) {
      const part = await activity({ ...range, limit: 2, ...(after === undefined ? {} : { after }) });
      expect(part.opening).toBe(whole.opening);
      walked.push(...part.lines);
      if (part.nextCursor === null) break;
      after = part.nextCursor;
    }
    expect(walked).toEqual(whole.lines);
    const numbered = await Promise.all([1, 2, 3, 4, 5].map((page) => activity({ ...range, limit: 2, page })));
    expect(numbered.flatMap((page) => page.lines)).toEqual(whole.lines);
    expect(numbered[0]?.total).toBe(whole.lines.length);
  });

  it('of a revenue account closes with the year into retained earnings, and reconciles to the trial balance', async () => {
    const range = { dateFrom: '2025-06-01', dateTo: '2026-11-30' };
    const revenue = await activity({ code: '4100', ...range });
    expect(revenue.lines.find((line) => line.kind === 'YEAR_END')).toMatchObject({
      postingDate: '2026-01-01',
      debit: '201.00',
      balance: '0.00',
    });
    const retained = await activity({ code: '3300', ...range });
    expect(retained.lines).toHaveLength(1);
    const balances = await runForOutput(trialBalanceReport, books.callAs('auditor'), { asOf: '2026-11-30' });
    for (const [code, report] of [
      ['4100', revenue],
      ['3300', retained],
    ] as const) {
      expect(report.closing).toBe(balances.rows.find((row) => row.code === code)?.netBalance);
      expect(report.lines.at(-1)?.balance).toBe(report.closing);
    }
  });

  it('refuses an unknown account, a date range that ends before it begins, and an invalid cursor', async () => {
    await expect(
      runForOutput(accountActivity, books.callAs('auditor'), { accountId: newId() }),
    ).rejects.toMatchObject({ refusal: { code: 'NOT_FOUND', data: { noun: 'account' } } });
    await expect(
      activity({ code: '1210', dateFrom: '2026-02-02', dateTo: '2026-02-01' }),
    ).rejects.toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
    await expect(activity({ code: '1210', after: 'nonsense' })).rejects.toMatchObject({
      refusal: { code: 'INVALID_INPUT' },
    });
  });
});
